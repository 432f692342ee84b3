"""What the records say when they are laid beside each other and beside the data file. Every claim is checked here."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bench.soak.ears import Ear
from bench.soak.ledger import Ledger
from bench.soak.shims import Shim


@dataclass(frozen=True)
class Claim:
    """`wrong` has some of what speaks against it."""

    what: str
    figures: str
    wrong: list[str]


def file_claims(database: Path, ledger: Ledger) -> Iterator[Claim]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as file:
        yield _sound(file)
        yield _told(file, ledger)
        yield _asked(file, ledger)
        yield _answers(file, ledger)
        yield _nudges(file, ledger)


def _sound(file: sqlite3.Connection) -> Claim:
    said = [row[0] for row in file.execute("PRAGMA integrity_check")]
    size = file.execute("SELECT count(*) FROM events").fetchone()[0]
    return Claim("the data file is sound", f"{size:,} events", [] if said == ["ok"] else said[:5])


def _titles(file: sqlite3.Connection, like: str) -> list[tuple[str, str]]:
    return list(file.execute("SELECT title, id FROM agent_notifications WHERE title LIKE ?", (like,)))


def _told(file: sqlite3.Connection, ledger: Ledger) -> Claim:
    stored = _titles(file, "%-tell-%")
    wrong = _compared(stored, ledger.told)
    return Claim("what was told is there, once", f"{len(ledger.told):,} told, {len(stored):,} kept", wrong)


def _asked(file: sqlite3.Connection, ledger: Ledger) -> Claim:
    stored = _titles(file, "%-ask-%")
    wrong = _compared(stored, {key: ids for key, ids in ledger.asked.items() if ids})
    wrong += [f"{key} is not there" for key in ledger.asked.keys() - {title for title, _ in stored}]
    return Claim("what was asked is there, once", f"{len(ledger.asked):,} asked, {len(stored):,} kept", wrong[:5])


def _compared(stored: list[tuple[str, str]], known: dict[str, set[str]]) -> list[str]:
    """The hub gave one id for each key, whatever it was asked again; that is in the file, and no other."""
    by_title: dict[str, set[str]] = {}
    for title, id in stored:
        by_title.setdefault(title, set()).add(id)
    wrong = [
        f"{key}: the hub said {ids}, the file has {by_title.get(key)}"
        for key, ids in known.items()
        if by_title.get(key) != ids
    ]
    wrong += [f"{title} is there {len(ids)} times" for title, ids in by_title.items() if len(ids) > 1]
    return wrong[:5]


def _answers(file: sqlite3.Connection, ledger: Ledger) -> Claim:
    """Every answer that the hub took was handed, and came to its agent in one way, once."""
    rows = file.execute("SELECT id, choice, handed_at, settled_at FROM questions").fetchall()
    kept = {row[0]: row for row in rows}
    wrong = [f"{id}: lost" for id, choice in ledger.answered.items() if id not in kept or kept[id][1] != choice]
    wrong += [f"{id}: still open" for id, row in kept.items() if row[3] is None]
    wrong += [f"{id}: not handed" for id, row in kept.items() if row[2] is None]
    wrong += [f"{id}: came by {ledger.reached[id] or 'no way'}" for id in kept if len(ledger.reached[id]) != 1]
    wrong += ledger.wrong_answers
    ways = [way for found in ledger.reached.values() for way in found]
    figures = f"{len(ledger.answered):,} answered: {ways.count('call'):,} by call, {ways.count('nudge'):,} by nudge"
    return Claim("every answer came to its caller, once", figures, wrong[:8])


def _nudges(file: sqlite3.Connection, ledger: Ledger) -> Claim:
    rows = file.execute("SELECT id, handed_at, message FROM nudges").fetchall()
    own = [(message, id) for id, _, message in rows if message.startswith("Mind ")]
    wrong = _compared(own, {f"Mind {key}.": ids for key, ids in ledger.nudged.items()})
    wrong += [f"{id}: not handed" for id, handed, _ in rows if handed is None]
    wrong += [f"{id}: came {1 + times} times" for id, times in ledger.doubled.items()]
    wrong += [f"{id}: never came" for id, _, _ in rows if not ledger.carried[id]]
    figures = f"{len(ledger.nudged):,} nudges and {len(rows) - len(own):,} late answers;"
    figures += f" {ledger.marked.total()} came again, marked as repeats"
    return Claim("every nudge came, once or marked as a repeat", figures, wrong[:8])


def join_shims(database: Path, ledger: Ledger, shims: list[Shim]) -> None:
    """Tools name no ids: what shims were told is found by its title, or by its own words."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as file:
        ids = dict(_titles(file, "%-ask-%"))
        late = dict(file.execute("SELECT question_id, id FROM nudges WHERE question_id IS NOT NULL"))
    for shim in shims:
        for title, way in shim.answers:
            nudge = late.get(ids[title]) if way != "call" else None
            if nudge is None or ledger.carry(nudge, repeat=way == "repeat"):
                ledger.answer_came(ids[title], "call" if way == "call" else "nudge")
        for key, repeat in shim.minded:
            for id in ledger.nudged[key]:
                ledger.carry(id, repeat=repeat)


def ear_claim(ears: list[tuple[str, Ear]], truth: dict[str, list[int]]) -> Claim:
    """`truth`: what each key may see, as the hub replays it, which was compared with the data file."""
    wrong: list[str] = []
    for key, ear in ears:
        heard = [number for number in ear.heard if number <= truth[key][-1]]
        meant = [number for number in truth[key] if number > ear.since]
        if heard != sorted(set(heard)):
            wrong.append("numbers came twice, or out of order")
        elif heard != meant:
            missing, more = set(meant) - set(heard), set(heard) - set(meant)
            wrong.append(f"missed {len(missing)} ({sorted(missing)[:3]}), {len(more)} too many ({sorted(more)[:3]})")
        wrong += ear.wrong[:1]
    heard_by_all = sum(len(ear.heard) for _, ear in ears)
    figures = (
        f"{len(ears)} sockets heard {heard_by_all:,} events on {sum(ear.connections for _, ear in ears):,} connections"
    )
    figures += f", {sum(ear.resets for _, ear in ears)} resets"
    return Claim("every socket heard what it may hear, once, in order", figures, wrong[:8])


def truth_claim(database: Path, admin: list[int]) -> Claim:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as file:
        kept = [row[0] for row in file.execute("SELECT seq FROM events WHERE seq <= ? ORDER BY seq", (admin[-1],))]
    wrong = [] if kept == admin else [f"{len(set(kept) ^ set(admin))} events differ"]
    return Claim("a replay is what the data file has", f"{len(kept):,} events", wrong)
