"""Bad calls of webhooks: what GitHub, GitLab, Gitea and CI send, changed, and signatures of others.

Most are signed rightly after the change, so that what reads them is reached.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote_from_bytes

from bench.fuzz import mutation
from bench.fuzz.heads import Headers
from bench.fuzz.shot import CUT, FRESH, KEEP, Shot, http
from bench.fuzz.target import CALLS_OF_A_WEBHOOK, Webhook, World

SAMPLES = Path(__file__).parents[2] / "tests" / "domain" / "webhook_samples"
EVENT_HEADERS = {"github": "X-GitHub-Event", "gitlab": "X-Gitlab-Event", "gitea": "X-Gitea-Event"}
DELIVERIES = ("Idempotency-Key", "X-GitHub-Delivery", "X-Gitea-Delivery", "X-Gitlab-Event-UUID")
TYPES = (
    "application/json",
    "application/x-www-form-urlencoded",
    "text/plain",
    "",
    "multipart/form-data",
    "application/json; charset=utf-7",
)


@cache
def _samples() -> tuple[tuple[str, str, Any], ...]:
    """Forge, event, body."""
    found = []
    for file in sorted(SAMPLES.glob("*.json")):
        forge, event = file.name.split(".")[:2]
        found.append((forge, event, json.loads(file.read_bytes())))
    return tuple(found)


def shots(dice: Random, world: World) -> Iterator[Shot]:
    for number in count():
        webhook = world.webhooks[number // CALLS_OF_A_WEBHOOK % len(world.webhooks)]
        forge, event, value = dice.choice(_samples())
        kind = dice.choice(list(KINDS))
        body = KINDS[kind](dice, value)
        headers: Headers = [
            ("Host", world.host),
            ("Content-Type", dice.choice(TYPES) if dice.random() < 0.2 else TYPES[0]),
        ]
        headers.append((EVENT_HEADERS[forge], _event(dice, event)))
        if kind == "wrong signatures":
            headers += _wrong_signatures(dice, webhook, body)
        elif webhook.secret:
            headers.append(("X-Hub-Signature-256", f"sha256={_signature(webhook, body)}"))
        if dice.random() < 0.3:
            headers.append((dice.choice(DELIVERIES), dice.choice(("1", "", "x" * 300, b"\xff", "a" * 200))))
        forged = kind == "wrong signatures" and bool(webhook.secret)
        yield replace(_shot(dice, kind, webhook.path, headers, body), forged=forged)


def _shot(dice: Random, kind: str, path: str, headers: Headers, body: bytes) -> Shot:
    if kind == "wrong addresses":
        path = dice.choice(
            (
                path[:-1],
                path + "x",
                path.upper(),
                path + "/",
                "/api/webhooks/" + "x" * 3000,
                path + "%00",
                path.replace("_", "%5f"),
                path + "?x=1",
            )
        )
    data = http(dice.choice(("GET", "PUT", "DELETE")) if kind == "wrong methods" else "POST", path, headers, body)
    if kind == "cut off":
        return Shot("webhooks: cut off", data[: dice.randrange(1, len(data))], CUT)
    odd = any("\xff" in str(value) or isinstance(value, bytes) for _, value in headers)
    return Shot(f"webhooks: {kind}", data, FRESH if odd or kind in ("wrong addresses", "wrong methods") else KEEP)


def _event(dice: Random, event: str) -> str:
    return (
        event
        if dice.random() < 0.8
        else dice.choice(("", "ping", "push", "pull_request", "Push Hook", "x" * 500, "../x", "Pipeline Hook"))
    )


def _signature(webhook: Webhook, body: bytes) -> str:
    return hmac.new(webhook.secret.encode(), body, hashlib.sha256).hexdigest()


def _wrong_signatures(dice: Random, webhook: Webhook, body: bytes) -> Headers:
    right = _signature(webhook, body)
    wrong = dice.choice(
        (
            right[:-1],
            right[:-1] + "x",
            "",
            "0" * 64,
            "é",
            "sha1=" + right,
            right + right,
            "\x7f",
            "sha256=" * 50,
        )
    )
    name = dice.choice(
        ("X-Hub-Signature-256", "X-Bellpull-Signature", "X-Gitea-Signature", "X-Forgejo-Signature", "X-Gitlab-Token")
    )
    return [(name, f"sha256={wrong}" if dice.random() < 0.5 else wrong)] * dice.choice((1, 1, 3))


def _form(dice: Random, value: Any) -> bytes:
    return (
        b"payload="
        + quote_from_bytes(mutation.dump(value)).encode()[: dice.choice((100, 10**6))]
        + dice.choice((b"", b"&payload=1", b"&%", b"&=&="))
    )


def _several(dice: Random, value: Any) -> bytes:
    for _ in range(dice.randint(2, 10)):
        value = mutation.wrong_type(dice, value)
    return mutation.dump(value)


KINDS: dict[str, Callable[[Random, Any], bytes]] = {
    "wrong types": lambda dice, value: mutation.dump(mutation.wrong_type(dice, value)),
    "many wrong types": _several,
    "odd texts and NULs": lambda dice, value: mutation.dump(mutation.odd_text(dice, value)),
    "odd fields": lambda dice, value: mutation.dump(mutation.odd_fields(dice, value)),
    "bits flipped": lambda dice, value: mutation.flip_bits(dice, mutation.dump(value)),
    "broken UTF-8": lambda dice, value: mutation.splice(dice, mutation.dump(value), dice.choice(mutation.BROKEN_UTF8)),
    "deep nesting": mutation.deep,
    "huge numbers": mutation.huge_number,
    "parts moved or missing": lambda dice, value: mutation.shuffle_parts(dice, mutation.dump(value)),
    "forms": _form,
    "random bytes": lambda dice, value: mutation.noise(dice, 3_000),
    "wrong signatures": lambda dice, value: mutation.dump(value),
    "wrong addresses": lambda dice, value: mutation.dump(value),
    "wrong methods": lambda dice, value: mutation.dump(value),
    "cut off": lambda dice, value: mutation.dump(value),
}
