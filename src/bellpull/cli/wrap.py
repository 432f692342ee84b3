"""`bellpull wrap`: any MCP server of standard input and output, with nudges in the results of its tools."""

from __future__ import annotations

import os
import sys

from bellpull.cli.parser import Parser, settings
from bellpull.mcp.carrying import Carrier
from bellpull.mcp.shim.identity import identity_in, session_of
from bellpull.mcp.wrap.calls import Calls
from bellpull.mcp.wrap.child import Child
from bellpull.mcp.wrap.proxy import Proxy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from bellpull.mcp.shim.hubs import Hubs

#: What only starts a program: the next word says which.
LAUNCHERS = frozenset(("npx", "bunx", "uvx", "pipx", "node", "bun", "deno", "python", "python3"))
LONGEST_PROGRAM = 60
#: Nudges that one result carries, in characters; more wait for the next one. Clients cut longer results.
ROOM = 40_000


def declare_wrap(parser: Parser) -> None:
    words = "the agent's name (BELLPULL_AGENT, else the folder of the project)"
    parser.add_argument("--agent", metavar="NAME", help=words)
    parser.add_command("the MCP server as you would type it")
    parser.set_defaults(run=wrap)


def wrap(args: Namespace) -> int:
    """The server is started first: neither names nor settings nor hub may hold it up or keep it from starting."""
    session = session_of(os.environ)
    calls = Calls()
    headers = {"Bellpull-Session": session}
    carrier = Carrier(
        lambda: _hubs(args),
        {"session": session, "carrier": f"wrap:{program(args.command)}", "max_chars": ROOM},
        lambda: {**headers, "Bellpull-Client": calls.client} if calls.client else headers,
        _log,
    )
    code = Proxy(Child(args.command, os.environ), calls, carrier).run()
    sys.stderr.flush()
    # Threads may still wait for the client or for the hub; nobody waits for them any more.
    os._exit(code)


def _hubs(args: Namespace) -> Hubs:
    from bellpull.mcp.shim.hubs import Hubs

    identity = identity_in(os.environ, args.agent)
    return Hubs(settings(args), identity.name, None if identity.chosen else identity.project)


def program(command: Sequence[str]) -> str:
    """The server's name for people: its program's, or that of what a launcher starts."""
    name, *rest = command
    words = (word for word in rest if not word.startswith("-"))
    if os.path.basename(name) in LAUNCHERS:  # noqa: PTH119
        name = next(words, name)
    own = os.path.basename(name.rstrip("/"))  # noqa: PTH119
    return "".join(mark if " " < mark <= "~" else "-" for mark in own)[:LONGEST_PROGRAM] or "server"


def _log(words: str) -> None:
    print(f"bellpull: {words}", file=sys.stderr, flush=True)
