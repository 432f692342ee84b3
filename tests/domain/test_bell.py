"""Who waits for a person, as far as it can be concluded without a hub: old sessions, twins, families, several asks."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.domain.asking import Ask
from bellpull.domain.bell import KEPT, KEPT_FOR_HOOKS, Asked, concluded, watch
from bellpull.domain.instant import instant
from bellpull.domain.question import Question
from bellpull.domain.session import STATES, Session, Sign, observe
from bellpull.domain.watched import Watch

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def session(
    id: str = "s", state: str = "idle", *, ago: timedelta = timedelta(), agent: str = "a", **more: Any
) -> Session:
    sign = Sign(
        id, state, at=instant(NOW - ago), **{name: more.pop(name) for name in ("source", "parent") if name in more}
    )
    return observe(None, sign, agent, instant(NOW))._replace(**more)


def asks(*titles: str, running: bool = False) -> str:
    return json.dumps(
        [{"title": title, "at": instant(NOW + n * MINUTE), "running": running} for n, title in enumerate(titles)]
    )


def seen(*sessions: Session, now: datetime = NOW) -> Watch:
    return watch(sessions, [], now)


@pytest.mark.parametrize(("source", "kept"), [("watcher", KEPT), ("plugin", KEPT), ("hook", KEPT_FOR_HOOKS)])
def test_a_session_of_which_nothing_is_heard_is_shown_for_a_while(source: str, kept: timedelta) -> None:
    assert len(seen(session(ago=kept, source=source)).sessions) == 1
    assert len(seen(session(ago=kept + MINUTE, source=source)).sessions) == 0


def test_a_silent_session_says_since_when_and_one_of_hooks_may_be_silent() -> None:
    (silent,) = seen(session(ago=5 * MINUTE, source="watcher")).sessions
    assert silent.session.trouble == "not heard of for 5 min"
    (hooked,) = seen(session(ago=60 * MINUTE, source="hook")).sessions
    assert hooked.session.trouble is None


def test_ask_of_a_silent_session_is_no_longer_certain() -> None:
    waiting = session(
        ago=5 * MINUTE, source="watcher", state="working", requests='[{"id": "per_1", "kind": "permission"}]'
    )
    (one,) = seen(waiting).sessions
    assert [wait.confidence for wait in one.waits] == ["likely"]


def test_session_of_two_agents_is_shown_once_as_it_was_last_seen() -> None:
    twins = session(agent="old", state="working", ago=MINUTE), session(agent="new", state="idle")
    (one,) = seen(*twins).sessions
    assert (one.session.agent_name, one.state) == ("new", "idle")


def test_several_asks_are_all_shown_and_the_newest_gives_the_title() -> None:
    (one,) = seen(session(asks=asks("first", "second"))).sessions
    assert [wait.title for wait in one.waits] == ["first", "second"]
    assert one.ask_user_title == "second"


def test_a_busy_session_never_waits_for_what_it_asked_and_did_not_wait_for() -> None:
    (one,) = seen(session(state="working", asks=asks("asked"))).sessions
    assert (one.state, one.has_pending_ask_user, one.ask_user_title) == ("working", False, "")


def test_a_sub_agent_of_a_sub_agent_belongs_to_the_root() -> None:
    family = [session("root", "working"), session("child", "working", parent="root")]
    family.append(session("grandchild", "working", parent="child", asks=asks("asked", running=True)))
    (root,) = seen(*family).sessions
    assert {child.session.id for child in root.children} == {"child", "grandchild"}
    assert (root.state, root.waits[0].session) == ("waiting", "grandchild")


def test_an_idle_root_with_a_sub_agent_at_work_is_busy() -> None:
    (root,) = seen(session("root"), session("child", "working", parent="root")).sessions
    assert (root.busy, root.state) == (True, "working")


def test_a_sub_agent_whose_parent_is_unknown_stands_for_itself() -> None:
    (one,) = seen(session("child", "working", parent="gone")).sessions
    assert one.session.id == "child"


def test_parents_in_a_circle_harm_nobody() -> None:
    circle = session("a", "working", parent="b"), session("b", "working", parent="a")
    assert len(concluded(circle, [], NOW)) == 2
    assert seen(*circle).agent_count <= 2


def test_session_that_waits_longest_comes_first_then_those_that_work_then_those_that_idle() -> None:
    late, early = asks("late"), json.dumps([{"title": "early", "at": instant(NOW - 9 * MINUTE)}])
    order = seen(session("idle"), session("late", asks=late), session("work", "working"), session("early", asks=early))
    assert [one.session.id for one in order.sessions] == ["early", "late", "work", "idle"]


states = st.sampled_from(STATES)
sources = st.sampled_from(["watcher", "plugin", "hook", None])
odd = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)
)
told = st.lists(
    odd | st.dictionaries(st.sampled_from(["title", "id", "kind", "running", "at", "tool", "status"]), odd), max_size=3
)


@given(
    st.lists(
        st.builds(
            lambda id, state, source, parent, *texts: session(
                id,
                state,
                source=source,
                parent=parent,
                **dict(zip(("asks", "requests", "tools", "todos"), texts, strict=True)),
            ),
            st.sampled_from("abcd"),
            states,
            sources,
            st.sampled_from(["a", "b", None]),
            *[told.map(json.dumps)] * 4,
        ),
        max_size=6,
    )
)
def test_sessions_of_any_signs_are_counted_once_each(sessions: list[Session]) -> None:
    found = watch(sessions, [], NOW)
    shown = [one.session.id for root in found.sessions for one in (root, *root.children)]
    assert len(shown) == len(set(shown))
    assert found.busy_count + found.idle_count <= found.agent_count + found.waiting_count
    assert len(concluded(sessions, [], NOW)) <= len(sessions)


def question(id: str, agent: str, left: float | None = None, *, since: float = 0, gone: str | None = None) -> Question:
    """`since` and `left` in minutes."""
    until = None if left is None else instant(NOW + left * MINUTE)
    return Question(id, agent, Ask(id, "?", "choice"), instant(NOW - since * MINUTE), until, "9", released=gone)


def test_a_title_with_marks_is_plain_and_a_command_is_to_the_letter() -> None:
    titled = Ask("What shall we call **it**?", "?", "choice")
    lock = Ask("bash: rm *.py **/x", "?", "permission", ("Allow once", "Reject"), request="per_1")
    asked = [Asked(question(id, "a")._replace(ask=ask), None) for id, ask in (("q", titled), ("p", lock))]
    found = watch([], asked[:1], NOW).questions + watch([session("s")], [asked[1]._replace(session="s")], NOW).waits
    assert [wait.title for wait in found] == ["What shall we call it?", "bash: rm *.py **/x"]


def test_wait_of_now_stands_before_what_nobody_waits_for_any_more() -> None:
    sessions = [session("s1", agent="a"), session("s2", agent="b"), session("s3", agent="c", asks=asks("seen"))]
    asked = [
        Asked(question("stale", "a", since=50, gone="timeout"), "s1"),
        Asked(question("long", "a", 30, since=40), "s1"),
        Asked(question("left", "b", since=60, gone="gone"), "s2"),
        Asked(question("alone", "d", 5, since=1), None),
        Asked(question("calm", "e", since=70), None),
    ]
    found = watch(sessions, asked, NOW)
    assert [one.session.id for one in found.sessions] == ["s1", "s3", "s2"]
    assert [wait.title for wait in found.sessions[0].waits] == ["long", "stale"]
    assert [wait.title for wait in found.questions] == ["alone", "calm"]
    by_rank = sorted(found.waits, key=lambda wait: wait.rank)
    assert [wait.title for wait in by_rank] == ["alone", "long", "seen", "calm", "left", "stale"]
    assert [wait.rank for wait in by_rank] == list(range(6))
    assert [wait.title for wait in by_rank if wait.left] == ["left", "stale"]
    assert concluded(sessions, asked, NOW)[0].waits[0].title == "long"
    assert found.sessions[0].ask_user_title == "long"


def test_the_newest_ask_gives_a_session_its_title_in_any_order() -> None:
    asked = [Asked(question("old", "a", 1, since=9), "s"), Asked(question("new", "a", 9, since=1), "s")]
    (one,) = watch([session("s")], asked, NOW).sessions
    assert ([wait.title for wait in one.waits], one.ask_user_title) == (["old", "new"], "new")
    asked = [Asked(question("old", "a", 9, since=9), "s"), Asked(question("new", "a", 1, since=1), "s")]
    (one,) = watch([session("s")], asked, NOW).sessions
    assert ([wait.title for wait in one.waits], one.ask_user_title) == (["new", "old"], "new")
