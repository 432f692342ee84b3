"""Agents by `bellpull mcp`, as clients run it: a process each, which outlives the hub's restarts."""

import asyncio
import json
import re
import sys
from itertools import count
from random import Random
from typing import Any

from bench.calls import BenchError
from bench.soak.ledger import Ledger
from bench.soak.lives import Lives

PATIENCE = 120.0
NUDGE = re.compile(r"<notification ([^>]*)>\n(.*?)\n</notification>", re.DOTALL)
MIND = re.compile(r"Mind (nudge-\d+)\.")


class Shim:
    def __init__(self, name: str, lives: Lives, ledger: Ledger, dice: Random) -> None:
        self.name = name
        self._lives = lives
        self._ledger = ledger
        self._dice = dice
        self._ids = count(1)
        self._numbers = count(1)
        self._process: asyncio.subprocess.Process | None = None
        self.minded: list[tuple[str, bool]] = []
        """The keys of nudges that came, and whether they said to be repeats."""
        self.answers: list[tuple[str, str]] = []
        """The titles of questions that were answered, and the way."""

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bellpull.cli.main", "mcp", "--agent", self.name),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=self._lives.environment(),
            cwd=self._lives.folder,
        )
        about = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "soak", "version": "1"}}
        await self._request("initialize", about)
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    async def work(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            await (self.ask() if self._dice.random() < 0.6 else self.tell())
            await asyncio.sleep(self._dice.uniform(0.1, 0.6))

    async def tell(self) -> None:
        key = f"{self.name}-tell-{next(self._numbers)}"
        said = await self._call("send_notification", {"notification_type": "status", "title": key})
        told = json.loads(said[0])
        if told.get("success"):
            self._ledger.told[key].add(told["notification_id"])
        else:
            self._ledger.refused[f"send_notification {told.get('error')}"] += 1

    async def ask(self) -> None:
        key = f"{self.name}-ask-{next(self._numbers)}"
        arguments = {"title": key, "question": f"May {key} go on?", "options": [f"Yes {key}", f"No {key}"]}
        self._ledger.waiting.add(self.name)
        said = await self._call("ask_user", arguments | {"wait_for_response": True, "timeout": 100})
        self._ledger.waiting.discard(self.name)
        self._ledger.asked[key] |= set()
        outcome = json.loads(said[0])
        if outcome.get("choice") == f"Yes {key}":
            self.answers.append((key, "call"))
        elif outcome.get("response") != "timeout":
            self._ledger.wrong_answers.append(f"{key}: {said[0]}")

    async def _call(self, tool: str, arguments: dict[str, Any]) -> list[str]:
        """The items of the result; what else came with it is written down."""
        self._ledger.requests += 1
        result = await self._request("tools/call", {"name": tool, "arguments": arguments})
        texts = [item["text"] for item in result["content"]]
        for attributes, message in NUDGE.findall("\n".join(texts[1:])):
            repeat = 'repeat="true"' in attributes
            if minded := MIND.search(message):
                self.minded.append((minded[1], repeat))
            elif answer := re.search(r"May (\S+) go on", message):
                self.answers.append((answer[1], "repeat" if repeat else "nudge"))
        return texts

    async def _request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        assert self._process and self._process.stdout
        id = next(self._ids)
        self._write({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        try:
            async with asyncio.timeout(PATIENCE):
                while line := await self._process.stdout.readline():
                    message = json.loads(line)
                    if message.get("id") == id and "method" not in message:
                        result: dict[str, Any] = message["result"]
                        return result
        except TimeoutError:
            raise BenchError(f"No result within {PATIENCE:.0f} seconds: {method} {params}") from None
        raise BenchError("A shim has ended")

    def _write(self, message: dict[str, Any]) -> None:
        assert self._process and self._process.stdin
        self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def end(self) -> int | None:
        if self._process is None:
            return None
        assert self._process.stdin
        self._process.stdin.close()
        return await asyncio.wait_for(self._process.wait(), 30)

    def kill(self) -> None:
        if self._process and self._process.returncode is None:
            self._process.kill()
