"""What is concluded of sessions: who works, idles, waits, why, how sure; and what becomes of clients' own questions."""

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from support.accounts import share
from support.answers import done, refused, until
from support.hub import Caller, Hub, HubMaker
from support.metrics import figures
from support.questions import YES, answer, ask, claim, listed, look

BASH = {
    "id": "per_1",
    "kind": "permission",
    "source": "event",
    "permission": "bash",
    "patterns": ["touch x"],
    "metadata": {"command": "touch x"},
    "always": ["touch *"],
}
DB = {"question": "Which db?", "header": "DB", "options": [{"label": "sqlite", "description": "file"}, {"label": "pg"}]}
QUESTION = {"id": "que_1", "kind": "question", "source": "list", "questions": [DB]}
SESSION = "opencode:ses_1"


def give(caller: Caller, state: str = "working", session: str = SESSION, **more: Any) -> dict[str, Any]:
    told: dict[str, Any] = done(caller.post("/api/sessions/signs", [{"session": session, "state": state, **more}]))
    return told


def watch(caller: Caller) -> dict[str, Any]:
    told: dict[str, Any] = done(caller.get("/api/watch"))
    return told


def session_of(caller: Caller, id: str = SESSION) -> dict[str, Any]:
    return next(one for one in watch(caller)["sessions"] if one["id"] == id)


