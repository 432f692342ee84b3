"""What the hub counts about itself, as Prometheus text. Gauges are asked when the page is, counters are kept here."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._seconds: dict[str, _Histogram] = {}
        self._counts: Counter[str] = Counter()
        self._gauges: dict[str, Callable[[], float]] = {}

    def answered(self, route: str, status: int, seconds: float) -> None:
        self._requests[route, status] += 1
        if route not in self._seconds:
            self._seconds[route] = _Histogram()
        self._seconds[route].add(seconds)

    def count(self, name: str, by: int = 1) -> None:
        self._counts[name] += by

    def gauge(self, name: str, value: Callable[[], float]) -> None:
        self._gauges[name] = value

    def text(self) -> str:
        return "\n".join([*self._request_lines(), *self._latency_lines(), *self._other_lines()]) + "\n"

    def _request_lines(self) -> list[str]:
        head = ["# HELP bellpull_requests_total Answered requests.", "# TYPE bellpull_requests_total counter"]
        return head + [
            f'bellpull_requests_total{{route="{route}",status="{status}"}} {count}'
            for (route, status), count in sorted(self._requests.items())
        ]

    def _latency_lines(self) -> list[str]:
        lines = ["# HELP bellpull_request_seconds Time to answer.", "# TYPE bellpull_request_seconds histogram"]
        for route, histogram in sorted(self._seconds.items()):
            lines += histogram.lines("bellpull_request_seconds", f'route="{route}"')
        return lines

    def _other_lines(self) -> list[str]:
        lines: list[str] = []
        for name, count in sorted(self._counts.items()):
            lines += [f"# TYPE bellpull_{name}_total counter", f"bellpull_{name}_total {count}"]
        for name, value in sorted(self._gauges.items()):
            lines += [f"# TYPE bellpull_{name} gauge", f"bellpull_{name} {value():g}"]
        return lines


class _Histogram:
    def __init__(self) -> None:
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._buckets[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str, label: str) -> list[str]:
        lines, total = [], 0
        for bound, count in zip((*BOUNDS, "+Inf"), self._buckets, strict=True):
            total += count
            lines.append(f'{name}_bucket{{{label},le="{bound}"}} {total}')
        return [*lines, f"{name}_sum{{{label}}} {self._sum:.6f}", f"{name}_count{{{label}}} {total}"]
