"""Streams of hook events as coding tools send them, built from the recorded samples of all of them: which sample stands
for what is read from the sample by the tool's own format, so a new sample takes part at once."""

import json
import re
from collections.abc import Iterable
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

from hook_tool import SAMPLES

from bellpull.clients.hooks.formats import FORMATS
from bellpull.clients.hooks.permission import ALLOWED, ASKS, OVER, REFUSED, REQUEST, STOPPED
from bellpull.domain.happening import Happening
from bellpull.domain.session import ENDED, IDLE, WAITING, WORKING

Json = dict[str, Any]
QUESTION = re.compile(r"notif_[A-Za-z0-9_-]+")
#: What an event says of its tool, under any of its names.
OF_TOOL = ("toolname", "toolinput", "toolargs")


class Sample(NamedTuple):
    event: Json
    read: Happening

    @property
    def state(self) -> str | None:
        return self.read.sign and self.read.sign.state


class Client(NamedTuple):
    """What a tool's samples can stand for."""

    name: str
    starts: list[Sample]
    prompts: list[Sample]
    before_tool: list[Sample]
    after_tool: list[Sample]
    #: A person is asked for something in the tool.
    waits: list[Sample]
    goes_on: list[Sample]
    #: Nothing follows from them.
    said: list[Sample]
    children_start: list[Sample]
    children_stop: list[Sample]
    rests: list[Sample]
    ends: list[Sample]


def client(name: str) -> Client:
    own = [text for stem, text in SAMPLES.items() if stem.startswith(f"{name}.")]
    samples = [Sample(one["event"], FORMATS[name].read(one["event"])) for one in own]
    root = [one for one in samples if one.read.parent is None]
    child = [one for one in samples if one.read.parent is not None]
    tools = [one for one in root if one.read.starts and one.state == WORKING]
    after = [one for one in root if one.read.ends]
    plain = [one for one in root if not (one.read.starts or one.read.ends or one.read.place)]
    idle = [one for one in root if one.state == IDLE]
    begins = [one for one in idle if "start" in one.read.event.lower()]
    return Client(
        name,
        begins,
        [one for one in root if one.read.turns],
        tools,
        after,
        [one for one in root if one.state == WAITING],
        [one for one in plain if one.state == WORKING],
        [one for one in root if one.state is None],
        [one for one in child if one.state == WORKING and not (one.read.starts or one.read.ends)],
        [one for one in child if one.state == ENDED],
        [one for one in idle if one not in begins and not one.read.goes_on],
        [one for one in root if one.state == ENDED],
    )


CLIENTS = [client(name) for name in FORMATS]


class Step(NamedTuple):
    """One thing that happens to a session."""

    event: Json | None = None
    #: It may get lost, and nothing stays behind.
    may_fail: bool = False
    #: It may come as late as this many steps of its session. What a person writes goes to the model with what its hook
    #: says: nothing overtakes that.
    late: int = 1
    #: A person answers this request, or the question that was last left open.
    answers: str | None = None
    choice: str = ""
    #: The tool has left a question open.
    leaves_open: bool = False
    tells_todos: bool = False
    tells_tasks: bool = False
    turns: bool = False
    #: A turn ends with it, or goes on with what it is told.
    rests: bool = False
    #: The request that its hook waits for.
    request: str | None = None

    def words(self) -> str:
        """For the reader of a failure."""
        if self.event is None:
            return f"a person answers {self.answers or 'what was left open'}: {self.choice}"
        left_out = (
            "cwd",
            "transcript_path",
            "model",
            "permission_mode",
            "turn_id",
            "prompt_id",
            "permission_suggestions",
        )
        return json.dumps({name: value for name, value in self.event.items() if name not in left_out})[:400]


class Stream(NamedTuple):
    client: str
    session: str
    steps: list[Step]
    #: The event with which it came to rest.
    rest: Json
    ended: bool


