"""Where questions go, as tables of what happens: the window, the banners, what is put off and what comes back."""

from datetime import time, timedelta
from typing import Any

import pytest
from board_world import NOON, SERVER, World, question, told
from hypothesis import given
from hypothesis import strategies as st

from bellpull.desk.cards import SNOOZES
from bellpull.desk.commands import ShowTold
from bellpull.desk.notifications import Closed, Expired, Found, Lost, Opened, Pressed, Replied
from bellpull.desk.quiet import Quiet
from bellpull.domain.quiet_hours import Hours, hours_of

NIGHT = Quiet(Hours(time(11), time(13)))


def labels(world: World, asked: dict[str, object]) -> list[str]:
    return [button.label for button in world.banners[str(asked["id"])].buttons]


class TestClosing:
    """Two or more at once were closed by one click that closes all, which is no answer to any of them."""

    def closes(self, world: World, *asked: dict[str, Any]) -> None:
        for one in asked:
            world.happens(Closed(one.get("id") or one["notification_id"]))

    def test_questions_closed_together_settle_nothing_and_come_back(self) -> None:
        world = World()
        asked = [world.asks(waits=900) for _ in range(3)]
        self.closes(world, *asked)
        world.passes(milliseconds=149)
        assert world.banners == {}
        world.passes(milliseconds=1)
        assert list(world.banners) == [one["id"] for one in asked]
        world.passes(minutes=10)
        assert world.answers == []

    def test_questions_closed_together_twice_stay_in_the_inbox(self) -> None:
        world = World()
        asked = [world.asks() for _ in range(2)]
        for _ in range(2):
            self.closes(world, *asked)
            world.passes(milliseconds=150)
        assert world.banners == {}
        assert world.answers == []
        assert world.board.waiting(world.now) == asked

    def test_a_question_that_came_back_is_dismissed_when_it_is_closed_alone(self) -> None:
        world = World()
        first, second = world.asks(), world.asks()
        self.closes(world, first, second)
        world.passes(milliseconds=150)
        self.closes(world, first)
        world.passes(milliseconds=150)
        assert world.answers == [(first["id"], {"outcome": "dismissed"})]
        assert list(world.banners) == [second["id"]]

    def test_questions_that_are_closed_one_by_one_are_dismissed(self) -> None:
        world = World()
        asked = [world.asks() for _ in range(2)]
        for one in asked:
            self.closes(world, one)
            world.now += timedelta(milliseconds=150)  # its own clock is late
        assert world.answers == [(asked[0]["id"], {"outcome": "dismissed"})]
        world.passes()
        assert world.answers == [(one["id"], {"outcome": "dismissed"}) for one in asked]

    def test_a_held_key_closes_one_after_the_other_and_dismisses_none(self) -> None:
        world = World()
        asked = [world.asks() for _ in range(4)]
        for one in asked:
            self.closes(world, one)
            world.passes(milliseconds=100)
        world.passes(milliseconds=50)
        assert list(world.banners) == [one["id"] for one in asked]
        assert world.answers == []

    def test_a_notification_closed_with_a_question_counts(self) -> None:
        world = World()
        asked, event = world.asks(), world.tells()
        self.closes(world, asked, event)
        world.passes(milliseconds=150)
        assert list(world.banners) == [asked["id"]]
        assert (world.answers, world.acknowledged) == ([], [event["notification_id"]])

    def test_notifications_alone_are_acknowledged_at_once(self) -> None:
        world = World()
        events = [world.tells(title) for title in ("One", "Two")]
        self.closes(world, *events)
        assert world.acknowledged == [event["notification_id"] for event in events]

    def test_a_question_answered_elsewhere_meanwhile_is_sent_nothing_and_still_counts(self) -> None:
        world = World()
        first, second, third = world.asks(), world.asks(), world.asks()
        self.closes(world, first)
        world.settles(first)
        self.closes(world, second)
        world.passes(milliseconds=150)
        assert world.answers == []
        assert list(world.banners) == [third["id"], second["id"]]

    def test_a_question_that_the_person_opens_meanwhile_is_not_dismissed(self) -> None:
        world = World()
        asked = world.asks()
        self.closes(world, asked)
        world.do(world.board.choose(asked["id"], world.now))
        world.passes(milliseconds=150)
        assert (world.window, world.answers) == (asked, [])

    def test_a_call_that_waits_again_meanwhile_shows_no_second_banner(self) -> None:
        world = World()
        asked = world.asks()
        self.closes(world, asked)
        world.do(world.board.opened(asked, world.now))
        world.do(world.board.all_open([asked], world.now))
        assert world.banners == {}
        world.passes(milliseconds=150)
        assert world.answers == [(asked["id"], {"outcome": "dismissed"})]

    def test_a_server_that_ends_closes_nothing(self) -> None:
        """Some take their banners away when they go, and say so as if a person had."""
        world = World()
        asked = world.asks()
        self.closes(world, asked)
        world.happens(Lost())
        world.passes(milliseconds=150)
        assert world.answers == []
        world.happens(Found(SERVER))
        assert list(world.banners) == [asked["id"]]

    def test_questions_that_come_back_into_quiet_hours_wait_for_their_end(self) -> None:
        world = World()
        asked = [world.asks() for _ in range(2)]
        self.closes(world, *asked)
        world.board.quiet_until(NOON + timedelta(hours=1))
        world.passes(milliseconds=150)
        assert world.banners == {}
        world.passes(hours=1)
        assert list(world.banners) == [one["id"] for one in asked]

    def test_a_clock_that_is_put_back_holds_nothing_for_long(self) -> None:
        world = World()
        asked = world.asks()
        self.closes(world, asked)
        world.passes(hours=-1)
        assert world.answers == [(asked["id"], {"outcome": "dismissed"})]

    def test_the_button_that_closes_is_no_accident(self) -> None:
        world = World()
        asked = [world.asks() for _ in range(2)]
        for one in asked:
            world.happens(Pressed(one["id"], "2"))
        assert world.answers == [(one["id"], {"outcome": "dismissed"}) for one in asked]


