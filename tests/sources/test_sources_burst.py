"""What became of files in a burst: told by how they were and are, not by what happened in between."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.sources.burst import STILL, Debounce, Happening, Stamp, message, settle

FILE = 0o100644
A, B, C = (Stamp((1, inode), FILE, 10, inode) for inode in (1, 2, 3))
EDITED = A._replace(modified=99)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ({}, {}, ""),
        ({"src/lib.rs": A}, {"src/lib.rs": EDITED}, "src/lib.rs was modified externally"),
        ({"a": A}, {"a": A}, ""),
        ({}, {"a": A}, "a was created externally"),
        ({"a": A}, {}, "a was deleted externally"),
        ({"a": A}, {"a": B}, "a was modified externally"),  # an editor that saves by replacing
        ({"a": A}, {"b": A}, "a was renamed to b externally"),
        ({"a": A}, {"b": EDITED}, "a was deleted externally\nb was created externally"),  # its inode was given again
        ({"b": B, "a": A}, {"b": A}, "a was deleted externally\nb was modified externally"),  # a renamed over b
        ({"d": A}, {"c": C, "b": B, "d": EDITED}, "b was created externally\nc was created externally\n"
         "d was modified externally"),
        ({"a": A}, {"a": A._replace(mode=0o100755)}, "a was modified externally"),
    ],
)  # fmt: skip
def test_a_burst_is_told_by_its_outcome(before: dict[str, Stamp], after: dict[str, Stamp], words: str) -> None:
    assert message(settle(before, after)) == words


def test_an_endless_burst_says_that_it_goes_on() -> None:
    assert message([Happening("a", "created")], still=True) == f"a was created externally\n{STILL}"


def test_many_files_are_counted() -> None:
    after = {f"file-{number:03}": A._replace(modified=number) for number in range(182)}
    lines = message(settle({}, after)).splitlines()
    assert lines[0] == "file-000 was created externally"
    assert len(lines) == 51
    assert lines[-1] == "… and 132 more"


stamps = st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from([A, B, C, EDITED]))


@given(stamps, stamps)
def test_the_told_changes_lead_from_before_to_after(before: dict[str, Stamp], after: dict[str, Stamp]) -> None:
    names = set(before)
    for path, verb, to in settle(before, after):
        if verb == "created":
            assert path not in names
            names.add(path)
        elif verb == "modified":
            assert before[path] != after[path]
        else:
            names.remove(path)
            if to is not None:
                assert to not in names
                names.add(to)
    assert names == set(after)


@given(stamps)
def test_a_file_that_did_not_change_is_not_told(files: dict[str, Stamp]) -> None:
    assert settle(files, dict(files)) == []


def test_a_burst_is_over_when_it_was_quiet_for_a_while() -> None:
    burst = Debounce(0.4, 5)
    assert burst.left(0) is None
    burst.touch(10)
    assert burst.left(10.1) == pytest.approx(0.3)
    burst.touch(10.3)
    assert burst.left(10.5) == pytest.approx(0.2)
    assert (burst.left(10.71), burst.still(10.71)) == (0, False)
    burst.clear()
    assert burst.left(11) is None


@given(st.lists(st.floats(0.01, 0.39), min_size=30, max_size=60))
def test_an_endless_burst_is_told_after_its_longest_time(pauses: list[float]) -> None:
    burst, now = Debounce(0.4, 5), 0.0
    burst.touch(now)
    for pause in pauses:
        now += pause
        burst.touch(now)
        left = burst.left(now)
        assert left is not None
        assert now + left <= max(5.0, now)
        assert burst.still(now)
