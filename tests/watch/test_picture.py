"""The picture of a server: which sessions are shown, what is told of them, and when."""

from typing import Any

import pytest

from bellpull.watch.picture import Picture
from support.recorded import ASK_TOOLS, FOLDER, Json, shows, signs

NOW = 1794770900000
DAY = 24 * 3600 * 1000
BUSY: Json = {"type": "busy"}
PERMISSION: Json = {"id": "per_1", "sessionID": "ses_1", "permission": "bash", "patterns": ["rm x"], "always": ["rm *"]}
CALL: Json = {"messageID": "msg_a", "callID": "call_1"}


def info(id: str = "ses_1", *, updated: int = NOW - 1000, folder: str = FOLDER, **more: Any) -> Json:
    time = {"created": updated, "updated": updated}
    return {"id": id, "directory": folder, "title": id, "version": "1.18.34", "time": time, **more}


def said(kind: str, session: str = "ses_1", **properties: Any) -> Json:
    return {"id": "evt_1", "type": kind, "properties": {"sessionID": session, **properties}}


def status(type: str, session: str = "ses_1", **more: Any) -> Json:
    return said("session.status", session, status={"type": type, **more})


def tool(name: str = "bash", state: str = "running", *, id: str = "prt_1", start: int = NOW, **more: Any) -> Json:
    part = {"id": id, "type": "tool", "tool": name, "messageID": "msg_a", "callID": more.pop("call", "call_1")}
    return {**part, "state": {"status": state, "time": {"start": start}, **more}}


def part(*args: Any, **named: Any) -> Json:
    return said("message.part.updated", part=tool(*args, **named))


def ask(state: str = "completed", output: str = "Question sent: Merge?", **more: Any) -> Json:
    return tool("notify_ask_user", state, input={"title": "Merge?", "question": "Now?"}, output=output, **more)


def written(at: int, *, id: str = "msg_u", **text: Any) -> list[Json]:
    """A message in the role of the user, as its events come."""
    message = {"id": id, "role": "user", "time": {"created": at}}
    words = {"id": f"prt_{id}", "messageID": id, "type": "text", "text": "go", **text}
    return [said("message.updated", info=message), said("message.part.updated", part=words)]


def told(at: int = NOW - 5000, *parts: Json) -> list[Json]:
    begin = {
        "info": {"id": "msg_0", "role": "user", "time": {"created": at}},
        "parts": [{"type": "text", "text": "go"}],
    }
    return [begin, {"info": {"id": "msg_a", "role": "assistant", "time": {"created": at + 1}}, "parts": list(parts)}]


class Server(Picture):
    """A picture of one folder, with one word for each thing that happens."""

    def __init__(self) -> None:
        super().__init__(ASK_TOOLS)

    def lists(self, *sessions: Json, busy: Any = (), at: int = NOW, open: Any = (), questions: Any = ()) -> "Server":
        given = None if open is None else list(open)
        asked = None if questions is None else list(questions)
        self.list_sessions(FOLDER, list(sessions), dict.fromkeys(busy, BUSY), given, asked, at)
        return self

    def tells(self, *events: Json, at: int = NOW) -> "Server":
        for event in events:
            self.hear(FOLDER, event, at)
        return self

    def reads(self, *parts: Json, session: str = "ses_1", sent: int | None = None) -> "Server":
        self.take_messages(session, told(NOW - 5000, *parts), [], sent)
        return self

    @property
    def sees(self) -> dict[str, str]:
        return {name.removeprefix("opencode:"): shows(sign) for name, sign in signs(self, NOW).items()}

    @property
    def one(self) -> Json:
        (sign,) = self.all_signs(NOW)
        return sign


def working(*parts: Json) -> Server:
    """A session at work whose turn was read."""
    return Server().lists(info(), busy=["ses_1"]).reads(*parts)


# State


def test_a_listed_session_works_and_another_idles() -> None:
    assert Server().lists(info(), info("ses_2"), busy=["ses_2"]).sees == {"ses_1": "idle", "ses_2": "⚙"}


@pytest.mark.parametrize("odd", [{"type": "idle"}, {"type": "dreaming"}, None, 7, "busy", {}])
def test_a_status_that_is_neither_busy_nor_retry_idles(odd: Any) -> None:
    server = Server()
    server.list_sessions(FOLDER, [info()], {"ses_1": odd}, [], [], NOW)
    assert server.sees == {"ses_1": "idle"}


