"""What a run of `make clients` says of itself: what each coding tool shows, and what differs from the recorded run."""

from types import SimpleNamespace
from typing import Any

import pytest

from support.tool_results import ASKS, SHOWS, TOLD_AT_WORK, TOOL, VERSION, Results, differences, recorded, results_of

THEN = Results("1.0", "2026-01-01", passed=("test_a.py::a", "test_a.py::b"), failed=("test_a.py::c",), shows=(ASKS,))


def report(journey: str, outcome: str = "passed", *shows: str, tool: str = "codex") -> Any:
    told = [(TOOL, tool), (VERSION, "2.0"), *((SHOWS, column) for column in shows)]
    return SimpleNamespace(
        nodeid=f"tests/x/{journey}", outcome=outcome, passed=outcome == "passed", user_properties=told
    )


def test_a_tool_shows_what_all_of_its_journeys_show() -> None:
    reports = [report("a", "passed", ASKS), report("b", "passed", ASKS, TOLD_AT_WORK)]
    assert results_of(reports)["codex"].shows == (ASKS, TOLD_AT_WORK)


@pytest.mark.parametrize("turn", [1, -1])
def test_a_journey_that_fails_takes_back_what_another_shows(turn: int) -> None:
    reports = [report("a", "passed", ASKS), report("b", "failed", ASKS), report("c", "passed", TOLD_AT_WORK)]
    now = results_of(reports[::turn])["codex"]
    assert (now.shows, now.passed, now.failed) == ((TOLD_AT_WORK,), ("a", "c"), ("b",))


def test_a_journey_of_no_coding_tool_and_a_skipped_one_count_for_nothing() -> None:
    other = SimpleNamespace(nodeid="tests/x/d", outcome="passed", passed=True, user_properties=[])
    assert results_of([other, report("a", "skipped", ASKS)]) == {}


def test_a_run_says_what_has_changed_since_the_recorded_one() -> None:
    now = {"codex": Results("2.0", "2026-02-02", ("test_a.py::b", "test_a.py::c", "test_a.py::d"), ("test_a.py::a",))}
    assert list(differences(now, {"codex": THEN})) == [
        "codex 2.0: 3 journeys pass, 1 fail",
        "  recorded: 1.0 on 2026-01-01",
        "  fails, and passed before: test_a.py::a",
        "  passes now: test_a.py::c",
        "  new: test_a.py::d",
        f"  README's table says otherwise: {ASKS}",
    ]


def test_a_run_like_the_recorded_one_says_no_more_than_its_numbers() -> None:
    assert list(differences({"codex": THEN}, {"codex": THEN})) == ["codex 1.0: 2 journeys pass, 1 fail"]


def test_no_journey_of_the_recorded_run_failed() -> None:
    assert {tool: one.failed for tool, one in recorded().items() if one.failed} == {}
