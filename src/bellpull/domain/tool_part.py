"""A call of a tool in a message, as OpenCode shows it: does it run, on what, does it ask a person something, and does
its result show the answer.

Not here: which calls belong to the current turn (`turn`), and whether the session works, which tells what an ask means.
"""

import json
import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from bellpull.domain.said import instant_of, ms_of, object_of, text_of

PENDING, RUNNING, COMPLETED = "pending", "running", "completed"
#: Our own word for an ask that is completed and shows that it was answered, or closed.
SETTLED = "settled"
ARGUMENTS = ("command", "filePath", "description", "pattern")
#: A command may be a whole file. What was asked is compared with what the hub knows, so its limits are the hub's.
LONGEST_NAME, LONGEST_ARGUMENT, LONGEST_PROMPT, LONGEST_TITLE, LONGEST_TEXT = 200, 500, 50, 1000, 65_536

QUESTION_ID = re.compile(r'"question_id"\s*:\s*"([\w.:-]{1,64})"')
NUDGE, NUDGE_END = "<notification", "</notification>"
ENDED = (
    *("User response:", "User submitted empty response", "User dismissed the popup", "User cancelled "),
    *("No response within ", "✓ Message displayed"),
)
FAILED = "Error:"
FIRST_VALUE = json.JSONDecoder()


class Part(NamedTuple):
    id: str
    message: str
    call: str
    tool: str
    status: str
    start_ms: int | None
    argument: str
    asks: bool
    title: str | None = None
    text: str | None = None
    question_id: str | None = None

    @property
    def runs(self) -> bool:
        return self.status == RUNNING

    @property
    def unfinished(self) -> bool:
        return self.status in (PENDING, RUNNING)

    @property
    def matters(self) -> bool:
        """It has not finished, or it asked and shows no answer. Everything else may be forgotten."""
        return self.unfinished or (self.asks and self.status == COMPLETED)

    def as_tool(self) -> dict[str, Any]:
        return {"tool": self.tool, "argument": self.argument, "since": instant_of(self.start_ms)}

    def as_ask(self) -> dict[str, Any]:
        told = {"question_id": self.question_id, "title": self.title, "text": self.text, "tool": self.tool}
        told |= {"at": instant_of(self.start_ms)}
        return {name: value for name, value in told.items() if value is not None} | {"running": self.runs}


def part_of(said: object, ask_tools: Collection[str], message: str = "", otherwise: str = "") -> Part | None:
    """The call that this part of a message is; None: it is none. `otherwise` is its id if it names none."""
    said = object_of(said)
    tool, state = text_of(said.get("tool"), LONGEST_NAME), object_of(said.get("state"))
    id, status = text_of(said.get("id")) or otherwise, state.get("status")
    if said.get("type") != "tool" or not tool or not id or not isinstance(status, str):
        return None
    message, call = text_of(said.get("messageID")) or message, text_of(said.get("callID")) or ""
    start = ms_of(object_of(state.get("time")).get("start"))
    part = Part(id, message, call, tool, status, start, _argument(state), tool in ask_tools)
    return _asking(part, state) if part.asks else part


def shows_answer(output: object) -> bool:
    """Whether the result of an ask says that it was answered, or closed. A choice whose time ran out is neither."""
    said = _own_words(output)
    if said.startswith(FAILED):
        return QUESTION_ID.search(said) is None  # then nobody was asked at all
    if not said.startswith("{"):
        return said.startswith(ENDED)
    try:
        value, _ = FIRST_VALUE.raw_decode(said)
    except (ValueError, RecursionError):
        return False
    return object_of(value).get("response") in ("accepted", "dismissed")


def _argument(state: Mapping[str, Any]) -> str:
    given = object_of(state.get("input"))
    named = (state.get("title"), *(given.get(name) for name in ARGUMENTS), text_of(given.get("prompt"), LONGEST_PROMPT))
    return next((text for one in named if (text := text_of(one, LONGEST_ARGUMENT))), "")


def _asking(part: Part, state: Mapping[str, Any]) -> Part:
    given, output = object_of(state.get("input")), state.get("output")
    title, ids = text_of(given.get("title"), LONGEST_TITLE), QUESTION_ID.findall(_own_words(output))
    text = text_of(given.get("question"), LONGEST_TEXT) or text_of(given.get("message"), LONGEST_TEXT)
    status = SETTLED if part.status == COMPLETED and shows_answer(output) else part.status
    return part._replace(status=status, title=title, text=text, question_id=ids[-1] if ids else None)


def _own_words(output: object) -> str:
    """Without the nudges that came with it: they may speak of another question, and a carrier may put them first."""
    said = output if isinstance(output, str) else ""
    begin = said.find(NUDGE)
    while begin >= 0 and (end := said.find(NUDGE_END, begin)) >= 0:
        said = said[:begin] + said[end + len(NUDGE_END) :]
        begin = said.find(NUDGE, begin)
    return said.strip()
