"""`bellpull agent list` and `agent remove`. Not here: who else sees one (`sharing`)."""

from __future__ import annotations

import sys

from bellpull.cli.confirming import confirmed
from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE, NO
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import Column, ago, counted, plain, table, terminal_columns
from bellpull.remote.address import quote
from bellpull.remote.fast import Hub
from bellpull.remote.find import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from datetime import datetime
    from typing import Any

COLUMNS = (
    Column("NAME", least=8),
    Column("QUESTIONS", least=5),
    Column("NOTIFICATIONS", least=5),
    Column("NUDGES", least=5),
    Column("OWNER", least=8, optional=True),
    Column("SHARED WITH", least=11, optional=True),
    Column("PROJECT", least=8, optional=True),
    Column("CREATED", least=0),
)
COUNTED = 100
NONE_YET = "No agents yet. Connect a coding tool (bellpull connect), or make a key (bellpull key create --agent NAME)."


def declare_list(parser: Parser) -> None:
    parser.add_json()
    parser.set_defaults(run=list_agents)


def declare_remove(parser: Parser) -> None:
    parser.add_argument("name", metavar="NAME", help="the agent's name")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=remove)


def list_agents(args: Namespace) -> int:
    with find(settings(args)) as hub:
        answer = hub.request("GET", "/api/agents")
    if args.json:
        print_json(answer)
        return DONE
    from datetime import UTC, datetime

    now = datetime.now(UTC)
    rows = [_row(agent, now) for agent in answer["agents"]]
    sys.stdout.write("\n".join(table(COLUMNS, rows, terminal_columns()) if rows else [NONE_YET]) + "\n")
    return DONE


def _row(agent: dict[str, Any], now: datetime) -> tuple[object, ...]:
    # A hub of an earlier version does not tell all of it.
    shared = ", ".join(agent.get("shared_with", ()))
    counts = (agent.get(name, "?") for name in ("open_questions", "pending_notifications", "pending_nudges"))
    return (agent["name"], *counts, agent["owner"], shared, agent["project"] or "", ago(agent["created_at"], now))


def remove(args: Namespace) -> int:
    need_person(args, "removes agents")
    with find(settings(args)) as hub:
        if not args.yes and not confirmed(_warning(hub, args.name), "Remove", "removed"):
            return NO
        answer = hub.request("DELETE", f"/api/agents/{quote(args.name)}")
    if args.json:
        print_json(answer)
    else:
        gone = ", ".join(counted(answer[f"{noun}s"], noun) for noun in ("notification", "key", "event"))
        sys.stdout.write(f"Removed {plain(answer['agent_name'])}: {gone}.\n")
    return DONE


def _warning(hub: Hub, name: str) -> str:
    return f"This removes agent {plain(name)} with {_extent(hub, name)} and all its events, for good."


def _extent(hub: Hub, name: str) -> str:
    path = f"/api/agents/{quote(name)}/notifications"
    count: int = hub.request("GET", path, {"limit": COUNTED})["count"]
    pending: int = hub.request("GET", f"{path}/count")["pending_count"]
    keys = [key for key in hub.request("GET", "/api/keys")["keys"] if key["agent_name"] == name]
    more = "at least " if count == COUNTED else ""
    return f"{more}{counted(count, 'notification')} ({pending} pending), {counted(len(keys), 'key')}"
