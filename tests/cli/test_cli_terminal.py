"""Text in a terminal: any text is harmless there, and never wider than it may be."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.cli.terminal import Column, age, ago, cut, moment, plain, plain_lines, table, width
from support.answers import done
from support.hub import Caller, Hub
from support.questions import YES, answer, ask
from support.shell import Shell

JOINER = "\u200d"
ANY_TEXT = st.text(st.characters(), max_size=60)
WILD_TEXT = st.text(
    st.sampled_from("a \x1b\x9b[]0;31m\x07\x08\r\n\t日本é\u0301\u202e\u2066👩‍💻❤\ufe0f\x00\ud800"), max_size=30
)


@given(ANY_TEXT | WILD_TEXT)
def test_a_plain_line_has_nothing_that_a_terminal_obeys(text: str) -> None:
    assert all(character.isprintable() or character == JOINER for character in plain(text))


@given(ANY_TEXT | WILD_TEXT)
def test_plain_text_keeps_its_lines_and_nothing_else_that_a_terminal_obeys(text: str) -> None:
    lines = plain_lines(text)
    assert len(lines) == text.replace("\r\n", "\n").count("\n") + 1
    assert all(character.isprintable() or character == JOINER for line in lines for character in line)


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60))
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert plain(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m and \x9b1mbold", "red and bold"),
        ("\x1b]0;a new title\x07", "\\x1b]0;a new title\\x07"),
        ("\x1b]8;;http://evil\x1b\\click", "\\x1b]8;;http://evil\\x1b\\click"),
        ("over\rwritten\bx", "over written\\x08x"),
        ("one\ntwo\tthree", "one two three"),
        ("safe\u202egnp.exe", "safe\\u202egnp.exe"),
        ("a\u2028b\u00a0c", "a b c"),
        ("half \ud800", "half \\ud800"),
        ("\x7f\x85", "\\x7f "),
        ("日本 👩‍💻", "日本 👩‍💻"),
    ],
)
def test_characters_that_move_style_or_reorder_are_left_out_or_escaped(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("日本", 4), ("e\u0301", 1), ("❤\ufe0f", 2), ("👍", 2), ("\u200d", 0), ("é", 1)]
)
def test_a_character_counts_as_the_columns_it_takes(text: str, columns: int) -> None:
    assert width(text) == columns


@given(ANY_TEXT | WILD_TEXT, st.integers(0, 30))
def test_cut_text_fits_and_says_that_it_was_cut(text: str, columns: int) -> None:
    shown = cut(text, columns)
    assert width(shown) <= columns
    assert shown == text or columns == 0 or (shown.endswith("…") and text.startswith(shown[:-1]))


COLUMNS = (Column("AGE"), Column("AGENT", 6), Column("TYPE", 0), Column("TITLE", 12), Column("ID"))
ROWS = st.lists(st.tuples(*[ANY_TEXT | WILD_TEXT] * 5), max_size=5)


@given(ROWS, st.integers(1, 200))
def test_table_is_never_wider_than_the_terminal(rows: list[tuple[str, ...]], columns: int) -> None:
    lines = table(COLUMNS, rows, columns)
    assert len(lines) == len(rows) + 1
    assert all(width(line) <= columns for line in lines)


@given(ROWS)
def test_a_table_that_is_not_for_a_terminal_holds_every_cell_whole(rows: list[tuple[str, ...]]) -> None:
    lines = table(COLUMNS, rows, None)
    for row, line in zip(rows, lines[1:], strict=True):
        assert all(plain(cell).rstrip() in line for cell in row)


ROW = ("3m", "builder", "completion", "A title that is rather long for this", "notif_3q2-7wAAQbM0Zk1x")


def test_columns_stand_beneath_each_other() -> None:
    lines = table(COLUMNS, [ROW, ("12d", "日本", "info", "x", "notif_")], None)
    assert lines[0].index("ID") == lines[1].index("notif_") == width(lines[2].partition("notif_")[0])


def test_a_narrow_terminal_first_cuts_the_title_then_leaves_the_type_out_and_keeps_the_id() -> None:
    cut_title = table(COLUMNS, [ROW], 70)[1]
    assert "A title that" in cut_title
    assert "…" in cut_title
    assert "completion" in cut_title
    without_type = table(COLUMNS, [ROW], 58)[1]
    assert "completion" not in without_type
    assert without_type.endswith(ROW[-1])


def test_the_head_says_that_a_column_is_left_out() -> None:
    assert not table(COLUMNS, [ROW], 70)[0].endswith("…")
    head, row = table(COLUMNS, [ROW], 58)
    assert head.endswith("ID                      …")
    assert row.endswith(ROW[-1])


def test_an_optional_column_is_cut_before_it_is_left_out() -> None:
    columns = (Column("NAME"), Column("SHARED WITH", least=11, optional=True))
    rows = [("builder", "ada, grace, barbara")]
    assert table(columns, rows, 20) == ["NAME     SHARED WITH", "builder  ada, grace…"]
    assert table(columns, rows, 19) == ["NAME     …", "builder"]


NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ago", "shown"),
    [
        (timedelta(seconds=-5), "0s"),
        (timedelta(0), "0s"),
        (timedelta(seconds=59), "59s"),
        (timedelta(seconds=60), "1m"),
        (timedelta(minutes=59), "59m"),
        (timedelta(hours=23), "23h"),
        (timedelta(days=400), "400d"),
    ],
)
def test_an_age_is_told_in_its_largest_unit(ago: timedelta, shown: str) -> None:
    assert age((NOW - ago).isoformat().replace("+00:00", "Z"), NOW) == shown


@pytest.mark.parametrize("time", ["", "yesterday", None, 7, "2026-01-01T00:00:00"])
def test_an_age_that_cannot_be_told_is_a_question_mark(time: object) -> None:
    assert age(time, NOW) == "?"


#: Every command that shows people when something was, and whether it shows the instant itself.
TIMES = {
    ("agent", "list"): False,
    ("audit", "--limit", "5"): True,
    ("inbox",): False,
    ("key", "list"): False,
    ("questions",): False,
    ("questions", "--settled"): False,
    ("sessions",): False,
    ("show", "{sent}"): True,
    ("status",): True,
    ("trail", "{agent}"): False,
    ("user", "list"): False,
    ("webhook", "list"): False,
}


@pytest.mark.parametrize("words", TIMES)
def test_times_are_local_with_their_zone_or_say_how_long_ago(
    shell: Shell, agent: Caller, hub: Hub, words: tuple[str, ...]
) -> None:
    sent = agent.send()["id"]
    answer(hub.owner, ask(agent)["id"], choice=YES)
    ask(agent, title="Open")
    done(hub.owner.post(f"/api/agents/{agent.name}/webhooks", {"source": "ci"}), 201)
    line = [word.format(sent=sent, agent=agent.name) for word in words]
    out = shell.run(*line, TZ="XXX-05:30").out
    assert not re.search(r"\d{4}-\d\d-\d\dT|\d\d:\d\d:\d\d(?!\+05:30)|\.\d{3}Z", out), out
    assert bool(re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+05:30", out)) == TIMES[words]


def test_json_has_times_as_the_hub_tells_them(shell: Shell, agent: Caller) -> None:
    sent = agent.send()
    assert shell.json("show", sent["id"], TZ="XXX-05:30")["created_at"] == sent["created_at"]


def test_an_instant_that_is_none_is_a_question_mark() -> None:
    assert (moment("yesterday"), age("yesterday", datetime.now(UTC)), ago(None, datetime.now(UTC))) == (
        "?",
        "?",
        "never",
    )
