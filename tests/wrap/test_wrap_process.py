"""The proxy as a process, with no hub anywhere: client and server see each other as if it were not there."""

import hashlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from wrapped import SERVER, WRAP, Process

from support.answers import PATIENCE, until
from support.hub import KEPT_VARIABLES, SOURCES
from support.this_run import SEED

pytestmark = pytest.mark.process
FEED = """
write = sys.stdout.buffer.write
write(b'{"result":"')
for _ in range(1600):
    write(b"x" * 65536)
write(b'","id":0}\\n')
"""
WEIGH = """
import resource, subprocess
subprocess.run(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
"""


@pytest.fixture
def alone(tmp_path: Path) -> dict[str, str]:
    """The environment of a home where no hub ever was."""
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    python = {"PYTHONPATH": str(SOURCES), "PYTHONUTF8": "1", "PYTHONWARNINGS": "error"}
    return kept | python | {"HOME": str(tmp_path / "home")}


def python(*lines: str) -> list[str]:
    return [sys.executable, "-c", "\n".join(("import os, signal, sys, time", *lines))]


def wrap(*command: str) -> list[str]:
    return [*WRAP, "--agent", "builder", "--", *command]


CAT = python("while data := os.read(0, 65536): os.write(1, data)")


def run(command: Sequence[str], alone: dict[str, str], input: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(command, input=input, env=alone, capture_output=True, timeout=PATIENCE)


def calls(*tools: tuple[str, dict[str, object]], modern: bool = False) -> bytes:
    meta = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}} if modern else {}
    lines = [
        {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": arguments, **meta}}
        for id, (name, arguments) in enumerate(tools)
    ]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def test_a_whole_dialogue_is_the_same_byte_for_byte(alone: dict[str, str], tmp_path: Path) -> None:
    dialogue = b"".join(
        [
            b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}\n',
            b'{"jsonrpc":"2.0","id":"l","method":"tools/list"}\r\n',
            *(calls(("progress", {}), ("elicit", {}), ("open", {}), ("fail", {}), modern=new) for new in (False, True)),
            b'{"jsonrpc":"2.0","id":1,"result":{"action":"accept"}}\n',
            b'{"jsonrpc":"2.0","id":1.0,"method":"no/such","params":{"big":%s}}\n' % (b"9" * 5000),
            b'[{"jsonrpc":"2.0","id":1,"method":"tools/call"}]\n\xff\xfe no JSON\n\n',
            calls(("raw", {"bytes": '{"result": {"content" : [1.0]},\t"id":0 }\r\n'}), ("big", {"size": 300_000})),
            b'"a last line without an end"',
        ]
    )
    bare = run([*SERVER, str(tmp_path / "bare")], alone, dialogue)
    through = run(wrap(*SERVER, str(tmp_path / "through")), alone, dialogue)
    assert through.stdout == bare.stdout
    assert (tmp_path / "through").read_bytes() == (tmp_path / "bare").read_bytes()
    assert (through.returncode, bare.returncode) == (0, 0)
    assert bare.stderr in through.stderr


@pytest.mark.parametrize("seed", range(3))
def test_random_bytes_pass_through_both_ways(alone: dict[str, str], seed: int) -> None:
    chosen = random.Random(SEED + seed)
    call, result = b'{"id":1,"method":"tools/call","params":{}}\n', b'{"id":1,"result":{"content":[]}}\n'
    parts = ([b"\n", call, result, chosen.randbytes(chosen.randrange(3000))] for _ in range(300))
    data = b"".join(chosen.choice(each) for each in parts)
    assert run(wrap(*CAT), alone, data).stdout == data


