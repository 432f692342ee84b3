"""The dashboard for Grafana: it can be imported, and asks for nothing that a hub does not say."""

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from support.hub import Caller, Hub
from support.metrics import figures
from support.questions import ask, surface

FILE = Path(__file__).parents[2] / "deploy" / "grafana-dashboard.json"
DASHBOARD: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
PANELS: list[dict[str, Any]] = DASHBOARD["panels"]
DRAWN = [panel for panel in PANELS if panel["type"] != "row"]
EXPRESSIONS = [target["expr"] for panel in DRAWN for target in panel["targets"]]
WIDTH = 24
#: Names of metrics are the words that are neither a function's nor a label's.
METRIC = re.compile(r"\b(?:bellpull|process)_[a-z_]+")


def test_the_dashboard_has_what_an_import_needs() -> None:
    assert DASHBOARD["id"] is None
    assert DASHBOARD["title"] == "Bellpull"
    assert DASHBOARD["uid"]
    assert DASHBOARD["schemaVersion"] >= 36
    assert {"time", "refresh", "templating", "annotations"} <= set(DASHBOARD)


def test_the_source_of_the_figures_is_chosen_by_whoever_imports_it() -> None:
    variables = {one["name"]: one for one in DASHBOARD["templating"]["list"]}
    assert (variables["datasource"]["type"], variables["datasource"]["query"]) == ("datasource", "prometheus")
    sources = [panel["datasource"] for panel in DRAWN] + [t["datasource"] for p in DRAWN for t in p["targets"]]
    sources += [variables["instance"]["datasource"], *(one["datasource"] for one in DASHBOARD["annotations"]["list"])]
    assert all(source == {"type": "prometheus", "uid": "${datasource}"} for source in sources)


def test_panels_ask_something_and_say_what_it_is() -> None:
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    for panel in DRAWN:
        assert panel["title"], panel["id"]
        assert panel["description"], panel["title"]
        assert panel["targets"], panel["title"]
        ids = [target["refId"] for target in panel["targets"]]
        assert len(set(ids)) == len(ids), panel["title"]


def test_no_two_panels_lie_on_each_other() -> None:
    places = [panel["gridPos"] for panel in PANELS]
    assert all(one["x"] >= 0 and one["x"] + one["w"] <= WIDTH and one["h"] > 0 for one in places)
    for one, other in itertools.combinations(places, 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        apart = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
        assert beside or apart, (one, other)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_is_whole(expression: str) -> None:
    for begin, end in ("()", "[]", "{}"):
        assert expression.count(begin) == expression.count(end)
    if "rate(" in expression:
        assert "[$__rate_interval]" in expression


def test_a_hub_that_was_used_says_each_figure_and_label_of_the_dashboard(
    hub: Hub, agent: Caller, person: Caller
) -> None:
    ask(agent)
    hub.nobody("GET", "/api/me")
    with surface(person, "buttons"):
        shown = figures(hub.owner)
    said = {name for (name, _), _ in shown.all()}
    annotations = [one["expr"] for one in DASHBOARD["annotations"]["list"]]
    asked = {name for expression in [*EXPRESSIONS, *annotations] for name in METRIC.findall(expression)}
    assert asked <= said
    labels = {name for (_, own), _ in shown.all() for name, _ in own} | {"instance"}
    for expression in EXPRESSIONS:
        grouped = {word for by in re.findall(r"by \(([^)]*)\)", expression) for word in by.split(", ")}
        matched = set(re.findall(r"([a-z]+)(?:=~|!~|!=|=)\"", expression))
        assert grouped | matched <= labels, expression
    legends = "".join(target["legendFormat"] for panel in DRAWN for target in panel["targets"])
    assert set(re.findall(r"\{\{([a-z]+)\}\}", legends)) <= labels


def test_the_dashboard_has_each_figure_of_the_hub(hub: Hub) -> None:
    """What is worth counting is worth looking at; these are for alerts alone."""
    text = FILE.read_text(encoding="utf-8")
    left_out = {"bellpull_mcp_waiting_calls_limit"}
    ours = {name for name in figures(hub.owner).families if name.startswith("bellpull_")}
    assert {name for name in ours if name not in text} == left_out
