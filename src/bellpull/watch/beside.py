"""The watcher inside the hub's own process. Nothing of it is loaded before something is pending for the first time."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from bellpull.config import Config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bellpull.watch.watcher import Watcher


class WatchBeside:
    def __init__(self, config: Config, environ: Mapping[str, str]) -> None:
        self._config = config
        self._environ = environ
        self._rung = asyncio.Event()
        self._watcher: Watcher | None = None

    def ring(self, agent_name: str) -> None:
        """Something may have become pending for this agent."""
        if self._watcher is not None:
            self._watcher.ring(agent_name)
        else:
            self._rung.set()

    async def run(self, awaited_by: Callable[[], Awaitable[list[str]]]) -> None:
        """`awaited_by` says for which agents something is pending."""
        if not self._config.opencode_urls:
            return
        while not (agents := await awaited_by()):
            await self._rung.wait()
            self._rung.clear()
        # Away from the loop, which has others to serve.
        await asyncio.to_thread(__import__, "bellpull.watch.watcher")
        from bellpull.watch.opencode import Server
        from bellpull.watch.watcher import Watcher

        servers = [Server(url, self._environ) for url in self._config.opencode_urls]
        # Whatever the settings choose for commands: it speaks to the hub that it is in.
        self._watcher = Watcher(self._config.at_home(), servers)
        for agent_name in {*agents, *await awaited_by()}:
            self._watcher.ring(agent_name)
        await self._watcher.run()
