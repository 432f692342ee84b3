"""Lists that others use stay theirs: whatever the text looks like, our items come and go and nothing else moves."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from test_edit import arrays, few, gaps, inserted, names, objects, scalars, separated

from bellpull.clients.client import Launch
from bellpull.clients.edit import append, drop, get
from bellpull.clients.hook_lists import HookLists, is_hook
from bellpull.clients.jsonc import Broken, read

LIST = ("hooks", "Stop")
ITEM = {"matcher": "*", "hooks": [{"type": "command", "command": 'say "x"'}]}
OURS = {"type": "command", "command": "bellpull hook codex", "timeout": 5}
WANTED = {"Stop": [{"hooks": [OURS]}], "PostToolUse": [{"matcher": "*", "hooks": [OURS]}]}
HOOKS = HookLists("codex", lambda launch: WANTED)
NOTHING_CHOSEN = Launch(("bellpull",))
values = st.one_of(scalars, objects(scalars), arrays(scalars))


@st.composite
def members(draw: st.DrawFn, *pairs: tuple[str, st.SearchStrategy[str]]) -> str:
    """An object with these members, and others before and behind them."""
    others = draw(st.lists(st.tuples(names.filter(lambda name: name not in dict(pairs)), values), max_size=2))
    written = [(name, draw(value)) for name, value in pairs]
    at = draw(st.integers(0, len(others)))
    parts = [
        json.dumps(name) + draw(gaps) + ":" + draw(gaps) + value
        for name, value in [*others[:at], *written, *others[at:]]
    ]
    return draw(separated(parts, "{", "}"))


handlers = members(("command", st.sampled_from(['"mine"', '"bellpull inbox"', '"bellpull hook gemini"'])))
groups = st.one_of(members(("hooks", arrays(handlers))), objects(values))
lists = st.one_of(arrays(groups), arrays(values))
texts = st.one_of(
    members(("hooks", members(("Stop", lists)))),
    members(("hooks", members(("PostToolUse", lists), ("Stop", lists)))),
    members(("hooks", objects(values))),
    objects(values),
)


def changed(change: Any, *given: Any) -> Any:
    """What a change makes of a text, or None where there is something else in its place."""
    try:
        return change(*given)
    except Broken:
        return None


@few
@given(texts)
@example('{"hooks": {"Stop": [1, // one\n]}}')
@example('{"hooks": {"Stop": [ /* none */ ]}}')
def test_an_item_is_the_last_and_everything_else_means_what_it_meant(text: str) -> None:
    after = changed(append, text, LIST, ITEM)
    if after is not None:
        there = get(text, LIST) or []
        assert get(after, LIST) == [*there, ITEM]
        assert inserted(text, after) or get(text, LIST) is None
        meant = read(text).data
        meant["hooks"] = {**(meant.get("hooks") or {}), "Stop": [*there, ITEM]}
        assert read(after).data == meant


@few
@given(texts)
@example('{"hooks": {"Stop": [1, // one\n 2,\n]}}')
def test_an_item_that_goes_leaves_the_text_as_it_was(text: str) -> None:
    after = changed(append, text, LIST, ITEM)
    there = get(text, LIST)
    if after is not None and there:
        assert drop(after, (*LIST, len(there))) == text


@few
@given(texts, st.data())
def test_any_item_can_go_and_takes_nothing_with_it(text: str, data: st.DataObject) -> None:
    there = get(text, LIST)
    if isinstance(there, list) and len(there) > 1:
        at = data.draw(st.integers(0, len(there) - 1))
        assert get(drop(text, (*LIST, at)), LIST) == there[:at] + there[at + 1 :]


@few
@given(texts)
@example('{"hooks":{"PostToolUse":[1\n,1],"Stop":[]}}')
def test_hooks_come_once_and_go_without_a_trace(text: str) -> None:
    after = changed(HOOKS.connected, text, NOTHING_CHOSEN)
    if after is None:
        return
    found = HOOKS.found(after)
    assert found == WANTED
    assert HOOKS.connected(after, NOTHING_CHOSEN) == after
    assert HOOKS.put_back(text, found) == after
    left = HOOKS.dropped(after)
    assert HOOKS.found(left) is None
    assert without_empty_lists(read(left).data) == without_empty_lists(read(text).data)
    if all(get(text, ("hooks", event)) for event in WANTED):
        assert left == text


def without_empty_lists(data: Any) -> Any:
    """Lists and objects that we left empty go with us, so those that were empty before may go too."""
    hooks = data.get("hooks")
    if not isinstance(hooks, dict):
        return data
    kept = {event: said for event, said in hooks.items() if said or event not in WANTED}
    return {name: said for name, said in data.items() if name != "hooks"} | ({"hooks": kept} if kept else {})


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{"hooks": {"Stop": [1, 2, 3]}}', '{"hooks": {"Stop": [1, 3]}}'),
        ('{"hooks": {"Stop": [1, 2]}}', '{"hooks": {"Stop": [1]}}'),
        ('{"hooks": {"Stop": [1, /* two */ 2 /* end */]}}', '{"hooks": {"Stop": [1 /* two */ /* end */]}}'),
        ('{"hooks": {"Stop": [\n  1, // one\n  2,\n]}}', '{"hooks": {"Stop": [\n  1, // one\n]}}'),
    ],
)
def test_comments_stay_when_an_item_goes(text: str, left: str) -> None:
    assert drop(text, (*LIST, 1)) == left


@pytest.mark.parametrize("indent", [2, 4, "\t", None])
def test_a_group_looks_like_the_rest(indent: Any) -> None:
    there = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}}
    meant = {"hooks": {"Stop": [*there["hooks"]["Stop"], ITEM]}}
    assert append(json.dumps(there, indent=indent), LIST, ITEM) == json.dumps(meant, indent=indent)


@pytest.mark.parametrize(
    ("command", "ours"),
    [
        ("bellpull hook codex", True),
        ("/opt/x/bellpull hook codex --agent a", True),
        ("'/opt/my x/bellpull' hook codex", True),
        ('"C:\\x\\bellpull.exe" hook codex', True),
        ("/usr/bin/python3 -I -S /x/bellpull/cli/hook_start.py codex", True),
        ("python -I -S '/my x/hook_start.py' codex --agent 'a b'", True),
        ("python.exe -P -m bellpull.cli.main hook codex", True),
        ("bellpull hook codex-next", False),
        ("bellpull hook gemini", False),
        ("bellpull send codex", False),
        ("echo codex", False),
    ],
)
def test_a_hook_of_ours_is_known_by_its_command(command: str, ours: bool) -> None:
    assert is_hook(command, "codex") == ours
