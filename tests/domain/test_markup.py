"""Agents' Markdown: what people expect is drawn, what only looks like a mark stays, and nothing is lost."""

import subprocess
import sys
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bellpull.domain.markup import DEEPEST, Block, Span, blocks, plain
from support.answers import PATIENCE

MARKS = {"b": "bold", "i": "italic", "c": "code", "s": "strike"}


def marked(text: str) -> list[tuple[str, ...]]:
    """The spans of one paragraph: the text, the letters of its marks, and its link when it has one."""
    (block,) = blocks(text)
    assert block.kind == "paragraph"
    return [_short(span) for span in block.spans]


def _short(span: Span) -> tuple[str, ...]:
    letters = "".join(letter for letter, name in MARKS.items() if getattr(span, name))
    return (span.text, letters, span.link) if span.link else (span.text, letters)


def drawn(text: str) -> list[tuple[Any, ...]]:
    """The blocks: kind, text, and what else is set of level, marker, language."""
    return [
        (block.kind, block.text, *filter(None, (block.level, block.marker, block.language))) for block in blocks(text)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**b** *i*", [("b", "b"), (" ", ""), ("i", "i")]),
        ("***bi*** ~~s~~ `c`", [("bi", "bi"), (" ", ""), ("s", "s"), (" ", ""), ("c", "c")]),
        ("__Bold__ _i_ ___Both___", [("Bold", "b"), (" ", ""), ("i", "i"), (" ", ""), ("Both", "bi")]),
        ("**b *bi* b**", [("b ", "b"), ("bi", "bi"), (" b", "b")]),
        ("***bi** i*", [("bi", "bi"), (" i", "i")]),
        ("*i **bi***", [("i ", "i"), ("bi", "bi")]),
        ("**a *b** c*", [("a *b", "b"), (" c*", "")]),
        ("~~**bs** `cs`~~", [("bs", "bs"), (" ", "s"), ("cs", "cs")]),
        ("**one\ntwo**", [("one\ntwo", "b")]),
        ("**Note:**text", [("Note:", "b"), ("text", "")]),
        ("**src/**, *.env*", [("src/", "b"), (", ", ""), (".env", "i")]),
        ("这是**重点**内容", [("这是", ""), ("重点", "b"), ("内容", "")]),
        ('("*i*", **b**)', [('("', ""), ("i", "i"), ('", ', ""), ("b", "b"), (")", "")]),
        ("*é* **ß**", [("é", "i"), (" ", ""), ("ß", "b")]),
    ],
)
def test_marks_are_seen(text: str, expected: list[tuple[str, str]]) -> None:
    assert marked(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "snake_case_names and _private_ones",
        "2 * 3 * 4 = 24, 2*3*4, 2**3**4",
        "__init__.py and __name__",
        "src/*.py and tests/*.py",
        "**/*.py and **/*.js",
        "f(*args, **kwargs)",
        "char *p, *q; /* not this */",
        "'*' or '*', (*) or (*), \"**\" or \"**\"",
        "foo.*bar.*baz",
        "**unfinished and *this and `that and [this and ~~that",
        "a ** b ** c, ~5 and ~6",
        "**** and ~~~~ and ____",
        "#123 is no heading, and C# neither",
        "-1 and 1.5 and +1",
        "<b>HTML</b> &amp; <br/> <!-- is text -->",
        "a[0](1) and handlers[name](event)",
        "[empty]() and [ref][1] and [^1]",
        r"C:\new\table and \d+",
        ">= 5 and <= 6",
        "$HOME/_a_/b",
        "| not | a table |",
    ],
)
def test_text_that_only_looks_like_a_mark_stays_as_it_is(text: str) -> None:
    assert marked(text) == [(text, "")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`a`", "a"),
        ("``a`b``", "a`b"),
        ("`` `a` ``", "`a`"),
        ("` `", " "),
        ("```x```", "x"),
        ("`**no** \\* [a](http://b.c)`", "**no** \\* [a](http://b.c)"),
        ("`one\ntwo`", "one\ntwo"),
    ],
)
def test_inline_code_is_as_written(text: str, expected: str) -> None:
    assert marked(text) == [(expected, "c")]