def test_a_session_that_tries_again_works_and_says_why() -> None:
    sign = Server().lists(info()).tells(status("retry", attempt=2, message="Overloaded", next=7)).one
    assert (sign["state"], sign["reason"]) == ("working", "retry: Overloaded")
    assert Server().lists(info()).tells(status("retry")).one["reason"] == "retry"


def test_an_event_counts_at_once_and_a_list_asked_for_before_it_does_not() -> None:
    server = Server().lists(info()).tells(status("busy"), at=NOW + 10)
    assert server.sees == {"ses_1": "⚙"}
    assert server.lists(info(), at=NOW + 9).sees == {"ses_1": "⚙"}
    assert server.lists(info(), at=NOW + 11).sees == {"ses_1": "idle"}
    assert server.tells(status("busy"), said("session.idle"), at=NOW + 12).sees == {"ses_1": "idle"}
    assert server.lists(info(), busy=["ses_1"], at=NOW + 11).sees == {"ses_1": "idle"}


def test_titles_and_todos_come_with_their_events() -> None:
    server = Server().lists(info())
    todos = [{"content": "first", "status": "pending", "priority": "high", "id": 7}, {"content": 3}, "x"]
    server.tells(said("session.updated", info=info() | {"title": "New"}), said("todo.updated", todos=todos))
    assert server.one["title"] == "New"
    assert server.one["todos"] == [{"content": "first", "status": "pending", "priority": "high"}]
    server.take_messages("ses_1", [], [{"content": "later", "status": "completed"}], NOW - 1)
    assert server.one["todos"][0]["content"] == "first"  # the event was newer
    server.take_messages("ses_1", [], [])
    assert server.one["todos"] == []


# Which sessions are shown


def test_idle_roots_are_shown_for_a_day_and_longer_while_they_ask() -> None:
    server = Server().lists(info("ses_1", updated=NOW - DAY), info("ses_2", updated=NOW - DAY - 1))
    assert list(server.sees) == ["ses_1"]
    server.reads(ask())
    assert server.lists(info("ses_1", updated=NOW - DAY), at=NOW + 5000).sees == {"ses_1": "idle 🔔Merge?|Now?"}
    assert server.tells(*written(NOW + 1)).sees == {}  # answered; nobody used it for a day


def test_a_session_that_is_a_day_old_is_seen_again_as_soon_as_it_is_used() -> None:
    server = Server().lists(info(updated=NOW - 2 * DAY))
    server.tells(said("session.updated", info=info()), *written(NOW), status("busy"))
    assert server.sees == {"ses_1": "⚙"}
    assert server.wants_messages() == ["ses_1"]


def test_sessions_that_are_shown_are_kept_of_ten_thousand() -> None:
    server = Server()
    old = [info(f"ses_{n}", updated=NOW - 2 * DAY) for n in range(10_000)]
    child = [info(f"ses_c{n}", parentID="ses_1", updated=NOW - 3_600_000) for n in range(1000)]
    server.lists(info("ses_x"), *child, *old, busy=["ses_3"])
    assert list(server.sees) == ["ses_x", "ses_3"]
    assert len(server.all()) == 2


def test_archived_and_deleted_sessions_end_once() -> None:
    server = Server().lists(info("ses_1"), info("ses_2"), info("ses_3"), info("ses_4"))
    server.changed(NOW)
    away = info("ses_1") | {"time": {"updated": NOW, "archived": NOW}}
    server.tells(said("session.updated", "ses_1", info=away), said("session.deleted", "ses_2", info=info("ses_2")))
    server.lists(info("ses_4") | {"time": {"updated": NOW, "archived": NOW}}, info("ses_3"), at=NOW + 1)
    found = server.changed(NOW + 1)
    assert sorted((one["session"], one["state"]) for one in found) == [
        (f"opencode:ses_{n}", "ended") for n in (1, 2, 4)
    ]
    assert all(one["asks"] == one["requests"] == one["tools"] == [] for one in found)
    assert server.changed(NOW + 2) == []
    assert list(server.sees) == ["ses_3"]


