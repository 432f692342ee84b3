"""What is to be seen of a session is concluded twice: by the plugin, inside OpenCode, and by the watch, from outside.
Of everything that was recorded of the real OpenCode both say the same, after each event."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from plugin_alone import Plugin, plugin_alone

from bellpull.watch.picture import Picture
from support.answers import until
from support.hub import Caller
from support.recorded import ASK_TOOLS, FOLDER, SAMPLES, Served, sample, signs, stream

Json = dict[str, Any]
STREAMS = ("ask", "perm", "question", "task")


@pytest.fixture
def plugin(agent: Caller, tmp_path: Path) -> Iterator[Plugin]:
    with plugin_alone(agent, tmp_path) as alone:
        yield alone


class Both:
    """The plugin and the watch, which hear the same."""

    def __init__(self, plugin: Plugin, events: list[Json]) -> None:
        self.plugin, self.events = plugin, events
        self.served, self.picture, self.now = Served(), Picture(ASK_TOOLS), 0
        self.prompted: set[str] = set()
        self.worked: set[str] = set()

    def hear(self, place: int) -> None:
        event = self.events[place]
        said = event["properties"]
        info = said.get("info", {})
        self.now = max(self.now + 1, *[one for one in info.get("time", {}).values() if isinstance(one, int)], 0)
        if event["type"] == "message.updated" and info["role"] == "user" and info["id"] not in self.prompted:
            self.prompted.add(info["id"])
            self.plugin.begin("message", {"sessionID": info["sessionID"], "output": self._written(info, place)})
        self.plugin.begin("event", event)
        self.served.happen(event)
        self.picture.hear(FOLDER, event, self.now)
        self.picture.changed(self.now)

    def _written(self, info: Json, place: int) -> Json:
        """OpenCode hands a message to plugins before it tells of it."""
        parts = [one["properties"]["part"] for one in self.events[place:] if one["type"] == "message.part.updated"]
        return {"message": info, "parts": [one for one in parts if one["messageID"] == info["id"]]}

    def agree_on(self, expected: dict[str, Json], when: str) -> None:
        try:
            until(lambda: self.of_plugin() == expected, "they agree")
        except AssertionError:
            told = json.dumps([self.of_plugin(), expected], indent=1)
            raise AssertionError(f"{when}\nplugin and watch: {told}") from None

    def of_watch(self) -> dict[str, Json]:
        """The plugin is quiet about sessions that have never worked."""
        known = {id: seen(sign) for id, sign in signs(self.picture, self.now).items()}
        self.worked |= {id for id, one in known.items() if one["state"] == "working"}
        return {id: one for id, one in known.items() if id in self.worked}

    def of_plugin(self) -> dict[str, Json]:
        newest = {sign["session"]: seen(sign) for sign in self.plugin.door.signs}
        return {id: one for id, one in newest.items() if one["state"] != "ended"}


def seen(sign: Json) -> Json:
    """What both conclude, but for when and how they learned it."""
    asks = [
        {name: one.get(name) for name in ("question_id", "title", "text", "tool", "running")}
        for one in sign.get("asks") or ()
    ]
    return {
        "state": sign["state"],
        "parent": sign.get("parent"),
        "tools": [(one["tool"], one["argument"]) for one in sign.get("tools") or ()],
        "todos": sign.get("todos") or [],
        "asks": asks,
        "requests": [(one["id"], one["kind"]) for one in sign.get("requests") or ()],
    }


def is_followed(event: Json) -> bool:
    """OpenCode says twice that a session idles, one after the other. The plugin heeds the second."""
    return bool(event["type"] == "session.status" and event["properties"]["status"]["type"] == "idle")


def told(name: str) -> list[Json]:
    """Messages that were read, as OpenCode tells of them while they come to be. Then the session idles."""
    messages: list[Json] = sample(name)
    session, at = messages[0]["info"]["sessionID"], messages[-1]["info"]["time"]["created"]
    info = {
        "id": session,
        "title": name,
        "version": "1.18.34",
        "directory": FOLDER,
        "time": {"created": at, "updated": at},
    }
    events: list[tuple[str, Json]] = [
        ("session.created", {"info": info}),
        ("session.status", {"status": {"type": "busy"}}),
    ]
    for message in messages:
        events.append(("message.updated", {"info": message["info"]}))
        events += [("message.part.updated", {"part": part}) for part in message["parts"]]
    events += [("session.status", {"status": {"type": "idle"}}), ("session.idle", {})]
    return [{"type": kind, "properties": {"sessionID": session, **said}} for kind, said in events]


RECORDED = {name: [one for one in stream(name) if "sessionID" in one["properties"]] for name in STREAMS}
RECORDED |= {name: told(name) for file in sorted(SAMPLES.glob("messages_*.json")) if sample(name := file.stem)}


@pytest.mark.parametrize("name", RECORDED)
def test_plugin_and_watch_agree_on_what_was_recorded(plugin: Plugin, name: str) -> None:
    events = RECORDED[name]
    both, before = Both(plugin, events), {}
    for place, event in enumerate(events):
        both.hear(place)
        expected = both.of_watch()
        if expected != before and not is_followed(event):
            both.agree_on(expected, f"after event {place}, {event}")
            before = expected
    assert not plugin.logs()
