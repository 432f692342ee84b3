"""An agent that is shared: who sees it then may answer and nudge, and no more; both take effect at once."""

from typing import Any

import pytest

from support.accounts import new_member, share, shared_with, signed_in, try_share, unshare
from support.answers import done, refused
from support.hub import Caller, Hub
from support.live import Live, told
from support.nudges import listed as nudges_of
from support.nudges import messages, sign, tell
from support.questions import YES, Poll, answer, ask, claim, listed, look, surface, verb
from support.webhooks import call, make


@pytest.fixture
def friend(hub: Hub) -> Caller:
    return hub.new_person()


@pytest.fixture
def mine(hub: Hub, person: Caller) -> Caller:
    """An agent of the person's own."""
    return hub.new_agent(person)


def shares(caller: Caller, agent_name: str) -> list[str]:
    found = done(caller.get(f"/api/agents/{agent_name}/shares"))
    assert set(found) == {"count", "shares"}
    assert found["count"] == len(found["shares"])
    assert all(set(one) == {"user"} for one in found["shares"])
    return [one["user"] for one in found["shares"]]


def test_shares_of_an_agent_are_listed(hub: Hub, person: Caller, mine: Caller) -> None:
    friends = sorted([hub.new_person().name, hub.new_person().name])
    assert (shares(person, mine.name), shared_with(person)[mine.name]) == ([], [])
    for name in friends:
        share(person, mine.name, name)
        share(person, mine.name, name)
    for caller in (person, hub.owner):
        assert sorted(shares(caller, mine.name)) == friends
        assert sorted(shared_with(caller)[mine.name]) == friends
    unshare(person, mine.name, friends[0])
    unshare(person, mine.name, friends[0])
    assert shares(person, mine.name) == friends[1:]


def test_friend_sees_what_the_owner_sees(hub: Hub, person: Caller, mine: Caller, friend: Caller) -> None:
    sent, asked = mine.send(), ask(mine)
    refused(friend.get(f"/api/notifications/{sent['id']}"), 404)
    share(person, mine.name, friend.name)
    assert friend.read(sent["id"]) == person.read(sent["id"])
    assert [one["id"] for one in listed(friend)] == [asked["id"]]
    assert set(shared_with(friend)) == {mine.name}
    assert shares(friend, mine.name) == [friend.name]
    assert done(friend.get("/api/notifications/count", status="pending"))["count"] == 2
    for path in ("notifications", "notifications/count", "nudges", "trail", "numbers", "webhooks"):
        done(friend.get(f"/api/agents/{mine.name}/{path}"))
    unshare(person, mine.name, friend.name)
    refused(friend.get(f"/api/notifications/{sent['id']}"), 404)
    assert listed(friend) == []
    assert refused(friend.get(f"/api/agents/{mine.name}/trail"), 403)["code"] == "agent_denied"


def test_friend_answers_acknowledges_and_nudges(hub: Hub, person: Caller, mine: Caller, friend: Caller) -> None:
    share(person, mine.name, friend.name)
    first, second, sent = ask(mine, wait=60), ask(mine), mine.send()
    with Poll(mine, first["id"]) as poll:
        assert answer(friend, first["id"], choice=YES)["by"] == friend.name
        assert poll.question()["choice"] == YES
    assert done(friend.post(f"/api/notifications/{sent['id']}/acknowledge"))["acknowledged_by"] == friend.name
    assert done(friend.post(f"/api/notifications/{second['id']}/dismiss"))["status"] == "dismissed"
    assert look(person, second["id"])["outcome"] == "dismissed"
    assert tell(friend, mine.name, "use the staging database")["by"] == friend.name
    assert "use the staging database" in messages(claim(mine))


def test_the_first_answer_wins_between_owner_and_friend(person: Caller, mine: Caller, friend: Caller) -> None:
    share(person, mine.name, friend.name)
    asked = ask(mine)
    answer(friend, asked["id"], choice=YES)
    assert refused(verb(person, asked["id"], "answer", {"choice": YES}), 409)["code"] == "already_settled"