def test_a_question_of_a_sub_agent_is_its_parents_once_it_has_ended() -> None:
    child = info("ses_2", parentID="ses_1")
    server = Server().lists(info(), child, busy=["ses_1", "ses_2"]).reads(session="ses_1").reads(session="ses_2")
    server.tells(said("message.part.updated", "ses_2", part=ask(start=NOW + 1) | {"sessionID": "ses_2"}))
    server.tells(said("session.idle", "ses_2"))
    server.changed(NOW + 5)
    server.tells(said("session.idle"))
    (sign,) = [one for one in server.changed(NOW + 6) if one["session"] == "opencode:ses_1"]
    assert [one["title"] for one in sign["asks"]] == ["Merge?"]
    server.reads(session="ses_1")
    assert server.all_signs(NOW + 7)[0]["asks"]
    server.tells(*written(NOW + 10_000))
    assert server.all_signs(NOW + 10_001)[0]["asks"] == []


def test_a_deleted_session_that_is_still_listed_as_busy_does_not_come_back() -> None:
    server = Server().lists(info(), busy=["ses_1"]).tells(said("session.deleted"), at=NOW + 10)
    server.changed(NOW + 11)
    server.lists(busy=["ses_1"], at=NOW + 60_000, open=[PERMISSION])
    assert server.changed(NOW + 60_001) == []
    assert server.all_signs(NOW + 60_001) == []


def test_a_list_that_was_asked_for_before_a_session_was_deleted_does_not_bring_it_back() -> None:
    server = Server().lists(info()).tells(said("session.deleted"), at=NOW + 10)
    assert server.lists(info(), busy=["ses_1"], at=NOW + 5).sees == {}


def test_a_session_that_is_missing_in_a_newer_list_is_gone_unless_the_list_was_cut_before_it() -> None:
    known = [info("ses_1", updated=NOW - 10), info("ses_2", updated=NOW - 20), info("ses_3", updated=NOW - 30)]
    server = Server().lists(*known)
    server.changed(NOW)
    assert list(server.lists(known[1], at=NOW + 1).sees) == ["ses_2", "ses_3"]
    server.tells(said("session.created", "ses_4", info=info("ses_4", updated=NOW + 9)), at=NOW + 9)
    assert list(server.lists(known[1], known[2], at=NOW + 5).sees) == ["ses_2", "ses_3", "ses_4"]
    assert [one["state"] for one in server.changed(NOW + 10) if one["session"] == "opencode:ses_1"] == ["ended"]


def test_a_project_says_nothing_about_another() -> None:
    server = Server().lists(info(), busy=["ses_1"])
    other = info("ses_2", folder="/other")
    server.list_sessions(
        "/other", [other], {"ses_2": BUSY}, [PERMISSION | {"id": "per_2", "sessionID": "ses_2"}], [], NOW
    )
    server.lists(info(), busy=["ses_1"], at=NOW + 1)
    assert server.sees == {"ses_1": "⚙", "ses_2": "⚙ 🔒bash:rm x"}
    assert server.directories() == [FOLDER, "/other"]


def test_a_session_that_works_in_another_folder_than_its_own_is_told_by_that_one() -> None:
    server = Server()
    server.hear("/worktree", said("session.updated", info=info()), NOW)
    server.hear("/worktree", status("busy"), NOW)
    server.lists(info(), at=NOW + 1)
    assert server.sees == {"ses_1": "⚙"}
    server.list_sessions("/worktree", [], {}, [], [], NOW + 2)
    assert server.sees == {"ses_1": "idle"}


def test_a_session_that_an_event_alone_has_named_waits_for_a_reading() -> None:
    server = Server().tells(status("busy"), said("permission.asked", **PERMISSION))
    assert server.changed(NOW) == []
    server.lists(info(parentID="ses_0"), busy=["ses_1"], open=[PERMISSION])
    assert server.one["parent"] == "opencode:ses_0"
    assert shows(server.one) == "⚙ 🔒bash:rm x"


def test_a_sub_agent_that_works_again_is_seen_again() -> None:
    server = Server().lists(info(parentID="ses_0"), busy=["ses_1"])
    server.changed(NOW)
    assert [one["state"] for one in server.tells(status("idle")).changed(NOW)] == ["ended"]
    server.tells(said("session.updated", info=info(parentID="ses_0")), said("session.diff"))
    assert server.changed(NOW) == []
    assert [one["state"] for one in server.tells(status("busy")).changed(NOW)] == ["working"]


# Asks


