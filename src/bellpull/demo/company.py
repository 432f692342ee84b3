"""The three agents at the same time: each in a thread with a line of its own, until all have played and the time is up.

Whoever has finished idles, and wakes up for what it is told. Not here: how they come and go (`stage`).
"""

from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread
from typing import NamedTuple

from bellpull.demo import builder, reviewer, writer
from bellpull.demo.actor import IDLE, Actor, Say, Scene
from bellpull.demo.line import KeyedLine
from bellpull.demo.pace import Over, Pace
from bellpull.demo.stage import BUILDER, REVIEWER, WRITER, Stage
from bellpull.domain.errors import Unauthorized
from bellpull.remote.line import Interrupted

#: After the last of them has finished, at the least.
ENCORE_MOMENTS = 20
#: A session that gives no sign for longer is taken for lost.
SIGN_SECONDS = 30.0
AGAIN_SECONDS = 0.1
#: So many times somebody is asked to end; then it is left behind, and with its agent its key is gone.
ATTEMPTS = 50

Script = Callable[[Actor], None]


class Part(NamedTuple):
    role: str
    scene: Scene
    script: Script


class Acting(NamedTuple):
    line: KeyedLine
    thread: Thread


class Company:
    def __init__(self, stage: Stage, pace: Pace, say: Say, tell: Callable[[str, str], str]) -> None:
        """`tell` is the command that tells an agent something, as it is typed."""
        self._stage = stage
        self._pace = pace
        self._say = say
        self._tell = tell
        self._acting: list[Acting] = []
        self._changed = Condition()
        self._playing: set[str] = set()
        self._failure: Exception | None = None

    def play(self) -> None:
        """Until the time is up. Raises what has failed."""
        invitation = self._tell(self._stage.names[BUILDER], "use staging")
        parts = (
            Part(BUILDER, builder.SCENE, lambda me: builder.play(me, invitation)),
            Part(REVIEWER, reviewer.SCENE, reviewer.play),
            Part(WRITER, writer.SCENE, writer.play),
        )
        self._pace.begin()
        self._playing = {self._stage.names[part.role] for part in parts}
        for part in parts:
            self._start(part)
        with self._changed:
            self._changed.wait_for(lambda: not self._playing or self._failure)
        self._encore()

    def end(self) -> None:
        """Whatever they are doing."""
        self._pace.end()
        for _ in range(ATTEMPTS):
            alive = [one for one in self._acting if one.thread.is_alive()]
            for one in alive:
                one.line.interrupt()
                one.thread.join(AGAIN_SECONDS)

    def _start(self, part: Part) -> None:
        line = self._stage.line(part.role)
        actor = Actor(line, self._stage.names[part.role], part.scene, self._pace, self._say)
        thread = Thread(target=self._act, args=(line, actor, part.script), daemon=True)
        self._acting.append(Acting(line, thread))
        thread.start()

    def _act(self, line: KeyedLine, actor: Actor, script: Script) -> None:
        try:
            with line, suppress(Over, Interrupted):
                script(actor)
                self._finished(actor)
                _attend(actor)
        except Unauthorized:
            self._say(f"{actor.name} was removed by somebody. The others go on.")
            self._finished(actor)
        except Exception as error:  # a boundary: the main thread raises it
            self._finished(actor, error)

    def _finished(self, actor: Actor, error: Exception | None = None) -> None:
        with self._changed:
            self._playing.discard(actor.name)
            self._failure = self._failure or error
            self._changed.notify_all()

    def _encore(self) -> None:
        seconds = max(self._pace.left, ENCORE_MOMENTS * self._pace.moment)
        if self._failure is None:
            command = self._tell(self._stage.names[WRITER], "thank you")
            self._say(
                f"All three are idle; the demo ends in {seconds:.0f} s. Tell one of them something, and it wakes up:",
                command,
            )
        with self._changed:
            self._changed.wait_for(lambda: self._failure, seconds)
        if self._failure is not None:
            raise self._failure


def _attend(actor: Actor) -> None:
    while True:
        actor.sign(IDLE)
        if nudges := actor.hear(SIGN_SECONDS):
            actor.sign("working", ("read", "what it was told"))
            actor.pace.pass_by(2)
            actor.respond(nudges)
