"""Unified diffs: their lines have a kind and their numbers, nothing of them is lost, and they are known without a
fence."""

import difflib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bellpull.domain.diff import Line, is_language, lines, reads_as_diff
from bellpull.domain.markup import blocks

GIT = """diff --git a/src/app.py b/src/app.py
index 83db48f..bf2a1c3 100644
--- a/src/app.py
+++ b/src/app.py
@@ -10,4 +10,5 @@ def main():
 first
--- a comment of SQL
+++ a counter
+new

 last
\\ No newline at end of file"""
INDEXED = """Index: /work/app.py
===================================================================
--- /work/app.py
+++ /work/app.py
@@ -1 +1 @@
-old
+new"""
RENAMED = """diff --git a/old.py b/new.py
similarity index 100%
rename from old.py
rename to new.py"""
PATCH = """*** Begin Patch
*** Update File: app.py
@@ def main():
-old
+new
*** End Patch"""

SIGNS = {"added": "+", "removed": "-", "context": " "}


def as_written(line: Line) -> str:
    return SIGNS.get(line.kind, "") + line.text


def test_every_line_has_its_kind_and_its_numbers() -> None:
    assert [tuple(line) for line in lines(GIT)] == [
        ("note", "diff --git a/src/app.py b/src/app.py", None, None),
        ("note", "index 83db48f..bf2a1c3 100644", None, None),
        ("file", "--- a/src/app.py", None, None),
        ("file", "+++ b/src/app.py", None, None),
        ("hunk", "@@ -10,4 +10,5 @@ def main():", None, None),
        ("context", "first", 10, 10),
        ("removed", "-- a comment of SQL", 11, None),
        ("added", "++ a counter", None, 11),
        ("added", "new", None, 12),
        ("context", "", 12, 13),
        ("context", "last", 13, 14),
        ("note", "\\ No newline at end of file", None, None),
    ]


def test_a_second_file_begins_where_the_hunk_before_it_is_complete() -> None:
    kinds = [line.kind for line in lines(f"{INDEXED}\n{INDEXED}")]
    one = ["note", "note", "file", "file", "hunk", "removed", "added"]
    assert kinds == one * 2


def test_diff_written_by_hand_has_no_numbers_and_all_of_its_signs() -> None:
    assert [tuple(line) for line in lines("- old\n+ new\n  same\n…")] == [
        ("removed", " old", None, None),
        ("added", " new", None, None),
        ("context", " same", None, None),
        ("note", "…", None, None),
    ]


def test_counts_that_are_too_small_lose_no_line() -> None:
    found = lines("@@ -1 +1 @@\n-a\n+b\n+c\n d\n--- x\n+++ y\n@@ -7 +7 @@\n-e")
    assert [(line.kind, line.old, line.new) for line in found] == [
        ("hunk", None, None),
        ("removed", 1, None),
        ("added", None, 1),
        ("added", None, 2),
        ("context", 2, 3),
        ("file", None, None),
        ("file", None, None),
        ("hunk", None, None),
        ("removed", 7, None),
    ]


def test_patches_of_coding_agents_name_their_files() -> None:
    assert [line.kind for line in lines(PATCH)] == ["note", "file", "hunk", "removed", "added", "note"]


@pytest.mark.parametrize("language", ["diff", "Diff", "patch", 'diff title="x"', "diff-python", " udiff "])
def test_the_language_says_that_it_is_one(language: str) -> None:
    assert is_language(language)


@pytest.mark.parametrize("language", ["", "python", "different", "difftool", "sh diff"])
def test_another_language_does_not(language: str) -> None:
    assert not is_language(language)


@pytest.mark.parametrize("text", [GIT, INDEXED, RENAMED, "\n@@ -1,2 +3 @@\n a", "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y"])
def test_its_beginning_says_that_it_is_one(text: str) -> None:
    assert reads_as_diff(text)


@pytest.mark.parametrize(
    "text",
    ["", "--- a", "--- a\n+++ b", "diff --git", "diff --git a b; rm x\nls", "x = 1\n" + GIT, "@@ -x @@", "Index: a"],
)
def test_text_that_only_looks_like_a_diff_is_none(text: str) -> None:
    assert not reads_as_diff(text)


@pytest.mark.parametrize("diff", [GIT, INDEXED, RENAMED])
def test_without_a_fence_it_is_cut_out_of_what_stands_around_it(diff: str) -> None:
    around = f"Please **look**:\n\n{diff}\n\n- one\n- two\n"
    found = [(block.kind, block.language, block.text) for block in blocks(around)]
    assert found == [
        ("paragraph", "", "Please look:"),
        ("code", "diff", diff),
        ("item", "", "one"),
        ("item", "", "two"),
    ]


def test_between_fences_it_stays_what_the_fence_says() -> None:
    assert [(block.language, block.text) for block in blocks(f"~~~text\n{GIT}\n~~~")] == [("text", GIT)]


LINES = st.text(alphabet="ab +-@\\", max_size=4)
FILES = st.lists(LINES, max_size=12)


@settings(max_examples=200)
@given(FILES, FILES, st.integers(0, 3))
def test_the_numbers_of_any_diff_are_those_of_the_two_files(old: list[str], new: list[str], around: int) -> None:
    text = "\n".join(difflib.unified_diff(old, new, "a", "b", lineterm="", n=around))
    found = lines(text) if text else []
    assert [one.text for one in found if one.kind in ("context", "removed")] == _of(old, [one.old for one in found])
    assert [one.text for one in found if one.kind in ("context", "added")] == _of(new, [one.new for one in found])
    counted = (sum(sign == kind for sign in _signs(text)) for kind in "+-")
    assert (sum(one.kind == "added" for one in found), sum(one.kind == "removed" for one in found)) == tuple(counted)


def _of(file: list[str], numbers: list[int | None]) -> list[str]:
    return [file[number - 1] for number in numbers if number is not None]


def _signs(text: str) -> list[str]:
    return [line[:1] for line in text.split("\n")[2:]]


@settings(max_examples=200)
@given(FILES, FILES)
def test_any_diff_is_known_by_its_headers_and_ends_where_it_ends(old: list[str], new: list[str]) -> None:
    text = "\n".join(difflib.unified_diff(old, new, "a", "b", lineterm=""))
    if text:
        assert reads_as_diff(text)
        first, *rest = blocks(f"{text}\nThe end.")
        assert (first.kind, first.language) == ("code", "diff")
        assert first.text.rstrip() == text.rstrip()
        assert [block.text for block in rest] == ["The end."]


HEADERS = ["--- ", "+++ ", "@@ -1,2 +1,3 @@", "@@", "diff --git ", "Index: ", "=" * 40]
PIECES = [*HEADERS, "+", "-", " ", "\\", "a", "\n", "\n\n"]


@settings(max_examples=500)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_text_of_any_kind_loses_nothing_in_a_diff(text: str) -> None:
    # An empty line is one of context that has lost its sign.
    assert [as_written(line).rstrip(" ") for line in lines(text)] == [line.rstrip(" ") for line in text.split("\n")]
