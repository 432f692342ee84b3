"""Recorded events of the real OpenCode, one after another: what the signs say at each step."""

import pytest

from bellpull.watch.picture import Picture
from support.recorded import ASK_TOOLS, FOLDER, LATER, Json, Served, afresh, essence, sample, shows, signs, stream

ROOT, CHILD = "opencode:ses_e1f5b4d54ffeXwOasGiOzdB6tD", "opencode:ses_e1f5b4c78ffeFBf157zEyrIqwC"
ASKED = "🔔Validation requise|Je merge sur main ?"


def replay(name: str) -> list[tuple[int, str, str]]:
    """Each change that was signed, with the number of its event: `(number, session, what it shows)`."""
    picture, seen = Picture(ASK_TOOLS), []
    for number, event in enumerate(stream(name)):
        picture.hear(FOLDER, event, LATER + number)
        seen += [(number, one["session"][-4:], shows(one)) for one in picture.changed(LATER + number)]
    return seen


def steps(name: str) -> list[tuple[int, str]]:
    """Those where something else is to be seen."""
    found = replay(name)
    return [(number, text) for place, (number, _, text) in enumerate(found) if not place or found[place - 1][2] != text]


def test_an_ask_rings_while_it_runs_and_again_when_the_session_idles() -> None:
    assert steps("ask") == [
        (0, "idle"),
        (5, "⚙"),
        (62, f"⚙ 🔧notify_ask_user: {ASKED}"),
        (63, "⚙"),
        (87, f"idle {ASKED}"),
    ]


def test_a_permission_locks_from_its_event_to_its_reply() -> None:
    lock = "🔒bash:touch needs_permission.txt"
    assert steps("perm") == [
        (0, "idle"),
        (5, "⚙"),
        (15, f"⚙ {lock}"),
        (16, f"⚙ 🔧bash:touch needs_permission.txt {lock}"),
        (17, "⚙ 🔧bash:touch needs_permission.txt"),
        (19, "⚙"),
        (38, "idle"),
    ]


def test_a_question_of_the_client_rings_from_its_event_to_its_reply() -> None:
    assert steps("question") == [
        (0, "idle"),
        (5, "⚙"),
        (13, "⚙ 🔔Which db?"),
        (14, "⚙ 🔧question: 🔔Which db?"),
        (15, "⚙ 🔧question:"),
        (16, "⚙"),
        (37, "idle"),
    ]


def test_a_sub_agent_is_seen_while_it_works_and_then_ends_once() -> None:
    found = replay("task")
    child = [(number, text) for number, session, text in found if session == CHILD[-4:]]
    assert [number for number, _ in child] == [20, 29, 30, 54]
    assert [text for _, text in child] == ["⚙", f"⚙ 🔧notify_ask_user: {ASKED}", "⚙", "ended"]
    root = [(number, text) for number, session, text in found if session == ROOT[-4:]]
    assert (14, "⚙ 🔧task:sub job") in root
    assert root[-1] == (78, "idle 🔔Validation requise|Je merge sur main ?")  # what its sub-agent asked
    assert (56, "⚙") in root


def test_a_sub_agent_names_the_session_that_it_works_for() -> None:
    picture = Picture(ASK_TOOLS)
    for event in stream("task")[:31]:
        picture.hear(FOLDER, event, LATER)
    found = signs(picture)
    assert found[CHILD]["parent"] == ROOT
    assert found[ROOT]["parent"] is None
    assert found[CHILD]["title"] == "sub job (@general subagent)"


def test_a_sign_says_all_that_is_known() -> None:
    picture = Picture(ASK_TOOLS)
    for event in stream("ask"):
        picture.hear(FOLDER, event, LATER)
    (sign,) = picture.all_signs(LATER)
    assert sign == {
        "session": "opencode:ses_e1f5c0f70fferdnSELxCGvd1vp",
        "state": "idle",
        "client": "opencode/1.18.34",
        "parent": None,
        "title": "t-ask",
        "directory": FOLDER,
        "reason": None,
        "turn_at": "2026-11-15T19:16:43.029Z",
        "tools": [],
        "todos": [],
        "asks": [
            {
                "title": "Validation requise",
                "text": "Je merge sur main ?",
                "tool": "notify_ask_user",
                "at": "2026-11-15T19:16:49.161Z",
                "running": False,
                "source": "event",
            }
        ],
        "requests": [],
        "guesses": [],
        "since": "2026-11-15T19:16:50.063Z",
        "at": "2026-11-15T19:28:20.000Z",
        "wakes": True,
        "source": "watcher",
    }


def test_a_request_has_the_words_of_the_client_and_the_start_of_its_tool() -> None:
    picture = Picture(ASK_TOOLS)
    for event in stream("perm")[:17]:
        picture.hear(FOLDER, event, LATER)
    (sign,) = picture.all_signs(LATER)
    assert sign["requests"] == [
        {
            "id": "per_1e0a467330015Epgs2YN6jEKVV",
            "kind": "permission",
            "source": "event",
            "since": "2026-11-15T19:17:13.141Z",
            "permission": "bash",
            "patterns": ["touch needs_permission.txt"],
            "metadata": {"command": "touch needs_permission.txt"},
            "always": ["touch *"],
        }
    ]


