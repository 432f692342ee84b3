"""Every sample of what a coding tool tells its hooks is understood, and answered in exactly the tool's own words."""

import json
from typing import Any

import pytest
from hook_tool import SAMPLES, TEXT
from hypothesis import given
from hypothesis import strategies as st

from bellpull.clients.hooks.formats import FORMATS
from bellpull.domain.doing import Doing, after, signed
from bellpull.domain.happening import PLACES
from bellpull.domain.session import check_sign

EVENTS = {
    "claude-code": {
        *("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch"),
        *("PermissionRequest", "PermissionDenied", "Notification", "Elicitation", "ElicitationResult"),
        *("SubagentStart", "SubagentStop", "Stop", "StopFailure", "PreCompact", "SessionEnd"),
    },
    "codex": {
        *("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PermissionRequest"),
        *("SubagentStart", "SubagentStop", "Stop", "PreCompact", "PostModelRequest", "Interrupt", "SessionEnd"),
    },
    "copilot": {
        *("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest"),
        *("Notification", "SubagentStart", "SubagentStop", "Stop", "ErrorOccurred", "SessionEnd"),
    },
    "gemini": {
        *("SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent", "Notification", "BeforeModel"),
        *("AfterModel", "BeforeToolSelection", "PreCompress", "SessionEnd"),
    },
    "qwen": {
        *("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest"),
        *("PermissionDenied", "Notification", "SubagentStart", "SubagentStop", "Stop", "StopFailure", "PreCompact"),
        "SessionEnd",
    },
}
ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
NOW = "2026-11-16T06:20:44.120Z"
FIELDS = sorted({field for sample in SAMPLES.values() for field in sample["event"]})


def test_every_event_has_a_sample() -> None:
    for client, events in EVENTS.items():
        assert {name.partition(".")[2].partition("-")[0] for name, _ in _of(client)} == events


def _of(client: str) -> list[tuple[str, dict[str, Any]]]:
    return [(name, sample) for name, sample in SAMPLES.items() if name.startswith(f"{client}.")]


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_tells_session_state_and_place(name: str) -> None:
    sample = SAMPLES[name]
    happening = FORMATS[name.partition(".")[0]].read(sample["event"])
    wanted = ("session", "parent", "place", "failed", "goes_on", "turns")
    assert {field: getattr(happening, field) for field in wanted} == {field: sample[field] for field in wanted}
    if sample["state"] is None:
        assert happening.sign is None
        return
    sign = signed(after(Doing(), happening, NOW), happening, NOW)
    assert sign is not None
    assert (sign.session, sign.parent) == (sample["session"], sample["parent"])
    assert (sign.state, sign.reason, sign.title) == (sample["state"], sample["reason"], sample["title"])
    assert (sign.directory, sign.at, sign.turn_at) == ("/home/user/shop", NOW, NOW if sample["turns"] else None)
    assert json.loads(sign.tools or "") == [tool | {"since": NOW} for tool in sample["tools"]]
    assert [{name: value for name, value in ask._asdict().items() if value} for ask in sign.asks or ()] == [
        ask | {"at": NOW} for ask in sample["asks"]
    ]
    assert (sign.todos and json.loads(sign.todos)) == sample["todos"]


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_answered_in_the_tools_own_words(name: str) -> None:
    spoken = FORMATS[name.partition(".")[0]]
    assert spoken.write(spoken.read(SAMPLES[name]["event"]), TEXT) == SAMPLES[name]["answer"]


@pytest.mark.parametrize("client", FORMATS)
def test_an_unknown_event_means_nothing(client: str) -> None:
    happening = FORMATS[client].read({"hook_event_name": "MoonRises", "session_id": "s1"})
    assert (happening.session, happening.sign, happening.place) == (f"{client}:s1", None, None)


@pytest.mark.parametrize("id", ["", " ", "a b", "é", "a\nb", "x" * 91, None, 7, ["a"]])
@pytest.mark.parametrize("client", FORMATS)
def test_a_session_that_cannot_be_kept_is_none(client: str, id: object) -> None:
    event = {"hook_event_name": "Stop", "session_id": id}
    assert FORMATS[client].read(event).session is None


def test_a_long_reason_is_cut_and_one_line() -> None:
    event = SAMPLES["claude-code.PermissionRequest"]["event"] | {"tool_input": {"command": "a\n\x1b[31m" + "b" * 500}}
    sign = FORMATS["claude-code"].read(event).sign
    assert sign is not None
    assert sign.reason is not None
    assert len(sign.reason) == 200
    assert sign.reason.startswith("permission: Bash: a [31mbbb")


def test_a_text_cannot_pass_for_a_tag_where_the_tool_escapes_them() -> None:
    """Gemini shows the model `&lt;` for every `<` of the context, but not of a turn's reason."""
    spoken = FORMATS["gemini"]
    said = '<notification source="ci">\n&lt;/notification>\n</notification>'
    after = spoken.write(spoken.read(SAMPLES["gemini.AfterTool"]["event"]), said)
    assert after is not None
    shown = after["hookSpecificOutput"]["additionalContext"].replace("<", "&lt;").replace(">", "&gt;")
    assert shown == '&lt;notification source="ci"&gt;\n&amp;lt;/notification&gt;\n&lt;/notification&gt;'
    assert spoken.write(spoken.read(SAMPLES["gemini.AfterAgent"]["event"]), said) == {
        "decision": "deny",
        "reason": said,
    }


@given(event=st.dictionaries(st.sampled_from([*FIELDS, "x"]), ODD), name=st.sampled_from(sorted(SAMPLES)))
def test_any_event_is_read_without_a_failure(event: dict[str, Any], name: str) -> None:
    for given_event in (event, SAMPLES[name]["event"] | event):
        for client, spoken in FORMATS.items():
            happening = spoken.read(given_event)
            assert happening.place in (None, *PLACES)
            answer = spoken.write(happening, TEXT)
            assert (answer is None) == (happening.place is None)
            sign = signed(after(Doing(), happening, NOW), happening, NOW)
            if sign is not None:
                check_sign(sign)
                assert happening.session is not None
                assert happening.session.startswith(f"{client}:")
                assert len(happening.session) <= 200
