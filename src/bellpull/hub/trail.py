"""An agent's trail, read from the events and from the records that they are about; and its numbers."""

import json
from collections.abc import Iterator

from bellpull.domain.event import Event
from bellpull.domain.identity import HUB, Principal
from bellpull.domain.numbers import Numbers
from bellpull.domain.trail import ASKED, KIND_OF, NUDGED, TOLD, Entry, entry_of_nudge, entry_of_question, entry_told
from bellpull.hub.ports import Reader, Store
from bellpull.hub.rights import need_agent, need_person

PAGE = 200
FIRST = 2**62


async def agent_trail(store: Store, who: Principal, agent_name: str, before: int | None, limit: int) -> list[Entry]:
    """The last entries before this number, newest first."""

    def look(reader: Reader) -> list[Entry]:
        need_agent(reader, who, agent_name)
        found: list[Entry] = []
        for entry in _entries(reader, agent_name, FIRST if before is None else before):
            found.append(entry)
            if len(found) == limit:
                break
        return found

    return await store.read(look)


async def agent_numbers(store: Store, who: Principal, agent_name: str) -> Numbers:
    need_person(who)

    def look(reader: Reader) -> Numbers:
        need_agent(reader, who, agent_name)
        return reader.numbers(agent_name)

    return await store.read(look)


def _entries(reader: Reader, agent_name: str, before: int) -> Iterator[Entry]:
    while page := reader.happenings(agent_name, tuple(KIND_OF), before, PAGE):
        for event in page:
            if entry := _entry(reader, event):
                yield entry
        before = page[-1].seq


def _entry(reader: Reader, event: Event) -> Entry | None:
    """None for what says nothing new, and for what retention has taken."""
    kind, said = KIND_OF[event.type], json.loads(event.data)
    if kind == TOLD:
        told = reader.notification(HUB, said["notification_id"])
        asked = reader.questions.find(HUB, said["notification_id"]) if told else None
        return None if told is None or asked is not None else entry_told(event, told)
    if "nudge_id" in said:
        found = reader.nudges.named(event.agent_name, [said["nudge_id"]])
        return entry_of_nudge(event, found[0], _is_secret(reader, found[0].question_id)) if found else None
    if kind == NUDGED:
        return None  # from before nudges had their ids in events
    id = said["question"]["id"] if kind == ASKED else said["question_id"]
    question = reader.questions.find(HUB, id)
    return None if question is None else entry_of_question(event, question)


def _is_secret(reader: Reader, question_id: str | None) -> bool:
    question = reader.questions.find(HUB, question_id) if question_id else None
    return question is not None and question.ask.secret