def later(seconds: float = 1) -> str:
    return (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()


@pytest.fixture
def alone(fresh_hub: HubMaker) -> Hub:
    return fresh_hub()


def test_watch_of_an_unused_hub_has_a_title_and_says_so(alone: Hub) -> None:
    seen = watch(alone.owner)
    assert seen["title"] == "🤖"
    assert [line["text"] for line in seen["lines"]] == ["No agent sessions"]
    assert seen["has_any_pending_ask_user"] is False


def test_sessions_that_work_and_that_idle_are_counted_with_what_they_do(alone: Hub) -> None:
    agent = alone.new_agent()
    since = datetime.now(UTC).isoformat()
    give(agent, title="Main", tools=[{"tool": "bash", "argument": "make test", "since": since}])
    todos = [{"content": "first", "status": "in_progress"}, {"content": "second", "status": "pending"}]
    give(agent, "idle", "opencode:ses_2", title="Other", todos=todos)
    seen = watch(alone.owner)
    assert [seen[name] for name in ("busy_count", "idle_count", "agent_count")] == [1, 1, 2]
    assert seen["todos"] == {"pending": 1, "in_progress": 1}
    assert seen["title"] == "🤖 1 ⏳2"
    assert session_of(alone.owner)["tools"][0]["argument"] == "make test"


def test_tools_stay_while_the_state_does_and_go_with_it(hub: Hub, agent: Caller) -> None:
    give(agent, tools=[{"tool": "bash"}])
    give(agent)
    assert [tool["tool"] for tool in session_of(agent)["tools"]] == ["bash"]
    give(agent, "idle")
    assert session_of(agent)["tools"] == []


def test_time_of_idling_is_believed_from_its_reporter_unless_it_lies_ahead(hub: Hub, agent: Caller) -> None:
    give(agent, "idle", since="2026-01-01T00:00:00.000Z")
    assert session_of(agent)["since"] == "2026-01-01T00:00:00.000Z"
    give(agent, "working", since=later(60))
    assert session_of(agent)["since"] == session_of(agent)["seen_at"]


def test_a_permission_is_a_question_that_says_what_it_allows(hub: Hub, agent: Caller) -> None:
    (told,) = give(agent, requests=[BASH])["requests"]
    assert [told[name] for name in ("request", "session", "state", "reply")] == ["per_1", SESSION, "open", None]
    asked = look(hub.owner, told["question_ids"][0])
    assert [asked[name] for name in ("kind", "title", "request", "session")] == [
        *("permission", "Permission: bash", "per_1", SESSION)
    ]
    assert asked["question"] == "touch x\n\nAllow always: touch *"
    assert asked["waiting_until"] == asked["open_until"]
    assert [button["label"] for button in asked["buttons"]] == ["Allow once", "Allow always", "Reject", "Close"]
    (wait,) = session_of(hub.owner)["waits"]
    assert wait == {
        "kind": "permission",
        "title": "bash: touch x",
        "reason": "waits for your permission: bash: touch x",
        "source": "event",
        "since": wait["since"],
        "confidence": "certain",
        "agent_name": agent.name,
        "session": SESSION,
        "question_id": asked["id"],
        "request": "per_1",
        "rank": wait["rank"],
        "left": False,
    }


@pytest.mark.parametrize(
    ("given", "reply", "outcome"),
    [
        ({"choice": "Allow once"}, {"reply": "once", "message": None}, "accepted"),
        ({"choice": "Allow always"}, {"reply": "always", "message": None}, "accepted"),
        ({"choice": "Reject"}, {"reply": "reject", "message": None}, "declined"),
        ({"text": "not now"}, {"reply": "reject", "message": "not now"}, "declined"),
    ],
)
def test_reporter_of_a_permission_is_told_what_to_reply(
    hub: Hub, agent: Caller, given: dict[str, str], reply: dict[str, Any], outcome: str
) -> None:
    (told,) = give(agent, requests=[BASH])["requests"]
    (id,) = told["question_ids"]
    assert answer(hub.owner, id, **given)["outcome"] == outcome
    (told,) = give(agent, requests=[BASH])["requests"]
    assert (told["state"], told["reply"]) == ("answered", reply)
    assert done(agent.post(f"/api/questions/{id}/handed"))["handed"] is True
    (told,) = give(agent, requests=[BASH])["requests"]
    assert (told["state"], told["reply"]) == ("closed", None)


def test_the_owner_may_say_that_it_was_carried_out_and_an_answer_is_never_a_nudge(hub: Hub, agent: Caller) -> None:
    (told,) = give(hub.owner, agent=agent.name, requests=[BASH])["requests"]
    (id,) = told["question_ids"]
    answer(hub.owner, id, choice="Allow once")
    ordinary = ask(agent)
    refused(hub.owner.post(f"/api/questions/{ordinary['id']}/handed"), 403, "not_your_question")
    assert done(hub.owner.post(f"/api/questions/{id}/handed"))["handed"] is True
    assert claim(agent, session=SESSION) == []


def test_an_agent_cannot_allow_itself_anything(hub: Hub, agent: Caller) -> None:
    (told,) = give(agent, requests=[BASH])["requests"]
    refused(
        agent.post(f"/api/questions/{told['question_ids'][0]}/answer", {"choice": "Allow once"}), 403, "person_required"
    )
    body = {"title": "Permission: bash", "question": "rm", "kind": "permission"}
    refused(agent.post("/api/questions", body), 400, "invalid_kind")


def test_a_permission_that_is_gone_in_its_client_is_withdrawn_here(hub: Hub, agent: Caller) -> None:
    (told,) = give(agent, requests=[BASH])["requests"]
    give(agent)
    assert session_of(agent)["waits"]
    give(agent, requests=[])
    settled = look(hub.owner, told["question_ids"][0])
    assert [settled[name] for name in ("state", "outcome", "via")] == ["settled", "withdrawn", "client"]
    assert session_of(agent)["waits"] == []


def test_a_permission_that_one_reporter_did_not_know_yet_is_asked_again(hub: Hub, agent: Caller) -> None:
    (first,) = give(agent, requests=[BASH])["requests"]
    give(hub.owner, agent=agent.name, requests=[])
    (again,) = give(hub.owner, agent=agent.name, requests=[BASH])["requests"]
    assert again["state"] == "open"
    assert again["question_ids"] != first["question_ids"]
    (wait,) = session_of(agent)["waits"]
    assert wait["question_id"] == again["question_ids"][0]
    answer(hub.owner, wait["question_id"], choice="Allow once")
    assert give(agent, requests=[BASH])["requests"][0]["state"] == "answered"


def test_a_session_that_ended_asks_nothing_any_more(hub: Hub, agent: Caller) -> None:
    (told,) = give(agent, requests=[BASH])["requests"]
    give(agent, "ended")
    assert look(hub.owner, told["question_ids"][0])["outcome"] == "withdrawn"
    assert not [one for one in watch(agent)["sessions"] if one["id"] == SESSION]


def test_a_permission_that_a_person_closed_is_still_a_lock_and_is_not_asked_again(hub: Hub, agent: Caller) -> None:
    (told,) = give(agent, requests=[BASH])["requests"]
    answer(hub.owner, told["question_ids"][0], outcome="dismissed")
    (again,) = give(agent, requests=[BASH])["requests"]
    assert (again["state"], again["question_ids"]) == ("closed", told["question_ids"])
    (wait,) = session_of(agent)["waits"]
    assert (wait["kind"], wait["question_id"], wait["request"]) == ("permission", None, "per_1")


def test_two_reporters_of_one_permission_ask_once(hub: Hub, agent: Caller) -> None:
    (first,) = give(agent, requests=[BASH])["requests"]
    (second,) = give(hub.owner, agent=agent.name, requests=[BASH | {"source": "list", "metadata": {}}])["requests"]
    assert first["question_ids"] == second["question_ids"]
    assert len(session_of(agent)["waits"]) == 1


def test_a_permission_to_edit_shows_its_diff(hub: Hub, agent: Caller) -> None:
    diff = "--- a/w.txt\n+++ b/w.txt\n@@ -0,0 +1,1 @@\n+```x\n"
    edit = {"id": "per_2", "kind": "permission", "permission": "edit", "metadata": {"filepath": "w.txt", "diff": diff}}
    (told,) = give(agent, requests=[edit])["requests"]
    asked = look(hub.owner, told["question_ids"][0])
    assert asked["question"] == f"w.txt\n\n````diff\n{diff}````"
    assert asked["options"] == ["Allow once", "Reject"]


def test_a_command_is_shown_word_for_word(hub: Hub, agent: Caller) -> None:
    command = "rm *foo* && echo `id`"
    (told,) = give(agent, requests=[BASH | {"metadata": {"command": command}, "always": []}])["requests"]
    assert look(hub.owner, told["question_ids"][0])["question"] == f"```\n{command}\n```"


def test_a_question_of_a_client_has_its_options_and_what_is_typed_where_it_may_be(hub: Hub, agent: Caller) -> None:
    (told,) = give(agent, requests=[QUESTION])["requests"]
    asked = look(hub.owner, told["question_ids"][0])
    assert [asked[name] for name in ("kind", "title", "options", "free_text")] == [
        "choice",
        "DB",
        ["sqlite", "pg"],
        True,
    ]
    assert asked["question"] == "Which db?\n\nsqlite: file"
    assert session_of(agent)["has_pending_ask_user"] is True
    assert session_of(agent)["ask_user_title"] == "DB"
    answer(hub.owner, asked["id"], text="sqlite, pg")
    (told,) = give(agent, requests=[QUESTION])["requests"]
    assert told["reply"] == {"answers": [["sqlite", "pg"]]}


def test_several_questions_of_one_request_are_replied_to_together(hub: Hub, agent: Caller) -> None:
    typed = {"question": "Which name?", "header": "Name"}
    both = QUESTION | {"questions": [DB, typed]}
    (told,) = give(agent, requests=[both])["requests"]
    first, second = told["question_ids"]
    answer(hub.owner, second, text="bell, the")
    (told,) = give(agent, requests=[both])["requests"]
    assert (told["state"], told["reply"]) == ("open", None)
    answer(hub.owner, first, choice="pg")
    (told,) = give(agent, requests=[both])["requests"]
    assert told["reply"] == {"answers": [["pg"], ["bell, the"]]}


def test_questions_of_one_request_keep_their_order(hub: Hub, agent: Caller) -> None:
    many = QUESTION | {"questions": [{"question": f"Which {number}?"} for number in range(12)]}
    (told,) = give(agent, requests=[many])["requests"]
    assert [one["id"] for one in listed(agent)] == told["question_ids"]
    for number, id in enumerate(told["question_ids"]):
        answer(hub.owner, id, text=str(number))
    (told,) = give(agent, requests=[many])["requests"]
    assert told["reply"] == {"answers": [[str(number)] for number in range(12)]}


def test_an_open_question_of_the_hub_is_its_sessions_once_it_is_joined_and_shown_once(alone: Hub) -> None:
    agent = alone.new_agent()
    asked = ask(agent)
    give(agent, "idle", title="Fix it")
    seen = watch(alone.owner)
    assert [one["question_id"] for one in seen["questions"]] == [asked["id"]]
    give(agent, "idle", asks=[{"question_id": asked["id"], "title": asked["title"]}])
    seen = watch(alone.owner)
    (session,) = seen["sessions"]
    assert seen["questions"] == []
    assert [(one["source"], one["question_id"], one["confidence"]) for one in session["waits"]] == [
        ("hub", asked["id"], "certain")
    ]
    assert [line["text"] for line in seen["lines"]] == ["🔔 Fix it", f'└ "{asked["title"]}"']
    answer(alone.owner, asked["id"], choice=YES)
    assert watch(alone.owner)["has_any_pending_ask_user"] is False
    give(agent, "idle", asks=[{"question_id": asked["id"], "title": asked["title"]}])
    assert watch(alone.owner)["has_any_pending_ask_user"] is False


def test_an_ask_without_its_id_is_joined_by_its_words_within_two_seconds(hub: Hub, agent: Caller) -> None:
    asked = ask(agent)
    seen = {"title": asked["title"], "text": asked["question"]}
    give(agent, "idle", asks=[seen | {"at": later(-5)}])
    assert [wait["source"] for wait in session_of(agent)["waits"]] == ["list"]
    give(agent, "idle", asks=[seen | {"at": asked["opened_at"]}])
    assert [wait["question_id"] for wait in session_of(agent)["waits"]] == [asked["id"]]


def test_a_call_that_is_seen_before_its_question_comes_is_joined_when_it_comes(hub: Hub, agent: Caller) -> None:
    seen = {"title": "Merge", "text": "Merge to main?", "at": later(-7), "running": True}
    give(agent, asks=[seen, {"title": "Other", "at": later(-7), "running": True}])
    with hub.owner.socket() as live:
        live.connected()
        asked = ask(agent, title="Merge", question="Merge to main?", wait=60)
        live.until_type("session_changed", agent_name=agent.name)
    assert [(wait["title"], wait["question_id"]) for wait in session_of(agent)["waits"]] == [
        ("Merge", asked["id"]),
        ("Other", None),
    ]


def test_a_foreign_ask_is_a_bell_while_its_session_idles_or_while_it_runs(hub: Hub, agent: Caller) -> None:
    foreign = {"title": "Validation requise", "tool": "notify_ask_user", "at": later(-3)}
    give(agent, asks=[foreign])
    assert session_of(agent)["has_pending_ask_user"] is False
    give(agent, "idle")
    seen = session_of(agent)
    assert (seen["state"], seen["has_pending_ask_user"], seen["ask_user_title"]) == (
        *("waiting", True, "Validation requise"),
    )
    assert seen["waits"][0]["confidence"] == "likely"
    give(agent, asks=[foreign | {"running": True}])
    assert session_of(agent)["waits"][0]["confidence"] == "certain"
    give(agent, asks=[])
    assert session_of(agent)["state"] == "working"


def test_turn_of_a_person_withdraws_what_the_session_asked_before_unless_a_call_waits(hub: Hub, agent: Caller) -> None:
    left, awaited = ask(agent, title="left"), ask(agent, title="awaited", wait=60)
    asks = [{"question_id": left["id"]}, {"question_id": awaited["id"]}]
    give(agent, asks=asks, turn_at=later(-60))
    assert look(agent, left["id"])["state"] == "open"
    give(agent, turn_at=later(0), asks=[])
    settled = look(agent, left["id"])
    assert [settled[name] for name in ("outcome", "via")] == ["withdrawn", "client"]
    assert look(agent, awaited["id"])["state"] == "open"


def test_a_guess_looks_different_and_makes_nobody_wait(alone: Hub) -> None:
    agent = alone.new_agent()
    give(agent, title="Main", guesses=[{"tool": "bash", "argument": "npm install", "since": later(-15)}])
    seen = watch(alone.owner)
    (session,) = seen["sessions"]
    (wait,) = session["waits"]
    assert (session["state"], wait["source"], wait["confidence"]) == ("working", "heuristic", "guess")
    assert seen["title"] == "🤖 1 🔒?"


def test_waits_of_a_sub_agent_are_its_root_s_too(alone: Hub) -> None:
    agent = alone.new_agent()
    give(agent, title="Root")
    child = "opencode:ses_child"
    give(agent, session=child, parent=SESSION, title="Child", requests=[BASH])
    seen = watch(alone.owner)
    root, below = seen["sessions"]
    assert (root["id"], below["id"], root["state"]) == (SESSION, child, "waiting")
    assert [wait["session"] for wait in root["waits"]] == [child]
    assert seen["busy_count"] == 1


def test_the_watch_makes_an_agent_for_a_project_that_has_none(alone: Hub) -> None:
    signs = [
        {"session": "opencode:ses_1", "state": "idle", "project": "/src/one/app"},
        {"session": "opencode:ses_2", "state": "idle", "project": "/src/two/app"},
        {"session": "opencode:ses_3", "state": "idle", "project": "/src/one/app"},
        {"session": "opencode:ses_4", "state": "idle", "project": "/src/one/app", "parent": "opencode:ses_1"},
    ]
    done(alone.owner.post("/api/sessions/signs", signs))
    names = {one["id"][-1]: one["agent_name"] for one in watch(alone.owner)["sessions"]}
    assert names == {"1": "app", "2": "app-2", "3": "app", "4": "app"}


def test_the_watch_gives_a_project_no_name_that_differs_in_its_case_alone(alone: Hub) -> None:
    alone.new_agent(alone.new_person("ada"), "App")
    for number, project in enumerate(("/src/app", "/src/one/ADA", "/src/two/APP")):
        give(alone.owner, "idle", f"opencode:ses_{number}", project=project)
    names = {one["name"] for one in done(alone.owner.get("/api/agents"))["agents"]}
    assert names == {"App", "app-2", "ADA-2", "APP-3"}


def test_a_session_that_an_agent_told_of_itself_stays_its_own(hub: Hub, agent: Caller) -> None:
    give(agent, "idle", "opencode:ses_own")
    give(hub.owner, "working", "opencode:ses_own", project="/src/elsewhere")
    (seen,) = (one for one in watch(hub.owner)["sessions"] if one["id"] == "opencode:ses_own")
    assert (seen["agent_name"], seen["state"]) == (agent.name, "working")


def test_session_of_another_person_s_agent_cannot_be_claimed(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    mallory = hub.new_person()
    thief = hub.new_agent(mallory)
    watched = {"session": SESSION, "state": "working", "project": "/src/app", "requests": [BASH]}
    done(hub.owner.post("/api/sessions/signs", [watched]))
    refused(thief.post("/api/sessions/signs", [{"session": SESSION, "state": "idle"}]), 403, "not_your_session")
    give(thief, "idle", "opencode:ses_squat", title="Squatted")
    done(hub.owner.post("/api/sessions/signs", [watched | {"session": "opencode:ses_squat", "title": "Mine"}]))
    squatted = session_of(hub.owner, "opencode:ses_squat")
    assert (squatted["agent_name"], squatted["title"]) == ("app", "Mine")
    assert [one["title"] for one in watch(mallory)["sessions"]] == ["Squatted"]
    assert watch(mallory)["has_any_permission"] is False


def test_an_agent_of_another_project_claims_no_session_either(hub: Hub, agent: Caller) -> None:
    give(hub.owner, session="opencode:ses_here", project="/src/here", directory="/src/here/sub")
    give(hub.owner, session="opencode:ses_there", project="/src/there")
    there = session_of(hub.owner, "opencode:ses_there")["agent_name"]
    key = done(hub.owner.post("/api/keys", {"agent_name": there}), 201)["key"]
    other = Caller(hub, key, there, "")
    give(other, "idle", "opencode:ses_here")
    assert session_of(hub.owner, "opencode:ses_here")["agent_name"] == "here"
    (told,) = give(hub.owner, session="opencode:ses_here", project="/src/here", requests=[BASH])["requests"]
    assert told["agent_name"] == "here"


def test_a_question_in_the_name_of_another_agents_session_is_not_that_sessions(alone: Hub) -> None:
    agent, other = alone.new_agent(), alone.new_agent()
    give(agent, title="Root")
    asked = ask(other, session=SESSION)
    assert session_of(alone.owner)["waits"] == []
    assert [one["question_id"] for one in watch(alone.owner)["questions"]] == [asked["id"]]


def test_sub_agent_beneath_the_session_of_another_agent_is_none_of_its(alone: Hub) -> None:
    agent, other = alone.new_agent(), alone.new_agent()
    give(agent, title="Root")
    give(other, session="opencode:ses_below", parent=SESSION, requests=[BASH])
    root = session_of(alone.owner)
    assert (root["state"], root["waits"]) == ("working", [])


def test_a_sign_that_comes_late_changes_nothing(hub: Hub, agent: Caller) -> None:
    (told,) = give(agent, requests=[BASH])["requests"]
    give(agent, "idle", requests=[], at=later(-10))
    assert session_of(agent)["busy"] is True
    assert look(agent, told["question_ids"][0])["state"] == "open"


def test_every_change_that_can_be_seen_is_an_event_and_nothing_else(hub: Hub, agent: Caller) -> None:
    give(agent, title="Main")
    with hub.owner.socket() as live:
        live.connected()
        give(agent, title="Main", source="watcher")
        for more in ({"tools": [{"tool": "bash"}]}, {"trouble": "answers something else"}, {"title": "Other"}):
            give(agent, **{"title": "Main", **more})
            live.until_type("session_changed", agent_name=agent.name)
        assert len([frame for frame in live.events() if frame["agent_name"] == agent.name]) == 3


def test_socket_that_was_away_hears_of_the_last_change_alone(hub: Hub, agent: Caller) -> None:
    with hub.owner.socket() as live:
        began = live.connected()
    for state in ("working", "idle", "working"):
        give(agent, state)
    with hub.owner.socket(since=began["seq"], hub=began["hub"]) as live:
        live.until_type("session_changed", agent_name=agent.name)
        assert [frame["state"] for frame in live.events() if frame["agent_name"] == agent.name] == ["working"]


def test_servers_are_shown_to_their_watcher_with_what_is_wrong(alone: Hub) -> None:
    server = {"server": "http://127.0.0.1:4096", "host": "desk", "trouble": "locked, no access"}
    done(alone.owner.post("/api/servers", [server]))
    (seen,) = watch(alone.owner)["servers"]
    assert {name: seen[name] for name in server} == server
    assert "locked, no access" in "\n".join(line["text"] for line in watch(alone.owner)["lines"])
    assert watch(alone.new_person())["servers"] == []
    done(alone.owner.post("/api/servers", [{"server": "http://127.0.0.1:4096", "host": "desk", "gone": True}]))
    assert watch(alone.owner)["servers"] == []
    done(alone.owner.post("/api/servers", [server]))
    assert done(alone.new_person().get("/api/servers"))["servers"] == []
    refused(alone.new_agent().post("/api/servers", [server]), 403, "person_required")


def test_servers_of_one_person_push_out_none_of_another(alone: Hub) -> None:
    done(alone.owner.post("/api/servers", [{"server": "http://127.0.0.1:4096", "host": "desk"}]))
    other = alone.new_person()
    for start in range(0, 1100, 100):
        many = [{"server": f"http://127.0.0.1:{5000 + number}", "host": "x"} for number in range(start, start + 100)]
        done(other.post("/api/servers", many))
    assert len(done(alone.owner.get("/api/servers"))["servers"]) == 1
    assert len(done(other.get("/api/servers"))["servers"]) == 1000


def test_jump_is_told_to_the_watcher_of_that_machine(alone: Hub) -> None:
    agent = alone.new_agent()
    place = {"host": "desk", "tmux": {"socket": "/tmp/tmux-0/default", "pane": "%1"}}
    give(agent, place=place)
    asked = done(alone.owner.post("/api/sessions/jump", {"session": SESSION}))
    assert asked == {"session": SESSION, "agent_name": agent.name, "place": place, "asked": False}
    done(alone.owner.post("/api/servers", [{"server": "http://127.0.0.1:4096", "host": "desk"}]))
    with alone.owner.socket() as live:
        live.connected()
        assert done(alone.owner.post("/api/sessions/jump", {"session": SESSION}))["asked"] is True
        jump = live.until_type("session_jump")
        assert (jump["place"], jump["by"]) == (place, alone.owner.name)
    refused(alone.owner.post("/api/sessions/jump", {"session": "nobody"}), 404, "session_not_found")
    refused(alone.new_person().post("/api/sessions/jump", {"session": SESSION}), 404, "session_not_found")
    refused(agent.post("/api/sessions/jump", {"session": SESSION}), 403, "person_required")


def test_a_place_that_names_no_machine_is_nobodys(hub: Hub, agent: Caller) -> None:
    for host in ([], {}, None, 5):
        give(agent, place={"host": host}, session=f"{SESSION}:{agent.name}")
        jumped = done(hub.owner.post("/api/sessions/jump", {"session": f"{SESSION}:{agent.name}"}))
        assert (jumped["asked"], jumped["place"]) == (False, {"host": host})


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"])
def test_an_ask_at_the_end_of_all_times_is_taken(agent: Caller, at: str) -> None:
    assert give(agent, asks=[{"title": "T", "text": "M?", "at": at}])["count"] == 1


def test_a_call_that_waits_for_somebody_who_waits_returns_then(alone: Hub) -> None:
    agent = alone.new_agent()
    give(agent)
    got: list[dict[str, Any]] = []
    call = threading.Thread(target=lambda: got.append(done(alone.owner.get("/api/watch", until="waiting", wait=60))))
    call.start()
    give(agent, tools=[{"tool": "bash"}])
    give(agent, requests=[BASH])
    call.join(30)
    assert got[0]["has_any_permission"] is True
    assert done(alone.owner.get("/api/watch", until="waiting", wait=60))["waiting_count"] == 1
    refused(alone.owner.get("/api/watch", until="never"), 400, "invalid_until")


def test_call_that_waits_ends_when_its_key_is_revoked(alone: Hub) -> None:
    person, agent = alone.new_person(), alone.new_agent()
    share(alone.owner, agent.name, person.name)
    calls: list[Any] = []
    wait = {"until": "waiting", "wait": 60}
    call = threading.Thread(target=lambda: calls.append(person.get("/api/watch", **wait)))
    call.start()
    until(lambda: figures(alone.owner).value("bellpull_waiting_calls", **{"for": "change"}) == 1, "it waits")
    done(alone.owner.delete(f"/api/keys/{person.key_id}"))
    give(agent, requests=[BASH])
    call.join(30)
    refused(calls[0], 401, "invalid_key")


def test_watch_shows_nothing_of_others(hub: Hub, agent: Caller) -> None:
    give(agent, requests=[BASH])
    stranger = hub.new_person()
    assert watch(stranger)["sessions"] == []
    assert agent.name not in str(watch(stranger))


def test_odd_requests_of_a_client_break_nothing(hub: Hub, agent: Caller) -> None:
    odd: list[dict[str, Any]] = [
        {"id": "per_a", "kind": "permission", "permission": 3, "patterns": "x", "metadata": [1], "always": {"a": 1}},
        {"id": "que_b", "kind": "question", "questions": "?"},
        {"id": "que_c", "kind": "question", "questions": [None, {"options": [1, {"label": ""}, {"label": "x" * 999}]}]},
        {"id": "with space", "kind": "permission"},
        {"id": "other", "kind": "dance"},
        {"id": "per_nul", "kind": "permission", "permission": "a\0b", "metadata": {"command": "\0" * 3 + "x" * 90_000}},
    ]
    told = give(agent, requests=odd)["requests"]
    assert [one["request"] for one in told] == ["per_a", "que_b", "que_c", "per_nul"]
    until(lambda: len(session_of(agent)["waits"]) == 4, "each is shown once")


def test_usage_is_known_before_the_first_look_also_if_no_server_is_watched(
    hub_process: HubMaker, tmp_path: Path
) -> None:
    ran = tmp_path / "ran"
    hub = hub_process(opencode_urls="off", usage_command=f"sh -c 'echo 45; touch {ran}'")
    until(ran.exists, "the command is run")
    until(lambda: watch(hub.owner)["title"] == "🤖 🟢45%", "it is shown")
