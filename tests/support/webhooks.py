"""Webhooks as people make them and as the world calls them."""

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import httpx2

from support.answers import done
from support.hub import Caller, Hub

SAMPLES = Path(__file__).parents[1] / "domain" / "webhook_samples"


def sample(name: str) -> bytes:
    return (SAMPLES / f"{name}.json").read_bytes()


def make(person: Caller, agent_name: str, **body: Any) -> dict[str, Any]:
    made: dict[str, Any] = done(person.post(f"/api/agents/{agent_name}/webhooks", {"source": "ci"} | body), 201)
    return made


def call(hub: Hub, made: dict[str, Any], body: bytes | str | dict[str, Any] = "red", **headers: str) -> httpx2.Response:
    """As a stranger with nothing but the address."""
    content = json.dumps(body).encode() if isinstance(body, dict) else body.encode() if isinstance(body, str) else body
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return hub.nobody("POST", made["path"], content=content, headers=sent)


def signature(body: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def nudges(hub: Hub, agent: Caller) -> list[dict[str, Any]]:
    """What is pending, oldest first."""
    told: list[dict[str, Any]] = done(hub.owner.get(f"/api/agents/{agent.name}/nudges"))["nudges"]
    return told
