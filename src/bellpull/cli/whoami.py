"""`bellpull whoami`: which agent works in this folder, at which hub, and where its key lies. For programs in other
languages (OpenCode's plugin), and for people who wonder."""

from __future__ import annotations

import os
import sys

from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import plain
from bellpull.domain.errors import Unauthorized
from bellpull.mcp.shim.hubs import Hubs
from bellpull.mcp.shim.identity import identity_in
from bellpull.remote.agent_key import key_file
from bellpull.remote.find import HUB_FILE, target_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any


def declare_whoami(parser: Parser) -> None:
    parser.add_argument("--agent", metavar="NAME", help="the agent's name (BELLPULL_AGENT, else the project's folder)")
    parser.add_json()
    parser.set_defaults(run=whoami)


def whoami(args: Namespace) -> int:
    config = settings(args)
    identity = identity_in(os.environ, args.agent)
    hubs = Hubs(config, identity.name, None if identity.chosen else identity.project)
    try:
        me, hub = hubs.request("GET", "/api/me"), hubs.request("GET", "/health")
    except Unauthorized as error:
        if error.code != "no_key":
            raise
        raise Unauthorized(error.code, f"There is no agent's key for {config.url}.", "set BELLPULL_KEY") from None
    finally:
        hubs.close()
    name, target = str(me["name"]), target_of(config)
    said: dict[str, Any] = {
        "agent": name if me["scope"] == "agent" else None,
        "url": hubs.url,
        "hub": hub["hub"],
        "key_file": None if config.key else str(key_file(config, name)),
        "hub_file": str(config.data_dir / HUB_FILE) if target is not None and target.hub is not None else None,
        "project": identity.project,
    }
    if args.json:
        print_json(said)
    else:
        sys.stdout.write("".join(f"{word:<9}{plain(str(value))}\n" for word, value in said.items() if value))
    return DONE
