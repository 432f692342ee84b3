"""What a person's keys lead to, told to the hub. An answer is tried until it gets through: what somebody has written is
not to be lost because the hub is being restarted."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from bellpull.domain.answer_text import kept_as
from bellpull.domain.errors import BellpullError, Conflict, NotFound
from bellpull.place.jumping import jump
from bellpull.place.reading import hostname
from bellpull.remote.address import quote
from bellpull.remote.live import LiveHub
from bellpull.tui import acts
from bellpull.tui.model import REJECT, WRITE, View
from bellpull.tui.settled import sentence

VIA = "tui"
WAKES = "new_message"


class Doing:
    def __init__(self, hub: LiveHub, view: View, environ: Mapping[str, str], changed: Callable[[], None]) -> None:
        self._hub = hub
        self._view = view
        self._environ = environ
        self._changed = changed

    async def do(self, act: acts.Act) -> None:
        """Whatever goes wrong is said at the bottom."""
        try:
            match act:
                case acts.Answer():
                    await self._answer(act)
                case acts.Acknowledge():
                    await self._acknowledge(act)
                case acts.Dismiss():
                    await self._dismiss(act)
                case acts.DismissAll():
                    await self._hub.request("POST", "/api/notifications/dismiss-all", body={"asked": "no"})
                    self._view.say(self._view.own.dismissed)
                case acts.Tell():
                    await self._tell(act)
                case acts.Jump():
                    await self._jump(act)
        except BellpullError as error:
            self._view.say(error.sentence)
        self._changed()

    async def _answer(self, act: acts.Answer) -> None:
        id, view = act.question_id, self._view
        path = f"/api/questions/{quote(id)}"
        try:
            settled = await self._hub.persist("POST", f"{path}/answer", {**act.answer, "via": VIA})
        except Conflict:
            settled = await self._hub.request("GET", path)
            if not _is_ours(settled, act.answer):
                view.say(view.own.gone.format(why=sentence(view.words, settled)))
                view.settle(settled)
                return
        except NotFound as error:
            view.say(view.own.gone.format(why=error.sentence))
            return
        finally:
            view.sending.discard(id)
        for purpose in (WRITE, REJECT):
            view.drafts.pop((purpose, id), None)
        view.settle(settled)

    async def _acknowledge(self, act: acts.Acknowledge) -> None:
        for id in act.ids:
            said = await self._hub.request("POST", f"/api/notifications/{quote(id)}/acknowledge")
            self._view.inbox.ended(id, said["status"])
        self._view.say(self._view.own.acknowledged)

    async def _dismiss(self, act: acts.Dismiss) -> None:
        await self._hub.request("POST", f"/api/notifications/{quote(act.id)}/dismiss")
        self._view.inbox.ended(act.id, "dismissed")
        self._view.say(self._view.own.dismissed)

    async def _tell(self, act: acts.Tell) -> None:
        """Tried once: what was told twice would be read twice. What was not told stays in the field."""
        view = self._view
        body = {"message": act.message, **({"session": act.session} if act.session else {})}
        try:
            nudge: Any = await self._hub.request("POST", f"/api/agents/{quote(act.agent_name)}/nudges", body=body)
        except BellpullError as error:
            view.say(view.own.not_told.format(why=error.sentence))
            return
        view.drafts.pop(act.draft, None)
        words = view.own.told_now if nudge.get("delivery") == WAKES else view.own.told_later
        view.say(words.format(agent=act.agent_name))

    async def _jump(self, act: acts.Jump) -> None:
        """On this machine at once; on another one by whoever watches there."""
        jumped = await asyncio.to_thread(jump, act.place, self._environ)
        asked = ""
        if act.place.get("host") != hostname():
            told = await self._hub.request("POST", "/api/sessions/jump", body={"session": act.session})
            asked = self._view.own.asked_there if told["asked"] else ""
        self._view.say(f"{jumped.where} {asked}".strip())


def _is_ours(settled: Mapping[str, Any], answer: Mapping[str, str]) -> bool:
    """It got through, and only its receipt was lost on its way."""
    said = {str(settled["choice"]), str(settled["reply"]), str(settled["outcome"])}
    return settled["via"] == VIA and bool(settled["secret"] or said & kept_as(answer))
