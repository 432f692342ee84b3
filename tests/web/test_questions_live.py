"""Questions on the sockets: stored before shown, in order, with the documented fields, to those who may see them."""

from typing import Any

from support.answers import done
from support.hub import Caller, Hub, HubMaker
from support.live import Frame, Live
from support.questions import (
    MERGE,
    NO,
    QUESTION_FIELDS,
    TYPED,
    YES,
    answer,
    ask,
    ask_text,
    claim,
    do,
    handed,
    look,
    new_session,
    tell_of_nudges,
    try_ask,
    verb,
)

EVENT = {"seq", "type", "agent_name", "at"}


def _questions(live: Live) -> list[Frame]:
    return [frame for frame in live.events() if frame["type"].startswith("question_")]


def _hear(live: Live, teller: Caller) -> list[Frame]:
    """What the socket was told of questions up to now."""
    last = teller.send("the end")
    live.until_type("agent_notification", notification_id=last["id"])
    return _questions(live)


def test_an_opened_question_is_shown_whole(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    with person.socket() as live, hub.owner.socket("/ws") as all_of_it, agent.socket() as own:
        for socket in (live, all_of_it, own):
            socket.connected()
        asked = ask(agent, wait=60, options=["a", "b", "c"], repo="bellpull", free_text=True)
        for socket in (live, all_of_it, own):
            event = socket.until(
                lambda frame: frame["type"] == "question_opened" and frame["question"]["id"] == asked["id"]
            )
            assert event["question"] == asked
            assert set(event["question"]) == QUESTION_FIELDS
            assert set(event) >= EVENT | {"question"}
            assert event["agent_name"] == agent.name


def test_question_is_stored_before_it_is_shown(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    with person.socket() as live:
        live.connected()
        for _ in range(10):
            ask(agent)
            shown = live.until_type("question_opened")["question"]
            assert look(person, shown["id"]) == shown
            answer(person, shown["id"], choice=YES)
            settled = live.until_type("question_settled")
            assert look(person, settled["question_id"])["outcome"] == settled["outcome"] == "accepted"


def test_a_settled_question_is_told_with_its_outcome_and_surface_and_no_more(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    with person.socket() as live, agent.socket() as own:
        for socket in (live, own):
            socket.connected()
        id = ask_text(agent, wait=60)["id"]
        answer(person, id, text="Ada Lovelace", via="tui")
        told, own_told = (socket.until_type("question_settled", question_id=id) for socket in (live, own))
    assert told == own_told
    assert {"outcome": "accepted", "via": "tui", "agent_name": agent.name}.items() <= told.items()
    assert set(told) >= EVENT | {"question_id", "outcome", "via"}
    assert "Ada Lovelace" not in str(told)
    assert person.name not in str(told)


def test_life_of_a_question_is_told_in_order(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    with person.socket() as live:
        live.connected()
        id = ask(agent, wait=60)["id"]
        do(agent, id, "release", {"reason": "timeout"})
        do(agent, id, "await", {"seconds": 60})
        do(person, id, "release", {"reason": "replaced"})
        answer(person, id, choice=NO)
        refused_answer = verb(person, id, "answer", {"choice": YES})
        assert refused_answer.status_code == 409
        do(agent, id, "release", {"reason": "gone"})
        events = _hear(live, agent)
    assert [(event["type"], event.get("reason")) for event in events] == [
        ("question_opened", None),
        ("question_released", "timeout"),
        ("question_opened", None),  # a call waits for it again
        ("question_released", "replaced"),
        ("question_settled", None),
    ]
    assert {event["question_id"] if "question_id" in event else event["question"]["id"] for event in events} == {id}
    assert events[2]["question"]["released"] is None
    assert all(set(event) >= EVENT for event in events)
    assert [event["seq"] for event in live.events()] == sorted({event["seq"] for event in live.events()})


def test_a_window_that_failed_is_told_with_its_detail(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    failed = {"reason": "failed", "detail": "couldn't connect to display :0"}
    with person.socket() as live:
        live.connected()
        id, choice = ask_text(agent, wait=60)["id"], ask(agent, wait=60)["id"]
        for question_id in (id, id, choice):
            verb(person, question_id, "release", failed)
        do(agent, id, "release", {"reason": "timeout"})
        do(agent, id, "await", {"seconds": 60})
        events = [event for event in _hear(live, agent) if event["type"] == "question_released"]
        reopened = [frame["question"] for frame in _questions(live) if frame["type"] == "question_opened"][-1]
    told = [(event["question_id"], event["reason"], event["detail"]) for event in events]
    assert told == [(id, "failed", failed["detail"]), (id, "timeout", None)], "who waits for a choice is not released"
    assert (reopened["id"], reopened["released"], reopened["failure"]) == (id, None, None)


def test_end_of_a_question_s_notification_is_told_as_that_of_others(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    with person.socket() as live:
        live.connected()
        answered, closed, withdrawn = (ask(agent)["id"] for _ in range(3))
        answer(person, answered, choice=YES)
        answer(person, closed, outcome="cancelled")
        do(agent, withdrawn, "withdraw")
        _hear(live, agent)
        ends = [
            frame for frame in live.events() if frame["type"] in ("notification_acknowledged", "notification_dismissed")
        ]
    assert [(end["type"], end["notification_id"], end["acknowledged_by"]) for end in ends] == [
        ("notification_acknowledged", answered, person.name),
        ("notification_dismissed", closed, person.name),
        ("notification_dismissed", withdrawn, "agent"),
    ]


def test_a_question_that_is_attached_to_is_opened_once(hub: Hub, person: Caller) -> None:
    agent, session = hub.new_agent(person), new_session()
    with person.socket() as live:
        live.connected()
        ask(agent, session=session, key="k")
        for key in ("k", None):
            done(try_ask(agent, MERGE, session=session, key=key), 200)
        assert [event["type"] for event in _hear(live, agent)] == ["question_opened"]


def test_shown_message_is_opened_for_the_surfaces(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    with person.socket() as live:
        live.connected()
        shown = done(try_ask(agent, TYPED | {"kind": "show"}), 201)
        events = _hear(live, agent)
    opened = [event for event in events if event["type"] == "question_opened"]
    assert [event["question"]["id"] for event in opened] == [shown["id"]]
    assert opened[0]["question"]["kind"] == "show"


def test_dismissing_the_notification_tells_that_the_question_is_settled(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    id = ask(agent)["id"]
    with person.socket() as live:
        live.connected()
        done(person.post(f"/api/notifications/{id}/acknowledge"))
        done(person.post("/api/notifications/dismiss-all", {}))
        done(person.post(f"/api/notifications/{id}/dismiss"))
        events = _hear(live, agent)
    assert [(event["type"], event["outcome"]) for event in events] == [("question_settled", "dismissed")]


def test_socket_that_may_not_see_a_question_hears_nothing_of_it(hub: Hub, person: Caller) -> None:
    agent, stranger = hub.new_agent(person), hub.new_person()
    other = hub.new_agent(stranger)
    with stranger.socket() as live, other.socket() as own:
        for socket in (live, own):
            socket.connected()
        id = ask(agent)["id"]
        do(agent, id, "release", {"reason": "gone"})
        answer(person, id, choice=YES)
        claim(agent)
        assert _hear(live, other) == []
        assert all(frame["agent_name"] == other.name for frame in live.events())
        own.until_type("agent_notification")
        assert {frame["agent_name"] for frame in own.events()} == {other.name}


def test_a_surface_that_comes_back_hears_what_was_settled_without_it(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    person = hub.new_person()
    agent = hub.new_agent(person)
    with person.socket() as live:
        live.connected()
        first, second = ask(agent)["id"], ask(agent)["id"]
        since = live.until(lambda f: f["type"] == "question_opened" and f["question"]["id"] == second)["seq"]
    answer(hub.owner, first, choice=YES)
    hub.restart()
    do(agent, second, "withdraw")
    with person.socket(since=since, hub=hub.id) as live:
        live.connected()
        events = _hear(live, agent)
    assert [(event["question_id"], event["outcome"]) for event in events] == [
        (first, "accepted"),
        (second, "withdrawn"),
    ]


def test_the_trail_of_the_notification_tells_the_question_s_life(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    id = ask(agent, wait=60)["id"]
    do(agent, id, "release", {"reason": "timeout"})
    answer(person, id, choice=YES)
    events = done(person.get(f"/api/notifications/{id}/trail"))["events"]
    kinds = [event["type"] for event in events if event["type"].startswith("question_")]
    assert kinds == ["question_opened", "question_released", "question_settled"]
    assert "notification_acknowledged" in [event["type"] for event in events]
    assert [event["seq"] for event in events] == sorted(event["seq"] for event in events)


# Nudges


def _nudges(live: Live) -> list[Frame]:
    return [frame for frame in live.events() if frame["type"].startswith("nudge_")]


def test_a_late_answer_is_announced_to_carriers_and_its_handing_told(hub: Hub, person: Caller) -> None:
    agent, session = hub.new_agent(person), new_session()
    with agent.socket() as live:
        live.connected()
        id = ask(agent, session=session)["id"]
        answer(person, id, choice=YES)
        pending = live.until_type("nudge_pending")
        assert set(pending) >= EVENT | {"session", "count"}
        assert (pending["agent_name"], pending["count"]) == (agent.name, 1)
        (nudge,) = claim(agent, session=session, carrier="proxy")
        tell_of_nudges(agent, "confirm", [nudge["id"]])
        told = live.until_type("nudge_handed")
    assert set(told) >= EVENT | {"nudge_id", "question_id", "via"}
    assert (told["nudge_id"], told["question_id"], told["via"]) == (nudge["id"], id, "proxy")
    assert [frame["type"] for frame in _nudges(live)] == ["nudge_pending", "nudge_handed"]


def test_an_answer_that_is_handed_in_time_announces_no_nudge(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    with agent.socket() as live:
        live.connected()
        id = ask(agent, wait=60)["id"]
        answer(person, id, choice=YES)
        assert handed(agent, id)
        late: dict[str, Any] = ask(agent)
        answer(person, late["id"], choice=YES)
        live.until_type("nudge_pending")
        _hear(live, agent)
        assert len(_nudges(live)) == 1
