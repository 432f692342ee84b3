"""Everybody together: who is there, what they do at once, how it is brought to an end, and what is looked at then."""

import asyncio
import os
import signal
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from time import monotonic
from typing import Any

from bench import hub_log
from bench.calls import BenchError
from bench.soak import backups, desk, lives, program, proof, proof_answers, report, stdio, store, wraps
from bench.soak.agents import Agent
from bench.soak.clock import Clock
from bench.soak.disk import Disk
from bench.soak.ears import Ear
from bench.soak.house import House
from bench.soak.line import NO_HANG, Line
from bench.soak.nudgers import Nudger
from bench.soak.people import AtPage, People, Person
from bench.soak.plan import Plan
from bench.soak.program import Program
from bench.soak.proof import Claim
from bench.soak.relay import SMOOTH, Roughness
from bench.soak.shims import Shim
from bench.soak.told import OwnAgent
from bench.soak.troubles import Troubles
from bench.soak.wraps import Wrap

PEOPLE = ("ada", "bob")
"""Beside the owner of the machine. All agents are ada's, and shared with bob."""

DRAIN_SECONDS = 300.0
LAST_LOOKS = 120
QUIET_LOOKS = 4
"""A second apart: an answer that nobody took becomes a nudge after two."""

GONE_SECONDS = 15.0
DRAINED = "nothing is left: all is answered, handed and read"


