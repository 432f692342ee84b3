"""`bellpull mcp`: the MCP server for clients that start their servers themselves."""

from __future__ import annotations

import os
import sys
from _signal import SIGTERM, set_wakeup_fd, signal  # type: ignore[import-not-found]  # `signal` would bring enum to work

from bellpull.cli.outcome import DONE, ERROR
from bellpull.cli.parser import Parser, settings, whole
from bellpull.mcp.shim.identity import identity_in
from bellpull.mcp.shim.lines import Output
from bellpull.mcp.shim.stdio import Server, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import NoReturn


def declare_mcp(parser: Parser) -> None:
    words = "the agent's name (BELLPULL_AGENT, else the folder of the project)"
    parser.add_argument("--agent", metavar="NAME", help=words)
    words = "how long the client lets a call run, as `connect` writes it there (default: 60)"
    parser.add_argument("--call-limit", metavar="SECONDS", type=whole(1, 604_800), help=words)
    parser.set_defaults(run=mcp)


def mcp(args: Namespace) -> int:
    config = settings(args)
    server = Server(config, identity_in(os.environ, args.agent), os.environ, Output(1), args.call_limit)
    signal(SIGTERM, _asked_to_end)
    if os.isatty(0):
        log("this is the MCP server that a coding tool starts (bellpull connect); Ctrl-C ends it")
    code = DONE
    try:
        server.serve(0, _woken_by_signals())
    except KeyboardInterrupt:
        pass
    except Exception as error:
        log(f"something went wrong: {type(error).__name__}: {error}")
        code = ERROR
    sys.stderr.flush()
    # Threads may still wait for the hub; nobody waits for them any more.
    os._exit(code)


def _woken_by_signals() -> int | None:
    """A file that can be read once a signal has come. Windows has no such signals, and waits for no pipes."""
    if sys.platform == "win32":
        return None
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    set_wakeup_fd(wakes, warn_on_full_buffer=False)
    return woken


def _asked_to_end(*_: object) -> NoReturn:
    raise KeyboardInterrupt