def test_a_watch_that_comes_late_says_nothing_of_asks_until_the_messages_were_read() -> None:
    server = Server().lists(info(), info("ses_2", updated=NOW), info("ses_3"), busy=["ses_3"])
    assert server.wants_messages() == ["ses_3", "ses_2", "ses_1"]
    assert all("asks" not in one for one in server.all_signs(NOW))
    server.reads(ask())
    assert server.sees["ses_1"] == "idle 🔔Merge?|Now?"
    assert server.wants_messages() == ["ses_3", "ses_2"]


def test_a_session_without_messages_asks_nothing() -> None:
    server = Server().lists(info())
    server.take_messages("ses_1", [], [])
    assert server.one["asks"] == []
    assert server.wants_messages() == []


@pytest.mark.parametrize("way", ["message", "answer", "ended"])
def test_a_bell_ends_when_the_person_answered_by_whatever_way(way: str) -> None:
    server = working(ask("running"))
    assert shows(server.one) == "⚙ 🔧notify_ask_user: 🔔Merge?|Now?"
    if way == "message":
        server.tells(said("message.part.updated", part=ask()), status("idle"))
        assert server.sees == {"ses_1": "idle 🔔Merge?|Now?"}
        server.tells(*written(NOW + 5))
        assert server.one["turn_at"] == "2026-11-15T19:28:20.005Z"
    elif way == "answer":
        server.tells(said("message.part.updated", part=ask(output='{"response": "accepted", "choice": "Yes"}')))
    else:
        server.tells(said("message.part.updated", part=ask("error")))
    assert "🔔" not in shows(server.tells(status("idle")).one)


def test_a_message_that_a_carrier_brought_leaves_the_bell() -> None:
    server = Server().lists(info()).reads(ask())
    server.tells(*written(NOW + 5, metadata={"bellpull": {"ids": ["nudge_1"]}}), status("busy"), status("idle"))
    assert server.sees == {"ses_1": "idle 🔔Merge?|Now?"}


def test_a_message_of_before_changes_nothing() -> None:
    server = Server().lists(info()).reads(ask())
    assert server.tells(*written(NOW - 60_000)).sees == {"ses_1": "idle 🔔Merge?|Now?"}


def test_a_running_tool_goes_on_when_a_person_writes_meanwhile() -> None:
    server = working(tool(start=NOW - 100), ask("running", start=NOW - 90, id="prt_2")).tells(*written(NOW))
    assert shows(server.one) == "⚙ 🔧bash: 🔧notify_ask_user: 🔔Merge?|Now?"
    server.tells(said("message.part.updated", part=ask(start=NOW - 90, id="prt_2")), status("idle"))
    assert server.sees == {"ses_1": "idle"}  # it was asked before they wrote


def test_an_old_ask_that_is_only_tidied_up_does_not_ring_again() -> None:
    server = Server().lists(info()).reads()
    assert server.tells(said("message.part.updated", part=ask(start=NOW - 60_000))).sees == {"ses_1": "idle"}


def test_messages_that_are_taken_back_are_read_again() -> None:
    server = Server().lists(info()).reads(ask())
    assert server.tells(said("message.part.removed", messageID="msg_a", partID="prt_1")).sees == {"ses_1": "idle"}
    server.reads(ask()).tells(said("message.removed", messageID="msg_a"))
    assert server.sees == {"ses_1": "idle"}
    server.reads(ask()).tells(said("message.removed", messageID="msg_0"))
    assert server.wants_messages() == ["ses_1"]


def test_an_answer_that_was_on_its_way_does_not_undo_what_was_heard_meanwhile() -> None:
    server = working(tool()).tells(part(state="completed"), at=NOW + 10)
    assert shows(server.reads(tool(), sent=NOW + 5).one) == "⚙"
    server.tells(*written(NOW + 20, id="msg_1"), at=NOW + 20)
    assert shows(server.reads(ask(), sent=NOW + 15).tells(status("idle")).one) == "idle"
    assert server.one["turn_at"] == "2026-11-15T19:28:20.020Z"


def test_a_list_that_shows_what_no_event_told_makes_the_messages_wanted() -> None:
    server = Server().lists(info()).reads()
    assert server.lists(info(), at=NOW + 1).wants_messages() == []
    assert server.lists(info(updated=NOW), at=NOW + 2).wants_messages() == ["ses_1"]
    assert server.reads().lists(info(updated=NOW), busy=["ses_1"], at=NOW + 3).wants_messages() == ["ses_1"]
    assert server.reads().lists(info(updated=NOW), at=NOW + 4).wants_messages() == ["ses_1"]