class TestBanners:
    def test_a_question_with_options_is_a_banner_with_its_buttons_in_order(self) -> None:
        world = World()
        asked = world.asks()
        assert labels(world, asked) == ["Yes", "No", "Close", "Later…"]
        assert world.banners[asked["id"]].source == "shop @ main · builder"
        assert world.window is None

    @pytest.mark.parametrize(("button", "answer"), [("0", {"choice": "Yes"}), ("1", {"choice": "No"})])
    def test_a_button_gives_the_options_own_answer(self, button: str, answer: dict[str, str]) -> None:
        world = World()
        asked = world.asks()
        world.happens(Pressed(asked["id"], button))
        assert world.answers == [(asked["id"], answer)]

    def test_a_closed_banner_dismisses_the_question(self) -> None:
        world = World()
        asked = world.asks()
        world.happens(Closed(asked["id"]))
        assert world.answers == []
        world.passes(milliseconds=150)
        assert world.answers == [(asked["id"], {"outcome": "dismissed"})]
        assert not world.sees(asked)

    def test_an_inline_reply_is_the_text(self) -> None:
        world = World(can=SERVER._replace(reply=True))
        asked = world.asks(free_text=True)
        world.happens(Replied(asked["id"], "rather not"))
        assert world.answers == [(asked["id"], {"text": "rather not"})]

    def test_an_expired_banner_is_no_answer_and_comes_once_more(self) -> None:
        world = World()
        asked = world.asks()
        world.happens(Expired(asked["id"]))
        assert not world.sees(asked)
        assert world.answers == []
        world.passes(minutes=4, seconds=59)
        assert not world.sees(asked)
        world.passes(seconds=1)
        assert world.sees(asked)
        world.happens(Expired(asked["id"]))
        world.passes(hours=3)
        assert not world.sees(asked)
        assert world.board.waiting(world.now) == [asked]

    def test_many_questions_at_once_are_all_there(self) -> None:
        world = World()
        asked = [world.asks() for _ in range(50)]
        assert list(world.banners) == [one["id"] for one in asked]

    def test_a_question_answered_elsewhere_disappears(self) -> None:
        world = World()
        asked, other = world.asks(), world.asks()
        world.settles(asked)
        assert list(world.banners) == [other["id"]]
        assert world.board.waiting(world.now) == [other]

    def test_a_click_on_the_body_opens_the_window(self) -> None:
        world = World()
        asked = world.asks()
        world.happens(Opened(asked["id"]))
        assert world.window == asked
        assert (world.banners, world.answers, world.inbox_opened) == ({}, [], 0)

    def test_a_click_on_the_body_opens_the_inbox_if_there_is_no_window(self) -> None:
        world = World(window=False)
        asked = world.asks()
        world.happens(Opened(asked["id"]))
        assert (world.answers, world.inbox_opened) == ([], 1)

    def test_a_close_is_taken_for_a_click_if_the_server_closes_what_is_clicked(self) -> None:
        world = World(can=SERVER._replace(body_click=False))
        asked = world.asks()
        world.happens(Closed(asked["id"]))
        world.passes(milliseconds=150)
        assert world.window == asked
        assert world.answers == []

    def test_more_options_than_there_is_room_for_open_the_window(self) -> None:
        world = World(can=SERVER._replace(most_buttons=3))
        many = [{"label": str(n), "answer": {"choice": str(n)}} for n in range(4)]
        asked = world.asks(buttons=[*many, {"label": "Close", "answer": {"outcome": "dismissed"}}])
        assert labels(world, asked) == ["Choose…", "Close", "Later…"]
        world.happens(Pressed(asked["id"], "write"))
        assert world.window == asked
        assert not world.banners

    def test_something_else_is_never_left_out_for_want_of_room(self) -> None:
        world = World(can=SERVER._replace(most_buttons=2))
        asked = world.asks(free_text=True)
        assert labels(world, asked) == ["Choose…", "Close"]
        roomy = World()
        assert labels(roomy, roomy.asks(free_text=True)) == ["Yes", "No", "Reply…", "Close", "Later…"]

    def test_close_and_later_give_way_to_options_without_room(self) -> None:
        world = World(can=SERVER._replace(most_buttons=2))
        assert labels(world, world.asks()) == ["Yes", "No"]

    def test_a_title_that_only_begins_the_text_is_said_once(self) -> None:
        world = World()
        asked = world.asks(title="Which **database**?", question="Which **database**?\n\nI need one.")
        banner = world.banners[asked["id"]]
        assert (banner.title, banner.message) == ("Which database?", "I need one.")

    def test_a_server_without_buttons_leaves_it_to_the_window(self) -> None:
        world = World(can=SERVER._replace(buttons=False))
        asked = world.asks()
        assert world.window == asked

    def test_a_server_whose_buttons_no_click_leads_to_leaves_it_to_the_window(self) -> None:
        nowhere = SERVER._replace(draws_buttons=False, click="", why_not="its menu needs dmenu")
        world = World(can=nowhere)
        asked = world.asks()
        assert (world.window, world.banners) == (asked, {})
        without = World(can=nowhere, window=False)
        asked = without.asks()
        assert list(without.banners) == [asked["id"]], "a click on it can still open the inbox"

    def test_a_server_that_comes_back_without_a_way_to_its_buttons_leaves_them_to_the_window(self) -> None:
        world = World()
        asked = world.asks()
        world.happens(Lost())
        world.banners.clear()
        world.happens(Found(SERVER._replace(draws_buttons=False)))
        assert (world.window, world.banners) == (asked, {})

    def test_questions_are_shown_again_by_the_next_server(self) -> None:
        world = World()
        asked = world.asks()
        world.banners.clear()
        world.happens(Lost())
        world.passes(seconds=2)
        assert world.window is None
        world.happens(Found(SERVER))
        assert list(world.banners) == [asked["id"]]

    def test_questions_in_line_for_the_window_are_banners_again_when_a_server_comes_late(self) -> None:
        world = World()
        first, second = world.asks(), world.asks()
        world.banners.clear()
        world.happens(Lost())
        world.passes(seconds=5)
        assert world.window == first
        world.happens(Found(SERVER))
        assert list(world.banners) == [second["id"]]
        world.ends({"answer": {"choice": "Yes"}})
        assert world.window is None

    def test_a_banner_that_a_server_does_not_take_goes_to_the_window(self) -> None:
        world = World()
        asked = world.asks(waits=900)
        world.banners.clear()
        world.do(world.board.not_shown(asked["id"], world.now))
        assert world.window == asked

    def test_words_of_the_desk_itself_are_seen_with_a_server_and_without(self) -> None:
        world = World()
        world.do(world.board.say("refused:1", "Not sent", "Answered on the page", world.now))
        assert world.banners["refused:1"].title == "Not sent"
        alone = World(can=None)
        alone.do(alone.board.say("refused:1", "Not sent", "Answered on the page", alone.now))
        assert alone.window is not None
        assert alone.window["question"] == "**Not sent**\n\nAnswered on the page"
        assert alone.board.waiting(alone.now) == []

    def test_the_window_takes_over_if_no_server_comes_back(self) -> None:
        world = World()
        first, second = world.asks(), world.asks()
        world.banners.clear()
        world.happens(Lost())
        world.passes(seconds=5)
        assert world.window == first
        world.ends({"answer": {"choice": "Yes"}})
        assert world.window == second


