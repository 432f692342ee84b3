"""The driver of tools at `/mcp`, where a real hub cannot be made to fail: what broke inside stays inside."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from bellpull.domain.errors import Conflict, Unavailable
from bellpull.domain.identity import Principal
from bellpull.mcp import tools
from bellpull.mcp.server import calls
from bellpull.mcp.server.calls import Driver, begins_to_wait
from bellpull.mcp.server.exchange import Exchange
from bellpull.mcp.server.inside import Inside
from bellpull.mcp.server.places import Places
from bellpull.mcp.tools import Call, Result, Tool, Wait

SECRET = "the password is swordfish"


@pytest.fixture(autouse=True)
def log_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What breaks here is no failure of a hub that other tests share."""
    monkeypatch.setattr(calls, "log", logging.getLogger("driver"))


class Rest:
    """An application that answers each path with a status and a body."""

    def __init__(self, **answers: tuple[int, bytes]) -> None:
        self._answers = {f"/{path}": answer for path, answer in answers.items()}
        self.asked: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asked.append(f"{scope['method']} {scope['path']}?{scope['query_string'].decode()}")
        status, body = self._answers.get(scope["path"], (200, b'{"nudges": []}'))
        await send({"type": "http.response.start", "status": status})
        await send({"type": "http.response.body", "body": body})


async def nothing(message: Message) -> None:
    raise AssertionError(message)


def exchange() -> Exchange:
    async def receive() -> Message:
        raise AssertionError("nothing is read")

    return Exchange(Principal("agent", "a", False, "k"), {b"host": b"localhost"}, b"", receive, nothing)


def tool_of(act: Any) -> Tool:
    return Tool("one", "", {"type": "object", "properties": {}}, {}, act)


def run(act: Any, rest: Rest, places: Places | None = None) -> Result:
    told = exchange()
    driver = Driver(Inside(rest, told.headers), told, places or Places(1), None)
    return asyncio.run(driver.run(tool_of(act), Call({}, "key", False)))


def test_a_failure_is_told_to_the_log_and_not_to_the_client(caplog: pytest.LogCaptureFixture) -> None:
    def act(call: Call) -> Iterator[tools.Send]:
        raise RuntimeError(SECRET)
        yield

    with caplog.at_level(logging.ERROR):
        result = run(act, Rest())
    assert result.is_error
    assert SECRET not in str(result.items)
    assert SECRET in caplog.text


def test_an_answer_that_is_no_json_is_not_told_either(caplog: pytest.LogCaptureFixture) -> None:
    def act(call: Call) -> Iterator[tools.Send]:
        yield tools.Send("GET", "/broken")

    result = run(act, Rest(broken=(200, SECRET.encode())))
    assert result.is_error
    assert SECRET not in str(result.items)


def test_a_refusal_is_thrown_into_the_tool_as_what_it_was() -> None:
    caught: list[Exception] = []

    def act(call: Call) -> Iterator[tools.Send]:
        try:
            yield tools.Send("POST", "/taken", {})
        except Conflict as error:
            caught.append(error)
        return Result(["went on"])

    body = b'{"detail": "It is taken", "code": "taken", "hint": null}'
    assert run(act, Rest(taken=(409, body))).items == ["went on"]
    assert [str(error) for error in caught] == ["It is taken"]


def test_a_result_goes_out_even_if_its_nudges_cannot_be_had() -> None:
    def act(call: Call) -> Iterator[tools.Send]:
        return Result(["the answer"])
        yield

    refusal = (503, b'{"detail": "No", "code": "stopping", "hint": null}')
    rest = Rest(**{"api/agents/a/nudges/claim": refusal})
    assert run(act, rest).items == ["the answer"]
    assert len(rest.asked) == 1


def test_a_place_is_given_back_however_the_call_ends() -> None:
    places = Places(1)

    def act(call: Call) -> Iterator[Wait]:
        yield Wait("q", 1)

    for _ in range(3):
        assert run(act, Rest(), places).is_error
        assert places.taken == 0


def test_a_name_cannot_take_all_places() -> None:
    places = Places(1000)
    for _ in range(100):
        places.take("greedy")
    with pytest.raises(Unavailable) as refused:
        places.take("greedy")
    assert refused.value.code == "too_many_waiting"
    places.take("other")
    places.leave("greedy")
    places.take("greedy")
    assert places.taken == 101


def test_a_call_that_would_wait_needs_a_place_before_it_asks() -> None:
    def act(call: Call) -> Iterator[tools.Send]:
        yield tools.Send("POST", "/api/questions", {"wait": 60})

    rest = Rest()
    result = run(act, rest, Places(0))
    assert result.is_error
    assert not [asked for asked in rest.asked if "questions" in asked]


@pytest.mark.parametrize(
    ("command", "waits"),
    [
        (tools.Send("POST", "/api/questions", {"wait": 5}), True),
        (tools.Send("POST", "/api/questions", {"wait": None}), False),
        (tools.Send("POST", "/api/questions/notif_1/await", {"seconds": 5}), True),
        (tools.Send("POST", "/api/questions/notif_1/withdraw"), False),
        (tools.Send("POST", "/api/notifications", {"wait": 5}), False),
        (tools.Send("GET", "/api/questions/notif_1"), False),
    ],
)
def test_only_calls_that_wait_take_a_place(command: tools.Send, waits: bool) -> None:
    assert begins_to_wait(command) is waits


def test_places_are_counted() -> None:
    places = Places(2)
    places.take("a")
    places.take("a")
    with pytest.raises(Unavailable, match="max 2"):
        places.take("a")
    places.leave("a")
    places.take("a")
    assert places.taken == 2
