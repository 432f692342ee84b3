"""What is lost on the way is brought again: servers that refuse, die or drop it, and hubs that are killed."""

from pathlib import Path

import pytest
from stub_opencode import StubOpenCode
from watch_nudging import Nudged, Watch, agent_of, block

from bellpull.watch import delivering
from support.answers import done, until
from support.hub import Hub, HubMaker
from support.local_hub import come_back, vanish


def test_a_nudge_that_a_server_refuses_is_released_and_comes_unmarked(
    calm_hub: Hub, nudged: Nudged, watch: Watch
) -> None:
    answers = [404]
    with StubOpenCode(nudged.project) as server:
        session = server.add()
        server.on_prompt = lambda: answers.pop() if answers else None
        watch(calm_hub, server.url)
        nudged.tell("Hello.")
        (handed,) = nudged.all_handed()
    assert server.texts(session) == [block("Hello.")]
    assert not handed["repeat"]


def test_a_nudge_waits_for_a_server_that_is_away(calm_hub: Hub, nudged: Nudged, watch: Watch) -> None:
    with StubOpenCode(nudged.project) as server:
        session = server.add()
        server.stop()
        watch(calm_hub, server.url)
        nudged.tell("Hello.")
        server.start()
        (handed,) = nudged.all_handed()
    assert server.texts(session) == [block("Hello.")]
    assert not handed["repeat"]


def test_a_nudge_that_may_have_been_read_comes_again_and_says_so(
    calm_hub: Hub, watch: Watch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that dies over a message, and one that accepts it and forgets it. The lease has to run out."""
    monkeypatch.setattr(delivering, "ARRIVAL_SECONDS", 1.0)
    one, two = agent_of(calm_hub, tmp_path), agent_of(calm_hub, tmp_path)
    with StubOpenCode(one.project) as dying, StubOpenCode(two.project) as forgetful:
        first, second = [StubOpenCode.CUT], [StubOpenCode.DROP]
        dying.on_prompt = lambda: first.pop() if first else None
        forgetful.on_prompt = lambda: second.pop() if second else None
        sessions = dying.add(), forgetful.add()
        watching = watch(calm_hub, dying.url, forgetful.url)
        one.tell("One.")
        two.tell("Two.")
        one.all_handed()
        two.all_handed()
    assert dying.texts(sessions[0]) == [block("One.", repeat="true")]
    assert forgetful.texts(sessions[1]) == [block("Two."), block("Two.", repeat="true")]
    assert f"did not put it into opencode:{sessions[1]}" in watching.output()


def test_a_hub_that_goes_between_claim_and_confirm_loses_nothing(
    fresh_hub: HubMaker, watch: Watch, tmp_path: Path
) -> None:
    hub = fresh_hub()
    nudged = agent_of(hub, tmp_path)

    def end() -> None:
        server.on_prompt = lambda: None
        vanish(hub)

    with StubOpenCode(nudged.project) as server:
        session = server.add()
        server.on_prompt = end
        watch(hub, server.url)
        nudged.tell("One.")
        until(lambda: server.prompts, "it is brought")
        come_back(hub)
        nudged.tell("Two.")
        nudged.all_handed()
    read = "\n\n".join(server.texts(session)).replace(' repeat="true"', "")
    assert read.split("\n\n")[0] == block("One.")
    assert read.split("\n\n")[-1] == block("Two.")
    assert set(read.split("\n\n")) == {block("One."), block("Two.")}


def test_a_nudge_told_while_the_watcher_has_lost_the_hub_is_brought(
    fresh_hub: HubMaker, watch: Watch, tmp_path: Path
) -> None:
    hub = fresh_hub()
    nudged = agent_of(hub, tmp_path)
    with StubOpenCode(nudged.project) as server:
        session = server.add()
        watching = watch(hub, server.url)
        vanish(hub)
        watching.says("hub")
        come_back(hub)
        for word in ("One.", "Two."):
            nudged.tell(word)
        nudged.all_handed()
    assert "\n\n".join(server.texts(session)) == block("One.") + "\n\n" + block("Two.")


def test_an_agent_that_was_removed_meanwhile_holds_up_nobody(
    calm_hub: Hub, nudged: Nudged, watch: Watch, tmp_path: Path
) -> None:
    gone = agent_of(calm_hub, tmp_path)
    with StubOpenCode(nudged.project) as server:
        session = server.add()
        watch(calm_hub, server.url)
        gone.tell("Hello?")
        done(calm_hub.owner.delete(f"/api/agents/{gone.name}"))
        nudged.tell("Hello.")
        nudged.all_handed()
    assert server.texts(session) == [block("Hello.")]
