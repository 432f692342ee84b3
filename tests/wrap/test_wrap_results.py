"""Nudges in the bytes of a result: what is added, where, and that nothing else changes."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.mcp.wrap.results import IN_STRUCTURED, NO_REPLY, UNSURE, read_reply, reply_id
from bellpull.mcp.wrap.structured import allows_notes, shows_only_structured

BLOCK = '<notification source="user">\nlook "here"\n</notification>'
ITEM = json.dumps({"type": "text", "text": BLOCK}, separators=(",", ":"))


def filled(line: str | bytes, *blocks: str, structured: bool | None = None) -> bytes | None:
    """The line with nudges in it, None where they find no room. `structured`: the client reads only that, and the
    schema allows to add to it, or not."""
    reply = read_reply(line if isinstance(line, bytes) else line.encode())
    room = reply.room(None if structured is None else lambda: structured) if reply else None
    return room.filled(blocks or (BLOCK,)) if room else None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"content":[]}', f'{{"content":[{ITEM}]}}'),
        ('{"content":[ ]}', f'{{"content":[ {ITEM}]}}'),
        ('{"content":[{"type":"text","text":"a"}]}', f'{{"content":[{{"type":"text","text":"a"}},{ITEM}]}}'),
        ("{}", f'{{"content":[{ITEM}]}}'),
        ('{"isError":true}', f'{{"isError":true,"content":[{ITEM}]}}'),
        ('{"content":[1.0,1e400,-0,NaN],"isError":true}', f'{{"content":[1.0,1e400,-0,NaN,{ITEM}],"isError":true}}'),
        ('{"content":"a","content":[1]}', f'{{"content":"a","content":[1,{ITEM}]}}'),
        ('{"content":[1],"content":[2]}', f'{{"content":[1],"content":[2,{ITEM}]}}'),
        ('{"content":["\\u00e9é\\/]"]}', f'{{"content":["\\u00e9é\\/]",{ITEM}]}}'),
        ('{"content":[],"resultType":"complete"}', f'{{"content":[{ITEM}],"resultType":"complete"}}'),
        ('{"content":[],"structuredContent":{"a":1}}', f'{{"content":[{ITEM}],"structuredContent":{{"a":1}}}}'),
        (f'{{"content":[{"9" * 5000}]}}', f'{{"content":[{"9" * 5000},{ITEM}]}}'),
    ],
)
@pytest.mark.parametrize("ends", ["\n", "\r\n", ""])
def test_an_item_is_added_and_every_other_byte_stays(before: str, after: str, ends: str) -> None:
    for around in ('{{"jsonrpc":"2.0","id":1,"result":{}}}', '{{ "result" : {} , "id":"x", "jsonrpc" : "2.0" }}'):
        assert filled(around.format(before) + ends) == (around.format(after) + ends).encode()


@pytest.mark.parametrize(
    "result",
    [
        '{"content":null}',
        '{"content":{"type":"text"}}',
        '{"resultType":"input_required","inputRequests":{}}',
        '{"resultType":null,"content":[]}',
        '{"task":{"taskId":"1","status":"working"}}',
        "[]",
        "null",
        '"text"',
    ],
)
def test_a_result_that_the_model_does_not_read_has_no_room(result: str) -> None:
    assert filled(f'{{"jsonrpc":"2.0","id":1,"result":{result}}}\n') is None


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"no JSON\n",
        b'[{"jsonrpc":"2.0","id":1,"result":{"content":[]}}]\n',
        b'{"jsonrpc":"2.0","id":1,"result":{"content":[]}} more\n',
        b'{"jsonrpc":"2.0","id":1,"result":{"content":[]}\n',
        b'{"jsonrpc":"2.0","id":1,"result":{"content":["\xff"]}}\n',
        b'{"jsonrpc":"2.0","id":1,"result":{"content":[' + b"[" * 100_000 + b"\n",
        b'{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}\n',
        b'{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{},"result":{"content":[]}}\n',
        b'{"jsonrpc":"2.0","result":{"content":[]}}\n',
        b'{"jsonrpc":"2.0","id":1}\n',
        b'{"id":1,"result":{"content":[]},}\n',
    ],
)
def test_a_line_that_is_no_result_has_no_room(line: bytes) -> None:
    assert filled(line) is None


def test_blocks_are_one_item_with_blank_lines_between() -> None:
    line = filled('{"id":1,"result":{"content":[]}}', "one", "two")
    assert line is not None
    assert json.loads(line)["result"]["content"] == [{"type": "text", "text": "one\n\ntwo"}]


@pytest.mark.parametrize("text", ["x" * 60_000, "é" * 25_000, "a\n" * 2_000])
def test_nudges_come_first_in_a_result_that_clients_would_cut_at_its_end(text: str) -> None:
    result = {"content": [{"type": "text", "text": text}]}
    for ascii in (True, False):
        line = filled(json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}, ensure_ascii=ascii))
        assert line is not None
        first, second = json.loads(line)["result"]["content"]
        assert (first["text"], second["text"]) == (BLOCK, text)


class TestAClientThatShowsTheModelOnlyTheStructuredHalf:
    def test_gets_nudges_in_both_halves_where_the_schema_allows_it(self) -> None:
        line = filled('{"id":1,"result":{"structuredContent":{"a":1.0},"content":[]}}', "one", "two", structured=True)
        assert line is not None
        assert line.startswith(b'{"id":1,"result":{"structuredContent":{"a":1.0,"_notifications":["one","two"]},')
        assert json.loads(line)["result"]["content"] == [{"type": "text", "text": "one\n\ntwo"}]

    @pytest.mark.parametrize("half", ['{"a":1}', "[1]", "7", "false", '{"_notifications":[]}'])
    def test_gets_none_where_it_would_not_see_them(self, half: str) -> None:
        allowed = not half.startswith('{"a"')
        assert filled(f'{{"id":1,"result":{{"structuredContent":{half}}}}}', structured=allowed) is None

    @pytest.mark.parametrize("rest", ["", ',"structuredContent":null'])
    def test_reads_the_text_of_a_result_that_has_no_such_half(self, rest: str) -> None:
        line = filled(f'{{"id":1,"result":{{"content":[]{rest}}}}}', structured=False)
        assert line == f'{{"id":1,"result":{{"content":[{ITEM}]{rest}}}}}'.encode()

    def test_is_known_by_the_name_it_introduces_itself_with(self) -> None:
        assert all(map(shows_only_structured, ("claude-code/2.1", "claude-ai/0.1", "codex-mcp-client/1", "Codex/2")))
        assert not any(map(shows_only_structured, ("", "opencode/1.18", "mcp/0.1", "Visual Studio Code/1", "my-codex")))


@pytest.mark.parametrize(
    ("schema", "allowed"),
    [
        (None, True),
        ({}, True),
        ({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "title": "x"}, True),
        ({"additionalProperties": True}, True),
        ({"additionalProperties": {}}, True),
        ({"properties": {IN_STRUCTURED: {"type": "array", "items": {"type": "string"}}}}, True),
        (
            {
                "additionalProperties": False,
                "properties": {IN_STRUCTURED: {"type": "array", "items": {"type": "string"}}},
            },
            True,
        ),
        ({"additionalProperties": False}, False),
        ({"additionalProperties": {"type": "integer"}}, False),
        ({"properties": {IN_STRUCTURED: {"type": "object"}}}, False),
        ({"properties": {IN_STRUCTURED: {"type": "array", "items": {"type": "integer"}}}}, False),
        ({"properties": {IN_STRUCTURED: {"type": "array", "maxItems": 0}}}, False),
        ({"properties": []}, False),
        ({"unevaluatedProperties": False}, False),
        ({"maxProperties": 3}, False),
        ({"propertyNames": {"pattern": "^[a-z]"}}, False),
        ({"patternProperties": {"^_": False}}, False),
        ({"allOf": [{"additionalProperties": False}]}, False),
        ({"$ref": "#/$defs/X"}, False),
        (False, False),
    ],
)
def test_a_schema_is_added_to_only_if_it_surely_allows_it(schema: object, allowed: bool) -> None:
    assert allows_notes(schema) is allowed


@pytest.mark.parametrize(
    ("line", "id"),
    [
        (b'{"jsonrpc":"2.0","id":7,"result":{}}\n', 7),
        (b'{"jsonrpc": "2.0", "id": -7, "error": {}}\r\n', -7),
        (b'{"jsonrpc":"2.0","id":"a-\xc3\xa9","result":{}}', "a-é"),
        (b'{"result":{"id":1,"x":[{"id":2}]},"jsonrpc":"2.0","id":3}\n', 3),
        (b'{"jsonrpc":"2.0","result":{"x":",\\"id\\":1}"},"id":"b"}\n', "b"),
        (b'{"error":{},"id":4}', 4),
        (b'{"method":"notifications/progress","params":{},"jsonrpc":"2.0"}\n', NO_REPLY),
        (b'{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"id":7}}\n', NO_REPLY),
        (b'{"id":"7","jsonrpc":"2.0","result":{}}', UNSURE),
        (b'{"jsonrpc":"2.0","params":{},"method":"x","id":7}', UNSURE),
        (b'{"jsonrpc":"2.0","id":1.0,"result":{}}', UNSURE),
        (b'{"jsonrpc":"2.0","id":null,"result":{}}', UNSURE),
        (b'{"jsonrpc":"2.0","id":"a\\n","result":{}}', UNSURE),
        (b'{"jsonrpc":"2.0","id":"\xff","result":{}}', UNSURE),
        (b"[]", UNSURE),
        (b"", UNSURE),
    ],
)
def test_the_id_of_common_spellings_is_known_by_their_looks(line: bytes, id: object) -> None:
    assert reply_id(line) == id


def test_the_end_of_an_unfinished_line_says_nothing() -> None:
    begun = b'{"result":{"a":1,"id":5}'
    assert reply_id(begun, whole=False) is UNSURE


texts = st.text(max_size=20) | st.sampled_from(['"', "\\", ',"id":1}', "\n", "result", "é\u2028", "</notification>"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
items = st.builds(lambda text: {"type": "text", "text": text}, texts) | values
results = st.fixed_dictionaries(
    {},
    optional={
        "content": st.lists(items, max_size=3),
        "isError": st.booleans(),
        "structuredContent": st.dictionaries(texts, values, max_size=3),
        "_meta": st.dictionaries(texts, values, max_size=2),
        "resultType": st.just("complete"),
    },
)
ids = st.integers(-5, 5) | texts | st.floats() | st.none()


@st.composite
def replies(draw: st.DrawFn) -> tuple[dict[str, Any], bytes]:
    """An answer to a tool call of either era, spelt in one of many ways."""
    members = [("jsonrpc", "2.0"), ("id", draw(ids)), ("result", draw(results))]
    said = dict(draw(st.permutations(members)))
    spelling = {
        "separators": draw(st.sampled_from([(",", ":"), (", ", ": "), (" ,\t", " : ")])),
        "ensure_ascii": draw(st.booleans()),
    }
    return said, json.dumps(said, **spelling).encode("utf-8", "surrogatepass") + draw(st.sampled_from([b"\n", b"\r\n"]))


@given(replies(), st.lists(texts, min_size=1, max_size=3))
def test_a_result_without_the_added_item_is_what_it_was(reply: tuple[Any, bytes], blocks: list[str]) -> None:
    _, line = reply
    try:
        before = line.decode()
    except UnicodeDecodeError:
        assert filled(line, *blocks) is None
        return
    after = filled(line, *blocks)
    assert after is not None
    item = '{"type":"text","text":' + json.dumps("\n\n".join(blocks)) + "}"
    text = after.decode()
    added = [item, f",{item}", f'"content":[{item}]', f',"content":[{item}]']
    assert before in [text[:at] + text[at + len(what) :] for what in added for at in found(text, what)]
    content = json.loads(after)["result"]["content"]
    assert content[-1] == {"type": "text", "text": "\n\n".join(blocks)}


def found(text: str, what: str) -> list[int]:
    return [at for at in range(len(text)) if text.startswith(what, at)]


@given(replies(), st.lists(texts, min_size=1, max_size=3))
def test_the_structured_half_gets_its_list_and_keeps_the_rest(reply: tuple[Any, bytes], blocks: list[str]) -> None:
    said, line = reply
    half = said["result"].get("structuredContent")
    after = filled(line, *blocks, structured=True)
    if after is None or half is None:
        return
    told = json.loads(after)["result"]
    assert told["structuredContent"].pop(IN_STRUCTURED) == blocks
    assert json.dumps(told["structuredContent"]) == json.dumps(half)
    assert told["content"][-1]["text"] == "\n\n".join(blocks)


@given(replies())
def test_looks_and_reading_agree_on_the_id(reply: tuple[dict[str, Any], bytes]) -> None:
    _, line = reply
    looked, read = reply_id(line), read_reply(line)
    assert looked is not NO_REPLY
    assert looked is UNSURE or read is None or looked == read.id


@given(st.binary(max_size=200) | values.map(lambda value: json.dumps(value).encode("utf-8", "surrogatepass")))
def test_no_line_makes_trouble(line: bytes) -> None:
    filled(line)
    reply_id(line)