# Permissions and questions of the client


def test_a_request_of_an_event_stays_until_a_list_that_was_asked_for_later_does_not_name_it() -> None:
    server = working().tells(said("permission.asked", **PERMISSION), at=NOW + 10)
    assert shows(server.lists(info(), busy=["ses_1"], at=NOW + 9).one) == "⚙ 🔒bash:rm x"
    assert shows(server.lists(info(), busy=["ses_1"], open=[PERMISSION], at=NOW + 11).one) == "⚙ 🔒bash:rm x"
    assert server.one["requests"][0]["source"] == "event"
    assert shows(server.lists(info(), busy=["ses_1"], at=NOW + 12).one) == "⚙"


def test_an_answered_request_does_not_come_back_with_an_older_list() -> None:
    server = working().tells(said("permission.asked", **PERMISSION), said("permission.replied", requestID="per_1"))
    assert shows(server.lists(info(), busy=["ses_1"], open=[PERMISSION], at=NOW).one) == "⚙"
    question = {"id": "que_1", "sessionID": "ses_1", "questions": [{"question": "Which?", "options": [{"label": "a"}]}]}
    assert shows(server.tells(said("question.asked", **question)).one) == "⚙ 🔔Which?"
    assert shows(server.tells(said("question.rejected", requestID="que_1")).one) == "⚙"


def test_requests_go_with_the_turn_that_was_broken_off() -> None:
    server = working(tool()).tells(said("permission.asked", **PERMISSION, tool=CALL))
    server.tells(said("session.error"), said("session.idle"), status("idle"))
    assert server.one["requests"] == []
    server.lists(info(), open=[PERMISSION | {"tool": CALL}], at=NOW + 1)
    assert server.one["requests"] == []
    server.tells(*written(NOW + 2), status("busy"), at=NOW + 2)
    server.lists(info(), busy=["ses_1"], open=[PERMISSION | {"tool": CALL}], at=NOW + 3)
    assert shows(server.reads(tool(state="error"), sent=NOW + 3).one) == "⚙"


def test_a_request_ends_with_its_tool_even_if_nobody_says_so() -> None:
    server = working(tool()).tells(said("permission.asked", **PERMISSION, tool=CALL))
    assert shows(server.one) == "⚙ 🔧bash: 🔒bash:rm x"
    assert shows(server.tells(part(state="completed")).one) == "⚙"


def test_a_request_lasts_since_its_tool_started_or_since_it_was_seen() -> None:
    server = working().tells(said("permission.asked", **PERMISSION, tool=CALL))
    assert server.one["requests"][0]["since"] == "2026-11-15T19:28:20.000Z"
    server.tells(part(start=NOW - 1000), at=NOW + 5)
    assert server.one["requests"][0]["since"] == "2026-11-15T19:28:19.000Z"


def test_requests_are_not_told_until_the_lists_were_read() -> None:
    server = Server().tells(said("session.updated", info=info()), status("busy"))
    assert "requests" not in server.one
    assert server.lists(info(), busy=["ses_1"]).one["requests"] == []


def test_a_long_diff_is_cut_and_whole_files_stay_where_they_are() -> None:
    metadata = {"filepath": "/f", "diff": "+x\n" * 30_000, "files": [{"before": "y" * 10**6}], "n": 7}
    server = working().tells(said("permission.asked", **PERMISSION, metadata=metadata))
    kept = server.one["requests"][0]["metadata"]
    assert len(kept["diff"]) == 60_000 and kept["diff"].endswith("the rest is not shown here")
    assert kept.keys() == {"filepath", "diff"}


def test_a_question_is_told_in_its_own_words() -> None:
    options = [{"label": "a", "description": "first"}, {"label": "b"}, {"description": "none"}, 7]
    asked = {"question": "Which?", "header": "DB", "options": options, "multiple": True, "custom": False, "more": 1}
    server = working().tells(said("question.asked", id="que_1", questions=[asked, "odd"]))
    known = [{"label": "a", "description": "first"}, {"label": "b", "description": ""}]
    expected = {"question": "Which?", "header": "DB", "options": known, "multiple": True, "custom": False}
    assert server.one["requests"][0]["questions"] == [expected]


