"""Hooks are processes: one may overtake another, come twice, or come when all is over. Nothing of that stays in the
watch. Each of these was found by the streams of `test_hook_streams`."""

from collections.abc import Iterator
from typing import Any

import pytest
from hook_tool import SAMPLES
from hooked_hub import HookedHub, hooked_hub

from bellpull.clients.hooks.permission import ALLOWED, ASKS, OVER, REQUEST, STOPPED

CLIENT = "claude-code"
CHILD = {"agent_id": "a1", "agent_type": "Explore"}
WAITS = {REQUEST: "claude-code:r1", ASKS: True}


class Coding:
    """A session of Claude Code. Each of its hooks begins a second after the one before."""

    def __init__(self, hub: HookedHub) -> None:
        self.hub, self.began = hub, 1000.0

    def hook(self, sample: str, at: float | None = None, **more: Any) -> Any:
        self.began += 1
        event = SAMPLES[f"{CLIENT}.{sample}"]["event"] | {"session_id": "s1", "bellpull_at": at or self.began} | more
        return self.hub.hook(CLIENT, event)

    @property
    def state(self) -> str | None:
        shown = self.hub.shown(f"{CLIENT}:s1")
        return None if shown is None else str(shown["state"])

    def questions(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.hub.asked(self.hub.owner, "GET", "/api/questions")["questions"]
        return found


@pytest.fixture
def coding() -> Iterator[Coding]:
    with hooked_hub() as hub:
        hub.make_agent("coder")
        yield Coding(hub)


def test_a_hook_that_the_end_of_the_turn_overtook_begins_none(coding: Coding) -> None:
    coding.hook("UserPromptSubmit")
    coding.hook("Stop")
    coding.hook("PostToolUse", at=coding.began - 0.5)
    assert coding.state == "idle"
    coding.hook("PreToolUse")
    assert coding.state == "working"


def test_the_end_of_a_turn_that_the_next_prompt_overtook_ends_nothing(coding: Coding) -> None:
    coding.hook("UserPromptSubmit")
    coding.hook("Stop", at=coding.began - 0.5)
    assert coding.state == "working"


def test_a_hook_that_the_end_of_the_session_overtook_does_not_bring_it_back(coding: Coding) -> None:
    coding.hook("UserPromptSubmit")
    coding.hook("SubagentStart", **CHILD)
    coding.hook("SessionEnd")
    coding.hook("Stop", at=coding.began - 0.5)
    coding.hook("PostToolUse-subagent", at=coding.began - 1.5, **CHILD)
    assert coding.state is None


def test_after_a_restart_of_the_machine_its_clock_begins_anew(coding: Coding) -> None:
    coding.hook("Stop")
    coding.hook("UserPromptSubmit", at=3.0)
    assert coding.state == "working"


def test_a_hook_that_does_not_say_when_it_began_counts_as_it_comes(coding: Coding) -> None:
    coding.hook("Stop")
    coding.hub.hook(CLIENT, SAMPLES[f"{CLIENT}.PostToolUse"]["event"] | {"session_id": "s1"})
    assert coding.state == "working"


@pytest.mark.parametrize(("end", "state"), [("Stop", "idle"), ("SessionEnd", None)])
@pytest.mark.parametrize("over", [ALLOWED, STOPPED])
def test_the_last_word_of_a_hook_that_waited_comes_too_late(
    coding: Coding, end: str, state: str | None, over: str
) -> None:
    coding.hook("UserPromptSubmit")
    coding.hook("PermissionRequest", **WAITS)
    coding.hook(end)
    coding.hub.restart()
    coding.hook("PermissionRequest", **WAITS, **{OVER: over})
    assert coding.state == state


@pytest.mark.parametrize("restarts", [False, True])
def test_a_hook_that_waits_for_what_is_over_asks_nobody_once_more(coding: Coding, restarts: bool) -> None:
    coding.hook("UserPromptSubmit")
    began = coding.began + 1
    assert coding.hook("PermissionRequest", **WAITS)["question_id"]
    coding.hook("PostToolUse")
    if restarts:
        coding.hub.restart()
    assert not coding.hook("PermissionRequest", at=began, **WAITS).get("question_id")
    assert coding.questions() == []


def test_sub_agents_end_with_their_session(coding: Coding) -> None:
    coding.hook("UserPromptSubmit")
    coding.hook("SubagentStart", **CHILD)
    coding.hook("PermissionRequest", **WAITS, **CHILD)
    assert len(coding.questions()) == 1
    coding.hook("SessionEnd")
    assert coding.state is None
    assert coding.questions() == []


def test_a_question_of_a_sub_agent_is_its_parents_when_it_ends(coding: Coding) -> None:
    id = coding.hub.asks()
    coding.hook("UserPromptSubmit")
    coding.hook("SubagentStart", **CHILD)
    coding.hook("PostToolUse-ask_user", tool_response=f'{{"question_id": "{id}"}}', **CHILD)
    coding.hook("SubagentStop", **CHILD)
    coding.hook("Stop")
    assert (coding.hub.shown(f"{CLIENT}:s1") or {})["waits"] == [id]
    coding.hook("UserPromptSubmit")
    assert coding.questions() == []
