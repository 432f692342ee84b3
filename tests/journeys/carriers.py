"""Agents at work, each behind one carrier, in processes of their own: a step of work, and what was read beside it."""

import contextlib
import json
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple, Protocol, Self

import httpx2

from bellpull.domain.augment import Note, split
from support.answers import PATIENCE, until
from support.hub import Caller, Hub
from support.nudges import listed
from support.stdio_shim import ENVELOPE, Shim, environment

BELLPULL = (sys.executable, "-m", "bellpull.cli.main")
SERVER = Path(__file__).with_name("echo_server.py")
DONE = "File updated successfully"
#: A small loop on the library: a result in, what the model is given out.
LOOP = """
import json, sys
from bellpull import Agent
with Agent(sys.argv[1]) as agent:
    print(json.dumps(agent.session), flush=True)
    for line in sys.stdin:
        print(json.dumps(agent.augment(json.loads(line))), flush=True)
"""


class Reader(Protocol):
    """An agent that works. `read` is one step: what was read beside the result, nothing if there was nothing."""

    via: str

    def read(self) -> str: ...


class Ran(NamedTuple):
    code: int
    out: str
    errors: str


def bellpull(hub: Hub, *words: str, given: str = "", **variables: str) -> Ran:
    """A command to its end."""
    ran = subprocess.run(
        [*BELLPULL, *words],
        env=environment(hub, **variables),
        cwd=hub.folder,
        input=given.encode(),
        capture_output=True,
        timeout=PATIENCE,
    )
    return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())


def did(hub: Hub, *words: str, given: str = "", code: int = 0) -> str:
    """What a command printed that had to end with this code."""
    ran = bellpull(hub, *words, given=given)
    assert ran.code == code, ran
    return ran.out


class Talk:
    """A process that is spoken to in lines of JSON; what it writes is read only when it is asked for."""

    def __init__(self, hub: Hub, *command: str, pipesize: int = -1) -> None:
        self.process = subprocess.Popen(
            command,
            env=environment(hub),
            cwd=hub.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pipesize=pipesize,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def send(self, message: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def line(self) -> bytes:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), f"it ended with {self.process.poll()}"
        return line

    def begin(self, id: int, method: str, **params: Any) -> None:
        self.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})

    def initialize(self) -> None:
        client = {"name": "tests", "version": "1.0"}
        self.begin(0, "initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo=client)
        assert json.loads(self.line())["result"]["serverInfo"]
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})


class ShimReader:
    """Bellpull's own tools, through the shim."""

    via = "shim"

    def __init__(self, shim: Shim) -> None:
        """One that was initialized."""
        self.shim = shim

    def read(self, error: bool = False) -> str:
        """Title and type are needed: a call without them is an error result."""
        arguments = {} if error else {"notification_type": "info", "title": "Still at it"}
        return beside(self.shim.reply(self.shim.call("send_notification", **arguments))["result"], error)


def beside(result: dict[str, Any], error: bool = False) -> str:
    """What stands in a result of Bellpull's own tools after the tool's own item."""
    # While the hub is away every call is an error, with one item that says so.
    assert result["isError"] is error or len(result["content"]) == 1, result
    assert all(set(item) == {"type", "text"} and item["type"] == "text" for item in result["content"])
    own, *more = [item["text"] for item in result["content"]]
    assert "<notification" not in own
    assert len(more) <= 1, more
    assert more != [""]
    return "".join(more)


class HttpReader:
    """Bellpull's own tools, at `/mcp`, in one of its two eras."""

    via = "mcp"

    def __init__(self, agent: Caller, *, modern: bool, session: str | None = None) -> None:
        self._agent = agent
        self._modern = modern
        self._session = {"Bellpull-Session": session} if session else {}

    def read(self, error: bool = False) -> str:
        arguments = {} if error else {"notification_type": "info", "title": "Still at it"}
        try:
            return beside(self.call({"name": "send_notification", "arguments": arguments}), error)
        except httpx2.TransportError:
            return ""

    def call(self, params: dict[str, Any]) -> dict[str, Any]:
        """The result of a tool call."""
        headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
        if self._modern:
            params = params | {"_meta": ENVELOPE}
            headers |= {"Mcp-Method": "tools/call", "Mcp-Name": params["name"], "MCP-Protocol-Version": "2026-07-28"}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        answer = self._agent.call("POST", "/mcp", json=body, headers=headers | self._session)
        assert answer.status_code == 200, answer.text
        streamed = answer.headers["content-type"].startswith("text/event-stream")
        result: dict[str, Any] = json.loads(answer.text.split("data: ")[-1] if streamed else answer.text)["result"]
        return result


class WrapReader:
    """Somebody else's tools, wrapped. If nothing is pending, every byte of the server's line stays as it was."""

    via = f"wrap:{SERVER.name}"

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        talk.initialize()

    def read(self, error: bool = False) -> str:
        return self.call({"content": [{"type": "text", "text": DONE}], **({"isError": True} if error else {})})

    def call(self, result: dict[str, Any]) -> str:
        """Let the server answer with this result, and see that all of it comes."""
        self.talk.begin(7, "tools/call", name="echo", arguments=result)
        line = self.talk.line()
        if line == json.dumps({"jsonrpc": "2.0", "id": 7, "result": result}).encode() + b"\n":
            return ""
        came = json.loads(line)
        assert (came.pop("id"), came.pop("jsonrpc")) == (7, "2.0")
        *own, last = came["result"]["content"]
        assert came == {"result": result | {"content": [*own, last]}}
        assert own == result["content"]
        assert set(last) == {"type", "text"}
        return str(last["text"])


