"""An answer is told once. If it may come a second time, by a call and as a nudge, the second says so."""

import json
from concurrent.futures import ThreadPoolExecutor

from bellpull import Agent
from bellpull.mcp.waiting import REPEATED
from support.answers import PATIENCE, until
from support.hub import Caller, Hub, HubMaker
from support.network import Network, network_to
from support.nudges import listed
from support.questions import YES, Poll, answer, ask, claim, do, look
from support.stdio_shim import Shim, open_question

ASK = {"title": "Merge", "question": "Merge to main?", "options": [YES, "No"], "wait_for_response": True}
ACCEPTED = json.dumps({"response": "accepted", "choice": YES})


def shim_over(hub: Hub, network: Network, agent: Caller) -> Shim:
    return Shim(hub, name=agent.name, BELLPULL_URL=network.url, BELLPULL_KEY=agent.key)


def becomes_a_nudge(hub: Hub, agent: Caller) -> None:
    until(lambda: listed(hub.owner, agent.name), "nobody has confirmed the answer, so it becomes a nudge")


def test_an_answer_that_is_under_way_to_its_call_comes_with_no_other_call_of_the_process(hub: Hub) -> None:
    agent = hub.new_agent(hub.owner)
    with network_to(hub.url) as network, shim_over(hub, network, agent) as shim:
        network.hold(b"?wait=")
        asked = shim.call("ask_user", **ASK, timeout=50)
        question = open_question(hub.owner, agent.name)
        answer(hub.owner, question["id"], choice=YES)
        becomes_a_nudge(hub, agent)
        others = [shim.told("send_notification", notification_type="info", title="meanwhile") for _ in range(3)]
        network.mend()
        assert [len(items) for items in others] == [1, 1, 1]
        assert shim.items(asked) == [ACCEPTED]
        until(lambda: look(hub.owner, question["id"])["handed_at"], "the receipt comes")
        assert len(shim.told("send_notification", notification_type="info", title="after")) == 1
    assert claim(agent) == []


def test_an_answer_that_went_to_a_call_is_marked_if_another_process_brings_it(hub: Hub) -> None:
    """Its carrier is a hook, or another client of the same agent: only the hub knows of both."""
    agent = hub.new_agent(hub.owner)
    with network_to(hub.url) as network, shim_over(hub, network, agent) as shim:
        network.hold(b"?wait=")
        asked = shim.call("ask_user", **ASK, timeout=50)
        question = open_question(hub.owner, agent.name)
        answer(hub.owner, question["id"], choice=YES)
        becomes_a_nudge(hub, agent)
        (nudge,) = claim(agent)
        network.mend()
        assert (nudge["question_id"], nudge["repeat"]) == (question["id"], True)
        assert shim.items(asked) == [ACCEPTED]


def test_an_answer_that_a_nudge_has_brought_is_marked_if_a_call_reads_it_too(hub: Hub) -> None:
    agent = hub.new_agent(hub.owner)
    id = ask(agent)["id"]
    answer(hub.owner, id, choice=YES)
    (nudge,) = claim(agent)
    assert nudge["repeat"] is False
    with Shim(hub, name=agent.name, BELLPULL_KEY=agent.key) as shim:
        items = shim.told("await_answer", question_id=id, timeout=0)
    assert items == [ACCEPTED, REPEATED]


def test_an_answer_that_was_never_told_is_not_marked(hub: Hub) -> None:
    agent = hub.new_agent(hub.owner)
    id = ask(agent, wait=60)["id"]
    do(agent, id, "release", {"reason": "gone"})
    answer(hub.owner, id, choice=YES)
    with Poll(agent, id) as poll:
        assert poll.question()["repeat"] is False


def test_an_answer_that_a_call_has_read_and_not_confirmed_is_marked_after_a_kill(hub_process: HubMaker) -> None:
    hub = hub_process()
    agent = hub.new_agent(hub.owner)
    id = ask(agent, wait=60)["id"]
    with Poll(agent, id) as poll:
        answer(hub.owner, id, choice=YES)
        assert poll.question()["repeat"] is False
    hub.kill()
    hub.start()
    (nudge,) = until(lambda: claim(agent), "it becomes a nudge")
    assert nudge["repeat"] is True


def test_an_answer_for_a_caller_who_is_gone_is_not_marked(hub: Hub) -> None:
    """Nobody has read it: to say that it may be a repeat would make it doubtful."""
    agent = hub.new_agent(hub.owner)
    id = ask(agent, wait=60)["id"]
    answer(hub.owner, id, choice=YES)
    (nudge,) = until(lambda: claim(agent), "it becomes a nudge")
    assert nudge["repeat"] is False


def test_an_answer_to_a_program_comes_by_its_call_and_not_into_its_loop(hub: Hub) -> None:
    caller = hub.new_agent(hub.owner)
    with network_to(hub.url) as network, ThreadPoolExecutor() as threads:
        agent = Agent(caller.name, url=network.url, key=caller.key)
        agent.augment("the first look")
        network.hold(b"?wait=")
        asking = threads.submit(agent.ask, "Merge?", [YES, "No"], timeout=50)
        question = open_question(hub.owner, caller.name)
        answer(hub.owner, question["id"], choice=YES)
        becomes_a_nudge(hub, caller)
        results = [agent.augment("a result") for _ in range(3)]
        network.mend()
        got = asking.result(PATIENCE)
        agent.close()
    assert results == ["a result"] * 3
    assert (got.choice, got.repeat) == (YES, False)


def test_an_answer_is_marked_for_a_program_that_has_read_it_as_a_nudge(hub: Hub) -> None:
    caller = hub.new_agent(hub.owner)
    id = ask(caller)["id"]
    answer(hub.owner, id, choice=YES)
    agent = Agent(caller.name, url=hub.url, key=caller.key)
    assert YES in agent.augment("a result")
    got = agent.await_answer(id)
    agent.close()
    assert (got.choice, got.repeat) == (YES, True)
