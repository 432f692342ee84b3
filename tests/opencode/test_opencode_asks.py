"""Asks of an agent in the real OpenCode, connected as people do it: the bell rings while they are open, no longer."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from at_work import ENDED, AtWork, Work, at_work

from support.fake_model import Call
from support.hub import running
from support.tool_results import ASKS

pytestmark = pytest.mark.slow
MERGE = {"title": "Merge?", "question": "Merge to main?", "options": ["Yes", "No"]}


@pytest.fixture(scope="module")
def connected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AtWork]:
    folder = tmp_path_factory.mktemp("opencode")
    with running(tmp_path_factory.mktemp("hub")) as hub, at_work(hub, folder, connected=True) as shared:
        yield shared


def bell(work: Work, when: Callable[[dict[str, Any]], Any], why: str) -> dict[str, Any]:
    """The session as everybody sees it, once it is so."""

    def so() -> dict[str, Any] | None:
        seen = work.at.watched(work.name)
        return seen if seen and when(seen) else None

    return dict(work.wait(so, why))


def silent(work: Work) -> None:
    bell(work, lambda seen: seen["state"] == "idle" and not seen["waits"], "the bell is silent and the session idles")


def ask(**more: Any) -> Call:
    return Call("bellpull_ask_user", MERGE | more)


def test_an_ask_rings_when_the_session_idles_until_a_person_writes_there(connected: AtWork) -> None:
    work = connected.begin(ask(), Call("bellpull_ask_user", MERGE | {"title": "And then?"}))
    seen = bell(work, lambda seen: not seen["busy"] and len(seen["waits"]) == 2, "both ring")
    assert (seen["state"], seen["ask_user_title"]) == ("waiting", "And then?")
    assert [(one["title"], one["source"], one["confidence"]) for one in seen["waits"]] == [
        ("Merge?", "hub", "certain"),
        ("And then?", "hub", "certain"),
    ]
    connected.begin(session=work.session)
    silent(work)
    settled = [connected.question(one["question_id"]) for one in seen["waits"]]
    assert {(one["outcome"], one["via"]) for one in settled} == {("withdrawn", "client")}


def test_an_answer_at_the_hub_silences_it_and_wakes_the_session(connected: AtWork) -> None:
    work = connected.begin(ask())
    asked = work.asked()
    bell(work, lambda seen: not seen["busy"] and seen["waits"], "it rings")
    connected.answer(asked, choice="Yes")
    woken = work.wait(lambda: [text for text in work.said_by_people() if "Yes" in text], "the answer arrives")
    assert asked["id"] in woken[0] or "Merge?" in woken[0]
    silent(work)
    assert connected.question(asked["id"])["choice"] == "Yes"


@pytest.mark.shows(ASKS)
def test_an_ask_that_waits_rings_while_it_runs(connected: AtWork) -> None:
    work = connected.begin(ask(wait_for_response=True, timeout=600))
    seen = bell(work, lambda seen: seen["has_pending_ask_user"] and seen["tools"], "it rings")
    assert (seen["busy"], seen["state"], len(seen["waits"])) == (True, "waiting", 1)
    assert seen["waits"][0]["kind"] == "ask"
    asked = work.asked()
    connected.answer(asked, choice="Yes")
    assert work.results() == ['{"response": "accepted", "choice": "Yes"}']
    silent(work)


def test_a_person_who_writes_while_an_ask_waits_leaves_it_open(connected: AtWork) -> None:
    work = connected.begin(ask(wait_for_response=True, timeout=600))
    asked = work.asked()
    before = bell(work, lambda seen: seen["waits"], "it rings")["turn_at"]
    connected.server.prompt(work.session, "By the way.")
    seen = bell(work, lambda seen: seen["turn_at"] > before, "the hub hears of the message")
    assert len(seen["waits"]) == 1
    connected.answer(asked, choice="No")
    work.rest()
    silent(work)
    assert connected.question(asked["id"])["choice"] == "No"


def test_a_message_of_ours_does_not_silence_the_bell(connected: AtWork) -> None:
    work = connected.begin(ask())
    seen = bell(work, lambda seen: not seen["busy"] and seen["waits"], "it rings")
    told = connected.tell("CI failed", session=work.name)
    connected.handed(told)
    work.wait(lambda: len(work.said_by_people()) == 2, "the model reads it")
    again = bell(work, lambda seen: not seen["busy"] and seen["waits"], "it rings still")
    assert (again["turn_at"], again["waits"]) == (seen["turn_at"], seen["waits"])
    connected.begin(ENDED, session=work.session)
    silent(work)
