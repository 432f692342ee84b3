"""A hub beside VoiceMode, as people run them: one conversation, typed and spoken, also when the hub is killed."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from voice_logs import PROJECT, record

from support.answers import done, until
from support.hub import Caller, Hub, running
from support.local_hub import running_here
from support.questions import answer, ask, ask_text


class Machine:
    """A hub and a VoiceMode of one person."""

    def __init__(self, hub: Hub, logs: Path) -> None:
        self.hub = hub
        self.logs = logs
        self.agent = hub.new_agent()

    def exchange(self, question: str, reply: str) -> str:
        asked = ask_text(self.agent, question=question, project=PROJECT)
        answer(self.hub.owner, asked["id"], text=reply)
        return str(asked["id"])

    def speak(self, said: str, heard: str, ago: timedelta) -> None:
        when = datetime.now().astimezone() - ago
        lines = [record("tts", said, when), record("stt", heard, when)]
        with (self.logs / f"exchanges_{when:%Y-%m-%d}.jsonl").open("a") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)

    def written(self) -> list[str]:
        """Bellpull's lines, oldest file first."""
        whole = b"".join(path.read_bytes() for path in sorted(self.logs.glob("exchanges_*.jsonl")))
        records = [json.loads(line) for line in whole.splitlines()]
        return [one["text"] for one in records if one["type"].startswith("notify_")]

    def wait_for(self, *texts: str) -> None:
        until(lambda: self.written() == list(texts), f"{texts} in the log; there is {self.written()}")

    def history(self, who: Caller | None = None, **query: Any) -> list[dict[str, Any]]:
        told = done((who or self.hub.owner).get("/api/history", project=PROJECT, **query))
        assert told["count"] == len(told["exchanges"])
        return list(told["exchanges"])


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    logs = tmp_path / "home" / ".voicemode" / "logs" / "conversations"
    logs.mkdir(parents=True)
    with running_here(tmp_path, {"voicemode_dir": str(logs.parents[1])}) as hub:
        yield Machine(hub, logs)


def test_history_is_typed_and_spoken_together_oldest_first(machine: Machine) -> None:
    for days in (3, 2, 1):
        machine.speak(f"spoken {days} days ago", "heard", timedelta(days=days))
    machine.exchange("typed", "written")
    shown = done(machine.agent.post("/api/questions", {"title": "x", "question": "y", "kind": "show"}), 201)
    assert shown["outcome"] == "shown"
    secret = ask(machine.agent, secret=True, project=PROJECT)
    answer(machine.hub.owner, secret["id"], choice="No")
    told = machine.history()
    assert [one["message"] for one in told] == [
        *[f"spoken {days} days ago" for days in (3, 2, 1)],
        "typed",
        "Merge to main?",
    ]
    spoken = told[0]
    assert spoken | {"at": ""} == {
        "at": "",
        "agent_name": "voicemode",
        "kind": "voice",
        "message": "spoken 3 days ago",
        "reply": "heard",
        "outcome": None,
    }
    assert (told[3]["kind"], told[3]["reply"], told[3]["outcome"]) == ("text", "written", "accepted")
    assert (told[4]["reply"], told[4]["outcome"]) == (None, "declined")
    assert [one["message"] for one in machine.history(limit=2)] == ["typed", "Merge to main?"]
    made = done(machine.hub.owner.post("/api/keys", {"agent_name": machine.agent.name, "project": PROJECT}), 201)
    assert made["agent_name"] == machine.agent.name
    assert machine.history(machine.agent) == told
    stranger = machine.hub.new_agent()
    assert machine.history(stranger) == []
    assert machine.history(machine.hub.new_person()) == []
    machine.wait_for("typed", "written", "y", "Merge to main?")


@pytest.mark.process
def test_a_killed_hub_neither_loses_nor_repeats_lines(tmp_path: Path) -> None:
    logs = tmp_path / "home" / ".voicemode" / "logs" / "conversations"
    logs.mkdir(parents=True)
    with running(tmp_path) as hub:
        machine = Machine(hub, logs)
        machine.exchange("one", "first")
        machine.wait_for("one", "first")
        expected = ["one", "first"]
        for number in range(2):
            machine.exchange(f"again {number}", f"reply {number}")
            hub.kill()
            hub.start()
            expected += [f"again {number}", f"reply {number}"]
        machine.wait_for(*expected)
        assert machine.history()[-1]["message"] == "again 1"


@pytest.mark.process
def test_a_hub_told_to_leave_voicemode_alone_does(tmp_path: Path) -> None:
    logs = tmp_path / "home" / ".voicemode" / "logs" / "conversations"
    logs.mkdir(parents=True)
    with running(tmp_path, {"voicemode_dir": "off"}) as hub:
        machine = Machine(hub, logs)
        machine.speak("spoken", "heard", timedelta())
        machine.exchange("typed", "written")
        assert [one["message"] for one in machine.history()] == ["typed"]
    assert machine.written() == []


def test_voicemodes_folder_is_where_the_setting_says(tmp_path: Path) -> None:
    logs = tmp_path / "elsewhere" / "logs" / "conversations"
    logs.mkdir(parents=True)
    with running_here(tmp_path, {"voicemode_dir": str(tmp_path / "elsewhere")}) as hub:
        machine = Machine(hub, logs)
        machine.exchange("typed", "written")
        machine.wait_for("typed", "written")
