"""Nudges through any order of claims, words of carriers and time: none is lost, and what may be read twice says so."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bellpull.domain.nudge import LEAST_ROOM, Nudge, claim, fitted, is_claimable, xml

SESSIONS = ("a", "b")
#: What a claim of no limit takes.
ALL = 10**6
STEPS = st.one_of(
    st.tuples(st.just("tell"), st.sampled_from([None, *SESSIONS])),
    st.tuples(st.just("claim"), st.tuples(st.sampled_from([*SESSIONS, "c"]), st.none() | st.integers(1, 3))),
    st.tuples(st.sampled_from(["confirm", "release"]), st.integers(0, 5)),
    st.tuples(st.just("time"), st.integers(1, 12)),
)


def at(moment: int) -> str:
    return f"2026-01-01T{moment // 3600:02}:{moment // 60 % 60:02}:{moment % 60:02}.000Z"


def told(number: int, session: str | None, message: str = "x") -> Nudge:
    return Nudge(f"nudge_{number}", "bot", session, "ci", None, message, None, at(0))


def for_session(pending: list[Nudge], session: str) -> list[Nudge]:
    return [one for one in pending if one.session in (None, session)]


@given(st.lists(STEPS, max_size=30))
def test_nudges_are_claimed_in_order_and_marked_if_they_may_have_been_read(steps: list[tuple[str, Any]]) -> None:
    pending: list[Nudge] = []
    count, now = 0, 0
    read: set[str] = set()  # what a carrier had and has not given back
    handed: list[str] = []
    for what, how in steps:
        if what == "tell":
            pending.append(told(count, how))
            count += 1
        elif what == "claim":
            session, limit = how
            mine = for_session(pending, session)
            taken = claim(mine, "shim", at(now), at(now + 10), limit, None)
            assert [one.id for one in taken] == [one.id for one in mine[: len(taken)]], "out of order"
            assert not any(one.is_leased(at(now)) for one in mine[: len(taken)]), "another carrier has it"
            assert len(taken) == limit or len(taken) == len(mine) or mine[len(taken)].is_leased(at(now))
            assert all(one.repeat is (one.id in read) for one in taken)
            by_id = {one.id: one for one in taken}
            pending = [by_id.get(one.id, one) for one in pending]
            read |= set(by_id)
        elif what == "time":
            now += how
        elif had := [one for one in pending if one.lease_until]:
            one = had[how % len(had)]
            place = pending.index(one)
            if what == "confirm":
                handed.append(one.id)
                del pending[place]
            elif one.is_leased(at(now)) and not one.repeat:
                pending[place] = one._replace(lease_until=None)
                read.discard(one.id)
        assert is_claimable(pending, at(now)) is any(
            claim(for_session(pending, session), "shim", at(now), at(now), ALL, None) for session in (*SESSIONS, "c")
        )
    assert sorted([*handed, *(one.id for one in pending)]) == sorted(f"nudge_{number}" for number in range(count))


MESSAGES = st.lists(st.text("a<&\n", max_size=1_500), min_size=1, max_size=6)


@given(MESSAGES, st.integers(0, 3_000))
def test_claim_never_takes_more_than_its_carrier_has_room_for(messages: list[str], room: int) -> None:
    pending = [told(number, None, message) for number, message in enumerate(messages)]
    taken = claim(pending, "shim", at(0), at(10), None, room)
    sizes = [len(xml(fitted(one, room))) + 2 for one in taken]
    assert sum(sizes) <= room
    assert bool(taken) is (room >= min(LEAST_ROOM, len(xml(pending[0])) + 2))
