"""Resuming: what was missed is replayed, then it goes on live, without a gap or a double."""

import random
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from threading import Event
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from support.answers import done
from support.hub import Caller, Hub, HubMaker
from support.live import Frame, told
from support.this_run import SEED


def test_missed_events_are_replayed_in_order_and_live_ones_follow(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    with person.socket() as live:
        since = live.connected()["seq"]
    missed = [agent.send(f"{number}")["id"] for number in range(10)]
    done(person.post(f"/api/notifications/{missed[0]}/acknowledge"))
    with person.socket(since=since, hub=hub.id) as live:
        newest = live.connected()["seq"]
        later = agent.send("live")["id"]
        live.until_type("agent_notification", notification_id=later)
        events = live.events()
    kinds = [event["type"] for event in events]
    assert kinds == ["agent_notification"] * 10 + ["notification_acknowledged", "agent_notification"]
    assert told(events) == [*missed, later]
    numbers = [event["seq"] for event in events]
    assert numbers == sorted(set(numbers))
    assert since < numbers[0]
    assert numbers[-2] == newest < numbers[-1]


def test_the_replay_is_what_the_trail_says(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    with person.socket() as live:
        since = live.connected()["seq"]
        sent = agent.send(category="c")
        done(person.post(f"/api/notifications/{sent['id']}/acknowledge"))
        done(person.post(f"/api/notifications/{sent['id']}/dismiss"))
        heard = [live.frame() for _ in range(3)]
    with person.socket(since=since) as again:
        again.connected()
        assert [again.frame() for _ in range(3)] == heard
    assert done(person.get(f"/api/notifications/{sent['id']}/trail"))["events"] == heard


def test_replay_since_the_newest_is_empty(agent: Caller) -> None:
    agent.send()
    with agent.socket() as live:
        newest = live.connected()["seq"]
    with agent.socket(since=newest) as live:
        assert live.connected()["seq"] == newest
        sent = agent.send("live")
        assert live.frame()["notification_id"] == sent["id"]


def test_replay_since_zero_is_all_that_is_one_s_own(hub: Hub, agent: Caller) -> None:
    sent = [agent.send()["id"] for _ in range(600)]
    with agent.socket(since=0) as live:
        live.connected()
        live.until_type("agent_notification", notification_id=sent[-1])
        assert told(live.events()) == sent
        assert {event["agent_name"] for event in live.events()} == {agent.name}


@contextmanager
def _writing(senders: list[Caller]) -> Iterator[list[list[str]]]:
    """Each sender creates without a pause; what each was answered, in order."""
    enough = Event()
    sent: list[list[str]] = [[] for _ in senders]

    def write(number: int) -> None:
        while not enough.is_set():
            sent[number].append(senders[number].send()["id"])

    with ThreadPoolExecutor(len(senders)) as pool:
        writers = [pool.submit(write, number) for number in range(len(senders))]
        try:
            yield sent
        finally:
            enough.set()
        [writer.result() for writer in writers]


def _follow(caller: Caller, since: int, reads: Iterator[int]) -> list[Frame]:
    """Read some frames, hang up, come back with the last number, again and again."""
    heard: list[Frame] = []
    for many in reads:
        with caller.socket(since=since) as live:
            live.connected()
            for _ in range(many):
                live.frame()
            heard += live.events()
        since = heard[-1]["seq"]
    return heard


def test_reconnects_while_others_write_lose_and_repeat_nothing(hub: Hub) -> None:
    person = hub.new_person()
    senders = [hub.new_agent(person), hub.new_agent(person), hub.new_agent()]
    with person.socket() as live:
        start = live.connected()["seq"]
    dice = random.Random(SEED)
    with _writing(senders) as sent, ThreadPoolExecutor(2) as pool:
        turns = [iter([dice.randint(1, 12) for _ in range(10)]) for _ in range(2)]
        heard = list(pool.map(lambda reads: _follow(person, start, reads), turns))
    for frames in heard:
        frames += _rest(person, frames[-1]["seq"], senders[0])
        numbers = [frame["seq"] for frame in frames]
        assert numbers == sorted(set(numbers)), "out of order or twice"
        for sender, ids in zip(senders[:2], sent[:2], strict=True):
            own = [frame for frame in frames if frame["agent_name"] == sender.name]
            assert told(own)[: len(ids)] == ids, "lost or repeated"
        assert {frame["agent_name"] for frame in frames} == {sender.name for sender in senders[:2]}


def _rest(caller: Caller, since: int, sender: Caller) -> list[Frame]:
    last = sender.send("the end")["id"]
    with caller.socket(since=since) as live:
        live.connected()
        live.until_type("agent_notification", notification_id=last)
        return live.events()


def test_sockets_of_both_kinds_tell_an_admin_the_same(hub: Hub, agent: Caller) -> None:
    with hub.owner.socket("/ws") as live:
        start = live.connected()["seq"]
    agent.send()
    last = agent.send()["id"]
    heard = []
    for path in ("/ws", "/ws/events"):
        with hub.owner.socket(path, since=start) as live:
            live.connected()
            live.until_type("agent_notification", notification_id=last)
            heard.append(live.events())
    assert heard[0] == heard[1]


@pytest.mark.parametrize("path", ["/ws", "/ws/events"])
def test_a_number_from_the_future_gets_a_reset(hub: Hub, agent: Caller, path: str) -> None:
    with hub.owner.socket(path, since=10**12) as live:
        newest = live.connected()["seq"]
        assert live.frame() == {"type": "reset", "seq": newest, "reason": "future"}
        sent = agent.send()
        assert live.until_type("agent_notification", agent_name=agent.name)["notification_id"] == sent["id"]


def test_a_number_of_another_hub_gets_a_reset(agent: Caller) -> None:
    agent.send()
    with agent.socket(since=1, hub="another-hub") as live:
        newest = live.connected()["seq"]
        assert live.frame() == {"type": "reset", "seq": newest, "reason": "foreign"}
        sent = agent.send()
        assert live.frame()["notification_id"] == sent["id"]


def test_a_number_older_than_what_is_kept_gets_a_reset(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    sent = [agent.send()["id"] for _ in range(10)]
    hub.stop()
    hub.settings["BELLPULL_KEEP_EVENTS"] = "4"
    hub.start()
    done(hub.owner.post("/api/upkeep"))
    with agent.socket(since=1) as live:
        newest = live.connected()["seq"]
        assert live.frame() == {"type": "reset", "seq": newest, "reason": "pruned"}
        later = agent.send()["id"]
        assert live.frame()["notification_id"] == later
    with agent.socket(since=newest - 4) as live:
        live.connected()
        assert [live.frame()["notification_id"] for _ in range(5)] == [*sent[6:], later]
    assert [row["id"] for row in agent.every_notification()] == [later, *sent[::-1]]


def _reasons(agent: Caller, since: int) -> list[str]:
    """Why the hub does not replay from here, if it does not."""
    with agent.socket(since=since) as live:
        live.connected()
        frame = live.frame()
        return [frame["reason"]] if frame["type"] == "reset" else []


def _newest(caller: Caller) -> int:
    with caller.socket() as live:
        return int(live.connected()["seq"])


def test_numbers_go_on_when_the_agent_of_the_newest_events_is_removed(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    agent.send()
    newest = _newest(hub.owner)
    hub.restart()
    done(hub.owner.delete(f"/api/agents/{agent.name}"))
    with hub.owner.socket("/ws", since=newest) as live:
        live.connected()
        assert live.frame()["change"] == "agent_removed"
        assert live.frames[-1]["seq"] > newest
    hub.restart()
    assert _newest(hub.owner) > newest


def test_numbers_go_on_when_all_events_were_let_go(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    agent.send()
    newest = _newest(hub.owner)
    # While it runs: a hub that starts on old events does not believe at once that so much time has passed.
    with closing(sqlite3.connect(hub.database)) as file, file:
        file.execute("UPDATE events SET at = '2001-01-01T00:00:00.000Z'")
    done(hub.owner.post("/api/upkeep"))
    assert _reasons(agent, since=0) == ["pruned"]
    for _ in range(2):
        assert _newest(hub.owner) >= newest
        hub.restart()
    sent = agent.send()
    with agent.socket(since=newest) as live:
        live.connected()
        assert live.frame()["notification_id"] == sent["id"]
        assert live.frames[-1]["seq"] > newest


@pytest.mark.parametrize("since", ["abc", "-1", "1.5", "", "9" * 40, "%00"])
def test_a_number_that_is_none_does_not_hurt(hub: Hub, agent: Caller, since: str) -> None:
    try:
        with agent.socket(since=since) as live:
            live.frame()
    except InvalidStatus as refusal:
        assert 400 <= refusal.response.status_code < 500
    except ConnectionClosed as end:
        assert end.rcvd is not None
        assert end.rcvd.code not in (1011, 1006)
    with agent.socket() as live:
        live.connected()
        sent = agent.send()
        assert live.frame()["notification_id"] == sent["id"]


def test_the_replay_is_filtered_by_what_the_key_may_see_today(hub: Hub, person: Caller) -> None:
    gone, kept = hub.new_agent(person), hub.new_agent(person)
    with person.socket() as live:
        start = live.connected()["seq"]
    secret = gone.send("a secret of a removed agent")
    sent = kept.send()
    done(person.delete(f"/api/agents/{gone.name}"))
    hub.new_agent(hub.owner, gone.name).send("of its new owner")
    last = kept.send("the end")
    for caller in (person, hub.owner):
        with caller.socket(since=start) as live:
            live.connected()
            live.until_type("agent_notification", notification_id=last["id"])
            events: list[dict[str, Any]] = live.events()
        assert secret["id"] not in told(events)
        if caller is person:
            assert told(events) == [sent["id"], last["id"]]
