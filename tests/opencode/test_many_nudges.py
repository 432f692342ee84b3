"""Many nudges while tools run in the real OpenCode, with shim, plugin and a wrapped server carrying them at once."""

import itertools
import re
import secrets
import sys
import threading
from collections.abc import Iterator

import httpx2
import pytest
from at_work import SMALL_SERVER, AtWork, Work, at_work, bash

from support.answers import done, until
from support.fake_model import Call, Step, text_of
from support.hub import running
from support.opencode import PATIENCE_WITH_IT

pytestmark = pytest.mark.slow
COUNT, FEWER = 200, 100
BATCH = 10
BLOCK = re.compile(r'<notification source="ci"( repeat="true")?>\n(\d+)\n</notification>')
TOOLS = itertools.cycle(
    [
        bash("echo from a built-in tool"),
        Call("wrapped_say", {"text": "from a wrapped server"}),
        Call("bellpull_send_notification", {"notification_type": "status", "title": "from the shim"}),
        Call("small_say", {"text": "from any server"}),
    ]
)


@pytest.fixture(scope="module")
def connected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AtWork]:
    """With all carriers."""
    agent = f"agent-{secrets.token_hex(4)}"
    with running(tmp_path_factory.mktemp("hub")) as hub:
        wrapped = [sys.executable, "-m", "bellpull.cli.main", "wrap", "--agent", agent, "--data-dir", str(hub.data_dir)]
        servers = {"wrapped": [*wrapped, "--", *SMALL_SERVER]}
        with at_work(hub, tmp_path_factory.mktemp("opencode"), agent=agent, connected=True, **servers) as shared:
            yield shared


class Teller:
    """Tells number after number, each until the hub has it: one that was told twice would be read twice."""

    def __init__(self, connected: AtWork, count: int) -> None:
        self.opencode = connected
        self.owner = connected.hub.owner
        self.numbers = iter(range(count))
        self.mark = secrets.token_hex(4)
        self.threads: list[threading.Thread] = []
        self.turn = threading.Lock()

    def tell(self, count: int) -> None:
        with self.turn:
            for number in itertools.islice(self.numbers, count):
                until(lambda number=number: self._told(number), "the hub takes it", PATIENCE_WITH_IT)  # type: ignore[misc]

    def _told(self, number: int) -> bool:
        path = f"/api/agents/{self.opencode.agent}/nudges"
        try:
            said = self.owner.post(
                path, {"message": str(number), "source": "ci"}, Idempotency_Key=f"{self.mark}-{number}"
            )
        except httpx2.TransportError:
            return False
        return said.status_code in (200, 201)

    def step(self) -> Call:
        """A step of a script: the next ones are told while the tool runs."""
        thread = threading.Thread(target=self.tell, args=(BATCH,))
        thread.start()
        self.threads.append(thread)
        return next(TOOLS)

    def done(self) -> None:
        for thread in self.threads:
            thread.join(PATIENCE_WITH_IT)
        assert next(self.numbers, None) is None


def read_by(work: Work) -> list[tuple[int, bool]]:
    """The numbers in the order in which the model reads them, and whether they say that they are repeated."""
    texts = (text_of(one) for one in work.requests()[-1]["messages"] if one["role"] in ("tool", "user"))
    return [(int(number), bool(repeat)) for text in texts for repeat, number in BLOCK.findall(text)]


def test_many_nudges_are_read_once_and_in_order(connected: AtWork) -> None:
    teller = Teller(connected, COUNT)
    work = connected.begin(*[teller.step] * (COUNT // BATCH))
    work.wait(lambda: len(teller.threads) == COUNT // BATCH, "all tools have run")
    teller.done()
    work.wait(lambda: not connected.pending(), "everything is handed over")
    work.rest()
    assert read_by(work) == [(number, False) for number in range(COUNT)]
    assert work.knows_what_nudges_are()
    handed = done(connected.hub.owner.get(f"/api/agents/{connected.agent}/nudges", state="handed", limit=COUNT))
    carriers = {one["handed_via"].partition(":")[0] for one in handed["nudges"]}
    assert carriers > {"plugin"}, "on a slow machine one of the others may have come too late each time"


def test_many_nudges_outlive_a_hub_that_is_killed_meanwhile(connected: AtWork) -> None:
    hub, teller = connected.hub, Teller(connected, FEWER)

    def kill_and_start() -> Call:
        hub.kill()
        hub.start()
        return teller.step()

    steps: list[Step] = [teller.step] * (FEWER // BATCH)
    steps[3] = steps[7] = kill_and_start
    work = connected.begin(*steps)
    work.wait(lambda: len(teller.threads) == FEWER // BATCH, "all tools have run")
    teller.done()
    work.wait(lambda: not connected.pending(), "everything is handed over")
    work.rest()
    read = read_by(work)
    first_times = list(dict.fromkeys(number for number, _ in read))
    assert first_times == list(range(FEWER))
    again = [repeat for index, (number, repeat) in enumerate(read) if number in [one for one, _ in read[:index]]]
    assert all(again)
