"""A person at the terminal view, in this process or in a private tmux, and agents who sign and ask over REST."""

import re
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Generic, TypeVar

from bellpull.config import load
from bellpull.tui.app import Tui
from support.answers import done, until
from support.hub import SOURCES, Caller, Hub
from support.questions import look
from support.terminal_here import Here, here
from support.terminal_screen import Terminal, terminal

COMMAND = [sys.executable, "-m", "bellpull.cli.main", "tui"]
DIFF = """--- a/src/shop/pay.py
+++ b/src/shop/pay.py
@@ -12,7 +12,7 @@
 def pay(order: Order) -> Receipt:
-    response = bank.charge(order.total, key=uuid4())
+    response = bank.charge(order.total, key=order.id)
     return Receipt(response.number)
"""
EDIT = {
    "id": "per_1",
    "kind": "permission",
    "source": "event",
    "permission": "edit",
    "patterns": ["src/shop/pay.py"],
    "metadata": {"filepath": "src/shop/pay.py", "diff": DIFF},
    "always": ["src/**"],
}


def ago(minutes: float) -> str:
    at = datetime.now(UTC) - timedelta(minutes=minutes)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


S = TypeVar("S", Here, Terminal)


class Signs:
    """What is seen of the sessions of one person's agents."""

    def __init__(self, hub: Hub, person: Caller) -> None:
        self.hub, self.person = hub, person
        self.mark = secrets.token_hex(3)

    def sign(self, session: str, agent: Caller, state: str = "working", **fields: Any) -> str:
        """What is seen of a session; its whole id, which is this test's alone."""
        whole = f"opencode:{session}_{self.mark}"
        sign = {"session": whole, "agent": agent.name, "client": "opencode", "state": state, "title": session} | fields
        done(self.person.post("/api/sessions/signs", [sign]))
        return whole

    def request(self, session: str, agent: Caller, **request: Any) -> str:
        """A client wants a permission; the question's id. Requests have ids of their own in every test."""
        wanted = {**EDIT, **request}
        wanted["id"] = f"{wanted['id']}_{self.mark}"
        self.sign(session, agent, requests=[wanted])
        asked = done(self.person.get("/api/questions", limit=500))["questions"]
        return next(str(one["id"]) for one in asked if one["request"] == wanted["id"])


class Seat(Signs, Generic[S]):
    """One person, their agents, their terminal."""

    def __init__(self, hub: Hub, person: Caller, screen: S) -> None:
        super().__init__(hub, person)
        self.screen: S = screen

    def presses(self, id: str, *keys: str) -> dict[str, Any]:
        """Keys that answer a question; the question then."""
        self.screen.press(*keys)
        return until(
            lambda: question if (question := look(self.person, id))["state"] == "settled" else None,
            self.screen.screen(),
        )

    def shows(self, expected: str) -> str:
        """The screen, once it is as expected, or as it is when it never becomes that."""
        with suppress(AssertionError):
            until(lambda: masked(self.screen.screen()) == expected, "", patience=5)
        return masked(self.screen.screen())

    def does(self, *keys: str, sees: str) -> str:
        """Keys that lead to something on the screen."""
        self.screen.press(*keys)
        return self.screen.sees(sees)


Sit = Callable[..., Seat[Here]]
SitAtTerminal = Callable[..., Seat[Terminal]]


@contextmanager
def seated(hub: Hub, person: Caller, columns: int, rows: int, **variables: str) -> Iterator[Seat[Here]]:
    given = {"BELLPULL_URL": hub.url, "BELLPULL_KEY": person.key} | variables
    with here(lambda: Tui(load({}, given), given, hub.url), columns, rows) as screen:
        yield Seat(hub, person, screen)


@contextmanager
def seated_at_terminal(hub: Hub, person: Caller, columns: int, rows: int, **variables: str) -> Iterator[Seat[Terminal]]:
    """With the real program."""
    with TemporaryDirectory(prefix="bp-") as folder, terminal(Path(folder), columns, rows) as screen:
        given = {"BELLPULL_URL": hub.url, "BELLPULL_KEY": person.key, "BELLPULL_DATA_DIR": folder, "HOME": folder}
        given |= {"PYTHONPATH": str(SOURCES), "PYTHONUTF8": "1", "LANG": "C.UTF-8"} | variables
        screen.run(COMMAND, given)
        yield Seat(hub, person, screen)


def masked(screen: str) -> str:
    """Without what differs from run to run."""
    return re.sub(r"127\.0\.0\.1:\d+", lambda found: "127.0.0.1:".ljust(len(found[0]), "0"), screen)
