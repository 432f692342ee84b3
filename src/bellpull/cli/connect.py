"""`bellpull connect` and `disconnect`: let a coding tool use Bellpull, or no longer.

What changes is shown before anything is written. Not here: where a client keeps its things and what goes there
(`clients`), what is connected (`connect_list`).
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from bellpull.cli.connect_list import list_clients, trace_of
from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, settings
from bellpull.cli.terminal import plain
from bellpull.clients.change import Change, diff, write_all
from bellpull.clients.client import HOOKS, NAME, Client, Launch, Place
from bellpull.clients.connection import connect, disconnect, standing
from bellpull.clients.known import CLIENTS
from bellpull.config import config_file
from bellpull.domain.errors import Invalid
from bellpull.domain.identity import check_name
from bellpull.remote.address import Address
from bellpull.remote.project import git_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from bellpull.config import Config

SHOWN_OF_OURS = 15
PERMISSIONS, ALLOW_TOOLS = "--permissions", "--allow-tools"
#: What a person is asked who connects at a terminal. The client's own sentences come before it.
ASKED = {
    PERMISSIONS: "Do you want to answer permissions in Bellpull, too?",
    ALLOW_TOOLS: "May agents use Bellpull's tools without that?",
}
FIRST_QUESTION = "Ask me with Bellpull whether I want tea or coffee, and wait for my answer."


def declare_connect(parser: Parser) -> None:
    _declare(parser, "?")
    parser.add_argument(
        "--agent", metavar="NAME", help="the agent's name (unless told: the name of its project's folder)"
    )
    words = "answer its permissions in Bellpull, too"
    _declare_choice(parser, PERMISSIONS, words, "leave permissions to the tool's own dialog")
    words = "let agents use Bellpull's tools without a dialog of its own"
    _declare_choice(parser, ALLOW_TOOLS, words, "let the tool ask before an agent uses Bellpull's tools")
    parser.add_json()
    parser.set_defaults(run=run_connect)


def _declare_choice(parser: Parser, option: str, words: str, opposite: str) -> None:
    """A choice that a person makes once, and may take back; at a terminal they are asked the first time."""
    which, name = parser.add_mutually_exclusive_group(), option[2:].replace("-", "_")
    known = ", ".join(client.name for client in CLIENTS.values() if getattr(client, name))
    which.add_argument(
        option, action="store_true", default=None, help=f"{words} ({known}; at a terminal you are asked)"
    )
    which.add_argument(f"--no-{option[2:]}", dest=name, action="store_false", help=opposite)


def declare_disconnect(parser: Parser) -> None:
    _declare(parser, None)
    parser.set_defaults(run=run_disconnect)


def _declare(parser: Parser, count: str | None) -> None:
    words = ", ".join(CLIENTS) + ("; without it: what is there and what is connected" if count else "")
    parser.add_argument("client", metavar="CLIENT", choices=CLIENTS, nargs=count, help=words)
    scope = parser.add_mutually_exclusive_group()
    scope.add_argument("--user", action="store_true", help="for everything you work on (unless told)")
    scope.add_argument("--project", action="store_true", help="for the project in this folder, and all who work on it")
    parser.add_argument("--dry-run", action="store_true", help="show the changes and make none")


def run_connect(args: Namespace) -> int:
    config = settings(args)
    if args.client is None:
        _only_lists(args)
        return list_clients(args.json)
    if args.json:
        raise _wrong_use("--json is for the list, without a CLIENT")
    client = CLIENTS[args.client]
    permissions, allows_tools = _chosen(client, args)
    launch = _launch(args, config)._replace(permissions=permissions, allows_tools=allows_tools)
    changes = connect(client, _place(args), launch)
    notes = [*(f"note: {change.note}" for change in changes if change.note), *_notes(client, args, config)]
    if all(change.is_none for change in changes):
        _say(f"{client.title} is already connected: {changes[0].file}", *notes)
    elif _carry_out(changes, args):
        _say(f"Connected: {client.title} will start Bellpull.", *notes)
        _say("", f"Next: restart {client.title}, then say to it:", f"  {FIRST_QUESTION}")
        _say("and answer, on the hub's page or with: bellpull answer")
    else:
        _say(*notes)
    return DONE


def _chosen(client: Client, args: Namespace) -> tuple[bool | None, bool | None]:
    """Whether permissions are answered in Bellpull, and whether its tools need none: as the flags say, or as a person
    says who is asked once; None: as it is."""
    connected = any(each.found is not None for each in standing(client, _place(args)) if each.kind == HOOKS)
    asks = not (connected or args.dry_run) and sys.stdin.isatty() and sys.stdout.isatty()
    permissions = _choice(client, PERMISSIONS, args.permissions, client.permissions, asks)
    return permissions, _choice(client, ALLOW_TOOLS, args.allow_tools, client.allow_tools, asks)


def _choice(client: Client, option: str, given: bool | None, sentences: str, asks: bool) -> bool | None:
    if given and not sentences:
        raise _wrong_use(f"{option} cannot be had with {client.title}")
    if given is not None or not sentences or not asks:
        return given if sentences else None
    later = f"To change it later: bellpull connect {client.name} {option} or --no-{option[2:]}"
    return _agrees(f"{sentences}\n{later}\n{ASKED[option]}")


def _agrees(words: str) -> bool:
    _say(*words.splitlines())
    sys.stdout.write("[y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes", "o", "oui")


def run_disconnect(args: Namespace) -> int:
    settings(args)  # nothing here depends on them, but a wrong one is told by every command
    client = CLIENTS[args.client]
    changes = disconnect(client, _place(args))
    if not changes:
        where = "this project's files" if args.project else "your files"
        _say(f"{client.title} was not connected: nothing in {where} for it is Bellpull's.")
    elif _carry_out(changes, args):
        _say(f"Disconnected: {client.title} starts Bellpull no longer once it is restarted.")
    return DONE


def _only_lists(args: Namespace) -> None:
    given = {
        PERMISSIONS: args.permissions,
        ALLOW_TOOLS: args.allow_tools,
        "--agent": args.agent,
        "--user": args.user,
        "--project": args.project,
        "--dry-run": args.dry_run,
    }
    for name, value in given.items():
        if value:
            raise _wrong_use(f"{name} needs a CLIENT: {', '.join(CLIENTS)}")


def _wrong_use(what: str) -> Invalid:
    return Invalid("usage", f"{what}.", "see: bellpull connect --help")


def _carry_out(changes: Sequence[Change], args: Namespace) -> bool:
    """One diff for each file, then all of them or none."""
    needed = [change for change in changes if not change.is_none]
    for change in needed:
        _say(*_shown(change, args), "")
    if args.dry_run:
        _say(*(f"Nothing was written. The file is {change.file}" for change in needed))
        return False
    _say(*(f"Before it was as in {backup}" for backup in write_all(needed)))
    return True


def _shown(change: Change, args: Namespace) -> list[str]:
    """A diff. Of a file that is wholly ours only its beginning, or nobody would see the others; all with --dry-run."""
    lines = [line.expandtabs(4) for line in diff(change)]
    if change.backed_up or args.dry_run or len(lines) <= SHOWN_OF_OURS:
        return lines
    return [*lines[:SHOWN_OF_OURS], f"… and {len(lines) - SHOWN_OF_OURS} more lines of Bellpull's own"]


def _place(args: Namespace) -> Place:
    here = Path.cwd()
    return Place(os.environ, git_root(here) or here if args.project else None)


def _launch(args: Namespace, config: Config) -> Launch:
    """The command as it works from any folder. Whatever chose the hub here must choose it there; in the settings of a
    project only what was said for them, because others read them on their machines."""
    if config.url:
        Address(config.url)  # a hub's address has no password that could get into a file
    file = config_file(os.environ) if os.environ.get("BELLPULL_CONFIG") and not args.project else None
    origins = ("flag",) if args.project else ("flag", "variable", *(("file",) if file else ()))
    chosen = {
        name: str(getattr(config, name)) for name in ("data_dir", "url") if config.origin(name).startswith(origins)
    }
    return Launch(
        program=(NAME,) if args.project else _program(),
        agent=check_name(args.agent) if args.agent else None,
        data_dir=chosen.get("data_dir"),
        url=chosen.get("url"),
        environment={"BELLPULL_CONFIG": str(file)} if file else {},
        shared=args.project,
    )


def _program() -> tuple[str, ...]:
    """The Bellpull that runs now, not the one that a PATH of another day may find."""
    ran = sys.argv[0] if Path(sys.argv[0]).name != sys.argv[0] else shutil.which(sys.argv[0]) or ""
    for file in (Path(ran), Path(f"{ran}.exe")):
        if file.stem == NAME and file.is_file():
            return (str(file.absolute()),)
    return (sys.executable, "-m", "bellpull.cli.main")


def _notes(client: Client, args: Namespace, config: Config) -> Iterator[str]:
    if trace_of(client) is None:
        yield f"note: {client.title} does not seem to be on this machine; it will find this once it is."
    if args.project and not shutil.which(NAME):
        yield "note: everybody's settings can only name `bellpull`, and it is not on your PATH; or use --user"
    for note in (client.note, client.hooks_off(_place(args))):
        if note:
            yield f"note: {note}"
    if args.project and client.project_note:
        yield f"note: {client.project_note}"
    if config.origin("key").startswith("variable"):
        yield "note: BELLPULL_KEY is not written into any file; set it where the client is started, or in config.toml"


def _say(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(plain(line) + "\n")
