"""`bellpull watcher`: watches the OpenCode servers near it for a hub, and brings nudges to those without a plugin."""

from __future__ import annotations

import os
from contextlib import suppress

from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, settings
from bellpull.cli.terminal import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from bellpull.watch.whole import WholeWatch


def declare_watcher(parser: Parser) -> None:
    words = "the address of an OpenCode server, more than once for several (the setting opencode_urls)"
    parser.add_argument("--opencode", metavar="URL", action="append", help=words)
    words = "watch only what is named (the setting opencode_discovery)"
    parser.add_argument("--no-discovery", action="store_true", help=words)
    parser.set_defaults(run=watcher)


def watcher(args: Namespace) -> int:
    import asyncio

    from bellpull.domain.errors import Setup

    config = settings(args)
    urls = args.opencode or config.opencode_urls
    if not urls:
        hint = "name one: bellpull watcher --opencode http://127.0.0.1:4096"
        raise Setup("no_opencode", "There is no OpenCode server to watch.", hint)
    from bellpull.watch.opencode import Server
    from bellpull.watch.whole import WholeWatch

    discovery = config.opencode_discovery and not args.no_discovery
    watch = WholeWatch(config, os.environ, _say, urls=args.opencode, discovery=discovery)
    names = [Server(url, {}).url for url in urls] + (["the OpenCode servers that run here"] if discovery else [])
    _log_to_stderr(config.log_level)
    print(f"Watching {plain(' and '.join(names))}.\n  stop     Ctrl-C", flush=True)
    with suppress(KeyboardInterrupt):
        asyncio.run(_run(watch))
    return DONE


async def _run(watch: WholeWatch) -> None:
    import asyncio
    import signal

    work = asyncio.ensure_future(watch.run())
    with suppress(NotImplementedError):  # Windows
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, work.cancel)
    with suppress(asyncio.CancelledError):
        await work


def _say(words: str) -> None:
    print(f"  {plain(words)}", flush=True)


def _log_to_stderr(level: str) -> None:
    import logging

    from bellpull.logs import keep_secrets

    logging.basicConfig(level=level.upper(), format="bellpull: %(message)s")
    keep_secrets()
