"""The hub's events become the board's: what is live at once, what was missed as a summary once everything has come."""

import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from bellpull.desk.glance import CHANGES
from bellpull.desk.presenter import Presenter
from bellpull.domain.errors import BellpullError, Denied, NotFound, Outdated
from bellpull.domain.quiet_hours import hours_of
from bellpull.remote.live import Frame, LiveHub
from bellpull.remote.versions import difference, differs

log = logging.getLogger("bellpull.desk")

MOST_OPEN = 500
#: Of a long absence the newest are enough.
MOST_MISSED = 5000


class Following:
    def __init__(
        self,
        hub: LiveHub,
        presenter: Presenter,
        clock: Callable[[], datetime],
        since: tuple[int, str] | None,
        stopped_mark: Path | None,
        on_wait: Callable[[BellpullError], None],
        quiet_hours: str,
    ) -> None:
        """`quiet_hours`: this desk's own setting, for a person who has chosen none."""
        self._hub = hub
        self._presenter = presenter
        self._clock = clock
        self._stopped_mark = stopped_mark
        self._on_wait: Callable[[BellpullError], None] | None = on_wait
        self.since = since
        self._hub_id = since[1] if since else ""
        self._name = ""
        self._own_hours, self._hub_hours = quiet_hours, ""
        self._missed: dict[str, Frame] | None = None

    async def run(self, hello: Frame) -> None:
        """Until the hub was stopped on purpose, if the desk belongs to it; else for ever."""
        async for frame in self._hub.follow(hello, lambda: self.since):
            if frame["type"] == "lost" and self._ends(frame["why"]):
                return
            await self._take(frame)

    def _ends(self, why: BellpullError) -> bool:
        if self._presenter.connected:
            log.info("%s", why)
        elif self._on_wait is not None:
            self._on_wait(why)
        self._on_wait = None
        self._presenter.lose()
        return self._stopped_mark is not None and self._stopped_mark.exists()

    async def _take(self, frame: Frame) -> None:
        kind = frame["type"]
        if kind == "connected":
            self._connected(frame)
        elif kind == "reset":
            self._missed = {}
        elif kind == "pong":
            await self._caught_up()
        elif self._missed is not None:
            self._miss(self._missed, frame)
        elif kind != "lost":
            self._live(frame)
        if "seq" in frame and (self.since is None or kind != "connected"):
            self.since = (frame["seq"], self._hub_id)

    def _connected(self, frame: Frame) -> None:
        if frame["scope"] != "user":
            sentence = f"The key is that of the agent {frame['name']}, and only a person answers."
            raise Denied("person_required", sentence, "use a key of your own: bellpull key create --user NAME")
        log.info("connected to the hub at %s as %s", self._hub.url, frame["name"])
        self._compare(self._hub.version)
        self._name = frame["name"]
        if frame["hub"] != self._hub_id:
            self._hub_id, self.since = frame["hub"], None
        self._missed = {}
        self._presenter.connected = True

    def _compare(self, version: str) -> None:
        other = version if differs(version) else ""
        if other and other != self._presenter.other_version:
            log.warning("%s", difference(other, "this desk", "restart the desk: bellpull desk"))
        self._presenter.other_version = other

    def _miss(self, missed: dict[str, Frame], frame: Frame) -> None:
        """Notifications that nobody has put away since, nor asked as questions."""
        if frame["type"] == "agent_notification":
            missed[frame["notification_id"]] = frame
            if len(missed) > MOST_MISSED:
                del missed[next(iter(missed))]
        elif frame["type"] == "question_opened":
            missed.pop(frame["question"]["id"], None)
        elif frame["type"] == "notifications_cleared":
            for id in [id for id, told in missed.items() if told["agent_name"] == frame["agent_name"]]:
                del missed[id]
        else:
            missed.pop(frame.get("notification_id", ""), None)

    async def _caught_up(self) -> None:
        missed, self._missed = list((self._missed or {}).values()), None
        board, now = self._presenter.board, self._clock()
        try:
            preferred = await self._preferred()
            listed = await self._hub.request("GET", "/api/questions", {"state": "open", "limit": MOST_OPEN})
        except BellpullError as error:
            log.info("%s", error)  # the connection is about to be lost, and to be caught up with again
            return
        self._presenter.look()
        self._hub_hours = preferred["default_quiet_hours"]
        self._keep_hours(preferred["quiet_hours"])
        self._presenter.perform(board.all_open(listed["questions"], now))
        self._presenter.perform(board.missed(missed, now))

    async def _preferred(self) -> Frame:
        """What is changed from here on comes as an event."""
        try:
            found: Frame = await self._hub.request("GET", "/api/preferences")
        except (NotFound, Outdated):  # a hub that is older than this desk
            return {"quiet_hours": None, "default_quiet_hours": ""}
        return found

    def _keep_hours(self, chosen: str | None) -> None:
        """What the person chose, everywhere; else what this desk was told, else the hub."""
        hours = (self._own_hours or self._hub_hours) if chosen is None else chosen
        self._presenter.perform(self._presenter.board.keep_hours(hours_of(hours), self._clock()))

    def _live(self, event: dict[str, Any]) -> None:
        board, now = self._presenter.board, self._clock()
        perform = self._presenter.perform
        if event["type"] in CHANGES:
            self._presenter.look()
        match event["type"]:
            case "agent_notification":
                perform(board.told(event, now))
            case "question_opened":
                perform(board.opened(event["question"], now))
            case "question_settled":
                perform(board.settled(event["question_id"], event["outcome"], event["via"]))
            case "question_released":
                perform(board.released(event["question_id"], event["reason"], now))
            case "notification_acknowledged" | "notification_dismissed":
                perform(board.notification_ended(event["notification_id"], event["status"]))
            case "notifications_cleared":
                perform(board.cleared(event["agent_name"]))
            case "preferences_changed" if event["agent_name"] == self._name:  # an admin hears of everybody's
                self._keep_hours(event["quiet_hours"])
            case "ping":
                perform(board.next_event(now))
