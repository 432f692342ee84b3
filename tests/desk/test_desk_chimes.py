"""What is heard at the desk: a chime when a window appears and one when the reply is sent, for who asks for them."""

from array import array

import pytest

from support.answers import until
from support.desk import Desk, Shim, at_desk
from support.desktop import Desktop
from support.hub import Hub
from support.sound import AUDIBLE, RATE, pulse, strength


def so_far(desktop: Desktop) -> "array[int]":
    """What the recording has until now."""
    recorded = (desktop.folder / "heard.raw").read_bytes()
    samples = array("h")
    samples.frombytes(recorded[: len(recorded) // 2 * 2])
    return samples


def chimes(samples: "array[int]") -> list["array[int]"]:
    """What sounds, cut where there is silence for a tenth of a second and more."""
    found: list[array[int]] = []
    last = -RATE
    for place, sample in enumerate(samples):
        if abs(sample) < AUDIBLE:
            continue
        if place - last > RATE / 10:
            found.append(array("h"))
        else:
            found[-1].extend(samples[last + 1 : place])
        found[-1].append(sample)
        last = place
    return found


def finished(desktop: Desktop, count: int) -> bool:
    """Whether so many chimes have been heard to their end."""
    samples = so_far(desktop)
    return len(chimes(samples)) == count and not chimes(samples[-RATE // 5 :])


def first_and_second_tone(chime: "array[int]") -> tuple[int, int]:
    half = len(chime) // 2
    first, second = (
        max((600, 800, 1000, 1200), key=lambda tone: strength(part, tone)) for part in (chime[:half], chime[half:])
    )
    return first, second


def ask_and_reply(desk: Desk, agent: Shim, **more: object) -> None:
    id = agent.call("notify", message="How shall it be called?", **more)
    desk.replies("VoiceMode", "Bellpull")
    assert agent.items(id) == ["User response: Bellpull"]


def test_a_window_chimes_when_it_appears_and_when_its_reply_is_sent_if_the_call_asks_for_it(
    desktop: Desktop, own_hub: Hub
) -> None:
    speakers = pulse(desktop)
    with at_desk(desktop, own_hub) as (desk, agent):
        with speakers.record() as heard:
            for silent in ({}, {"chime_enabled": False}):
                ask_and_reply(desk, agent, **silent)
            id = agent.call("notify", message="And now?", chime_enabled=True)
            desk.window("VoiceMode")
            until(lambda: finished(desktop, 1), "the first chime is heard")
            desk.replies("VoiceMode", "Bellpull")
            until(lambda: finished(desktop, 2), "the second chime is heard")
            assert agent.items(id) == ["User response: Bellpull"]
        assert [first_and_second_tone(chime) for chime in chimes(heard.samples)] == [(800, 1000), (1000, 800)]


@pytest.mark.slow
def test_a_window_that_is_cancelled_ends_without_a_chime(desktop: Desktop, own_hub: Hub) -> None:
    speakers = pulse(desktop)
    with at_desk(desktop, own_hub) as (desk, agent):
        with speakers.record() as heard:
            id = agent.call("notify", message="How shall it be called?", chime_enabled=True)
            desk.window("VoiceMode")
            until(lambda: finished(desktop, 1), "the first chime is heard")
            desktop.keys("Escape")
            assert agent.items(id) == ["User cancelled the popup"]
            # A chime would be heard before that of the next window.
            agent.call("notify", message="And now?", title="Next", chime_enabled=True)
            until(lambda: finished(desktop, 2), "the next window's chime is heard")
        assert [first_and_second_tone(chime) for chime in chimes(heard.samples)] == [(800, 1000)] * 2


@pytest.mark.slow
def test_a_desk_without_a_player_does_everything_else(desktop: Desktop, own_hub: Hub) -> None:
    with at_desk(desktop, own_hub) as (desk, agent):
        ask_and_reply(desk, agent, chime_enabled=True)
