"""A tool run without a hub: each request gets the next answer of a script, and what was asked is kept."""

from typing import Any

from bellpull.domain.errors import BellpullError
from bellpull.mcp.tools import TOOLS, Call, Result, Send, Wait

ID = "notif_3q2-7wAAQbM0Zk1x"


def question(**changes: Any) -> dict[str, Any]:
    """An open question as the hub shows it, as far as tools look."""
    shape = {
        "id": ID,
        "kind": "choice",
        "secret": False,
        "opened_at": "2026-01-02T03:04:05.678Z",
        "state": "open",
        "outcome": None,
        "choice": None,
        "reply": None,
        "released": None,
        "failure": None,
        "handed_at": None,
    }
    return shape | changes


def settled(outcome: str, **changes: Any) -> dict[str, Any]:
    return question(state="settled", outcome=outcome, **changes)


class Scripted:
    def __init__(self, *answers: dict[str, Any] | BellpullError) -> None:
        self._answers = list(answers)
        self.asked: list[Send | Wait] = []

    def run(self, tool: str, arguments: Any, *, token: bool = True, limit: float = 55, language: str = "en") -> Result:
        """`limit`: of a client that sends no token."""
        run = TOOLS[tool].run(Call(arguments, "call-key", None if token else limit, "/home/ada/app", language))
        try:
            command = next(run)
            while True:
                self.asked.append(command)
                answer = self._answers.pop(0)
                command = run.throw(answer) if isinstance(answer, BellpullError) else run.send(answer)
        except StopIteration as end:
            assert not self._answers, "the tool asked less than the script has"
            result: Result = end.value
            return result

    @property
    def body(self) -> dict[str, Any]:
        """Of the first request."""
        first = self.asked[0]
        assert isinstance(first, Send)
        assert first.body is not None
        return first.body
