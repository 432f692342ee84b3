"""The official MCP client starts `bellpull mcp` and speaks to it in both eras."""

import itertools
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from anyio.from_thread import start_blocking_portal
from http_client import REVISIONS, McpClient, called_so
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from bellpull.mcp.tools import INSTRUCTIONS, TOOLS
from support.answers import PATIENCE, until
from support.hub import Hub
from support.questions import answer, surface
from support.stdio_shim import environment, new_name, open_question


@contextmanager
def started(hub: Hub, name: str, mode: str, called: str | None = None) -> Iterator[McpClient]:
    words = ["-m", "bellpull.cli.main", "mcp", "--agent", name]
    server = StdioServerParameters(command=sys.executable, args=words, env=environment(hub))
    with start_blocking_portal() as portal, ExitStack() as opened:
        client = Client(stdio_client(server), mode=mode, client_info=called_so(called))
        opened.enter_context(portal.wrap_async_context_manager(client))
        assert client.session.protocol_version == REVISIONS[mode]
        yield McpClient(portal, client)


@pytest.fixture(params=REVISIONS)
def mode(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_it_reads_what_the_server_is_and_has(hub: Hub, mode: str) -> None:
    with started(hub, new_name(), mode) as mcp:
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


def test_gemini_is_offered_a_second_name_to_ask_by(hub: Hub, mode: str) -> None:
    with started(hub, new_name(), mode, "gemini-cli-mcp-client") as mcp:
        assert [tool.name for tool in mcp.ask("list_tools").tools] == [*TOOLS, "ask_person"]
        assert mcp.client.instructions is not None
        assert "ask_person" in mcp.client.instructions
        told = mcp.call("ask_person", title="Merge", question="Merge to main?")
        assert hub.owner.read(told.question_id)["title"] == "Merge"


def test_copilot_is_given_texts_that_stand_apart(hub: Hub, mode: str) -> None:
    """It joins them."""
    with started(hub, new_name(), mode, "copilot-cli") as mcp:
        told = mcp.call("ask_user", title="Merge", question="Merge to main?")
        assert [item[:1] == "\n" for item in told.items] == [False, *[True] * (len(told.items) - 1)]
        assert len(told.items) > 1


def test_it_tells_people_something(hub: Hub, mode: str) -> None:
    name = new_name()
    with started(hub, name, mode) as mcp:
        told = mcp.call("send_notification", notification_type="completion", title="Done", priority="low")
    said = json.loads(told.items[0])
    assert (said["success"], said["agent_name"]) == (True, name)
    assert hub.owner.read(said["notification_id"])["title"] == "Done"


@pytest.mark.parametrize(
    ("options", "choice", "response"),
    [
        (["Yes", "No"], "Yes", "accepted"),
        (["Oui", "Non"], "Non", "dismissed"),
        (["Tea", "Coffee"], "Coffee", "accepted"),
    ],
)
def test_it_asks_and_gets_the_click(hub: Hub, mode: str, options: list[str], choice: str, response: str) -> None:
    name = new_name()
    with started(hub, name, mode) as mcp:
        asked = mcp.begin("ask_user", title="Decision", question="Which?", options=options, wait_for_response=True)
        question = open_question(hub.owner, name)
        answer(hub.owner, question["id"], choice=choice)
        assert asked.result(PATIENCE).items == [json.dumps({"response": response, "choice": choice})]
        until(lambda: hub.owner.get(f"/api/questions/{question['id']}").json()["handed_at"], "the answer is handed")


def test_it_shows_a_window_and_gets_what_was_typed(hub: Hub, mode: str) -> None:
    name = new_name()
    with surface(hub.owner, "notification", "buttons", "text"), started(hub, name, mode) as mcp:
        asked = mcp.begin("notify", message="How are you?")
        answer(hub.owner, open_question(hub.owner, name)["id"], text=" Fine. ")
        assert asked.result(PATIENCE).items == ["User response:  Fine. "]
        shown = mcp.call("notify", message="Good.", wait_for_response=False)
        assert shown.items == ["✓ Message displayed successfully"]


def test_it_hears_of_progress_while_a_person_thinks(hub: Hub, mode: str) -> None:
    name = new_name()
    with started(hub, name, mode) as mcp:
        asked = mcp.begin("ask_user", progress=True, title="x", question="y", wait_for_response=True)
        question = open_question(hub.owner, name)
        until(lambda: len(mcp.progress) >= 2, "progress comes every five seconds")
        answer(hub.owner, question["id"], text="at last")
        assert asked.result(PATIENCE).items == ['{"response": "accepted", "choice": "at last"}']
    steps = [progress for progress, _, _ in mcp.progress]
    assert all(later > earlier for earlier, later in itertools.pairwise(steps))
    assert 4 < steps[0] < 9


def test_it_is_told_of_a_wrong_argument(hub: Hub, mode: str) -> None:
    with started(hub, new_name(), mode) as mcp:
        told = mcp.call("ask_user", title="x", question="y", timeout=0)
    assert (told.items, told.is_error) == (["The parameter timeout must be a number from 1 to 86400."], True)
