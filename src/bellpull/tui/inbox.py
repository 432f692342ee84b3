"""The list of notifications, newest first: which are unread, which one is selected. What is asked is not among them:
it stands with the sessions. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any

from bellpull.tui.lines import shown
from bellpull.tui.titles import unmarked

Notification = Mapping[str, Any]

PENDING, ACKNOWLEDGED, DISMISSED = "pending", "acknowledged", "dismissed"
#: More than anybody reads.
MOST = 5000


class Inbox:
    def __init__(self) -> None:
        self._all: dict[str, dict[str, Any]] = {}
        self.shown: list[dict[str, Any]] = []
        self.filter = ""
        self.selected: str | None = None
        self._place = 0

    def load(self, notifications: Iterable[Notification]) -> None:
        """What the hub has now; what is no longer there was removed."""
        self._all = {}
        self.add(notifications)

    def add(self, notifications: Iterable[Notification]) -> None:
        for one in notifications:
            if one["status"] == DISMISSED:
                self._all.pop(one["id"], None)
            else:
                self._all[one["id"]] = dict(one)
        self.refilter()

    def ended(self, id: str, status: str) -> None:
        if status == DISMISSED:
            self._all.pop(id, None)
        elif id in self._all:
            self._all[id]["status"] = status
        self.refilter()

    def cleared(self, agent_name: str) -> None:
        self._all = {id: one for id, one in self._all.items() if one["agent_name"] != agent_name}
        self.refilter()

    def refilter(self) -> None:
        words = self.filter.casefold().split()
        found = [one for one in self._all.values() if all(word in _searched(one) for word in words)]
        # Ids rise with time, also within one millisecond.
        self.shown = sorted(found, key=lambda one: (one["created_at"], one["id"]), reverse=True)[:MOST]
        ids = [one["id"] for one in self.shown]
        self._place = ids.index(self.selected) if self.selected in ids else max(0, min(self._place, len(ids) - 1))
        self.selected = ids[self._place] if ids else None

    @property
    def place(self) -> int:
        return self._place

    @property
    def notification(self) -> dict[str, Any] | None:
        return self.shown[self._place] if self.shown else None

    def select(self, id: str) -> None:
        self.selected = id
        self.refilter()

    def move(self, by: int) -> None:
        if self.shown:
            self._place = max(0, min(self._place + by, len(self.shown) - 1))
            self.selected = self.shown[self._place]["id"]

    @property
    def unread(self) -> list[str]:
        return [id for id, one in self._all.items() if one["status"] == PENDING]

    def __len__(self) -> int:
        return len(self._all)


def _searched(one: Notification) -> str:
    parts = (one["agent_name"], one["notification_type"], one["priority"], one.get("category"))
    return " ".join([unmarked(str(one["title"])), *(shown(part) for part in parts)]).casefold()
