"""Somebody's settings stay theirs: whatever the text looks like, a change touches one member and nothing else."""

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bellpull.clients.edit import drop, get, put
from bellpull.clients.jsonc import DEEPEST, Broken, read

#: Of texts that take long to draw.
few = settings(max_examples=30)
OURS = ("mcp", "bellpull")
ENTRY = {"type": "local", "command": ['/opt/ben\'s "x"/bellpull', "mcp"], "enabled": True, "timeout": 1}

blanks = st.lists(st.sampled_from([" ", "\t", "\n", "\r\n"]), max_size=3).map("".join)
comments = st.sampled_from(["// a note\n", "//\r\n", '/* {"x": [ */', "/**/", '// "mcp": {\n'])
gaps = st.lists(st.one_of(blanks, comments), max_size=3).map("".join)
names = st.sampled_from(["a", "mcp", "bellpull", "$schema", "é", 'q"', "\\", "//", "bell\\u0070ull"])
scalars = st.sampled_from(["1", "-0.5e3", "true", "null", '"x"', '"// no comment"', '"{"', '"\\u00e9 é"'])


@st.composite
def separated(draw: st.DrawFn, items: list[str], opening: str, closing: str) -> str:
    """Items in brackets, with anything JSON with comments allows between them."""
    parts = [draw(gaps) + item + draw(gaps) for item in items]
    trailing = "," + draw(gaps) if items and draw(st.booleans()) else ""
    return opening + (",".join(parts) + trailing if items else draw(gaps)) + closing


@st.composite
def objects(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    members = [
        json.dumps(name, ensure_ascii=draw(st.booleans())) + draw(gaps) + ":" + draw(gaps) + draw(values)
        for name in draw(st.lists(names, max_size=4))
    ]
    return draw(separated(members, "{", "}"))


@st.composite
def arrays(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    return draw(separated(draw(st.lists(values, max_size=3)), "[", "]"))


values = st.recursive(scalars, lambda inner: st.one_of(objects(inner), arrays(inner)), max_leaves=12)
laid_out = st.builds(
    lambda data, indent, end: json.dumps(data, indent=indent).replace("\n", end) + end,
    st.dictionaries(names, st.recursive(st.none() | st.booleans(), lambda inner: st.dictionaries(names, inner))),
    st.sampled_from([None, 2, 4, "\t"]),
    st.sampled_from(["\n", "\r\n"]),
)
texts = st.builds(
    lambda mark, before, text, after: mark + before + text + after,
    st.sampled_from(["", "\ufeff"]),
    gaps,
    st.one_of(objects(values), laid_out),
    gaps,
)


def put_or_none(text: str) -> str | None:
    """The text with our entry, or None where there is something else in its place."""
    try:
        return put(text, OURS, ENTRY)
    except Broken:
        return None


def has_ours(text: str) -> bool:
    mcp = get(text, ("mcp",))
    return isinstance(mcp, dict) and "bellpull" in mcp


def without_ours(data: Any) -> Any:
    left = {name: value for name, value in data.items() if name != "mcp"}
    others = {name: value for name, value in data.get("mcp", {}).items() if name != "bellpull"}
    return left | ({"mcp": others} if others else {})


def inserted(before: str, after: str) -> bool:
    """Whether all characters of one text are there in the other, in order."""
    rest = iter(after)
    return all(character in rest for character in before)


@few
@given(texts)
@example('{"a": 1 // last\n}')
@example('{"mcp": {"x": 1, /* y */}}')
@example("{ // only\n}")
def test_an_entry_is_there_afterwards_and_everything_else_means_what_it_meant(text: str) -> None:
    after = put_or_none(text)
    if after is None:
        return
    assert get(after, OURS) == ENTRY
    assert without_ours(read(after).data) == without_ours(read(text).data)


@few
@given(texts)
def test_where_there_was_no_entry_no_character_goes(text: str) -> None:
    after = put_or_none(text)
    if after is not None and not has_ours(text):
        assert inserted(text, after)


@few
@given(texts)
def test_a_second_time_changes_nothing(text: str) -> None:
    after = put_or_none(text)
    if after is not None:
        assert put(after, OURS, ENTRY) == after


@few
@given(texts)
@example('{"a": 1, // one\n "mcp": {"x": 2, // two\n}}')
def test_taking_it_away_gives_the_text_back_to_the_letter(text: str) -> None:
    after = put_or_none(text)
    empty = not read(text).members or get(text, ("mcp",)) == {}
    if after is not None and not has_ours(text) and not empty:
        assert drop(after, OURS) == text


@few
@given(texts)
def test_an_entry_that_goes_takes_nothing_with_it(text: str) -> None:
    left = drop(text, OURS)
    assert not has_ours(left)
    data = read(text).data
    if isinstance(data.get("mcp"), dict) and text.count("mcp") == 1:
        assert without_ours(read(left).data) == without_ours(data)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{"mcp": {"bellpull": 1}}', "{}"),
        ('{"a": 1, "mcp": {"bellpull": 1}}', '{"a": 1}'),
        ('{"mcp": {"bellpull": 1}, "a": 1}', '{ "a": 1}'),
        ('{\n  "mcp": {\n    "bellpull": 1,\n    "x": 2\n  }\n}', '{\n  "mcp": {\n    "x": 2\n  }\n}'),
        (
            '{\n  "mcp": {\n    // mine\n    "bellpull": 1 // yours\n  }\n}',
            '{\n  "mcp": {\n    // mine\n     // yours\n  }\n}',
        ),
        ('{"mcp": { // one\n "bellpull": 1, "x": 2}}', '{"mcp": { // one\n  "x": 2}}'),
        ('{"mcp": {"x": 2, /* one */ "bellpull": 1 /* two */}}', '{"mcp": {"x": 2 /* one */ /* two */}}'),
        ('{"mcp": {"bellpull": 1, "bellpull": 2}, "a": 1,}', '{ "a": 1,}'),
        ('{"mcp": []}', '{"mcp": []}'),
    ],
)
def test_comments_stay_when_an_entry_goes(text: str, left: str) -> None:
    assert drop(text, OURS) == left


