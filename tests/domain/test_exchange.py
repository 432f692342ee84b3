"""The last exchanges of a conversation, whatever order they come in."""

from hypothesis import given
from hypothesis import strategies as st

from bellpull.domain.exchange import Exchange, latest

exchanges = st.builds(
    Exchange,
    at=st.integers(0, 9).map(lambda second: f"2026-07-21T10:00:0{second}.000Z"),
    agent_name=st.just("garden"),
    kind=st.sampled_from(["choice", "text", "show", "voice"]),
    message=st.text(max_size=3),
    reply=st.none() | st.text(max_size=3),
    outcome=st.none(),
)


@given(st.lists(exchanges, max_size=12), st.integers(-1, 15))
def test_the_last_by_time_oldest_first_and_equal_times_in_their_order(given: list[Exchange], limit: int) -> None:
    kept = latest(given, limit)
    assert len(kept) == max(0, min(limit, len(given)))
    assert kept == sorted(given, key=lambda exchange: exchange.at)[len(given) - len(kept) :]
