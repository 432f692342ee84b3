"""`bellpull user add`, `user list` and `user remove`. Not here: `user password` (`user_password`)."""

from __future__ import annotations

import sys

from bellpull.cli.confirming import confirmed
from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE, NO
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.password_input import sent, typed_twice
from bellpull.cli.terminal import Column, ago, counted, plain, table, terminal_columns
from bellpull.domain.errors import Conflict, Denied, NotFound
from bellpull.domain.identity import check_name
from bellpull.domain.password import check_password
from bellpull.remote.address import quote
from bellpull.remote.find import configured_address, find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from datetime import datetime
    from typing import Any

    from bellpull.config import Config
    from bellpull.remote.fast import Hub

COLUMNS = (
    Column("NAME", least=8),
    Column("ADMIN"),
    Column("PASSWORD"),
    Column("AGENTS"),
    Column("CREATED", least=0),
    Column("LAST SIGN-IN"),
)
COUNTED = 100


def declare_add(parser: Parser) -> None:
    parser.add_argument("name", metavar="NAME", help="what they are called; agents have other names")
    parser.add_argument("--admin", action="store_true", help="sees every agent, adds and removes people")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--no-password", action="store_true", help="they use keys, and links to the page")
    how.add_argument("--password-stdin", action="store_true", help="read it from standard input, one line")
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=add)


def declare_list(parser: Parser) -> None:
    parser.add_json()
    parser.set_defaults(run=list_users)


def declare_remove(parser: Parser) -> None:
    parser.add_argument("name", metavar="NAME", help="whom")
    parser.add_argument("--give-agents-to", metavar="USER", help="who then owns their agents")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=remove)


def add(args: Namespace) -> int:
    config = settings(args)
    need_person(args, "adds people")
    check_name(args.name)
    with find(config) as hub:
        password = None if args.no_password else _password(args, hub)
        body = {"name": args.name, "password": password, "admin": args.admin}
        made = hub.request("POST", "/api/users", body=body)
        lines = _next_steps(config, hub, made)
    if args.json:
        print_json(made)
    else:
        sys.stdout.write("\n".join(lines) + "\n")
    return DONE


def _password(args: Namespace, hub: Hub) -> str:
    """Whoever may not add people, or not under this name, is told so before they think of a password."""
    if not hub.request("GET", "/api/me")["admin"]:
        raise Denied("admin_required", "Only an admin may do this.", "ask the hub's owner")
    _need_free(hub, args.name)
    if args.password_stdin:
        (password,) = sent(1)
        return check_password(password=password, name=args.name)
    return typed_twice(args.name)


def _need_free(hub: Hub, name: str) -> None:
    for kind in ("user", "agent"):
        names = [str(each["name"]).lower() for each in hub.request("GET", f"/api/{kind}s")[f"{kind}s"]]
        if name.lower() in names:
            sentence = f"{name} is a{'n' * (kind == 'agent')} {kind}'s name."
            hint = "users and agents share one namespace, whether letters are large or small"
            raise Conflict("name_taken", sentence, hint)


def _next_steps(config: Config, hub: Hub, made: dict[str, Any]) -> list[str]:
    name, page = plain(made["name"]), plain(_page(config, hub))
    terminal = f"  In a terminal     with a key, in BELLPULL_KEY: bellpull key create --user {name}"
    lines = [f"Added {name}{', an admin' if made['admin'] else ''}."]
    if made["has_password"]:
        lines += [f"  On the page       sign in as {name} with that password: {page}"]
        lines += ["  A new password    on the page, or: bellpull user password", terminal]
    else:
        lines += [terminal, "  On the page       by a link, with that key: bellpull page"]
        lines += [f"  Or a password     bellpull user password {name}"]
    if not made["admin"]:
        lines += [f"  See an agent      when it is shared: bellpull agent share AGENT {name}"]
    if made["has_password"] and hub.address.loopback and not config.public_url:
        lines += ["Only this machine reaches that page. For others see Bellpull's guide: Run it for a team"]
    return lines