class TestWindow:
    def test_a_typed_question_opens_the_window(self) -> None:
        world = World()
        asked = world.asks("text", waits=60)
        assert world.window == asked
        world.ends({"answer": {"text": "hello"}})
        assert world.answers == [(asked["id"], {"text": "hello"})]

    def test_a_newer_one_takes_the_place_of_an_untouched_one_whose_call_is_released(self) -> None:
        world = World()
        first, second = world.asks("text", waits=60), world.asks("text", waits=60)
        assert world.window == second
        assert world.released == [(first["id"], "replaced")]
        assert world.board.waiting(world.now) == [first, second]

    def test_a_window_that_is_typed_in_stays_and_the_newer_one_waits(self) -> None:
        world = World()
        first = world.asks("text", waits=60)
        world.types()
        second = world.asks("text", waits=60)
        assert world.window == first
        assert world.banner_in_window == "moved_on"
        assert world.released == [(first["id"], "replaced")]
        world.ends({"answer": {"text": "late"}})
        assert world.answers == [(first["id"], {"text": "late"})]
        assert world.window == second

    def test_the_time_is_up_an_untouched_window_goes_and_a_typed_one_stays(self) -> None:
        world = World()
        first = world.asks("text", waits=5)
        world.releases(first)
        assert world.window is None
        second = world.asks("text", waits=5)
        world.types()
        world.releases(second)
        assert world.window == second
        assert world.banner_in_window == "moved_on"
        world.ends({"answer": {"outcome": "cancelled"}})
        assert world.answers == [(second["id"], {"outcome": "cancelled"})]

    def test_a_call_that_waits_again_shows_it_again(self) -> None:
        world = World()
        asked = world.asks("text", waits=5)
        world.releases(asked)
        again = asked | {"waiting_until": (NOON + timedelta(seconds=90)).isoformat()}
        world.do(world.board.opened(again, world.now))
        assert world.window == again

    def test_a_call_that_waits_again_while_the_window_goes_shows_it_again(self) -> None:
        world = World()
        asked = world.asks("text", waits=5)
        again = asked | {"waiting_until": (NOON + timedelta(seconds=90)).isoformat()}
        world.do(world.board.opened(again, world.now))
        world.ends({"answer": None, "why": "timeout"})
        assert world.window == again

    def test_the_newest_of_many_in_a_row_has_the_window_and_the_others_are_released(self) -> None:
        world = World(window_is_slow=True)
        first, second, third = (world.asks("text", waits=60) for _ in range(3))
        world.window_goes()
        assert world.window == third
        assert world.released == [(first["id"], "replaced"), (second["id"], "replaced")]
        world.ends({"answer": {"text": "x"}})
        assert world.window is None

    def test_an_answer_elsewhere_closes_the_window(self) -> None:
        world = World()
        asked = world.asks("text", waits=60)
        world.settles(asked)
        assert world.window is None
        assert world.board.waiting(world.now) == []

    def test_an_answer_elsewhere_does_not_take_away_what_is_typed(self) -> None:
        world = World()
        asked = world.asks("text", waits=60)
        world.types()
        world.settles(asked)
        assert world.window == asked
        assert world.banner_in_window == "settled"
        world.ends({"answer": {"outcome": "dismissed"}})
        assert world.answers == []

    def test_a_window_that_dies_is_opened_once_more_and_then_reported(self) -> None:
        world = World()
        asked = world.asks("text", waits=60)
        world.dies()
        assert world.window == asked
        assert world.plain
        world.dies()
        assert world.window is None
        assert world.failed == [asked["id"]]
        assert world.board.waiting(world.now) == [asked]

    def test_a_message_that_wants_no_answer_is_shown_and_forgotten(self) -> None:
        world = World()
        asked = world.asks("show")
        assert world.window == asked
        world.ends({"answer": None, "why": "closed"})
        assert world.answers == []
        assert world.board.waiting(world.now) == []

    def test_questions_with_options_wait_in_line_and_are_never_replaced(self) -> None:
        world = World(can=None)
        first, second = world.asks(waits=60), world.asks(waits=60)
        assert world.window == first
        typed = world.asks("text", waits=60)
        assert world.window == typed
        world.ends({"answer": {"text": "x"}})
        assert world.window == first
        world.ends({"answer": {"choice": "Yes"}})
        assert world.window == second
        assert world.released == []

    def test_the_question_that_is_to_be_answered_first_has_the_window_next(self) -> None:
        world = World(can=None)
        first, patient = world.asks(waits=60), world.asks(waits=600)
        left, calm = world.asks(waits=5), world.asks(agent_name="calm")
        flood, other = world.asks(waits=300), world.asks(waits=900, agent_name="other")
        world.passes(seconds=6)
        shown = []
        while world.window is not None:
            shown.append(world.window)
            world.ends({"answer": {"choice": "Yes"}})
        assert shown == [first, other, flood, patient, calm, left]

    def test_a_question_that_the_person_chooses_comes_first_and_the_other_comes_back(self) -> None:
        world = World()
        typed, asked = world.asks("text", waits=60), world.asks(waits=60)
        world.do(world.board.choose(asked["id"], world.now))
        assert world.window == asked
        assert asked["id"] not in world.banners
        world.ends({"answer": {"choice": "Yes"}})
        assert world.window == typed
        assert world.released == []

    def test_a_desk_that_starts_late_replaces_nothing(self) -> None:
        world = World()
        waiting = [question("text", waits=60), question("text", waits=60), question("text"), question()]
        world.do(world.board.all_open(waiting, world.now))
        assert world.window == waiting[0]
        assert list(world.banners) == [waiting[2]["id"], waiting[3]["id"]]
        assert world.released == []
        world.ends({"answer": {"text": "x"}})
        assert world.window == waiting[1]

    def test_the_menu_has_who_waits_now_first(self) -> None:
        world = World()
        left, calm = world.asks(waits=5), world.asks()
        patient, hurried = world.asks(waits=600), world.asks(waits=30)
        world.passes(seconds=6)
        assert world.board.waiting(world.now) == [hurried, patient, calm, left]

    def test_questions_settled_while_the_hub_was_away_disappear(self) -> None:
        world = World()
        kept, gone, typed = world.asks(), world.asks(), world.asks("text", waits=60)
        world.do(world.board.all_open([kept], world.now))
        assert list(world.banners) == [kept["id"]]
        assert gone["id"] not in world.banners
        assert typed is not None
        assert world.window is None

    def test_an_answer_that_the_hub_refuses_brings_the_question_back(self) -> None:
        world = World()
        typed, asked = world.asks("text", waits=60), world.asks()
        world.ends({"answer": {"text": "x"}})
        world.happens(Pressed(asked["id"], "0"))
        for one in (typed, asked):
            world.do(world.board.refused(one["id"], world.now))
            assert world.sees(one)


