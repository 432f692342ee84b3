"""What a tool is, and what it says to whoever runs it: requests to send, questions to wait for, at the end a result.

A tool's run is a generator without any input or output of its own. The stdio server drives it over HTTP, the hub's own
/mcp drives it in the hub's process: the same words come out of both.
"""

from __future__ import annotations

from typing import NamedTuple

from bellpull.domain.errors import BellpullError, Unauthorized
from bellpull.mcp.arguments import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping
    from typing import Any

#: What the client of a hub without a key is told; the hint is the surface's own.
NO_KEY = "MCP API key authentication required but no API key found in request context"
#: Nudges that one result carries, in characters; more wait for the next one. Clients cut longer results, at their end.
NUDGES_ROOM = 40_000
#: How long a request is worth repeating while the hub is away.
PATIENCE = 20.0


class Send(NamedTuple):
    """One request to the hub's REST; the generator gets the JSON of its answer, or the refusal is thrown into it."""

    method: str
    path: str
    body: dict[str, Any] | None = None
    #: The Idempotency-Key: with it a repeat is harmless.
    key: str | None = None
    patience: float = PATIENCE


class Wait(NamedTuple):
    """Wait for a question; the generator gets its last shape: settled, let go of by a surface, or the time is up."""

    question_id: str
    seconds: float


class Result(NamedTuple):
    items: list[str]
    is_error: bool = False
    #: The question whose answer this is: to be confirmed as handed once the result is written.
    hands: str | None = None


class Call(NamedTuple):
    """What a tool is run with. `key` is random per call and stays the same however often the call is repeated."""

    arguments: Any
    key: str
    #: How many seconds the client lets it wait; None: as long as it hears of progress.
    limit: float | None
    project: str | None = None
    language: str = "en"


if TYPE_CHECKING:
    Run = Generator[Send | Wait, dict[str, Any], Result]


def plain_error(sentence: str, hint: str | None) -> list[str]:
    return [sentence, *([f"hint: {hint}"] if hint else [])]


class Tool(NamedTuple):
    name: str
    description: str
    input_schema: dict[str, Any]
    annotations: dict[str, Any]
    act: Callable[[Call], Run]
    #: Sentences that the tool's contract has for errors of these codes.
    sentences: Mapping[str, str] = {}
    error_items: Callable[[str, str | None], list[str]] = plain_error

    def run(self, call: Call) -> Run:
        """Only the lack of a valid key is left to the driver: what to do about it differs from one to the other."""
        try:
            arguments = checked(self.input_schema, call.arguments)
            return (yield from self.act(call._replace(arguments=arguments)))
        except Unauthorized:
            raise
        except BellpullError as error:
            return self.refused(error)

    def refused(self, error: BellpullError) -> Result:
        known = self.sentences.get(error.code)
        items = self.error_items(known or error.sentence, None if known else error.hint)
        return Result(items, is_error=True)

    def listed(self) -> dict[str, Any]:
        """As `tools/list` shows it."""
        return {
            "name": self.name,
            "description": self.description,
            "inputSchema": self.input_schema,
            "annotations": self.annotations,
        }


def hints(title: str, *, read_only: bool = False, idempotent: bool = False) -> dict[str, Any]:
    """Annotations. None of our tools destroys anything, and all of them reach the same closed world: the hub."""
    return {
        "title": title,
        "readOnlyHint": read_only,
        "destructiveHint": False,
        "idempotentHint": idempotent,
        "openWorldHint": False,
    }
