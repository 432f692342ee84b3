"""Bad sockets: handshakes that are none, frames that no client would send, messages that mean nothing."""

import json
from collections.abc import Callable, Iterator
from random import Random
from urllib.parse import quote

from bench.fuzz import mutation, tokens
from bench.fuzz.shot import CUT, FRESH, Shot
from bench.fuzz.target import World

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA
HELLO = {"type": "hello", "surface": "page", "name": "fuzz", "shows": ["notification", "buttons", "text"]}
AUTH = {"type": "auth", "token": "x"}
SINCE = ("0", "-1", "1e9", "9" * 30, "", "x", "1.5", "٣", "0x1", "%00", "999999999", " 1")
EXTRAS = (
    b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=99\r\n",
    b"Sec-WebSocket-Extensions: " + b"x;" * 3000 + b"\r\n",
    b"Sec-WebSocket-Protocol: \xff, x\r\n",
    b"Content-Length: 5\r\n",
    b"Transfer-Encoding: chunked\r\n",
    b"",
)

Frames = Callable[[Random], bytes]


def shots(dice: Random, world: World) -> Iterator[Shot]:
    while True:
        for name, frames in FRAMES.items():
            yield _shot(f"sockets: {name}", _handshake(dice, world), frames(dice))
        yield _shot("sockets: keys that are none", _without_key(dice, world), _late_key(dice, world))
        yield _shot("sockets: odd numbers to resume from", _resuming(dice, world), frame(TEXT, b"ping"))
        head = mutation.flip_bits(dice, _handshake(dice, world), 4)
        yield _shot("sockets: bits flipped in the handshake", head, frame(TEXT, b"ping"))
        yield _shot("sockets: odd handshakes", _odd_handshake(dice, world), b"")
        yield Shot("sockets: frames before the answer", _handshake(dice, world) + _any(dice), FRESH, frames=b"")
        whole = _handshake(dice, world)
        yield Shot("sockets: cut off", whole[: dice.randrange(1, len(whole))], CUT)


def _shot(kind: str, data: bytes, frames: bytes) -> Shot:
    return Shot(kind, data, FRESH, frames=frames or frame(TEXT, b"ping"))


