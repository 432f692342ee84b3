"""However events, readings and answers that come late are mixed: in the end the picture is that of a fresh reading. And
whatever a server says, nothing fails."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bellpull.watch.picture import Picture
from support.recorded import ASK_TOOLS, FOLDER, LATER, Json, Served, afresh, essence, sample, stream

STREAMS = [stream(name) for name in ("ask", "perm", "question", "task")]
# Events that nobody looks at would only make the runs longer.
STREAMS = [[one for one in events if "sessionID" in one["properties"]] for events in STREAMS]
RECORDED = 1794770255000
SEND, ANSWER, LOOK = "send", "answer", "look"


class Watcher:
    """Follows a server as the watch does: answers may take any time, events are heard meanwhile."""

    def __init__(self) -> None:
        self.served, self.picture, self.now = Served(), Picture(ASK_TOOLS), RECORDED
        self.on_the_way: list[tuple[str | None, int, Any]] = []

    def move(self, move: int | str, streams: list[Iterator[Json]]) -> None:
        if isinstance(move, int):
            self.happen(next(streams[move], None), heard=True)
        elif move == LOOK:
            self.picture.changed(self.now)
        else:
            self.send() if move == SEND else self.answer()

    def happen(self, event: Json | None, *, heard: bool) -> None:
        if event is None:
            return
        self.now += 1
        self.served.happen(event)
        if heard:
            self.picture.hear(FOLDER, event, self.now)

    def send(self) -> None:
        self.now += 1
        self.on_the_way.append((None, self.now, self.served.lists()))

    def answer(self) -> None:
        if not self.on_the_way:
            return
        session, sent, said = self.on_the_way.pop(0)
        self.now += 1
        if session is not None:
            self.picture.take_messages(session, *said, sent)
            return
        self.picture.list_sessions(FOLDER, *said, sent)
        self.want()

    def want(self) -> None:
        for wanted in self.picture.wants_messages():
            told = self.served.told(wanted), self.served.todos.get(wanted, [])
            self.on_the_way.append((wanted, self.now, told))

    def finish(self) -> None:
        while self.on_the_way:
            self.answer()
        self.want()
        while self.on_the_way:
            self.answer()


MOVES = st.sampled_from((0, 1, 2, 3, 0, 1, 2, 3, SEND, ANSWER, ANSWER, LOOK))


@settings(max_examples=60)
@given(unseen=st.integers(0, 60), moves=st.lists(MOVES, min_size=20, max_size=300))
def test_events_and_readings_in_any_order_end_as_a_fresh_reading(unseen: int, moves: list[int | str]) -> None:
    """A number is the next event of that stream. Of the first moves the watch sees nothing: it is not there yet."""
    watcher, streams = Watcher(), [iter(events) for events in STREAMS]
    for move in moves[:unseen]:
        watcher.happen(next(streams[move], None) if isinstance(move, int) else None, heard=False)
    watcher.send()  # events are heard first, then everything is read
    for move in moves[unseen:]:
        watcher.move(move, streams)
    watcher.finish()
    watcher.picture.changed(watcher.now)
    assert essence(watcher.picture) == essence(afresh(watcher.served))


@settings(max_examples=60)
@given(data=st.data())
def test_events_that_were_missed_or_came_in_any_order_are_made_good_by_a_reading(data: st.DataObject) -> None:
    everything = [event for events in STREAMS for event in events]
    served = Served()
    for event in everything:
        served.happen(deepcopy(event))
    picture = Picture(ASK_TOOLS)
    for place in data.draw(st.lists(st.integers(0, len(everything) - 1), max_size=60)):
        picture.hear(FOLDER, deepcopy(everything[place]), LATER)
    picture.changed(LATER)
    picture.list_sessions(FOLDER, *served.lists(), LATER + 1)
    for session in served.sessions:
        picture.take_messages(session, served.told(session), served.todos.get(session, []), LATER + 1)
    picture.changed(LATER + 1)
    assert essence(picture) == essence(afresh(served))


WORDS = [
    *("id", "type", "tool", "state", "status", "input", "output", "time", "start", "created", "updated", "sessionID"),
    *("messageID", "callID", "part", "info", "role", "user", "parts", "title", "busy", "running", "completed", "idle"),
    *("text", "metadata", "bellpull", "requestID", "todos", "questions", "options", "parentID", "archived", "patterns"),
    *("ses_1", "ses_2", "notify_ask_user", "question", "message", "properties", "directory", "content", "always"),
]
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(WORDS)
JUNK = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=6),
    max_leaves=12,
)
EVENTS = [event for events in STREAMS for event in events] + list(sample("event_one_of_each_type").values())


def spoilt(value: Any, data: st.DataObject) -> Any:
    """The same with something else somewhere in it."""
    if not isinstance(value, dict | list) or not value or data.draw(st.integers(0, 5)) == 0:
        return data.draw(JUNK)
    changed: Any = deepcopy(value)
    place = data.draw(st.sampled_from(list(changed) if isinstance(changed, dict) else list(range(len(changed)))))
    changed[place] = spoilt(changed[place], data)
    return changed


@settings(max_examples=25)
@given(data=st.data())
def test_garbage_never_fails_and_signs_stay_what_a_hub_can_read(data: st.DataObject) -> None:
    picture = Picture(ASK_TOOLS)
    for event in data.draw(st.sampled_from(STREAMS))[: data.draw(st.integers(0, 60))]:
        picture.hear(FOLDER, event, LATER)
    for _ in range(data.draw(st.integers(1, 6))):
        picture.hear(
            data.draw(st.none() | st.text(max_size=3)), spoilt(data.draw(st.sampled_from(EVENTS)), data), LATER
        )
    junk = [data.draw(JUNK) for _ in range(4)]
    picture.list_sessions(FOLDER, *junk, LATER)
    served = Served()
    for event in STREAMS[3][:30]:
        served.happen(event)
    picture.list_sessions(FOLDER, *(spoilt(one, data) for one in served.lists()), LATER)
    for session in [*picture.wants_messages(), "ses_1"]:
        picture.take_messages(session, spoilt(sample("messages_all_ask"), data), spoilt(sample("session_todo"), data))
    for sign in [*picture.changed(LATER), *picture.all_signs(LATER)]:
        check(sign)


def check(sign: Json) -> None:
    assert sign["state"] in ("working", "idle", "ended")
    for name in ("session", "client", "source", "at"):
        assert isinstance(sign[name], str)
    for name in ("parent", "title", "directory", "reason", "turn_at"):
        assert sign[name] is None or (isinstance(sign[name], str) and sign[name].encode())
    for tool in [*sign.get("tools", []), *sign["guesses"]]:
        assert isinstance(tool["tool"], str) and isinstance(tool["argument"], str)
    for ask in sign.get("asks", []):
        assert all(isinstance(ask[name], str) for name in ask.keys() - {"running"})
    for request in sign.get("requests", []):
        assert request["id"] and request["kind"] in ("permission", "question")
    for todo in sign.get("todos", []):
        assert todo["content"] and todo["status"]
