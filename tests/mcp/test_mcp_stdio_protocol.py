"""Lines that a client sends, right and wrong: each gets its answer, and the server goes on."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bellpull import __version__
from bellpull.mcp.tools import INSTRUCTIONS, TOOLS
from support.answers import PATIENCE
from support.hub import Hub
from support.stdio_shim import CLIENT, COMMAND, ENVELOPE, RESERVED, LocalShim, Shim, environment

PING = {"jsonrpc": "2.0", "id": "p", "method": "ping"}


@pytest.fixture
def no_hub(tmp_path: Path) -> Hub:
    """One that was stopped, so that no server starts it."""
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "stopped").touch()
    return Hub(tmp_path)


@pytest.fixture
def shim(no_hub: Hub) -> Iterator[Shim]:
    with LocalShim(no_hub) as shim:
        yield shim


def alive(shim: Shim) -> None:
    shim.send(PING)
    assert shim.reply("p") == {"jsonrpc": "2.0", "id": "p", "result": {}}
    shim.read.clear()


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_a_handshake_revision_is_taken_as_it_is_offered(shim: Shim, revision: str) -> None:
    said = shim.initialize(revision)
    assert said == {
        "protocolVersion": revision,
        "capabilities": {"prompts": {"listChanged": False}, "tools": {"listChanged": False}},
        "serverInfo": {"name": "bellpull", "title": "Bellpull", "version": __version__},
        "instructions": INSTRUCTIONS,
    }


@pytest.mark.parametrize("offer", ["1999-01-01", "2026-07-28", 7, None])
def test_another_revision_is_answered_with_the_last_of_the_handshakes(shim: Shim, offer: Any) -> None:
    assert shim.request("initialize", {"protocolVersion": offer})["result"]["protocolVersion"] == "2025-11-25"


def test_lists_and_prompts_need_no_hub(shim: Shim) -> None:
    shim.initialize()
    tools = shim.request("tools/list")["result"]
    assert tools == {"tools": [tool.listed() for tool in TOOLS.values()]}
    [prompt] = shim.request("prompts/list")["result"]["prompts"]
    assert prompt["name"] == "notify"
    [message] = shim.request("prompts/get", {"name": "notify"})["result"]["messages"]
    assert message["content"]["type"] == "text"


@pytest.mark.parametrize("method", ["server/discover", "tools/list", "prompts/list"])
def test_modern_results_carry_what_their_revision_asks_for(shim: Shim, method: str) -> None:
    result = shim.request(method, modern=True)["result"]
    assert (result["resultType"], result["ttlMs"], result["cacheScope"]) == ("complete", 0, "private")
    assert result["_meta"] == {
        f"{RESERVED}serverInfo": {"name": "bellpull", "title": "Bellpull", "version": __version__}
    }


def test_a_modern_client_discovers_the_server(shim: Shim) -> None:
    result = shim.request("server/discover", modern=True)["result"]
    assert result["supportedVersions"] == ["2026-07-28"]
    assert result["instructions"] == INSTRUCTIONS


def introduced(shim: Shim, name: str, *, modern: bool) -> dict[str, Any]:
    """Say which client this is; what each request has to carry for it."""
    if modern:
        return {"_meta": {f"{RESERVED}clientInfo": {"name": name, "version": "1"}}}
    shim.request("initialize", {"protocolVersion": "2025-11-25", "clientInfo": {"name": name, "version": "1"}})
    return {}


@pytest.mark.parametrize("modern", [False, True])
def test_gemini_is_offered_a_second_name_to_ask_by(shim: Shim, modern: bool) -> None:
    said = introduced(shim, "gemini-cli-mcp-client", modern=modern)
    tools = shim.request("tools/list", said, modern=modern)["result"]["tools"]
    assert [tool["name"] for tool in tools] == [*TOOLS, "ask_person"]
    wrong = {"name": "ask_person", "arguments": {"title": "Merge"}, **said}
    result = shim.request("tools/call", wrong, modern=modern)["result"]
    assert result["content"][0]["text"] == "The parameter question is required."


@pytest.mark.parametrize("modern", [False, True])
def test_copilot_is_given_texts_that_stand_apart(hub: Hub, modern: bool) -> None:
    """It joins them."""
    with LocalShim(hub) as shim:
        said = introduced(shim, "copilot-cli", modern=modern)
        call = {"name": "ask_user", "arguments": {"title": "Merge", "question": "Merge to main?"}, **said}
        items = shim.request("tools/call", call, modern=modern)["result"]["content"]
        assert [item["text"][:1] == "\n" for item in items] == [False, *[True] * (len(items) - 1)]
        assert len(items) > 1


@pytest.mark.parametrize(
    ("envelope", "code"),
    [
        ({f"{RESERVED}protocolVersion": "2099-01-01", f"{RESERVED}clientCapabilities": {}}, -32022),
        ({f"{RESERVED}protocolVersion": 5, f"{RESERVED}clientCapabilities": {}}, -32602),
        ({f"{RESERVED}protocolVersion": "2026-07-28"}, -32602),
    ],
)
@pytest.mark.parametrize("method", ["tools/list", "tools/call"])
def test_an_envelope_that_is_not_right_is_refused(shim: Shim, envelope: Any, code: int, method: str) -> None:
    error = shim.request(method, {"_meta": envelope, "name": "ask_user"})["error"]
    assert error["code"] == code
    if code == -32022:
        assert error["data"] == {"supported": ["2026-07-28"], "requested": "2099-01-01"}


@pytest.mark.parametrize(
    ("line", "code", "id"),
    [
        (b"garbage", -32700, None),
        (b"{", -32700, None),
        (b"\xff\xfe", -32700, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":NaN}}', -32700, None),
        (b"[" * 100_000, -32700, None),
        (b"[]", -32600, None),
        (json.dumps([PING, PING]).encode(), -32600, None),
        (b"null", -32600, None),
        (b'"ping"', -32600, None),
        (b"{}", -32600, None),
        (b'{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600, 7),
        (b'{"jsonrpc":"2.0","id":7}', -32600, 7),
        (b'{"jsonrpc":"2.0","id":7,"method":5}', -32600, 7),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":7,"method":"no/such"}', -32601, 7),
        (b'{"jsonrpc":"2.0","id":7,"method":"server/discover"}', -32601, 7),
        (b'{"jsonrpc":"2.0","id":7,"method":"resources/list","params":{}}', -32601, 7),
        (b'{"jsonrpc":"2.0","id":"7","method":"tools/call","params":{"name":"no_such"}}', -32602, "7"),
        (b'{"jsonrpc":"2.0","id":7,"method":"tools/call"}', -32602, 7),
        (b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[1]}', -32602, 7),
        (b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":["ask_user"]}}', -32602, 7),
        (b'{"jsonrpc":"2.0","id":7,"method":"prompts/get","params":{"name":"no_such"}}', -32602, 7),
        (b'{"jsonrpc":"2.0","id":7,"method":"tools/list","params":5}', -32602, 7),
    ],
)
def test_a_wrong_line_gets_its_error_and_the_next_its_answer(shim: Shim, line: bytes, code: int, id: Any) -> None:
    shim.write(line + b"\n")
    message = shim.message()
    assert (message["error"]["code"], message["id"]) == (code, id)
    assert isinstance(message["error"]["message"], str)
    alive(shim)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"   \r",
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
        b'{"jsonrpc":"2.0","method":"notifications/no_such","params":[]}',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled"}',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}',
        b'{"jsonrpc":"2.0","id":5,"result":{}}',
        b'{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"x"}}',
        b'{"jsonrpc":"2.0","method":"tools/call","params":{"name":"ask_user"}}',
    ],
)
def test_a_line_that_needs_no_answer_gets_none(shim: Shim, line: bytes) -> None:
    shim.write(line + b"\n")
    shim.send(PING)
    assert shim.message()["id"] == "p"


def test_a_line_may_come_in_pieces_and_several_at_once(shim: Shim) -> None:
    line = json.dumps({"jsonrpc": "2.0", "id": "ü", "method": "ping"}, ensure_ascii=False).encode()
    for place in range(len(line)):
        shim.write(line[place : place + 1])
    shim.write(b"\r\n" + line + b"\n" + line + b"\n" + line[:5])
    shim.write(line[5:] + b"\n")
    assert [shim.message()["id"] for _ in range(4)] == ["ü"] * 4


def test_a_huge_line_is_refused_and_forgotten(shim: Shim) -> None:
    for _ in range(41):
        shim.write(b"x" * 100_000)
    shim.write(b"\n")
    assert shim.message()["error"] == {"code": -32600, "message": "A message has at most 4,000,000 bytes"}
    alive(shim)


def test_a_line_of_the_largest_size_is_read(shim: Shim) -> None:
    line = json.dumps(PING | {"params": {"x": ""}}).encode()
    shim.write(line.replace(b'""', b'"' + b"x" * (4_000_000 - len(line)) + b'"') + b"\n")
    assert shim.message()["result"] == {}


def test_a_last_line_without_an_end_is_answered(shim: Shim) -> None:
    shim.write(json.dumps(PING).encode())
    assert shim.end() == 0
    assert shim.message()["id"] == "p"


def test_the_server_ends_with_its_input(shim: Shim) -> None:
    shim.initialize()
    assert shim.end() == 0


@pytest.mark.process
def test_the_process_ends_with_its_input_and_says_nothing_else(no_hub: Hub) -> None:
    with Shim(no_hub) as shim:
        shim.initialize()
        assert shim.end() == 0
        assert shim.errors() == ""


@pytest.mark.process
def test_the_process_ends_when_it_is_asked_to(no_hub: Hub) -> None:
    with Shim(no_hub) as shim:
        shim.initialize()
        shim.process.terminate()
        assert shim.process.wait(PATIENCE) == 0


@pytest.mark.process
def test_the_process_ends_when_its_output_is_closed(tmp_path: Path) -> None:
    ours, theirs = os.pipe()
    command = [*COMMAND, "--agent", "x", "--url", "http://127.0.0.1:9"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=theirs, env=environment(Hub(tmp_path)))
    os.close(theirs)
    os.close(ours)
    assert process.stdin is not None
    process.stdin.write(json.dumps(PING).encode() + b"\n")
    process.stdin.flush()
    assert process.wait(PATIENCE) == 0
    process.stdin.close()


def test_a_call_says_how_to_start_a_hub_that_was_stopped(shim: Shim) -> None:
    shim.initialize()
    items = shim.items(shim.call("ask_user", title="x", question="y"), error=True)
    assert items[0] == "The hub was stopped and is not running."
    assert items[1].startswith("hint: start it: bellpull up")


def test_an_argument_error_needs_no_hub(shim: Shim) -> None:
    items = shim.items(shim.call("notify", message=""), error=True)
    assert items == ["Error: Message cannot be empty"]


def test_the_marks_of_both_eras_are_those_of_the_official_client() -> None:
    from mcp_types import version

    from bellpull.mcp.shim import dialogue

    assert dialogue.HANDSHAKE_REVISIONS == version.HANDSHAKE_PROTOCOL_VERSIONS
    assert (dialogue.MODERN_REVISION,) == version.MODERN_PROTOCOL_VERSIONS
    assert ENVELOPE[f"{RESERVED}clientInfo"] == CLIENT