class World:
    def __init__(self, folder: Path, plan: Plan) -> None:
        self.plan = plan
        self.house = House(folder, plan.seed)
        self.disk = Disk(self.house.data)
        self.clock = Clock(folder)
        self.stop = asyncio.Event()
        self.lives = lives.Lives(self.house, self.clock, self.disk, self.house.dice())
        self.troubles: Troubles | None = None
        self.began = monotonic()
        self._drained = 0.0
        self._people: list[Person] = []
        self._agents: list[Agent] = []
        self._groups: dict[str, list[Program]] = {}
        self._ears: list[Ear] = []
        self._living: dict[Program, asyncio.Task[None]] = {}
        self._off: list[str] = []

    async def run(self) -> tuple[list[Claim], report.Run]:
        async with AsyncExitStack() as cleaning:
            cleaning.callback(self._destroy)
            await self.house.stranger.open()
            await self.lives.start()
            desktop = await cleaning.enter_async_context(AsyncExitStack())
            await self._move_in(desktop)
            troubles = self.troubles = Troubles(
                *(self.house, self.lives, self.clock, self.disk),
                dict(self._groups),
                backups.Backups(self.house),
                self.plan.seconds,
            )
            people = People(self._people, self.house, self.house.dice())
            self._living = {one: asyncio.ensure_future(one.live()) for one in self._programs}
            rates = self.plan.rates.items()
            async with (
                Jobs([troubles.make(kind, rate, self.stop) for kind, rate in rates]) as troubling,
                Jobs(self._work()) as working,
                Jobs([people.answer_all_the_time(), self.lives.watch(), self._tell()]) as beside,
                Jobs([ear.follow(self.house.dice()) for ear in self._ears]) as following,
            ):
                self.began = monotonic()
                await self._pass(troubling, working, beside, following)
                seconds = monotonic() - self.began
                await self._calm(troubling)
                await self._settle_down(working, people)
                truth = await self._heard()
            await self._end(desktop)
            return self._proof(truth), self._told(seconds, troubles)

    @property
    def _programs(self) -> list[Program]:
        return [one for group in self._groups.values() for one in group]

    @property
    def _names(self) -> list[str]:
        """Of all agents."""
        programs = [one.name for one in self._programs if not isinstance(one, desk.Desk)]
        return [*(one.name for one in self._agents), *programs]

    async def _move_in(self, desktop: AsyncExitStack) -> None:
        house, plan = self.house, self.plan
        owner = Line(house, house.owner)
        me = (await owner.insist("GET", "/api/me")).body["name"]
        keys = [(me, house.owner)]
        for name in PEOPLE:
            keys.append((name, (await owner.insist("POST", "/api/keys", {"user": name})).body["key"]))
        lines = [Line(house, key, house.dice()) for _, key in keys]
        self._people = [Person(name, key, n, lines[n]) for n, (name, key) in enumerate(keys)]
        self._groups = {
            "shim": [await self._shim(number) for number in range(plan.shims)],
            "wrap": [await self._wrap(number) for number in range(plan.wraps)],
            "library": [await self._own("library", number) for number in range(plan.library)],
            "http": [await self._own("http", number) for number in range(plan.http)],
            "desk": await self._desk(desktop),
        }
        for number in range(plan.askers + plan.tellers):
            key = await self._key(f"rest-{number}")
            self._agents.append(Agent(f"rest-{number}", Line(house, key, house.dice()), house, house.dice()))
            self._ears.append(Ear(house, self.lives, key))
        await self._sockets()

    async def _sockets(self) -> None:
        """An admin's, a person's at a page, and others of people and agents, of which each second is on a bad line."""
        keys = [one.key for one in self._people] + [ear.key for ear in self._ears]
        self._ears = []
        for number in range(self.plan.sockets):
            relay = await self.house.relay("sockets", Roughness()) if number % 2 else None
            self._ears.append(Ear(self.house, self.lives, keys[number % len(keys)], relay))
        self._ears.append(AtPage(self._people[2], self.house, self.lives, self.house.dice()))

    async def _key(self, name: str) -> str:
        ada = self._people[1].line
        key: str = (await ada.insist("POST", "/api/keys", {"agent_name": name})).body["key"]
        await ada.insist("PUT", f"/api/agents/{name}/shares/{PEOPLE[1]}")
        return key

    async def _shim(self, number: int) -> Program:
        """Each second one finds the hub by its folder, the others by an address on a bad line."""
        name = f"shim-{number}"
        where = {} if number % 2 else {"URL": (await self.house.relay(name, Roughness())).url}
        key = await self._key(name)
        return Shim(name, self.house, self.house.dice(), windows=True, KEY=key, **where)

    async def _wrap(self, number: int) -> Program:
        name = f"wrap-{number}"
        where = {} if number % 2 else {"URL": (await self.house.relay(name, Roughness())).url}
        return Wrap(name, self.house, self.house.dice(), KEY=await self._key(name), **where)

    async def _own(self, kind: str, number: int) -> Program:
        """The first of each kind is on a good line."""
        name, rough = f"{kind}-{number}", Roughness() if number % 2 else SMOOTH
        where = {"URL": (await self.house.relay(name, rough)).url} if kind == "http" or number % 2 else {}
        key = await self._key(name)
        return OwnAgent(name, self.house, f"bench.soak.{kind}_agent", self.house.dice(), KEY=key, **where)

    async def _desk(self, desktop: AsyncExitStack) -> list[Program]:
        if not self.plan.desk or (why := desk.why_not()):
            self._off.append(f"no desk ({why if self.plan.desk else 'it was not wanted'})")
            return []
        try:
            return [await desktop.enter_async_context(desk.desk(self.house))]
        except BenchError as error:
            self._off.append(f"no desk ({error})")
            return []

    def _work(self) -> list[Coroutine[Any, Any, None]]:
        """What ends by itself when it is told to stop."""
        askers = self._agents[: self.plan.askers]
        work = [agent.ask_all_the_time(self.stop) for agent in askers]
        work += [agent.tell_all_the_time(self.stop) for agent in self._agents[self.plan.askers :]]
        work += [one.work(self.stop) for one in self._programs if isinstance(one, Shim | Wrap)]
        for number in range(self.plan.nudgers):
            line = Line(self.house, self._people[number % 3].key, self.house.dice())
            work.append(Nudger(number, line, self._names, self.house, self.house.dice()).nudge_all_the_time(self.stop))
        return work

    async def _pass(self, *jobs: "Jobs") -> None:
        """The time of the run, unless somebody ends it before; a part that breaks ends it."""
        tasks = [task for one in jobs for task in one.tasks] + list(self._living.values())
        enough = asyncio.ensure_future(self.stop.wait())
        deadline = self.began + self.plan.seconds
        while not enough.done() and monotonic() < deadline:
            pending = [task for task in tasks if not task.done()]
            await asyncio.wait([*pending, enough], timeout=deadline - monotonic(), return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    task.result()
        self.stop.set()
        await enough

    async def _tell(self) -> None:
        """How it goes, every minute."""
        while True:
            await asyncio.sleep(60.0)
            ledger, kills = self.house.ledger, self.troubles.kills if self.troubles else 0
            answered = sum(1 for found in ledger.attempts.values() for one in found if one.told == "accepted")
            print(
                f"minute {(monotonic() - self.began) / 60:.0f}: {kills} processes ended; {len(ledger.asked):,} asked,"
                f" {answered:,} answered, {len(ledger.nudged):,} nudges;"
                f" {sum(map(len, ledger.wrong.values()))} violations seen so far",
                flush=True,
            )

    async def _calm(self, troubling: "Jobs") -> None:
        """The troubles are over: what was begun is ended, and everybody is there again."""
        await asyncio.gather(*troubling.tasks)
        assert self.troubles
        self.troubles.calm()
        for relay in self.house.relays:
            relay.rough = SMOOTH
        await asyncio.gather(*(one.ready.wait() for one in self._programs))

    async def _settle_down(self, work: "Jobs", people: People) -> None:
        began = monotonic()
        people.hurry = True
        pending: dict[str, int] = {}
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                for one in self._programs:
                    if isinstance(one, OwnAgent):
                        await one.drain()
                await asyncio.gather(*work.tasks)
                quiet = 0
                while quiet < QUIET_LOOKS:
                    fetching = [*self._agents, *(one for one in self._programs if isinstance(one, Shim | Wrap))]
                    await asyncio.gather(*(one.fetch() for one in fetching))
                    pending = await self._pending()
                    with store.opened(self.house.data / "bellpull.db") as file:
                        pending["(not handed)"] = store.on_their_way(file)
                    quiet = 0 if any(pending.values()) or people.open else quiet + 1
                    await asyncio.sleep(1.0)
        except TimeoutError:
            left = {name: count for name, count in pending.items() if count}
            words = f"after {DRAIN_SECONDS:.0f} s {people.open} questions are open, and nudges wait for {left}"
            self.house.ledger.against(DRAINED, words)
        self._drained = monotonic() - began - QUIET_LOOKS

    async def _pending(self) -> dict[str, int]:
        owner = Line(self.house, self.house.owner)
        said = {name: await owner.insist("GET", f"/api/agents/{name}/nudges") for name in self._names}
        owner.close()
        return {name: int(one.body["count"]) for name, one in said.items()}

    async def _heard(self) -> dict[str, Ear]:
        """What each key may see. Until all sockets have heard the last of it, or it is clear that they will not."""
        truth: dict[str, Ear] = {}
        for key in dict.fromkeys(ear.key for ear in self._ears):
            truth[key] = await Ear(self.house, self.lives, key).hear_all()
        for _ in range(LAST_LOOKS):
            if all(set(truth[ear.key].heard) <= set(ear.heard) for ear in self._ears):
                break
            await asyncio.sleep(0.5)
        return truth

    async def _end(self, desktop: AsyncExitStack) -> None:
        for one, living in self._living.items():
            await one.end(living)
        await desktop.aclose()
        await self.lives.end(signal.SIGTERM)
        until = monotonic() + GONE_SECONDS
        own = {os.getpid()}
        while (left := [pid for pid in self.house.left_over() if pid not in own]) and monotonic() < until:
            await asyncio.sleep(0.2)
        for pid in left:
            words = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            self.house.ledger.against("no process is left behind", words)

    def _proof(self, truth: dict[str, Ear]) -> list[Claim]:
        ledger = self.house.ledger
        excuses = proof.Excuses(ledger.let_pass)
        self._excuses = excuses
        with store.opened(self.house.data / "bellpull.db") as file:
            kept, unsound = store.kept_in(file), store.unsound(file)
            admin = truth[self.house.owner]
            events = store.lasting_events(file, admin.heard[-1])
        found = hub_log.in_files([*self.house.data.glob("hub.log*"), *self.house.folder.glob("*.err")])
        for words in found.described():
            ledger.against("no traceback", words)
        for line in self.house.stranger.keys:
            ledger.against("no key goes to a stranger", line)
        return [
            proof.sound_claim(kept, unsound),
            proof.told_claim(kept, ledger),
            proof.asked_claim(kept, ledger),
            proof_answers.decided_claim(kept, ledger),
            proof_answers.reached_claim(kept, ledger, self.house.disturbances, excuses),
            proof.nudges_claim(kept, ledger, excuses),
            proof.order_claim(ledger),
            proof.http_claim(ledger, excuses),
            proof.invented_claim(kept, ledger),
            proof.ear_claim(self._ears, truth),
            proof.truth_claim(events, admin),
            *proof.seen_claims(ledger, self._watched()),
            report.refusal_claim(ledger),
            report.memory_claim(self.lives.all),
            report.handles_claim(self.lives.all),
        ]

    def _watched(self) -> Sequence[tuple[str, str]]:
        counts = self.house.ledger.counts
        return (
            (DRAINED, "questions and nudges"),
            (lives.STEADY, f"{len(self.lives.all):,} lives"),
            (program.SURVIVES, f"{sum(one.life for one in self._programs):,} lives of {len(self._programs)} programs"),
            (stdio.NO_HANG, f"{counts['calls']:,} calls"),
            (NO_HANG, f"{counts['requests']:,} requests"),
            (stdio.CLEAN, "bellpull mcp and bellpull wrap"),
            (stdio.RISES, f"{counts['progress']:,} times"),
            (wraps.UNCHANGED, f"{counts['wrapped calls']:,} results"),
            (backups.SOUND, f"{self.troubles.done['backup'] if self.troubles else 0} backups"),
            ("no key goes to a stranger", f"{self.house.stranger.heard:,} connections to the stranger's port"),
            ("no traceback", "hub's log, and what all programs complain of"),
            ("no process is left behind", "processes of this run"),
        )

    def _told(self, seconds: float, troubles: Troubles) -> report.Run:
        off = [*self._off]
        off += [f"no clock jumps ({self.clock.why_not})"] if self.clock.why_not else []
        off += [f"no full disk ({self.disk.why_not})"] if self.disk.why_not else []
        return report.Run(
            seconds,
            self._drained,
            self.house.ledger,
            self.lives.all,
            troubles,
            self.house.relays,
            self._excuses,
            off,
        )

    def _destroy(self) -> None:
        """Whatever happened: nothing is left behind."""
        for one in self._programs:
            one.destroy()
        self.lives.destroy()
        for living in self._living.values():
            living.cancel()
        self.house.close()
        for pid in self.house.left_over():
            if pid != os.getpid():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


class Jobs:
    """Tasks for the length of a block."""

    def __init__(self, work: Sequence[Coroutine[Any, Any, None]]) -> None:
        self.tasks = [asyncio.ensure_future(one) for one in work]

    async def __aenter__(self) -> "Jobs":
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
