"""The ledger laid beside the data file. Every claim about records is checked here; answers in `proof_answers`.

Nothing is excused by a rule of time alone. What is let pass is named and counted: `Excuses`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bench.soak.ears import Ear
from bench.soak.ledger import Ledger, Read
from bench.soak.store import Kept

INVENTED = "nothing is invented"
OVER_HTTP = "mcp"
"""The carrier of nudges over HTTP."""


@dataclass(frozen=True)
class Claim:
    """`wrong` has what speaks against it."""

    what: str
    figures: str
    wrong: Sequence[str] = ()


@dataclass
class Excuses:
    """What was let pass, in words, and how often. Over HTTP a result counts as read when it is written: what went with
    a call that got no whole answer is gone. By agent: the moments at which such results were handed."""

    counts: Counter[str] = field(default_factory=Counter)
    gone: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def over_http(self, agent: str, handed_at: str, what: str) -> None:
        self.gone[agent].add(handed_at)
        self.counts[f"{what} that went over HTTP with a call that got no whole answer"] += 1


def told_claim(kept: Kept, ledger: Ledger) -> Claim:
    known = sum(1 for ids in ledger.told.values() if ids)
    figures = f"{known:,} acknowledged, {len(kept.told):,} kept"
    return Claim("what was told is there, once", figures, _compared(kept.told, ledger.told))


def asked_claim(kept: Kept, ledger: Ledger) -> Claim:
    stored = {key: [one.id for one in questions] for key, questions in kept.asked.items()}
    wrong = _compared(stored, ledger.asked)
    wrong += [f"{key}: answered, and not there" for key in ledger.answers_read.keys() - stored.keys()]
    return Claim("what was asked is there, once", f"{len(ledger.asked):,} asked, {len(stored):,} kept", wrong)


def _compared(stored: Mapping[str, Sequence[str]], known: Mapping[str, set[str]]) -> list[str]:
    """The hub gave one id for each key, however often it was asked again; that is in the file, and no other. What
    nobody was told of may be there or not, but once."""
    wrong = []
    for key, ids in known.items():
        there = stored.get(key, ())
        if len(there) > 1 or (ids and "acknowledged" not in ids and set(there) != ids) or (ids and not there):
            wrong.append(f"{key}: the hub said {sorted(ids)}, the file has {list(there)}")
    return wrong + [f"{key}: nobody said so" for key in stored.keys() - known.keys()]


def nudges_claim(kept: Kept, ledger: Ledger, excuses: Excuses) -> Claim:
    stored = {key: [one.id for one in nudges] for key, nudges in kept.nudges.items()}
    wrong = _compared(stored, ledger.nudged)
    for key, (nudge, *_) in kept.nudges.items():
        reads = ledger.nudges_read[key]
        if nudge.handed_at is None:
            wrong.append(f"{key} for {nudge.agent}: not handed; read: {described(reads)}")
        elif not reads and nudge.handed_via == OVER_HTTP:
            excuses.over_http(nudge.agent, nudge.handed_at, "nudges")
        elif not reads:
            wrong.append(f"{key} for {nudge.agent}: handed by {nudge.handed_via}, and never read")
        if sum(not one.marked for one in reads) > 1:
            wrong.append(f"{key} for {nudge.agent}: read again without a mark: {described(reads)}")
        if any(one.by.agent != nudge.agent for one in reads):
            wrong.append(f"{key} is for {nudge.agent}: {described(reads)}")
    wrong += [f"{key}: read, and not there" for key in ledger.nudges_read.keys() - kept.nudges.keys()]
    again = sum(one.marked for reads in ledger.nudges_read.values() for one in reads)
    figures = f"{sum(1 for ids in ledger.nudged.values() if ids):,} acknowledged; {again:,} copies marked as repeats"
    return Claim("every nudge came to its agent, unmarked once at most", figures, wrong)


def order_claim(ledger: Ledger) -> Claim:
    """Of what one teller told an agent, as far as it was acknowledged: then one was there before the next was told."""
    wrong, pairs = [], 0
    for agent, keys in ledger.order.items():
        last: dict[str, int] = defaultdict(int)
        for key in keys:
            if not ledger.nudged[key]:
                continue
            _, teller, number = ledger.nudges[key]
            pairs += 1
            if number < last[teller]:
                wrong.append(f"{agent} read number {number} of teller {teller} after number {last[teller]}")
            last[teller] = max(last[teller], number)
    return Claim("nudges came in the order in which they were told", f"{pairs:,} nudges, by teller and agent", wrong)


def http_claim(ledger: Ledger, excuses: Excuses) -> Claim:
    """One call that got no whole answer can have taken the results of one moment with it, and no more."""
    wrong = [
        f"{agent}: {len(moments)} results that nobody read, and {ledger.lost_calls[agent]} calls without a whole answer"
        for agent, moments in excuses.gone.items()
        if len(moments) > ledger.lost_calls[agent]
    ]
    figures = f"{sum(map(len, excuses.gone.values()))} results gone, {ledger.lost_calls.total():,} calls cut short"
    return Claim("over HTTP only a call that was cut short lost its result", figures, wrong)


def sound_claim(kept: Kept, unsound: Sequence[str]) -> Claim:
    return Claim("the data file is sound", f"{kept.events:,} events", unsound)


def ear_claim(ears: Sequence[Ear], truth: Mapping[str, Ear]) -> Claim:
    """`truth`: what each key may see, as the hub replays it, which was compared with the data file."""
    wrong: list[str] = []
    for ear in ears:
        meant = truth[ear.key]
        last = meant.heard[-1] if meant.heard else 0
        if list(ear.heard) != sorted(set(ear.heard)):
            wrong.append("numbers came twice, or out of order")
        missing = sorted(set(meant.heard) - set(ear.heard))
        more = sorted({number for number in ear.lasting if number <= last} - set(meant.heard))
        if missing or more:
            wrong.append(f"missed {len(missing)} ({missing[:3]}), {len(more)} too many ({more[:3]})")
        wrong += ear.wrong[:1]
    figures = f"{len(ears)} sockets heard {sum(len(ear.heard) for ear in ears):,} events on"
    figures += f" {sum(ear.connections for ear in ears):,} connections, {sum(ear.resets for ear in ears)} resets"
    return Claim("every socket heard what it may hear, once, in order", figures, wrong)


def truth_claim(kept: Sequence[int], admin: Ear) -> Claim:
    """But for what sessions did: of that only the last is kept."""
    differ = set(kept) ^ set(admin.lasting)
    wrong = [f"{len(differ)} events differ ({sorted(differ)[:3]})"] if differ else []
    return Claim("a replay is what the data file has", f"{len(kept):,} events", wrong)


def invented_claim(kept: Kept, ledger: Ledger) -> Claim:
    return Claim(INVENTED, "records and nudges that nobody made", [*kept.unknown, *ledger.wrong[INVENTED]])


def seen_claims(ledger: Ledger, known: Iterable[tuple[str, str]]) -> Iterator[Claim]:
    """What was watched all the time: the claim and its figures."""
    for what, figures in known:
        yield Claim(what, figures, ledger.wrong[what])


def described(reads: Sequence[Read]) -> str:
    """One copy after the other: how, by which life of its process, and when."""
    if not reads:
        return "never"
    first = reads[0].at
    return ", ".join(
        f"{one.way} in life {one.by.life}{' (marked)' if one.marked else ''} at {one.at - first:+.2f} s"
        for one in reads
    )