def test_a_surface_of_a_friend_can_show_a_question(person: Caller, mine: Caller, friend: Caller) -> None:
    body = {"title": "Name", "question": "How shall it be called?", "must_show": True}
    with surface(friend, "text"):
        assert refused(mine.post("/api/questions", body), 409)["code"] == "headless"
        share(person, mine.name, friend.name)
        done(mine.post("/api/questions", body), 201)
        unshare(person, mine.name, friend.name)
        assert refused(mine.post("/api/questions", body | {"title": "Again"}), 409)["code"] == "headless"


def test_friend_may_not_do_what_is_the_owner_s_alone(hub: Hub, person: Caller, mine: Caller, friend: Caller) -> None:
    share(person, mine.name, friend.name)
    webhook = make(person, mine.name)
    path = f"/api/agents/{mine.name}"
    tries: list[tuple[str, str, Any]] = [
        ("DELETE", path, None),
        ("POST", "/api/keys", {"agent_name": mine.name}),
        ("POST", f"{path}/webhooks", {"source": "ci"}),
        ("DELETE", f"{path}/webhooks/{webhook['id']}", None),
        ("PUT", f"{path}/shares/{hub.new_person().name}", None),
        ("DELETE", f"{path}/shares/{friend.name}", None),
        ("POST", f"{path}/nudges/claim", {}),
    ]
    for method, where, body in tries:
        refused(friend.call(method, where, **({} if body is None else {"json": body})), 403)
    refused(friend.delete(f"/api/keys/{mine.key_id}"), 404)
    assert mine.key_id not in [key["id"] for key in done(friend.get("/api/keys"))["keys"]]
    done(mine.get("/api/me"))
    done(call(hub, webhook, "red"), 202)
    assert shares(person, mine.name) == [friend.name]


def test_agents_of_a_friend_see_nothing_of_a_shared_agent(
    hub: Hub, person: Caller, mine: Caller, friend: Caller
) -> None:
    share(person, mine.name, friend.name)
    agent, sent = hub.new_agent(friend), mine.send()
    refused(agent.get(f"/api/notifications/{sent['id']}"), 404)
    refused(agent.get(f"/api/agents/{mine.name}/nudges"), 403)
    assert mine.name not in agent.get("/api/agents").text


def test_share_with_somebody_who_is_no_person_is_refused(hub: Hub, person: Caller, mine: Caller) -> None:
    for name in ("nobody-here", hub.new_agent(person).name, mine.name):
        assert refused(try_share(person, mine.name, name), 404)["code"] == "user_not_found"
    assert refused(try_share(person, mine.name, person.name), 409)["code"] == "already_owner"
    assert refused(try_share(hub.owner, mine.name, person.name), 409)["code"] == "already_owner"
    assert refused(try_share(hub.owner, "nobody-here", person.name), 404)["code"] == "agent_not_found"
    refused(try_share(hub.owner, hub.owner.name, person.name), 404)
    assert refused(try_share(person, "nobody-here", person.name), 403, 404)
    assert shares(person, mine.name) == []


def follows(live: Live, agents: list[Caller], after: Caller) -> list[str]:
    """Each agent sends something, and then `after` does, whom the listener certainly hears: what was heard of them."""
    seen = len(live.frames)
    for agent in agents:
        agent.send(agent.name)
    last = after.send("the end")["id"]
    live.until_type("agent_notification", notification_id=last)
    return [one["title"] for one in live.frames[seen:] if one.get("title") in {agent.name for agent in agents}]


@pytest.mark.parametrize("by_sign_in", [False, True])
def test_an_open_socket_follows_sharing_at_once(hub: Hub, person: Caller, mine: Caller, by_sign_in: bool) -> None:
    member = new_member(hub)
    caller = signed_in(hub, member.name) if by_sign_in else member
    own = hub.new_agent(member)
    with caller.socket() as live:
        live.connected()
        assert follows(live, [mine], own) == []
        share(person, mine.name, member.name)
        assert follows(live, [mine], own) == [mine.name]
        unshare(person, mine.name, member.name)
        assert follows(live, [mine], own) == []
        share(hub.owner, mine.name, member.name)
        assert follows(live, [mine], own) == [mine.name]


