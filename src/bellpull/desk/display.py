"""Whether there is a desktop here at all, and what is known of it without asking it. Pure."""

import hashlib
from collections.abc import Mapping


def display(environ: Mapping[str, str], platform: str) -> str | None:
    """The name of the display, or None where nothing could be shown."""
    if platform == "win32":
        # A service has no desktop of its own.
        return None if environ.get("SESSIONNAME", "").lower() == "services" else "windows"
    named = environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")
    if platform == "darwin":
        remote = "com.openssh" in environ.get("XPC_SERVICE_NAME", "") or "SSH_CONNECTION" in environ
        return named if remote else "macos"
    return named


def is_wayland(environ: Mapping[str, str]) -> bool:
    return bool(environ.get("WAYLAND_DISPLAY")) or environ.get("XDG_SESSION_TYPE") == "wayland"


def desk_name(shown_on: str, url: str) -> str:
    """By which the files of a desk are called in the data folder: one for each display and hub."""
    mark = hashlib.sha256(f"{shown_on}\0{url}".encode()).hexdigest()[:8]
    return f"desk-{mark}"
