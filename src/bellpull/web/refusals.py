"""What the hub refused: counted by code, and said in the log where an outsider tried something.

A line names the code, the route as it is written in the reference, and the address: never the path as it came, which
may have a webhook's token in it, and never a query. A flood does not drown the log: of each code a few lines are
written in a while, and then how many were left out.
"""

import asyncio
import ipaddress
import logging
from collections import Counter
from collections.abc import Sequence

log = logging.getLogger("bellpull.refused")

#: Of one code in this time.
MOST_LINES = 5
WINDOW_SECONDS = 10.0
#: Codes are our own words; should one ever be made of what somebody sent, it is still no way to fill the memory.
MOST_CODES = 500
OTHERS = "other"
#: There from the start: a first refusal is seen as a rise, not as a series that was always so.
USUAL = (
    *("key_required", "invalid_key", "host_refused", "origin_refused", "not_found", "webhook_not_found"),
    *("wrong_login", "too_many_logins", "internal"),
)
#: Tried without a right to it. What else is refused is a mistake of somebody who may be here.
OUTSIDE = frozenset({401, 403, 421, 426, 429, 431})
NO_ROUTE = "-"


class Refusals:
    """Told on the event loop alone."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = dict.fromkeys(USUAL, 0)
        self._lines: Counter[str] = Counter()

    def count(self, code: str) -> None:
        if code not in self.counts and len(self.counts) >= MOST_CODES:
            code = OTHERS
        self.counts[code] = self.counts.get(code, 0) + 1

    def answered(self, code: str, status: int, client: Sequence[object] | None, route: str) -> None:
        """Count it, and say it if its status is that of an outsider's try."""
        if status in OUTSIDE:
            self.note(code, client, route)
        else:
            self.count(code)

    def note(self, code: str, client: Sequence[object] | None, route: str = NO_ROUTE) -> None:
        """Count it, and say it. `client`: the address and port that it came from, where they are known."""
        self.count(code)
        if not log.isEnabledFor(logging.INFO):
            return
        if not self._lines:
            asyncio.get_running_loop().call_later(WINDOW_SECONDS, self._end_window)
        if len(self._lines) >= MOST_CODES and code not in self._lines:
            code = OTHERS
        self._lines[code] += 1
        if self._lines[code] <= MOST_LINES:
            origin = _address(client)
            known = {"code": code, "route": route, "origin": origin}
            log.info("refused %s: %s from %s", code, route, origin, extra=known)

    def _end_window(self) -> None:
        lines, self._lines = self._lines, Counter()
        for code, seen in lines.items():
            if seen > MOST_LINES:
                left_out = seen - MOST_LINES
                known = {"code": code, "left_out": left_out}
                log.info("refused %s: %d more in %d seconds", code, left_out, WINDOW_SECONDS, extra=known)


def _address(client: Sequence[object] | None) -> str:
    """A proxy may say anything: only an address is written down."""
    try:
        return str(ipaddress.ip_address(str(client[0]))) if client else NO_ROUTE
    except ValueError:
        return NO_ROUTE