def test_a_backslash_makes_a_mark_text() -> None:
    assert marked(r"\*no\* \`no\` \[no](a) \\ 1\.") == [("*no* `no` [no](a) \\ 1.", "")]
    assert marked(r"\[no](http://a.b)") == [("[no](", ""), ("http://a.b", "", "http://a.b"), (")", "")]
    assert drawn("\\# no\n\\- no\n1\\. no") == [("paragraph", "# no\n- no\n1. no")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](http://b.c)", [("a", "", "http://b.c")]),
        ("[a](<https://b.c/d>)", [("a", "", "https://b.c/d")]),
        ("[a **b**](HTTPS://c.d)", [("a ", "", "HTTPS://c.d"), ("b", "b", "HTTPS://c.d")]),
        ("[`a]`](http://b.c/d_(e))", [("a]", "c", "http://b.c/d_(e)")]),
        ("![picture](http://b.c/d.png)", [("picture", "", "http://b.c/d.png")]),
        ("[](http://b.c)", [("http://b.c", "", "http://b.c")]),
        ("[me](mailto:ada@b.c)", [("me", "", "mailto:ada@b.c")]),
        ("<http://b.c/_d_>", [("http://b.c/_d_", "", "http://b.c/_d_")]),
        ("<ada@b.c>", [("ada@b.c", "", "mailto:ada@b.c")]),
        ("http://b.c/d_e_f*g", [("http://b.c/d_e_f*g", "", "http://b.c/d_e_f*g")]),
        ("http://[::1]:80/x", [("http://[::1]:80/x", "", "http://[::1]:80/x")]),
        ("[http://a.b](http://c.d)", [("http://a.b", "", "http://c.d")]),
        ("**http://a.b**", [("http://a.b", "b", "http://a.b")]),
        ("see http://a.b/c, ok", [("see ", ""), ("http://a.b/c", "", "http://a.b/c"), (", ok", "")]),
        ("(http://a.b/c_(d)).", [("(", ""), ("http://a.b/c_(d)", "", "http://a.b/c_(d)"), (").", "")]),
        ("见http://a.b。好", [("见http://a.b。好", "")]),
        ("见 http://a.b。好", [("见 ", ""), ("http://a.b", "", "http://a.b"), ("。好", "")]),
        ("[[a](http://b.c)]", [("[", ""), ("a", "", "http://b.c"), ("]", "")]),
    ],
)
def test_links_lead_where_they_say(text: str, expected: list[tuple[str, ...]]) -> None:
    assert marked(text) == expected


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[main.py](src/main.py)", "main.py (src/main.py)"),
        ("[src/main.py](src/main.py)", "src/main.py"),
        ("[run](javascript:alert(1))", "run (javascript:alert(1))"),
        ("[open](file:///etc/passwd)", "open (file:///etc/passwd)"),
        ("[a](http://)", "a (http://)"),
        ("[a](http://b.c\u202egnp.exe)", "a (http://b.c\u202egnp.exe)"),
        ("<javascript:alert(1)>", "<javascript:alert(1)>"),
        ("http:// and https://...", "http:// and https://..."),
        ("xhttp://a.b", "xhttp://a.b"),
    ],
)
def test_link_that_should_not_be_clicked_is_shown_and_leads_nowhere(text: str, shown: str) -> None:
    assert marked(text) == [(shown, "")]


def test_blocks_need_no_blank_lines_and_line_breaks_count() -> None:
    text = "# One #\nfirst\nsecond\n## Two\n- a\n- b\nafter\n> said\n> again\n---\nend\r\nof\rit"
    assert drawn(text) == [
        ("heading", "One", 1),
        ("paragraph", "first\nsecond"),
        ("heading", "Two", 2),
        ("item", "a", "•"),
        ("item", "b", "•"),
        ("paragraph", "after"),
        ("quote", "said\nagain"),
        ("rule", ""),
        ("paragraph", "end\nof\nit"),
    ]


def test_lists_nest_by_indent_and_keep_their_numbers() -> None:
    text = "3. three\n4) four\n   * deep\n     + deeper\n\t- by tab\n5. five\n• point"
    assert [(block.marker, block.level, block.text) for block in blocks(text)] == [
        ("3.", 0, "three"),
        ("4)", 0, "four"),
        ("•", 1, "deep"),
        ("•", 2, "deeper"),
        ("•", 1, "by tab"),
        ("5.", 0, "five"),
        ("•", 0, "point"),
    ]


def test_tasks_have_boxes() -> None:
    text = "- [ ] open\n- [x] done\n  - [X] **done**, too\n- [y] no task\n1. [ ] first"
    assert [(block.marker, block.level, block.text) for block in blocks(text)] == [
        ("☐", 0, "open"),
        ("☑", 0, "done"),
        ("☑", 1, "done, too"),
        ("•", 0, "[y] no task"),
        ("1. ☐", 0, "first"),
    ]


