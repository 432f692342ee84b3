"""`bellpull watcher`: brings nudges to OpenCode servers near it that have no plugin."""

from __future__ import annotations

import os
from contextlib import suppress

from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, settings
from bellpull.cli.terminal import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from bellpull.config import Config
    from bellpull.watch.opencode import Server


def declare_watcher(parser: Parser) -> None:
    words = "the address of an OpenCode server, more than once for several (the setting opencode_urls)"
    parser.add_argument("--opencode", metavar="URL", action="append", help=words)
    parser.set_defaults(run=watcher)


def watcher(args: Namespace) -> int:
    import asyncio

    from bellpull.domain.errors import Setup
    from bellpull.watch.opencode import Server

    config = settings(args)
    servers = [Server(url, os.environ) for url in args.opencode or config.opencode_urls]
    if not servers:
        hint = "name one: bellpull watcher --opencode http://127.0.0.1:4096"
        raise Setup("no_opencode", "There is no OpenCode server to watch.", hint)
    _log_to_stderr(config.log_level)
    print(f"Watching {plain(', '.join(server.url for server in servers))}.\n  stop     Ctrl-C", flush=True)
    with suppress(KeyboardInterrupt):
        asyncio.run(_watch(config, servers))
    return DONE


async def _watch(config: Config, servers: Sequence[Server]) -> None:
    import asyncio
    import signal

    from bellpull.remote.live import LiveHub
    from bellpull.watch.following import Following
    from bellpull.watch.watcher import CLIENT, Watcher

    hub = LiveHub(config, client=CLIENT)
    watch = Watcher(config, servers)
    work = [asyncio.ensure_future(watch.run(look_around=True)), asyncio.ensure_future(Following(hub, watch).run())]
    with suppress(NotImplementedError):  # Windows
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: [one.cancel() for one in work])
    try:
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*work)
    finally:
        for one in work:
            one.cancel()
        await hub.close()


def _log_to_stderr(level: str) -> None:
    import logging

    logging.basicConfig(level=level.upper(), format="bellpull: %(message)s")
    logging.getLogger("websockets").setLevel(logging.WARNING)
