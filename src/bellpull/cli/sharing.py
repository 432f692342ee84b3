"""`bellpull agent share` and `agent unshare`."""

from __future__ import annotations

import sys

from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import plain
from bellpull.domain.errors import NotFound
from bellpull.remote.address import quote
from bellpull.remote.find import find
from bellpull.sources.addressee import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace


def declare_share(parser: Parser) -> None:
    _declare(parser)
    parser.set_defaults(run=share)


def declare_unshare(parser: Parser) -> None:
    _declare(parser)
    parser.set_defaults(run=unshare)


def _declare(parser: Parser) -> None:
    parser.add_argument("name", metavar="NAME", help="the agent's name")
    parser.add_argument("user", metavar="USER", help="the person's name")
    declare_as_person(parser)
    parser.add_json()


def share(args: Namespace) -> int:
    return _change(args, "PUT", "{user} now sees {agent}, answers it and tells it things.")


def unshare(args: Namespace) -> int:
    return _change(args, "DELETE", "{agent} is no longer shared with {user}.", "{agent} was not shared with {user}.")


def _change(args: Namespace, method: str, sentence: str, unless_shared: str = "") -> int:
    config = settings(args)
    need_person(args, "says who sees an agent")
    path = f"/api/agents/{quote(args.name)}/shares"
    with find(config) as hub:
        try:
            if unless_shared and args.user not in [each["user"] for each in hub.request("GET", path)["shares"]]:
                sentence = unless_shared
            answer = hub.request(method, f"{path}/{quote(args.user)}")
        except NotFound as error:
            raise unknown(hub, args.name, error) from None
    if args.json:
        print_json(answer)
    else:
        said = sentence.format(user=plain(answer["user"]), agent=plain(answer["agent_name"]))
        sys.stdout.write(f"{said}\n")
    return DONE
