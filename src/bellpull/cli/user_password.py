"""`bellpull user password`: a new password, one's own or, for admins, anybody's. It ends their sign-ins at once."""

from __future__ import annotations

import sys

from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.password_input import need_terminal, sent, typed, typed_twice
from bellpull.cli.terminal import counted, plain
from bellpull.cli.users import found_user
from bellpull.domain.errors import Denied, Unauthorized
from bellpull.domain.password import check_password
from bellpull.remote.address import quote
from bellpull.remote.find import find
from bellpull.remote.found import WRONG_LOGIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

    from bellpull.remote.fast import Hub

LINES = "read it from standard input, one line; signed in, the current one on a second line"


def declare_password(parser: Parser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="whose (yours unless told; others are for admins)")
    parser.add_argument("--password-stdin", action="store_true", help=LINES)
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=password)


def password(args: Namespace) -> int:
    config = settings(args)
    need_person(args, "sets a password")
    with find(config) as hub:
        me = hub.request("GET", "/api/me")
        name = args.name or str(me["name"])
        _check_rights(hub, me, name)
        # Whoever finds an open sign-in must not take the account over with it.
        wants_current = name == me["name"] and me.get("expires_at") is not None and me.get("has_password", True)
        new, current = _sent(name, wants_current) if args.password_stdin else _typed(name, wants_current)
        answer = _changed(hub, name, {"password": new, "current": current})
    if args.json:
        print_json(answer)
    else:
        ended = counted(answer["sign_ins_ended"], "sign-in")
        sys.stdout.write(f"{plain(answer['name'])} has a new password. Ended: {ended}. Keys go on.\n")
    return DONE


def _check_rights(hub: Hub, me: dict[str, Any], name: str) -> None:
    """What the hub would refuse is told before anybody thinks of a password."""
    if me["scope"] != "user":
        sentence = f"The key is that of the agent {me['name']}, which has no password."
        raise Denied("person_required", sentence, "use a key of your own: bellpull key create --user NAME")
    if name != me["name"]:
        if not me["admin"]:
            raise Denied("admin_required", f"Only an admin changes the password of {name}.", "ask the hub's owner")
        found_user(hub, name)


def _typed(name: str, wants_current: bool) -> tuple[str, str | None]:
    need_terminal()
    current = typed(f"Current password of {plain(name)}: ") if wants_current else None
    return typed_twice(name), current


def _sent(name: str, wants_current: bool) -> tuple[str, str | None]:
    new, *current = sent(2 if wants_current else 1)
    return check_password(password=new, name=name), current[0] if current else None


def _changed(hub: Hub, name: str, body: dict[str, str | None]) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = hub.request("PUT", f"/api/users/{quote(name)}/password", body=body)
    except Unauthorized as error:
        if error.code != WRONG_LOGIN:
            raise
        raise Unauthorized(error.code, "That is not the current password.", "an admin can set a new one") from None
    return answer
