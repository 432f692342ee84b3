"""What the hub says at /metrics, read as strictly as the format is written."""

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from support.hub import Caller

NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
SAMPLE = re.compile(r"(?P<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(?P<labels>[^\n]*)\})? (?P<value>\S+)")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"')

Labels = frozenset[tuple[str, str]]


class Family(NamedTuple):
    kind: str
    help: str
    #: By the sample's own name and its labels.
    samples: dict[tuple[str, Labels], float]


class Figures:
    """Raises AssertionError for whatever a strict reader would not take."""

    def __init__(self, text: str) -> None:
        assert text.endswith("\n")
        self.families: dict[str, Family] = {}
        for line in text.splitlines():
            self._take(line)
        for name, family in self.families.items():
            _check(name, family)

    def _take(self, line: str) -> None:
        if line.startswith("# HELP "):
            _, _, self._name, help = line.split(" ", 3)
            assert NAME.fullmatch(self._name), line
            assert self._name not in self.families, line
            assert help.strip(), line
            self.families[self._name] = Family("", help, {})
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name == self._name, line
            assert kind in {"counter", "gauge", "histogram"}, line
            self.families[name] = self.families[name]._replace(kind=kind)
        else:
            self._take_sample(line)

    def _take_sample(self, line: str) -> None:
        found = SAMPLE.fullmatch(line)
        assert found, line
        own = {"histogram": ("_bucket", "_sum", "_count")}.get(self.families[self._name].kind, ("",))
        assert found["name"] in [self._name + suffix for suffix in own], line
        labels = LABEL.findall(found["labels"] or "")
        assert ",".join(f'{name}="{value}"' for name, value in labels) == (found["labels"] or ""), line
        key = (found["name"], frozenset(labels))
        samples = self.families[self._name].samples
        assert key not in samples, line
        samples[key] = float(found["value"])
        assert math.isfinite(samples[key]), line

    def value(self, name: str, **labels: str) -> float:
        """Of one sample; 0 of a series that is not there yet."""
        return dict(self.all()).get((name, frozenset(labels.items())), 0.0)

    def all(self) -> Iterator[tuple[tuple[str, Labels], float]]:
        for family in self.families.values():
            yield from family.samples.items()

    def values_of(self, label: str) -> set[str]:
        return {value for (_, labels), _ in self.all() for name, value in labels if name == label}


def figures(reader: Caller) -> Figures:
    answer = reader.get("/metrics")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return Figures(answer.text)


def _check(name: str, family: Family) -> None:
    assert family.kind, f"{name} has no TYPE"
    assert name.endswith("_total") == (family.kind == "counter"), name
    if family.kind == "histogram":
        for labels in {_without_bound(labels) for _, labels in family.samples}:
            _check_histogram(name, family, labels)


def _check_histogram(name: str, family: Family, labels: Labels) -> None:
    buckets = {
        float(dict(own)["le"]): value
        for (sample, own), value in family.samples.items()
        if sample == f"{name}_bucket" and _without_bound(own) == labels
    }
    counts = [count for _, count in sorted(buckets.items())]
    assert counts == sorted(counts), name
    assert buckets[math.inf] == family.samples[f"{name}_count", labels], name
    assert family.samples[f"{name}_sum", labels] >= 0


def _without_bound(labels: Labels) -> Labels:
    return frozenset((name, value) for name, value in labels if name != "le")