def _page(config: Config, hub: Hub) -> str:
    """Where people open it; with TLS the programs of this machine are served at an address of their own."""
    if config.public_url or config.url or not config.tls_cert:
        return config.public_url or hub.url
    return configured_address(config)


def list_users(args: Namespace) -> int:
    with find(settings(args)) as hub:
        answer = hub.request("GET", "/api/users")
    if args.json:
        print_json(answer)
        return DONE
    from datetime import UTC, datetime

    now = datetime.now(UTC)
    lines = table(COLUMNS, [_row(user, now) for user in answer["users"]], terminal_columns())
    sys.stdout.write("\n".join(lines) + "\n")
    return DONE


def _row(user: dict[str, Any], now: datetime) -> tuple[object, ...]:
    created, signed_in = (ago(user[name], now) for name in ("created_at", "last_sign_in_at"))
    admin, password = ("yes" if user[what] else "no" for what in ("admin", "has_password"))
    return (user["name"], admin, password, user["agents"], created, signed_in)


def remove(args: Namespace) -> int:
    config = settings(args)
    need_person(args, "removes people")
    with find(config) as hub:
        if not args.yes and not confirmed(_warning(hub, args), "Remove", "removed", plain(args.name)):
            return NO
        query = {"give_agents_to": args.give_agents_to} if args.give_agents_to else None
        answer = hub.request("DELETE", f"/api/users/{quote(args.name)}", query)
    if args.json:
        print_json(answer)
    else:
        gone = f"{counted(answer['notifications'], 'notification')}, keys and sign-ins: {answer['keys']}"
        given = f" {counted(answer['agents_given'], 'agent')} given to {plain(args.give_agents_to)}."
        sys.stdout.write(f"Removed {plain(answer['name'])}: {gone}.{given if answer['agents_given'] else ''}\n")
    return DONE


def _warning(hub: Hub, args: Namespace) -> str:
    """What goes; raises where the hub would refuse in any case, before anybody is asked."""
    found_user(hub, args.name)
    listed = hub.request("GET", "/api/agents")["agents"]
    agents = [str(agent["name"]) for agent in listed if agent["owner"] == args.name]
    if agents and not args.give_agents_to:
        raise _owns(args.name, agents)
    if args.give_agents_to:
        found_user(hub, args.give_agents_to)
    given = f"\nTheir agents go to {plain(args.give_agents_to)}: {', '.join(map(plain, agents))}." if agents else ""
    return f"This removes {plain(args.name)} with {_extent(hub, args.name)} and every sign-in, for good.{given}"


def _owns(name: str, agents: list[str]) -> Conflict:
    sentence = f"{name} owns {counted(len(agents), 'agent')}: {', '.join(agents)}."
    return Conflict("owns_agents", sentence, "say who gets them: --give-agents-to USER, or: bellpull agent remove NAME")


def _extent(hub: Hub, name: str) -> str:
    keys = [key for key in hub.request("GET", "/api/keys")["keys"] if key["user"] == name and _works(key)]
    count: int = hub.request("GET", "/api/notifications", {"agent_name": name, "limit": COUNTED})["count"]
    more = "at least " if count == COUNTED else ""
    return f"{more}{counted(count, 'notification')}, {counted(len(keys), 'key')}"


def _works(key: dict[str, Any]) -> bool:
    """Sign-ins, which end by themselves, are not counted among the keys."""
    return not key["revoked_at"] and key.get("expires_at") is None


def found_user(hub: Hub, name: str) -> dict[str, Any]:
    """As an admin sees them; others see themselves alone."""
    users = hub.request("GET", "/api/users")["users"]
    for user in users:
        if user["name"] == name:
            known: dict[str, Any] = user
            return known
    import difflib

    near = difflib.get_close_matches(name, [str(user["name"]) for user in users], n=3)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    raise NotFound("user_not_found", f"There is no user {name!r}.", f"{hint}all users: bellpull user list")