@pytest.mark.parametrize("id", [None, 7, "", "a b", "per_\n", "x" * 101])
def test_a_request_that_could_not_be_answered_is_none(id: Any) -> None:
    assert working().tells(said("permission.asked", **PERMISSION | {"id": id})).one["requests"] == []


# Guesses


def test_old_servers_are_guessed_at_after_five_seconds_and_only_those() -> None:
    old = Server().lists(info(), busy=["ses_1"], open=None, questions=None).reads(tool(), ask("running", id="prt_2"))
    assert "requests" not in old.one
    old.changed(NOW + 5000)
    assert [one["guesses"] for one in old.changed(NOW + 5001)] == [
        [{"tool": "bash", "argument": "", "since": "2026-11-15T19:28:20.000Z"}]
    ]
    assert old.changed(NOW + 9000) == []
    new = working(tool())
    assert new.all_signs(NOW + 60_000)[0]["guesses"] == []
    assert old.tells(status("idle")).one["guesses"] == []


# What is given


def test_a_sign_is_given_only_when_something_looks_different() -> None:
    server = Server().lists(info())
    assert len(server.changed(NOW)) == 1
    server.lists(info(), at=NOW + 1).tells(status("idle"), said("session.updated", info=info()))
    assert server.changed(NOW + 2) == []
    server.all_signs(NOW + 3)
    server.tells(status("busy"), status("busy"), part())
    assert [shows(one) for one in server.changed(NOW + 4)] == ["⚙ 🔧bash:"]
    server.tells(part(metadata={"output": "more"}), said("message.part.delta", delta="x"), {"type": "sync"})
    assert server.changed(NOW + 5) == []
    server.tells(part(state="completed"))
    assert [shows(one) for one in server.changed(NOW + 6)] == ["⚙"]


def test_the_memory_of_a_long_turn_stays_small() -> None:
    server = working()
    for n in range(5000):
        server.tells(part(id=f"prt_{n}", input={"command": "x" * 10_000}))
        server.tells(part(id=f"prt_{n}", state="completed", output="y" * 1000))
        server.tells(*written(NOW + n, id=f"msg_{n}", metadata={"bellpull": True}), said("session.updated", "ses_x"))
    (record,) = server.all()
    assert len(record.parts) == 0
    assert len(record.finished) <= 100 and len(record.unread) <= 10
    for n in range(5000):
        server.tells(part(id=f"prt_r{n}", input={"command": "x" * 10_000}))
    assert len(record.parts) <= 100
    assert len(server.one["tools"][0]["argument"]) <= 1000


def test_forgotten_sessions_do_not_pile_up() -> None:
    server = Server().lists(info())
    for n in range(3000):
        child = said("session.created", f"ses_c{n}", info=info(f"ses_c{n}", parentID="ses_1"))
        server.tells(child, status("busy", f"ses_d{n}"), said("permission.replied", requestID=f"per_{n}"))
    server.changed(NOW)
    assert len(server.lists(info(), at=NOW + 1).all()) <= 1001
    server.changed(NOW + 1)
    assert len(server.lists(info(), at=NOW + DAY // 2).all()) == 1


def test_a_sub_agent_that_had_not_begun_when_the_lists_were_read_is_known_when_it_does() -> None:
    server = Server().lists(info("ses_0"), info(parentID="ses_0"), busy=["ses_0"])
    assert list(server.sees) == ["ses_0"]
    assert server.tells(status("busy")).sees == {"ses_0": "⚙", "ses_1": "⚙"}
    assert signs(server)["opencode:ses_1"]["parent"] == "opencode:ses_0"


def test_a_reading_counts_after_the_clock_was_set_back() -> None:
    server, hour = Server(), 3600 * 1000
    server.list_sessions(FOLDER, [info()], {"ses_1": BUSY}, [], [], NOW)
    server.hear(FOLDER, status("busy"), NOW + 1)
    assert [sign["state"] for sign in server.all_signs(NOW + 2)] == ["working"]
    server.all_signs(NOW - hour)
    server.list_sessions(FOLDER, [info()], {}, [], [], NOW - hour + 1)
    assert [sign["state"] for sign in server.all_signs(NOW - hour + 2)] == ["idle"]
