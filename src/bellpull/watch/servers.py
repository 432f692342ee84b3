"""The OpenCode servers that are watched: those that settings name, those found among this machine's processes, and
those that plugins name. One server is watched once, however many addresses it has."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from bellpull.config import SETTINGS
from bellpull.domain.errors import BellpullError
from bellpull.place.reading import place_of as place_of_process
from bellpull.watch.aside import Aside
from bellpull.watch.discovery import listening
from bellpull.watch.opencode import Server, place_of
from bellpull.watch.watching import NEARBY, Found, Reporter, Watching

LOOK_SECONDS = 5.0
#: A server that ended may be starting anew.
SOON_SECONDS = 0.5
AGAIN_SECONDS = 5.0
MOST_FOREIGN = 100
IGNORED = (
    "%s is ignored: a program of another account listens there. "
    "If you trust it, write that address into the setting opencode_urls"
)
DEFAULTS = {setting.name: setting.default for setting in SETTINGS}
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - who listens everywhere is reached nearby

log = logging.getLogger("bellpull.watch")


class Servers:
    """`say` gets a sentence when a server appears, goes or is locked. `written`: a person named these addresses; any
    other has to be of this account."""

    def __init__(
        self,
        urls: Iterable[str],
        environ: Mapping[str, str],
        ask_tools: Collection[str],
        *,
        discovery: bool,
        written: bool,
        say: Callable[[str], None],
    ) -> None:
        self._environ = environ
        self._ask_tools = ask_tools
        self._discovery = discovery
        self._say = say
        self._in_thread = Aside(1)
        self._named = [
            (Server(url, environ, own_only=not written), Found(written and (url,) != DEFAULTS["opencode_urls"], True))
            for url in urls
        ]
        self._watched: dict[str, Watching] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._look_now = asyncio.Event()
        self._said: dict[str, str] = {}
        #: Where another account's program was, as was said.
        self._foreign: set[str] = set()
        self._by_plugins: list[str] = []
        self._of_plugins: dict[str, str] = {}
        self._reporter: Reporter | None = None

    def now(self) -> list[Server]:
        """For nudges: whoever is there, or may be."""
        if not self._watched:
            return [server for server, _ in self._named]
        return [one.server for one in self._watched.values()]

    def seen(self) -> list[dict[str, Any]]:
        """As the hub is told."""
        return [told for one in self._watched.values() if (told := one.seen()) is not None]

    def named_by_plugins(self, folders: Sequence[tuple[str, str]]) -> None:
        """Each with the server that its plugin told, or nothing. Only those nearby: nobody is to send a password to
        wherever a plugin says."""
        self._of_plugins = {folder: place_of(url) if url else "" for folder, url in folders}
        urls = dict.fromkeys(url for _, url in folders if url)
        near = [url for url in urls if place_of(url).startswith(NEARBY)]
        if near != self._by_plugins:
            self._by_plugins = near
            self._look_now.set()

    def watched_at(self, place: str) -> Watching | None:
        return self._watched.get(place)

    async def run(self, reporter: Reporter) -> None:
        self._reporter = reporter
        for server, found in self._named:
            if server.place not in self._watched:
                self._watch(server, found)
        try:
            while True:
                await self._look()
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await self._look_now.wait()
                        self._look_now.clear()
                        await asyncio.sleep(SOON_SECONDS)
        finally:
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _look(self) -> None:
        found = await self._in_thread(listening) if self._discovery else []
        for one in found:
            await self._found(_reachable(one.url), one.pid)
        for url in self._by_plugins:
            await self._found(url, None, {})
        self._say_changes()

    async def _found(self, url: str, pid: int | None, environ: Mapping[str, str] | None = None) -> None:
        """With a password only where a person or a process named it: any agent can name an address."""
        try:
            server = Server(url, self._environ if environ is None else environ, own_only=True)
        except BellpullError:
            return
        known = self._watched.get(server.place)
        if known is not None and pid is not None and not known.met:
            # Named by an address of this machine where it does not listen; the password is meant for it all the same.
            server.authorization = known.server.authorization or server.authorization
            if (server.url, server.authorization) != (known.server.url, known.server.authorization):
                self._forget(server.place)
                known = self._watch(server, known.found)
        elif known is None:
            known = self._watch(server, Found(explicit=False, kept=False))
        if pid is not None and pid != known.pid:
            known.runs_as(pid, await self._in_thread(place_of_process, pid))

    def _watch(self, server: Server, found: Found) -> Watching:
        assert self._reporter is not None
        watching = Watching(server, found, self._ask_tools, self._reporter, self._homes_elsewhere)
        self._watched[server.place] = watching
        self._tasks[server.place] = asyncio.ensure_future(self._run(watching))
        return watching

    def _forget(self, place: str) -> None:
        self._watched.pop(place, None)
        if (task := self._tasks.pop(place, None)) is not None:
            task.cancel()

    async def _run(self, watching: Watching) -> None:
        """The boundary between servers: what goes wrong with one of them stays with it."""
        while True:
            try:
                await watching.run()
                break
            except Exception:
                log.exception("%s cannot be watched", watching.server.url)
                await asyncio.sleep(AGAIN_SECONDS)
        if self._watched.get(watching.server.place) is watching:
            del self._watched[watching.server.place], self._tasks[watching.server.place]
        self._say_changes()
        self._look_now.set()
        if self._reporter is not None:
            self._reporter.servers_changed()

    def _homes_elsewhere(self, watching: Watching) -> set[str]:
        others = (one for one in self._watched.values() if one is not watching and one.host == watching.host)
        homes = {one.home for one in others if one.home and one.home != watching.home}
        return homes | {folder for folder, place in self._of_plugins.items() if place != watching.server.place}

    def changed(self) -> None:
        """Of some server something changed."""
        self._say_changes()
        if any(one.trouble for one in self._watched.values()):
            self._look_now.set()

    def _say_foreign(self) -> None:
        """Once for each address, also if it is named again and again."""
        for one in self._watched.values():
            if one.is_foreign and one.server.place not in self._foreign and len(self._foreign) < MOST_FOREIGN:
                self._foreign.add(one.server.place)
                log.warning(IGNORED, one.server.url)

    def _say_changes(self) -> None:
        self._say_foreign()
        told = {str(one["server"]): _state(one) for one in self.seen() if _state(one)}
        for url in [url for url in self._said if url not in told]:
            del self._said[url]
            self._say(f"{url}: gone")
        for url, state in told.items():
            if self._said.get(url) != state:
                self._said[url] = state
                self._say(f"{url}: {state}")


def _state(told: Mapping[str, Any]) -> str:
    """Empty before anything is known of it."""
    if told["trouble"]:
        return str(told["trouble"])
    return f"OpenCode {told['version']}" if told.get("version") else ""


def _reachable(url: str) -> str:
    """Who listens everywhere is reached nearby."""
    host = urlsplit(url).hostname or ""
    written = f"[{host}]" if ":" in host else host
    return url.replace(f"//{written}", f"//{EVERYWHERE[host]}", 1) if host in EVERYWHERE else url
