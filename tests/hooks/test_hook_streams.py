"""However hooks of several sessions are mixed, lost, repeated and late, and whenever the hub starts again: once a
session has come to rest, the watch shows what a hub shows that has only heard its last words."""

import json
import os
from collections import defaultdict
from random import Random

import pytest
from hooked_hub import HookedHub, hooked_hub
from streams import CLIENTS, QUESTION, Builder, Json, Step, Stream, interleaved, order, quiet_places, stamped

from support.this_run import SEED

#: More of them: BELLPULL_TEST_STREAMS=2000 pytest tests/hooks/test_hook_streams.py
EXAMPLES = int(os.environ.get("BELLPULL_TEST_STREAMS") or 60)
#: The watch shows a bounded number of sessions.
OF_ONE_HUB = 50


class Followed:
    """One stream, and what must be so of it."""

    def __init__(self, hub: HookedHub, stream: Stream) -> None:
        self.hub, self.stream = hub, stream
        self.id = f"{stream.client}:{stream.session}"
        #: The questions that a request became, and those that its tools have left open in this turn.
        self.requests: defaultdict[str, set[str]] = defaultdict(set)
        self.left_open: list[str] = []
        self.answered: set[str] = set()
        self.todos: list[Json] = []
        self.has_tasks = False

    def take(self, step: Step) -> None:
        if step.event is None:
            self._answer(step)
            return
        event = step.event
        if step.turns:
            self.left_open = []
        if step.leaves_open:
            id = self.hub.asks()
            self.left_open.append(id)
            event = json.loads(QUESTION.sub(id, json.dumps(event)))
        if step.tells_todos:
            self.todos.append(event)
            self.has_tasks |= step.tells_tasks
        said = self.hub.hook(self.stream.client, event)
        while step.rests and said:  # it went on with what it was told, and comes to an end
            said = self.hub.hook(self.stream.client, event)
        if step.request and said.get("question_id"):
            self.requests[step.request].add(said["question_id"])

    def _answer(self, step: Step) -> None:
        known = self.requests[step.answers] if step.answers else self.left_open[-1:]
        for id in known:
            if self.hub.question(id)["state"] == "open":
                self.hub.answer(id, step.choice)
                self.answered.add(id)

    def check(self, restarted: bool) -> None:
        shown = self.hub.shown(self.id)
        assert all(len(ids) == 1 for ids in self.requests.values()), "nothing is asked twice"
        for ids in self.requests.values():
            assert [self.hub.question(id)["state"] for id in ids] == ["settled"], "no question outlives its request"
        if self.stream.ended:
            assert shown is None
            return
        assert shown is not None
        open_ones = [id for id in self.left_open if id not in self.answered]
        fresh = self._afresh() | {"waits": sorted(open_ones), "state": "waiting" if open_ones else "idle"}
        if restarted and self.has_tasks:  # lists that are told line by line start empty
            fresh["todos"] = shown["todos"]
        assert shown == fresh

    def _afresh(self) -> Json:
        """What is shown of a session of which a hub has heard nothing but its last words."""
        session = f"fresh-{self.stream.session}"
        for event in (*self.todos, self.stream.rest):
            told = json.loads(json.dumps(event).replace(self.stream.session, session))
            while self.hub.hook(self.stream.client, told):
                pass
        shown = self.hub.shown(f"{self.stream.client}:{session}")
        assert shown is not None
        return shown


def test_each_tool_has_samples_for_a_turn() -> None:
    for client in CLIENTS:
        assert all((client.prompts, client.before_tool, client.after_tool, client.waits, client.rests)), client.name


@pytest.mark.parametrize("part", range(4))
def test_streams_in_any_order_end_as_a_fresh_reading(part: int) -> None:
    numbers = range(part, EXAMPLES, 4)
    for some in range(0, len(numbers), OF_ONE_HUB):
        with hooked_hub() as hub:
            for number in numbers[some : some + OF_ONE_HUB]:
                story: list[str] = []
                try:
                    play(hub, number, story)
                except AssertionError as error:
                    raise AssertionError("\n".join([f"stream {number} of seed {SEED}", *story, str(error)])) from None


def play(hub: HookedHub, number: int, story: list[str]) -> None:
    hub.make_agent(f"coder-{number}")
    random = Random(f"{SEED} {number}")
    streams = [Builder(random, f"session-{number}-{other}-").build() for other in range(random.randint(1, 3))]
    lines = [order(random, stamped(stream.steps, 1000.0)) for stream in streams]
    steps = list(interleaved(random, lines))
    restart_at = random.choice([None, random.choice(quiet_places(steps))])
    followed = [Followed(hub, stream) for stream in streams]
    for place, (of, step) in enumerate(steps):
        if place == restart_at:
            story.append("the hub starts again")
            hub.restart()
        story.append(step.words())
        followed[of].take(step)
    for one in followed:
        one.check(restarted=restart_at is not None)
