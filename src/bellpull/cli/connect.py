"""`bellpull connect` and `disconnect`: let a coding tool start `bellpull mcp`, or no longer.

The change is shown before it is made. Not here: where a client keeps its settings and what goes there (`clients`).
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, settings
from bellpull.cli.terminal import plain
from bellpull.clients.change import Change, diff, write
from bellpull.clients.claude_code import CLAUDE_CODE
from bellpull.clients.client import Client, Launch
from bellpull.clients.connection import connect, disconnect
from bellpull.clients.opencode import OPENCODE
from bellpull.config import config_file
from bellpull.domain.identity import check_name
from bellpull.remote.project import git_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from bellpull.config import Config

CLIENTS = {client.name: client for client in (OPENCODE, CLAUDE_CODE)}
ON_THE_PATH = "bellpull"
FIRST_QUESTION = "Ask me with Bellpull whether I want tea or coffee, and wait for my answer."


def declare_connect(parser: Parser) -> None:
    _declare(parser)
    parser.add_argument(
        "--agent", metavar="NAME", help="the agent's name (unless told: the name of its project's folder)"
    )
    parser.set_defaults(run=run_connect)


def declare_disconnect(parser: Parser) -> None:
    _declare(parser)
    parser.set_defaults(run=run_disconnect)


def _declare(parser: Parser) -> None:
    parser.add_argument("client", metavar="CLIENT", choices=CLIENTS, help=" or ".join(CLIENTS))
    scope = parser.add_mutually_exclusive_group()
    scope.add_argument("--user", action="store_true", help="for everything you work on (unless told)")
    scope.add_argument("--project", action="store_true", help="for the project in this folder, and all who work on it")
    parser.add_argument("--dry-run", action="store_true", help="show the change and make none")


def run_connect(args: Namespace) -> int:
    client, config = CLIENTS[args.client], settings(args)
    notes = list(_notes(client, args, config))
    change = connect(client, _files(client, args), _launch(args, config))
    if change.is_none:
        _say(f"{client.title} is already connected: {change.file}", *notes)
    elif _carry_out(change, args):
        _say(f"Connected: {client.title} will start Bellpull.", *notes)
        _say("", f"Next: restart {client.title}, then say to it:", f"  {FIRST_QUESTION}")
        _say("and answer, on the hub's page or with: bellpull answer")
    else:
        _say(*notes)
    return DONE


def run_disconnect(args: Namespace) -> int:
    settings(args)  # nothing here depends on them, but a wrong one is told by every command
    client = CLIENTS[args.client]
    changes = disconnect(client, _files(client, args))
    if not changes:
        _say(f"{client.title} was not connected: {_files(client, args)[-1]} does not name Bellpull.")
    for change in changes:
        if _carry_out(change, args):
            _say(f"Disconnected: {client.title} starts Bellpull no longer once it is restarted.")
    return DONE


def _carry_out(change: Change, args: Namespace) -> bool:
    _say(*(line.expandtabs(4) for line in diff(change)), "")
    if args.dry_run:
        _say(f"Nothing was written. The file is {change.file}")
        return False
    backup = write(change)
    if backup is not None:
        _say(f"Before it was as in {backup}")
    return True


def _files(client: Client, args: Namespace) -> tuple[Path, ...]:
    here = Path.cwd()
    return client.project_files(git_root(here) or here) if args.project else client.user_files(os.environ)


def _launch(args: Namespace, config: Config) -> Launch:
    """The command as it works from any folder. Whatever chose the hub here must choose it there; in the settings of a
    project only what was said for them, because others read them on their machines."""
    origins = ("flag",) if args.project else ("flag", "variable")
    words = ["mcp"]
    if args.agent:
        words += ["--agent", check_name(args.agent)]
    for name, value in (("data_dir", str(config.data_dir)), ("url", config.url)):
        if config.origin(name).startswith(origins):
            words += ["--" + name.replace("_", "-"), value]
    program = (ON_THE_PATH,) if args.project else _program()
    file = config_file(os.environ) if os.environ.get("BELLPULL_CONFIG") and not args.project else None
    return Launch((*program, *words), {"BELLPULL_CONFIG": str(file)} if file else {})


def _program() -> tuple[str, ...]:
    """The Bellpull that runs now, not the one that a PATH of another day may find."""
    ran = sys.argv[0] if Path(sys.argv[0]).name != sys.argv[0] else shutil.which(sys.argv[0]) or ""
    for file in (Path(ran), Path(f"{ran}.exe")):
        if file.stem == ON_THE_PATH and file.is_file():
            return (str(file.absolute()),)
    return (sys.executable, "-m", "bellpull.cli.main")


def _notes(client: Client, args: Namespace, config: Config) -> Iterator[str]:
    if not shutil.which(client.program) and not any(trace.exists() for trace in client.traces(os.environ)):
        yield f"note: {client.title} does not seem to be on this machine; it will find this once it is."
    if args.project and not shutil.which(ON_THE_PATH):
        yield "note: everybody's settings can only name `bellpull`, and it is not on your PATH; or use --user"
    if args.project and client.project_note:
        yield f"note: {client.project_note}"
    if config.origin("key").startswith("variable"):
        yield "note: BELLPULL_KEY is not written into the file; set it where the client is started, or in config.toml"


def _say(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(plain(line) + "\n")