class TestPuttingOff:
    @pytest.mark.parametrize(
        ("button", "wait"),
        [
            ("later:600", timedelta(minutes=10)),
            ("later:3600", timedelta(hours=1)),
            ("later:tomorrow", timedelta(hours=21)),
        ],
    )
    def test_a_question_comes_again_when_it_was_to(self, button: str, wait: timedelta) -> None:
        world = World()
        asked = world.asks()
        world.happens(Pressed(asked["id"], "later"))
        assert [each.key for each in world.banners[asked["id"]].buttons] == list(SNOOZES)
        world.happens(Pressed(asked["id"], button))
        assert world.sees(asked), "the second click of two was not meant for it"
        world.passes(seconds=1)
        world.happens(Pressed(asked["id"], button))
        world.passes(seconds=wait.total_seconds() - 2)
        assert not world.sees(asked)
        world.passes(seconds=2)
        assert world.sees(asked)
        assert labels(world, asked)[0] == "Yes"

    def test_a_typed_question_whose_time_was_up_comes_once_more(self) -> None:
        world = World()
        asked = world.asks("text", waits=8)
        world.passes(seconds=8)
        world.ends({"answer": None, "why": "timeout"})
        world.releases(asked)
        world.passes(minutes=4, seconds=59)
        assert not world.sees(asked)
        world.passes(seconds=1)
        assert labels(world, asked) == ["Reply…", "Later…"]
        world.happens(Expired(asked["id"]))
        world.passes(hours=3)
        assert not world.sees(asked)

    def test_a_snoozed_question_is_remembered_by_the_next_desk(self) -> None:
        world = World()
        asked = world.asks()
        world.happens(Pressed(asked["id"], "later:3600"))
        later = World()
        later.board.remember(world.board.snoozed())
        later.do(later.board.all_open([asked], NOON))
        assert not later.sees(asked)
        later.passes(hours=1)
        assert later.sees(asked)

    def test_the_window_can_put_off_too(self) -> None:
        world = World()
        asked = world.asks("text", waits=9000)
        world.ends({"later": 600})
        assert world.window is None
        world.passes(minutes=10)
        assert world.window == asked

    def test_a_notification_comes_again(self) -> None:
        world = World()
        event = world.tells()
        world.happens(Pressed(event["notification_id"], "later:600"))
        assert world.notifications == {}
        world.passes(minutes=10)
        assert list(world.notifications) == [event["notification_id"]]


