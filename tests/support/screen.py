"""What an X server shows, asked of the server itself: a program for each look would cost ten times as much."""

import socket
import struct
from typing import IO

from support.answers import PATIENCE
from support.picture import Picture

#: From the X protocol: the greeting, the fixed part of what is told then, a request for an image and what is told.
HELLO, WELCOME, IMAGE, TOLD = "<BxHHHH2x", "<BxHHH", "<BBHIhhHHI", "<BxHI24x"
GET_IMAGE, Z_PIXMAP, ALL_PLANES = 73, 2, 0xFFFFFFFF


def look_at(display: str, part: tuple[int, int, int, int] | None = None) -> Picture:
    """All of it, or what of a part (left, top, width, height) is on it, now."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        connection.connect(f"/tmp/.X11-unix/X{display.removeprefix(':')}")
        with connection.makefile("rwb") as server:
            root, width, height = _greet(server)
            left, top, right, bottom = _on_screen(part or (0, 0, width, height), width, height)
            size = right - left, bottom - top
            return Picture(*size, _rgb(_image(server, root, left, top, *size))) if min(size) > 0 else Picture(0, 0, b"")


def _greet(server: IO[bytes]) -> tuple[int, int, int]:
    """The first screen's root window, and how large it is."""
    server.write(struct.pack(HELLO, ord("l"), 11, 0, 0, 0))
    server.flush()
    welcome, _, _, length = struct.unpack(WELCOME, server.read(8))
    told = server.read(4 * length)
    assert welcome == 1, told
    vendor, formats = struct.unpack_from("<16xH3xB", told)
    at = 32 + (vendor + 3) // 4 * 4 + 8 * formats
    root, width, height = struct.unpack_from("<I16xHH", told, at)
    return root, width, height


def _on_screen(part: tuple[int, int, int, int], width: int, height: int) -> tuple[int, int, int, int]:
    left, top, wide, high = part
    return max(left, 0), max(top, 0), min(left + wide, width), min(top + high, height)


def _image(server: IO[bytes], window: int, left: int, top: int, width: int, height: int) -> bytes:
    server.write(struct.pack(IMAGE, GET_IMAGE, Z_PIXMAP, 5, window, left, top, width, height, ALL_PLANES))
    server.flush()
    kind, _, length = struct.unpack(TOLD, server.read(32))
    assert kind == 1, "the server gives no image"
    return server.read(4 * length)


def _rgb(pixels: bytes) -> bytes:
    """Of blue, green, red and nothing, of each pixel."""
    colours = bytearray(len(pixels) // 4 * 3)
    for place in range(3):
        colours[place::3] = pixels[2 - place :: 4]
    return bytes(colours)
