"""People with a password, their sign-ins, and who shares which agent, over REST."""

import base64
import json
import secrets
from typing import Any

import httpx2

from support.answers import done
from support.hub import Caller, Hub

PASSWORD = "correct horse battery"
COOKIE = "__Host-bellpull"
#: What a proxy in front of the hub adds to a request that came to it by https.
BY_HTTPS = {"X-Forwarded-Proto": "https"}
USER_FIELDS = ["name", "admin", "created_at", "has_password", "agents", "last_sign_in_at"]


def new_name(what: str = "person") -> str:
    return f"{what}-{secrets.token_hex(4)}"


def add_user(hub: Hub, name: str | None = None, password: str | None = PASSWORD, **more: Any) -> dict[str, Any]:
    body = {"name": name or new_name(), "password": password} | more
    made: dict[str, Any] = done(hub.owner.post("/api/users", body), 201)
    return made


def new_member(hub: Hub, name: str | None = None, *, admin: bool = False) -> Caller:
    """A fresh person with a password, calling with a key."""
    return hub.new_person(add_user(hub, name, admin=admin)["name"])


def try_log_in(
    hub: Hub, name: Any, password: Any = PASSWORD, *, headers: dict[str, str] | None = None, **more: Any
) -> httpx2.Response:
    return hub.nobody("POST", "/api/login", json={"name": name, "password": password} | more, headers=headers or {})


def signed_in(hub: Hub, name: str, password: str = PASSWORD) -> Caller:
    """This person with the token of a new sign-in in the place of a key."""
    token = done(try_log_in(hub, name, password))["token"]
    me = done(hub.nobody("GET", "/api/me", headers={"Authorization": f"Bearer {token}"}))
    return Caller(hub, token, name, me["key_id"])


def change_password(caller: Caller, name: str, password: str, current: str | None = None) -> httpx2.Response:
    return caller.call("PUT", f"/api/users/{name}/password", json={"password": password, "current": current})


def try_share(caller: Caller, agent_name: str, user: str, method: str = "PUT") -> httpx2.Response:
    return caller.call(method, f"/api/agents/{agent_name}/shares/{user}")


def share(caller: Caller, agent_name: str, user: str) -> None:
    assert done(try_share(caller, agent_name, user)) == {"agent_name": agent_name, "user": user, "shared": True}


def unshare(caller: Caller, agent_name: str, user: str) -> None:
    told = done(try_share(caller, agent_name, user, "DELETE"))
    assert told == {"agent_name": agent_name, "user": user, "shared": False}


def shared_with(caller: Caller) -> dict[str, list[str]]:
    """Of each agent that the caller sees."""
    return {one["name"]: one["shared_with"] for one in done(caller.get("/api/agents"))["agents"]}


def part_of(token: str, place: int) -> dict[str, Any]:
    """The header (0) or the claims (1) of a token."""
    part = token.split(".")[place]
    value: dict[str, Any] = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return value


def as_part(value: dict[str, Any] | bytes) -> str:
    raw = value if isinstance(value, bytes) else json.dumps(value, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def audit(hub: Hub, **query: Any) -> list[dict[str, Any]]:
    """Newest first."""
    told = done(hub.owner.get("/api/audit", **query))
    assert set(told) == {"count", "entries"}
    assert told["count"] == len(told["entries"])
    entries: list[dict[str, Any]] = told["entries"]
    return entries
