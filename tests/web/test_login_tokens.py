"""What is nearly the token of a sign-in is none; and where a token may stand."""

import hashlib
import hmac
from typing import Any

import pytest

from support.accounts import add_user, as_part, new_member, part_of, signed_in
from support.answers import done, refused
from support.hub import Caller, Hub, HubMaker
from support.live import Live


@pytest.fixture(scope="module")
def member(hub: Hub) -> Caller:
    return new_member(hub)


def as_token(hub: Hub, token: str) -> Caller:
    return Caller(hub, token, "", "")


def signed(header: dict[str, Any], claims: dict[str, Any], secret: bytes, hash: str = "sha256") -> str:
    body = f"{as_part(header)}.{as_part(claims)}"
    return f"{body}.{as_part(hmac.new(secret, body.encode(), hash).digest())}"


def forgeries(token: str, hub: Hub) -> dict[str, str]:
    """Tokens that are nearly right."""
    header, claims = part_of(token, 0), part_of(token, 1)
    first, second, signature = token.split(".")
    made = {
        f"alg {alg}": f"{as_part(header | {'alg': alg})}.{second}.{end}"
        for alg in ("none", "None", "HS384", "HS512", "RS256", "")
        for end in ("", signature)
    }
    made |= {
        f"signed with {secret!r}": signed(header, claims, secret)
        for secret in (b"", b"secret", hub.id.encode(), str(header["kid"]).encode())
    }
    made |= {
        "another algorithm, signed": signed(header | {"alg": "HS512"}, claims, b"", "sha512"),
        "another kid": f"{as_part(header | {'kid': 'other'})}.{second}.{signature}",
        "a kid that is a path": f"{as_part(header | {'kid': '../../dev/null'})}.{second}.{signature}",
        "no kid": f"{as_part({'alg': 'HS256', 'typ': 'JWT'})}.{second}.{signature}",
        "its own key": f"{as_part(header | {'jwk': {'kty': 'oct', 'k': ''}})}.{second}.{signature}",
        "no signature": f"{first}.{second}.",
        "two parts": f"{first}.{second}",
        "a cut signature": token[:-2],
        "a longer signature": token + "A",
        "another signature": f"{first}.{second}.{as_part(hashlib.sha256(b'x').digest())}",
        "nothing": "..",
        "no JSON": f"{first}.{as_part(b'no JSON')}.{signature}",
        "bytes": f"{first}.{as_part(bytes(range(256)))}.{signature}",
    }
    for name, value in (("sub", "owner"), ("sid", "0"), ("exp", claims["exp"] + 9), ("iat", 0)):
        made[f"another {name}"] = f"{first}.{as_part(claims | {name: value})}.{signature}"
    return made


def test_a_token_that_is_nearly_right_is_no_token(hub: Hub, member: Caller) -> None:
    caller = signed_in(hub, member.name)
    for what, forged in forgeries(caller.key, hub).items():
        answer = as_token(hub, forged).get("/api/me")
        assert answer.status_code == 401, f"{what}: {answer.text}"
        refused(answer, 401)
    with as_token(hub, forgeries(caller.key, hub)["alg none"]).socket() as live:
        assert live.closed() == 4001
    done(caller.get("/api/me"))


def test_token_that_ended_is_told_to_sign_in_again_and_a_revoked_key_is_not(hub: Hub, member: Caller) -> None:
    caller = signed_in(hub, member.name)
    done(caller.post("/api/logout"))
    for key, hint in ((caller.key, "sign in again"), ("bp_wrong", "make one with: bellpull key create --agent NAME")):
        told = refused(as_token(hub, key).get("/api/me"), 401, sentence="Invalid or inactive key")
        assert (told["code"], told["hint"]) == ("invalid_key", hint)


def test_a_token_of_another_hub_is_no_token_here(hub: Hub, member: Caller, fresh_hub: HubMaker) -> None:
    other = fresh_hub()
    add_user(other, member.name)
    foreign = signed_in(other, member.name)
    refused(as_token(hub, foreign.key).get("/api/me"), 401)
    refused(as_token(other, signed_in(hub, member.name).key).get("/api/me"), 401)


def test_a_token_in_the_address_is_for_sockets_only(hub: Hub, member: Caller) -> None:
    token = signed_in(hub, member.name).key
    refused(hub.nobody("GET", "/api/me", params={"token": token}), 401)


def test_a_socket_takes_a_token_however_it_takes_a_key(hub: Hub, member: Caller) -> None:
    token = signed_in(hub, member.name).key
    with Live(hub.url, token=token) as by_address, Live(hub.url) as by_message:
        by_message.say({"type": "auth", "token": token})
        assert [live.connected()["name"] for live in (by_address, by_message)] == [member.name] * 2
