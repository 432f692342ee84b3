"""Bad heads: bits, doubled and odd headers, cookies, keys that are none, hosts and origins of others."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from bench.fuzz import mutation, tokens
from bench.fuzz.document import Base
from bench.fuzz.shot import FRESH, KEEP, Shot, http
from bench.fuzz.target import World

Headers = list[tuple[str | bytes, str | bytes]]
ODD_HEADERS: Sequence[tuple[str | bytes, str | bytes]] = (
    ("Expect", "100-continue"), ("Upgrade", "h2c"), ("Upgrade", "websocket"),
    ("Connection", "close, keep-alive, upgrade"), ("Range", "bytes=0-1,5-"),
    ("Content-Type", "multipart/form-data; boundary=" + "x" * 300),
    ("Content-Type", "application/json; charset=utf-16"), ("Accept", "*/*;q=" + "9" * 200),
    ("Content-Encoding", "gzip"), ("Idempotency-Key", ""), ("Idempotency-Key", "x" * 300),
    ("Idempotency-Key", b"\xff\x00"), ("Bellpull-Session", "x" * 9000), ("Bellpull-Session", b"\xed\xa0\x80"),
    ("Bellpull-Protocol", "-1"), ("Bellpull-Protocol", "1e9"), ("Bellpull-Protocol", "9" * 5000),
    ("Bellpull-Protocol", "٣"), ("Bellpull-Confirm", "later"), ("X-Forwarded-For", "' OR 1=1"),
    ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "evil.example"), ("Forwarded", "for=_x"),
    ("If-None-Match", '"' + "x" * 3000 + '"'), ("If-Modified-Since", "yesterday"), ("X" * 5000, "1"),
    ("X-Long", "y" * 60_000), (b"X\xff", b"\xff"), ("", "x"), ("X y", "z"), ("Bellpull-Nudges", "," * 3000),
    ("Accept-Language", "de;q=" + "1" * 500), ("Accept-Encoding", "br;q=nan, gzip;q=-1"), ("Folded", "a\r\n b"),
    ("Bare", "a\nb: c"), ("Nul", "a\x00b"),
)  # fmt: skip
HOSTS = (
    "evil.example",
    "",
    "127.0.0.1:1",
    "127.0.0.1:99999",
    "[::1",
    "[::1]",
    "localhost",
    "a b",
    "127.0.0.1@evil.example",
    "x" * 3000,
    "127.0.0.1, evil",
    "\xff",
    "0x7f.1",
)
ORIGINS = (
    "null",
    "http://evil.example",
    "https://127.0.0.1",
    "http://127.0.0.1:1",
    "file://",
    "http://localhost:99999",
    "http://[::1",
    "",
    "x" * 3000,
    "http://\xff",
)

COOKIES = (
    "__Host-bellpull", "__Host-bellpull", "__host-bellpull", "bellpull", "", "\x00",
    "__Host-bellpull=x; __Host-bellpull",
)  # fmt: skip


def usual(dice: Random, world: World) -> Headers:
    """A right head, mostly of the admin, so that the rest of the request is looked at."""
    key = world.person if dice.random() < 0.7 else dice.choice(list(world.agents.values()))
    return [("Host", world.host), ("Authorization", f"Bearer {key}"), ("Content-Type", "application/json")]


def _send(kind: str, base: Base, headers: Headers, connection: str = KEEP) -> Shot:
    body = b"" if base.body is None else mutation.dump(base.body)
    return Shot(f"rest: {kind}", http(base.method, base.path, headers, body), connection)


def flipped(dice: Random, world: World, base: Base) -> Shot:
    body = b"" if base.body is None else mutation.dump(base.body)
    head, _, rest = http(base.method, base.path, usual(dice, world), body).partition(b"\r\n\r\n")
    return Shot("rest: bits flipped in the head", mutation.flip_bits(dice, head, 4) + b"\r\n\r\n" + rest, FRESH)


def odd(dice: Random, world: World, base: Base) -> Shot:
    headers = [*usual(dice, world), *dice.sample(ODD_HEADERS, dice.randint(1, 3))]
    dice.shuffle(headers)
    return _send("odd headers", base, headers, FRESH)


def doubled(dice: Random, world: World, base: Base) -> Shot:
    headers = usual(dice, world)
    name, value = dice.choice(headers)
    other = dice.choice(
        (value, "", "Basic eDp4", "x" * 2000, "text/plain", "evil.example", "Bearer " + tokens.near(dice, world.person))
    )
    headers += [(name, other)] * dice.choice((1, 2, 60))
    dice.shuffle(headers)
    return _send("doubled headers", base, headers, FRESH)


def many(dice: Random, world: World, base: Base) -> Shot:
    count = dice.choice((100, 1_000, 6_000))
    return _send("many headers", base, [*usual(dice, world), *((f"X-{number}", "y") for number in range(count))], FRESH)


def _forged(kind: str, base: Base, headers: Headers, connection: str = KEEP) -> Shot:
    return replace(_send(kind, base, headers, connection), forged=not base.public)


def cookie(dice: Random, world: World, base: Base) -> Shot:
    made_up = (tokens.jwt(dice), tokens.tampered(dice, world.token), tokens.near(dice, world.person))
    value = dice.choice((*made_up, "", "x" * 9000, '"', "a=b; c"))
    name = dice.choice(COOKIES)
    headers: Headers = [("Host", world.host), ("Cookie", f"{name}={value}"), ("Content-Type", "application/json")]
    if dice.random() < 0.5:
        headers.append(("Origin", dice.choice((f"http://{world.host}", f"https://{world.host}", *ORIGINS))))
    return _forged("cookies", base, headers, FRESH)


def made_up_token(dice: Random, world: World, base: Base) -> Shot:
    token = tokens.jwt(dice) if dice.random() < 0.6 else tokens.tampered(dice, world.token)
    headers: Headers = [
        ("Host", world.host),
        ("Authorization", f"Bearer {token}"),
        ("Content-Type", "application/json"),
    ]
    return _forged("tokens signed by nobody", base, headers)


def wrong_key(dice: Random, world: World, base: Base) -> Shot:
    key = tokens.near(dice, dice.choice((world.person, *world.agents.values())))
    scheme = dice.choice(("Bearer", "bearer", "BEARER", "Basic", "Digest", "", "Bearer Bearer", "Bearer\t", "\xff"))
    return _forged("keys almost right", base, [("Host", world.host), ("Authorization", f"{scheme} {key}")])


def foreign(dice: Random, world: World, base: Base) -> Shot:
    headers = usual(dice, world)
    if dice.random() < 0.5:
        headers[0] = ("Host", dice.choice(HOSTS))
    else:
        headers.append(("Origin", dice.choice(ORIGINS)))
    return _send("hosts and origins of others", base, headers, FRESH)


KINDS = (flipped, odd, doubled, many, cookie, made_up_token, wrong_key, foreign)
