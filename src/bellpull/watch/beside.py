"""The watch inside the hub's own process. It follows the hub by its socket, as it would from another machine; when it
fails the hub goes on. Nothing of it is loaded where nothing is watched."""

import asyncio
import logging
from collections.abc import Mapping

from bellpull.config import Config
from bellpull.domain.errors import BellpullError

AGAIN_SECONDS = 10.0
LONGEST_SECONDS = 600.0

log = logging.getLogger("bellpull.watch")


class WatchBeside:
    def __init__(self, config: Config, environ: Mapping[str, str]) -> None:
        self._config = config
        self._environ = environ
        self._listens = asyncio.Event()

    def start(self) -> None:
        """The hub listens."""
        self._listens.set()

    async def run(self) -> None:
        if not self._config.opencode_urls:
            return
        await self._listens.wait()
        # Away from the loop, which has others to serve.
        await asyncio.to_thread(__import__, "bellpull.watch.whole")
        from bellpull.watch.whole import WholeWatch

        # Whatever the settings choose for commands: it speaks to the hub that it is in.
        config, pause = self._config.at_home(), AGAIN_SECONDS
        while True:
            try:
                await WholeWatch(config, self._environ, lambda words: log.info("%s", words), inside=True).run()
            except Exception as error:
                log.error("nothing is watched for a while: %s", error, exc_info=not isinstance(error, BellpullError))
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_SECONDS)
