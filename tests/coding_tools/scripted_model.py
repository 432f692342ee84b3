"""A model that plays what the test scripted, and remembers what it was shown.

It keeps no place of its own in a script: how often it has answered since the prompt stands in each request, so a
request that a client repeats gets the same answer again.
"""

import json
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from script import Fail, Held, Say, Step, bellpull_tool, taken
from speech.words import CLIENT, MODEL, PERSON, TOOL, Answer, Body, Said, Speech

from support.answers import PATIENCE, until

#: Clients start in seconds, but on a busy machine in many.
PATIENCE_WITH_THEM = 4 * PATIENCE
#: What clients ask beside the conversation: for titles, summaries, judgements.
ASIDE = Answer("Scripted text.")
ANSWER = re.compile(r'\{"response": ?"[^{}]*\}')
NOTHING_MORE = "There is nothing more to play."


@dataclass(frozen=True)
class Request:
    """What the model was shown, in the same words for all clients."""

    speech: Speech
    body: Body
    step: int

    @cached_property
    def said(self) -> list[Said]:
        return self.speech.conversation(self.body)

    @property
    def new(self) -> list[Said]:
        """What came since the model's last answer."""
        last = max((index for index, said in enumerate(self.said) if said.who == MODEL), default=-1)
        return self.said[last + 1 :]

    @property
    def results(self) -> list[str]:
        """Of tools, all that the conversation holds, the oldest first."""
        return _of(self.said, TOOL)

    @property
    def answers(self) -> list[dict[str, Any]]:
        """Of people, as Bellpull's tools return them: clients wrap results in words of their own."""
        found = (one for result in self.results for one in ANSWER.findall(result))
        return [json.loads(one) for one in found]

    @property
    def prompts(self) -> list[str]:
        """What stands there as the person's own words."""
        return _of(self.said, PERSON)

    @property
    def reminders(self) -> list[str]:
        """What the client adds in its own name, with the context that hooks give."""
        return _of(self.said, CLIENT)

    @property
    def instructions(self) -> str:
        return self.speech.instructions(self.body)

    @property
    def tools(self) -> list[str]:
        return self.speech.offered(self.body)

    def offers(self, tool: str) -> bool:
        """Whether the model may call this tool of Bellpull's at once."""
        return bellpull_tool(tool, self.tools) is not None

    def count(self, words: str) -> int:
        """How often these words stand in all that somebody else than the model said."""
        return sum(_even(said.text).count(_even(words)) for said in self.said if said.who != MODEL)

    def brings(self, words: str) -> bool:
        """Whether these words came with this request."""
        return any(_even(words) in _even(said.text) for said in self.new)


def _even(text: str) -> str:
    """Copilot CLI prints a result that is JSON in its own way, without blanks."""
    return text.replace('": ', '":').replace(', "', ',"')


def _of(said: Sequence[Said], who: str) -> list[str]:
    return [one.text for one in said if one.who == who]


class Part:
    """A script that is played after a prompt, and the requests that belong to it."""

    def __init__(self, prompt: str, steps: Sequence[Step]) -> None:
        self.prompt, self.steps = prompt, steps
        self.requests: list[Request] = []

    def at(self, step: int) -> Request:
        """Wait until the model was asked for this step; what it was shown then, if it was asked again the last time."""
        why = f"the model is asked for step {step} after {self.prompt!r}"
        return until(lambda: self._asked(step), why, PATIENCE_WITH_THEM)

    def _asked(self, step: int) -> Request | None:
        return next((request for request in reversed(self.requests) if request.step == step), None)

    @property
    def last(self) -> Request:
        return self.requests[-1]

    def first(self, words: str) -> int | None:
        """The step for which the model was asked when it was shown these words first."""
        return next((request.step for request in self.requests if request.count(words)), None)


class ScriptedModel:
    """`others` are the requests that no script belongs to."""

    def __init__(self) -> None:
        self.url = ""
        self.parts: list[Part] = []
        self.others: list[Request] = []
        self._lock = threading.Lock()

    def play(self, prompt: str, *steps: Step) -> Part:
        """Who is sent this prompt is answered with these steps. No prompt may stand in another one."""
        part = Part(prompt, steps)
        with self._lock:
            assert not any(prompt in other.prompt or other.prompt in prompt for other in self.parts), prompt
            self.parts.append(part)
        return part

    def answer(self, speech: Speech, body: Body) -> Answer | Fail:
        part, step = self._place(speech, body)
        request = Request(speech, body, step)
        with self._lock:
            (part.requests if part else self.others).append(request)
        if part is None:
            return ASIDE
        due: Step = part.steps[step] if step < len(part.steps) else Say(NOTHING_MORE)
        if isinstance(due, Held):
            due.released.wait(PATIENCE_WITH_THEM)
            due = due.step
        return due if isinstance(due, Fail) else taken(due, request.tools)

    def _place(self, speech: Speech, body: Body) -> tuple[Part | None, int]:
        """The script of the latest prompt, and how often the model has answered since."""
        said = speech.conversation(body)
        for index in reversed(range(len(said)) if speech.offered(body) else ()):
            part = self._prompted(said[index])
            if part is not None:
                return part, _turns(said[index + 1 :])
        return None, 0

    def _prompted(self, said: Said) -> Part | None:
        with self._lock:
            return next((part for part in self.parts if said.who == PERSON and part.prompt in said.text), None)

    @contextmanager
    def released(self) -> Iterator[None]:
        """At the end nobody is held any longer."""
        try:
            yield
        finally:
            for part in self.parts:
                for step in part.steps:
                    if isinstance(step, Held):
                        step.release()


def _turns(said: Sequence[Said]) -> int:
    """Words and several calls of one answer follow each other."""
    before = [None, *(one.who for one in said)]
    return sum(one.who == MODEL and earlier != MODEL for one, earlier in zip(said, before, strict=False))
