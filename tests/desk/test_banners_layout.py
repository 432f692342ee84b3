"""A banner in what a server has: markup or none, a body or none, room for so many buttons."""

from html import unescape
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.desk.dialect import can_of, notify_words
from bellpull.desk.notifications import Banner, Button, Can, has_room, laid_out
from bellpull.desk.words import desk_words

CAN = Can("a server", buttons=True, most_buttons=3, reply=True, markup=True, kept=True, expiry_told=True)
BANNER = Banner("q", "shop @ main", "Merge?", "All tests pass.", (Button("yes", "Yes, merge"), Button("no", "No")))
HOSTILE = '<b>bold</b> & <a href="file:///etc/passwd">link</a> <img src="x"/> &amp; &lt;'


def test_the_source_is_on_top_then_the_title_in_bold_then_the_message() -> None:
    assert laid_out(BANNER, CAN)[:2] == ("shop @ main", "<b>Merge?</b>\nAll tests pass.")


def test_a_server_without_markup_gets_plain_text() -> None:
    banner = BANNER._replace(title=HOSTILE, message=HOSTILE)
    assert laid_out(banner, CAN._replace(markup=False)).body == f"{HOSTILE}\n{HOSTILE}"


def test_a_server_without_a_body_gets_the_title_beside_the_source() -> None:
    assert laid_out(BANNER, CAN._replace(body=False))[:2] == ("shop @ main: Merge?", "")
    assert laid_out(BANNER._replace(title=""), CAN._replace(body=False)).summary == "shop @ main: All tests pass."


def test_words_of_an_agent_are_text_and_no_markup() -> None:
    body = laid_out(BANNER._replace(title=HOSTILE, message=HOSTILE), CAN).body
    parsed = ElementTree.fromstring(f"<body>{body}</body>")
    assert [element.tag for element in parsed.iter()] == ["body", "b"]
    assert "".join(parsed.itertext()) == f"{HOSTILE}\n{HOSTILE}"


@given(st.text(), st.text(), st.text())
def test_any_characters_make_a_body_that_can_be_parsed_and_sent(source: str, title: str, message: str) -> None:
    layout = laid_out(Banner("q", source, title, message, (Button("k", title),)), CAN)
    ElementTree.fromstring(f"<body>{layout.body}</body>")
    assert not any("\0" in word for word in (*layout[:2], *layout.actions))
    for word in (*layout[:2], *layout.actions):
        word.encode()
    assert layout.summary


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=100))
def test_no_letter_of_a_short_message_is_lost(message: str) -> None:
    assert unescape(laid_out(BANNER._replace(title=""), CAN).body) == BANNER.message
    parsed = ElementTree.fromstring(f"<body>{laid_out(BANNER._replace(title='', message=message), CAN).body}</body>")
    assert "".join(parsed.itertext()) == message


def test_line_breaks_stay_and_what_turns_the_reading_order_around_does_not() -> None:
    banner = BANNER._replace(title="", message="one\r\ntwo\rthree\u2028four \u202eeman\u2066 \x1b[31mred\x00\x07")
    assert laid_out(banner, CAN).body == "one\ntwo\nthree\nfour eman red"


def test_a_title_is_one_line() -> None:
    assert laid_out(BANNER._replace(title="  one\n\ttwo ", message=""), CAN).body == "<b>one two</b>"


def test_a_long_message_ends_after_a_word() -> None:
    body = laid_out(BANNER._replace(title="", message="word " * 1000), CAN).body
    assert len(body) <= 600
    assert body.endswith("word…")


def test_a_long_message_without_spaces_is_cut_anywhere() -> None:
    assert laid_out(BANNER._replace(title="", message="漢" * 10_000), CAN).body == "漢" * 599 + "…"


def test_a_long_message_is_cut_before_it_is_escaped() -> None:
    assert laid_out(BANNER._replace(title="", message="&" * 10_000), CAN).body == "&amp;" * 599 + "…"


def test_buttons_the_body_and_the_reply_are_actions() -> None:
    banner = BANNER._replace(opens="Open", reply="Your reply")
    assert laid_out(banner, CAN).actions == (
        *("yes", "Yes, merge"),
        *("no", "No"),
        *("inline-reply", "Your reply"),
        *("default", "Open"),
    )


def test_buttons_that_are_not_drawn_are_listed_with_how_to_choose_one() -> None:
    hidden = CAN._replace(draws_buttons=False, markup=False, click="middle")
    listed = BANNER._replace(choosing=desk_words("en").choosing)
    assert laid_out(listed, hidden).body.endswith("\n[Yes, merge | No]\nMiddle click to choose")
    long = laid_out(listed._replace(message="word " * 1000), hidden).body
    assert long.endswith("…\n[Yes, merge | No]\nMiddle click to choose")
    assert "choose" not in laid_out(listed, hidden._replace(click="")).body


def test_the_action_that_opens_gives_way_to_buttons() -> None:
    drawn = CAN._replace(body_click=False, most_buttons=2)
    assert "default" not in laid_out(BANNER._replace(opens="Open"), drawn).actions
    assert "default" in laid_out(BANNER._replace(opens="Open", buttons=()), drawn).actions


def test_a_server_without_buttons_or_replies_is_offered_none() -> None:
    banner = BANNER._replace(opens="Open", reply="Your reply")
    assert laid_out(banner, CAN._replace(buttons=False)).actions == ()
    assert "inline-reply" not in laid_out(banner, CAN._replace(reply=False)).actions


def test_a_banner_has_room_when_each_button_is_shown_to_its_end() -> None:
    assert has_room(BANNER, CAN)
    assert has_room(BANNER._replace(buttons=()), CAN._replace(buttons=False))
    assert not has_room(BANNER, CAN._replace(buttons=False))
    assert not has_room(BANNER, CAN._replace(most_buttons=1))
    assert not has_room(BANNER._replace(buttons=(Button("k", "long " * 20),)), CAN)


def test_mako_opens_what_is_clicked() -> None:
    can = can_of(["mako", "emersion", "1.9.0", "1.2"], ["actions", "body", "body-markup"])
    assert (can.draws_buttons, can.click, can.asks) == (False, "left", True)


def test_gnome_shows_three_buttons() -> None:
    can = can_of(["gnome-shell", "GNOME", "48.1", "1.2"], ["actions", "body", "body-markup", "persistence"])
    assert can == Can("gnome-shell 48.1", True, 3, reply=False, markup=True, kept=True, expiry_told=True)


@pytest.mark.parametrize(("urgency", "level"), [("low", 0), ("normal", 1), ("high", 2), ("urgent", 2)])
def test_urgency_is_told_as_the_specification_counts_it(urgency: str, level: int) -> None:
    *_, hints, _ = _words(BANNER._replace(urgency=urgency))
    assert isinstance(hints, dict)
    assert (hints["urgency"].signature, hints["urgency"].value) == ("y", level)


def test_a_banner_that_stays_never_expires() -> None:
    assert _words(BANNER._replace(stays=True))[-1] == 0
    assert _words(BANNER)[-1] == -1


def _words(banner: Banner) -> tuple[object, ...]:
    return notify_words(banner, laid_out(banner, CAN), CAN, 0)
