"""`bellpull up`: run the hub in this process, or start it as a process of its own and wait until it answers."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import suppress
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

from bellpull.cli.as_typed import as_typed
from bellpull.cli.beside import desk_display, start_desk
from bellpull.cli.hub import EXTRA_STOP_SECONDS
from bellpull.cli.inside import client_around
from bellpull.cli.outcome import DONE, HINT, NO
from bellpull.cli.page import link_of
from bellpull.cli.parser import Parser, settings
from bellpull.cli.replacing import as_running, not_as_asked, replaced, resumed
from bellpull.cli.terminal import plain
from bellpull.cli.up_flags import declare_flags, flags_of
from bellpull.domain import errors
from bellpull.remote.find import configured_address, find, health, named_in, running_in

if TYPE_CHECKING:
    from argparse import Namespace

    from bellpull.config import Config

START_SECONDS = 30
FASTER_START_SECONDS = 5
PORT_SECONDS = 2
LOOK_EVERY_SECONDS = 0.02


def declare_up(parser: Parser) -> None:
    declare_flags(parser)
    parser.add_argument("--detach", action="store_true", help="start it in the background and return when it answers")
    login = parser.add_mutually_exclusive_group()
    login.add_argument("--at-login", action="store_true", help="start it now and whenever you log in")
    login.add_argument("--no-at-login", action="store_true", help="no longer start it when you log in")
    parser.set_defaults(run=up)


def up(args: Namespace) -> int:
    config = settings(args)
    if args.at_login or args.no_at_login:
        from bellpull.cli import at_login

        config = as_running(config) if args.at_login else config
        lines = (at_login.install if args.at_login else at_login.remove)(config)
        sys.stdout.write("".join(f"{plain(line)}\n" for line in lines))
        if args.no_at_login:
            return DONE
    detach = args.detach or args.at_login
    said = _settled(config)
    successor = resumed(config) if said is None else replaced(config, said)
    if successor is None:
        assert said is not None
        return _already_up(config, said)
    _say_elsewhere(config)
    config = successor
    return _detach(config) if detach else _serve(config)


def _say_elsewhere(config: Config) -> None:
    """Whoever has set an address may have meant that hub, and would wonder later who gets their questions."""
    if config.url:
        where = f"the commands of this machine speak to {config.url} ({config.origin('url')})"
        sys.stderr.write(f"note: this starts a hub of its own here; {plain(where)}\n")


def _settled(config: Config) -> dict[str, Any] | None:
    """What the hub of the folder says of itself, once it is clear that it stays: one that is draining is as good as
    gone, and waited for."""
    deadline = time.monotonic() + config.drain_seconds + config.stop_seconds + EXTRA_STOP_SECONDS
    while (said := running_in(config.data_dir)) is not None and said.get("status") == "draining":
        if time.monotonic() > deadline:
            raise errors.Unavailable("still_stopping", "The hub is still stopping.", "see: bellpull logs")
        time.sleep(LOOK_EVERY_SECONDS)
    return said


def _already_up(config: Config, said: dict[str, Any]) -> int:
    """That is as good as started, if it runs as it was asked to. The shell that started it may have had no display, and
    this one may have one."""
    where = f"The hub of {plain(config.data_dir)} is already running at {plain(said['url'])}."
    lines = [where, f"  open     {plain(_for_eyes(_sign_in_link(config, said['url'])))}", *_desk_lines(config)]
    if missing := not_as_asked(config):
        again = f"{as_typed(config, 'down')}, then this command again"
        lines.append(f"Restart it to use {plain(' '.join(missing))}: {again}.")
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    if desk_display(config) is not None:
        start_desk(config)
    return NO if missing else DONE


def _serve(config: Config) -> int:
    from bellpull.assemble import serve

    try:
        serve(config, on_ready=lambda page: _ready(config, page))
    except errors.Setup as error:
        said = _faster_start(config, error.code)
        if said is None:
            raise
        return _already_up(config, said)
    return DONE


def _faster_start(config: Config, code: str) -> dict[str, Any] | None:
    """Whoever has our port or our folder may be the same hub, started a moment earlier and about to answer."""
    rival = code == "data_in_use" or (
        # By https it may have another name than the one that is looked for here, so it is not asked.
        code == "port_taken" and (config.tls_cert or health(configured_address(config), PORT_SECONDS) is not None)
    )
    deadline = time.monotonic() + (FASTER_START_SECONDS if rival else 0)
    while (said := running_in(config.data_dir)) is None and time.monotonic() < deadline:
        time.sleep(LOOK_EVERY_SECONDS)
    return said


def _ready(config: Config, page: str) -> None:
    if desk_display(config) is not None:
        start_desk(config)
    _announce(config, page, "Ctrl-C")


def _announce(config: Config, page: str, stop: str) -> None:
    with suppress(OSError):  # nobody may be reading; the hub runs all the same
        print(*_lines(config, page, stop), sep="\n", flush=True)


def _lines(config: Config, page: str, stop: str) -> list[str]:
    return [
        "The hub is up.",
        f"  open     {plain(_for_eyes(page))}",
        *_desk_lines(config),
        f"  data     {plain(config.data_dir)}",
        f"  connect  {as_typed(config, 'connect opencode')}   (connect alone lists all)",
        f"  demo     {as_typed(config, 'demo')}   (three scripted agents, for two minutes)",
        f'  try      {as_typed(config, "ask")} "Tea or coffee?" --option Tea --option Coffee',
        f"  stop     {stop}",
    ]


def _for_eyes(page: str) -> str:
    """Without what signs its owner in, where an agent reads this."""
    return page if client_around(os.environ) is None else page.partition("#")[0]


def _desk_lines(config: Config) -> list[str]:
    shown_on = desk_display(config)
    return (
        [f"  desk     on display {plain(shown_on)}   (try it: {as_typed(config, 'desk --test')})"] if shown_on else []
    )


def _detach(config: Config) -> int:
    config.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    # What the hub says if it dies at once. Not in the data folder: that its disk is full may be just what it says.
    with TemporaryFile() as words:
        said = _wait(config, _spawn(config, words.fileno()))
        if said is None:
            words.seek(0)
            raise _last_error(words.read())
    _announce(config, _sign_in_link(config, said["url"]), as_typed(config, "down"))
    return DONE


def _sign_in_link(config: Config, url: str) -> str:
    """The page's address, with what signs its owner in where the owner's key is at hand."""
    try:
        with find(config) as hub:
            return link_of(hub.request("POST", "/api/sign-in-links"), url)
    except errors.BellpullError:
        return f"{url}/"


def _spawn(config: Config, stderr: int) -> subprocess.Popen[bytes]:
    flags = ["--data-dir", str(config.data_dir), *flags_of(config, "flag")]
    # -P: the folder where somebody happens to stand must not be searched for modules.
    command = [sys.executable, "-P", "-m", "bellpull.cli.main", "up", *flags]
    null = subprocess.DEVNULL
    # In the background nobody reads what it says, and it would say it for months.
    environment = os.environ | {"BELLPULL_LOG_TO": "file"}
    if sys.platform == "win32":
        flag = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
        return subprocess.Popen(  # noqa: S603
            command, stdin=null, stdout=null, stderr=stderr, env=environment, creationflags=flag
        )
    return subprocess.Popen(  # noqa: S603
        command, stdin=null, stdout=null, stderr=stderr, env=environment, start_new_session=True
    )


def _wait(config: Config, child: subprocess.Popen[bytes]) -> dict[str, Any] | None:
    """What the started hub says of itself. None where it died and no other start of the same hub was faster."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        died = child.poll() is not None
        named = named_in(config.data_dir)
        if died or (named is not None and named.pid == child.pid):
            said = running_in(config.data_dir)
            if said is not None or died:
                return said
        time.sleep(LOOK_EVERY_SECONDS)
    sentence = f"The hub (process {child.pid}) has not answered within {START_SECONDS} seconds."
    raise errors.Unavailable("not_up_yet", sentence, "it may still come: bellpull logs --follow")


def _last_error(words: bytes) -> errors.Setup:
    from bellpull.mcp.shim.starting import last_words

    lines = words.decode("utf-8", "replace").splitlines()
    hints = [line.removeprefix(HINT) for line in lines if line.startswith(HINT)]
    return errors.Setup("not_started", last_words(words), hints[-1] if hints else "see what it said: bellpull logs")
