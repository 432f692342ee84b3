"""How long things took, counted in a way that costs next to nothing. Where the figures are shown is not known here."""

from bisect import bisect_left

#: Upper bounds, in seconds: of an answer, and of one durable commit.
ANSWERS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
COMMITS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Histogram:
    """One thread adds; others may look meanwhile, and then miss at most what is being added."""

    __slots__ = ("_buckets", "_sum", "bounds")

    def __init__(self, bounds: tuple[float, ...] = ANSWERS) -> None:
        self.bounds = bounds
        self._buckets = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._buckets[bisect_left(self.bounds, seconds)] += 1
        self._sum += seconds

    def read(self) -> tuple[list[int], float]:
        """How many took at most as long as each bound, and lastly all of them; and the seconds of all together."""
        total, upto = 0, []
        for count in self._buckets:
            total += count
            upto.append(total)
        return upto, self._sum
