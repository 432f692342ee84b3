"""The Attempts' contract: a few failures are free, then each next try waits longer, by name and by address; a success
is forgiven, time forgets, and nobody can fill the memory."""

import pytest

from bellpull.feed.attempts import MemoryAttempts, network_of


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def failures(attempts: MemoryAttempts, clock: Clock, name: str, address: str, count: int) -> list[float]:
    """Fail as often as it takes, waiting as told: how long before each."""
    waited = []
    for _ in range(count):
        wait = attempts.take(name, address)
        waited.append(wait)
        if wait:
            clock.now += wait
            assert attempts.take(name, address) == 0.0
    return waited


def test_guessing_a_name_s_password_slows_down_to_one_a_minute() -> None:
    clock = Clock()
    attempts = MemoryAttempts(clock)
    waited = [failures(attempts, clock, "ada", f"10.0.0.{n}", 1)[0] for n in range(15)]
    assert waited == [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]


def test_guessing_many_names_from_one_address_slows_down_too() -> None:
    clock = Clock()
    attempts = MemoryAttempts(clock)
    waited = [failures(attempts, clock, f"name{n}", "10.0.0.1", 1)[0] for n in range(31)]
    assert waited[:22] == [0] * 20 + [1, 2]
    assert waited[-1] == 300
    assert attempts.take("ada", "10.0.0.2") == 0.0


def test_a_try_that_has_to_wait_costs_nothing() -> None:
    clock = Clock()
    attempts = MemoryAttempts(clock)
    failures(attempts, clock, "ada", "10.0.0.1", 5)
    assert {attempts.take("ada", "10.0.0.1") for _ in range(100)} == {1.0}
    clock.now += 1
    assert attempts.take("ada", "10.0.0.1") == 0.0


def test_many_at_once_are_counted_before_any_of_them_has_failed() -> None:
    attempts = MemoryAttempts(Clock())
    assert [attempts.take("ada", "10.0.0.1") for _ in range(7)] == [0, 0, 0, 0, 0, 1, 1]


def test_a_success_forgets_the_name_and_forgives_the_address_once() -> None:
    clock = Clock()
    attempts = MemoryAttempts(clock)
    for _ in range(50):
        assert attempts.take("ada", "10.0.0.1") == 0.0
        attempts.succeeded("ada", "10.0.0.1")
    failures(attempts, clock, "eve", "10.0.0.1", 4)
    attempts.take("ada", "10.0.0.1")
    attempts.succeeded("ada", "10.0.0.1")
    assert attempts.take("eve", "10.0.0.1") == 0.0
    assert attempts.take("eve", "10.0.0.1") == 1.0


def test_where_somebody_succeeded_only_what_fails_there_counts() -> None:
    clock = Clock()
    attempts = MemoryAttempts(clock)
    attempts.take("ada", "10.0.0.1")
    attempts.succeeded("ada", "10.0.0.1")
    failures(attempts, clock, "ada", "10.0.0.2", 12)
    assert attempts.take("ada", "10.0.0.3") == 60.0
    assert [attempts.take("ada", "10.0.0.1") for _ in range(6)] == [0, 0, 0, 0, 0, 1]
    # What is no name but looks like a name and its place is counted elsewhere.
    assert attempts.take("10.0.0.1 ada", "10.0.0.4") == 0.0


def test_a_quarter_of_an_hour_of_peace_forgets() -> None:
    clock = Clock()
    attempts = MemoryAttempts(clock)
    failures(attempts, clock, "ada", "10.0.0.1", 12)
    clock.now += 900
    assert [attempts.take("ada", "10.0.0.1") for _ in range(6)] == [0, 0, 0, 0, 0, 1]


def test_made_up_names_do_not_fill_the_memory() -> None:
    attempts = MemoryAttempts(Clock())
    for n in range(30_000):
        attempts.take(f"name{n}", f"10.{n >> 8 & 255}.{n & 255}.{n >> 16}")
        attempts.succeeded(f"other{n}", "10.0.0.1")
    assert len(attempts._names._kept) == len(attempts._addresses._kept) == len(attempts._proven) == 10_000


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_addresses_of_one_ipv6_network_count_as_one(address: str, network: str) -> None:
    assert network_of(address) == network
