"""`bellpull webhook create`, `webhook list` and `webhook remove`."""

from __future__ import annotations

import sys

from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, at_most, print_json, settings
from bellpull.cli.terminal import Column, ago, plain, table, terminal_columns
from bellpull.domain.errors import NotFound
from bellpull.remote.address import Address, quote
from bellpull.remote.find import find
from bellpull.sources.addressee import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from datetime import datetime
    from typing import Any

    from bellpull.remote.fast import Hub

COLUMNS = (
    Column("ID"),
    Column("AGENT", least=8),
    Column("SOURCE", least=6),
    Column("LABEL", least=0),
    Column("SECRET"),
    Column("CREATED", least=0),
    Column("LAST USED"),
)
LONGEST_SOURCE, LONGEST_LABEL = 64, 200


def declare_create(parser: Parser) -> None:
    parser.add_argument("--agent", metavar="NAME", required=True, help="the agent that it speaks to")
    parser.add_argument(
        "--source", metavar="SOURCE", required=True, type=at_most(LONGEST_SOURCE), help="who speaks: ci, or the like"
    )
    parser.add_argument(
        "--label", metavar="TEXT", type=at_most(LONGEST_LABEL), help="what its nudges are labelled with"
    )
    parser.add_argument("--secret", action="store_true", help="refuse calls that are not signed")
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=create)


def declare_list(parser: Parser) -> None:
    parser.add_argument("--agent", metavar="NAME", help="only those of this agent")
    parser.add_json()
    parser.set_defaults(run=list_webhooks)


def declare_remove(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", help="the id of the webhook, as `bellpull webhook list` shows it")
    parser.add_json()
    parser.set_defaults(run=remove)


def create(args: Namespace) -> int:
    need_person(args, "opens an agent to the world")
    body: dict[str, object] = {"source": args.source, "secret": args.secret}
    if args.label:
        body["label"] = args.label
    config = settings(args)
    with find(config) as hub:
        try:
            made = hub.request("POST", f"/api/agents/{quote(args.agent)}/webhooks", body=body)
        except NotFound as error:
            raise unknown(hub, args.agent, error) from None
        base = Address(hub.url if config.url else config.public_url or hub.url)
        address, is_local = base.url + made["path"], base.loopback
    if args.json:
        print_json({**made, "url": address})
    else:
        sys.stdout.write("\n".join(_explained(made, address, is_local)) + "\n")
    return DONE


def _explained(made: dict[str, Any], address: str, is_local: bool) -> list[str]:
    address, secret = plain(address), made["secret"] and plain(made["secret"])
    lines = [f"Webhook {plain(made['id'])} for {plain(made['agent_name'])}, shown this once:", address]
    if secret:
        lines += ["Its secret, shown this once:", secret]
    lines += ["", "Try it:", f"  {_curl(address, secret)}", "", "In GitHub (Settings, Webhooks, Add webhook):"]
    lines += ["  Payload URL   the address above", "  Content type  application/json"]
    lines += ["  Secret        the secret above"] if secret else []
    lines += ["In GitLab (Settings, Webhooks, Add new webhook):", "  URL           the address above"]
    lines += ["  Secret token  the secret above"] if secret else []
    if is_local:
        lines += ["", "Only this machine reaches that address. For GitHub and GitLab put a tunnel in front of it, and"]
        lines += ["its name in place of the host. By that name webhooks can be called, and nothing else of the hub."]
    return lines


def _curl(address: str, secret: str | None) -> str:
    proof = f"-H 'X-Gitlab-Token: {secret}' " if secret else ""
    return f"curl {proof}-d 'The nightly build failed' {address}"


def list_webhooks(args: Namespace) -> int:
    path = f"/api/agents/{quote(args.agent)}/webhooks" if args.agent else "/api/webhooks"
    with find(settings(args)) as hub:
        answer = hub.request("GET", path)
    if args.json:
        print_json(answer)
        return DONE
    from datetime import UTC, datetime

    now = datetime.now(UTC)
    rows = [_row(one, now) for one in answer["webhooks"]]
    sys.stdout.write("\n".join(table(COLUMNS, rows, terminal_columns()) if rows else ["No webhooks yet."]) + "\n")
    return DONE


def _row(one: dict[str, Any], now: datetime) -> tuple[object, ...]:
    created, used = (ago(one[name], now) for name in ("created_at", "last_used_at"))
    what = (one["id"], one["agent_name"], one["source"], one["label"] or "", "yes" if one["signed"] else "no")
    return (*what, created, used)


def remove(args: Namespace) -> int:
    with find(settings(args)) as hub:
        agent = _agent_of(hub, args.id)
        answer = hub.request("DELETE", f"/api/agents/{quote(agent)}/webhooks/{quote(args.id)}")
    if args.json:
        print_json(answer)
    else:
        sys.stdout.write(f"Removed {plain(answer['id'])}.\n")
    return DONE


def _agent_of(hub: Hub, id: str) -> str:
    """The hub wants to know whose it is, people only its id."""
    for one in hub.request("GET", "/api/webhooks")["webhooks"]:
        if one["id"] == id:
            return str(one["agent_name"])
    raise NotFound("webhook_not_found", "There is no such webhook.", "see: bellpull webhook list")
