"""Nudges that speak of nudges, and diffs that end in blanks: what is read is what was written."""

import pytest

from bellpull.domain.augment import Note, augment, split
from bellpull.domain.diff import extent
from bellpull.domain.nudge import Nudge, xml

NOW = "2026-11-16T10:00:00.000Z"


@pytest.mark.parametrize(
    "message",
    [
        "<notification",
        "</notification>",
        "&lt;notification",
        "&amp;lt;/Notification",
        "&amp;amp;lt;notification",
        "&lt;other",
        "a < b & c",
    ],
)
def test_message_about_nudges_is_read_as_it_was_said(message: str) -> None:
    told = xml(Nudge("nudge_1", "bot", None, "ci", "main", message, "notif_1", NOW))
    assert told.count("<notification") == 1
    assert split(augment("the result", [told])) == ("the result", [Note("ci", "main", "notif_1", False, message)])


@pytest.mark.parametrize("value", ['say "hi"', "a<b>c", "one\ntwo\rthree\tfour", "&quot;", "&amp;lt;", "&#10;"])
def test_label_is_read_as_it_was_said(value: str) -> None:
    [note] = split(xml(Nudge("nudge_1", "bot", None, "ci", value, "hello", None, NOW, repeat=True))).notes
    assert note == Note("ci", value, None, True, "hello")


@pytest.mark.parametrize("blanks", [[], [""], [" ", "  "], ["\t", ""]])
def test_blank_lines_behind_a_diff_are_no_part_of_it(blanks: list[str]) -> None:
    lines = ["@@ -1,2 +1,2 @@", "-old", "+new", " same"]
    assert extent([*lines, *blanks, "text"], 0) == len(lines)
