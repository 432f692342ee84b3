"""The streams through the proxy in whatever pieces they come: identical while nothing is pending, and with a nudge in
the right line otherwise."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bellpull.mcp.carrying import Claim
from bellpull.mcp.wrap import pumps
from bellpull.mcp.wrap.calls import MOST_WAITING, Calls
from bellpull.mcp.wrap.pumps import ToClient, ToServer

ENVELOPE = "io.modelcontextprotocol/clientInfo"


class Nudges:
    """A carrier whose hub answers at once."""

    def __init__(self, *blocks: str) -> None:
        self.left = list(blocks)
        self.confirmed: list[str] = []
        self.meanwhile: Any = None

    @property
    def pending(self) -> bool:
        return bool(self.left)

    def claim(self) -> Claim:
        if self.meanwhile:
            self.meanwhile()
        claim = Claim([{"id": block, "xml": block} for block in self.left])
        self.left = []
        return claim

    def confirm(self, claim: Claim) -> None:
        self.confirmed += claim.ids

    def release(self, claim: Claim) -> None:
        self.left = claim.ids + self.left


class Proxy:
    def __init__(self, *blocks: str, client: str = "") -> None:
        self.nudges = Nudges(*blocks)
        self.calls = Calls()
        self.calls.client = client
        self.at_server, self.at_client = bytearray(), bytearray()
        self.ask = ToServer(self.calls, self.at_server.extend)
        self.answer = ToClient(self.calls, self.nudges, self.at_client.extend)  # type: ignore[arg-type]

    def call(self, id: object, tool: str = "echo", method: str = "tools/call", **params: Any) -> None:
        said = {"jsonrpc": "2.0", "id": id, "method": method, "params": {"name": tool, **params}}
        self.ask.take(json.dumps(said).encode() + b"\n")

    def result(self, id: object, **result: Any) -> bytes:
        """What the client gets for this answer of the server."""
        return self.say({"jsonrpc": "2.0", "id": id, "result": {"content": [], **result}})

    def say(self, message: object) -> bytes:
        before = len(self.at_client)
        self.answer.take(json.dumps(message).encode() + b"\n")
        return bytes(self.at_client[before:])


def carries(line: bytes) -> bool:
    return b"NUDGE" in line


def pieces(data: bytes, cuts: list[int]) -> Iterator[bytes]:
    at = 0
    for cut in sorted({cut % (len(data) + 1) for cut in cuts}):
        if cut > at:
            yield data[at:cut]
            at = cut
    if at < len(data):
        yield data[at:]


NOISE = st.one_of(
    st.binary(max_size=60),
    st.sampled_from([b"\n", b"\r\n", b"[]\n", b'{"jsonrpc":"2.0","method":"notifications/progress","params":{}}\n']),
    st.builds(lambda id: b'{"jsonrpc":"2.0","id":%d,"result":{"content":[]}}\n' % id, st.integers(0, 3)),
    st.builds(lambda id: b'{"result":{"content":[]},"jsonrpc":"2.0","id":%d}\n' % id, st.integers(0, 3)),
    st.builds(lambda id: b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{}}\n' % id, st.integers(0, 3)),
    st.just(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n'),
)


@given(st.lists(NOISE, max_size=12).map(b"".join), st.lists(NOISE, max_size=12).map(b"".join), st.lists(st.integers(0)))
def test_no_byte_changes_and_none_is_held_while_nothing_is_pending(asked: bytes, told: bytes, cuts: list[int]) -> None:
    proxy = Proxy()
    for piece in pieces(asked, cuts):
        proxy.ask.take(piece)
    for piece in pieces(told, cuts):
        proxy.answer.take(piece)
        assert told.startswith(bytes(proxy.at_client))
    assert (bytes(proxy.at_server), bytes(proxy.at_client)) == (asked, told)


@given(st.lists(NOISE, max_size=12).map(b"".join), st.lists(st.integers(0)), st.sampled_from(["", "claude-code/1"]))
def test_a_stream_is_whole_at_the_end_while_something_is_pending(told: bytes, cuts: list[int], client: str) -> None:
    proxy = Proxy("NUDGE", client=client)
    for id in range(3):
        proxy.call(id)
    for piece in pieces(told, cuts):
        proxy.answer.take(piece)
    proxy.answer.end()
    item = b'{"type":"text","text":"NUDGE"}'
    assert bytes(proxy.at_client).replace(item, b"", 1) == told
    assert proxy.nudges.confirmed == (["NUDGE"] if item in proxy.at_client else [])


@given(st.lists(st.integers(0), max_size=20))
def test_a_nudge_goes_into_the_same_line_however_the_stream_is_cut(cuts: list[int]) -> None:
    noise = b'{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}\nlog\n'
    other = b'{"jsonrpc":"2.0","id":"1","result":{"content":[]}}\n'
    before, after = b'{"jsonrpc":"2.0","id":1,"result":{"content":[', b'],"isError":true}}\n'
    proxy = Proxy("NUDGE")
    proxy.call(1)
    for piece in pieces(noise + other + before + after + other, cuts):
        proxy.answer.take(piece)
    expected = noise + other + before + b'{"type":"text","text":"NUDGE"}' + after + other
    assert bytes(proxy.at_client) == expected


@pytest.mark.parametrize("id", [0, 1, -3, 10**30, 1.5, "1", "", "é", 'a"b', None])
def test_a_result_is_known_by_any_id(id: object) -> None:
    proxy = Proxy("NUDGE")
    proxy.call(id)
    assert not carries(proxy.result("other"))
    assert not carries(proxy.say({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": {}}))
    assert carries(proxy.result(id))


def test_a_number_that_comes_back_in_another_spelling_is_the_same() -> None:
    proxy = Proxy("NUDGE")
    proxy.ask.take(b'{"id":1.0,"method":"tools\\/call"}\n')
    assert carries(proxy.result(1))


@pytest.mark.parametrize("id", [True, [1], {"a": 1}])
def test_a_value_that_is_no_id_is_not_waited_for(id: object) -> None:
    proxy = Proxy("NUDGE")
    proxy.call(id)
    assert not carries(proxy.result(id))
    assert not carries(proxy.result(1))


def test_only_results_of_tool_calls_carry() -> None:
    proxy = Proxy("NUDGE")
    proxy.call(1, method="resources/read")
    proxy.call(2, method="prompts/call")
    proxy.ask.take(b'{"jsonrpc":"2.0","id":3,"result":{"text":"tools/call"}}\n')
    proxy.ask.take(b'[{"jsonrpc":"2.0","id":4,"method":"tools/call"}]\n')
    assert not any(carries(proxy.result(id)) for id in (1, 2, 3, 4))


def test_a_call_carries_once_and_its_id_may_be_used_again() -> None:
    proxy = Proxy("NUDGE")
    proxy.call(1)
    assert carries(proxy.result(1))
    proxy.nudges.left = ["NUDGE again"]
    assert not carries(proxy.result(1))
    proxy.call(1)
    assert carries(proxy.result(1))


@pytest.mark.parametrize("spelling", [{"separators": (",", ":")}, {"indent": None, "sort_keys": True}])
def test_a_call_answered_while_nothing_was_pending_is_waited_for_no_longer(spelling: Any) -> None:
    proxy = Proxy()
    for id in (1, "b", 2.5, None):
        proxy.call(id)
        line = json.dumps({"result": {}, "jsonrpc": "2.0", "id": id}, **spelling).encode() + b"\n"
        proxy.answer.take(line[:9])
        proxy.answer.take(line[9:])
    assert proxy.calls.waiting == {}


def test_a_cancelled_call_carries_nothing() -> None:
    proxy = Proxy("NUDGE")
    proxy.call(1)
    proxy.ask.take(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n')
    assert not carries(proxy.result(1))


def test_a_call_that_is_cancelled_while_the_hub_is_asked_gives_back_what_it_took() -> None:
    proxy = Proxy("NUDGE")
    proxy.call(1)
    cancel = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n'
    proxy.nudges.meanwhile = lambda: proxy.ask.take(cancel)
    assert not carries(proxy.result(1))
    assert (proxy.nudges.left, proxy.nudges.confirmed) == (["NUDGE"], [])


def test_a_nudge_that_could_not_be_written_is_given_back() -> None:
    proxy = Proxy("NUDGE")
    proxy.call(1)

    def broken(data: bytes) -> None:
        raise BrokenPipeError

    proxy.answer = ToClient(proxy.calls, proxy.nudges, broken)  # type: ignore[arg-type]
    with pytest.raises(BrokenPipeError):
        proxy.result(1)
    assert (proxy.nudges.left, proxy.nudges.confirmed) == (["NUDGE"], [])


def test_an_error_and_an_unfinished_result_leave_it_for_the_next_one() -> None:
    proxy = Proxy("NUDGE")
    for id in range(4):
        proxy.call(id)
    assert not carries(proxy.say({"jsonrpc": "2.0", "id": 0, "error": {"code": -32602, "message": "no"}}))
    assert not carries(proxy.result(1, resultType="input_required"))
    assert not carries(proxy.result(2, task={"taskId": "t"}))
    assert carries(proxy.result(3))
    assert proxy.calls.waiting == {}


def test_a_line_that_is_too_long_to_be_read_passes_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pumps, "LONGEST_READ", 10_000)
    monkeypatch.setattr(pumps, "KEPT_ENDS", 400)
    for form in ('{"jsonrpc":"2.0","id":1,"result":{"content":["%s"]}}\n', '{"result":{"content":["%s"]},"id":1}\n'):
        proxy = Proxy("NUDGE")
        proxy.call(1)
        line = (form % ("x" * 50_000)).encode()
        for at in range(0, len(line), 1000):
            proxy.answer.take(line[at : at + 1000])
            assert len(proxy.at_client) >= at - 10_000
        assert bytes(proxy.at_client) == line
        assert proxy.calls.waiting == {}
        proxy.call(2)
        assert carries(proxy.result(2))


def test_a_call_that_is_too_long_to_be_read_passes_and_carries_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pumps, "LONGEST_READ", 1_000)
    proxy = Proxy("NUDGE")
    for _ in range(3):
        proxy.ask.take(
            b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"x":"' if not proxy.at_server else b"x" * 600
        )
    proxy.ask.take(b'"}}\n')
    assert not carries(proxy.result(1))
    proxy.call(2)
    assert carries(proxy.result(2))


def test_calls_that_are_never_answered_do_not_pile_up() -> None:
    proxy = Proxy()
    for id in range(MOST_WAITING + 50):
        proxy.call(id)
    assert 0 < len(proxy.calls.waiting) <= MOST_WAITING


def test_bytes_before_a_carrying_line_are_not_held_back_with_it() -> None:
    proxy = Proxy("NUDGE")
    proxy.call(1)
    seen: list[bytes] = []
    proxy.nudges.meanwhile = lambda: seen.append(bytes(proxy.at_client))
    proxy.answer.take(b'first\n{"jsonrpc":"2.0","id":1,"result":{}}\nlast\n')
    assert seen == [b"first\n"]
    assert bytes(proxy.at_client).endswith(b"\nlast\n")


class TestAClientThatReadsOnlyTheStructuredHalf:
    def listed(self, proxy: Proxy, *tools: Any, **params: Any) -> None:
        proxy.call(99, method="tools/list", **params)
        proxy.say({"jsonrpc": "2.0", "id": 99, "result": {"tools": tools}})

    def test_gets_it_there_where_the_tool_allows_it(self) -> None:
        proxy = Proxy("NUDGE", client="codex-mcp-client/1")
        closed = {"type": "object", "additionalProperties": False}
        self.listed(proxy, {"name": "open"}, {"name": "closed", "outputSchema": closed})
        proxy.call(1, "closed")
        assert not carries(proxy.result(1, structuredContent={"a": 1}))
        proxy.call(2, "never listed")
        assert not carries(proxy.result(2, structuredContent={"a": 1}))
        proxy.call(3, "open")
        told = json.loads(proxy.result(3, structuredContent={"a": 1}))["result"]
        assert told["structuredContent"] == {"a": 1, "_notifications": ["NUDGE"]}
        assert told["content"] == [{"type": "text", "text": "NUDGE"}]

    def test_is_met_in_the_handshake_or_in_any_call(self) -> None:
        for method, params in (
            ("initialize", {"clientInfo": {"name": "claude-code", "version": "2"}}),
            ("tools/list", {"_meta": {ENVELOPE: {"name": "claude-code", "version": "2"}}}),
        ):
            proxy = Proxy("NUDGE")
            proxy.call(0, method=method, **params)
            assert proxy.calls.client == "claude-code/2"
            proxy.call(1, _meta=params.get("_meta", {}))
            assert not carries(proxy.result(1, structuredContent={}))

    def test_a_newer_list_counts(self) -> None:
        proxy = Proxy("NUDGE", client="claude-code/2")
        self.listed(proxy, {"name": "a", "outputSchema": {"additionalProperties": False}})
        self.listed(proxy, {"name": "b"}, cursor="2")
        proxy.call(1, "a")
        assert not carries(proxy.result(1, structuredContent={}))
        self.listed(proxy, {"name": "a"})
        proxy.call(2, "a")
        assert carries(proxy.result(2, structuredContent={}))

    def test_another_client_gets_the_text_alone_and_its_lists_are_not_kept(self) -> None:
        proxy = Proxy("NUDGE", client="opencode/1.18")
        self.listed(proxy, {"name": "closed", "outputSchema": {"additionalProperties": False}})
        proxy.call(1, "closed")
        told = json.loads(proxy.result(1, structuredContent={"a": 1}))["result"]
        assert told == {"content": [{"type": "text", "text": "NUDGE"}], "structuredContent": {"a": 1}}


NAMES = ("jsonrpc", "id", "method", "params", "_meta", ENVELOPE, "clientInfo", "name", "version", "requestId", "result")
WORDS = (
    "tools/call",
    "tools/list",
    "initialize",
    "notifications/cancelled",
    "codex",
    "content",
    "tools",
    "outputSchema",
)
ODD = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.floats() | st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(NAMES) | st.sampled_from(WORDS), inner, max_size=5)
    ),
    max_leaves=15,
)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.booleans(), st.dictionaries(st.sampled_from(NAMES), ODD, min_size=2)), max_size=8))
def test_messages_of_odd_shapes_make_no_trouble(messages: list[tuple[bool, dict[str, Any]]]) -> None:
    proxy = Proxy("NUDGE", client="codex/1")
    proxy.call(1, "tools/call")
    for from_client, message in messages:
        if from_client:
            proxy.ask.take(json.dumps(message).encode() + b"\n")
        else:
            proxy.say(message)
    proxy.calls.allows_notes("tools/call")
    proxy.call(9)
    proxy.nudges.left = ["NUDGE"]
    assert carries(proxy.result(9))
