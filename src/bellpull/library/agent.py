"""An agent of one's own: what a program tells people, what it asks them, and what they tell it (`listens`).

Each verb stands here once; without a leading `a` it blocks, with it it is a coroutine (`calls`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from bellpull import __version__
from bellpull.config import load
from bellpull.domain.words import language_of, words
from bellpull.library.calls import awaitable, blocking
from bellpull.library.listens import Listens
from bellpull.library.values import Answer, Notification, answer_of, notification_of
from bellpull.remote.address import quote
from bellpull.remote.line import Line
from bellpull.remote.waiting import LONGEST_SECONDS, answered, awaited_again, handed, opened, title_of

CLIENT = f"python/{__version__}"


class Agent(Listens):
    """Tells and asks in the name `name`.

    The hub is the one that the settings choose: `BELLPULL_URL` with `BELLPULL_KEY` (then the name is the key's), else
    the one that runs on this machine, where a key is made on first use and kept in the data folder. What is given here
    goes before the settings. Errors are those of `bellpull.domain.errors`.
    """

    def __init__(
        self,
        name: str,
        *,
        project: str | Path | None = None,
        url: str | None = None,
        key: str | None = None,
        data_dir: str | Path | None = None,
    ) -> None:
        self.name = name
        self.project = None if project is None else str(project)
        self._config = load({"url": url, "key": key, "data_dir": data_dir}, os.environ)
        super().__init__(CLIENT, by_key=bool(self._config.key))

    def __repr__(self) -> str:
        return f"Agent({self.name!r})"

    def _line(self) -> Line:
        return Line(self._config, self.name, self.project, client=CLIENT, session=self.session)

    def _notify(
        self,
        line: Line,
        title: str,
        message: str | None = None,
        type: str = "info",
        priority: str = "normal",
        category: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Notification:
        """Tell people something. `type` is alert, info, status, completion or question; `priority` low, normal, high or
        urgent; `metadata` what JSON can say."""
        body: dict[str, object] = {"notification_type": type, "title": title, "message": message, "priority": priority}
        body |= {"category": category, "metadata": metadata}
        said = line.create("/api/notifications", _given(body), os.urandom(16).hex())
        return notification_of(said, metadata)

    def _ask(
        self,
        line: Line,
        question: str,
        options: Sequence[str] = (),
        *,
        title: str | None = None,
        timeout: float | None = None,
        free_text: bool = False,
        secret: bool = False,
        urgency: str = "normal",
        action_label: str | None = None,
        declines: Sequence[str] | None = None,
    ) -> Answer:
        """Ask people and wait. Without options they type their reply; with options they choose one, or type something
        else if `free_text` is allowed. The outcome of a chosen option is `accepted`, or `declined` if `declines` names
        it (default: the one of two options that refuses, such as "No"). After `timeout` seconds (default: a day) the
        outcome is `timeout`, and the question stays open: `await_answer` goes on waiting. `action_label` is the label
        of the first button (default: its option).
        """
        if isinstance(options, str) or isinstance(declines, str):
            raise TypeError("options and declines are sequences of texts, not one text")
        seconds = LONGEST_SECONDS if timeout is None else timeout
        deadline = monotonic() + seconds
        kind = "choice" if options or action_label else "text"
        body: dict[str, object] = {"title": title or title_of(question), "question": question, "kind": kind}
        body |= {"options": list(options), "free_text": free_text and kind == "choice", "action_label": action_label}
        body |= {"declines": None if declines is None else list(declines)}
        body |= {"urgency": urgency, "secret": secret, "project": self.project, "listens": self.listens}
        return self._answered(line, opened(line, _given(body), seconds), deadline)

    def _confirm(
        self,
        line: Line,
        question: str,
        *,
        yes: str | None = None,
        no: str | None = None,
        title: str | None = None,
        timeout: float | None = None,
        urgency: str = "normal",
    ) -> bool:
        """Ask people for yes or no, and wait. True only if a person chose `yes` (default: Yes): `no` (default: No), a
        question that was closed and a time that is up (default: a day) are False."""
        said = words(language_of(self._config.language, os.environ))
        yes, no = yes or said.yes, no or said.no
        answer = self._ask(line, question, [yes, no], title=title, timeout=timeout, urgency=urgency, declines=[no])
        return answer.outcome == "accepted"

    def _await_answer(self, line: Line, question_id: str, timeout: float | None = None) -> Answer:
        """Wait again for a question of this agent, or read what came of it."""
        seconds = LONGEST_SECONDS if timeout is None else timeout
        deadline = monotonic() + seconds
        return self._answered(line, awaited_again(line, question_id, seconds), deadline)

    def _answered(self, line: Line, question: dict[str, Any], deadline: float) -> Answer:
        with self._handed_by_call(question["id"]):
            question = answered(line, question, deadline)
            if question["state"] == "settled":
                handed(line, question)
        return answer_of(question)

    def _withdraw(self, line: Line, question_id: str) -> None:
        """Take a question back: nobody need answer it any more. Raises Conflict where somebody already has."""
        line.request("POST", f"/api/questions/{quote(question_id)}/withdraw")

    notify = blocking(_notify)
    anotify = awaitable(_notify)
    ask = blocking(_ask)
    aask = awaitable(_ask)
    confirm = blocking(_confirm)
    aconfirm = awaitable(_confirm)
    await_answer = blocking(_await_answer)
    aawait_answer = awaitable(_await_answer)
    withdraw = blocking(_withdraw)
    awithdraw = awaitable(_withdraw)


def _given(body: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in body.items() if value is not None}
