"""With nothing pending the plugin changes not one byte of what tools return; and in `opencode run` it wakes nobody."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from at_work import AtWork, at_work, bash

from support.answers import done, until
from support.fake_model import Call, FakeModel, serving
from support.opencode import PATIENCE_WITH_IT, installed

pytestmark = pytest.mark.slow
SCRIPT = (
    bash("printf 'no line end, <notification> and \\t tabs'"),
    Call("small_say", {"text": "  blanks around, ünïcödé 🔔\n\n"}),
    [Call("small_big", {"kb": 40}), bash("echo at once; exit 3")],
    Call("small_fail", {}),
    Call("todowrite", {"todos": [{"content": "first", "status": "pending", "priority": "low"}]}),
    bash("seq 1 1000"),
)


@pytest.fixture
def without_plugin(opencode: AtWork, tmp_path: Path) -> Iterator[AtWork]:
    with at_work(opencode.hub, tmp_path, plugin=False) as plain:
        yield plain


def messages_and_tools(opencode: AtWork) -> list[Any]:
    """All that the model was sent but the system's words, which differ by the plugin's one."""
    work = opencode.begin(*SCRIPT).rest()
    requests = work.requests()
    numbers: dict[str, str] = {}

    def plain(message: dict[str, Any]) -> dict[str, Any]:
        """With ids of calls that are the same in all runs, and without the prompt's own number."""
        said = dict(message)
        if "tool_call_id" in said:
            said["tool_call_id"] = numbers.setdefault(said["tool_call_id"], f"call {len(numbers)}")
        said["tool_calls"] = [
            one | {"id": numbers.setdefault(one["id"], f"call {len(numbers)}")} for one in said.get("tool_calls", [])
        ]
        return said | ({"content": "the prompt"} if said["role"] == "user" else {})

    return [
        ([plain(one) for one in request["messages"] if one["role"] != "system"], request["tools"])
        for request in requests
    ]


def test_results_without_nudges_are_the_same_to_the_byte(opencode: AtWork, without_plugin: AtWork) -> None:
    assert not opencode.pending()
    assert messages_and_tools(opencode) == messages_and_tools(without_plugin)


def test_a_nudge_at_the_end_of_a_run_stays_pending(opencode: AtWork, tmp_path: Path) -> None:
    """`opencode run` ends with its turn: a new message would be taken, and read by nobody."""
    agent = "run-to-the-end"
    program = installed(tmp_path)
    hub = opencode.hub

    def tell() -> str:
        told = {"message": "too late for this one"}
        until(
            lambda: hub.owner.post(f"/api/agents/{agent}/nudges", told).status_code == 201,
            "the plugin has made the agent a key, and it can be told something",
            PATIENCE_WITH_IT,
        )
        return "Done."

    with serving(FakeModel(bash("echo one"), tell)) as model:
        program.use(model)
        program.plug_in(agent, hub.data_dir)
        with program.working_on("Go on.") as process:
            assert process.wait(PATIENCE_WITH_IT) == 0, program.output()
    (nudge,) = done(hub.owner.get(f"/api/agents/{agent}/nudges"))["nudges"]
    assert (nudge["state"], nudge["repeat"]) == ("pending", False)
    assert len(model.requests) == 2
