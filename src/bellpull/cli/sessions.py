"""`bellpull sessions`: what agents are at, for people and scripts; with `--wait`, as soon as one waits for a person."""

from __future__ import annotations

import sys
from time import monotonic, sleep

from bellpull import __version__
from bellpull.cli.outcome import DONE, TIME_IS_UP, complain
from bellpull.cli.parser import Parser, print_json, settings, whole
from bellpull.cli.terminal import Column, age, cut, plain, table, terminal_columns
from bellpull.domain import errors
from bellpull.remote.address import quote
from bellpull.remote.find import find
from bellpull.remote.line import Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from datetime import datetime
    from typing import Any

    from bellpull.config import Config
    from bellpull.remote.fast import Hub

    Session = dict[str, Any]

COLUMNS = (
    Column("STATE"),
    Column("AGENT", least=6),
    Column("TITLE", least=12),
    Column("WHY", least=12),
    Column("SINCE"),
)
ICONS = {"working": "🤖", "idle": "💤", "ended": "  "}
#: What it waits for says more than that it waits: an agent that has asked may go on working.
ASKS, LOCKED = "🔔 question", "🔒 permission"
MOST = 500
LONGEST_CELL = 80
LONGEST_SECONDS = 86_400
#: Below all who wait.
LAST = float("inf")
POLL_SECONDS = 25
#: What the hub may take to answer beyond the waiting itself.
GRACE_SECONDS = 10.0
#: Somebody else waits, for whom nobody asked: then the hub answers at once.
PAUSE_SECONDS = 1.0


def declare_sessions(parser: Parser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--wait", action="store_true", help="return as soon as one waits for a person, and list those")
    which.add_argument("--all", action="store_true", help="also those that ended, newest sign first")
    parser.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=whole(1, LONGEST_SECONDS),
        help="with --wait: how long (for ever unless told)",
    )
    parser.add_argument("--agent", metavar="NAME", help="only of this agent")
    parser.add_json()
    parser.set_defaults(run=sessions)


def sessions(args: Namespace) -> int:
    config = settings(args)
    if args.timeout is not None and not args.wait:
        raise errors.Invalid("usage", "--timeout goes with --wait.", "see: bellpull sessions --help")
    if args.wait:
        return _wait(args, config)
    with find(config) as hub:
        _need_agent(args, hub)
        if args.all:
            found = hub.request("GET", "/api/sessions", {"agent_name": args.agent, "limit": MOST})
        else:
            found = _of_agent(args, hub.request("GET", "/api/watch"))
    _print(args, found)
    return DONE


def _need_agent(args: Namespace, hub: Hub | Line) -> None:
    """Nothing of somebody may be a wrong name, for which one would wait for ever: let the hub refuse it."""
    if args.agent is not None:
        hub.request("GET", f"/api/agents/{quote(args.agent)}/notifications", {"limit": 1})


def _of_agent(args: Namespace, watch: dict[str, Any]) -> dict[str, Any]:
    def shown(one: Session) -> bool:
        return args.agent is None or one["agent_name"] == args.agent

    listed = [one for one in watch["sessions"] if shown(one)]
    return {"count": len(listed), "sessions": listed, "questions": [one for one in watch["questions"] if shown(one)]}


def _wait(args: Namespace, config: Config) -> int:
    deadline = monotonic() + (args.timeout or float("inf"))
    with Line(config, client=f"cli/{__version__}") as line:
        _need_agent(args, line)
        found = _waiting(args, line.request("GET", "/api/watch"))
        while not _anybody(found) and monotonic() < deadline:
            try:
                found = _looked(args, line, deadline)
            except errors.Unavailable:
                break  # the time is up, and the hub is not there
    if _anybody(found) or args.json:
        _print(args, found)
    if _anybody(found):
        return DONE
    seconds = "a second" if args.timeout == 1 else f"{args.timeout} seconds"
    complain(errors.BellpullError("nobody_waits", f"Nobody waited for a person within {seconds}."))
    return TIME_IS_UP


def _looked(args: Namespace, line: Line, deadline: float) -> dict[str, Any]:
    """What waits when the hub says that somebody does, over every restart of it."""
    began = monotonic()

    def look() -> Any:
        wait = int(min(max(deadline - monotonic(), 0) + 1, POLL_SECONDS))
        return line.request("GET", "/api/watch", {"until": "waiting", "wait": wait}, seconds=wait + GRACE_SECONDS)

    found = _waiting(args, line.persist(look, deadline))
    if not _anybody(found) and monotonic() - began < PAUSE_SECONDS:
        sleep(max(min(PAUSE_SECONDS, deadline - monotonic()), 0))
    return found


def _waiting(args: Namespace, watch: dict[str, Any]) -> dict[str, Any]:
    found = _of_agent(args, watch)
    waiting = [one for one in found["sessions"] if one["state"] == "waiting"]
    return {**found, "count": len(waiting), "sessions": waiting}


def _anybody(found: dict[str, Any]) -> bool:
    return bool(found["sessions"] or found["questions"])


def _print(args: Namespace, found: dict[str, Any]) -> None:
    if args.json:
        print_json(found)
        return
    from datetime import UTC, datetime

    rows = _rows(found, datetime.now(UTC))
    of = "" if args.agent is None else f" of {plain(args.agent)}"
    sys.stdout.write("\n".join(table(COLUMNS, rows, terminal_columns()) if rows else [f"No sessions{of}."]) + "\n")


def _rows(found: dict[str, Any], now: datetime) -> list[tuple[str, ...]]:
    """In the order in which they were told; questions without a session stand among those who wait, by their ranks."""
    questions = found.get("questions", ())
    rows: list[tuple[float, tuple[str, ...]]] = []
    place = LAST
    for one in found["sessions"]:
        if not one["parent"]:  # a sub-agent stays with its root
            place = min((_rank(wait) for wait in one["waits"]), default=LAST) if one["state"] == "waiting" else LAST
        rows.append((place if questions else LAST, _row(one, now)))
    for wait in questions:
        why = (wait["agent_name"], "", _cell(_reason(wait)), age(wait["since"], now))
        rows.append((_rank(wait), (_state("waiting", [wait]), *why)))
    return [row for _, row in sorted(rows, key=lambda entry: entry[0])]


def _rank(wait: dict[str, Any]) -> float:
    return float(wait.get("rank", 0))  # a hub of an earlier version does not tell it


def _row(one: Session, now: datetime) -> tuple[str, ...]:
    title = one["title"] or "Untitled"
    waits = [wait for wait in one["waits"] if wait["confidence"] != "guess"]
    since = waits[0]["since"] if waits else one["since"]
    shown = f"└ {title}" if one["parent"] else title
    return _state(one["state"], waits), one["agent_name"], _cell(shown), _cell(_why(one)), age(since, now)


def _state(state: str, waits: list[dict[str, Any]]) -> str:
    if state != "waiting":
        return f"{ICONS.get(state, '')} {state}"
    return LOCKED if waits and all(wait["kind"] == "permission" for wait in waits) else ASKS


def _why(one: Session) -> str:
    """What it waits for, else what is wrong, what it does, what was told."""
    if one["waits"]:
        return "; ".join(_reason(wait) for wait in one["waits"])
    tools = (f"{tool['tool']}: {tool['argument']}".removesuffix(": ") for tool in one["tools"])
    return one["trouble"] or "; ".join(tools) or one["reason"] or ""


def _reason(wait: dict[str, Any]) -> str:
    return str(wait["reason"]) if wait["title"] in wait["reason"] else f"{wait['reason']}: {wait['title']}"


def _cell(text: str) -> str:
    return cut(plain(text), LONGEST_CELL)
