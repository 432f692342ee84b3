"""A checker runs again when files change, and does not start itself without end."""

from hypothesis import given
from hypothesis import strategies as st

from bellpull.sources.restraint import DELAYS, GRACE_SECONDS, Restraint

OWN, OTHER = {"report.txt"}, {"src/a.py"}


def ran(restraint: Restraint, now: float, *, writes: bool = False, lasting: float = 2.0) -> float:
    """One run from beginning to end; when it ended."""
    restraint.begin()
    if writes and restraint.touch(OWN, now + lasting / 2):
        restraint.end(now + lasting / 2)
        return now + lasting / 2
    restraint.end(now + lasting)
    return now + lasting


def test_the_first_run_is_at_once_and_then_none_until_files_change() -> None:
    restraint = Restraint()
    assert restraint.left(0) == 0
    now = ran(restraint, 0)
    assert restraint.left(now) is None
    restraint.touch(OTHER, now + 60)
    assert restraint.left(now + 60) == 0
    assert not restraint.suspicious


def test_a_run_that_is_overtaken_is_ended_and_begun_anew() -> None:
    restraint = Restraint()
    restraint.begin()
    assert restraint.touch(OTHER, 1)
    restraint.end(1)
    assert restraint.left(1) == 0


def test_a_checker_that_writes_files_itself_comes_to_rest() -> None:
    restraint, now, runs = Restraint(), 0.0, 0
    while (left := restraint.left(now)) is not None:
        now = ran(restraint, now + left, writes=True)
        runs += 1
        assert runs < 20
    assert runs == 1 + len(DELAYS)
    assert restraint.suspicious


def test_a_checker_whose_files_are_seen_late_comes_to_rest() -> None:
    restraint, now, runs = Restraint(), 0.0, 0
    while (left := restraint.left(now)) is not None:
        now = ran(restraint, now + left) + GRACE_SECONDS / 2
        restraint.touch(OWN, now)
        runs += 1
        assert runs < 20
    assert restraint.suspicious


def test_a_checker_that_writes_under_ever_new_names_comes_to_rest() -> None:
    restraint, now, runs = Restraint(), 0.0, 0
    while (left := restraint.left(now)) is not None:
        restraint.begin()
        restraint.touch(set(), now + left)
        now += left
        restraint.end(now)
        runs += 1
        assert runs < 20


def test_a_rest_ends_when_another_file_changes_just_then() -> None:
    restraint, now = Restraint(), 0.0
    while (left := restraint.left(now)) is not None:
        now = ran(restraint, now + left, writes=True)
    restraint.touch(OTHER, now + GRACE_SECONDS / 2)
    assert restraint.left(now + GRACE_SECONDS / 2) == 0
    assert not restraint.suspicious


def test_a_rest_ends_when_a_file_changes_while_nothing_runs() -> None:
    restraint, now = Restraint(), 0.0
    while (left := restraint.left(now)) is not None:
        now = ran(restraint, now + left, writes=True)
    restraint.touch(OTHER, now + 60)
    assert restraint.left(now + 60) == 0


def test_edits_without_end_do_not_prevent_every_run() -> None:
    restraint, now = Restraint(), 0.0
    ended = []
    for _ in range(10):
        restraint.begin()
        ended.append(restraint.touch(OTHER, now + 1))
        now += 2
        restraint.end(now)
        if (left := restraint.left(now)) is None:
            break
        now += left
    assert False in ended


@given(st.lists(st.tuples(st.sampled_from(["touch", "begin", "end"]), st.floats(0, 20)), max_size=60))
def test_a_change_while_nothing_runs_always_starts_a_run(steps: list[tuple[str, float]]) -> None:
    restraint, now, running = Restraint(), 0.0, False
    for step, pause in steps:
        now += pause
        if step == "touch":
            restraint.touch(OTHER, now)
        elif step == "begin" and not running and restraint.left(now) == 0:
            restraint.begin()
            running = True
        elif step == "end" and running:
            restraint.end(now)
            running = False
    if running:
        restraint.end(now)
    now += GRACE_SECONDS
    restraint.touch(OTHER, now)
    left = restraint.left(now)
    assert left is not None
    assert left <= max(DELAYS)
