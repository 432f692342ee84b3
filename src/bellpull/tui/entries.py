"""What the hub concludes (`GET /api/watch`) as entries of the list: a session or a sub-agent, or a question of an agent
that no known session asked. Pure; whatever is missing in the hub's words is taken for nothing."""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from bellpull.domain.question_order import Queued, in_order
from bellpull.tui.lines import shown
from bellpull.tui.titles import in_words

Said = Mapping[str, Any]
NOTHING: Said = MappingProxyType({})

BELL, LOCK, WORKS, IDLES, ENDED, DONE, LATER = "🔔", "🔒", "🤖", "💤", "·", "✓", "⏰"
TROUBLE = "!"
SUB_WORKS, SUB_IDLES = "●", "○"
CERTAIN = "certain"
HEURISTIC = "heuristic"
PERMISSION = "permission"
SESSION, QUESTION, SERVER, FOLD = "session", "question", "server", "fold"
OPENED, CLOSED = "▾", "▸"


class Wait(NamedTuple):
    kind: str
    title: str
    reason: str
    source: str
    since: str
    confidence: str
    session: str | None
    agent_name: str
    question_id: str | None

    @property
    def key(self) -> str:
        return self.question_id or f"{self.kind}\0{self.session}\0{self.title}"

    @property
    def is_guess(self) -> bool:
        return self.source == HEURISTIC or self.confidence == "guess"


class Entry(NamedTuple):
    """`key`: the session's id; of a question without one its own."""

    key: str
    kind: str
    depth: int
    title: str
    agent_name: str
    state: str
    since: str
    reason: str
    busy: bool = False
    waits: tuple[Wait, ...] = ()
    #: The hub's own words.
    said: Said = NOTHING
    #: Local to this view: put off until then.
    later: datetime | None = None
    #: How it was settled, of a question that is about to fold away.
    settled: str | None = None
    #: Of the fold: how many are under it, and whether they are shown.
    under: int = 0
    is_open: bool = False

    @property
    def icon(self) -> str:
        if self.settled is not None:
            return DONE
        if self.kind == SERVER:
            return TROUBLE
        if self.kind == FOLD:
            return OPENED if self.is_open else CLOSED
        if self.later is not None:
            return LATER
        if self.waits:
            return LOCK if all(wait.kind == PERMISSION for wait in self.waits) else BELL
        if self.state == "ended":
            return ENDED
        works, idles = (SUB_WORKS, SUB_IDLES) if self.depth else (WORKS, IDLES)
        return works if self.busy else idles

    @property
    def is_guess(self) -> bool:
        return bool(self.waits) and all(wait.is_guess for wait in self.waits)

    @property
    def is_waiting(self) -> bool:
        return bool(self.waits) and self.later is None and self.settled is None

    @property
    def place(self) -> Said | None:
        found = self.said.get("place")
        return found if isinstance(found, dict) and found else None


def groups_of(watch: Said) -> list[list[Entry]]:
    """In the hub's order, roots with their sub-agents; last the servers that are in trouble."""
    questions = [[_question(_wait(one))] for one in _list(watch, "questions")]
    sessions = grouped(_session(one) for one in _list(watch, "sessions"))
    return questions + sessions + [[_server(one)] for one in _list(watch, "servers") if one.get("trouble")]


