"""How windows look: light, dark, high contrast; long, odd and foreign text; all of it through the window's pixels."""

import re
from typing import Any

import pytest

from bellpull.desk.palette import contrast
from support.answers import until
from support.desktop import Desktop
from support.reply_window import ReplyWindow, clipboard, copy_elsewhere, rgb

MARKDOWN = """# Plan

The **build** is *almost* `green`, ~~red~~; see https://example.org/run.

1. one
   - nested

```python
print("hello")
```

> quoted

---

| a | b |
|---|---|
| 1 | 2 |
"""
EMOJI = "😀 🚀 👩‍💻 🇫🇷 ✅ ❤️ 🏳️‍🌈 — 漢字 かな 한글 — ﷽ — Z̷̧̢a̶l̵g̸o — 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 — \ud83d"
HEBREW = "שלום עולם, האם לפרוס את shop 1.4.2 לייצור?"
ARABIC = "مرحبا بالعالم، هل ننشر الآن؟"


def history(count: int) -> list[dict[str, Any]]:
    roles = ("agent", "person", "voice")
    return [{"role": roles[at % 3], "name": "n", "text": f"**Exchange** {at}", "at": "10:00"} for at in range(count)]


def closed(window: ReplyWindow) -> None:
    window.tell({"close": True})
    assert window.result() == {"answer": None, "why": "told"}


