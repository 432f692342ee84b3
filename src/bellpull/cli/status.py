"""`bellpull status`: who waits for a person, and whether the hub is there; or the title alone, as a bar wants it.

A bar asks every few seconds, so that costs one connection, the proof of who answers there, and one request. A bar is
also told when there is no hub: else it would show nothing, or an error, where people look for a state.
"""

from __future__ import annotations

import os
import sys

from bellpull import __version__
from bellpull.cli.holder import complain_of_lost_hub
from bellpull.cli.outcome import DONE, NO
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import moment, plain
from bellpull.domain import errors
from bellpull.remote.find import configured_address, distrusted, find, health, is_elsewhere, target_of
from bellpull.remote.found import typed
from bellpull.remote.versions import advice, differs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

    from bellpull.config import Config
    from bellpull.remote.fast import Hub
    from bellpull.remote.found import Target

#: What is shown where nobody can say more.
NOTHING = "🤖"
FORMATS = ("plain", "json", "tmux", "waybar", "xbar")
MOST_QUESTIONS = 500
#: A bar rather says that the hub is silent than nothing.
BAR_SECONDS = 5.0


def declare_status(parser: Parser) -> None:
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--format", metavar="FORMAT", choices=FORMATS, help=f"one of {', '.join(FORMATS)}")
    how.add_argument("--json", action="store_true", help="print JSON, for scripts")
    parser.set_defaults(run=status)


def status(args: Namespace) -> int:
    if args.format in (None, "json"):
        return _whole(args)
    return _plain(args) if args.format == "plain" else _bar(args)


def _plain(args: Namespace) -> int:
    title, code = NOTHING, NO
    try:
        with find(settings(args)) as hub:
            watch = hub.request("GET", "/api/watch", seconds=BAR_SECONDS)
            title, code = str(watch["title"]), DONE
    except errors.Unavailable as error:
        if error.code != "hub_not_running":
            raise
    sys.stdout.write(f"{plain(title)}\n")
    return code


def _bar(args: Namespace) -> int:
    from bellpull.cli import status_formats as formats

    seen = formats.Seen(NOTHING)
    try:
        config = settings(args)
        seen.clicks = formats.Clicks(config, os.environ)
        with find(config) as hub:
            seen.watch = hub.request("GET", "/api/watch", seconds=BAR_SECONDS)
            seen.title = plain(seen.watch["title"])
            if args.format == "xbar" and any(line["question_id"] for line in seen.watch["lines"]):
                query = {"state": "open", "limit": MOST_QUESTIONS}
                seen.questions = hub.request("GET", "/api/questions", query, seconds=BAR_SECONDS)["questions"]
    except errors.BellpullError as error:
        seen.title, seen.watch, seen.problem = NOTHING, None, [text for text in (error.sentence, error.hint) if text]
    sys.stdout.write(f"{formats.DRAWN[args.format](seen)}\n")
    return DONE


def _whole(args: Namespace) -> int:
    config = settings(args)
    target = target_of(config)
    said = None if target is None else _told_by(target)
    if said is None and not config.url:
        complain_of_lost_hub(config)
    url = _address(config, target)
    problem = distrusted(url) if said is None and url is not None else None
    report = _report(config, said) if said else _absence(url, problem)
    report["data_dir"] = None if is_elsewhere(config, said) else str(config.data_dir)
    if args.json or args.format == "json":
        print_json(report)
    else:
        lines = _lines(report) if said else _not_running(config, url, problem)
        sys.stdout.write("\n".join([plain(report.get("title", NOTHING)), *lines]) + "\n")
    return DONE if said else NO


def _told_by(target: Target) -> dict[str, Any] | None:
    """What the hub there says of itself; at an address that nobody chose only the one hub counts."""
    said = health(target.url, secret=target.secret)
    free = target.hub is None or (target.chosen and not target.is_named)
    own = free or (said is not None and said["hub"] == target.hub)
    return {**said, "url": target.url} if said is not None and own else None


def _address(config: Config, target: Target | None) -> str | None:
    if target is not None:
        return target.url
    return configured_address(config) if config.port else None


def _absence(url: str | None, problem: errors.BellpullError | None) -> dict[str, Any]:
    return {"running": False, "url": url, **({"problem": problem.sentence} if problem else {})}


def _not_running(config: Config, url: str | None, problem: errors.BellpullError | None) -> list[str]:
    if problem is not None:
        return [plain(problem.sentence), f"hint: {plain(problem.hint)}"]
    where = f"in {plain(config.data_dir)}" if url is None else f"at {plain(url)}"
    remedy = f"Check the address ({config.origin('url')})." if config.url else f"Start it: {plain(typed(config, 'up'))}"
    if url is None or config.url or health(url) is None:
        return [f"No hub is running {where}.", remedy]
    return [f"The hub of {plain(config.data_dir)} is not running; another one answers {where}.", remedy]


def _report(config: Config, said: dict[str, Any]) -> dict[str, Any]:
    report: dict[str, Any] = {"running": True}
    report.update((name, said.get(name)) for name in ("url", "hub", "version", "pid", "started_at"))
    report["command_version"] = __version__
    try:
        with find(config) as hub:
            report.update(_seen_with_key(hub))
    except errors.Unauthorized as error:
        report.update(me=None, pending_count=None, key_problem=error.sentence)
    return report


def _seen_with_key(hub: Hub) -> dict[str, Any]:
    me = hub.request("GET", "/api/me")
    count = hub.request("GET", "/api/notifications/count", {"status": "pending"})
    more = {name: value for path in ("/api/watch", "/api/counts") for name, value in _told(hub, path).items()}
    return {"me": me, "pending_count": count["count"], **more}


def _told(hub: Hub, path: str) -> dict[str, Any]:
    try:
        told: dict[str, Any] = hub.request("GET", path)
    except (errors.NotFound, errors.Outdated):
        return {}  # an older hub elsewhere: it runs, and that is what was asked
    return told


def _version(of_hub: object) -> str:
    if not differs(str(of_hub or "")):
        return str(of_hub)
    return f"{of_hub}, but this command is {__version__}: {advice(str(of_hub))}"


def _lines(report: dict[str, Any]) -> list[str]:
    me = report["me"]
    shown = {
        "version": _version(report["version"]),
        "process": report["pid"],
        "since": None if report["started_at"] is None else moment(report["started_at"]),
        "data folder": report["data_dir"],
        "your key": f"{me['scope']} {me['name']}{' (admin)' if me['admin'] else ''}" if me else report["key_problem"],
        "questions": _count(report, "open_questions", "open"),
        "notifications": _count(report, "pending_notifications", "new"),
    }
    lines = [f"  {name:<15}{plain(value)}" for name, value in shown.items() if value is not None]
    return [f"The hub is running at {plain(report['url'])}.", *lines]


def _count(report: dict[str, Any], name: str, word: str) -> str:
    return f"{report[name]} {word}" if name in report else "unknown"
