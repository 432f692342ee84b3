"""Findings of checkers: read from what tools print, and compared with what was found before."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.sources.checker import Checked
from bellpull.sources.diagnostics import Known
from bellpull.sources.findings import Finding, compare, message, parse


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ("src/a.py:10: E501 too long", ("src/a.py", 10, None, "E501 too long")),
        ("src/a.py:10:4: E501 too long", ("src/a.py", 10, 4, "E501 too long")),
        ("./a.py:1:2: x", ("a.py", 1, 2, "x")),
        ("a.py:3:5:3:9: error: x", ("a.py", 3, 5, "error: x")),
        ("a.hs:3:5-9: error", ("a.hs", 3, 5, "error")),
        ("src/a.ts(3,5): error TS2304: Cannot find 'x'.", ("src/a.ts", 3, 5, "error TS2304: Cannot find 'x'.")),
        (r"C:\src\a.cpp(12): error C2065: 'x'", (r"C:\src\a.cpp", 12, None, "error C2065: 'x'")),
        (r"C:\src\a.cpp:12:1: error: x", (r"C:\src\a.cpp", 12, 1, "error: x")),
        ("a.cs(1,2) : warning CS1: x", ("a.cs", 1, 2, "warning CS1: x")),
        ("\x1b[1ma.py\x1b[0m:\x1b[36m3\x1b[0m: x", ("a.py", 3, None, "x")),
        ("with space.py:3: x", ("with space.py", 3, None, "x")),
        ("Makefile:3: *** missing separator.  Stop.", ("Makefile", 3, None, "*** missing separator.  Stop.")),
        ("größe.py:3: x", ("größe.py", 3, None, "x")),
    ],
)  # fmt: skip
def test_a_line_with_file_line_and_message_is_a_finding(line: str, finding: tuple[str, int, int | None, str]) -> None:
    assert parse(f"noise\n{line}\n".encode()) == [Finding(*finding)]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Found 2 errors.",
        "12:30:45: started",
        "a.py: no line",
        "a.py:10:",
        "a.py:10: ",
        "http://localhost:8080/x: refused",
        '  File "a.py", line 3, in f',
        "a.py:99999999999999999999: x",
        "    ^~~~",
    ],
)
def test_anything_else_is_none(line: str) -> None:
    assert parse(line.encode()) == []


def found(*lines: str) -> list[Finding]:
    return parse("\n".join(lines).encode())


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ([], [], None),
        (["a.py:1: x"], ["a.py:1: x"], None),
        (["a.py:1: x"], ["a.py:7: x"], None),
        (["a.py:1:1: x"], ["a.py:1:9: x"], None),
        ([], ["src/a.py:10: E501"], "1 new\n+ src/a.py:10: E501"),
        (
            ["src/b.py:3: y"],
            ["src/a.py:10: E501", "src/a.py:2:4: E502"],
            "2 new, 1 gone\n+ src/a.py:2:4: E502\n+ src/a.py:10: E501\n- src/b.py:3: y",
        ),
        (["a.py:1: x"], [], "1 gone, none left\n- a.py:1: x"),
        (["a.py:1: x", "a.py:2: x"], ["a.py:2: x"], "1 gone\n- a.py:1: x"),
        (["a.py:2: x"], ["a.py:2: x", "a.py:5: x"], "1 new\n+ a.py:5: x"),
        (["a.py:2: x"], ["a.py:3: x", "a.py:4: x"], "1 new\n+ a.py:3: x"),
        (["a.py:1: x"], ["b.py:1: x"], "1 new, 1 gone\n+ b.py:1: x\n- a.py:1: x"),
    ],
)
def test_only_what_is_new_or_gone_is_said(before: list[str], after: list[str], said: str | None) -> None:
    assert message(compare(found(*before), found(*after))) == said


findings = st.lists(
    st.builds(Finding, st.sampled_from(["a.py", "b.py"]), st.integers(1, 5), st.none(), st.sampled_from("xyz")),
    unique=True,
)


@given(findings, findings)
def test_new_and_gone_findings_lead_from_before_to_after(before: list[Finding], after: list[Finding]) -> None:
    def kinds(some: list[Finding]) -> Counter[tuple[str, str]]:
        return Counter((finding.file, finding.message) for finding in some)

    new, gone, left = compare(before, after)
    assert kinds(before) + kinds(new) - kinds(gone) == kinds(after)
    assert not kinds(new) & kinds(gone)
    assert set(new) <= set(after)
    assert set(gone) <= set(before)
    assert left == len(after)


@given(findings, st.integers(1, 100))
def test_findings_that_all_moved_are_neither_new_nor_gone(before: list[Finding], by: int) -> None:
    after = [finding._replace(line=finding.line + by) for finding in before]
    assert message(compare(before, after)) is None


@given(st.binary(max_size=500))
def test_whatever_a_tool_prints_can_be_read(output: bytes) -> None:
    for finding in parse(output):
        assert str(finding).replace("\u200d", "").replace("\t", "").isprintable()


def test_many_findings_are_counted() -> None:
    said = message(compare([], found(*(f"a.py:{number}: x{number}" for number in range(1, 101)))))
    assert said is not None
    lines = said.splitlines()
    assert (lines[0], lines[-1], len(lines)) == ("100 new", "… and 50 more", 52)


CRASH = Checked(2, b"", b"Traceback\nruff: bad option\n")


def test_a_checker_that_fails_is_told_once_and_nothing_counts_as_gone() -> None:
    known = Known("ruff check", all=True)
    assert known.hear(Checked(1, b"a.py:1: x\n", b"")) == "1 new\n+ a.py:1: x"
    assert known.hear(CRASH) == "ruff check failed: exit 2\nTraceback\nruff: bad option"
    assert known.hear(CRASH) is None
    assert known.hear(Checked(1, b"a.py:4: x\n", b"")) == "ruff check works again: nothing new, nothing gone"
    assert known.hear(CRASH) is not None
    assert known.hear(Checked(0, b"", b"")) == "ruff check works again: 1 gone, none left\n- a.py:4: x"


def test_findings_that_are_there_at_the_start_are_not_told() -> None:
    known = Known("check", all=False)
    assert known.hear(Checked(1, b"a.py:1: x\n", b"")) is None
    assert known.hear(Checked(1, b"a.py:1: x\n", b"b.c:2: y\n")) == "1 new\n+ b.c:2: y"


def test_a_checker_that_fails_at_the_start_begins_when_it_works() -> None:
    known = Known("check", all=False)
    assert known.hear(Checked(-9, b"", b"")) == "check failed: killed by SIGKILL"
    assert known.hear(Checked(1, b"a.py:1: x\n", b"")) == "check works again: 1 to begin with"
