"""What is taken away takes effect on open sockets at once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from support.answers import PATIENCE, done, until
from support.hub import Caller, Hub, HubMaker
from support.live import Live, told


def test_a_revoked_key_closes_its_sockets_at_once(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    spare = hub.new_agent(person, agent.name)
    with agent.socket() as one, agent.socket(since=0) as two, spare.socket() as other, person.socket() as persons:
        for live in (one, two, other, persons):
            live.connected()
        done(person.delete(f"/api/keys/{agent.key_id}"))
        assert (one.closed(), two.closed()) == (4001, 4001)
        sent = spare.send()
        for live in (other, persons):
            live.until_type("agent_notification", notification_id=sent["id"])
        assert sent["id"] not in told(one.frames) + told(two.frames)
        done(hub.owner.delete(f"/api/keys/{person.key_id}"))
        assert persons.closed() == 4001
        assert spare.send()
    with agent.socket() as live:
        assert live.closed() == 4001
        assert live.frames == []


def test_a_removed_agent_s_sockets_are_closed_at_once(hub: Hub, person: Caller) -> None:
    agent, other = hub.new_agent(person), hub.new_agent(person)
    with agent.socket() as live, other.socket() as others, person.socket() as persons:
        for one in (live, others, persons):
            one.connected()
        done(person.delete(f"/api/agents/{agent.name}"))
        assert live.closed() == 4001
        sent = other.send()
        for one in (others, persons):
            one.until_type("agent_notification", notification_id=sent["id"])


def test_an_agent_that_is_given_away_is_no_longer_heard(hub: Hub, person: Caller) -> None:
    agent, other = hub.new_agent(person), hub.new_agent(person)
    with person.socket() as live:
        live.connected()
        done(person.delete(f"/api/agents/{agent.name}"))
        hub.new_agent(hub.owner, agent.name).send("not yours")
        last = other.send("the end")
        live.until_type("agent_notification", notification_id=last["id"])
        assert told(live.events()) == [last["id"]]


def _open_together(caller: Caller, together: Barrier, number: int) -> tuple[int, list[str]]:
    """Open a socket at the very moment in which its key goes; how it was closed, and what it had heard."""
    together.wait(PATIENCE)
    with Live(caller.hub.url, key=caller.key, since=number % 2 or None) as live:
        code = live.closed()
        return code, told(live.frames)


@pytest.mark.parametrize("what", ["key", "agent"])
def test_a_socket_opened_while_its_key_goes_does_not_stay(hub: Hub, person: Caller, what: str) -> None:
    for _ in range(5):
        agent = hub.new_agent(person)
        path = f"/api/keys/{agent.key_id}" if what == "key" else f"/api/agents/{agent.name}"
        together = Barrier(7)
        with ThreadPoolExecutor(6) as pool:
            opened = [pool.submit(_open_together, agent, together, number) for number in range(6)]
            together.wait(PATIENCE)
            done(person.delete(path))
            later = hub.new_agent(person, agent.name).send("not for the old key")["id"]
            ends = [one.result(PATIENCE * 2) for one in opened]
        assert {code for code, _ in ends} == {4001}
        assert all(later not in heard for _, heard in ends)


def test_a_key_that_goes_in_the_middle_of_a_replay_ends_it(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    with ThreadPoolExecutor(8) as pool:
        sent = list(pool.map(lambda number: agent.send(f"{number}" * 40)["id"], range(1000)))
    with agent.socket(since=0) as live:
        live.connected()
        live.frame()
        done(person.delete(f"/api/keys/{agent.key_id}"))
        later = hub.new_agent(person, agent.name).send("not for the old key")["id"]
        assert live.closed() == 4001
        heard = told(live.frames)
    assert later not in heard
    assert set(heard) <= set(sent)
    assert len(heard) == len(set(heard))


def _come_and_go(caller: Caller, enough: Event) -> None:
    while not enough.is_set():
        with caller.socket() as live:
            live.connected()


def test_sockets_that_leave_while_rights_change_are_let_go(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    person = hub.new_person()
    agent = hub.new_agent(person)
    enough = Event()
    with ThreadPoolExecutor(6) as pool:
        visitors = [pool.submit(_come_and_go, caller, enough) for caller in [agent, person, hub.owner] * 2]
        try:
            for _ in range(15):
                spare = hub.new_agent(person, agent.name)
                done(person.delete(f"/api/keys/{spare.key_id}"))
        finally:
            enough.set()
        [visitor.result(PATIENCE) for visitor in visitors]
    until(lambda: hub.sockets() == 0, "the hub lets go of those who left")
