"""The title: who works, idles, waits, what is left to do and how much is used, in that order."""

import pytest
from menu_world import SERVER, ask, guess, permission, server, todos, watched

from bellpull.domain.menu import title
from bellpull.domain.watched import Tool, Usage, Watch

USED = Usage(45, "2026-03-01T12:00:00.000Z")
THREE = todos(("a", "in_progress"), ("b", "pending"), ("c", "pending"), ("d", "completed"), ("e", "cancelled"))


def busy(name: str, *waits: object, **fields: object) -> object:
    return watched(name, *waits, busy=True, **fields)  # type: ignore[arg-type]


def shown(*sessions: object, **fields: object) -> str:
    return title(Watch(tuple(sessions), **fields))  # type: ignore[arg-type]


def test_the_seeds_title_comes_out_to_the_letter() -> None:
    two = busy("Agent Principal", todos=THREE), busy("Second")
    assert shown(*two, watched("Agent Question", ask()), usage=USED) == "🤖 2 🔔 ⏳3 🟢45%"


def test_the_title_with_a_permission_comes_out_to_the_letter() -> None:
    two = busy("Agent Principal", permission(), todos=THREE), busy("Second")
    assert shown(*two, watched("Agent Question", ask()), usage=USED) == "🤖 2 🔒 🔔 ⏳3 🟢45%"


def test_title_without_sessions_is_a_robot_alone() -> None:
    assert shown() == "🤖"


def test_idle_server_counts_once_for_all_of_its_sessions() -> None:
    assert shown(watched("a"), watched("b")) == "🤖 💤 1"
    assert shown(watched("a"), watched("b", server="http://127.0.0.1:5000")) == "🤖 💤 2"


@pytest.mark.parametrize("other", [busy("b"), watched("b", ask()), watched("b", permission())], ids=str)
def test_a_server_where_somebody_works_or_waits_does_not_idle(other: object) -> None:
    assert "💤" not in shown(watched("a"), other)


def test_sessions_without_a_server_idle_by_agent() -> None:
    alone = watched("a", server=None), watched("b", server=None), watched("c", server=None, agent_name="web")
    assert shown(*alone) == "🤖 💤 2"


def test_a_watched_server_without_sessions_idles_unless_it_is_in_trouble() -> None:
    assert shown(servers=(server(),)) == "🤖 💤 1"
    assert shown(servers=(server(trouble="locked, no access"),)) == "🤖"
    assert shown(watched("a"), servers=(server(SERVER),)) == "🤖 💤 1"


def test_a_lock_that_is_only_guessed_has_a_question_mark() -> None:
    tool = Tool("bash", "make test", "2026-03-01T11:59:45.000Z")
    guessed = busy("a", guess(tool), tools=(tool,), guesses=(tool,))
    assert shown(guessed) == "🤖 1 🔒?"
    assert shown(guessed, busy("b", permission())) == "🤖 2 🔒"


def test_an_ask_that_is_only_likely_is_a_bell_like_any_other() -> None:
    assert shown(watched("a", ask(confidence="likely"))) == "🤖 🔔"


def test_a_running_ask_is_a_bell_and_still_works() -> None:
    assert shown(busy("a", ask())) == "🤖 1 🔔"


def test_questions_of_agents_without_a_session_ring_too() -> None:
    assert shown(questions=(ask(),)) == "🤖 🔔"
    assert shown(questions=(permission(),)) == "🤖 🔒"


def test_todos_of_sub_agents_count() -> None:
    child = watched("child", parent="opencode:root", busy=True, todos=THREE)
    assert shown(busy("root", children=(child,))) == "🤖 1 ⏳3"


@pytest.mark.parametrize(
    ("percent", "icon"),
    [(0, "🟢"), (49, "🟢"), (50, "🟡"), (69, "🟡"), (70, "🟠"), (89, "🟠"), (90, "🔴"), (100, "🔴"), (140, "🔴")],
)
def test_usage_has_its_colour(percent: int, icon: str) -> None:
    assert shown(usage=USED._replace(percent=percent)) == f"🤖 {icon}{percent}%"


def test_usage_with_an_error_is_left_out() -> None:
    assert shown(usage=Usage(None, "", "it ended with 1")) == "🤖"
    assert shown(usage=Usage(45, "", "it ended with 1")) == "🤖"
