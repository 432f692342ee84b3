"""Keys and tokens that are none: cut, changed, signed by nobody, with another algorithm, for somebody else."""

import base64
import hashlib
import hmac
import json
from random import Random
from typing import Any

ALGORITHMS = (
    "none",
    "None",
    "nOnE",
    "HS256",
    "HS384",
    "HS512",
    "RS256",
    "ES256",
    "EdDSA",
    "PS256",
    "",
    None,
    7,
    ["HS256"],
    "HS256\x00",
)
KIDS: tuple[Any, ...] = (
    "",
    "1",
    "../../dev/null",
    "0' OR '1'='1",
    "\x00",
    None,
    7,
    [],
    {},
    "x" * 3000,
    "/etc/passwd",
    "\ud800",
)
NOW = 2_000_000_000
"""Of the tokens: the same in every run, and ahead of us."""

SECRETS = (b"", b"secret", b"bellpull", b"0", b"\x00" * 32)


def near(dice: Random, key: str) -> str:
    """Almost a key that is valid."""
    at = dice.randrange(len(key))
    other = "A" if key[at] != "A" else "B"
    return dice.choice(
        (
            key[:at],
            key + "x",
            key[:at] + other + key[at + 1 :],
            key.upper(),
            key[1:],
            key[::-1],
            key * 50,
            f" {key[:-1]}",
        )
    )


def tampered(dice: Random, token: str) -> str:
    """A token that was good, with another head, other claims, or without all of its signature."""
    head, claims, signature = token.split(".")
    said = json.loads(base64.urlsafe_b64decode(head + "=="))
    about = json.loads(base64.urlsafe_b64decode(claims + "=="))
    other_head = _b64(json.dumps(said | {"alg": dice.choice(ALGORITHMS)}).encode())
    other_claims = _b64(json.dumps(about | {"sub": "owner", "exp": NOW * 2}).encode())
    secret = hmac.new(dice.choice(SECRETS), f"{other_head}.{claims}".encode(), hashlib.sha256).digest()
    return dice.choice(
        (
            f"{other_head}.{claims}.",
            f"{other_head}.{other_claims}.{signature}",
            f"{other_head}.{claims}.{_b64(secret)}",
            f"{head}.{other_claims}.{signature}",
            f"{head}.{claims}.{signature[: dice.randrange(40)]}",
            f"{head}.{claims}.",
            f"{head}.{claims}.{'A' * len(signature)}",
            f"{claims}.{head}.{signature}",
        )
    )


def jwt(dice: Random) -> str:
    """It looks like what signing in gives."""
    head: dict[str, Any] = {"alg": dice.choice(ALGORITHMS), "typ": "JWT"}
    if dice.random() < 0.8:
        head["kid"] = dice.choice(KIDS)
    if dice.random() < 0.2:
        head |= {"jwk": {"kty": "oct", "k": ""}, "jku": "http://127.0.0.1:1/", "crit": ["x"], "b64": False}
    parts = [_part(dice, head), _part(dice, _claims(dice))]
    signed = ".".join(parts).encode()
    digest = dice.choice((hashlib.sha256, hashlib.sha384, hashlib.sha512))
    signature = _b64(hmac.new(dice.choice(SECRETS), signed, digest).digest())
    parts.append(dice.choice((signature, "", signature[: dice.randrange(len(signature))], signature + "=", "AAAA")))
    return _broken(dice, parts)


def _claims(dice: Random) -> dict[str, Any]:
    now = NOW
    claims: dict[str, Any] = {
        "sub": dice.choice(("owner", "admin", "", None, 0, ["owner"], "\x00", "x" * 5000)),
        "sid": dice.choice(("key_0000000000000000", "1", None, {}, "' OR 1=1 --")),
        "iat": dice.choice((now, 0, -1, 1e400 if dice.random() < 0.5 else "now", now + 10**9)),
        "exp": dice.choice((now + 3600, now - 1, 10**30, "never", None, [])),
    }
    return {name: value for name, value in claims.items() if dice.random() < 0.85}


def _part(dice: Random, value: Any) -> str:
    text = json.dumps(value).encode()
    if dice.random() < 0.1:
        text = dice.choice((b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 3000, text[:-1]))
    return _b64(text)


def _broken(dice: Random, parts: list[str]) -> str:
    choice = dice.randrange(12)
    if choice == 0:
        return ".".join(parts[:2])
    if choice == 1:
        return ".".join([*parts, parts[0]])
    if choice == 2:
        return "." * dice.choice((1, 2, 3, 500))
    if choice == 3:
        return ".".join(parts).replace("a", dice.choice(("+", "/", "=", "%", " ", "é")))
    return ".".join(parts)


def _b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
