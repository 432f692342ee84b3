"""What outsiders tried stands in the log: enough to see it, nothing that must not be there, and never too much."""

import asyncio
import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bellpull.web import refusals
from bellpull.web.refusals import MOST_CODES, MOST_LINES, Refusals
from support.answers import PATIENCE, done, refused, until
from support.hub import Caller, Hub, HubMaker
from support.metrics import figures

SECRETS = ("S3CRETTOKEN", "s3cretquery", "s3cretname", "s3cretkey", "s3crethost")


Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Lines:
    """What was logged in this test up to now."""
    caplog.set_level(logging.INFO, "bellpull.refused")
    return lambda: [vars(record) for record in caplog.records if record.name == "bellpull.refused"]


def test_a_line_has_the_code_the_route_and_the_address_and_no_more(hub_process: HubMaker) -> None:
    hub = hub_process(json_logs="true")
    token, query, name, key, host = SECRETS
    refused(hub.nobody("POST", f"/api/webhooks/{token}?q={query}", json={"text": name}), 404)
    refused(
        hub.http.get(f"{hub.url}/api/agents/{name}/trail?q={query}", headers={"Authorization": f"Bearer {key}"}), 401
    )
    refused(hub.nobody("GET", f"/{name}?q={query}", headers={"Host": host}), 421)
    written = (hub.data_dir / "hub.log").read_text()
    said = [line for line in map(json.loads, written.splitlines()) if line["logger"] == "bellpull.refused"]
    assert [(line["code"], line["route"], line["origin"]) for line in said] == [
        ("webhook_not_found", "POST /api/webhooks/{token}", "127.0.0.1"),
        ("invalid_key", "GET /api/agents/{name}/trail", "127.0.0.1"),
        ("host_refused", "-", "127.0.0.1"),
    ]
    assert {line["level"] for line in said} == {"info"}
    assert [word for word in SECRETS if word in written] == []


def test_the_mistakes_of_those_who_may_be_here_are_counted_alone(own_hub: Hub, own_agent: Caller, lines: Lines) -> None:
    refused(own_agent.post("/api/notifications", {"notification_type": "odd", "title": "x"}), 400)
    refused(own_agent.get("/api/notifications/notif_0123456789abcdef"), 404)
    assert lines() == []
    assert figures(own_hub.owner).value("bellpull_refused_total", code="invalid_notification_type") == 1
    done(own_agent.get("/api/me"))


def test_a_call_whose_key_ends_while_it_waits_is_counted_alone(own_hub: Hub, own_agent: Caller, lines: Lines) -> None:
    with ThreadPoolExecutor(1) as pool:
        poll = pool.submit(own_agent.get, f"/api/agents/{own_agent.name}/nudges", state="pending", wait=20)
        until(lambda: figures(own_hub.owner).value("bellpull_waiting_calls", **{"for": "nudges"}) == 1, "it waits")
        done(own_hub.owner.delete(f"/api/keys/{own_agent.key_id}"))
        done(own_hub.owner.post(f"/api/agents/{own_agent.name}/nudges", {"message": "for another carrier"}), 201)
        refused(poll.result(PATIENCE), 401)
    refused(own_agent.get("/api/me"), 401)  # from now on its key is an outsider's
    assert [line["route"] for line in lines()] == ["GET /api/me"]


def test_a_flood_is_counted_whole_and_said_in_a_few_lines(own_hub: Hub, lines: Lines) -> None:
    for _ in range(MOST_LINES * 4):
        refused(own_hub.nobody("GET", "/api/me"), 401)
    said = [line for line in lines() if line["code"] == "key_required" and "route" in line]
    assert MOST_LINES <= len(said) <= 2 * MOST_LINES  # a window may have ended meanwhile
    assert figures(own_hub.owner).value("bellpull_refused_total", code="key_required") == MOST_LINES * 4


def test_lines_that_were_left_out_are_counted_in_one_and_then_written_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(refusals, "WINDOW_SECONDS", 0)
    caplog.set_level(logging.INFO, "bellpull.refused")

    async def flood() -> None:
        seen = Refusals()
        for _ in range(MOST_LINES + 7):
            seen.note("invalid_key", ("203.0.113.5", 1), "GET /api/me")
        seen.note("key_required", None)
        while len(caplog.records) < MOST_LINES + 2:
            await asyncio.sleep(0)
        seen.note("invalid_key", ("203.0.113.5", 1), "GET /api/me")

    asyncio.run(asyncio.wait_for(flood(), 10))
    told = [record.getMessage() for record in caplog.records]
    line = "refused invalid_key: GET /api/me from 203.0.113.5"
    left_out = "refused invalid_key: 7 more in 0 seconds"
    assert told == [*[line] * MOST_LINES, "refused key_required: - from -", left_out, line]


def test_origin_that_is_no_address_is_not_written(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bellpull.refused")

    async def note() -> None:
        seen = Refusals()
        for said in ("\x1b[31mred", "evil.example", "10.0.0.1\nforged: line", "2001:db8::1"):
            seen.note("invalid_key", (said, 0))

    asyncio.run(note())
    origins = [vars(record)["origin"] for record in caplog.records]
    assert origins == ["-", "-", "-", "2001:db8::1"]


def test_codes_cannot_fill_the_memory() -> None:
    seen = Refusals()
    for number in range(MOST_CODES * 2):
        seen.count(f"code_{number}")
    assert len(seen.counts) == MOST_CODES + 1
    assert sum(seen.counts.values()) == MOST_CODES * 2
