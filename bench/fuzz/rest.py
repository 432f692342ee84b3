"""Bad requests over REST: what is in the body, how it is framed, and where it goes. Heads and keys are in heads.py."""

from collections.abc import Callable, Iterator
from random import Random
from urllib.parse import quote

from bench.fuzz import heads, mutation
from bench.fuzz.document import Base, bases
from bench.fuzz.shot import CUT, FRESH, KEEP, Shot, http
from bench.fuzz.target import World

METHODS = (
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "PROPFIND",
    "BREW",
    "get",
    "M-SEARCH",
    "PURGE",
)
CLIMBS = (
    "/../owner.key", "/..%2f..%2fowner.key", "/%2e%2e/bellpull.db", "/static/../../owner.key",
    "/page/..%5c..%5chub.json", "/./././health", "//health", "/%2fapi/me", "/api/../health", "/..;/owner.key",
    "/%252e%252e/owner.key", "/%c0%ae%c0%ae/owner.key", "/\x7f", "/a/%00/../b", "/file:///etc/passwd",
    "/api/agents/..%2f..%2fx/nudges", "http://127.0.0.1/health", "//evil.example/x", "*", "/core/../../../etc/passwd",
)  # fmt: skip
CHUNKS = (
    b"5\r\nhello\r\n0\r\n\r\n", b"0\r\n\r\n", b"-1\r\nx\r\n0\r\n\r\n", b"ffffffffffffffff\r\nx",
    b"1;ext=%s\r\na\r\n0\r\n\r\n" % (b"y" * 300), b"5\r\nhel", b"0\r\nTrailer: x\r\n\r\n", b"1\r\na0\r\n\r\n",
    b"g\r\nx\r\n", b"\r\n\r\n", b"1\n{\n0\n\n", b"0x2\r\n{}\r\n0\r\n\r\n", b"2\r\n{}\r\n" * 50,
)  # fmt: skip

Kind = Callable[[Random, World, Base], Shot]


def shots(dice: Random, world: World) -> Iterator[Shot]:
    """Without end: every kind in turn, each time on another route."""
    routes = bases(world)
    with_body = [base for base in routes if base.body is not None]
    kinds: list[tuple[Kind, list[Base]]] = [
        *((kind, with_body) for kind in BODIES),
        *((kind, routes) for kind in (*FRAMES, *heads.KINDS)),
    ]
    while True:
        for kind, chosen in kinds:
            yield kind(dice, world, dice.choice(chosen))


def send(dice: Random, world: World, base: Base, what: str, body: bytes, connection: str = KEEP) -> Shot:
    return Shot(f"rest: {what}", http(base.method, base.path, heads.usual(dice, world), body), connection)


def flipped(dice: Random, world: World, base: Base) -> Shot:
    return send(dice, world, base, "bits flipped in the body", mutation.flip_bits(dice, mutation.dump(base.body)))


def moved(dice: Random, world: World, base: Base) -> Shot:
    return send(dice, world, base, "parts moved or missing", mutation.shuffle_parts(dice, mutation.dump(base.body)))


def typed(dice: Random, world: World, base: Base) -> Shot:
    return send(dice, world, base, "wrong types", mutation.dump(mutation.wrong_type(dice, base.body)))


def worded(dice: Random, world: World, base: Base) -> Shot:
    return send(dice, world, base, "odd texts and NULs", mutation.dump(mutation.odd_text(dice, base.body)))


def fielded(dice: Random, world: World, base: Base) -> Shot:
    return send(dice, world, base, "odd fields", mutation.dump(mutation.odd_fields(dice, base.body)))


def nested(dice: Random, world: World, base: Base) -> Shot:
    return send(dice, world, base, "deep nesting", mutation.deep(dice, base.body))


def numbered(dice: Random, world: World, base: Base) -> Shot:
    return send(dice, world, base, "huge numbers", mutation.huge_number(dice, base.body))


def misencoded(dice: Random, world: World, base: Base) -> Shot:
    body = mutation.splice(dice, mutation.dump(base.body), dice.choice(mutation.BROKEN_UTF8))
    return send(dice, world, base, "broken UTF-8", body)


def chunked(dice: Random, world: World, base: Base) -> Shot:
    coding = dice.choice(
        ("chunked", "Chunked", "gzip, chunked", "chunked, identity", "xchunked", "chunked\t", "identity")
    )
    headers = [*heads.usual(dice, world), ("Transfer-Encoding", coding)]
    if dice.random() < 0.2:
        headers.append(("Content-Length", str(dice.choice((0, 5, 10**6)))))
    data = http(base.method, base.path, headers).replace(b"Content-Length: 0\r\n", b"")
    return Shot("rest: odd chunks", data + dice.choice(CHUNKS), FRESH)


