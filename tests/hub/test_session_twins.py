"""Several agents tell of one session: the watch shows it once, as the agent's that is meant."""

from typing import Any

import pytest

from bellpull.domain.errors import Denied
from bellpull.domain.identity import Principal
from bellpull.domain.request import Request
from bellpull.domain.session import Sign
from bellpull.hub.measured import ANSWERS, COMMITS
from support.in_process import Stage

SESSION = "opencode:ses_1"


def give(stage: Stage, who: Principal, session: str = SESSION, **more: Any) -> None:
    stage.do(stage.hub.sessions.sign(who, [Sign(session, "working", **more)]))


def meant(stage: Stage, who: Principal) -> list[str]:
    found = stage.do(stage.hub.sessions.watch(who)).sessions
    return [one.session.agent_name for one in found if one.session.id == SESSION]


def test_session_of_another_persons_agent_is_not_taken(stage: Stage) -> None:
    give(stage, stage.agent("own", of=stage.person("ada")))
    with pytest.raises(Denied) as refused:
        give(stage, stage.agent("other"))
    assert refused.value.sentence == "An agent gives signs of its own sessions only"
    assert meant(stage, stage.owner) == ["own"]


def test_session_of_ones_own_agents_is_that_of_the_one_at_home_in_its_folder(stage: Stage) -> None:
    made = stage.do(stage.hub.access.make_key(stage.owner, "agent", "home", None, "/src/app"))
    home, other = stage.do(stage.hub.access.admit(made.secret)), stage.agent("other")
    give(stage, home, directory="/src/app/web")
    stage.passes(2)
    give(stage, other, directory="/src/app/web")
    assert meant(stage, stage.owner) == ["home"]


def test_session_is_that_of_the_agent_whose_client_waits(stage: Stage) -> None:
    first, second = stage.agent("first"), stage.agent("second")
    said = {"permission": "bash", "metadata": {"command": "ls"}}
    give(stage, first, requests=(Request("per_1", "permission", "event", None, said),))
    stage.passes(2)
    give(stage, second)
    assert meant(stage, stage.owner) == ["first"]


def test_session_is_that_of_the_agent_that_was_heard_last(stage: Stage) -> None:
    for name in ("first", "second"):
        give(stage, stage.agent(name))
        stage.passes(2)
    give(stage, stage.agent("second"), "opencode:ses_2")
    assert meant(stage, stage.owner) == ["second"]
    assert len(stage.do(stage.hub.sessions.watch(stage.owner)).sessions) == 2


def test_bounds_of_what_is_measured_rise() -> None:
    for bounds in (ANSWERS, COMMITS):
        assert bounds[0] > 0
        assert list(bounds) == sorted(set(bounds))