def digest(alone: dict[str, str], command: Sequence[str]) -> tuple[str, int]:
    """What came out, as a digest, and the most memory that was used for it, in kilobytes."""
    total, pipe = hashlib.sha256(), subprocess.PIPE
    with subprocess.Popen([*python(WEIGH), *command], env=alone, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdout
        while data := process.stdout.read(65536):
            total.update(data)
        _, errors = process.communicate(timeout=PATIENCE)
        return total.hexdigest(), int(errors.split()[-1])


def test_a_hundred_megabytes_in_one_line_pass_in_little_memory(alone: dict[str, str]) -> None:
    bare, _ = digest(alone, python(FEED))
    through, kilobytes = digest(alone, wrap(*python(FEED)))
    assert through == bare
    assert kilobytes < 60_000


ENDS = {"exit 0": 0, "exit 7": 7, "kill -9 $$": 137, "kill -TERM $$": 143}


@pytest.mark.parametrize("script", ENDS)
def test_the_servers_end_is_ours(alone: dict[str, str], script: str) -> None:
    assert run(wrap("sh", "-c", script), alone).returncode == ENDS[script]


def test_the_last_words_of_a_server_arrive(alone: dict[str, str]) -> None:
    ended = run(wrap("sh", "-c", "printf 'last words'; exit 3"), alone)
    assert (ended.returncode, ended.stdout) == (3, b"last words")


def test_a_process_that_a_server_left_behind_does_not_keep_us(alone: dict[str, str], tmp_path: Path) -> None:
    leave = "left = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)'])"
    with Process(
        wrap(*python("import subprocess", leave, "print(left.pid, flush=True)", "os._exit(0)")), tmp_path, alone
    ) as wrapped:
        pid = int(wrapped.line())
        try:
            assert wrapped.process.wait(PATIENCE) == 0
        finally:
            os.kill(pid, signal.SIGKILL)


NOT_STARTED = {"no-such-server": "No such file or directory", "/": "Permission denied"}


@pytest.mark.parametrize("command", NOT_STARTED)
def test_a_server_that_cannot_be_started_is_told_in_one_sentence(alone: dict[str, str], command: str) -> None:
    ended = run(wrap(command), alone)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.decode().startswith(f"bellpull: {command} cannot be started: {NOT_STARTED[command]}.\nhint: ")


@pytest.mark.parametrize("words", [[], ["--"], ["--", ""], ["sh", "-c", "true"], ["--agent", "x"]])
def test_a_command_is_wanted_after_two_strokes(alone: dict[str, str], words: list[str]) -> None:
    ended = run([*WRAP, *words], alone)
    assert ended.returncode == 2
    assert ended.stderr == b"bellpull: The command comes after --.\nhint: see: bellpull wrap --help\n"


def test_words_of_the_command_are_passed_on_as_they_are(alone: dict[str, str]) -> None:
    words = ["", " ", "--agent", "--", "é", "-h"]
    ended = run(wrap(*python("print(sys.argv[1:])"), *words), alone)
    assert ended.stdout.decode() == f"{words}\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_are_passed_on(alone: dict[str, str], tmp_path: Path, number: signal.Signals) -> None:
    wait = f"signal.signal({number:d}, lambda *_: sys.exit(9))", "print('ready', flush=True)", "signal.pause()"
    with Process(wrap(*python(*wait)), tmp_path, alone) as wrapped:
        assert wrapped.line() == b"ready\n"
        wrapped.process.send_signal(number)
        assert wrapped.process.wait(PATIENCE) == 9


def test_a_server_that_does_not_end_with_its_input_is_ended(alone: dict[str, str], tmp_path: Path) -> None:
    """With less patience than usual: only the order is of interest."""
    asked = "signal.signal(15, lambda *_: print('asked', flush=True))"
    stubborn = python(asked, "print('ready', flush=True)", "while True: time.sleep(9)")
    hurried = python(
        "from bellpull.mcp.wrap import child",
        "child.AFTER_INPUT_SECONDS = child.AFTER_TERM_SECONDS = 0.3",
        "from bellpull.cli.main import main",
        "main()",
    )
    with Process([*hurried, "wrap", "--", *stubborn], tmp_path, alone) as wrapped:
        assert wrapped.line() == b"ready\n"
        assert wrapped.end() == 137
        assert wrapped.line() == b"asked\n"


def test_a_server_that_closes_its_output_closes_ours(alone: dict[str, str], tmp_path: Path) -> None:
    closes = python("os.close(1)", "sys.stdin.read()", "os._exit(4)")
    with Process(wrap(*closes), tmp_path, alone) as wrapped:
        assert wrapped.line() == b""
        assert wrapped.process.poll() is None
        assert wrapped.end() == 4


def test_a_client_that_closes_our_output_ends_the_server(alone: dict[str, str]) -> None:
    with subprocess.Popen(wrap("yes"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=alone) as wrapped:
        assert wrapped.stdout
        assert wrapped.stdout.read(2) == b"y\n"
        wrapped.stdout.close()
        assert wrapped.wait(PATIENCE) == 128 + signal.SIGPIPE


def test_a_server_that_closes_its_input_is_not_ended_for_it(alone: dict[str, str], tmp_path: Path) -> None:
    wait = "while not os.path.exists('go'): time.sleep(0.01)"
    closes = python("os.close(0)", "print('closed', flush=True)", wait, "print('done', flush=True)")

    def refused() -> bool:
        try:
            wrapped.write(b"x" * 100_000)
        except BrokenPipeError:
            return True
        return False

    with Process(wrap(*closes), tmp_path, alone) as wrapped:
        assert wrapped.line() == b"closed\n"
        until(refused, "the client is told")
        (tmp_path / "go").touch()
        assert wrapped.line() == b"done\n"
        assert wrapped.process.wait(PATIENCE) == 0


def test_a_client_whose_files_do_not_block_is_served(alone: dict[str, str]) -> None:
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    ours.settimeout(PATIENCE)
    data, got = os.urandom(2_000_000), bytearray()

    def send() -> None:
        ours.sendall(data)
        ours.shutdown(socket.SHUT_WR)

    with ours, subprocess.Popen(wrap(*CAT), stdin=theirs, stdout=theirs, env=alone) as wrapped:
        theirs.close()
        threading.Thread(target=send, daemon=True).start()
        while piece := ours.recv(65536):
            got += piece
        assert bytes(got) == data
        assert wrapped.wait(PATIENCE) == 0


def test_a_proxy_without_a_hub_says_so_in_one_line_and_works(alone: dict[str, str], tmp_path: Path) -> None:
    with Process(wrap(*SERVER), tmp_path, alone) as wrapped:
        wrapped.initialize()
        until(lambda: "nudges cannot be brought now" in wrapped.errors(), "it says so")
        for _ in range(20):
            assert wrapped.texts("echo", x=1) == ['{"x": 1}']
        assert wrapped.end() == 0
        assert wrapped.errors().count("bellpull: ") == 1


WRONG = {"PORT": "no number", "URL": "ftp://x", "CONFIG": "/no/such", "KEY": "é", "AGENT": "no such name"}


@pytest.mark.parametrize("name", WRONG)
def test_settings_that_make_no_sense_keep_no_server_from_working(
    alone: dict[str, str], tmp_path: Path, name: str
) -> None:
    settings = {"BELLPULL_URL": "http://127.0.0.1:9", f"BELLPULL_{name}": WRONG[name]}
    with Process(wrap(*SERVER), tmp_path, alone | settings) as wrapped:
        wrapped.initialize()
        assert wrapped.texts("echo", x=1) == ['{"x": 1}']
        until(lambda: "nudges cannot be brought now" in wrapped.errors(), "it says so")
        assert wrapped.end() == 0


def test_little_of_the_standard_library_is_imported(alone: dict[str, str]) -> None:
    look = python(
        "from bellpull.cli.main import main",
        "import json",
        "end, show = os._exit, lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr, flush=True)",
        "os._exit = lambda code: (show(), end(code))",
        "main(sys.argv[1:])",
    )
    ended = run([look[0], "-S", *look[1:], "wrap", "--", "cat"], alone)
    modules = set(json.loads(ended.stderr.splitlines()[-1]))
    assert {name.partition(".")[0] for name in modules} - {"bellpull", "__main__"} <= sys.stdlib_module_names
    assert not modules & {"asyncio", "subprocess", "threading", "typing", "socket", "dataclasses", "logging", "http"}