class TestQuiet:
    def test_a_question_nobody_waits_for_is_held_back_and_shown_afterwards(self) -> None:
        world = World(quiet=NIGHT)
        asked = world.asks()
        assert not world.sees(asked)
        assert world.board.waiting(world.now) == [asked]
        world.passes(hours=1)
        assert world.sees(asked)

    def test_questions_that_a_call_waits_for_and_urgent_ones_are_shown(self) -> None:
        world = World(quiet=NIGHT)
        for asked in (world.asks(waits=60), world.asks("text", waits=60), world.asks(urgency="urgent")):
            assert world.sees(asked)

    def test_notifications_are_summed_up_afterwards(self) -> None:
        world = World(quiet=NIGHT)
        for _ in range(3):
            world.tells()
        urgent = world.tells(priority="urgent")
        assert list(world.notifications) == [urgent["notification_id"]]
        world.passes(hours=1)
        assert world.banners["summary"].title == "3 notifications"
        assert world.banners["summary"].source == "While it was quiet"

    def test_notifications_that_were_cleared_meanwhile_are_not_summed_up(self) -> None:
        world = World(quiet=NIGHT)
        world.tells(agent="tester")
        seen = world.tells("Seen")
        world.tells("Other")
        world.do(world.board.cleared("tester"))
        world.do(world.board.notification_ended(seen["notification_id"], "acknowledged"))
        world.passes(hours=1)
        assert world.banners["summary"].message == "builder: Other"

    def test_quiet_for_an_hour_and_the_desktops_own_wish_hold_back_too(self) -> None:
        for quiet in (Quiet(until=NOON + timedelta(hours=1)), Quiet(disturb="dunst is paused")):
            world = World(quiet=quiet)
            asked = world.asks()
            assert not world.sees(asked)

    def test_questions_are_shown_at_once_when_the_quiet_hours_change(self) -> None:
        world = World(quiet=NIGHT)
        asked = world.asks()
        assert not world.sees(asked)
        world.do(world.board.keep_hours(Hours(time(22), time(7)), world.now))
        assert world.sees(asked)
        world.do(world.board.keep_hours(NIGHT.hours, world.now))
        assert world.sees(asked)
        assert not world.sees(world.asks(title="Another"))

    @pytest.mark.parametrize(
        ("hours", "at", "quiet"),
        [
            ("22:00-07:00", "23:15", True),
            ("22:00-07:00", "06:59", True),
            ("22:00-07:00", "07:00", False),
            ("22:00-07:00", "21:59", False),
            ("09:00-12:00", "11:00", True),
            ("09:00-12:00", "12:00", False),
        ],
    )
    def test_quiet_hours_go_over_midnight(self, hours: str, at: str, quiet: bool) -> None:
        when = NOON.replace(hour=int(at[:2]), minute=int(at[3:]))
        assert Quiet(hours_of(hours)).holds(when) is quiet


