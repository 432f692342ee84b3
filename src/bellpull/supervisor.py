"""Tells the service manager that started the hub how far it is, as sd_notify(3) describes it. Where there is none,
nothing happens."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

READY = "READY=1"
STOPPING = "STOPPING=1"


def tell_supervisor(state: str, environ: Mapping[str, str] = os.environ) -> None:
    address = environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")) or not hasattr(socket, "AF_UNIX"):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as telling:
        telling.sendto(state.encode(), address.replace("@", "\0", 1) if address.startswith("@") else address)
