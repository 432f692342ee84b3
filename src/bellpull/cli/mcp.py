"""`bellpull mcp`: the MCP server for clients that start their servers themselves."""

from __future__ import annotations

import os
import sys
from _signal import SIGTERM, signal  # type: ignore[import-not-found]  # `signal` would bring enum to work

from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, settings
from bellpull.domain.errors import BellpullError
from bellpull.mcp.identity import name_from, project_folder, proper_name, session_of
from bellpull.mcp.lines import Output
from bellpull.mcp.stdio import Identity, Server, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import NoReturn

    from bellpull.config import Config


def declare_mcp(parser: Parser) -> None:
    words = "the agent's name (BELLPULL_AGENT, else the folder of the project)"
    parser.add_argument("--agent", metavar="NAME", help=words)
    parser.set_defaults(run=mcp)


def mcp(args: Namespace) -> int:
    config = settings(args)
    server = Server(config, _identity(args.agent), os.environ, Output(1))
    signal(SIGTERM, _asked_to_end)
    try:
        server.serve(0, lambda: _start_hub(config))
    except KeyboardInterrupt:
        pass
    finally:
        sys.stderr.flush()
        # Threads may still wait for the hub; nobody waits for them any more.
        os._exit(DONE)


def _asked_to_end(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def _identity(flag: str | None) -> Identity:
    chosen = flag or os.environ.get("BELLPULL_AGENT")
    project = project_folder(os.getcwd())  # noqa: PTH109
    name = proper_name(chosen) if chosen else name_from(project)
    return Identity(name, project, session_of(os.environ), chosen=bool(chosen))


def _start_hub(config: Config) -> None:
    from bellpull.mcp.starting import start_if_none

    try:
        words = start_if_none(config)
    except (BellpullError, OSError) as error:
        words = str(error)
    if words:
        log(f"the hub could not be started: {words}")
