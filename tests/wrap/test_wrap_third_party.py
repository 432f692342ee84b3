"""Servers that others wrote, wrapped, and driven by the official client and by the MCP inspector: not one byte differs
while nothing is pending, and nudges arrive when something is."""

import itertools
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from third_party import Recorded, everything, inspect, time_server

from support.answers import until
from support.hub import Caller, Hub
from support.nudges import listed, tell

pytestmark = pytest.mark.process

Ask = Callable[..., Any]
REVISIONS = {"legacy": "2025-11-25", "auto": "2026-07-28"}
SLOW = ("trigger-long-running-operation", {"duration": 1, "steps": 4})


@contextmanager
def official_client(recorded: Recorded, mode: str) -> Iterator[tuple[Client, Ask]]:
    """The client, and how its methods are called from here."""
    server = StdioServerParameters(command=recorded.command[0], args=recorded.command[1:], env=recorded.environment)
    with start_blocking_portal() as portal, ExitStack() as opened:
        client = Client(stdio_client(server), mode=mode)
        opened.enter_context(portal.wrap_async_context_manager(client))

        def ask(method: str, *given: Any, **named: Any) -> Any:
            async def run() -> Any:
                return await getattr(client, method)(*given, **named)

            return portal.call(run)

        yield client, ask


@pytest.mark.parametrize("mode", REVISIONS)
def test_the_official_client_and_a_server_from_npm_do_not_notice(
    hub: Hub, agent: Caller, tmp_path: Path, mode: str
) -> None:
    recorded = Recorded(tmp_path, hub, agent, everything())
    with official_client(recorded, mode) as (client, ask):
        assert client.server_info is not None
        assert "everything" in client.server_info.name
        assert len(ask("list_tools").tools) > 8
        assert ask("call_tool", "echo", {"message": "hé"}).content[0].text == "Echo: hé"
        assert ask("call_tool", "get-structured-content", {"location": "New York"}).structured_content
        assert ask("call_tool", "get-tiny-image", {}).content[1].type == "image"
        assert ask("call_tool", "get-sum", {"a": "x", "b": 2}).is_error
        steps: list[float] = []

        async def note(progress: float, total: float | None, message: str | None) -> None:
            steps.append(progress)

        ask("call_tool", SLOW[0], SLOW[1], progress_callback=note)
        assert steps
        assert ask("list_resources").resources
        assert ask("list_prompts").prompts
    assert recorded.heard_but_not_said() == []


@pytest.mark.parametrize("mode", REVISIONS)
def test_the_official_client_and_a_server_from_pypi_do_not_notice_until_there_is_something_to_say(
    hub: Hub, agent: Caller, tmp_path: Path, mode: str
) -> None:
    recorded = Recorded(tmp_path, hub, agent, time_server())
    asked = {"timezone": "Europe/Paris"}
    with official_client(recorded, mode) as (client, ask):
        assert client.session.protocol_version == REVISIONS[mode]
        ask("list_tools")
        plain = ask("call_tool", "get_current_time", asked)
        assert "Europe/Paris" in plain.content[0].text
        tell(hub.owner, agent.name, "it is late", source="user")
        result = until(lambda: longer(ask("call_tool", "get_current_time", asked), plain), "the nudge comes")
        assert result.content[-1].text == '<notification source="user">\nit is late\n</notification>'
        until(lambda: listed(hub.owner, agent.name, state="handed"), "it is confirmed")
        assert ask("call_tool", "get_current_time", {"timezone": "Nowhere/At_All"}).is_error
    ((before, after),) = recorded.heard_but_not_said()
    said, heard = json.loads(before), json.loads(after)
    del heard["result"]["content"][-1]
    assert heard == said


def longer(result: Any, plain: Any) -> Any:
    return result if len(result.content) > len(plain.content) else None


@pytest.mark.slow
def test_the_inspector_sees_what_the_server_wrote_and_the_nudge_after_it(
    hub: Hub, agent: Caller, tmp_path: Path
) -> None:
    words = ("--method", "tools/call", "--tool-name", SLOW[0], "--tool-arg", "duration=1", "steps=2")
    folders = (tmp_path / str(number) for number in itertools.count())

    def call() -> tuple[list[Any], Recorded]:
        """The items of the result. A machine that is busy may need more than one: each has little time for the hub."""
        folder = next(folders)
        folder.mkdir()
        recorded = Recorded(folder, hub, agent, everything())
        printed: Any = inspect(recorded, folder, *words)
        return printed["content"], recorded

    plain, recorded = call()
    assert recorded.heard_but_not_said() == []
    tell(hub.owner, agent.name, "look here")
    content, recorded = until(lambda: next(filter(lambda said: said[0] != plain, [call()]), None), "the nudge comes")
    *rest, item = content
    assert rest == plain
    assert item["text"].startswith('<notification source="user"')
    assert item["text"].endswith(">\nlook here\n</notification>")
    assert len(recorded.heard_but_not_said()) == 1
