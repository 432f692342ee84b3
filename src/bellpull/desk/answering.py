"""What the desk says to the hub about questions. An answer is tried until it gets through: what a person has written is
not to be lost because the hub is being restarted, nor because the desk is."""

from collections.abc import Callable, Mapping
from typing import Any

from bellpull.domain.answer_text import kept_as
from bellpull.domain.errors import BellpullError, Conflict, NotFound, Unavailable
from bellpull.domain.words import Words
from bellpull.remote.address import quote
from bellpull.remote.live import LiveHub

VIA = "desk"
#: That a caller was released is worth trying only while it may still wait.
RELEASE_SECONDS = 10.0
LONGEST_DETAIL = 200


class Answering:
    def __init__(self, hub: LiveHub, name: str, words: Words, gone: str) -> None:
        self._hub = hub
        self._name = name
        self._words = words
        self._gone = gone
        #: By question: what the hub has not taken yet.
        self.unsent: dict[str, dict[str, str]] = {}
        self.on_unsent: Callable[[], None] = lambda: None

    async def send(self, id: str, answer: Mapping[str, str], *, secret: bool) -> str | None:
        """None when the hub has it; otherwise why it does not want it."""
        try:
            await self._post(id, answer, secret)
        except NotFound:
            return self._gone
        except Conflict as error:
            return await self._too_late(id, answer, error)
        except BellpullError as error:
            return error.sentence
        finally:
            self.unsent.pop(id, None)
        return None

    async def _post(self, id: str, answer: Mapping[str, str], secret: bool) -> None:
        path, body = f"{_path(id)}/answer", {**answer, "via": VIA}
        try:
            await self._hub.request("POST", path, body=body)
        except Unavailable:
            if not secret:
                self.unsent[id] = dict(answer)
                self.on_unsent()
            await self._hub.persist("POST", path, body)

    async def _too_late(self, id: str, answer: Mapping[str, str], error: BellpullError) -> str | None:
        """Somebody was faster; unless it was this very answer, whose receipt was lost on its way."""
        settled = await self._hub.request("GET", _path(id))
        said = {str(settled["choice"]), str(settled["reply"]), str(settled["outcome"])}
        if settled["via"] == VIA and (settled["secret"] or said & kept_as(answer)):
            return None
        known = self._words
        words = (known.settled.get(str(settled["outcome"]), error.sentence), known.via.get(str(settled["via"]), ""))
        return " ".join(part for part in words if part)

    async def release(self, id: str, reason: str) -> None:
        await self._hub.persist("POST", f"{_path(id)}/release", {"reason": reason}, RELEASE_SECONDS)

    async def failed(self, id: str, reason: str) -> None:
        """Its window cannot be shown. Its caller is told, unless the person has another surface to answer on."""
        listed = await self._hub.request("GET", "/api/surfaces")
        if not any("text" in surface["shows"] and surface["name"] != self._name for surface in listed["surfaces"]):
            detail = reason[:LONGEST_DETAIL]
            await self._hub.persist(
                "POST", f"{_path(id)}/release", {"reason": "failed", "detail": detail}, RELEASE_SECONDS
            )

    async def history(self, project: str | None) -> list[dict[str, Any]]:
        found = await self._hub.request("GET", "/api/history", {"project": project} if project else None)
        exchanges: list[dict[str, Any]] = found["exchanges"]
        return exchanges

    async def sign_in_link(self) -> str:
        made = await self._hub.request("POST", "/api/sign-in-links")
        return f"{self._hub.url}/#sign-in={made['secret']}"


def _path(id: str) -> str:
    return f"/api/questions/{quote(id)}"
