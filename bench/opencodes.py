"""Several servers that answer as OpenCode does, with many sessions each, in one process that does little.

On its first line of output it names their ports. Each line of input is a number: a permission is asked for by a session
of that server, or given where one is asked for; the line is answered with the time at which the event was written.
"""

import asyncio
import json
import sys
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

EVENT_STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
BEAT_SECONDS = 10.0
MESSAGES = 30


class OpenCode:
    def __init__(self, number: int, sessions: int, folder: str) -> None:
        self.directory = f"{folder}/project-{number}"
        self.ids = [f"ses_{number:04d}{one:022d}" for one in range(sessions)]
        now = int(time.time() * 1000)
        self.sessions = [_session(id, self.directory, now - 60_000 * place) for place, id in enumerate(self.ids)]
        self.busy = self.ids[0]
        self.permissions: list[dict[str, Any]] = []
        self.listeners: list[asyncio.StreamWriter] = []
        self.asked = 0

    def answer(self, path: str, query: Mapping[str, list[str]]) -> Any:
        match path.strip("/").split("/"):
            case ["global", "health"]:
                return {"healthy": True, "version": "1.18.34"}
            case ["path"]:
                return {"directory": self.directory, "worktree": self.directory}
            case ["session"] | ["experimental", "session"]:
                return self.sessions
            case ["session", "status"]:
                return {self.busy: {"type": "busy"}}
            case ["permission"]:
                return self.permissions
            case ["session", id, "message"]:
                return _messages(id)[-int(query["limit"][0]) :]
            case ["question"] | ["session", _, "todo"]:
                return []
        return None

    def turn(self) -> None:
        """A permission is asked for, or given."""
        if self.permissions:
            one = self.permissions.pop()
            self.emit("permission.replied", {"sessionID": self.busy, "requestID": one["id"], "reply": "once"})
            return
        self.asked += 1
        request = {"id": f"per_{self.asked:026d}", "sessionID": self.busy, "permission": "bash"}
        request |= {"patterns": ["touch it"], "metadata": {"command": "touch it"}, "always": ["touch *"]}
        self.permissions.append(request)
        self.emit("permission.asked", request)

    def emit(self, kind: str, properties: object) -> None:
        payload = {"id": f"evt_{time.monotonic_ns()}", "type": kind, "properties": properties}
        said = json.dumps({"directory": self.directory, "payload": payload}, separators=(",", ":"))
        data = f"data: {said}\n\n".encode()
        for one in self.listeners:
            one.write(b"%x\r\n%s\r\n" % (len(data), data))

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                parts = urlsplit(head.split(b" ", 2)[1].decode())
                if parts.path == "/global/event":
                    writer.write(EVENT_STREAM)
                    self.listeners.append(writer)
                    continue
                said = self.answer(parts.path, parse_qs(parts.query))
                data = json.dumps(said).encode()
                status = b"404 Not Found" if said is None else b"200 OK"
                writer.write(b"HTTP/1.1 %s\r\nContent-Type: application/json\r\n" % status)
                writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            if writer in self.listeners:
                self.listeners.remove(writer)
            writer.close()


def _session(id: str, directory: str, at: int) -> dict[str, Any]:
    told = {
        "id": id,
        "slug": "quiet-river",
        "projectID": "global",
        "directory": directory,
        "title": f"Session {id[-6:]}",
    }
    return told | {"version": "1.18.34", "time": {"created": at, "updated": at}}


def _messages(id: str) -> list[dict[str, Any]]:
    """A turn with many steps, the last of which runs a tool."""
    now = int(time.time() * 1000)
    user = {"info": _info(id, 0, "user", now), "parts": [{"type": "text", "text": "Do it."} | _ids(id, 0)]}
    return [user, *(_step(id, number, now) for number in range(1, MESSAGES))]


def _step(id: str, number: int, now: int) -> dict[str, Any]:
    status = "running" if number == MESSAGES - 1 and id.endswith("0" * 22) else "completed"
    state = {
        "status": status,
        "input": {"command": "make"},
        "output": "made " * 200,
        "time": {"start": now, "end": now},
    }
    part = {"type": "tool", "callID": f"call_{number}", "tool": "bash", "state": state} | _ids(id, number)
    return {"info": _info(id, number, "assistant", now), "parts": [part]}


def _info(id: str, number: int, role: str, now: int) -> dict[str, Any]:
    return {"id": f"msg_{number:026d}", "sessionID": id, "role": role, "time": {"created": now}}


def _ids(id: str, number: int) -> dict[str, str]:
    return {"id": f"prt_{number:026d}", "sessionID": id, "messageID": f"msg_{number:026d}"}


async def main(servers: int, sessions: int, folder: str) -> None:
    made = [OpenCode(number, sessions, folder) for number in range(servers)]
    listening = [await asyncio.start_server(one.serve, "127.0.0.1", 0) for one in made]
    print(json.dumps([one.sockets[0].getsockname()[1] for one in listening]), flush=True)
    beating = asyncio.ensure_future(_beat(made))
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        made[int(line)].turn()
        print(time.time(), flush=True)
    beating.cancel()


async def _beat(made: list[OpenCode]) -> None:
    while True:
        await asyncio.sleep(BEAT_SECONDS)
        for one in made:
            one.emit("server.heartbeat", {})


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
