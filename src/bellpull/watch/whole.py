"""The whole watch: which servers there are, what they show, what people answered, and nudges without a plugin.

It is the same inside the hub and as `bellpull watcher` on another machine: it follows a hub by its socket.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bellpull.config import DEFAULT, Config
from bellpull.remote.live import LiveHub
from bellpull.watch.departed import Departed
from bellpull.watch.following import Following
from bellpull.watch.jumps import Jumps
from bellpull.watch.replying import Replying
from bellpull.watch.reporting import Reporting
from bellpull.watch.servers import Servers
from bellpull.watch.watcher import CLIENT, Watcher

log = logging.getLogger("bellpull.watch")


class WholeWatch:
    def __init__(
        self,
        config: Config,
        environ: Mapping[str, str],
        say: Callable[[str], None],
        *,
        urls: Sequence[str] | None = None,
        discovery: bool | None = None,
        inside: bool = False,
    ) -> None:
        self._hub = LiveHub(config, client=CLIENT)
        self._servers = Servers(
            config.opencode_urls if urls is None else urls,
            environ,
            config.ask_tools,
            discovery=config.opencode_discovery if discovery is None else discovery,
            written=urls is not None or config.origin("opencode_urls") != DEFAULT,
            say=say,
        )
        self._replying = Replying(self._hub)
        self._reporting = Reporting(self._hub, self._replying, self._servers)
        self._departed = Departed(config, self._reporting.watched, self._servers)
        self._jumps = Jumps(environ)
        self._nudges = Watcher(config, self._servers.now)
        self._following = Following(self._hub, self._nudges, self, inside=inside)

    async def run(self) -> None:
        """Until it is cancelled, or the hub refuses the key."""
        parts = (self._following, self._nudges, self._reporting, self._departed)
        work = [asyncio.ensure_future(one.run()) for one in parts]
        work.append(asyncio.ensure_future(self._servers.run(self._reporting)))
        try:
            await asyncio.gather(*work)
        finally:
            for one in work:
                one.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            self._nudges.close()
            self._departed.close()
            await self._hub.close()

    # From `following`

    def connected(self, scope: str, name: str) -> None:
        """An agent's own key says nothing of other agents' sessions: then only nudges are brought."""
        if scope == "agent":
            log.info("with the key of an agent only nudges are brought: the watch needs a person's key")
            self._nudges.look_around()
            return
        self._jumps.connected(name)
        self._reporting.connected()
        self._departed.connected()

    def heard(self, frame: Mapping[str, Any]) -> None:
        self._replying.heard(frame)
        self._jumps.heard(frame)
