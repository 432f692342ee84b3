"""How the hub's answers are read, and how long a test waits for one."""

import re
import time
from collections.abc import Callable
from typing import Any, TypeVar

import httpx2

PATIENCE = 30.0
#: For clients, which else read all the authorities of the world each, to speak plain HTTP.
TRUST = httpx2.create_ssl_context(trust_env=False)
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
NOTIFICATION_ID = re.compile(r"notif_[A-Za-z0-9_-]{16}")
NOTIFICATION_FIELDS = [
    "id",
    "agent_name",
    "notification_type",
    "title",
    "message",
    "priority",
    "category",
    "metadata",
    "status",
    "created_at",
    "acknowledged_at",
    "acknowledged_by",
]
TYPES = ["alert", "info", "status", "completion", "question"]
PRIORITIES = ["low", "normal", "high", "urgent"]
STATUSES = ["pending", "acknowledged", "dismissed"]

T = TypeVar("T")


def until(condition: Callable[[], T | None], why: str, patience: float = PATIENCE) -> T:
    """Wait until the condition gives something true; fail with the reason when it does not in time. It is looked at
    ever more seldom: most conditions ask somebody, and tests run beside each other."""
    deadline, pause = time.monotonic() + patience, 0.01
    while not (found := condition()):
        assert time.monotonic() < deadline, f"waited {patience} s in vain: {why}"
        time.sleep(pause)
        pause = min(pause * 1.3, 0.1)
    return found


def done(answer: httpx2.Response, status: int = 200) -> Any:
    """The body of an answer that had to succeed."""
    assert answer.status_code == status, f"{answer.request.method} {answer.request.url}: {answer!r} {answer.text[:500]}"
    assert answer.headers["content-type"].split(";")[0] == "application/json"
    return answer.json()


def refused(answer: httpx2.Response, *statuses: int, sentence: str | None = None) -> dict[str, Any]:
    """The body of an answer that had to be a refusal in the one shape of errors."""
    told = f"{answer.request.method} {answer.request.url}: {answer.status_code} {answer.text[:500]}"
    assert answer.status_code in statuses, told
    assert answer.headers["content-type"].split(";")[0] == "application/json", told
    body: dict[str, Any] = answer.json()
    assert set(body) == {"detail", "code", "hint"}, told
    assert isinstance(body["detail"], str), told
    assert body["detail"], told
    assert re.fullmatch(r"[a-z][a-z0-9_]*", body["code"]), told
    assert body["hint"] is None or (isinstance(body["hint"], str) and body["hint"]), told
    assert "Traceback" not in answer.text, told
    if sentence is not None:
        assert body["detail"] == sentence
    return body
