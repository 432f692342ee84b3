"""The lines of the menu: what stands under whom, what is cut, and what is only in the whole text."""

import pytest
from menu_world import BEFORE, NOW, SERVER, ask, guess, permission, server, todos, watched

from bellpull.domain.menu import Line, indented, lines
from bellpull.domain.watched import Tool, Usage, Wait, Watch, Watched

MAKE = Tool("bash", "make test", BEFORE)


def of(*sessions: Watched, **fields: object) -> list[Line]:
    return lines(Watch(sessions, **fields), NOW)  # type: ignore[arg-type]


def drawn(*sessions: Watched, **fields: object) -> list[str]:
    return [indented(line) for line in of(*sessions, **fields)]


def test_the_seeds_menu_comes_out_to_the_letter() -> None:
    busy = watched("Agent Principal", busy=True, tools=(MAKE,))
    # Who waits comes first, which is the one difference.
    assert drawn(watched("Agent Question", ask()), busy, watched("Agent en attente")) == [
        "🔔 Agent Question",
        '    └ "Validation requise"',
        "🤖 Agent Principal",
        "    🔧 bash: make test",
        "💤 Agent en attente",
    ]


def test_empty_menu_says_that_there_is_nothing() -> None:
    assert of() == [Line("No agent sessions", 0, "none", full="No agent sessions")]


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Explore the code (@general subagent)", "Explore the code"),
        ("Explore (@general", "Explore"),
        ("Ask (@bob) for help", "Ask (@bob) for help"),
        ("(@general subagent)", "Untitled"),
        (None, "Untitled"),
        ("  ", "Untitled"),
        ("two\n lines\tof  it", "two lines of it"),
        ("x" * 40, "x" * 40),
        ("x" * 41, "x" * 37 + "..."),
    ],
)
def test_a_title_is_one_line_of_at_most_forty_characters(title: str | None, text: str) -> None:
    (line,) = of(watched(title))
    assert line.text == f"💤 {text}"


def test_cut_line_is_whole_behind_it() -> None:
    long = Tool("bash", "y" * 60, None)
    named = todos(("current " * 9, "in_progress"), ("next " * 9, "pending"), ("last", "pending"))
    heading, tool, current, pending = of(watched("x" * 60, busy=True, tools=(long,), todos=named))
    assert heading.full.startswith("x" * 60 + "\n")
    assert (tool.text, tool.full) == (f"🔧 bash: {'y' * 27}...", f"bash: {'y' * 60}")
    assert (current.text, current.full) == (f"🔄 {'current ' * 4}...", ("current " * 9).strip())
    assert pending.text == f"⏳ {'next ' * 5}ne... (+1)"
    assert pending.full == f"{('next ' * 9).strip()}\nlast"


def test_todos_that_are_done_or_alone_say_no_more_than_that() -> None:
    assert drawn(watched("a", todos=todos(("only", "pending"), ("old", "completed")))) == ["💤 a", "    ⏳ only"]
    assert drawn(watched("a", todos=todos(("old", "completed"), ("no", "cancelled")))) == ["💤 a"]


def test_a_tool_without_an_argument_has_no_colon() -> None:
    assert drawn(watched("a", busy=True, tools=(Tool("todoread", " ", None),)))[1] == "    🔧 todoread"


def test_several_asks_are_several_lines_and_one_without_a_title_has_none() -> None:
    asked = ask("First?", "2026-03-01T11:00:00.000Z"), ask("", question_id=None), ask("Second?", question_id="notif_2")
    found = of(watched("a", *asked))
    assert [line.text for line in found] == ["🔔 a", '└ "First?"', '└ "Second?"']
    assert [line.question_id for line in found] == [None, "notif_1", "notif_2"]
    assert {line.session for line in found} == {"opencode:a"}


def test_a_running_ask_is_a_bell_instead_of_a_robot() -> None:
    assert drawn(watched("a", ask("Go?"), busy=True)) == ["🔔 a", '    └ "Go?"']


@pytest.mark.parametrize(
    ("said", "running", "text"),
    [
        ("bash: npm install", Tool("bash", "npm install", None), "🔒 bash: npm install"),
        ("bash: npm install", Tool("bash", "Installs the packages", None), "🔒 bash: npm install"),
        ("Bash: npm install", Tool("bash", "npm install", None), "🔒 Bash: npm install"),
        ("bash", Tool("bash", "npm install", None), "🔒 bash: npm install"),
        ("edit: a.py", Tool("write", "a.py", None), "🔒 edit: a.py"),
        ("external_directory: /etc", Tool("read", "/etc/hosts", None), "🔒 external_directory: /etc"),
        ("", Tool("bash", "npm install", None), "🔒 bash: npm install"),
    ],
)
def test_the_tool_that_waits_for_a_permission_is_shown_once(said: str, running: Tool, text: str) -> None:
    task = Tool("task", "look around", None)
    found = of(watched("a", permission(said), busy=True, tools=(task, running)))
    assert [line.text for line in found] == ["🤖 a", text, "🔧 task: look around"]
    assert (found[1].kind, found[1].question_id, found[1].guess) == ("permission", "notif_1", False)


def test_other_running_tools_stay_beside_a_permission() -> None:
    tools = (MAKE, Tool("bash", "npm install", None), Tool("read", "a.py", None))
    assert drawn(watched("a", permission(), busy=True, tools=tools))[1:] == [
        "    🔒 bash: npm install",
        "    🔧 bash: make test",
        "    🔧 read: a.py",
    ]


