"""What may be told, and how a notification ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.domain.errors import Invalid
from bellpull.domain.notification import (
    ACKNOWLEDGED,
    DISMISSED,
    PENDING,
    PRIORITIES,
    TYPES,
    Draft,
    Limits,
    Notification,
    acknowledge,
    check,
    create,
    dismiss,
    parse_priorities,
)

ENDINGS = {"acknowledge": acknowledge, "dismiss": dismiss}


def told() -> Notification:
    return create(Draft("info", "Done"), id="notif_0123456789abcdef", agent_name="bot", now="2026-01-01T00:00:00.000Z")


@pytest.mark.parametrize(
    ("draft", "sentence"),
    [
        (
            Draft("news", "x"),
            "Invalid notification_type. Must be one of: alert, info, status, completion, question",
        ),
        (Draft("info", "x", priority="top"), "Invalid priority. Must be one of: low, normal, high, urgent"),
        (Draft("info", "x" * 201), "Title too long (max 200 characters)"),
        (Draft("info", " \t\n"), "Title is required"),
        (Draft("info", ""), "Title is required"),
        (Draft("info", "x", message="é" * 32_769), "Message too long (max 65536 bytes)"),
        (Draft("info", "x", category="c" * 201), "Category too long (max 200 characters)"),
        (Draft("info", "x", metadata='{"a":"' + "b" * 65_536 + '"}'), "Metadata too long (max 65536 bytes)"),
        (Draft("info", "a\0b"), "title: must not contain the NUL character"),
    ],
)
def test_notification_that_may_not_be_told_is_refused_with_its_sentence(draft: Draft, sentence: str) -> None:
    with pytest.raises(Invalid) as refused:
        check(draft, Limits())
    assert refused.value.sentence == sentence


def test_the_first_wrong_thing_in_the_contracts_order_is_named() -> None:
    with pytest.raises(Invalid, match="notification_type"):
        check(Draft("news", "x" * 999, priority="top"), Limits())
    with pytest.raises(Invalid, match="Invalid priority"):
        check(Draft("info", "x" * 999, priority="top"), Limits())


@given(st.sampled_from(TYPES), st.sampled_from(PRIORITIES), st.text(min_size=1, max_size=200))
def test_notification_within_its_limits_may_be_told(type: str, priority: str, title: str) -> None:
    if title.strip() and "\0" not in title:
        check(Draft(type, title, priority=priority), Limits())


@given(st.lists(st.tuples(st.sampled_from(sorted(ENDINGS)), st.sampled_from(["ada", "bob"])), max_size=6))
def test_notification_keeps_who_ended_it_first_in_any_order_of_endings(steps: list[tuple[str, str]]) -> None:
    record = told()
    for number, (ending, by) in enumerate(steps):
        record = ENDINGS[ending](record, by, f"2026-01-01T00:00:0{number}.000Z")
    endings = [ending for ending, _ in steps]
    expected = DISMISSED if "dismiss" in endings else ACKNOWLEDGED if endings else PENDING
    assert record.status == expected
    # Whoever ended `pending` is kept, whatever came later.
    assert record.acknowledged_by == (steps[0][1] if steps else None)
    assert record.acknowledged_at == ("2026-01-01T00:00:00.000Z" if steps else None)
    assert record[:8] == told()[:8]


def test_wrong_priorities_of_a_filter_are_listed() -> None:
    assert parse_priorities(" urgent, high,,") == ("high", "urgent")
    assert parse_priorities("") == ()
    with pytest.raises(Invalid, match="Invalid priorities: top, higher"):
        parse_priorities("high,top,higher")
