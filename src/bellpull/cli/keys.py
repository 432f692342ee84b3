"""`bellpull key create`, `key list` and `key revoke`."""

from __future__ import annotations

import sys

from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import Column, plain, table, terminal_columns
from bellpull.remote.address import quote
from bellpull.remote.find import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

COLUMNS = (
    Column("ID"),
    Column("SCOPE"),
    Column("NAME", least=8),
    Column("LABEL", least=8),
    Column("CREATED", least=0),
    Column("LAST USED", least=0),
    Column("REVOKED", least=10),
)


def declare_create(parser: Parser) -> None:
    whose = parser.add_mutually_exclusive_group(required=True)
    whose.add_argument("--agent", metavar="NAME", help="for this agent, made if it is new")
    whose.add_argument("--user", metavar="NAME", help="for this user, made if new (admins)")
    parser.add_argument("--label", metavar="TEXT", help="what you will know the key by")
    parser.add_json()
    parser.set_defaults(run=create)


def declare_list(parser: Parser) -> None:
    parser.add_json()
    parser.set_defaults(run=list_keys)


def declare_revoke(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", help="the id of the key, as `bellpull key list` shows it")
    parser.add_json()
    parser.set_defaults(run=revoke)


def create(args: Namespace) -> int:
    body = {"agent_name": args.agent} if args.agent is not None else {"user": args.user}
    if args.label is not None:
        body["label"] = args.label
    with find(settings(args)) as hub:
        made = hub.request("POST", "/api/keys", body=body)
    owner = "agent_name" if made["scope"] == "agent" else "user"
    if args.json:
        print_json({name: made[name] for name in ("id", "key", "scope", owner)})
    else:
        whose = f"{plain(made['scope'])} {plain(made[owner])}"
        sys.stdout.write(f"Key {plain(made['id'])} for {whose}, shown this once:\n{plain(made['key'])}\n")
    return DONE


def list_keys(args: Namespace) -> int:
    with find(settings(args)) as hub:
        answer = hub.request("GET", "/api/keys")
    if args.json:
        print_json(answer)
    else:
        lines = table(COLUMNS, [_row(key) for key in answer["keys"]], terminal_columns())
        sys.stdout.write("\n".join(lines) + "\n")
    return DONE


def _row(key: dict[str, Any]) -> tuple[object, ...]:
    times = (key["created_at"], key["last_used_at"] or "never", key["revoked_at"] or "")
    return (key["id"], key["scope"], key["agent_name"] or key["user"], key["label"] or "", *times)


def revoke(args: Namespace) -> int:
    with find(settings(args)) as hub:
        answer = hub.request("DELETE", f"/api/keys/{quote(args.id)}")
    if args.json:
        print_json(answer)
    else:
        sys.stdout.write(f"Revoked {plain(answer['id'])}.\n")
    return DONE
