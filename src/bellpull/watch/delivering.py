"""One delivery: claim for a session, put the message into it, see that it is there, confirm.

Blocking, for a thread. Whatever is surely not in the session is released; of what may be there nothing is said, and
its lease runs out: then it comes again, marked as a repeat.
"""

import logging
from time import monotonic, sleep
from typing import Any

from bellpull.domain.augment import as_message
from bellpull.domain.errors import BellpullError, Unavailable
from bellpull.remote.address import quote
from bellpull.remote.line import Line
from bellpull.watch.opencode import Away, Refused, Server, Session

CARRIER = "prompt"
#: Together less than a lease, so that nobody else brings it meanwhile.
PROMPT_SECONDS = 4.0
ARRIVAL_SECONDS = 4.0
CONFIRM_SECONDS = 20.0
#: What is longer, or more, comes in several messages.
LONGEST_MESSAGE = 100_000
MOST_NUDGES = 500
LAST_MESSAGES = 6

log = logging.getLogger("bellpull.watch")


class Unsure(BellpullError):
    """The server accepted the message, and it is not in the session."""


def deliver(line: Line, agent_name: str, server: Server, session: Session) -> int:
    """How many were brought. Raises Away, Refused or Unsure where the server did not take them; whoever comes next may
    have them."""
    nudges = f"/api/agents/{quote(agent_name)}/nudges"
    most = {"limit": MOST_NUDGES, "max_chars": LONGEST_MESSAGE}
    asked = {"session": session.name, "carrier": CARRIER, "sure": True, **most}
    taken: list[dict[str, Any]] = line.request("POST", f"{nudges}/claim", body=asked)["nudges"]
    if not taken:
        return 0
    ids = [str(one["id"]) for one in taken]
    marks = {"bellpull": True, "nudges": ids}
    try:
        server.prompt(session, as_message([str(one["xml"]) for one in taken]), marks, PROMPT_SECONDS)
    except (Refused, Away) as error:
        if not (isinstance(error, Away) and error.sent):
            _tell(line, f"{nudges}/release", ids)
        raise
    _await_arrival(server, session, marks)
    _tell(line, f"{nudges}/confirm", ids)
    log.info("in %s at %s: nudges of %s: %d", session.name, server.url, agent_name, len(ids))
    return len(ids)


def _await_arrival(server: Server, session: Session, marks: dict[str, object]) -> None:
    """The server says yes before it has looked at the message, and drops some in silence: those for an agent that it
    no longer knows."""
    deadline, pause = monotonic() + ARRIVAL_SECONDS, 0.02
    while not server.has_message(session, marks, LAST_MESSAGES):
        if monotonic() > deadline:
            sentence = f"The OpenCode server at {server.url} accepted a message and did not put it into {session.name}."
            raise Unsure("opencode_dropped", sentence, f"see whether its agent {session.agent!r} still exists")
        sleep(pause)
        pause = min(pause * 2, 0.5)


def _tell(line: Line, path: str, ids: list[str]) -> None:
    """A hub that is away for longer finds out by the lease."""
    try:
        line.persist(lambda: line.request("POST", path, body={"ids": ids}), monotonic() + CONFIRM_SECONDS)
    except Unavailable as error:
        log.warning("%s", error)