def test_an_item_goes_on_in_indented_lines_and_a_list_goes_on_after_code() -> None:
    text = "1. one\n   more\n\n   paragraph\n\n   ```sh\n   make\n     test\n   ```\n   - below\n2. two\n\nend"
    assert drawn(text) == [
        ("item", "one\nmore\n\nparagraph", "1."),
        ("code", "make\n  test", "sh"),
        ("item", "below", 1, "•"),
        ("item", "two", "2."),
        ("paragraph", "end"),
    ]


def test_no_list_is_deeper_than_can_be_shown() -> None:
    found = blocks("\n".join(f"{'  ' * level}- {level}" for level in range(DEEPEST + 5)))
    assert max(block.level for block in found) == DEEPEST
    assert [block.text for block in found] == [str(level) for level in range(DEEPEST + 5)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```python\n# x\n\n  *y*\n```\nz", [("code", "# x\n\n  *y*", "python"), ("paragraph", "z")]),
        ("~~~\n```\n~~~", [("code", "```")]),
        ("````\n```\n````\n", [("code", "```")]),
        ("```\nopen\n\nto the end", [("code", "open\n\nto the end")]),
        ("```\n```", [("code", "")]),
        ("  ```\n  a\n    b\n c\n  ```", [("code", "a\n  b\nc")]),
        (
            "run:\n\n    make\n\n\tif:\tx\n\ndone",
            [("paragraph", "run:"), ("code", "make\n\nif:\tx"), ("paragraph", "done")],
        ),
        ("text\n    goes on", [("paragraph", "text\n    goes on")]),
    ],
)
def test_code_blocks_are_as_written(text: str, expected: list[tuple[str, ...]]) -> None:
    assert drawn(text) == expected


def test_a_table_keeps_its_columns() -> None:
    text = "| name | `state` |\n|:---|--:|\n| **a** | ok |\n| longer | [b](http://c.d) | e |\nend"
    assert drawn(text) == [
        (
            "code",
            "name   │ state          \n───────┼────────────────┼──\na      │ ok\nlonger │ b (http://c.d) │ e".replace(
                "          \n", "\n"
            ),
            "table",
        ),
        ("paragraph", "end"),
    ]


def test_a_table_with_one_huge_cell_is_left_as_written() -> None:
    text = f"|a|b|\n|-|-|\n|{'x' * 5000}|y|\n" + "|1|2|\n" * 1000
    (block,) = blocks(text)
    assert block.text == text.strip()


def test_quotes_of_quotes_are_quotes() -> None:
    assert drawn(">> a\n> > b\n>c\n>\n> **d**") == [("quote", "a\nb\nc\n\nd")]


@pytest.mark.parametrize("text", ["", " ", "\n\n\t\n", "\r\n"])
def test_blank_text_draws_nothing(text: str) -> None:
    assert blocks(text) == []
    assert plain(text) == ""


def test_plain_text_tells_where_a_link_leads_that_looks_like_another_one() -> None:
    assert plain("[http://a.b/c](http://a.b)") == "http://a.b/c (http://a.b)"
    assert plain("[**the** log](http://a.b)") == "the log (http://a.b)"


def test_plain_text_has_no_marks_and_all_the_rest() -> None:
    text = "# **Done**\n\nSee [the log](http://a.b) or <c@d.e>:\n- `x`\n  1. y\n---\n> q\n```sh\nmake *\n```"
    assert plain(text) == "Done\nSee the log (http://a.b) or c@d.e:\n• x\n  1. y\nq\nmake *"


# What agents may write, so that it comes together by chance as often as by intention; no x: it ticks a task.
WORDS = ["a", "b2", "é", "漢", "و", "😀", "3"]
SIGNS = ["*", "**", "***", "_", "__", "~~", "`", "``", "\\", "!", "[", "]", "(", ")", "<", ">", "|", "'", '"', ".", ":"]
PLACES = [" ", "  ", "    ", "\t", "\n", "\n\n", "\r\n", "\u2028", "\x00"]
STARTS = ["# ", "> ", "- ", "1. ", "[ ] ", "```", "~~~", "---", "|-|", "|-|-|", "\n--- a\n+++ b\n@@ -1 +1 @@\n"]
# Two links to one place without anything between them are one link.
LINKS = ["](http://a.b) ", "](c)", "http://a.b/(", "<http://c.d> ", "<e@f.g> ", "[h](mailto:i@j) ", "![", "http://"]
AGENTS_TEXT = st.lists(st.sampled_from(WORDS + SIGNS + PLACES + STARTS + LINKS), max_size=40).map("".join)


