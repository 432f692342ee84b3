"""The Servers of a hub that is one process: what watchers last said of the servers near them, by their addresses."""

from collections.abc import Iterable

from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant
from bellpull.domain.watched import ServerSeen

#: More than these nobody watches.
MOST = 1000


class MemoryServers:
    def __init__(self) -> None:
        self._seen: dict[tuple[str, str, str], ServerSeen] = {}

    def put(self, servers: Iterable[ServerSeen]) -> bool:
        changed = False
        for one in servers:
            before = self._seen.pop(_key(one), None)
            changed = changed or before is None or before._replace(seen_at=one.seen_at) != one
            self._seen[_key(one)] = one
        for oldest in list(self._seen)[:-MOST]:
            del self._seen[oldest]
        return changed

    def drop(self, servers: Iterable[ServerSeen]) -> bool:
        return sum(self._seen.pop(_key(one), None) is not None for one in servers) > 0

    def seen_by(self, who: Principal, since: Instant) -> list[ServerSeen]:
        fresh = [one for one in self._seen.values() if one.seen_at >= since]
        return sorted((one for one in fresh if one.by == who.name), key=lambda one: (one.host, one.server))


def _key(server: ServerSeen) -> tuple[str, str, str]:
    return server.by, server.host, server.server
