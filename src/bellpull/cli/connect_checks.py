"""What `bellpull doctor` finds of the coding tools that are connected: does each reach the hub, by the very commands
that its settings name, and is everything of the newest make."""

from __future__ import annotations

import os
import shlex
from typing import NamedTuple

from bellpull.cli.connect_list import PROJECT, Looked, look
from bellpull.cli.finding import NOTE, OK, PROBLEM, Finding
from bellpull.cli.round_trip import Failed, call_hook, call_server
from bellpull.clients.client import HOOKS, MCP, NAME, PLUGIN, SKILL, Launch, Server
from bellpull.clients.connection import Standing, connect
from bellpull.clients.entry import server_of
from bellpull.clients.hook_lists import commands_in
from bellpull.config import load
from bellpull.remote.find import distrusted, health, target_of
from bellpull.remote.found import start_hint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from bellpull.config import Config

WORDS = {MCP: "MCP entry", HOOKS: "hooks"}
#: The others are a person's choice.
WANTED = (MCP, HOOKS, PLUGIN, SKILL)


def check_clients(config: Config) -> Iterator[Finding]:
    looked = [each for each in look() if each.connected or each.problem]
    for each in looked:
        yield from _check(each, config)
    if not any(each.connected for each in looked):
        yield Finding("clients", NOTE, "no coding tool is connected", "see which there are: bellpull connect")


def _check(looked: Looked, config: Config) -> Iterator[Finding]:
    if looked.problem:
        yield Finding(looked.about, PROBLEM, looked.problem.sentence, looked.problem.hint)
        return
    by_kind = {each.kind: each for each in looked.standing}
    server = server_of(by_kind[MCP].found)
    for each in looked.standing:
        if each.found is None and each.kind in WANTED:
            text = f"there is no {WORDS.get(each.kind, each.kind)} of Bellpull in {each.file}"
            yield Finding(looked.about, NOTE, text, _again(looked, server))
    if server is not None:
        yield from _check_age(looked, server)
    away = _hub_away(server, config)
    if away is not None:
        yield Finding(looked.about, NOTE, f"not tried: {away.why}", away.remedy)
        return
    tried = [*_check_server(looked, by_kind[MCP], server)]
    if HOOKS in by_kind:
        tried += _check_hooks(looked, by_kind[HOOKS], server)
    if ways := [each.text for each in tried if each.state == OK]:
        yield Finding(looked.about, OK, f"reaches the hub by {' and '.join(ways)}")
    yield from (each for each in tried if each.state != OK)


def _check_server(looked: Looked, entry: Standing, server: Server | None) -> Iterator[Finding]:
    if entry.found is None:
        return
    if server is None:
        yield Finding(looked.about, PROBLEM, f"{entry.file} names no command for Bellpull", _again(looked, None))
        return
    try:
        count = call_server(server, os.environ)
    except Failed as failed:
        text = f"`{shlex.join(server.command)}` does not reach the hub: {failed}"
        yield Finding(looked.about, PROBLEM, text, _again(looked, server))
    else:
        yield Finding(looked.about, OK, f"its MCP server ({count} tools)")


def _check_hooks(looked: Looked, hooks: Standing, server: Server | None) -> Iterator[Finding]:
    commands = commands_in(hooks.found) if hooks.found else []
    for command in commands:
        try:
            call_hook(command, os.environ)
        except Failed as failed:
            text = f"the hook `{command}` does not reach the hub: {failed}"
            yield Finding(looked.about, PROBLEM, text, _again(looked, server))
            return
    off = looked.client.hooks_off(looked.place)
    if commands and off:
        yield Finding(looked.about, PROBLEM, f"its hooks reach the hub, but {off}", "turn them on there")
    elif commands:
        yield Finding(looked.about, OK, "its hooks")


def _check_age(looked: Looked, server: Server) -> Iterator[Finding]:
    """Whether `connect` would change anything, if it were told what it was told then."""
    changes = connect(looked.client, looked.place, _launch(looked, server))
    for change in changes:
        if change.note:
            yield Finding(looked.about, NOTE, change.note)
        elif change.before is not None and not change.is_none:
            text = f"{change.file} is not what this Bellpull would write"
            yield Finding(looked.about, NOTE, text, f"bring it up to date: {_again(looked, server)}")


def _launch(looked: Looked, server: Server) -> Launch:
    """What `connect` was told, as the command shows it."""
    program, options = _parted(server)
    kept = {name: value for name, value in server.environment.items() if name == "BELLPULL_CONFIG"}
    return Launch(
        program=program,
        agent=options.get("--agent"),
        data_dir=options.get("--data-dir"),
        url=options.get("--url"),
        environment=kept,
        shared=looked.scope == PROJECT,
    )


def _parted(server: Server) -> tuple[tuple[str, ...], dict[str, str]]:
    """The program, and the options of `mcp`, each with its value."""
    words = server.command
    at = words.index("mcp") if "mcp" in words else len(words)
    return words[:at], dict(zip(words[at + 1 :: 2], words[at + 2 :: 2], strict=False))


def _again(looked: Looked, server: Server | None) -> str:
    """The command that sets it right, with what was chosen the first time."""
    options = _launch(looked, server).options if server else ()
    scope = ("--project",) if looked.scope == PROJECT else ()
    return shlex.join((NAME, "connect", looked.client.name, *scope, *options))


class Away(NamedTuple):
    why: str
    remedy: str | None


def _hub_away(server: Server | None, config: Config) -> Away | None:
    """How to come by the hub that the command would find; None where it runs. The server would start one itself, and a
    look must not change what there is."""
    if server is not None:
        _, options = _parted(server)
        flags = {"data_dir": options.get("--data-dir"), "url": options.get("--url")}
        config = load(flags, {**os.environ, **server.environment})
    target = target_of(config)
    if target is not None and health(target.url) is not None:
        return None
    if target is not None and (problem := distrusted(target.url)) is not None:
        return Away("the certificate of its hub cannot be trusted", problem.hint)
    remedy = f"check the address ({config.origin('url')})" if config.url else start_hint(config)
    return Away("its hub is not running", remedy)
