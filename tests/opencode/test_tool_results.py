"""Nudges in the real OpenCode's tool results: what the model itself reads of them."""

from pathlib import Path
from typing import Any

import pytest
from at_work import AtWork, Work, bash, block, say, teller

from support.answers import until
from support.fake_model import Call, text_of
from support.opencode import PATIENCE_WITH_IT, version

pytestmark = pytest.mark.slow


def results_with_nudges(work: Work) -> list[str]:
    return [result for result in work.results() if "<notification" in result]


def test_a_nudge_comes_with_the_result_of_an_mcp_tool(opencode: AtWork) -> None:
    told: list[dict[str, Any]] = []
    work = opencode.begin(teller(opencode, told, say("hello")), say("again"))
    assert work.results() == [f"hello\n\n{block(told[0])}", "again"]


def test_pending_nudges_come_together_and_in_order(opencode: AtWork) -> None:
    told: list[dict[str, Any]] = []

    def tell_three() -> Call:
        told.append(opencode.tell_and_see_it_noticed("number 0"))
        told.extend(opencode.tell(f"number {number}", source="ci") for number in (1, 2))
        return say("hello")

    work = opencode.begin(tell_three)
    assert work.results() == ["\n\n".join(["hello", *map(block, told)])]


def test_the_first_to_finish_of_two_tools_at_once_has_the_nudge(opencode: AtWork, tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    early, late = tmp_path / "early", tmp_path / "late"
    hold = [
        Call("small_hold", {"until": str(late), "text": "late"}),
        Call("small_hold", {"until": str(early), "text": "early"}),
    ]
    work = opencode.begin(hold)
    until(lambda: opencode.server.is_busy(work.session) and work.requests(), "the tools run", PATIENCE_WITH_IT)
    told.append(opencode.tell_and_see_it_noticed("CI failed"))
    early.touch()
    opencode.handed(told[0])
    late.touch()
    assert work.results() == ["late", f"early\n\n{block(told[0])}"]


def test_a_nudge_comes_with_the_failure_of_a_tool_and_stays_there(opencode: AtWork) -> None:
    told: list[dict[str, Any]] = []
    work = opencode.begin(teller(opencode, told, Call("small_fail", {})), bash("echo next; false"))
    failed, following = work.results()
    assert failed == f"the tool says no\n\n{block(told[0])}"
    assert following == "next\n"
    assert opencode.handed(told[0])["handed_via"] == "plugin"
    again = opencode.begin(session=work.session)
    assert again.results() == [failed, following]


def test_a_nudge_comes_with_a_failed_tool_if_no_other_is_left(opencode: AtWork) -> None:
    told: list[dict[str, Any]] = []
    work = opencode.begin(teller(opencode, told, Call("small_fail", {})))
    assert work.results() == [f"the tool says no\n\n{block(told[0])}"]
    assert opencode.handed(told[0])["repeat"] is False
    assert work.said_by_people() == [work.prompt]


def test_a_result_that_opencode_cuts_still_has_it(opencode: AtWork) -> None:
    told: list[dict[str, Any]] = []
    work = opencode.begin(teller(opencode, told, Call("small_big", {"kb": 200})))
    (result,) = work.results()
    assert result.startswith(f"{block(told[0])}\n\nline 0 xxx")
    assert "truncated" in result
    assert len(result) < 60_000


def test_a_long_result_of_a_built_in_tool_still_has_it(opencode: AtWork) -> None:
    told: list[dict[str, Any]] = []
    work = opencode.begin(teller(opencode, told, bash("seq 1 30000")))
    (result,) = work.results()
    assert result.endswith(f"\n\n{block(told[0])}")
    assert "truncated" in result


def test_a_sub_agent_takes_what_is_addressed_to_itself(opencode: AtWork) -> None:
    told: list[dict[str, Any]] = []
    job = "Look into the other matter."

    def tell_the_sub_agent() -> Call:
        def sub_agents() -> list[str]:
            return [name for name, one in opencode.sessions().items() if one["parent"] == work.name]

        (child,) = until(sub_agents, "the hub hears of the sub-agent", PATIENCE_WITH_IT)
        told.append(opencode.tell_and_see_it_noticed("for you alone", session=child))
        return bash("echo sub")

    opencode.model.play(job, tell_the_sub_agent, "Looked into.")
    task = Call("task", {"description": "a job", "prompt": job, "subagent_type": "general"})
    work = opencode.begin(say("before"), task)
    assert not results_with_nudges(work)
    last = opencode.model.heard(job)[-1]["messages"]
    assert [text_of(one) for one in last if one["role"] == "tool"] == [f"sub\n\n\n{block(told[0])}"]


def test_the_hub_hears_what_sessions_do(opencode: AtWork, tmp_path: Path) -> None:
    go = tmp_path / "go"
    work = opencode.begin(Call("small_hold", {"until": str(go), "text": "held"}))

    def known(state: str) -> dict[str, Any] | None:
        one = opencode.sessions().get(work.name)
        return one if one and one["state"] == state else None

    working = until(lambda: known("working"), "the hub hears that it works", PATIENCE_WITH_IT)
    expected = {"client": f"opencode/{version()}", "server": opencode.server.url, "source": "plugin", "wakes": True}
    assert expected.items() <= working.items()
    assert Path(working["directory"]) == opencode.server.opencode.project
    go.touch()
    assert until(lambda: known("idle"), "the hub hears that it idles", PATIENCE_WITH_IT)["parent"] is None
