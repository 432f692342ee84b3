"""`bellpull tell`: a person tells an agent something while it works, or wakes it with that."""

from __future__ import annotations

import os
import sys

from bellpull import __version__
from bellpull.cli.input import text_from_input
from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import plain
from bellpull.domain.errors import BellpullError, NotFound
from bellpull.remote.line import Line
from bellpull.sources.addressee import nudges_of, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

PERSON = "user"
WAKES = "new_message"
CONNECT = "(bellpull connect)"
NEXT = "it reads this with its next tool result."
#: Of agents whose tools have no hooks, or are not let: only what our own tools return reaches them.
OWN_CARRIERS = ("shim", "mcp")
NEXT_OF_OURS = "it reads this with the next result of a Bellpull tool; nothing else brings it there."


def declare_tell(parser: Parser) -> None:
    parser.add_argument("agent", metavar="AGENT", help="the agent's name")
    parser.add_argument("message", metavar="MESSAGE", help="what it is to know; - reads standard input")
    parser.add_argument("--session", metavar="ID", help="only this session of it")
    parser.add_argument("--label", metavar="TEXT", help="a few words that stand beside the source")
    parser.add_argument("--dedup-key", metavar="KEY", help="takes the place of what is still pending with this key")
    parser.add_argument("--source", metavar="WORD", default=PERSON, help="who says it (user, a person, unless told)")
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=tell)


def tell(args: Namespace) -> int:
    if args.source == PERSON:
        need_person(args, "tells an agent something as one (a program gives --source)")
    config = settings(args)
    text = text_from_input(config, "message").rstrip("\r\n") if args.message == "-" else args.message
    said = {"message": text, "source": args.source, "label": args.label or None}
    said |= {"dedup_key": args.dedup_key, "session": args.session}
    body = {name: value for name, value in said.items() if value is not None}
    with Line(config, client=f"cli/{__version__}") as line:
        try:
            nudge = line.create(nudges_of(args.agent), body, os.urandom(16).hex())
        except NotFound as error:
            raise unknown(line, args.agent, error) from None
        if args.json:
            print_json(nudge)
        else:
            sys.stdout.write(f"Told {plain(args.agent)}: {plain(_prospect(line, nudge))}\n")
    return DONE


def _prospect(line: Line, nudge: dict[str, Any]) -> str:
    """What will become of it, as far as the hub can know."""
    agent, addressed = nudge["agent_name"], nudge["session"]
    if nudge["delivery"] == WAKES:
        return f"{agent} is idle and is woken with it."
    try:
        sessions = line.request("GET", "/api/sessions", {"agent_name": agent})["sessions"]
    except BellpullError:
        return NEXT  # the nudge is stored, even if nothing more can be said of it
    seen = [session for session in sessions if addressed in (None, session["id"])]
    way = "" if sessions else _reached_by(line, agent)
    if not sessions and not way:
        return f"{NEXT} No session of it was seen yet; is it connected? {CONNECT}"
    if not seen and addressed is not None:
        return f"nothing has been seen of session {addressed} yet; it reads this when it comes."
    if seen and not any(session["busy"] for session in seen):
        # Hooks also bring it beside what the person writes, before any tool runs.
        when = "your next prompt" if all(session["source"] == "hook" for session in seen) else "its next tool result"
        return f"{agent} is idle and nothing here can wake it; it reads this with {when}."
    return NEXT_OF_OURS if way in OWN_CARRIERS else NEXT


def _reached_by(line: Line, agent: str) -> str:
    """Carriers that cannot tell sessions apart show themselves only by what they have brought."""
    try:
        handed = line.request("GET", nudges_of(agent), {"state": "handed", "limit": 1})["nudges"]
    except BellpullError:
        return ""
    return str(handed[0]["handed_via"]) if handed else ""