def cut(dice: Random, world: World, base: Base) -> Shot:
    whole = http(base.method, base.path, heads.usual(dice, world), mutation.dump(base.body))
    return Shot("rest: cut off", whole[: dice.randrange(1, len(whole))], CUT)


def wrong_length(dice: Random, world: World, base: Base) -> Shot:
    body = mutation.dump(base.body or {})
    length = dice.choice((len(body) + 7, len(body) - 1, 0, -1, 10**12, 2**64, "5, 5", "+5", "0x5", "", "five", "5\x00"))
    headers = [*heads.usual(dice, world), ("Content-Length", str(length))]
    return Shot(
        "rest: wrong lengths", http("GET", base.path, headers).replace(b"GET", base.method.encode(), 1) + body, FRESH
    )


def pipelined(dice: Random, world: World, base: Base) -> Shot:
    count = dice.choice((2, 3, 10, 40))
    good = http("GET", "/health", [("Host", world.host)])
    bad = http(
        base.method, base.path, heads.usual(dice, world), mutation.dump(mutation.wrong_type(dice, base.body or {}))
    )
    return Shot("rest: pipelined", b"".join(dice.choice((good, bad)) for _ in range(count)), FRESH, count)


def long_path(dice: Random, world: World, base: Base) -> Shot:
    size = dice.choice((300, 3_000, 30_000, 70_000))
    path = dice.choice(
        (f"{base.path}/{'x' * size}", base.path + "/x" * (size // 2), f"{base.path}?{'a=b&' * (size // 4)}")
    )
    return Shot("rest: long paths", http(base.method, path, heads.usual(dice, world)), FRESH)


def climbing(dice: Random, world: World, base: Base) -> Shot:
    path = dice.choice(CLIMBS)
    if dice.random() < 0.5 and path.startswith("/"):
        path = base.path + path
    return Shot("rest: paths that climb", http(base.method, path, heads.usual(dice, world)), FRESH)


def mistaken(dice: Random, world: World, base: Base) -> Shot:
    path = base.path if dice.random() < 0.8 else quote(dice.choice(mutation.ODD_TEXTS)[:500].encode("utf-8", "replace"))
    return Shot(
        "rest: wrong methods", http(dice.choice(METHODS), "/" + path.lstrip("/"), heads.usual(dice, world)), FRESH
    )


def asked_oddly(dice: Random, world: World, base: Base) -> Shot:
    names = [name for name in (*base.queries, "limit", "x") if name != "wait"]
    pairs = [f"{dice.choice(names)}={_query_value(dice)}" for _ in range(dice.choice((1, 2, 5)))]
    path = f"{base.path}?{dice.choice(('&', ';', '&&')).join(pairs)}"
    return Shot("rest: odd queries", http(base.method, path, heads.usual(dice, world), mutation.dump(base.body or {})))


def _query_value(dice: Random) -> str:
    odd = dice.choice((*mutation.ODD_TEXTS, *mutation.ODD_NUMBERS))[:2000]
    return dice.choice((quote(odd.encode("utf-8", "replace")), "%FF", "%ED%A0%80", "%", "%zz", "", "+", "a,,b", "1&1"))


def random_bytes(dice: Random, world: World, base: Base) -> Shot:
    begin = dice.choice(
        (
            b"",
            b"GET ",
            b"POST / HTTP/1.1\r\n",
            b"\x16\x03\x01",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            b"GET / HTTP/9.9\r\n",
        )
    )
    return Shot("rest: random bytes", begin + mutation.noise(dice, dice.choice((20, 400, 20_000))) + b"\r\n\r\n", FRESH)


def large(dice: Random, world: World, base: Base) -> Shot:
    """About one in twenty is as large as a body may be, and larger; the rest only says so."""
    if dice.random() < 0.05:
        return send(
            dice, world, base, "large bodies", b'{"a": "' + b"x" * dice.choice((900_000, 1_100_000)) + b'"}', FRESH
        )
    head = http(base.method, base.path, heads.usual(dice, world)).replace(
        b"Content-Length: 0", b"Content-Length: 90000000"
    )
    return Shot("rest: large bodies", head, FRESH)


BODIES: tuple[Kind, ...] = (flipped, moved, typed, typed, worded, fielded, nested, numbered, misencoded, large)
FRAMES: tuple[Kind, ...] = (
    chunked, cut, wrong_length, pipelined, long_path, climbing, mistaken, asked_oddly, asked_oddly, random_bytes,
)  # fmt: skip
