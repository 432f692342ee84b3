"""Prometheus' text format 0.0.4: families with HELP and TYPE, each with its samples."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from bellpull.hub.measured import Histogram

CONTENT_TYPE = b"text/plain; version=0.0.4; charset=utf-8"
COUNTER, GAUGE, HISTOGRAM = "counter", "gauge", "histogram"


class Sample(NamedTuple):
    #: What stands between the family's name and the value.
    rest: str
    value: float


class Family(NamedTuple):
    name: str
    kind: str
    help: str
    samples: Callable[[], list[Sample]]


def labelled(value: float, **labels: str) -> Sample:
    return Sample(_labels(labels), value)


def histogram_samples(histogram: Histogram, **labels: str) -> list[Sample]:
    upto, seconds = histogram.read()
    bounds = (*map(str, histogram.bounds), "+Inf")
    buckets = [Sample("_bucket" + _labels({**labels, "le": le}), n) for le, n in zip(bounds, upto, strict=True)]
    return [*buckets, Sample("_sum" + _labels(labels), round(seconds, 6)), Sample("_count" + _labels(labels), upto[-1])]


def written(families: Iterable[Family]) -> str:
    return "".join(line for family in sorted(families) for line in _lines(family))


def _lines(family: Family) -> list[str]:
    head = [f"# HELP {family.name} {family.help}\n", f"# TYPE {family.name} {family.kind}\n"]
    return head + [f"{family.name}{sample.rest} {_number(sample.value)}\n" for sample in family.samples()]


def _labels(labels: dict[str, str]) -> str:
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items()) + "}" if labels else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(float(value))
