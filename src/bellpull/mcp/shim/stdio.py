"""`bellpull mcp`: the MCP server that a client starts and speaks to over standard input and output.

Made to start in a moment and to stay small: standard library only, a thread for each tool call, none for anything
else. It answers handshakes and lists alone; a tool call becomes requests to the hub (`driving`). A result counts as
handed only after it was written. Nothing but protocol goes to standard output.
"""

from __future__ import annotations

import os
import sys
from _thread import allocate_lock, start_new_thread
from select import select
from time import monotonic, sleep

from bellpull.domain.errors import BellpullError
from bellpull.mcp.shim import dialogue
from bellpull.mcp.shim.dialogue import Dialogue, Message, RpcError
from bellpull.mcp.shim.identity import random_hex
from bellpull.mcp.shim.lines import Output, decoded, encoded, lines
from bellpull.mcp.shim.starting import Starter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from bellpull.config import Config
    from bellpull.mcp.shim.driving import Driver, LiveCall
    from bellpull.mcp.shim.hubs import Hubs
    from bellpull.mcp.shim.identity import Identity
    from bellpull.mcp.shim.ticking import Ticking
    from bellpull.mcp.tool import Result

LEAVE_SECONDS = 0.2
LEAVE_LOOK = 0.005
#: Who only looks whether all is well is no agent, and must not get what is meant for one.
CHECKER = "bellpull-doctor/"


