"""Which hub, and with which key: from the settings and from what the hub left in its data folder.

`hub.json` says where the hub of a folder was last; only `/health`, answering with the same hub id, proves that it is
there. The owner's key goes to that hub and to this machine's own addresses, never to a stranger's address.
"""

from __future__ import annotations

from bellpull.domain import errors
from bellpull.remote.address import Address
from bellpull.remote.fast import Hub

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from bellpull.config import Config

HUB_FILE = "hub.json"
KEY_FILE = "owner.key"
STOPPED_MARK = "stopped"
LOG_FILE = "hub.log"
PROOF_SECONDS = 5.0
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - a hub that listens everywhere is reached nearby


class Named:
    """What hub.json says of the hub of a data folder."""

    def __init__(self, url: str, pid: int, version: str, hub: str) -> None:
        self.url = url
        self.pid = pid
        self.version = version
        self.hub = hub


def find(config: Config) -> Hub:
    """The hub that the settings choose. It need not be running."""
    url = address_of(config)
    return Hub(url, config.key or _owner_key(config.data_dir, url))


def address_of(config: Config) -> str:
    """`url` where it is set, else what hub.json names, else the configured host and port."""
    if config.url:
        return config.url
    named = named_in(config.data_dir)
    return named.url if named is not None else configured_address(config)


def configured_address(config: Config) -> str:
    """Where a hub of these settings listens, as seen from this machine."""
    host = EVERYWHERE.get(config.host, config.host)
    return f"http://[{host}]:{config.port}" if ":" in host else f"http://{host}:{config.port}"


def named_in(data_dir: Path) -> Named | None:
    """The hub that hub.json names, or None where there is none that can be understood."""
    text = _read(data_dir / HUB_FILE)
    if not text:
        return None
    import json

    try:
        said = json.loads(text)
        return Named(Address(said["url"]).url, int(said["pid"]), str(said["version"]), str(said["hub"]))
    except (ValueError, KeyError, TypeError, AttributeError, errors.Setup):
        return None


def health(url: str, seconds: float = PROOF_SECONDS) -> dict[str, Any] | None:
    """What the hub at `url` says of itself, or None where none answers."""
    try:
        with Hub(url, connect_seconds=seconds, answer_seconds=seconds) as hub:
            said = hub.request("GET", "/health")
    except errors.Setup:
        raise
    except errors.BellpullError:
        return None
    return said if isinstance(said, dict) and isinstance(said.get("hub"), str) else None


def running_in(data_dir: Path) -> dict[str, Any] | None:
    """`/health` of this data folder's hub with its `url`, or None where it is not running."""
    named = named_in(data_dir)
    said = health(named.url) if named else None
    if named is None or said is None or said["hub"] != named.hub:
        return None
    return {**said, "url": named.url}


def _owner_key(data_dir: Path, url: str) -> str:
    named = named_in(data_dir)
    own = named is not None and named.url.rstrip("/") == url.rstrip("/")
    return _read(data_dir / KEY_FILE).strip() if own or Address(url).loopback else ""


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise errors.Setup(
            "unreadable", f"{file} cannot be read: {reason}.", "check it with: bellpull doctor"
        ) from None
