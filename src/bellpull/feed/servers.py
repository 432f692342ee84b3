"""The Servers of a hub that is one process: what watchers last said of the servers near them, by their addresses."""

from collections import defaultdict
from collections.abc import Iterable

from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant
from bellpull.domain.watched import ServerSeen

#: More than these no person watches. Nobody's give way to another's.
MOST = 1000

Place = tuple[str, str]


class MemoryServers:
    def __init__(self) -> None:
        self._seen: defaultdict[str, dict[Place, ServerSeen]] = defaultdict(dict)

    def put(self, servers: Iterable[ServerSeen]) -> bool:
        changed = False
        for one in servers:
            own = self._seen[one.by]
            before = own.pop(_place(one), None)
            changed = changed or before is None or before._replace(seen_at=one.seen_at) != one
            own[_place(one)] = one
            if len(own) > MOST:
                del own[next(iter(own))]
        return changed

    def drop(self, servers: Iterable[ServerSeen]) -> bool:
        return sum(self._seen[one.by].pop(_place(one), None) is not None for one in servers) > 0

    def seen_by(self, who: Principal, since: Instant) -> list[ServerSeen]:
        own = self._seen.get(who.name, {})
        return sorted((one for one in own.values() if one.seen_at >= since), key=_place)


def _place(server: ServerSeen) -> Place:
    return server.host, server.server