def grouped(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Roots with their sub-agents. They belong together, too, while a question that was settled stands between them."""
    groups: list[list[Entry]] = []
    session: list[Entry] | None = None
    for entry in entries:
        if entry.depth and session is not None:
            session.append(entry)
        else:
            groups.append([entry])
            session = groups[-1] if entry.kind == SESSION else session
    return groups


def arranged(groups: Iterable[list[Entry]], what: Callable[[Wait], Queued], now: datetime) -> list[Entry]:
    """Who waits for a person first, in the order of questions; then who perhaps does; then as they are."""
    groups = list(groups)
    sure = {wait.key: wait for group in groups for wait in group[0].waits if not wait.is_guess}
    ranks = {wait.key: rank for rank, wait in enumerate(in_order(sure.values(), what, now))}

    def rank(group: list[Entry]) -> tuple[bool, bool, int]:
        waits = group[0].waits
        return not waits, group[0].is_guess, min((ranks.get(wait.key, len(ranks)) for wait in waits), default=0)

    return [entry for group in sorted(groups, key=rank) for entry in group]


def folded(entries: list[Entry], left: Collection[str], is_open: bool | None, kept: Collection[str]) -> list[Entry]:
    """With a fold over those that nobody waits for any more, below all others that wait. Closed, it leaves those in
    sight that are to be `kept`, with their root and its sub-agents. If nobody has turned it (None), it is open if
    nobody else waits."""
    under = [entry for entry in entries if entry.key in left]
    count = sum(entry.settled is None and not entry.depth for entry in under)
    if not count:
        return entries
    others = [entry for entry in entries if entry.key not in left]
    waiting = [place for place, entry in enumerate(others) if entry.is_waiting and not entry.depth]
    place = waiting[-1] + 1 if waiting else 0
    while place < len(others) and others[place].depth:
        place += 1
    if is_open is None:
        is_open = not waiting
    fold = Entry(FOLD, FOLD, 0, "", "", "", "", "", under=count, is_open=is_open)
    if not is_open:
        under = [one for group in grouped(under) if any(one.key in kept for one in group) for one in group]
    return [*others[:place], fold, *under, *others[place:]]


def _server(said: Said) -> Entry:
    """One that cannot be watched is told, not left out."""
    return Entry(
        key=str(said.get("server")),
        kind=SERVER,
        depth=0,
        title=shown(said.get("server")),
        agent_name="",
        state="",
        since=str(said.get("seen_at") or ""),
        reason=shown(said.get("trouble")),
        said={"trouble": said.get("trouble"), "place": {"host": said.get("host")}},
    )


def _session(said: Said) -> Entry:
    waits = tuple(_wait(one) for one in _list(said, "waits"))
    state = str(said.get("state") or "")
    since = waits[0].since if waits else str(said.get("since") or "")
    return Entry(
        key=str(said.get("id")),
        kind=SESSION,
        depth=1 if said.get("parent") else 0,
        title=shown(said.get("title")).partition(" (@")[0] or shown(said.get("id")),
        agent_name=shown(said.get("agent_name")),
        state=state,
        since=since,
        reason=_reason(said, waits),
        busy=bool(said.get("busy", state == "working")),
        waits=waits,
        said=said,
    )


def _reason(said: Said, waits: tuple[Wait, ...]) -> str:
    """In a few words why it is as it is."""
    if trouble := shown(said.get("trouble")):
        return trouble
    if waits:
        return waits[0].title or waits[0].reason
    tools = _list(said, "tools")
    return tool_words(tools[0]) if tools else shown(said.get("reason"))


def tool_words(tool: Said) -> str:
    name, argument = shown(tool.get("tool")), shown(tool.get("argument"))
    return f"{name}: {argument}" if argument else name


def _question(wait: Wait) -> Entry:
    return Entry(
        key=wait.key,
        kind=QUESTION,
        depth=0,
        title=wait.title or wait.reason,
        agent_name=wait.agent_name,
        state="waiting",
        since=wait.since,
        reason=wait.reason,
        waits=(wait,),
    )


def _wait(said: Said) -> Wait:
    kind = str(said.get("kind") or "ask")
    return Wait(
        kind=kind,
        title=in_words(said.get("title"), kind),
        reason=in_words(said.get("reason"), kind),
        source=str(said.get("source") or ""),
        since=str(said.get("since") or ""),
        confidence=str(said.get("confidence") or CERTAIN),
        session=said.get("session"),
        agent_name=shown(said.get("agent_name")),
        question_id=said.get("question_id"),
    )


def _list(said: Said, name: str) -> list[Said]:
    found = said.get(name)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def matching(entries: Iterable[Entry], filter: str) -> list[Entry]:
    """Those that have every word of the filter somewhere, and the roots of such sub-agents."""
    words = filter.casefold().split()
    if not words:
        return list(entries)
    kept: dict[str, Entry] = {}
    root: Entry | None = None
    for entry in entries:
        root = entry if not entry.depth else root
        if all(word in _searched(entry) for word in words):
            kept |= {one.key: one for one in (root, entry) if one is not None}
    return list(kept.values())


def _searched(entry: Entry) -> str:
    parts = (entry.title, entry.agent_name, entry.reason, entry.state, entry.icon, shown(entry.said.get("directory")))
    return " ".join(parts).casefold()