def frame(opcode: int, payload: bytes, *, fin: bool = True, masked: bool = True, bits: int = 0) -> bytes:
    """With a mask of zeros, unless there is to be none."""
    size = len(payload)
    head = bytes([(0x80 if fin else 0) | bits | opcode])
    mask = 0x80 if masked else 0
    if size < 126:
        head += bytes([mask | size])
    elif size < 65_536:
        head += bytes([mask | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([mask | 127]) + size.to_bytes(8, "big")
    return head + (bytes(4) if masked else b"") + payload


def _handshake(dice: Random, world: World, query: str = "", key: str | None = None, version: str = "13") -> bytes:
    path = dice.choice(("/ws/events", "/ws/events", "/ws"))
    key = key if key is not None else dice.choice((world.person, *world.agents.values()))
    head = f"GET {path}{query} HTTP/1.1\r\nHost: {world.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    head += f"Authorization: Bearer {key}\r\n" if key else ""
    return f"{head}Sec-WebSocket-Version: {version}\r\nSec-WebSocket-Key: YmVsbHB1bGwtYmVuY2gtMQ==\r\n\r\n".encode()


def _without_key(dice: Random, world: World) -> bytes:
    token = dice.choice((tokens.jwt(dice), tokens.near(dice, world.person), ""))[:8000]
    choice = dice.randrange(3)
    if choice == 0:
        return _handshake(dice, world, key="")
    if choice == 1:
        return _handshake(dice, world, query=f"?token={quote(token)}", key="")
    return _handshake(dice, world, key=token.encode("ascii", "ignore").decode() or "x")


def _late_key(dice: Random, world: World) -> bytes:
    said = dice.choice(
        (
            f"Bearer {tokens.near(dice, world.person)}",
            "Bearer ",
            json.dumps(AUTH | {"token": tokens.jwt(dice)}),
            "{",
            "[]",
        )
    )
    return frame(TEXT, said.encode()) + frame(TEXT, mutation.dump(mutation.wrong_type(dice, AUTH)))


def _resuming(dice: Random, world: World) -> bytes:
    query = f"?since={quote(dice.choice(SINCE))}&hub={quote(dice.choice(('', 'x', 'x' * 3000, chr(0))))}"
    return _handshake(dice, world, query=query * dice.choice((1, 1, 5)))


def _odd_handshake(dice: Random, world: World) -> bytes:
    whole = _handshake(dice, world, version=dice.choice(("13", "8", "0", "x", "13, 8", "")))
    name, value = dice.choice(
        (
            (b"Sec-WebSocket-Key", b"x"),
            (b"Upgrade", b"h2c"),
            (b"Connection", b"close"),
            (b"Origin", b"http://evil.example"),
        )
    )
    extra = dice.choice(EXTRAS)
    return whole.replace(b"\r\n\r\n", b"\r\n" + name + b": " + value + b"\r\n" + extra + b"\r\n")


def _any(dice: Random) -> bytes:
    return dice.choice(list(FRAMES.values()))(dice)


def _noise(dice: Random) -> bytes:
    return mutation.noise(dice, dice.choice((10, 300, 5_000)))


def _wrong_mask(dice: Random) -> bytes:
    """The mask is another than the payload's: what arrives is no text."""
    good = bytearray(frame(TEXT, mutation.dump(HELLO)))
    good[4:8] = dice.randbytes(4)
    return bytes(good)


def _unmasked(dice: Random) -> bytes:
    return frame(dice.choice((TEXT, BINARY, PING)), b"ping", masked=False)


def _reserved(dice: Random) -> bytes:
    return frame(
        dice.randrange(16),
        mutation.noise(dice, 50),
        bits=dice.choice((0, 0x10, 0x20, 0x40, 0x70)),
        fin=dice.random() < 0.7,
    )


def _oversized(dice: Random) -> bytes:
    if dice.random() < 0.5:  # it only says that it is so long
        return bytes([0x81, 0xFF]) + dice.choice((2**62, 2**64 - 1, 70_000)).to_bytes(8, "big") + bytes(4) + b"x" * 100
    return frame(dice.choice((TEXT, BINARY)), b"x" * dice.choice((65_535, 65_537, 200_000)))


def _fragments(dice: Random) -> bytes:
    parts = [
        frame(dice.choice((TEXT, BINARY, 0, 0, PING)), mutation.noise(dice, 60), fin=dice.random() < 0.3)
        for _ in range(12)
    ]
    many = [frame(TEXT, b"{", fin=False), *[frame(0, b" " * 20, fin=False)] * dice.choice((5, 500, 4_000))]
    return b"".join(dice.choice((parts, many)))


def _controls(dice: Random) -> bytes:
    code = dice.choice((0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535))
    odd = [
        frame(PING, b"x" * 126),
        frame(PING, b"", fin=False),
        frame(CLOSE, b"x"),
        frame(CLOSE, code.to_bytes(2, "big")),
    ]
    odd += [frame(PONG, b"y" * 125) * 50, frame(CLOSE, (1000).to_bytes(2, "big") + b"\xff\xfe")]
    odd += [frame(PING, b"z" * 125) * 300, frame(CLOSE, b"") + frame(TEXT, b"after")]
    return dice.choice(odd)


def _hellos(dice: Random) -> bytes:
    return frame(TEXT, mutation.dump(mutation.odd_text(dice, HELLO))[:60_000]) * dice.choice(
        (1, 20, 300 if dice.random() < 0.1 else 2)
    )


def _types(dice: Random) -> bytes:
    said = dice.choice(
        (HELLO, AUTH, {"type": "ping"}, {"type": "subscribe", "agents": ["*"]}, {"type": "question_settled"})
    )
    changed = dice.choice((mutation.wrong_type, mutation.odd_fields))(dice, said)
    return frame(TEXT, mutation.dump(changed)[:60_000]) + frame(TEXT, mutation.huge_number(dice, said))


def _texts(dice: Random) -> bytes:
    text = dice.choice(
        (
            mutation.deep(dice, HELLO)[:65_000],
            b"\xff\xfe",
            b"\xed\xa0\x80",
            b"",
            b"null",
            b'{"type"',
            b"ping\x00",
            b'{"type":"ping","type":"hello"}',
        )
    )
    return frame(dice.choice((TEXT, TEXT, BINARY)), text)


FRAMES: dict[str, Frames] = {
    "random bytes": _noise,
    "wrong masks": _wrong_mask,
    "frames without a mask": _unmasked,
    "reserved bits and codes": _reserved,
    "oversized messages": _oversized,
    "odd fragments": _fragments,
    "odd control frames": _controls,
    "floods of hellos": _hellos,
    "unknown types": _types,
    "odd texts": _texts,
}