@few
@given(texts, st.data())
def test_a_text_that_is_cut_off_is_not_understood(text: str, data: st.DataObject) -> None:
    last = text.rindex("}") if "}" in text else 0
    root_end = read(text).end
    cut = data.draw(st.integers(0, min(last, root_end - 1)))
    with pytest.raises(Broken):
        read(text[:cut])


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{\n  "a": tru\n}', 2, 8),
        ('{"a": 1 "b": 2}', 1, 9),
        ('{\r\n\t"a": 1,\r\n\tb: 2\r\n}', 3, 2),
        ('\ufeff{"a" 1}', 1, 6),
        ('{"a": "x\ny"}', 1, 9),
        ('{"a": 1} x', 1, 10),
        ("{ /* no end", 1, 3),
        ("{,}", 1, 2),
        ('{"a": 1,,}', 1, 9),
        ("", 1, 1),
    ],
)
def test_an_error_has_a_line_and_a_column(text: str, line: int, column: int) -> None:
    with pytest.raises(Broken) as broken:
        read(text)
    assert (broken.value.line, broken.value.column) == (line, column)


def test_a_text_that_is_nested_too_deep_is_not_understood() -> None:
    with pytest.raises(Broken, match="nested"):
        read("[" * (DEEPEST + 2))


@pytest.mark.parametrize("text", ["[]", '{"mcp": null}', '{"mcp": []}', "1"])
def test_an_entry_has_no_place_where_no_object_is(text: str) -> None:
    with pytest.raises(Broken, match="must be an object"):
        put(text, OURS, ENTRY)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("indent", ["  ", "    ", "\t"])
def test_an_entry_looks_like_the_rest(indent: str, end: str) -> None:
    there = {"theme": "dark", "mcp": {"other": {"type": "remote"}}}
    text = json.dumps(there, indent=indent).replace("\n", end)
    expected = there | {"mcp": there["mcp"] | {"bellpull": {"type": "local", "on": True}}}  # type: ignore[operator]
    after = put(text, OURS, {"type": "local", "on": True})
    assert after == json.dumps(expected, indent=indent).replace("\n", end)
