"""Events as sockets and trails show them."""

import json

from hypothesis import given
from hypothesis import strategies as st

from bellpull.domain import event
from bellpull.domain.event import Change, Event
from bellpull.domain.notification import Draft, create

TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40)


def numbered(change: Change, seq: int) -> Event:
    return Event(seq, change.at, change.type, change.agent_name, change.data)


@given(TEXT, TEXT, st.none() | TEXT)
def test_an_event_reads_back_as_what_happened(name: str, title: str, category: str | None) -> None:
    told = create(
        Draft("alert", title, priority="high", category=category),
        id="notif_0123456789abcdef",
        agent_name=name,
        now="2026-01-01T00:00:00.000Z",
    )
    assert json.loads(numbered(event.told(told), 7).text()) == {
        "seq": 7,
        "type": "agent_notification",
        "agent_name": name,
        "at": "2026-01-01T00:00:00.000Z",
        "notification_id": "notif_0123456789abcdef",
        "notification_type": "alert",
        "title": title,
        "priority": "high",
        "category": category,
        "timestamp": "2026-01-01T00:00:00.000Z",
    }


def test_an_event_without_further_fields_is_still_json() -> None:
    assert json.loads(Event(1, "t", "x", "bot", "{}").text()) == {"seq": 1, "type": "x", "agent_name": "bot", "at": "t"}
