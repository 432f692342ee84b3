"""What the hub concludes (`GET /api/watch`) as entries of the list: a session or a sub-agent, or a question of an agent
that no known session asked. Pure; whatever is missing in the hub's words is taken for nothing."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from bellpull.tui.lines import shown

Said = Mapping[str, Any]
NOTHING: Said = MappingProxyType({})

BELL, LOCK, WORKS, IDLES, ENDED, DONE, LATER = "🔔", "🔒", "🤖", "💤", "·", "✓", "⏰"
TROUBLE = "!"
SUB_WORKS, SUB_IDLES = "●", "○"
CERTAIN = "certain"
HEURISTIC = "heuristic"
PERMISSION = "permission"
SESSION, QUESTION, SERVER = "session", "question", "server"


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

    @property
    def icon(self) -> str:
        if self.settled is not None:
            return DONE
        if self.kind == SERVER:
            return TROUBLE
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


def entries_of(watch: Said) -> list[Entry]:
    """Who waits for a person first, then who perhaps does; then in the hub's order. Sub-agents follow their root."""
    groups: list[list[Entry]] = [[_question(_wait(one))] for one in _list(watch, "questions")]
    for said in _list(watch, "sessions"):
        entry = _session(said)
        if entry.depth and groups and groups[-1][0].kind == SESSION:
            groups[-1].append(entry)
        else:
            groups.append([entry])
    groups.sort(key=lambda group: _rank(group[0]))
    troubled = [_server(one) for one in _list(watch, "servers") if one.get("trouble")]
    return [entry for group in groups for entry in group] + troubled


def _rank(entry: Entry) -> tuple[bool, bool, str]:
    return (not entry.waits, entry.is_guess, entry.since if entry.waits else "")


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
    return Wait(
        kind=str(said.get("kind") or "ask"),
        title=shown(said.get("title")),
        reason=shown(said.get("reason")),
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
