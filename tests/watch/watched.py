"""What a person sees of the watch at a hub, and how they answer."""

from dataclasses import dataclass
from typing import Any

from support.answers import PATIENCE, done, until
from support.hub import Hub


@dataclass
class Seen:
    hub: Hub

    def watch(self) -> dict[str, Any]:
        seen: dict[str, Any] = done(self.hub.owner.get("/api/watch"))
        return seen

    def session(self, id: str) -> dict[str, Any] | None:
        return next((one for one in self.watch()["sessions"] if one["id"] == f"opencode:{id}"), None)

    def shown(self, id: str, **fields: Any) -> dict[str, Any]:
        """The session, once it looks like this."""

        def found() -> dict[str, Any] | None:
            one = self.session(id)
            return one if one is not None and all(one[name] == value for name, value in fields.items()) else None

        return until(found, f"{id} shows {fields}; it is {self.session(id)}")

    def waits(self, id: str, count: int = 1) -> list[dict[str, Any]]:
        """What it waits for, once it waits for so much."""

        def found() -> list[dict[str, Any]] | None:
            one = self.session(id)
            return one["waits"] if one is not None and len(one["waits"]) == count else None

        if count:
            return until(found, f"{id} waits for {count}; it is {self.session(id)}")
        until(lambda: found() is not None, f"{id} waits for nothing; it is {self.session(id)}")
        return []

    def gone(self, id: str, patience: float = PATIENCE) -> None:
        until(lambda: self.session(id) is None, f"{id} is gone", patience)

    def server(self, url: str, **fields: Any) -> dict[str, Any]:
        """The server, once it looks like this."""

        def found() -> dict[str, Any] | None:
            servers = self.watch()["servers"]
            alike = (one for one in servers if all(one[name] == value for name, value in fields.items()))
            return next((one for one in alike if one["server"] == url), None)

        return until(found, f"{url} shows {fields}; there are {self.watch()['servers']}")

    def answer(self, question_id: str, **answer: Any) -> None:
        done(self.hub.owner.post(f"/api/questions/{question_id}/answer", answer))