@pytest.mark.parametrize(
    ("since", "running"),
    [
        ("2026-03-01T11:59:45.000Z", "15s"),
        (BEFORE, "1m 30s"),
        ("2026-03-01T09:54:00.000Z", "2h 6m"),
        ("2026-03-01T11:59:00.000Z", "1m"),
        ("2026-03-01T12:00:09.000Z", "0s"),
    ],
)
def test_a_guess_looks_like_one_and_says_how_long_the_tool_runs(since: str, running: str) -> None:
    tool = Tool("bash", "npm install", since)
    found = of(watched("a", guess(tool), busy=True, tools=(tool,), guesses=(tool,)))
    assert [line.text for line in found] == ["🤖 a", "🔒? bash: npm install"]
    assert found[1].full == f"May be waiting for permission (running {running})"
    assert found[1].guess


def test_sub_agents_have_their_own_level_and_keep_what_is_theirs() -> None:
    busy = watched(
        "Look (@explore subagent)", permission("edit: a.py"), busy=True, tools=(MAKE, Tool("edit", "a.py", ""))
    )
    idle = watched("Done (@general subagent)")
    root = watched("Root", *busy.waits, busy=True, children=(busy, idle))
    assert drawn(root) == [
        "🤖 Root",
        "    └ ● Look",
        "        🔒 edit: a.py",
        "        🔧 bash: make test",
        "    └ ○ Done",
    ]
    assert [line.kind for line in of(root)] == ["session", "sub", "permission", "tool", "sub"]


def test_a_sub_agent_that_asks_rings_at_its_root() -> None:
    child = watched("Child", ask("Which?"), busy=True)
    assert drawn(watched("Root", *child.waits, busy=True, children=(child,))) == [
        "🔔 Root",
        "    └ ● Child",
        '        └ "Which?"',
    ]


def test_trouble_of_a_session_and_of_a_server_is_told() -> None:
    there = watched("a", trouble="its messages cannot be read")
    elsewhere = server("http://127.0.0.1:5000", "locked, no access")
    assert drawn(there, servers=(server(SERVER), elsewhere, server("http://[::1]:4096"))) == [
        "💤 a",
        "    ⚠️ its messages cannot be read",
        "⚠️ http://127.0.0.1:5000 (locked, no access)",
        "💤 http://[::1]:4096 (idle)",
    ]


def test_questions_of_agents_without_a_session_stand_among_those_who_wait_by_rank() -> None:
    questions: tuple[Wait, ...] = (
        ask("Old?", agent_name="web", question_id="notif_2", rank=0),
        ask("New?", agent_name="api", question_id="notif_3", rank=2),
        permission("bash: rm", agent_name="ops", rank=3),
        ask("Older too?", agent_name="web", question_id="notif_4", rank=4),
    )
    found = of(watched("a", ask("Mine?", rank=1)), watched("b", busy=True), questions=questions)
    assert [indented(line) for line in found] == [
        "🔔 web",
        '    └ "Old?"',
        '    └ "Older too?"',
        "🔔 a",
        '    └ "Mine?"',
        "🔔 api",
        '    └ "New?"',
        "🤖 ops",
        "    🔒 bash: rm",
        "🤖 b",
    ]
    assert (found[0].kind, found[0].agent_name, found[0].session) == ("agent", "web", None)
    assert found[1].question_id == "notif_2"


def test_many_questions_of_one_agent_leave_room_for_the_others() -> None:
    flood = tuple(ask(f"{number}?", agent_name="loud", rank=number) for number in range(5))
    found = [indented(line) for line in of(questions=(*flood, ask("Calm?", agent_name="calm", rank=9)))]
    assert found == [
        "🔔 loud",
        '    └ "0?"',
        '    └ "1?"',
        '    └ "2?"',
        "    └ and 2 more",
        "🔔 calm",
        '    └ "Calm?"',
    ]


def test_question_that_nobody_waits_for_any_more_stands_below_all_others() -> None:
    left = tuple(ask(f"Old {number}?", agent_name="web", rank=5 + number, left=True) for number in range(4))
    found = of(watched("b", busy=True), questions=(ask("New?", agent_name="web", rank=0), *left))
    assert [indented(line) for line in found] == [
        "🔔 web",
        '    └ "New?"',
        "4 that nobody waits for any more",
        '    └ "Old 0?"',
        '    └ "Old 1?"',
        '    └ "Old 2?"',
        "    └ and 1 more",
        "🤖 b",
    ]
    assert found[2].full.splitlines()[-1] == "web: Old 3?"


def test_the_whole_text_names_agent_client_folder_state_reason_and_time() -> None:
    heading = of(watched("a", ask("Go?"), client="opencode/1.18", directory="/work/app"))[0]
    assert heading.full == "a\napp, opencode/1.18, /work/app\nwaiting\nwants your answer: Go? (1m 30s)"
    assert of(watched("a", reason="the turn ended"))[0].full == "a\napp\nidle for 1m 30s: the turn ended"


def test_usage_stands_last() -> None:
    assert drawn(watched("a"), usage=Usage(45, NOW)) == ["💤 a", "🟢 Usage: 45%"]
    assert drawn(usage=Usage(None, NOW, "it ended with 1")) == ["No agent sessions", "⚠️ Usage: it ended with 1"]


def test_a_time_that_is_none_does_not_break_the_menu() -> None:
    tool = Tool("bash", "x", "yesterday")
    found = of(watched("a", busy=True, guesses=(tool,), since="2026-03-01"))
    assert found[1].full == "May be waiting for permission (running ?)"


def test_idle_sessions_are_named_up_to_ten_and_counted_beyond() -> None:
    many = [watched(f"Session {number}") for number in range(13)]
    assert drawn(*many)[9:] == ["💤 Session 9", "💤 and 3 more"]
    assert len(drawn(*many[:10])) == 10
