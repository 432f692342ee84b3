"""`POST /api/clients/{client}/hook`: a coding tool tells what happened in a session, in its own words, and takes what
is pending for that session in its own words too.

How each tool speaks is given (`HookFormat`); what its events add up to is the domain's (`doing`). Whoever writes the
answer on may confirm it himself (`Bellpull-Confirm: later`); otherwise what went out counts as handed.
"""

import logging
from collections.abc import Mapping
from typing import Any

import msgspec

from bellpull.domain.augment import as_message
from bellpull.domain.doing import after, forgotten, is_late, signed
from bellpull.domain.errors import BellpullError, Denied, Invalid, NotFound, TooMany
from bellpull.domain.happening import TURN, Happening, HookFormat
from bellpull.domain.instant import Instant, instant
from bellpull.domain.nudge import Nudge, xml
from bellpull.domain.session import ENDED, WORKING, Sign
from bellpull.domain.sign_size import cost
from bellpull.hub.sessions import Taken
from bellpull.web.decoding import decode
from bellpull.web.endpoint import Call, Reply, Route
from bellpull.web.hook_memory import HookMemory
from bellpull.web.openapi_examples import PROJECT
from bellpull.web.rules import Rule

log = logging.getLogger("bellpull.web")

#: The sign of an event costs nothing more: the event was counted.
COUNTED = 0
LATER = b"later"
_LATER = "The caller confirms itself what went out; else it counts as handed"
CONFIRM = {"Bellpull-Confirm": {"type": "string", "enum": ["later"], "description": _LATER}}

_any = msgspec.json.Decoder(Any)
_JSON = (b"content-type", b"application/json")


class Hooks:
    def __init__(self, formats: Mapping[str, HookFormat]) -> None:
        self._formats = formats
        self._memory = HookMemory()

    async def send_hook_event(self, call: Call) -> Reply:
        """For hooks of coding tools: the body is what the tool gives its hook, as it comes. The answer is what the tool
        is to be given back, `{}` if there is nothing to say. What is pending for that session goes out with it."""
        spoken = self._formats.get(call.path["client"])
        if spoken is None:
            known = ", ".join(sorted(self._formats))
            raise NotFound("client_not_found", f"There are no hooks of {call.path['client']!r}", f"there are: {known}")
        if call.who.is_person:
            hint = "make one: bellpull key create --agent NAME"
            raise Denied("not_an_agents_key", "A hook speaks with its agent's own key", hint)
        try:  # before it is read, which costs the more, the longer it is
            call.hub.sessions.count(call.who, cost(len(call.body), requests=0))
        except TooMany as error:  # nothing is to become of it but that: an agent goes on with its work
            log.info("a hook of %s was not heard: %s", call.who.name, error)
            return _reply({}, [], call)
        happening = spoken.read(_event(call.body))
        await call.hub.nudges.on_sign_of_life(call.who.name)
        if happening.session is None or self._is_late(call.who.name, happening):
            return _reply({}, [], call)
        return await self._answer(call, spoken, happening, instant(call.hub.clock()))

    async def _answer(self, call: Call, spoken: HookFormat, happening: Happening, now: Instant) -> Reply:
        sign = self._seen(call.who.name, happening, now)
        if happening.request is not None and sign is not None:
            return _asked(await call.hub.sessions.sign(call.who, [sign], COUNTED))
        if happening.parent is not None:
            await _sign(call, sign, goes_on=False)  # the claim must know whose sub-agent it is
        taken = await self._take(call, spoken, happening)
        said = spoken.write(happening, as_message([xml(one) for one in taken])) if taken else None
        goes_on = bool(taken) and happening.place == TURN

        async def follow(written: bool) -> None:
            if taken and call.headers.get(b"bellpull-confirm") != LATER:
                settle = call.hub.nudges.confirm if written else call.hub.nudges.release
                await _tried(settle(call.who, call.who.name, [one.id for one in taken]))
            if happening.parent is None or goes_on:
                await _tried(_sign(call, sign, goes_on))

        return _reply(said or {}, taken, call)._replace(after=follow)

    def _is_late(self, agent: str, happening: Happening) -> bool:
        own, parent = (self._memory.of(agent, id or "") for id in (happening.session, happening.parent))
        return is_late(own.doing, parent.doing, happening)

    def _seen(self, agent: str, happening: Happening, now: Instant) -> Sign | None:
        session = happening.session or ""
        known = self._memory.of(agent, session)
        doing = after(known.doing, happening, now)
        sign = signed(doing, happening, now)
        has_ended = sign is not None and sign.state == ENDED
        self._memory.put(agent, session, known._replace(doing=forgotten(doing) if has_ended else doing))
        return sign

    async def _take(self, call: Call, spoken: HookFormat, happening: Happening) -> list[Nudge]:
        if happening.place is None:
            return []
        agent, session = call.who.name, happening.session or ""
        put_off = 0
        if happening.place == TURN:
            put_off = self._memory.of(agent, session).put_off if happening.goes_on else 0
            self._put_off(agent, session, put_off)
        if put_off >= spoken.most_in_a_row:
            return []  # the tool would not listen any more
        claimed = await call.hub.nudges.claim(
            call.who,
            call.who.name,
            happening.session,
            f"hook:{spoken.client}",
            max_chars=spoken.most_characters,
            sure=True,
        )
        if claimed.nudges and happening.place == TURN:
            self._put_off(agent, session, put_off + 1)
        return claimed.nudges

    def _put_off(self, agent: str, session: str, times: int) -> None:
        self._memory.put(agent, session, self._memory.of(agent, session)._replace(put_off=times))


async def _sign(call: Call, sign: Sign | None, goes_on: bool) -> None:
    if sign is not None:
        await call.hub.sessions.sign(call.who, [sign._replace(state=WORKING) if goes_on else sign], COUNTED)


async def _tried(task: Any) -> None:
    """The answer is out. Whatever fails now mends itself: leases expire, and the next sign follows."""
    try:
        await task
    except BellpullError as error:
        log.info("after a hook's answer: %s", error)


def _event(body: bytes) -> Mapping[str, Any]:
    event = decode(body, _any)
    if not isinstance(event, dict):
        raise Invalid("invalid_json", "The body must be a JSON object: what the client gives its hooks")
    return event


def _asked(taken: Taken) -> Reply:
    """The question that stands for the permission, if there is one: there may be no room for it."""
    id = next((id for told in taken.requests for id in told.question_ids), None)
    return Reply(200, msgspec.json.encode({"question_id": id}), (_JSON,))


def _reply(said: dict[str, Any], taken: list[Nudge], call: Call) -> Reply:
    headers = [_JSON]
    if taken:
        headers.append((b"bellpull-nudges", ",".join(one.id for one in taken).encode("ascii")))
        headers.append((b"bellpull-agent", call.who.name.encode("ascii")))
    return Reply(200, msgspec.json.encode(said), tuple(headers))


def hook_route(formats: Mapping[str, HookFormat]) -> Route:
    return Route(
        "POST",
        "/api/clients/{client}/hook",
        Hooks(formats).send_hook_event,
        "Say what happened in a coding tool's session",
        "application/json",
        raw={"application/json": {"type": "object"}},
        refuses=(400, 404, 413),
        headers=CONFIRM,
        tag="Sessions",
        example={"hook_event_name": "PostToolUse", "session_id": "1f0e", "cwd": PROJECT, "tool_name": "Bash"},
        answers={
            "hookSpecificOutput": {
                "hookEventName": "PostToolUse",
                "additionalContext": '<notification source="user">\nuse the staging database\n</notification>',
            }
        },
        may=Rule.ITSELF,
    )