class Builder:
    """Draws one stream."""

    def __init__(self, random: Random, session: str) -> None:
        self.random, self.session = random, session
        self.client = self.one_of(CLIENTS)
        self.steps: list[Step] = []
        self.calls = 0
        self.stopped: Json | None = None

    def one_of(self, choices: Iterable[Any]) -> Any:
        return self.random.choice(list(choices))

    def maybe(self, percent: int = 50) -> bool:
        return self.random.randrange(100) < percent

    def build(self) -> Stream:
        if self.client.starts and self.maybe(80):
            self.hook(self.one_of(self.client.starts))
        rest: Json = {}
        for _ in range(self.random.randint(1, 3)):
            rest = self.turn()
        ended = bool(self.client.ends) and self.maybe(40)
        if ended:
            rest = self.hook(self.one_of(self.client.ends))
        return Stream(self.client.name, self.session, self.steps, rest, ended)

    def turn(self) -> Json:
        self.stopped = None
        self.hook(self.one_of(self.client.prompts), turns=True, late=0)
        for _ in range(self.random.randint(0, 4)):
            self.one_of([self.tool, self.tool, self.tool, self.child, self.waits, self.says])()
            if self.stopped is not None:
                return self.stopped
        return self.hook(self.one_of(self.client.rests), rests=True)

    def tool(self, agent: Json | None = None) -> None:
        self.calls += 1
        call = f"call-{self.calls}"
        after = self.one_of(self.client.after_tool)
        named = [
            one for one in self.client.before_tool if one.read.starts and one.read.starts.tool == after.read.ends.tool
        ]
        before = self.one_of(named) if named else None
        if before is not None:
            self.hook(before, call, agent, may_fail=True)
            asks = [one for one in self.client.waits if one.read.starts or one.read.event == "Notification"]
            if asks and self.maybe(40):
                self.asks(self.one_of(asks), before, call, agent)
        if self.stopped is None:
            leaves_open, todos = (
                bool(after.read.asked),
                after.read.sign is not None and after.read.sign.todos is not None,
            )
            tasks = after.read.task is not None
            # A sub-agent's list goes with it.
            own = agent is None
            more = {"leaves_open": leaves_open, "tells_todos": own and (todos or tasks), "tells_tasks": own and tasks}
            self.hook(after, call, agent, may_fail=not any(more.values()), **more)
            if leaves_open and self.maybe(40):
                self.steps.append(Step(answers="", choice="Yes"))

    def asks(self, ask: Sample, before: Sample, call: str, agent: Json | None) -> None:
        """A tool may not run before a person says so: in the tool, or here, where its hook waits."""
        same = {_plain(name): value for name, value in before.event.items() if _plain(name) in OF_TOOL}
        event = {name: same.get(_plain(name), value) for name, value in ask.event.items()}
        id = f"{self.client.name}:{self.session}:{call}"
        waiting = event | {REQUEST: id, ASKS: True}
        if FORMATS[self.client.name].read(waiting).request is None:
            self.event(event, ask, call, agent)
            return
        is_asked = self.maybe(70)
        waiting[ASKS] = is_asked
        self.event(waiting, ask, call, agent, request=id if is_asked else None)
        over = self.one_of([ALLOWED, REFUSED, STOPPED, ""])
        if is_asked and over in (ALLOWED, REFUSED) and self.maybe():
            choice = "Reject" if over == REFUSED else "Allow once"
            self.steps.append(Step(answers=id, choice=choice))
        if over:
            told = self.event(waiting | {OVER: over}, ask, call, agent, may_fail=over != STOPPED, late=4)
            # With this the whole turn is over. A sub-agent's dialog is another matter: its root goes on.
            if over == STOPPED and agent is None:
                self.stopped = told

    def child(self) -> None:
        if not self.client.children_start:
            return
        start = self.one_of(self.client.children_start)
        self.calls += 1
        id = f"agent-{self.calls}"
        sample = start.read.session.rpartition("/")[2]

        def with_id(event: Json) -> Json:
            found: Json = json.loads(json.dumps(event).replace(sample, id))
            return found

        extra = {
            name: value for name, value in with_id(start.event).items() if name not in self.client.prompts[0].event
        }
        self.hook(start, agent=with_id(start.event))
        for _ in range(self.random.randint(0, 2)):
            self.tool(extra)
        self.hook(self.one_of(self.client.children_stop), agent=extra, rests=True)

    def waits(self) -> None:
        notices = [one for one in self.client.waits if not one.read.starts]
        if notices:
            self.hook(self.one_of(notices))
            if self.client.goes_on and self.maybe():
                self.hook(self.one_of(self.client.goes_on), may_fail=True)

    def says(self) -> None:
        if self.client.said:
            self.hook(self.one_of(self.client.said), may_fail=True)

    def hook(self, sample: Sample, call: str = "", agent: Json | None = None, **more: Any) -> Json:
        return self.event(sample.event, sample, call, agent, **more)

    def event(self, event: Json, sample: Sample, call: str, agent: Json | None, **more: Any) -> Json:
        """The sample's event as one of this session and this call."""
        own = (sample.read.session or "").partition(":")[2].partition("/")[0]
        named = sample.read.starts or sample.read.ends
        text = json.dumps(event | (agent or {}))
        if own:
            text = text.replace(own, self.session)
        if named is not None and named.id and call:
            text = text.replace(named.id, call)
        found: Json = json.loads(text)
        self.steps.append(Step(found, **more))
        return found


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def order(random: Random, steps: list[Step]) -> list[Step]:
    """As the hub may hear of it: some of it is lost, some comes twice, and some is overtaken by what came next."""
    heard = [one for one in steps if not (one.may_fail and random.randrange(10) == 0)]
    heard = [one for one in heard for _ in range(2 if one.event and random.randrange(10) == 0 else 1)]
    place = len(heard) - 2
    while place >= 0:
        by = random.randint(min(1, heard[place].late), heard[place].late) if random.randrange(6) == 0 else 0
        for to in range(place, min(place + by, len(heard) - 1)):
            if not _may_overtake(heard[to + 1], heard[to]):
                break
            heard[to], heard[to + 1] = heard[to + 1], heard[to]
        place -= 1 + (by > 0)
    return heard


def _may_overtake(one: Step, other: Step) -> bool:
    """What a hook says of lists and of open questions is its last word on them."""
    return bool(one.event and other.event) and not (other.tells_todos or other.leaves_open)


def stamped(steps: list[Step], began: float) -> list[Step]:
    """Each with the moment in which its hook began."""
    return [
        one if one.event is None else one._replace(event=deepcopy(one.event) | {"bellpull_at": began + number / 100})
        for number, one in enumerate(steps)
    ]


def interleaved(random: Random, lines: list[list[Any]]) -> Iterable[tuple[int, Any]]:
    left = [list(line) for line in lines]
    while any(left):
        number = random.choice([number for number, line in enumerate(left) if line])
        yield number, left[number].pop(0)


def quiet_places(steps: list[tuple[int, Step]]) -> list[int]:
    """Between which no hook is under way: with the hub, what speaks to it ends too."""
    return [place for place in range(len(steps)) if not _under_way(steps, place)]


def _under_way(steps: list[tuple[int, Step]], place: int) -> bool:
    began = [(number, one.event["bellpull_at"]) for number, one in steps[place:] if one.event]
    heard = [(number, one.event["bellpull_at"]) for number, one in steps[:place] if one.event]
    return any(number == other and at < newer for number, at in began for other, newer in heard)
