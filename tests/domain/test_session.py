"""Sessions: what follows from the signs of them."""

import pytest

from bellpull.domain.errors import Invalid
from bellpull.domain.session import Session, Sign, can_be_woken, check_sign, observe

EARLY, NOW, SOON = "2026-11-16T10:00:00.000Z", "2026-11-16T10:01:00.000Z", "2026-11-16T10:02:00.000Z"


def seen(state: str = "idle", id: str = "opencode:ses_1", at: str = NOW, **more: object) -> Session:
    sign = Sign(id, state, at=at)._replace(**more)  # type: ignore[arg-type]
    return observe(None, sign, "bot", at)


def test_a_state_lasts_since_it_began_and_a_sign_keeps_what_it_does_not_mention() -> None:
    first = seen("working", title="Fix the login", wakes=True, at=EARLY)
    again = observe(first, Sign("opencode:ses_1", "working"), "bot", NOW)
    assert (again.since, again.seen_at, again.title, again.wakes) == (EARLY, NOW, "Fix the login", True)
    idle = observe(again, Sign("opencode:ses_1", "idle"), "bot", SOON)
    assert (idle.state, idle.since) == ("idle", SOON)


def test_a_reason_goes_with_its_state() -> None:
    waiting = seen("waiting", reason="permission: bash")
    assert observe(waiting, Sign("opencode:ses_1", "working"), "bot", SOON).reason is None


def test_a_sign_that_comes_late_changes_nothing() -> None:
    known = seen("idle", at=NOW)
    assert observe(known, Sign("opencode:ses_1", "working", at=EARLY), "bot", SOON) == known


def test_a_sign_from_the_future_counts_from_now() -> None:
    assert observe(None, Sign("s", "idle", at="2999-01-01T00:00:00.000Z"), "bot", NOW).seen_at == NOW


@pytest.mark.parametrize("sign", [Sign("s", "asleep"), Sign(" ", "idle"), Sign("a\nb", "idle")])
def test_a_sign_of_nothing_is_refused(sign: Sign) -> None:
    with pytest.raises(Invalid):
        check_sign(sign)


@pytest.mark.parametrize(
    ("sessions", "session", "carried", "woken"),
    [
        ([], None, True, False),
        ([seen(wakes=True)], None, True, True),
        ([seen(wakes=True)], None, False, True),
        ([seen(wakes=True, at=EARLY)], None, False, False),
        ([seen(wakes=True, at=EARLY)], None, True, True),
        ([seen(wakes=False)], None, True, False),
        ([seen("working", wakes=True)], None, True, False),
        ([seen(wakes=True), seen("working", "opencode:ses_2")], None, True, False),
        ([seen(wakes=True), seen("working", "opencode:ses_2")], "opencode:ses_1", True, True),
        ([seen(wakes=True), seen("working", "opencode:ses_2", at=EARLY)], None, True, True),
        ([seen(wakes=True), seen("working", "opencode:ses_2", parent="opencode:ses_1")], None, True, True),
        ([seen("ended", wakes=True)], None, True, False),
    ],
)
def test_only_an_idle_agent_with_a_waker_is_woken(
    sessions: list[Session], session: str | None, carried: bool, woken: bool
) -> None:
    assert can_be_woken(sessions, session, carried, fresh_since=NOW) is woken
