"""What a real OpenCode 1.18.34 answered and told (`tests/watch/samples`), and a server made of it: the answers that it
would give after any number of its events."""

import json
from pathlib import Path
from typing import Any

from bellpull.watch.picture import Picture

SAMPLES = Path(__file__).parents[1] / "watch" / "samples"
ASK_TOOLS = ("notify_ask_user", "bellpull_ask_user", "bellpull_notify")
FOLDER = "/home/dev/project"
#: After everything that was recorded, on the same day.
LATER = 1794770900000

Json = dict[str, Any]


def sample(name: str) -> Any:
    return json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))


def stream(name: str) -> list[Json]:
    events: list[Json] = sample(f"events_{name}")
    return events


class Served:
    """The lists of a server."""

    def __init__(self) -> None:
        self.sessions: dict[str, Json] = {}
        self.statuses: dict[str, Json] = {}
        self.messages: dict[str, dict[str, Json]] = {}
        self.open: dict[str, dict[str, Json]] = {"permission": {}, "question": {}}
        self.todos: dict[str, list[Json]] = {}

    def happen(self, event: Json) -> None:
        kind, said = event["type"], event["properties"]
        if kind in ("session.created", "session.updated"):
            self.sessions[said["info"]["id"]] = said["info"]
        elif kind == "session.status":
            self.statuses[said["sessionID"]] = said["status"]
        elif kind == "message.updated":
            message = self._message(said["sessionID"], said["info"]["id"])
            message["info"] = said["info"]
        elif kind == "message.part.updated":
            part = said["part"]
            self._message(said["sessionID"], part["messageID"])["parts"][part["id"]] = part
        elif kind.endswith(".asked"):
            self.open[kind.split(".")[0]][said["id"]] = said
        elif kind.endswith((".replied", ".rejected")):
            self.open[kind.split(".")[0]].pop(said["requestID"], None)
        elif kind == "todo.updated":
            self.todos[said["sessionID"]] = said["todos"]

    def _message(self, session: str, id: str) -> Json:
        return self.messages.setdefault(session, {}).setdefault(id, {"info": {"id": id}, "parts": {}})

    def lists(self) -> tuple[list[Json], Json, list[Json], list[Json]]:
        newest_first = sorted(self.sessions.values(), key=lambda one: -one["time"]["updated"])
        busy = {id: one for id, one in self.statuses.items() if one["type"] != "idle"}
        return newest_first, busy, list(self.open["permission"].values()), list(self.open["question"].values())

    def told(self, session: str) -> list[Json]:
        found = [{**one, "parts": list(one["parts"].values())} for one in self.messages.get(session, {}).values()]
        return sorted(found, key=lambda one: one["info"].get("time", {}).get("created", 0))


def read(picture: Picture, served: Served, now_ms: int) -> None:
    """A whole reading, answered at once."""
    picture.list_sessions(FOLDER, *served.lists(), now_ms)
    for session in picture.wants_messages():
        picture.take_messages(session, served.told(session), served.todos.get(session, []), now_ms)


def afresh(served: Served, now_ms: int = LATER) -> Picture:
    picture = Picture(ASK_TOOLS)
    read(picture, served, now_ms)
    return picture


def signs(picture: Picture, now_ms: int = LATER) -> dict[str, Json]:
    return {one["session"]: one for one in picture.all_signs(now_ms)}


def essence(picture: Picture, now_ms: int = LATER) -> dict[str, Json]:
    """The signs without what depends on when and how something was learned. What sub-agents asked that have ended is
    known only to whoever was there."""
    plain = {}
    for record in picture.all():
        record.inherited.clear()
    for id, sign in signs(picture, now_ms).items():
        asks = [{**one, "source": ""} for one in sign.get("asks", [{"unknown": ""}])]
        requests = [{**one, "source": "", "since": ""} for one in sign.get("requests", [{"unknown": ""}])]
        plain[id] = {**sign, "asks": asks, "requests": requests}
    return plain


def shows(sign: Json) -> str:
    """What a person sees of it, in one line: its icons, the running tools, and what is asked."""
    idle = sign["state"] == "idle"
    rings = [one for one in sign.get("asks", []) if idle or one.get("running")]
    requests = sign.get("requests", [])
    parts = ["⚙" if sign["state"] == "working" else sign["state"]]
    parts += [f"🔧{one['tool']}:{one['argument']}" for one in sign.get("tools", [])]
    parts += [f"🔔{one.get('title', '')}|{one.get('text', '')}" for one in rings]
    parts += [f"🔒{one['permission']}:{one['patterns'][0]}" for one in requests if one["kind"] == "permission"]
    parts += [f"🔔{one['questions'][0]['question']}" for one in requests if one["kind"] == "question"]
    parts += [f"🔒?{one['tool']}" for one in sign["guesses"]]
    return " ".join(parts)