class Server:
    def __init__(
        self,
        config: Config,
        identity: Identity,
        environ: Mapping[str, str],
        output: Output,
        call_seconds: float | None = None,
    ) -> None:
        """`call_seconds`: how long the client lets a call run, where that is known."""
        self._config = config
        self._identity = identity
        self._environ = environ
        self._output = output
        self._call_seconds = call_seconds
        self._dialogue = Dialogue()
        self._lock = allocate_lock()  # taken after the output's, never before
        self._live: dict[str | int, LiveCall] = {}
        self._running = 0
        #: Questions whose answer was written, and of which the hub may not know yet.
        self._receipts: set[str] = set()
        self._starter = Starter(config)
        self._made_hubs: Hubs | None = None
        self._made_ticking: Ticking | None = None

    def serve(self, input_file: int, woken: int | None = None) -> None:
        """Until the client closes our input, or its end of our output. The hub is looked for after the first message:
        that must not hold up the handshake. `woken`: a file that can be read when a signal has come."""

        def read(size: int) -> bytes:
            if woken is not None:  # a signal just before a read would only be seen after it
                select([input_file, woken], [], [])
            return os.read(input_file, size)

        try:
            for number, line in enumerate(lines(read)):
                self._take(line)
                if number == 0:
                    start_new_thread(self._prepare, ())
        except (BrokenPipeError, ConnectionResetError):
            pass
        finally:
            self._leave()

    def _prepare(self) -> None:
        from bellpull.mcp.shim import loading  # noqa: F401

        self._starter.run()

    def _take(self, line: bytes | None) -> None:
        if line is not None and not line.strip():
            return
        said: object = None
        try:
            said = self._decoded(line)
            message = dialogue.read_message(said)
            if message is not None:
                self._handle(message)
        except RpcError as error:
            if not dialogue.is_notification(said):
                self._output.write(dialogue.failure(dialogue.id_of(said), error))

    def _decoded(self, line: bytes | None) -> object:
        if line is None:
            raise RpcError(dialogue.INVALID_REQUEST, "A message has at most 4,000,000 bytes")
        try:
            return decoded(line)
        except ValueError:
            raise RpcError(dialogue.PARSE_ERROR, "Parse error: a line must be one JSON message") from None

    def _handle(self, message: Message) -> None:
        if message.id is None:
            if message.method == "notifications/cancelled":
                self._cancel(message.params.get("requestId"))
        elif message.method == "tools/call":
            self._dialogue.check(message)
            self._start(message, message.id)
        else:
            self._output.write(message.reply(self._dialogue.answer(message)))

    def _start(self, message: Message, id: str | int) -> None:
        from bellpull.mcp.shim.driving import Driver, LiveCall
        from bellpull.mcp.tools import CALLED
        from bellpull.mcp.waiting import CALL_SECONDS, limit_of

        name = message.params.get("name")
        if not isinstance(name, str) or name not in CALLED:
            dialogue.unknown_tool(name)
        limit = limit_of(self._call_seconds or CALL_SECONDS, has_progress=message.token is not None)
        live = LiveCall(self._headers(), message.token, limit)
        with self._lock:
            if id in self._live:
                raise RpcError(dialogue.INVALID_REQUEST, "A request with this id is still running")
            self._live[id] = live
            self._running += 1
        driver = Driver(self._starter, self._hubs(), live, self._identity.session)
        try:
            start_new_thread(self._run, (message, name, live, driver))
        except RuntimeError:
            self._forget(id)
            raise RpcError(dialogue.INTERNAL_ERROR, "This machine has no room for another call") from None
        if live.token is not None:
            self._ticking().add(live)

    def _forget(self, id: str | int) -> None:
        with self._lock:
            self._live.pop(id).gone = True
            self._running -= 1

    def _headers(self) -> dict[str, str]:
        client = self._dialogue.client
        session = {"Bellpull-Session": self._identity.session}
        return {**session, "Bellpull-Client": client} if client else session

    def _run(self, message: Message, name: str, live: LiveCall, driver: Driver) -> None:
        try:
            self._call(message, name, live, driver)
        except OSError:
            pass  # the client closed our output; the end of our input follows
        finally:
            with self._lock:
                self._running -= 1

    def _call(self, message: Message, name: str, live: LiveCall, driver: Driver) -> None:
        from bellpull.mcp.shim.driving import Cancelled

        result = self._result(message, name, live, driver)
        if result is None:
            return
        claimed = [] if live.gone or self._only_looks else driver.claim(self._handing(result.hands))
        nudges = [nudge for nudge in claimed if nudge["question_id"] not in self._receipts]
        known = [nudge for nudge in claimed if nudge not in nudges]
        items = [*result.items, "\n\n".join(str(nudge["xml"]) for nudge in nudges)] if nudges else result.items
        written = self._write(message, live, items, result.is_error, result.hands)
        try:
            if written and result.hands is not None:
                driver.hand(result.hands)
                self._receipts.discard(result.hands)
            if known:
                driver.settle("confirm", known)
            if nudges:
                driver.settle("confirm" if written else "release", nudges)
        except Cancelled:
            pass
        except BellpullError as error:
            log(f"a receipt did not reach the hub: {error.sentence}")

    def _handing(self, hands: str | None) -> set[str]:
        """Questions whose answers come by calls of ours, and so with no other call as nudges: an answer may be seconds
        under way to the call that waits for it."""
        with self._lock:
            awaited = {live.waits_for for live in self._live.values()}
        return {id for id in (hands, *awaited) if id is not None}

    def _result(self, message: Message, name: str, live: LiveCall, driver: Driver) -> Result | None:
        from bellpull.domain.words import language_of
        from bellpull.mcp.shim.driving import Cancelled
        from bellpull.mcp.tools import CALLED, Call, Result

        call = Call(
            message.params.get("arguments"),
            random_hex(),
            live.limit,
            self._identity.project,
            language_of(self._config.language, self._environ),
        )
        try:
            return driver.drive(CALLED[name].run(call))
        except Cancelled:
            return None
        except BellpullError as error:
            return CALLED[name].refused(error)
        except Exception as error:
            log(f"{name}: {type(error).__name__}: {error}")
            return Result([f"Something went wrong inside Bellpull ({type(error).__name__})."], is_error=True)

    def _write(self, message: Message, live: LiveCall, items: list[str], is_error: bool, hands: str | None) -> bool:
        """Whether it was written: not when the client has cancelled meanwhile."""
        from bellpull.mcp.tools import apart

        content = [{"type": "text", "text": item} for item in apart(items, self._dialogue.client)]
        data = encoded(message.reply({"content": content, "isError": is_error}))
        with self._output.lock:
            with self._lock:
                if live.gone:
                    return False
                live.written = True
                if hands is not None:
                    self._receipts.add(hands)
                self._live = {id: other for id, other in self._live.items() if other is not live}
            self._output.write_held(data)
        return True

    def _tell_progress(self, live: LiveCall, progress: float) -> bool:
        away = live.hub_away or live.opened_at is None
        words = "Waiting for the hub" if away else "Waiting for a person"
        params = {"progressToken": live.token, "progress": progress, "message": words}
        data = encoded({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})
        with self._output.lock:
            if live.gone or live.written:
                return False
            try:
                self._output.write_held(data)
            except OSError:
                return False
        return True

    def _cancel(self, id: object) -> None:
        """The client no longer waits: nothing more is written for this call, and its question stays open."""
        with self._lock:
            live = self._live.pop(id, None) if isinstance(id, str | int) else None
            if live is None:
                return
            live.gone = True
            waits_for = live.waits_for
        if waits_for is not None:
            start_new_thread(self._release, ([waits_for], live.headers))

    def _release(self, question_ids: list[str], headers: dict[str, str]) -> None:
        from bellpull.mcp.shim.driving import release

        for question_id in question_ids:
            release(self._hubs(), question_id, headers)

    def _leave(self) -> None:
        """Say that nobody waits any more, but not for long: whoever started us wants us gone."""
        with self._lock:
            left = [live for live in self._live.values() if live.waits_for is not None]
            for live in left:
                live.gone = True
            self._running += bool(left)
        if left:
            start_new_thread(self._release_all, (left,))
        deadline = monotonic() + LEAVE_SECONDS
        while self._running and monotonic() < deadline:
            sleep(LEAVE_LOOK)

    def _release_all(self, left: list[LiveCall]) -> None:
        try:
            self._release([live.waits_for for live in left if live.waits_for is not None], self._headers())
        finally:
            with self._lock:
                self._running -= 1

    def _hubs(self) -> Hubs:
        from bellpull.mcp.shim.hubs import Hubs

        with self._lock:
            if self._made_hubs is None:
                project = None if self._identity.chosen else self._identity.project
                self._made_hubs = Hubs(self._config, self._identity.name, project, only_looks=self._only_looks)
            return self._made_hubs

    @property
    def _only_looks(self) -> bool:
        return self._dialogue.client.startswith(CHECKER)

    def _ticking(self) -> Ticking:
        from bellpull.mcp.shim.ticking import Ticking

        if self._made_ticking is None:
            self._made_ticking = Ticking(self._tell_progress)
        return self._made_ticking


def log(words: str) -> None:
    print(f"bellpull: {words}", file=sys.stderr, flush=True)
