"""A client of an MCP server on standard input and output: calls by number, several at once, and their results."""

import asyncio
import json
from itertools import count
from typing import Any, NamedTuple

from bench.soak.program import Gone, Program

CLEAN = "only JSON on standard output"
RISES = "progress is strictly rising"
NO_HANG = "every call gets a result"
PATIENCE = 150.0
"""Seconds after which a call that has no result is a hang: the longest wait, and all troubles that may hit it."""

ABOUT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "soak", "version": "1"}}


class Result(NamedTuple):
    items: list[str]
    is_error: bool


class Asked(NamedTuple):
    """A call under way. `key` is that of the question that it is about, if it is about one."""

    done: "asyncio.Future[dict[str, Any]]"
    tool: str
    key: str | None


class StdioClient(Program):
    kind = "MCP server"
    calls: dict[int, Asked]

    async def began(self) -> None:
        self.calls, self._ids, self._progress = {}, count(1), dict[int, float]()
        try:
            await self._request("initialize", ABOUT)
        except Gone:
            return
        self.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        self.ready.set()

    async def call(self, tool: str, arguments: dict[str, Any], key: str | None = None, *, progress: bool) -> Result:
        """Raises Gone if the process is killed before the result is there."""
        self.house.ledger.counts["calls"] += 1
        params: dict[str, Any] = {"name": tool, "arguments": arguments}
        result = await self._request("tools/call", params, tool, key, progress=progress)
        return as_result(result)

    async def _request(
        self, method: str, params: dict[str, Any], tool: str = "", key: str | None = None, *, progress: bool = False
    ) -> dict[str, Any]:
        id = next(self._ids)
        done: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.calls[id] = Asked(done, tool, key)
        if progress:
            params = {**params, "_meta": {"progressToken": id}}
            self._progress[id] = 0.0
        life = self.life
        self.write(json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).encode() + b"\n")
        try:
            return await asyncio.wait_for(done, PATIENCE)
        except TimeoutError:
            self.house.ledger.against(NO_HANG, f"{self.name} in life {life}: {method} {tool} {params}")
            raise Gone from None

    def heard(self, line: bytes) -> None:
        try:
            message = json.loads(line)
            if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
                raise ValueError(line)
        except ValueError:
            self.house.ledger.against(CLEAN, f"{self.name}: {line[:200]!r}")
            return
        if message.get("method") == "notifications/progress":
            self._advance(message["params"])
        elif "id" in message and (asked := self.calls.pop(message["id"], None)) is not None:
            self._settle(asked, message)

    def _advance(self, params: dict[str, Any]) -> None:
        token, now = params["progressToken"], params["progress"]
        if token not in self.calls:
            self.house.ledger.against(RISES, f"{self.name}: progress of a call that has its result")
        elif now <= self._progress.get(token, 0.0):
            self.house.ledger.against(RISES, f"{self.name}: {now} after {self._progress.get(token)}")
        self._progress[token] = now
        self.house.ledger.counts["progress"] += 1

    def _settle(self, asked: Asked, message: dict[str, Any]) -> None:
        if "result" not in message:
            self.house.ledger.refused[f"{asked.tool}: {message.get('error')}"] += 1
            message = {"result": {"content": [], "isError": True}}
        elif asked.tool:
            self.read(asked, message["result"])
        if not asked.done.done():
            asked.done.set_result(message["result"])

    def read(self, asked: Asked, result: dict[str, Any]) -> None:
        """A tool's result is in the pipe: this is the moment at which it is read."""

    def over(self) -> None:
        for asked in getattr(self, "calls", {}).values():
            if asked.key is not None:
                self.house.ledger.cut_short[asked.key].append(self.reader)
            if not asked.done.done():
                asked.done.set_exception(Gone())
                asked.done.exception()  # nobody may be waiting any more


def as_result(result: dict[str, Any]) -> Result:
    return Result([item["text"] for item in result["content"]], bool(result.get("isError")))
