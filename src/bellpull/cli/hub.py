"""`bellpull status` and `bellpull down`: is the hub there, and stop it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from bellpull.cli.holder import complain_of_lost_hub
from bellpull.cli.outcome import DONE, NO
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import plain
from bellpull.domain import errors
from bellpull.remote.fast import Hub
from bellpull.remote.find import STOPPED_MARK, configured_address, find, health, running_in, target_of
from bellpull.remote.found import typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

    from bellpull.config import Config
    from bellpull.remote.found import Target

LOOK_EVERY_SECONDS = 0.02
EXTRA_STOP_SECONDS = 10
PROCESSES = Path("/proc/self").parent


def declare_status(parser: Parser) -> None:
    parser.add_json()
    parser.set_defaults(run=status)


def declare_down(parser: Parser) -> None:
    parser.set_defaults(run=down)


def status(args: Namespace) -> int:
    config = settings(args)
    target = target_of(config)
    said = None if target is None else _told_by(target)
    if said is None and not config.url:
        complain_of_lost_hub(config)
    url = _address(config, target)
    report = _report(config, said) if said else {"running": False, "url": url}
    report["data_dir"] = str(config.data_dir)
    if args.json:
        print_json(report)
    else:
        sys.stdout.write("\n".join(_lines(report) if said else _not_running(config, url)) + "\n")
    return DONE if said else NO


def _told_by(target: Target) -> dict[str, Any] | None:
    """What the hub there says of itself; at an address that nobody chose only the one hub counts."""
    said = health(target.url)
    own = target.chosen or target.hub is None or (said is not None and said["hub"] == target.hub)
    return {**said, "url": target.url} if said is not None and own else None


def _address(config: Config, target: Target | None) -> str | None:
    if target is not None:
        return target.url
    return configured_address(config) if config.port else None


def _not_running(config: Config, url: str | None) -> list[str]:
    where = f"in {plain(config.data_dir)}" if url is None else f"at {plain(url)}"
    remedy = f"Check the address ({config.origin('url')})." if config.url else f"Start it: {plain(typed(config, 'up'))}"
    if url is None or config.url or health(url) is None:
        return [f"No hub is running {where}.", remedy]
    return [f"The hub of {plain(config.data_dir)} is not running; another one answers {where}.", remedy]


def _report(config: Config, said: dict[str, Any]) -> dict[str, Any]:
    report: dict[str, Any] = {"running": True}
    report.update((name, said.get(name)) for name in ("url", "hub", "version", "pid", "started_at"))
    try:
        with find(config) as hub:
            report.update(_seen_with_key(hub))
    except errors.Unauthorized as error:
        report.update(me=None, pending_count=None, key_problem=error.sentence)
    return report


def _seen_with_key(hub: Hub) -> dict[str, Any]:
    me = hub.request("GET", "/api/me")
    count = hub.request("GET", "/api/notifications/count", {"status": "pending"})
    return {"me": me, "pending_count": count["count"]}


def _lines(report: dict[str, Any]) -> list[str]:
    me = report["me"]
    shown = {
        "version": report["version"],
        "process": report["pid"],
        "since": report["started_at"],
        "data folder": report["data_dir"],
        "your key": f"{me['scope']} {me['name']}{' (admin)' if me['admin'] else ''}" if me else report["key_problem"],
        "pending": "unknown" if report["pending_count"] is None else report["pending_count"],
    }
    lines = [f"  {name:<13}{plain(value)}" for name, value in shown.items()]
    return [f"The hub is running at {plain(report['url'])}.", *lines]


def down(args: Namespace) -> int:
    config = settings(args)
    said = running_in(config.data_dir)
    pid = None if said is None else _process_of(said)
    # First the mark, so that no program starts the hub anew while it stops; without it the hub is to stop all the same.
    problem = _mark_stopped(config.data_dir)
    if said is None or pid is None:
        complain_of_lost_hub(config)
        sys.stdout.write(f"No hub is running in {plain(config.data_dir)}.\n")
    else:
        _stop(config, pid)
        sys.stdout.write(f"The hub at {plain(said['url'])} has stopped.\n")
    if problem is not None:
        raise problem
    return NO if said is None else DONE


def _mark_stopped(folder: Path) -> errors.Setup | None:
    mark = folder / STOPPED_MARK
    try:
        if folder.is_dir():
            mark.touch(mode=0o600)
    except OSError as error:
        sentence = f"The mark {mark} cannot be written ({error.strerror}), so programs may start the hub again."
        return errors.Setup("no_mark", sentence, "check the rights of the folder: bellpull doctor")
    return None


def _process_of(said: dict[str, Any]) -> int:
    pid = said.get("pid")
    if isinstance(pid, int) and _is_a_hub_here(pid):
        return pid
    sentence = f"The hub at {said['url']} is not a process of this machine."
    raise errors.BellpullError("hub_elsewhere", sentence, "stop it where it runs")


def _stop(config: Config, pid: int) -> None:
    from signal import SIGTERM

    os.kill(pid, SIGTERM)
    seconds = config.stop_seconds + EXTRA_STOP_SECONDS
    deadline = time.monotonic() + seconds
    while _still_there(config.data_dir, pid):
        if time.monotonic() > deadline:
            sentence = f"The hub (process {pid}) has not stopped within {seconds} seconds."
            raise errors.Unavailable("still_stopping", sentence, "see what it does: bellpull logs")
        time.sleep(LOOK_EVERY_SECONDS)


def _is_a_hub_here(pid: int) -> bool:
    """A hub in a container tells its number there, which here is another process, or none."""
    if not PROCESSES.is_dir():
        return pid > 1
    try:
        return b"bellpull" in (PROCESSES / str(pid) / "cmdline").read_bytes()
    except OSError:
        return False


def _still_there(data_dir: Path, pid: int) -> bool:
    """Whether the process lives; a dead one that its parent has not yet noticed does not count."""
    if sys.platform == "win32":
        return running_in(data_dir) is not None  # there, signal 0 is no question but a kill
    try:
        os.kill(pid, 0)
        return (PROCESSES / str(pid) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except OSError:
        return True