@pytest.mark.parametrize("name", ["ask", "perm", "question", "task"])
def test_at_every_step_the_events_tell_what_the_lists_tell(name: str) -> None:
    served, picture = Served(), Picture(ASK_TOOLS)
    for number, event in enumerate(stream(name)):
        served.happen(event)
        picture.hear(FOLDER, event, LATER)
        if number == 0 or event["properties"].get("sessionID") in served.sessions:
            assert essence(picture) == essence(afresh(served)), number


@pytest.mark.parametrize("name", ["ask", "perm", "question", "task"])
def test_a_watch_that_starts_late_sees_the_same(name: str) -> None:
    events = stream(name)
    for late in range(1, len(events)):
        served = Served()
        for event in events[:late]:
            served.happen(event)
        picture = afresh(served)
        for number, event in enumerate(events[late:]):
            served.happen(event)
            picture.hear(FOLDER, event, LATER + number)
        assert essence(picture) == essence(afresh(served)), late


def listed(messages: str, *, status: Json, permissions: list[Json] | None, questions: list[Json] | None = None) -> str:
    told = sample(messages)
    session = told[0]["info"]["sessionID"]
    picture = Picture(ASK_TOOLS)
    info = {"id": session, "directory": FOLDER, "title": "t", "time": {"updated": LATER - 1000}}
    picture.list_sessions(FOLDER, [info], {session: status} if status else {}, permissions, questions, LATER)
    assert picture.wants_messages() == [session]
    picture.take_messages(session, told, [])
    (sign,) = picture.all_signs(LATER)
    return shows(sign)


BUSY: Json = {"type": "busy"}


@pytest.mark.parametrize(
    ("messages", "status", "expected"),
    [
        ("messages_all_ask", {}, f"idle {ASKED}"),
        ("messages_all_askempty", {}, "idle 🔔Silent end|Je merge sur main ?"),
        ("messages_all_asktext", {}, "idle 🔔With text|Je merge sur main ?"),
        ("messages_limit1_ask", {}, "idle"),
        ("messages_limit2_ask", {}, f"idle {ASKED}"),
        ("messages_all_ask", BUSY, "⚙"),
        ("messages_all_bash7", {}, "idle"),
        ("messages_all_task", {}, "idle"),
        ("messages_aborted", {}, "idle"),
        ("messages_permission_rejected", {}, "idle"),
        ("messages_permission_rejected_nomsg", {}, "idle"),
        ("midturn_prompt_async_messages", {}, "idle"),
        ("messages_bash_running", BUSY, "⚙ 🔧bash:sleep 7; echo slept"),
        ("messages_bash_running", {}, "idle"),
    ],
)
def test_recorded_messages(messages: str, status: Json, expected: str) -> None:
    assert listed(messages, status=status, permissions=[]) == expected


def test_recorded_lists_of_what_is_open() -> None:
    permission, edit, question = (
        sample(f"{name}") for name in ("permission_list_perm", "permission_list_edit", "question_list")
    )
    assert listed("messages_during_permission_perm", status=BUSY, permissions=permission) == (
        "⚙ 🔧bash:touch needs_permission.txt 🔒bash:touch needs_permission.txt"
    )
    assert listed("messages_during_permission_edit", status=BUSY, permissions=edit) == (
        "⚙ 🔧write:/home/dev/project/w.txt 🔒edit:w.txt"
    )
    assert listed("messages_during_question", status=BUSY, permissions=[], questions=question) == (
        "⚙ 🔧question: 🔔Which db?"
    )


def test_a_request_that_an_abort_left_behind_is_never_shown() -> None:
    told = sample("messages_abort_open_permission")
    message, call = told[1]["parts"][1]["messageID"], told[1]["parts"][1]["callID"]
    left = {**sample("permission_list_perm")[0], "sessionID": told[0]["info"]["sessionID"]}
    left |= {"tool": {"messageID": message, "callID": call}}
    assert listed("messages_abort_open_permission", status={}, permissions=[left]) == "idle"
    assert listed("messages_abort_open_permission", status=BUSY, permissions=[left]) == "⚙"  # it works again


def test_on_an_old_server_a_long_tool_is_a_guess_and_a_question_is_none() -> None:
    assert listed("messages_bash_running", status=BUSY, permissions=None).endswith("🔒?bash")
    assert "🔒" not in listed("messages_during_question", status=BUSY, permissions=None)


def test_events_of_the_whole_server() -> None:
    picture = Picture(ASK_TOOLS)
    id = "ses_e1f5a093fffeq0olEgQD6sP0Ug"
    listed = {"id": id, "directory": FOLDER, "title": "t", "time": {"created": LATER, "updated": LATER}}
    picture.list_sessions(FOLDER, [listed], {id: BUSY}, [], [], LATER)
    assert [shows(one) for one in picture.changed(LATER)] == ["⚙"]
    for event in sample("global_event_samples"):
        picture.hear(event.get("directory"), event["payload"], LATER + 1)
    assert [shows(one) for one in picture.changed(LATER + 2)] == ["idle"]


def test_events_that_do_not_matter_change_nothing() -> None:
    picture = Picture(ASK_TOOLS)
    for event in stream("ask"):
        picture.hear(FOLDER, event, LATER)
    picture.changed(LATER)
    idle = {"message.part.delta", "server.heartbeat", "plugin.added", "catalog.updated", "file.edited", "session.diff"}
    for kind, event in sample("event_one_of_each_type").items():
        if kind in idle:
            picture.hear(FOLDER, event, LATER)
    assert picture.changed(LATER) == []
