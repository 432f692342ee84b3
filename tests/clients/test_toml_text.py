"""Somebody's TOML stays theirs: whatever the text looks like, our table comes and goes and nothing else moves."""

import tomllib
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from test_edit import few

from bellpull.clients.client import Launch
from bellpull.clients.jsonc import Broken
from bellpull.clients.toml_entry import PATH, TomlEntry
from bellpull.clients.toml_text import add_table, data_of, drop, render, statements

ENTRY = {"command": '/opt/ben\'s "x"/bellpull', "args": ["mcp", "\x7f é\\\t"], "env": {"A.b": "c"}, "n": 90000}
PIECE = TomlEntry(lambda launch: ENTRY)
NOTHING_CHOSEN = Launch(("bellpull",))

blanks = st.sampled_from(["", " ", "\t"])
comments = st.sampled_from(["", "# note", '# [mcp_servers.bellpull] "', "# '''"])
keys = st.sampled_from(["a", "b-c", '"q.x"', "'l'", "mcp_servers.other.command", '"mcp_servers" . x', "x.y.z"])
heads = st.sampled_from(["[t]", "[ t . u ]", "[[list]]", "[mcp_servers.one]", '[mcp_servers."t#wo"]', "['=']"])
strings = st.sampled_from(
    ['"x"', '"[ # \\" ="', "'\\'", '"""\n[mcp_servers.bellpull]\n\\"""\n"""', "'''\n# ]\n''''", '"é"', '""""a"""""']
)
scalars = st.one_of(strings, st.sampled_from(["1", "-0.5e3", "true", "1979-05-27T07:32:00Z"]))
arrays = st.lists(scalars, max_size=3).map(
    lambda items: "[\n # one ]\n" + "".join(f" {each}, # x\n" for each in items) + "]"
)
inline = st.lists(scalars, max_size=2).map(
    lambda items: "{" + ", ".join(f"k{number} = {each}" for number, each in enumerate(items)) + "}"
)


@st.composite
def lines(draw: st.DrawFn) -> str:
    pair = st.tuples(keys, blanks, blanks, st.one_of(scalars, arrays, inline)).map(
        lambda parts: f"{parts[0]}{parts[1]}={parts[2]}{parts[3]}"
    )
    said = draw(st.one_of(st.just(""), heads, pair))
    return draw(blanks) + said + draw(blanks) + draw(comments)


def is_understood(text: str) -> bool:
    try:
        tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError:
        return False
    return True


texts = st.builds(
    lambda mark, parts, newline, end: mark + (newline.join(parts) + end).replace("\n", newline).replace("\r\r", "\r"),
    st.sampled_from(["", "\ufeff"]),
    st.lists(lines(), max_size=6),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\n"]),
).filter(is_understood)


def connected(text: str) -> str | None:
    """The text with our table, or None where it has no room for one."""
    try:
        return PIECE.connected(text, NOTHING_CHOSEN)
    except Broken:
        return None


def without_ours(data: dict[str, Any]) -> dict[str, Any]:
    others = {name: said for name, said in data.get("mcp_servers", {}).items() if name != "bellpull"}
    return {name: said for name, said in data.items() if name != "mcp_servers"} | ({"m": others} if others else {})


@few
@given(texts)
@example("")
@example("a = 1")
@example("\ufeff")
@example("[mcp_servers]\r\n")
def test_a_table_comes_once_and_goes_without_a_trace(text: str) -> None:
    after = connected(text)
    assert after is not None
    assert after.startswith(text)
    assert data_of(after)["mcp_servers"]["bellpull"] == ENTRY
    assert without_ours(data_of(after)) == without_ours(data_of(text))
    assert connected(after) == after
    assert PIECE.dropped(after) == text


@few
@given(texts, texts)
def test_a_table_in_the_middle_goes_and_takes_nothing_with_it(before: str, behind: str) -> None:
    text = add_table(before + "\n", PATH, ENTRY) + behind.removeprefix("\ufeff")
    heads = [each for each in statements(behind) if each.equals is None] if is_understood(behind) else []
    first = statements(behind)[0].equals if statements(behind) else None
    if is_understood(text) and heads and first is None:
        assert without_ours(data_of(drop(text, PATH))) == without_ours(data_of(text))


@few
@given(texts)
def test_every_statement_is_found(text: str) -> None:
    """Each of them alone is understood, and together they say what the text says."""
    found = statements(text)
    data_of("\n".join(text[each.start : each.end] for each in found))
    assert data_of("\n".join(text[each.start : each.end] for each in found)) == data_of(text)


@few
@given(st.text().filter(lambda text: not any("\ud800" <= mark <= "\udfff" for mark in text)))
def test_every_text_can_be_written(text: str) -> None:
    assert tomllib.loads(f"a = {render({'b': [text]})}") == {"a": {"b": [text]}}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("a = 1\nb = \n", 2, 5), ("a 1", 1, 3), ("a = '", 1, 6), ("[a", 1, 3), ("a = 1\r\na = 2", 2, 6)],
)
def test_an_error_has_a_line_and_a_column(text: str, line: int, column: int) -> None:
    for mark in ("", "\ufeff"):
        with pytest.raises(Broken) as broken:
            data_of(mark + text)
        assert (broken.value.line, broken.value.column) == (line, column)
