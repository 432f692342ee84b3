"""`bellpull uninstall`: takes back what `connect` and `up --at-login` did, stops the hub, and says what is left.

Whatever fails, the rest is done, and the exit code says it. Data and program stay: it says where the data are, and how
the program is removed. Files of a project are everybody's who works on it: they are named and left.
"""

from __future__ import annotations

import os
import sys
from glob import escape
from pathlib import Path

from bellpull.cli import at_login
from bellpull.cli.confirming import confirmed
from bellpull.cli.connect_list import PROJECT, Looked, look
from bellpull.cli.desks import end_desk, running_desks
from bellpull.cli.holder import complain_of_lost_hub
from bellpull.cli.hub import stop_for_good
from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE, ERROR, NO, complain
from bellpull.cli.parser import Parser, settings
from bellpull.cli.terminal import plain
from bellpull.clients.change import MARK, write_all
from bellpull.clients.connection import disconnect
from bellpull.config import config_file
from bellpull.domain import errors
from bellpull.remote.find import running_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from bellpull.config import Config

PROGRAMS = {
    "pipx": "pipx uninstall bellpull",
    "uv": "uv tool uninstall bellpull",
}


class Step:
    """One thing that is to be taken back: what is said of it before, and how it is done."""

    def __init__(self, words: str, do: Callable[[], None]) -> None:
        self.words = words
        self.do = do


def declare_uninstall(parser: Parser) -> None:
    parser.add_argument("--yes", action="store_true", help="do it without asking")
    declare_as_person(parser)
    parser.set_defaults(run=uninstall)


def uninstall(args: Namespace) -> int:
    need_person(args, "uninstalls")
    config = settings(args)
    looked = look()
    failed = _cannot_say(looked)
    steps = [*_clients(looked), *_login(config), *_running(config)]
    if not steps:
        _say("Nothing of Bellpull is connected, starts at login or runs here.")
    elif not args.yes and not _agreed(steps):
        return NO
    for step in steps:
        failed = not _done(step) or failed
    _say(*_left(looked), *_kept(config, looked))
    return ERROR if failed else DONE


def _agreed(steps: list[Step]) -> bool:
    words = "\n".join(["This will:", *(f"  {plain(step.words)}" for step in steps), "No data are removed."])
    return confirmed(words, "Uninstall", "uninstalled", "Bellpull")


def _done(step: Step) -> bool:
    try:
        step.do()
    except errors.BellpullError as error:
        complain(error)
    except OSError as error:
        complain(errors.Setup("system", f"{error.filename}: {error.strerror}.", "check its rights"))
    else:
        return True
    return False


def _cannot_say(looked: list[Looked]) -> bool:
    """A client's file that cannot be read may have something of ours."""
    problems = [each.problem for each in looked if each.problem is not None and each.scope != PROJECT]
    for problem in problems:
        complain(problem)
    return bool(problems)


def _clients(looked: list[Looked]) -> list[Step]:
    return [_disconnecting(each) for each in looked if each.connected and each.scope != PROJECT]


def _disconnecting(looked: Looked) -> Step:
    def do() -> None:
        changes = disconnect(looked.client, looked.place)
        backups = write_all(changes)
        _say(f"Disconnected: {looked.client.title} starts Bellpull no longer once it is restarted.")
        _say(*(f"  {'removed' if change.after is None else 'changed':<9}{change.file}" for change in changes))
        _say(*(f"  {'before':<9}{backup}" for backup in backups))

    return Step(f"disconnect {looked.client.title}", do)


def _login(config: Config) -> list[Step]:
    where = at_login.installed(config)
    return [] if where is None else [Step("no longer start at login", lambda: _say(*at_login.remove(config)))]


def _running(config: Config) -> list[Step]:
    """The hub, and desks, also those that somebody started by hand."""
    steps = []
    if running_in(config.data_dir) is not None:
        steps.append(Step("stop the hub", lambda: _stop(config)))
    else:
        steps += _lost(config)
    if running_desks(config.data_dir):
        steps.append(Step("end the desk", lambda: _end_desks(config)))
    return steps


def _stop(config: Config) -> None:
    stop_for_good(config)


def _lost(config: Config) -> list[Step]:
    """A hub that runs and cannot be found is for its person to end; that is said, and counts as failed."""
    try:
        complain_of_lost_hub(config)
    except errors.BellpullError:
        return [Step("look for the hub", lambda: complain_of_lost_hub(config))]
    return []


def _end_desks(config: Config) -> None:
    for lock in running_desks(config.data_dir):
        end_desk(lock)
    _say("The desk has ended.")


def _left(looked: list[Looked]) -> list[str]:
    theirs = [each for each in looked if each.connected and each.scope == PROJECT]
    how = "bellpull disconnect {name} --project"
    return [
        f"Left for all who work on this project: {each.client.title}   ({how.format(name=each.client.name)})"
        for each in theirs
    ]


def _kept(config: Config, looked: list[Looked]) -> list[str]:
    places = {"data": config.data_dir, "settings": config_file(os.environ)}
    there = [f"  {name:<9}{place}" for name, place in places.items() if place is not None and place.exists()]
    there += [f"  {'before':<9}{file}" for file in _copies(looked)]
    lines = ["Not removed:", *there] if there else ["There are no data."]
    return [*lines, f"  {'program':<9}{_remedy()}" if there else f"The program is removed with: {_remedy()}"]


def _copies(looked: list[Looked]) -> list[Path]:
    """What `connect` and `disconnect` kept of clients' files as they were before."""
    files = {Path(os.path.realpath(each.file)) for one in looked if one.scope != PROJECT for each in one.standing}
    return sorted(copy for file in files for copy in file.parent.glob(f"{escape(file.name)}{MARK}*"))


def _remedy() -> str:
    """How this program came here tells how it goes."""
    parts = Path(sys.prefix).parts
    known = next((command for name, command in PROGRAMS.items() if name in parts), None)
    return known or f"{sys.executable} -m pip uninstall bellpull"


def _say(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(plain(line) + "\n")
    sys.stdout.flush()