class HookReader:
    """Claude Code, which runs a hook after each of its tools."""

    via = "hook:claude-code"

    def __init__(self, hub: Hub, name: str, session: str | None = None, *, sub_agent: str | None = None) -> None:
        self._hub, self._name = hub, name
        self.session_id = session or secrets.token_hex(8)
        #: What the hub calls this session.
        self.session = f"claude-code:{self.session_id}" + (f"/{sub_agent}" if sub_agent else "")
        self._sub_agent = {"agent_id": sub_agent, "agent_type": "Explore"} if sub_agent else {}

    def event(self, name: str, **fields: Any) -> str:
        common = {"session_id": self.session_id, "cwd": str(self._hub.folder), "hook_event_name": name}
        return json.dumps(common | self._sub_agent | fields)

    def happens(self, name: str, **fields: Any) -> str:
        """What the hook prints when this happens."""
        ran = bellpull(
            self._hub, "hook", "claude-code", "--agent", self._name, given=self.event(name, **fields), PYTHONWARNINGS=""
        )
        assert (ran.code, ran.errors) == (0, "")
        return ran.out

    def read(self) -> str:
        printed = self.happens("PostToolUse", tool_name="Bash", tool_input={}, tool_response={"stdout": DONE})
        if not printed:
            return ""
        given = json.loads(printed)["hookSpecificOutput"]
        assert set(given) == {"hookEventName", "additionalContext"}
        assert given["hookEventName"] == "PostToolUse"
        return str(given["additionalContext"])


class LibraryReader:
    """A loop of one's own."""

    via = "library"

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self.session = str(json.loads(talk.line()))

    def read(self) -> str:
        self._talk.send(DONE)
        text = str(json.loads(self._talk.line()))
        assert text == DONE or text.startswith(f"{DONE}\n\n<notification "), text
        return text.removeprefix(DONE).removeprefix("\n\n")


KINDS = ("shim", "mcp", "mcp, modern", "wrap", "hook", "library")


@contextlib.contextmanager
def reading(agent: Caller, kind: str) -> Iterator[Any]:
    """This agent at work behind this kind of carrier."""
    hub, name = agent.hub, agent.name
    if kind.startswith("mcp"):
        yield HttpReader(agent, modern=kind.endswith("modern"))
    elif kind == "hook":
        yield HookReader(hub, name)
    elif kind == "shim":
        with Shim(hub, name=name) as shim:
            shim.initialize()
            yield ShimReader(shim)
    elif kind == "wrap":
        with Talk(hub, *BELLPULL, "wrap", "--agent", name, "--", sys.executable, str(SERVER)) as talk:
            yield WrapReader(talk)
    else:
        with Talk(hub, sys.executable, "-c", LOOP, name) as talk:
            yield LibraryReader(talk)


def read(reader: Reader) -> str:
    """What is pending, with the step of work that brings it: one that would have to wait goes out without it."""
    return until(reader.read, f"{reader.via} brings what is pending")


def notes(text: str) -> list[Note]:
    """What an agent read beside a result; nothing else is in it."""
    own, read = split(text)
    assert own == "", text
    return read


def all_handed(agent: Caller, count: int) -> list[dict[str, Any]] | None:
    """So many, newest first, once nothing is pending any more."""
    handed = listed(agent.hub.owner, agent.name, state="handed", limit=500)
    return handed if len(handed) == count and not listed(agent.hub.owner, agent.name) else None


class AtWork(threading.Thread):
    """An agent that works without pause behind one carrier, and keeps what it read."""

    def __init__(self, reader: Reader, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.reader, self._over = reader, over
        self.texts: list[str] = []
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self._over.is_set():
                self.texts += filter(None, [self.reader.read()])
        except BaseException as error:
            self.failure = error


@contextlib.contextmanager
def all_at_work(agent: Caller) -> Iterator[list[AtWork]]:
    """The agent behind every kind of carrier at the same time."""
    over = threading.Event()
    with contextlib.ExitStack() as opened:
        workers = [AtWork(opened.enter_context(reading(agent, kind)), over) for kind in KINDS]
        for worker in workers:
            worker.start()
        try:
            yield workers
        finally:
            over.set()
            for worker in workers:
                worker.join(PATIENCE)
        assert [worker.failure for worker in workers if worker.failure] == []
        assert not any(worker.is_alive() for worker in workers)


@contextlib.contextmanager
def following(agent: Caller, folder: Path) -> Iterator[IO[bytes]]:
    """`bellpull follow` at work; what it says."""
    command = [*BELLPULL, "follow", str(folder), "--agent", agent.name]
    process = subprocess.Popen(
        command, env=environment(agent.hub), cwd=folder.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    with process:
        assert process.stdout is not None
        assert b"Following" in process.stdout.readline()
        yield process.stdout
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
