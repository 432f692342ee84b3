"""`bellpull hook`: what a coding tool runs after each step. The fast way where it can be gone, else this one, which
also makes the agent's key, speaks TLS and reads the settings file.

Whatever is wrong, the tool must not notice: nothing is printed and the code is 0. A wrong use is 1 and not 2, because 2
tells these tools to stop what they do. `--wake`, `--permission` and `--dialog` are other
things (`hook_wake`, `hook_permission`).
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

from bellpull.cli import hook_fast
from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, settings
from bellpull.domain import errors
from bellpull.mcp.shim.hubs import Hubs
from bellpull.mcp.shim.identity import proper_name
from bellpull.remote.address import quote
from bellpull.remote.agent_key import agent_hub
from bellpull.remote.project import git_root, name_from, path_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import NoReturn

    from bellpull.config import Config

CLIENTS = ("claude-code", "codex", "copilot", "gemini", "qwen")
PERMITS = ("claude-code", "codex")
#: Show their dialogs only once the hook has ended.
LEFT_BEHIND = ("gemini",)
COPILOT = "copilot"
#: By this `bellpull doctor` sees whether a hook reaches the hub.
CHECK = "BellpullCheck"
LATER = {"Bellpull-Client": "hook", "Bellpull-Confirm": "later"}


def declare_hook(parser: Parser) -> None:
    def refuse(message: str) -> NoReturn:
        raise errors.NotFound("usage", message[:1].upper() + message[1:] + ".", f"see: {parser.prog} --help")

    parser.error = refuse  # type: ignore[method-assign]
    parser.add_argument("client", metavar="CLIENT", choices=CLIENTS, help=f"the coding tool: {', '.join(CLIENTS)}")
    parser.add_argument("--agent", metavar="NAME", help="the agent's name (BELLPULL_AGENT, else the project's folder)")
    words = "wait until something is pending, and wake the idle session (claude-code, codex, qwen: Stop)"
    parser.add_argument("--wake", action="store_true", help=words)
    words = "ask a person whether the tool may go on, and wait for the answer (claude-code, codex, copilot)"
    parser.add_argument("--permission", action="store_true", help=words)
    words = (
        "tell the hub when the tool's own dialog is closed (claude-code, codex, gemini; copilot, which it also wakes)"
    )
    parser.add_argument("--dialog", action="store_true", help=words)
    parser.add_argument("--allow", action="store_true", help="let the tool go on (copilot, PermissionRequest)")
    parser.set_defaults(run=hook)


def hook(args: Namespace) -> int:
    if sys.platform != "win32" and not (args.wake or args.permission or args.dialog or args.allow):
        try:
            return _fast(args)
        except hook_fast.Slow as slow:
            return carry(args, slow.args[0])
    return carry(args, sys.stdin.buffer.read())


def _fast(args: Namespace) -> int:
    """Slow is raised with what was read already."""
    data = sys.stdin.buffer.read()
    given = (("--agent", args.agent), ("--data-dir", args.data_dir), ("--url", args.url))
    words = [word for option, value in given if value for word in (option, value)]
    try:
        hook_fast.deliver(hook_fast.Given([args.client, *words]), data)
    except hook_fast.Slow:
        raise hook_fast.Slow(data) from None
    except Exception as error:
        hook_fast.explain(error)
    return DONE


def run(words: list[str], data: bytes | None) -> int:
    """From the fast script: what was read already comes with it."""
    from bellpull.cli.main import build

    try:
        args = build("hook").parse_args(words)
    except errors.NotFound as error:
        from bellpull.cli.outcome import complain

        return complain(error)
    return carry(args, sys.stdin.buffer.read() if data is None else data)


def carry(args: Namespace, data: bytes) -> int:
    """The exit code. Nothing may come out of here, but for who looks for it: some tools read standard error."""
    if not hook_fast.is_of(args.client):
        return DONE
    try:
        with redirect_stderr(StringIO()):
            return _carried(settings(args), args, hook_fast.parsed(data))
    except Exception as error:
        hook_fast.explain(error)
        return DONE


def _carried(config: Config, args: Namespace, event: dict[str, object]) -> int:
    looks = event.get("hook_event_name") == CHECK
    hubs = hubs_of(config, args.agent, only_looks=looks)
    if args.wake:
        return _wakes(config, hubs, args.client, event)
    try:
        name = hubs.agent()
    except errors.Unavailable:
        if not (args.permission or args.dialog) or args.client not in PERMITS:
            raise
        name = ""  # the dialog is open whether or not the hub is there: it may come while it is
    if args.client == COPILOT and (args.permission or args.dialog or args.allow) and name is not None:
        from bellpull.cli.hook_copilot import wait

        return wait(config, hubs, args, event)
    if (args.permission or args.dialog) and args.client in PERMITS and name is not None:
        from bellpull.cli.hook_permission import BEFORE_DIALOG, Permission, can_be_asked, shows_dialog

        asks = args.permission and can_be_asked(event)
        holds = args.permission and args.client in BEFORE_DIALOG
        if (asks and name) or (shows_dialog(event) and not holds):
            return Permission(hubs, args.client, event, asks=asks, holds=holds).run()
    if args.dialog and args.client in LEFT_BEHIND and name is not None:
        from bellpull.cli.hook_dialog import Dialog, is_dialog

        if is_dialog(event):
            return Dialog(hubs, args.client, event).leave_behind()
    if name:
        _deliver(config, name, args.client, hook_fast.kept(event))
    elif name is None and (config.key or not looks):
        raise errors.Denied("not_an_agents_key", "The key is a person's: a hook needs its agent's.")
    return DONE


def _wakes(config: Config, hubs: Hubs, client: str, event: dict[str, object]) -> int:
    match client:
        case "claude-code" | "codex":
            from bellpull.cli.hook_wake import wake
        case "qwen":
            from bellpull.cli.hook_message import wake
        case _:
            return DONE
    return wake(config, hubs, client, event)


def hubs_of(config: Config, flag: str | None, *, only_looks: bool) -> Hubs:
    chosen = flag or os.environ.get("BELLPULL_AGENT")
    named = (os.environ.get(name.decode("ascii"), "") for name in hook_fast.PROJECT_VARIABLES)
    here = next((place for name in named if (place := Path(name)).is_absolute()), Path.cwd())
    folder = git_root(here) or here
    name, project = (proper_name(chosen), None) if chosen else (name_from(str(folder)), path_text(folder))
    return Hubs(config, name, project, only_looks=only_looks)


def _deliver(config: Config, name: str, client: str, event: bytes) -> None:
    with agent_hub(config, name) as hub:
        said = hub.request("POST", f"/api/clients/{client}/hook", body=event, headers=LATER, seconds=hook_fast.SECONDS)
        ids = [id for id in hub.told.get("bellpull-nudges", "").split(",") if id]
        if ids:
            verb = "confirm" if hook_fast.write(json.dumps(said).encode("ascii")) else "release"
            hub.request("POST", f"/api/agents/{quote(name)}/nudges/{verb}", body={"ids": ids})
