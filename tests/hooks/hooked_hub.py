"""A hub in this process that hooks speak to over its route, with a clock of the test."""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2

from bellpull.clients.hooks.formats import FORMATS
from bellpull.feed.memory import MemoryFeed
from bellpull.store.sqlite import SqliteStore
from bellpull.web.app import Settings, create_app
from support.in_process import hub_over

Json = dict[str, Any]


async def _no_history(*_: object) -> list[Any]:
    return []


class HookedHub:
    """It can be ended and started again on the same file."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="bellpull-streams-"))
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.runner = asyncio.Runner()
        self.owner = ""
        self.runner.run(self._open())
        self.agent = ""

    def make_agent(self, name: str) -> None:
        self.agent = self.asked(self.owner, "POST", "/api/keys", {"agent_name": name}, 201)["key"]

    async def _open(self) -> None:
        self.store = SqliteStore(self.folder / "bellpull.db", lambda: None)
        awaited_by = await self.store.read(lambda reader: reader.nudges.awaited_by())
        hub = hub_over(self.store, lambda: self.now, awaited_by=awaited_by)
        if made := await hub.access.ensure_owner(self.owner or None):
            self.owner = made.secret
        look = Settings("127.0.0.1", (), 1_000_000, 1_000_000, "", "en", 5)
        app = create_app(hub, MemoryFeed(), _no_history, FORMATS, look)
        transport = httpx2.ASGITransport(app=app.serve)
        self.http = httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:7717")

    async def _close(self) -> None:
        await self.http.aclose()
        await self.store.close()

    def restart(self) -> None:
        self.runner.run(self._close())
        self.runner.run(self._open())

    def end(self) -> None:
        self.runner.run(self._close())
        self.runner.close()
        shutil.rmtree(self.folder)

    def asked(self, key: str, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        how: dict[str, Any] = {} if body is None else {"json": body}
        headers = {"Authorization": f"Bearer {key}"}
        answer = self.runner.run(self.http.request(method, path, headers=headers, **how))
        assert answer.status_code == status, answer.text
        return answer.json()

    def hook(self, client: str, event: Json) -> Json:
        self.now += timedelta(milliseconds=10)
        said: Json = self.asked(self.agent, "POST", f"/api/clients/{client}/hook", event)
        return said

    def asks(self) -> str:
        """The agent asks, and does not wait."""
        self.now += timedelta(seconds=10)  # an equal ask would be the same
        ask = {"title": f"Merge at {self.now}", "question": "Merge to main?", "options": ["Yes", "No"]}
        id: str = self.asked(self.agent, "POST", "/api/questions", ask, 201)["id"]
        return id

    def answer(self, question: str, choice: str) -> None:
        self.asked(self.owner, "POST", f"/api/questions/{question}/answer", {"choice": choice})

    def question(self, id: str) -> Json:
        found: Json = self.asked(self.owner, "GET", f"/api/questions/{id}")
        return found

    def shown(self, id: str) -> Json | None:
        """What the watch shows of a session, but for times and names."""
        self.now += timedelta(seconds=2)  # what was concluded a moment ago is not asked again
        listed = self.asked(self.owner, "GET", "/api/watch")["sessions"]
        one = next((one for one in listed if one["id"] == id), None)
        children = [one["id"] for one in listed if one["id"].startswith(f"{id}/")]
        assert not children, "its sub-agents have ended, and stand nowhere"
        if one is None:
            return None
        waits = [wait["question_id"] or wait["reason"] for wait in one["waits"]]
        return {
            "state": one["state"],
            "waits": sorted(waits),
            "tools": one["tools"],
            "todos": one["todos"],
        }


@contextmanager
def hooked_hub() -> Iterator[HookedHub]:
    hub = HookedHub()
    try:
        yield hub
    finally:
        hub.end()
