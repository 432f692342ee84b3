"""What an OpenCode server shows, read whole: its folders, their sessions, and what waits there for a person.

Blocking, for one thread at a time, over one connection that stays open. Lists that an old server does not have are
None. Whatever is no answer of an OpenCode is Away or Refused; of what is in the lists nothing is promised (`picture`
skips what it does not understand).
"""

from collections.abc import Collection, Iterator, Mapping
from http.client import HTTPConnection, HTTPException
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import quote

from bellpull.domain.turn import turn_of
from bellpull.watch.opencode import ELSE, Answer, Away, Refused, Server

ANSWER_SECONDS = 5.0
#: A server may close a connection that was quiet for so long just when the next request is on its way.
STALE_SECONDS = 4.0
#: Of one folder, sub-agents among them; the newest come first.
MOST_SESSIONS = 200
#: Sessions that say which folders were used lately.
MOST_RECENT = 100
PAGE = 20
MOST_PAGES = 10
NOT_THERE = (400, 404, 405, 501)

Lists = list[Mapping[str, Any]]


class Folder(NamedTuple):
    """A whole reading of one folder."""

    directory: str
    sessions: Lists
    statuses: Mapping[str, Any]
    permissions: Lists | None
    questions: Lists | None


class Told(NamedTuple):
    """The current turn of a session, as far back as needed, and its todos."""

    session: str
    messages: Lists
    todos: Lists | None


class Readings:
    def __init__(self, server: Server) -> None:
        self.server = server
        self._kept: HTTPConnection | None = None
        self._used = 0.0
        #: A reading that nobody waits for any more may still be under way.
        self._alone = Lock()

    def close(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def version(self) -> str:
        """Empty for one that is too old to say. Whatever else answers there is Away."""
        said = self._or_none("/global/health")
        if said is None:
            self._an(dict, "/session/status")
            return ""
        if not isinstance(said, dict) or said.get("healthy") is not True:
            raise self._something_else()
        return str(said.get("version") or "")

    def home(self) -> str | None:
        """The folder that it was started in."""
        said = self._or_none("/path")
        found = said.get("directory") if isinstance(said, dict) else None
        return found if isinstance(found, str) and found else None

    def recent(self, since_ms: int) -> list[str]:
        """The folders that were used since then, whichever server of this person did it."""
        try:
            said = self._or_none("/experimental/session", {"roots": "true", "limit": MOST_RECENT})
        except Refused:
            said = None
        if said is None:
            return self._projects()
        sessions = [one for one in said if isinstance(one, dict)] if isinstance(said, list) else []
        return list(dict.fromkeys(str(one["directory"]) for one in sessions if _is_used_since(one, since_ms)))

    def _projects(self) -> list[str]:
        said = self._or_none("/project")
        found = [one.get("worktree") for one in said if isinstance(one, dict)] if isinstance(said, list) else []
        return [one for one in found if isinstance(one, str) and one.strip("/")]

    def folder(self, directory: str) -> Folder:
        """`directory` empty: the one that the server was started in, where it does not say which."""
        query = {"directory": directory} if directory else {}
        statuses = self._an(dict, "/session/status", query)
        permissions, questions = self._list("/permission", query), self._list("/question", query)
        found = self._an(list, "/session", {**query, "limit": MOST_SESSIONS})
        sessions: Lists = [one for one in found if isinstance(one, dict)]
        known = {one.get("id") for one in sessions}
        for id in [id for id in statuses if id not in known]:
            sessions += [one for one in [self._or_none(f"/session/{_in_path(id)}")] if isinstance(one, dict)]
        return Folder(directory, sessions, statuses, permissions, questions)

    def turns(self, sessions: Collection[str], ask_tools: Collection[str]) -> list[Told]:
        """Those that are there; one that was deleted meanwhile is left out."""
        return [told for id in sessions if (told := self._turn(id, ask_tools)) is not None]

    def _turn(self, id: str, ask_tools: Collection[str]) -> Told | None:
        messages: Lists = []
        for page in self._pages(id):
            if page is None:
                return None
            messages = page + messages
            if turn_of(messages, ask_tools).complete:
                break
        return Told(id, messages, self._list(f"/session/{_in_path(id)}/todo", {}))

    def _pages(self, id: str) -> Iterator[Lists | None]:
        """Newest page first, each in the order in which it was written."""
        before: str | None = None
        for _ in range(MOST_PAGES):
            query = {"limit": PAGE} if before is None else {"limit": PAGE, "before": before}
            try:
                answer = self._ask("GET", f"/session/{_in_path(id)}/message", query)
            except Refused as refused:
                if refused.status not in NOT_THERE:
                    raise
                yield None
                return
            if not isinstance(answer.said, list):
                raise self._something_else()
            yield [one for one in answer.said if isinstance(one, dict)]
            before = answer.cursor
            if not before:
                return

    # Requests

    def _an(self, kind: type[Any], path: str, query: Mapping[str, object] | None = None) -> Any:
        said = self._ask("GET", path, query or {}).said
        if not isinstance(said, kind):
            raise self._something_else()
        return said

    def _list(self, path: str, query: Mapping[str, object]) -> Lists | None:
        said = self._or_none(path, query)
        if said is None:
            return None
        if not isinstance(said, list):
            raise self._something_else()
        return [one for one in said if isinstance(one, dict)]

    def _or_none(self, path: str, query: Mapping[str, object] | None = None) -> Any:
        try:
            return self._ask("GET", path, query or {}).said
        except Refused as refused:
            if refused.status in NOT_THERE:
                return None
            raise
        except Away as away:
            if away.page:
                return None
            raise

    def _ask(self, method: str, path: str, query: Mapping[str, object]) -> Answer:
        with self._alone:
            fresh = self._kept is None or monotonic() - self._used > STALE_SECONDS
            if fresh:
                self.close()
            try:
                return self._over_kept(method, path, query)
            except (OSError, HTTPException) as error:
                self.close()
                if fresh or isinstance(error, TimeoutError):
                    raise self.server.away(error, sent=True) from None
            except Away:
                self.close()
                raise
            try:
                return self._over_kept(method, path, query)
            except (OSError, HTTPException) as error:
                self.close()
                raise self.server.away(error, sent=True) from None

    def _over_kept(self, method: str, path: str, query: Mapping[str, object]) -> Answer:
        self._kept = self._kept or self.server.connection(ANSWER_SECONDS)
        try:
            return self.server.exchange(self._kept, method, path, query)
        finally:
            self._used = monotonic()

    def _something_else(self) -> Away:
        return Away(self.server.url, "what answers there is something else", sent=True, trouble=ELSE)


def _is_used_since(session: Mapping[str, Any], since_ms: int) -> bool:
    time = session.get("time")
    updated = time.get("updated") if isinstance(time, dict) else None
    return isinstance(session.get("directory"), str) and isinstance(updated, int | float) and updated >= since_ms


def _in_path(id: str) -> str:
    return quote(id, safe="")