def told(block: Block) -> str:
    """All that a block has of the text: what is shown, and what stands beside it."""
    parts = [block.marker, "" if block.language in ("table", "diff") else block.language]
    for place, span in enumerate(block.spans):
        parts.append(span.text)
        ends = place + 1 == len(block.spans) or block.spans[place + 1].link != span.link
        if span.link and ends and span.link not in (span.text, f"mailto:{span.text}"):
            parts.append(span.link)
    return "".join(parts)


def content(text: str) -> str:
    return "".join(character for character in text if character.isalnum() or character == "😀")


@settings(max_examples=1000)
@given(AGENTS_TEXT)
def test_no_word_is_lost_doubled_or_moved(text: str) -> None:
    assert content("".join(map(told, blocks(text)))) == content(text)


@settings(max_examples=300)
@given(st.text() | AGENTS_TEXT)
def test_no_text_is_refused_and_blocks_are_as_promised(text: str) -> None:
    for block in blocks(text):
        assert block.kind in {"heading", "paragraph", "item", "code", "quote", "rule"}
        assert block.level in {"heading": range(1, 7), "item": range(DEEPEST + 1)}.get(block.kind, (0,))
        assert bool(block.marker) is (block.kind == "item")
        assert not block.language or block.kind == "code"
        assert len(block.spans) == 1 if block.kind == "code" else all(span.text for span in block.spans)
        assert all(span.link is None or span.link.lower().startswith(("http", "mailto:")) for span in block.spans)
    assert isinstance(plain(text), str)


@settings(max_examples=200)
@given(st.text(alphabet="ab \n", max_size=40), st.sampled_from(["```", "~~~~"]))
def test_code_in_fences_comes_out_as_it_went_in(text: str, fence: str) -> None:
    assert [block.text for block in blocks(f"{fence}\n{text}\n{fence}")] == [text]


def steps(text: str) -> int:
    """How many lines of Python it takes to read a text."""
    count = 0

    def step(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        blocks(text)
    finally:
        sys.settrace(before)
    return count


@settings(max_examples=150)
@given(AGENTS_TEXT.filter(bool), st.lists(st.sampled_from(WORDS + SIGNS + PLACES), max_size=6).map("".join))
def test_twice_the_text_takes_at_most_twice_the_steps(unit: str, end: str) -> None:
    once, twice = steps(unit * 50 + end), steps(unit * 100 + end)
    assert twice <= 2.1 * once + 200


OPENING = ["*a ", "_a ", "**a ", "***a ", "~~a ", "[", "![", "[a ", "`` a", "<a "]
CLOSING = ["a* ", "a_ ", "a** ", "a*** ", "a~~ ", "]", "](b)", "](http://a.b)", "](", "` ", "> "]


@pytest.mark.parametrize("opening", OPENING)
def test_many_marks_that_open_and_many_that_may_close_take_no_more_steps(opening: str) -> None:
    for closing in CLOSING:
        once, twice = (steps(opening * count + closing * count) for count in (60, 120))
        assert twice <= 2.1 * once + 200, closing


HOSTILE = [
    *("*", "_", "~", "`", "[", "]", ">", "<", "(", "!", "|", "#", "-", "\\", " ", "\n", "\t", "> ", "- ", "* ", "1. "),
    *("*a ", " *a", "**a ", "*a_b", "_a *", "a** ", "***a ", " ***", "*a **b ", "__a", "_a_", "__a_", "~~a ", "a~~ "),
    *("[a](", "[a](b ", "[](", "](", "[a](b)", "[[a](b)", "![", "[a](http://b.c)", "[`", "<http://", "<a@", "<a@b"),
    *("http://", "http://a", "https://a)", "http://a.(", "http://a! ", "` ``", "`\n", "```\n", "~~~\n", "``` a\n"),
    *("|a", "|a|\n|-|\n", "|-|\n", "- a\n", "  - a\n", "    a\n\n", ">a\n", "# a #", "---\n", "- - ", "_ _ a\n", "\\*"),
]
READ_ALL = """
import sys
from bellpull.domain.markup import plain
for text in eval(sys.stdin.read()):
    plain(text + "a"), plain("*[" + text + "*](http://a.b)")
"""


@pytest.mark.process
def test_hostile_text_of_great_length_is_read() -> None:
    """In a process of its own: were it read in quadratic time, it could not be stopped otherwise."""
    texts = [unit * (16_000 // len(unit)) for unit in HOSTILE]
    texts.append(" ".join("`" * size for size in range(250)))
    subprocess.run([sys.executable, "-c", READ_ALL], input=repr(texts), text=True, timeout=4 * PATIENCE, check=True)