class TestNotifications:
    def test_the_same_again_within_seconds_is_one_banner_with_a_count(self) -> None:
        world = World()
        first = world.tells("Tests failed")
        for _ in range(3):
            world.passes(seconds=2)
            world.tells("Tests failed")
        world.passes(seconds=1)
        assert world.notifications == {first["notification_id"]: 4}
        world.passes(seconds=6)
        again = world.tells("Tests failed")
        assert world.notifications[again["notification_id"]] == 1

    def test_a_clock_that_was_put_back_holds_no_banner(self) -> None:
        world = World()
        world.tells("Tests failed")
        for number in range(10):
            world.tells(f"Step {number}")
        world.now -= timedelta(hours=1)
        again = world.tells("Tests failed")
        assert world.notifications[again["notification_id"]] == 1

    def test_a_notification_like_one_that_was_closed_is_shown_again(self) -> None:
        world = World()
        first = world.tells("Tests failed")
        world.happens(Closed(first["notification_id"]))
        again = world.tells("Tests failed")
        assert world.notifications == {again["notification_id"]: 1}

    def test_a_thousand_of_the_same_cost_two_banners(self) -> None:
        world = World()
        shown = [command for _ in range(1000) for command in world.board.told(told("Tests failed"), world.now)]
        later = world.board.tick(world.now + timedelta(seconds=1))
        assert [command.times for command in (*shown, *later) if isinstance(command, ShowTold)] == [1, 1000]

    def test_a_storm_is_five_banners_and_one_summary(self) -> None:
        world = World()
        for number in range(200):
            world.tells(f"Step {number}")
        assert len(world.notifications) == 5
        world.passes(seconds=1)
        assert world.banners["summary"].title == "195 notifications"
        assert world.banners["summary"].source == "Many at once"

    def test_an_urgent_one_is_never_folded(self) -> None:
        world = World()
        for number in range(20):
            world.tells(f"Step {number}")
        urgent = world.tells("Fire", priority="urgent")
        assert urgent["notification_id"] in world.notifications

    def test_missed_notifications_are_one_summary_and_a_single_one_is_itself(self) -> None:
        world = World()
        missed = [World().tells(f"Step {number}") for number in range(7)]
        world.do(world.board.missed(missed, world.now))
        assert world.notifications == {}
        assert world.banners["summary"].source == "While you were away"
        assert world.banners["summary"].message.endswith("and 2 more")
        other = World()
        other.do(other.board.missed(missed[:1], other.now))
        assert list(other.notifications) == [missed[0]["notification_id"]]

    def test_a_closed_banner_acknowledges_its_notification(self) -> None:
        world = World()
        event = world.tells()
        world.happens(Closed(event["notification_id"]))
        assert world.acknowledged == [event["notification_id"]]

    def test_a_notification_that_was_put_away_elsewhere_disappears(self) -> None:
        world = World()
        event, other, cleared = world.tells(), world.tells("Other"), world.tells("Third", agent="tester")
        world.do(world.board.notification_ended(event["notification_id"], "acknowledged"))
        world.do(world.board.cleared("tester"))
        assert list(world.notifications) == [other["notification_id"]]
        assert cleared["notification_id"] not in world.notifications

    def test_a_question_that_is_asked_is_not_told_as_well(self) -> None:
        world = World()
        asked = question()
        event = {**World().tells(type="question"), "notification_id": asked["id"]}
        world.do(world.board.told(event, world.now))
        world.do(world.board.opened(asked, world.now))
        world.do(world.board.next_event(world.now))
        assert world.notifications == {}
        assert world.sees(asked)

    def test_a_question_that_is_only_told_is_a_notification(self) -> None:
        world = World()
        event = world.tells(type="question")
        assert world.notifications == {}
        world.do(world.board.next_event(world.now))
        assert list(world.notifications) == [event["notification_id"]]


