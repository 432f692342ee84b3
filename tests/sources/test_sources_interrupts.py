"""Ctrl-C comes while somebody waits, not between two steps that belong together."""

import pytest

from bellpull.sources.interrupts import Interrupts


def test_a_waiting_thread_is_interrupted_at_once() -> None:
    interrupts = Interrupts()
    with pytest.raises(KeyboardInterrupt), interrupts.waiting():
        interrupts.hear()


def test_a_busy_thread_is_interrupted_when_it_waits_again() -> None:
    interrupts = Interrupts()
    with interrupts.waiting():
        pass
    interrupts.hear()
    with pytest.raises(KeyboardInterrupt), interrupts.waiting():
        pytest.fail("it waits though it is to end")


def test_a_second_interrupt_is_heard_at_once() -> None:
    interrupts = Interrupts()
    with interrupts.waiting():
        pass
    interrupts.hear()
    with pytest.raises(KeyboardInterrupt):
        interrupts.hear()
