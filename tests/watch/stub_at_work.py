"""An OpenCode server whose sessions do something: they work, ask, want a permission, and rest. Each step changes what
the server lists and sends the events that the real one sent when it was recorded."""

import itertools
import time
from pathlib import Path
from typing import Any

from stub_opencode import StubOpenCode

_numbers = itertools.count(1)


def now_ms() -> int:
    return int(time.time() * 1000)


class AtWork(StubOpenCode):
    def prompted(self, session: str, text: str = "Do it.") -> None:
        """A person writes something, and the session begins to work."""
        self.say(session, "user", {"type": "text", "text": text})
        self.busy.add(session)
        self._emit(session, "session.status", status={"type": "busy"})

    def rests(self, session: str, text: str = "Done.") -> None:
        self.say(session, "assistant", {"type": "text", "text": text})
        self.busy.discard(session)
        self._emit(session, "session.status", status={"type": "idle"})
        self._emit(session, "session.idle")

    def runs(self, session: str, tool: str, status: str = "running", age: float = 0, **input: Any) -> dict[str, Any]:
        """A call of a tool; its part."""
        state: dict[str, Any] = {"status": status, "input": input, "time": {"start": now_ms() - int(age * 1000)}}
        if status == "completed":
            state |= {"output": "sent", "title": "", "metadata": {}}
            state["time"]["end"] = now_ms()
        part = {"type": "tool", "callID": f"call_{next(_numbers)}", "tool": tool, "state": state}
        return self.say(session, "assistant", part)["parts"][0]

    def asks(self, session: str, title: str, question: str = "Shall I?") -> None:
        """It asks a person without waiting, and rests."""
        self.runs(session, "notify_ask_user", "completed", title=title, question=question, options=["Yes", "No"])
        self.rests(session, "I have asked.")

    def wants_permission(self, session: str, command: str = "touch it", **fields: Any) -> str:
        """Its id."""
        part = self.runs(session, "bash", command=command)
        request = {"permission": "bash", "patterns": [command], "metadata": {"command": command}, "always": ["touch *"]}
        return self._requests(session, "permission", part, request | fields)

    def questions_person(self, session: str, *questions: dict[str, Any]) -> str:
        part = self.runs(session, "question", questions=list(questions))
        return self._requests(session, "question", part, {"questions": list(questions)})

    def does_todos(self, session: str, **todos: str) -> None:
        self.todos[session] = [{"content": name, "status": status, "priority": "low"} for name, status in todos.items()]
        self._emit(session, "todo.updated", todos=self.todos[session])

    def deleted(self, session: str) -> None:
        gone = self.found(session)
        assert gone is not None
        self.sessions.remove(gone)
        self.emit("session.deleted", gone["directory"], sessionID=session, info=gone)

    def say(self, session: str, role: str, part: dict[str, Any]) -> dict[str, Any]:
        """A new message with this part."""
        number = next(_numbers)
        id = f"msg_{number:026d}"
        info = {"id": id, "sessionID": session, "role": role, "time": {"created": now_ms()}}
        part |= {"id": f"prt_{number:026d}", "sessionID": session, "messageID": id}
        message = {"info": info, "parts": [part]}
        self.messages.setdefault(session, []).append(message)
        found = self.found(session)
        assert found is not None
        found["time"]["updated"] = now_ms()
        self._emit(session, "message.updated", info=info)
        self._emit(session, "message.part.updated", part=part, time=now_ms())
        return message

    def _requests(self, session: str, kind: str, part: dict[str, Any], request: dict[str, Any]) -> str:
        id = f"{kind[:3]}_{next(_numbers):026d}"
        tool = {"messageID": part["messageID"], "callID": part["callID"]}
        request = {"id": id, "sessionID": session, **request, "tool": tool}
        (self.permissions if kind == "permission" else self.questions).append(request)
        self._emit(session, f"{kind}.asked", **{name: value for name, value in request.items() if name != "sessionID"})
        return id

    def _emit(self, session: str, kind: str, **properties: Any) -> None:
        found = self.found(session)
        assert found is not None
        self.emit(kind, found["directory"], sessionID=session, **properties)


def project(folder: Path, name: str) -> Path:
    """A git work tree."""
    made = folder / name
    (made / ".git").mkdir(parents=True)
    return made