ASKED = ("ask", "ask waiting", "text", "text waiting", "show", "settle", "release", "reconnect")
IN_THE_WINDOW = ("type", "answer", "close", "die")
ON_BANNERS = ("expire", "press", "later", "choose", "lose", "find")
AROUND = ("minute", "hour", "quiet", "loud")
STEPS = st.lists(st.sampled_from((*ASKED, *IN_THE_WINDOW, *ON_BANNERS, *AROUND)), max_size=60)


@given(STEPS, st.data())
def test_one_window_is_open_and_no_question_is_forgotten_after_any_steps(steps: list[str], data: st.DataObject) -> None:
    world = World()
    open_questions: dict[str, dict[str, object]] = {}
    for step in steps:
        _take(world, open_questions, step, data)
        for id, _ in world.answers:
            open_questions.pop(id, None)
        waiting = {asked["id"] for asked in world.board.waiting(world.now)}
        assert set(open_questions) <= waiting
    _everything_can_still_be_answered(world, open_questions)


def _everything_can_still_be_answered(world: World, open_questions: dict[str, dict[str, object]]) -> None:
    assert {asked["id"] for asked in world.board.waiting(world.now)} >= set(open_questions)


def _take(world: World, known: dict[str, dict[str, object]], step: str, data: st.DataObject) -> None:
    asked = data.draw(st.sampled_from(list(known.values()))) if known else None
    if step in ("ask", "ask waiting", "text", "text waiting"):
        new = world.asks(step.split()[0].replace("ask", "choice"), waits=60 if "waiting" in step else None)
        known[new["id"]] = new
    elif step == "show":
        world.asks("show")
    elif step == "type" and world.window is not None:
        world.types()
    elif step == "answer" and world.window is not None:
        world.ends({"answer": {"text": "x"}})
    elif step == "close" and world.window is not None:
        world.ends({"answer": None, "why": "timeout"})
    elif step == "die" and world.window is not None:
        world.dies()
    elif step == "lose":
        world.banners.clear()
        world.happens(Lost())
    elif step == "find":
        world.happens(Found(SERVER))
    elif step in ("minute", "hour"):
        world.passes(minutes=1 if step == "minute" else 60)
    elif step in ("quiet", "loud"):
        world.board.quiet_until(world.now + timedelta(hours=1) if step == "quiet" else None)
    elif step == "reconnect":
        world.do(world.board.all_open(list(known.values()), world.now))
    elif asked is not None:
        _touch(world, known, step, asked)


def _touch(world: World, known: dict[str, dict[str, object]], step: str, asked: dict[str, object]) -> None:
    id = str(asked["id"])
    if step == "settle":
        del known[id]
        world.settles(asked)
    elif step == "release":
        world.releases(asked)
    elif step == "choose":
        world.do(world.board.choose(id, world.now))
    elif id in world.banners:
        happening = {"expire": Expired(id), "press": Pressed(id, "0"), "later": Pressed(id, "later:600")}.get(step)
        if happening is not None and (step != "press" or asked["kind"] == "choice"):
            world.happens(happening)
