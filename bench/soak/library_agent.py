"""An agent written with the library: it works in turns, asks, and is told things while it works and while it idles.

What it reads is said inside the block that reads it: what a dying process has not said is told again.
"""

import os
from itertools import count
from random import Random

import bellpull
from bellpull.domain.errors import BellpullError
from bench.soak.ledger import DISMISSED
from bench.soak.spoken import Spoken
from bench.soak.tools import ASK, TELL, WAIT, options


class LibraryAgent:
    def __init__(self) -> None:
        name, life = os.environ["SOAK_NAME"], os.environ["SOAK_LIFE"]
        self._prefix = f"{name}.{life}"
        self._dice = Random(f"{os.environ['SOAK_SEED']} {life}")
        self._agent = bellpull.Agent(name)
        self._spoken = Spoken()
        self._calls = count(1)
        self._open: list[tuple[str, str]] = []

    def run(self) -> None:
        self._agent.on_idle(lambda text: self._spoken.say("nudges", text=text))
        while not self._spoken.ended.is_set():
            with self._agent.turn():
                self._work()
            self._spoken.ended.wait(self._dice.uniform(0.05, 0.6))
        self._agent.close()

    def _work(self) -> None:
        call = next(self._calls)
        try:
            if self._spoken.drains.is_set() or self._dice.random() < 0.4:
                with self._agent.carrying("a result") as text:
                    self._spoken.say("nudges", text=text)
            elif self._open and self._dice.random() < 0.5:
                self._wait_again(call)
            elif self._dice.random() < 0.5:
                self._ask(call)
            else:
                self._tell(call)
        except BellpullError as error:
            self._spoken.say("refused", call=call, words=error.sentence)

    def _tell(self, call: int) -> None:
        key = f"{self._prefix}-tell-{call}"
        self._spoken.say("begin", call=call, tool=TELL, key=key)
        self._spoken.say("told", call=call, id=self._agent.notify(key, type="status").id)

    def _ask(self, call: int) -> None:
        key = f"{self._prefix}-ask-{call}"
        self._spoken.say("begin", call=call, tool=ASK, key=key)
        seconds = self._dice.choice((1, 3, 10, 20))
        self._came(call, key, self._agent.ask(f"May {key} go on?", options(key), title=key, timeout=seconds), False)

    def _wait_again(self, call: int) -> None:
        key, id = self._open.pop()
        self._spoken.say("begin", call=call, tool=WAIT, key=key)
        self._came(call, key, self._agent.await_answer(id, timeout=self._dice.choice((1, 2, 8))), True)

    def _came(self, call: int, key: str, answer: bellpull.Answer, again: bool) -> None:
        said = {"accepted": answer.text, "dismissed": DISMISSED}.get(answer.outcome)
        marked = bool(getattr(answer, "repeat", False))
        self._spoken.say("answer", call=call, id=answer.question_id, said=said, again=again, marked=marked)
        if said is None:
            self._open.append((key, answer.question_id))


if __name__ == "__main__":
    LibraryAgent().run()