def test_owner_and_friend_hear_of_the_sharing(hub: Hub, person: Caller, mine: Caller, friend: Caller) -> None:
    with person.socket() as owners, hub.owner.socket() as admins:
        owners.connected()
        admins.connected()
        share(person, mine.name, friend.name)
        unshare(person, mine.name, friend.name)
        for live in (owners, admins):
            for change in ("shared", "unshared"):
                live.until_type("access_changed", agent_name=mine.name, change=change)


def test_replay_goes_by_today_s_shares(hub: Hub, person: Caller, mine: Caller, friend: Caller) -> None:
    with friend.socket() as live:
        seq = live.connected()["seq"]
    own = hub.new_agent(friend)
    before = mine.send()["id"]
    share(person, mine.name, friend.name)
    last = own.send()["id"]
    with friend.socket(since=seq) as live:
        live.until_type("agent_notification", notification_id=last)
        assert before in told(live.frames)
    unshare(person, mine.name, friend.name)
    last = own.send()["id"]
    with friend.socket(since=seq) as live:
        live.until_type("agent_notification", notification_id=last)
        assert before not in told(live.frames)


@pytest.mark.parametrize("what", ["agent", "user"])
def test_a_share_ends_with_its_agent_and_with_its_person(
    hub: Hub, person: Caller, mine: Caller, friend: Caller, what: str
) -> None:
    share(person, mine.name, friend.name)
    done(hub.owner.delete(f"/api/agents/{mine.name}" if what == "agent" else f"/api/users/{friend.name}"))
    again = hub.new_agent(person, mine.name)
    heir = hub.new_person(friend.name)
    sent = again.send()
    refused(heir.get(f"/api/notifications/{sent['id']}"), 404)
    assert shares(person, mine.name) == []


def test_an_agent_given_to_a_friend_is_no_longer_shared_with_them(hub: Hub, person: Caller) -> None:
    agent, friend = hub.new_agent(person), hub.new_person()
    share(person, agent.name, friend.name)
    done(hub.owner.delete(f"/api/users/{person.name}?give_agents_to={friend.name}"))
    assert shares(friend, agent.name) == []
    done(friend.delete(f"/api/agents/{agent.name}"))


def test_a_question_that_a_friend_polls_is_gone_with_the_share(
    hub: Hub, person: Caller, mine: Caller, friend: Caller
) -> None:
    share(person, mine.name, friend.name)
    asked = ask(mine, wait=60)
    with Poll(friend, asked["id"]) as poll:
        unshare(person, mine.name, friend.name)
        answer(person, asked["id"], choice=YES)
        status, said = poll.end()
    assert status == 404, said
    refused(verb(friend, asked["id"], "answer", {"choice": YES}), 404)


LISTS = ["agents", "notifications", "questions", "sessions", "watch"]


@pytest.mark.parametrize("path", LISTS)
def test_every_list_follows_sharing_at_once(person: Caller, mine: Caller, friend: Caller, path: str) -> None:
    sign(mine, f"opencode:{mine.name}", "working")
    ask(mine)

    def lists() -> bool:
        return mine.name in friend.get(f"/api/{path}").text

    assert not lists()
    share(person, mine.name, friend.name)
    assert lists()
    unshare(person, mine.name, friend.name)
    assert not lists()


def test_a_nudge_of_a_friend_stays_when_the_share_ends(person: Caller, mine: Caller, friend: Caller) -> None:
    share(person, mine.name, friend.name)
    tell(friend, mine.name, "for later")
    unshare(person, mine.name, friend.name)
    assert messages(nudges_of(person, mine.name)) == ["for later"]
    refused(friend.post(f"/api/agents/{mine.name}/nudges", {"message": "x"}), 403)
