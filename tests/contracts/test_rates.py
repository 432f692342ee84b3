"""The Rates' contract: so many at once, then evenly, each agent for itself, 0 is no limit."""

from bellpull.feed.rates import MemoryRates


def test_agent_has_an_allowance_of_its_own_that_refills() -> None:
    now = 0.0
    rates = MemoryRates(60, lambda: now)
    assert [rates.take("bot") for _ in range(60)] == [0.0] * 60
    assert rates.take("bot") == 1.0
    assert rates.take("pet") == 0.0
    now = 1.0
    assert rates.take("bot") == 0.0
    assert rates.take("bot") > 0
    now = 3600.0
    assert [rates.take("bot") for _ in range(60)] == [0.0] * 60
    assert rates.take("bot") > 0


def test_many_at_once_are_taken_from_what_comes_later() -> None:
    now = 0.0
    rates = MemoryRates(60, lambda: now)
    assert rates.take("bot", 100) == 0.0
    assert rates.take("bot") == 41.0
    now = 41.0
    assert rates.take("bot") == 0.0
    assert rates.take("bot", 0) == 0.0
    assert rates.take("bot") > 0


def test_zero_is_no_limit() -> None:
    rates = MemoryRates(0)
    assert {rates.take("bot") for _ in range(10_000)} == {0.0}
