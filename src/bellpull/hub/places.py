"""How many sockets, and how many calls that wait, one key or one address may have at once. Each takes a file handle and
some kilobytes for as long as it lives, so that nobody's key is to have them all."""

from collections import Counter

from bellpull.domain.errors import Unavailable
from bellpull.domain.identity import Principal

#: An agent has a few processes, and each of them a socket and some calls.
OF_AGENT = 1_000
#: All that happens to an agent is written to each of its sockets, which others would feel.
SOCKETS_OF_AGENT = 100
#: A person has surfaces, watchers and scripts on several machines.
OF_PERSON = 4_000
#: All may come from one address: from this machine, or through a proxy.
OF_ADDRESS = 8_000


class Places:
    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    def take_wait(self, who: Principal) -> str:
        """What to `leave` when the call is over."""
        name, most = f"wait {who.key_id}", most_of(who)
        if self._taken[name] >= most:
            raise Unavailable("too_many_waiting", f"{most} calls of this key wait already", "try again in a moment")
        self._taken[name] += 1
        return name

    def take_socket(self, who: Principal, address: str) -> tuple[str, str]:
        """What to `leave` when the socket is closed."""
        key, place = f"socket {who.key_id}", f"socket from {address}"
        own = OF_PERSON if who.is_person else SOCKETS_OF_AGENT
        for name, most, whose in ((key, own, "This key"), (place, OF_ADDRESS, "This address")):
            if self._taken[name] >= most:
                raise Unavailable("too_many_sockets", f"{whose} has {most} sockets already", "close some of them")
        self._taken.update((key, place))
        return key, place

    def leave(self, *names: str) -> None:
        for name in names:
            self._taken[name] -= 1
            if self._taken[name] <= 0:
                del self._taken[name]


def most_of(who: Principal) -> int:
    return OF_PERSON if who.is_person else OF_AGENT
