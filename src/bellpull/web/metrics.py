"""What the hub counts about itself. Counters are kept here, gauges are asked when the page is (`exposition` writes it).

A route's meter is made with the route, and what was refused has a code of ours: no request can make a new series, and
nobody's name is in any.
"""

from collections.abc import Callable, Iterable, Mapping

from bellpull.hub.measured import Histogram
from bellpull.web.exposition import COUNTER, GAUGE, HISTOGRAM, Family, Sample, histogram_samples, labelled, written
from bellpull.web.refusals import Refusals


class Meter:
    """One route: how often it answered what, and how soon."""

    __slots__ = ("_statuses", "route", "seconds")

    def __init__(self, route: str) -> None:
        self.route = route
        self.seconds = Histogram()
        self._statuses: dict[int, int] = {}

    def answered(self, status: int, seconds: float) -> None:
        self._statuses[status] = self._statuses.get(status, 0) + 1
        self.seconds.add(seconds)

    def samples(self) -> list[Sample]:
        # Once each: what `answered` adds meanwhile is seen by the next look.
        found = sorted(self._statuses.items())
        return [labelled(count, route=self.route, status=str(status)) for status, count in found]


class Count:
    """Something that only rises."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def add(self, by: int = 1) -> None:
        self.value += by


class Metrics:
    def __init__(self) -> None:
        self.refusals = Refusals()
        self._meters: dict[str, Meter] = {}
        self._families: list[Family] = []
        self._add("bellpull_requests_total", COUNTER, "Requests answered, by route and status.", self._requests)
        help = "Seconds from a request to its answer, by route; calls that wait are in it with the time they waited."
        self._add("bellpull_request_seconds", HISTOGRAM, help, self._seconds)
        help = "What was refused, by the code of the error."
        self._add("bellpull_refused_total", COUNTER, help, self._refused)

    def route(self, name: str) -> Meter:
        return self._meters.setdefault(name, Meter(name))

    def counter(self, name: str, help: str) -> Count:
        count = Count()
        self._add(name, COUNTER, help, lambda: [Sample("", count.value)])
        return count

    def total(self, name: str, help: str, value: Callable[[], float | None]) -> None:
        """A counter that somebody else keeps."""
        self._add(name, COUNTER, help, lambda: _one(value()))

    def gauge(self, name: str, help: str, value: Callable[[], float | None]) -> None:
        """None where it cannot be known: then it is not there."""
        self._add(name, GAUGE, help, lambda: _one(value()))

    def gauges(self, name: str, help: str, label: str, values: Callable[[], Mapping[str, float]]) -> None:
        """Several that differ in one label, whose values are the caller's own words."""
        self._add(name, GAUGE, help, lambda: [labelled(value, **{label: word}) for word, value in values().items()])

    def histogram(self, name: str, help: str, seconds: Histogram) -> None:
        self._add(name, HISTOGRAM, help, lambda: histogram_samples(seconds))

    def text(self, more: Iterable[Family] = ()) -> str:
        return written((*self._families, *more))

    def _add(self, name: str, kind: str, help: str, samples: Callable[[], list[Sample]]) -> None:
        self._families.append(Family(name, kind, help, samples))

    def _used(self) -> list[Meter]:
        return [meter for _, meter in sorted(self._meters.items()) if meter.samples()]

    def _requests(self) -> list[Sample]:
        return [sample for meter in self._used() for sample in meter.samples()]

    def _seconds(self) -> list[Sample]:
        return [sample for meter in self._used() for sample in histogram_samples(meter.seconds, route=meter.route)]

    def _refused(self) -> list[Sample]:
        return [labelled(count, code=code) for code, count in sorted(self.refusals.counts.items())]


def _one(value: float | None) -> list[Sample]:
    return [] if value is None else [Sample("", value)]