@pytest.mark.parametrize(
    ("theme", "high_contrast"),
    [
        pytest.param("light", False, marks=pytest.mark.slow),
        pytest.param("dark", False, marks=pytest.mark.slow),
        pytest.param("light", True, marks=pytest.mark.slow),
        ("dark", True),
    ],
)
def test_every_pixel_is_of_the_theme(desktop: Desktop, theme: str, high_contrast: bool) -> None:
    window = ReplyWindow(
        desktop,
        MARKDOWN,
        theme=theme,
        high_contrast=high_contrast,
        later=True,
        source="shop @ main",
        history=history(20),
        seconds=900,
    ).shown()
    look = window.palette
    until(lambda: window.picture().find(rgb(look.accent)), "the window is drawn")
    until(lambda: window.picture().find(rgb(look.link)), "its text is drawn")
    picture = window.picture()
    counted = sorted(picture.colours().items(), key=lambda pair: -pair[1])
    assert counted[0][0] == rgb(look.ground)
    # Nothing large is of a colour that the palette does not have: no border or trough of Tk's own.
    ours = {rgb(colour) for colour in look}
    surfaces = [colour for colour, count in counted if count > picture.width * picture.height // 100]
    assert set(surfaces) <= ours
    # Along the edges there is nothing but the ground.
    assert {picture.pixel(x, 1) for x in range(picture.width)} == {rgb(look.ground)}
    assert {picture.pixel(1, y) for y in range(picture.height)} == {rgb(look.ground)}
    closed(window)


@pytest.mark.slow
def test_no_bright_line_is_in_a_dark_window(desktop: Desktop) -> None:
    window = ReplyWindow(desktop, MARKDOWN, theme="dark", history=history(20)).armed()
    picture = window.picture()
    rows = [[picture.pixel(x, y) for x in range(picture.width)] for y in range(picture.height)]
    text = sum(rgb(window.palette.quiet)) // 3
    for row in rows:
        run = 0
        for _, _, blue in row:
            # The accent of the ring around the field is meant to be seen.
            run = run + 1 if blue > text else 0
            assert run < 200
    closed(window)


@pytest.mark.slow
def test_the_colours_that_are_drawn_are_readable(desktop: Desktop) -> None:
    window = ReplyWindow(desktop, "W " * 200, theme="dark").armed()
    counted = window.picture().part(18, 14, 400, 40).colours()
    drawn = max((colour for colour in counted), key=lambda colour: contrast(written(colour), window.palette.ground))
    assert contrast(written(drawn), window.palette.ground) >= 4.5
    closed(window)


def written(colour: tuple[int, int, int]) -> str:
    return "#" + bytes(colour).hex()


def test_a_message_of_ten_thousand_characters_with_fifty_exchanges_fits_and_scrolls(desktop: Desktop) -> None:
    message = " ".join(f"Sentence {number} fills a part of a line." for number in range(300))[:10_000]
    window = ReplyWindow(desktop, message, history=history(50)).armed()
    _, _, width, height = desktop.place(window.id)
    assert height <= 0.71 * 800
    assert width <= 660
    begin = upper(window)
    window.click(200, 150, button=5)
    until(lambda: upper(window) != begin, "the wheel scrolls down")
    window.click(200, 150, button=4)
    until(lambda: upper(window) == begin, "and up again: the message was shown from its beginning")
    window.click(200, 150, button=4)
    until(lambda: upper(window) != begin, "the history is above")
    window.type("read it all")
    desktop.keys("Return")
    assert window.result() == {"answer": {"text": "read it all"}}


def upper(window: ReplyWindow) -> bytes:
    """The conversation, without the scrollbar, which shines under the pointer."""
    picture = window.picture()
    return picture.part(10, 20, picture.width - 60, 200).pixels


@pytest.mark.slow
def test_a_short_message_makes_a_small_window_and_a_long_one_a_larger(desktop: Desktop) -> None:
    sizes = []
    for message in ("Go?", "A longer line that says a little more than that. " * 3, "line\n" * 30):
        window = ReplyWindow(desktop, message).shown()
        sizes.append(desktop.place(window.id)[2:])
        closed(window)
    assert sizes[0][1] < 220
    assert sizes[0][0] < sizes[1][0]
    assert sizes[0][1] < sizes[2][1]


@pytest.mark.slow
def test_larger_text_makes_larger_letters(desktop: Desktop) -> None:
    heights = []
    for size in (10, 18):
        window = ReplyWindow(desktop, "Go on?", text_size=size).shown()
        heights.append(desktop.place(window.id)[3])
        closed(window)
    assert heights[1] > heights[0] * 1.2


@pytest.mark.parametrize("plain", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_emoji_and_odd_characters_do_not_break_a_window(desktop: Desktop, plain: bool) -> None:
    buttons = [{"label": EMOJI, "answer": {"choice": EMOJI}}]
    window = ReplyWindow(
        desktop, EMOJI * 20, kind="choice", title=EMOJI, source=EMOJI, buttons=buttons, plain=plain
    ).armed()
    desktop.keys("Tab", "Return")
    assert window.result() == {"answer": {"choice": EMOJI}}


@pytest.mark.slow
def test_emoji_can_be_typed_and_sent(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).armed()
    copy_elsewhere(desktop, "👍 𝔘 ok")
    desktop.keys("ctrl+v")
    assert window.next() == {"event": "touched"}
    desktop.keys("Return")
    assert window.result() == {"answer": {"text": "👍 𝔘 ok"}}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(HEBREW, marks=pytest.mark.slow),
        pytest.param(ARABIC, marks=pytest.mark.slow),
        pytest.param(f"- {HEBREW}\n- {ARABIC}", marks=pytest.mark.slow),
        pytest.param(f"{HEBREW} " * 12, marks=pytest.mark.slow),
        f"{ARABIC}\n{HEBREW}\n\n**{HEBREW}** and English",
    ],
    ids=["Hebrew", "Arabic", "list", "long", "mixed"],
)
def test_right_to_left_text_begins_at_the_right_and_is_copied_as_it_was_written(desktop: Desktop, text: str) -> None:
    window = ReplyWindow(desktop, text).armed()
    picture = window.picture()
    ink = [x for x, y in picture.part(0, 14, picture.width - 30, 24).find(rgb(window.palette.text), tolerance=40)]
    assert picture.width - 30 - max(ink) < 20
    window.click_message()
    desktop.keys("ctrl+a", "ctrl+c")
    wanted = re.sub(r"^- ", "•\t", text, flags=re.MULTILINE).replace("**", "").strip()
    until(lambda: clipboard(desktop) == wanted, "it is copied")
    closed(window)


def test_characters_that_would_steer_or_turn_text_around_are_shown_instead(desktop: Desktop) -> None:
    window = ReplyWindow(desktop, "a\u202eb\x1b[31mc\x00d\u2066e\x9bf [button -text x] $env(HOME) {").armed()
    window.click_message()
    desktop.keys("ctrl+a", "ctrl+c")
    shown = "a\\u202eb\\u001b[31mc\\u0000d\\u2066e\\u009bf [button -text x] $env(HOME) {"
    until(lambda: clipboard(desktop) == shown, "it is text and nothing else")
    closed(window)


def test_a_link_shows_where_it_leads_and_opens_the_browser(desktop: Desktop) -> None:
    opened = desktop.folder / "opened"
    browser = desktop.folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    desktop.environment["BROWSER"] = str(browser)
    target = "https://example.org/run?a=1&b=$(touch%20x)"
    window = ReplyWindow(desktop, f"[the run]({target}) and javascript:alert(1)").armed()
    points = window.picture().find(rgb(window.palette.link))
    window.click(*points[len(points) // 2])
    until(lambda: opened.exists() and opened.read_text().strip() == target, "the browser gets the address")
    closed(window)
