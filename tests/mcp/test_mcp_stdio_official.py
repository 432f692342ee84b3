"""The official MCP client starts `bellpull mcp` and speaks to it in both eras: one server for all tests of an era."""

import itertools
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

import pytest
from anyio.from_thread import start_blocking_portal
from http_client import REVISIONS, McpClient
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from bellpull.mcp.tools import INSTRUCTIONS, TOOLS
from support.answers import PATIENCE, until
from support.hub import Hub
from support.questions import answer, surface
from support.stdio_shim import environment, new_name, open_question

pytestmark = pytest.mark.process


class Server(NamedTuple):
    name: str
    mcp: McpClient


@contextmanager
def started(hub: Hub, mode: str) -> Iterator[Server]:
    assert hub.url
    name = new_name()
    words = ["-m", "bellpull.cli.main", "mcp", "--agent", name]
    server = StdioServerParameters(command=sys.executable, args=words, env=environment(hub))
    with start_blocking_portal() as portal, ExitStack() as opened:
        client = Client(stdio_client(server), mode=mode)
        opened.enter_context(portal.wrap_async_context_manager(client))
        assert client.session.protocol_version == REVISIONS[mode]
        yield Server(name, McpClient(portal, client))


@pytest.fixture(scope="module", params=REVISIONS)
def server(hub: Hub, request: pytest.FixtureRequest) -> Iterator[Server]:
    with started(hub, str(request.param)) as server:
        yield server


def test_the_client_reads_what_the_server_is_and_has(server: Server) -> None:
    mcp = server.mcp
    assert mcp.client.instructions == INSTRUCTIONS
    assert mcp.client.server_info is not None
    assert mcp.client.server_info.name == "bellpull"
    tools = {tool.name: tool for tool in mcp.ask("list_tools").tools}
    assert {name: tool.input_schema for name, tool in tools.items()} == {
        name: tool.input_schema for name, tool in TOOLS.items()
    }
    assert tools["ask_user"].annotations.title == "Ask a person"
    assert [prompt.name for prompt in mcp.ask("list_prompts").prompts] == ["notify"]
    assert mcp.ask("get_prompt", "notify").messages[0].role == "user"


def test_the_client_tells_people_something(hub: Hub, server: Server) -> None:
    told = server.mcp.call("send_notification", notification_type="completion", title="Done", priority="low")
    said = json.loads(told.items[0])
    assert (said["success"], said["agent_name"]) == (True, server.name)
    assert hub.owner.read(said["notification_id"])["title"] == "Done"


@pytest.mark.parametrize(("choice", "response"), [("Yes", "accepted"), ("No", "dismissed")])
def test_the_client_asks_and_gets_the_click(hub: Hub, server: Server, choice: str, response: str) -> None:
    asked = server.mcp.begin("ask_user", title=choice, question="So?", options=["Yes", "No"], wait_for_response=True)
    question = open_question(hub.owner, server.name)
    answer(hub.owner, question["id"], choice=choice)
    assert asked.result(PATIENCE).items == [json.dumps({"response": response, "choice": choice})]
    until(lambda: hub.owner.get(f"/api/questions/{question['id']}").json()["handed_at"], "the answer is handed")


def test_the_client_shows_a_window_and_gets_what_was_typed(hub: Hub, server: Server) -> None:
    with surface(hub.owner, "notification", "buttons", "text"):
        asked = server.mcp.begin("notify", message="How are you?")
        answer(hub.owner, open_question(hub.owner, server.name)["id"], text=" Fine. ")
        assert asked.result(PATIENCE).items == ["User response:  Fine. "]
        shown = server.mcp.call("notify", message="Good.", wait_for_response=False)
        assert shown.items == ["✓ Message displayed successfully"]


@pytest.mark.slow
def test_the_client_hears_of_progress_while_a_person_thinks(hub: Hub, server: Server) -> None:
    mcp = server.mcp
    asked = mcp.begin("ask_user", progress=True, title="x", question="y", wait_for_response=True)
    question = open_question(hub.owner, server.name)
    until(lambda: len(mcp.progress) >= 2, "progress comes every five seconds")
    answer(hub.owner, question["id"], text="at last")
    assert asked.result(PATIENCE).items == ['{"response": "accepted", "choice": "at last"}']
    steps = [progress for progress, _, _ in mcp.progress]
    assert all(later > earlier for earlier, later in itertools.pairwise(steps))


def test_the_client_is_told_of_a_wrong_argument(server: Server) -> None:
    told = server.mcp.call("ask_user", title="x", question="y", timeout=0)
    assert (told.items, told.is_error) == (["The parameter timeout must be a number from 1 to 86400."], True)
