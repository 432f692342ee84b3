"""Nudges in what an agent reads: appended to a tool's result, and told apart from it again."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bellpull.domain.augment import (
    NOTIFICATION_TOOL,
    TOOL_DEFINITION,
    Note,
    Split,
    as_exchange,
    as_message,
    augment,
    split,
)
from bellpull.domain.nudge import Nudge, xml

NOW = "2026-11-16T10:00:00.000Z"
#: What could be taken for a tag, and what surrounds it.
PIECES = [
    "<",
    ">",
    "/",
    " ",
    "\n",
    "notification",
    "NOTIFICATION",
    "&",
    "&lt;",
    "&LT;",
    "&amp;",
    "amp;",
    "lt;",
    '"',
    "x",
]
RISKY = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=20)


def nudge(message: str, source: str = "file_watcher", **more: Any) -> Nudge:
    return Nudge("nudge_0123456789abcdef", "bot", None, source, None, message, None, NOW)._replace(**more)


def test_a_result_carries_its_nudges_as_the_contract_shows_it() -> None:
    told = [
        nudge("src/lib.rs modified externally"),
        nudge("src/main.rs modified externally"),
        nudge("Build completed: 2 warnings", "background_task"),
    ]
    assert augment("File updated successfully", [xml(one) for one in told]) == (
        "File updated successfully\n\n"
        '<notification source="file_watcher">\nsrc/lib.rs modified externally\n</notification>\n\n'
        '<notification source="file_watcher">\nsrc/main.rs modified externally\n</notification>\n\n'
        '<notification source="background_task">\nBuild completed: 2 warnings\n</notification>'
    )


@given(st.text())
def test_without_nudges_a_result_stays_the_very_same(result: str) -> None:
    assert augment(result, []) is result
    assert split(result).result == result or result.endswith("</notification>")


def test_an_idle_agent_reads_the_same_blocks_with_nothing_around_them() -> None:
    blocks = [xml(nudge("one")), xml(nudge("two", "user"))]
    assert as_message(blocks) == f"{blocks[0]}\n\n{blocks[1]}"
    assert [note.message for note in split(as_message(blocks)).notes] == ["one", "two"]
    assert split(as_message(blocks)).result == ""


@given(
    st.text(max_size=80).filter(lambda text: not text.endswith("</notification>")),
    st.lists(st.tuples(RISKY, PRINTABLE, st.none() | RISKY, st.booleans()), min_size=1, max_size=4),
)
def test_appended_nudges_are_told_apart_from_the_result_again(
    result: str, said: list[tuple[str, str, str | None, bool]]
) -> None:
    told = [nudge(message, source, label=label, repeat=repeat) for message, source, label, repeat in said]
    found = split(augment(result, [xml(one) for one in told]))
    assert found.result == result
    assert [(note.source, note.label, note.repeat, note.message) for note in found.notes] == [
        (one.source, one.label, one.repeat, one.message) for one in told
    ]


def test_only_what_stands_at_the_end_is_a_nudge() -> None:
    text = 'x\n\n<notification source="a">\nb\n</notification>\n\nand more of the tool'
    assert split(text) == Split(text, [])
    glued = 'x<notification source="a">\nb\n</notification>'
    assert split(glued) == Split(glued, [])
    assert split('x\n\n<notification source="a">\nb\n</notification>') == Split(
        "x", [Note("a", None, None, False, "b")]
    )


def test_the_other_way_in_is_a_call_that_nobody_made() -> None:
    (pair,) = as_exchange([nudge("File src/lib.rs modified externally")])
    assert pair == ("notif_0123456789abcdef", "_system_notification", "{}", "File src/lib.rs modified externally")
    assert TOOL_DEFINITION["name"] == NOTIFICATION_TOOL == "_system_notification"
    assert TOOL_DEFINITION["description"] == (
        "System-generated notifications. You do not call this tool; "
        "the system uses it to inform you of external events."
    )
    assert as_exchange([]) == []
