"""`bellpull send`, `ack` and `dismiss`: what changes notifications."""

from __future__ import annotations

import json
import sys

from bellpull.cli.input import text_from_input
from bellpull.cli.outcome import DONE, NO, complain
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import counted, plain
from bellpull.domain.errors import Invalid, NotFound
from bellpull.remote.address import quote
from bellpull.remote.find import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace


def declare_send(parser: Parser) -> None:
    parser.add_argument("title", metavar="TITLE", help="what it is about, in one line")
    parser.add_argument("--message", metavar="TEXT", help="more about it; - reads standard input")
    parser.add_argument("--type", default="info", help="alert, info (unless told), status, completion or question")
    parser.add_argument("--priority", help="low, normal (unless told), high or urgent")
    parser.add_argument("--category", help="a word to group by")
    parser.add_argument("--metadata", metavar="JSON", help="a JSON object, kept with it")
    parser.add_argument("--idempotency-key", metavar="KEY", help="a repeat with the same key sends nothing new")
    parser.add_json()
    parser.set_defaults(run=send)


def declare_ack(parser: Parser) -> None:
    parser.add_argument("ids", metavar="ID", nargs="+", help="the id of a notification")
    parser.add_json()
    parser.set_defaults(run=acknowledge)


def declare_dismiss(parser: Parser) -> None:
    parser.add_argument("ids", metavar="ID", nargs="*", help="the id of a notification")
    parser.add_argument(
        "--all", action="store_true", help="every notification that is not yet dismissed; questions stay"
    )
    parser.add_argument("--agent", metavar="NAME", help="with --all: only of this agent")
    parser.add_json()
    parser.set_defaults(run=dismiss)


def send(args: Namespace) -> int:
    config = settings(args)
    body = {
        "notification_type": args.type,
        "title": args.title,
        "message": text_from_input(config, "message") if args.message == "-" else args.message,
        "priority": args.priority,
        "category": args.category,
    }
    data = json.dumps({name: value for name, value in body.items() if value is not None}).encode("ascii")
    if args.metadata is not None:
        # As it was written: numbers that Python would change are for the hub to judge.
        data = data[:-1] + b', "metadata": ' + _checked_metadata(args.metadata).encode() + b"}"
    headers = {} if args.idempotency_key is None else {"Idempotency-Key": args.idempotency_key}
    with find(config) as hub:
        notification = hub.request("POST", "/api/notifications", body=data, headers=headers)
    if args.json:
        print_json(notification)
    else:
        sys.stdout.write(f"Sent {plain(notification['id'])}.\n")
    return DONE


def _checked_metadata(text: str) -> str:
    try:
        value = json.loads(text, parse_int=str, parse_float=str, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Invalid("bad_metadata", "--metadata is not a JSON object.", """write it like '{"build": 7}'""")
    return text


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def acknowledge(args: Namespace) -> int:
    return _each(args, "acknowledge")


def dismiss(args: Namespace) -> int:
    if bool(args.ids) == args.all or (args.agent is not None and not args.all):
        hint = "see: bellpull dismiss --help"
        raise Invalid("usage", "Give either ids or --all, and --agent only with --all.", hint)
    return _dismiss_all(args) if args.all else _each(args, "dismiss")


def _dismiss_all(args: Namespace) -> int:
    """What the inbox lists, and what it lists with --status acknowledged."""
    body = {"asked": "no", **({} if args.agent is None else {"agent_name": args.agent})}
    with find(settings(args)) as hub:
        new, seen = (
            int(hub.request("POST", "/api/notifications/dismiss-all", body={**body, "status": status})["dismissed"])
            for status in ("pending", "acknowledged")
        )
    if args.json:
        print_json({"dismissed": new + seen})
    else:
        before = f", {seen} of them acknowledged before" if seen else ""
        sys.stdout.write(f"Dismissed {counted(new + seen, 'notification')}{before}.\n")
    return DONE


def _each(args: Namespace, verb: str) -> int:
    """Go on past an id that is not there: the others are still wanted."""
    code = DONE
    with find(settings(args)) as hub:
        for id in args.ids:
            try:
                answer = hub.request("POST", f"/api/notifications/{quote(id)}/{verb}")
            except NotFound as error:
                complain(NotFound(error.code, f"{id}: {error.sentence}", error.hint))
                code = NO
                continue
            if args.json:
                print_json(answer)
            else:
                sys.stdout.write(f"{plain(answer['id'])} is {plain(answer['status'])}.\n")
    return code
