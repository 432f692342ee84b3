"""`bellpull jump`: to the terminal of a session, on this machine or by whoever watches the other one; else it says
where that is."""

from __future__ import annotations

import os
import sys

from bellpull.cli.outcome import DONE, NO
from bellpull.cli.parser import Parser, settings
from bellpull.cli.terminal import plain
from bellpull.domain.errors import Invalid, NotFound
from bellpull.remote.find import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

    from bellpull.remote.fast import Hub

    Session = dict[str, Any]

MOST = 500
#: So many are named where several are meant.
NAMED = 4
LIST = "see: bellpull sessions"


def declare_jump(parser: Parser) -> None:
    parser.add_argument(
        "session", metavar="SESSION", help="the session: its id, the name of its agent, or a part of its title"
    )
    parser.set_defaults(run=jump)


def jump(args: Namespace) -> int:
    with find(settings(args)) as hub:
        session, place = _found(hub, args.session)
        done, where = _jumped(hub, session, place) if place else (False, "Where its terminal is was not told.")
    sys.stdout.write(f"{_about(session)}\n{plain(where)}\n")
    return DONE if done else NO


def _jumped(hub: Hub, session: Session, place: dict[str, Any]) -> tuple[bool, str]:
    """On this machine at once; on another one by whoever watches there."""
    from bellpull.place.jumping import jump as jump_to
    from bellpull.place.reading import hostname

    jumped = jump_to(place, os.environ)
    if place.get("host") == hostname():
        return jumped.done, jumped.where
    told = hub.request("POST", "/api/sessions/jump", body={"session": session["id"]})
    return told["asked"], f"{jumped.where}{' It was asked to show it.' if told['asked'] else ''}"


def _found(hub: Hub, word: str) -> tuple[Session, dict[str, Any] | None]:
    """The session that is meant and its place, which a sub-agent shares with its root. Those that are shown come first,
    in the order of the menu: who waits before who works."""
    shown = hub.request("GET", "/api/watch")["sessions"]
    listed = hub.request("GET", "/api/sessions", {"limit": MOST})["sessions"] if _meant(shown, word) is None else []
    session = _meant(shown, word) or _meant(listed, word)
    if session is None:
        raise NotFound("session_not_found", f"No session is {word!r}, nor of an agent of that name.", LIST)
    known = {one["id"]: one for one in [*listed, *shown]}
    root = known.get(session["parent"], session)
    return session, session["place"] or root["place"]


def _meant(sessions: list[Session], word: str) -> Session | None:
    """By id, by agent, by title: the first of these that says which."""
    by_id = [one for one in sessions if word in (one["id"], one["id"].partition(":")[2])]
    by_agent = [one for one in sessions if one["agent_name"] == word]
    if by_id or by_agent:
        return (by_id or by_agent)[0]
    by_title = [one for one in sessions if word.casefold() in (one["title"] or "").casefold()]
    by_title = [one for one in by_title if one["title"] == word] or by_title
    if len(by_title) > 1:
        named = "; ".join(f"{one['title']} ({one['id']})" for one in by_title[:NAMED])
        more = f" and {len(by_title) - NAMED} more" if len(by_title) > NAMED else ""
        raise Invalid("ambiguous_session", f"{word!r} is in the titles of several: {named}{more}.", "take an id")
    return by_title[0] if by_title else None


def _about(session: Session) -> str:
    title = session["title"] or "Untitled"
    parts = (
        f"in {session['directory']}" if session["directory"] else "",
        f"at {session['server']}" if session["server"] else "",
    )
    where = ", ".join(part for part in parts if part)
    return plain(f"{title} of {session['agent_name']}{f' runs {where}' if where else ''}.")
