"""`bellpull inbox` and `bellpull show`: reading notifications in a terminal."""

from __future__ import annotations

import sys

from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, print_json, settings, whole
from bellpull.cli.terminal import Column, age, moment, plain, plain_lines, table, terminal_columns, without_marks
from bellpull.domain.errors import NotFound
from bellpull.remote.address import quote
from bellpull.remote.find import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

    from bellpull.remote.fast import Hub

COLUMNS = (
    Column("AGE"),
    Column("AGENT", least=6),
    Column("TYPE", least=0),
    Column("PRIORITY", least=0),
    Column("TITLE", least=12),
    Column("ID"),
)
NARROW = (*COLUMNS[:2], COLUMNS[4])
NARROW_COLUMNS = 50
SHOWN = ("agent_name", "notification_type", "priority", "title", "id")
FIELDS = (
    "title",
    "id",
    "agent_name",
    "notification_type",
    "priority",
    "category",
    "status",
    "created_at",
    "acknowledged_at",
    "acknowledged_by",
)
TRAIL_DETAILS = ("by", "acknowledged_by", "cleared_by")


def declare_inbox(parser: Parser) -> None:
    parser.add_argument("--agent", metavar="NAME", help="only of this agent")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--status", default="pending", help="pending (unless told), acknowledged or dismissed")
    which.add_argument("--all", action="store_true", help="whatever the status")
    parser.add_argument("--priority", help="low, normal, high, urgent; several with commas")
    parser.add_argument("--type", help="alert, info, status, completion or question")
    parser.add_argument("--category", help="only of this category")
    parser.add_argument(
        "--limit", metavar="N", type=whole(1, 500), default=50, help="how many, 1 to 500 (50 unless told)"
    )
    parser.add_argument("--before", metavar="ID", help="those older than this notification")
    parser.add_json()
    parser.set_defaults(run=inbox)


def declare_show(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", help="the id of the notification")
    parser.add_json()
    parser.set_defaults(run=show)


def inbox(args: Namespace) -> int:
    query = {
        "agent_name": args.agent,
        "status": None if args.all else args.status,
        "priority": args.priority,
        "notification_type": args.type,
        "category": args.category,
        "asked": "no",
        "limit": args.limit,
        "before": args.before,
    }
    with find(settings(args)) as hub:
        answer = hub.request("GET", "/api/notifications", query)
        if args.agent is not None and not answer["notifications"]:
            _need_sender(hub, args.agent)
    if args.json:
        print_json(answer)
    else:
        sys.stdout.write("\n".join(_table(answer["notifications"], args.limit)) + "\n")
    return DONE


def _need_sender(hub: Hub, name: str) -> None:
    """Nothing of somebody may be a wrong name: let the hub refuse it. People send too, but are no agents."""
    try:
        hub.request("GET", f"/api/agents/{quote(name)}/notifications", {"limit": 1})
    except NotFound:
        if hub.request("GET", "/api/me")["name"] != name:
            raise


def _table(notifications: list[dict[str, Any]], limit: int) -> list[str]:
    if not notifications:
        return ["No notifications here. What agents ask: bellpull questions"]
    from datetime import UTC, datetime

    now = datetime.now(UTC)
    shown = [item | {"title": without_marks(item["title"])} for item in notifications]
    rows = [(age(item["created_at"], now), *(item[name] for name in SHOWN)) for item in shown]
    lines = _fitting(rows, terminal_columns())
    if len(notifications) >= limit:
        lines.append(f"There may be older ones: --before {plain(notifications[-1]['id'])}")
    return lines


def _fitting(rows: list[tuple[str, ...]], columns: int | None) -> list[str]:
    """One line for each; where that would cut the id, which is there to be copied, it has a line of its own."""
    if columns is None or columns >= NARROW_COLUMNS:
        return table(COLUMNS, rows, columns)
    head, *lines = table(NARROW, [(row[0], row[1], row[4]) for row in rows], columns)
    return [head, *(line for pair in zip(lines, (f"  {plain(row[5])}" for row in rows), strict=True) for line in pair)]


def show(args: Namespace) -> int:
    path = f"/api/notifications/{quote(args.id)}"
    with find(settings(args)) as hub:
        notification = hub.request("GET", path)
        trail = hub.request("GET", f"{path}/trail")["events"]
    if args.json:
        print_json({**notification, "trail": trail})
    else:
        sys.stdout.write("\n".join([*_fields(notification), *_trail(trail)]) + "\n")
    return DONE


def _fields(notification: dict[str, Any]) -> list[str]:
    shown = {name: notification[name] for name in FIELDS if notification[name] is not None}
    shown |= {name: moment(value) for name, value in shown.items() if name.endswith("_at")}
    lines = [f"{name + ':':<19}{plain(value)}" for name, value in shown.items()]
    if notification["message"] is not None:
        lines += ["message:", *_indented(notification["message"])]
    if notification["metadata"] is not None:
        import json

        lines += ["metadata:", *_indented(json.dumps(notification["metadata"], indent=2, ensure_ascii=False))]
    return lines


def _indented(text: str) -> list[str]:
    return [f"  {line}".rstrip() for line in plain_lines(text)]


def _trail(events: list[dict[str, Any]]) -> list[str]:
    lines = []
    for event in events:
        by = next((event[name] for name in TRAIL_DETAILS if event.get(name)), event["agent_name"])
        lines.append(f"  {moment(event['at'])}  {plain(event['type'])}  {plain(by)}")
    return ["trail:", *lines] if lines else []
