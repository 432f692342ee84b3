"""How an agent that is a program of its own speaks with whoever watches it: lines of JSON on its output, and on its
input the word to ask nothing more, or the end."""

import json
import sys
from threading import Event, Lock, Thread
from typing import Any


class Spoken:
    def __init__(self) -> None:
        self.drains = Event()
        self.ended = Event()
        self._lock = Lock()
        Thread(target=self._listen, daemon=True).start()

    def say(self, do: str, **what: Any) -> None:
        with self._lock:
            sys.stdout.write(json.dumps({"do": do, **what}) + "\n")
            sys.stdout.flush()

    def _listen(self) -> None:
        for _ in sys.stdin:
            self.drains.set()
        self.ended.set()
