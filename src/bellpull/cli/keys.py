"""`bellpull key create`, `key list` and `key revoke`."""

from __future__ import annotations

import sys

from bellpull.cli.confirming import confirmed
from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE, NO
from bellpull.cli.parser import Parser, at_most, print_json, settings
from bellpull.cli.terminal import Column, ago, plain, table, terminal_columns
from bellpull.remote.address import quote
from bellpull.remote.find import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from datetime import datetime
    from typing import Any

COLUMNS = (
    Column("ID"),
    Column("SCOPE"),
    Column("NAME", least=8),
    Column("LABEL", least=8),
    Column("CREATED", least=0),
    Column("LAST USED"),
    Column("REVOKED"),
)
LONGEST_LABEL = 200


def declare_create(parser: Parser) -> None:
    whose = parser.add_mutually_exclusive_group(required=True)
    whose.add_argument("--agent", metavar="NAME", help="for this agent, made if it is new")
    whose.add_argument("--user", metavar="NAME", help="for this user, made if new (admins)")
    parser.add_argument("--label", metavar="TEXT", type=at_most(LONGEST_LABEL), help="what you will know the key by")
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=create)


def declare_list(parser: Parser) -> None:
    parser.add_json()
    parser.set_defaults(run=list_keys)


def declare_revoke(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", help="the id of the key, as `bellpull key list` shows it")
    parser.add_argument("--yes", action="store_true", help="do not ask, even where it is the key in use")
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=revoke)


def create(args: Namespace) -> int:
    if args.user is not None:
        need_person(args, "makes a person's key")
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
        return DONE
    from datetime import UTC, datetime

    now = datetime.now(UTC)
    lines = table(COLUMNS, [_row(key, now) for key in answer["keys"]], terminal_columns())
    sys.stdout.write("\n".join(lines) + "\n")
    return DONE


def _row(key: dict[str, Any], now: datetime) -> tuple[object, ...]:
    created, used, revoked = (ago(key[name], now) for name in ("created_at", "last_used_at", "revoked_at"))
    whose = (key["id"], key["scope"], key["agent_name"] or key["user"], key["label"] or "")
    return (*whose, created, used, revoked if key["revoked_at"] else "")


def revoke(args: Namespace) -> int:
    need_person(args, "revokes keys")
    with find(settings(args)) as hub:
        if not args.yes and hub.request("GET", "/api/me")["key_id"] == args.id:
            warning = "This is the key that you are using now: without another one you can do nothing more."
            if not confirmed(warning, "Revoke", "revoked"):
                return NO
        answer = hub.request("DELETE", f"/api/keys/{quote(args.id)}")
    if args.json:
        print_json(answer)
    else:
        sys.stdout.write(f"Revoked {plain(answer['id'])}.\n")
    return DONE
