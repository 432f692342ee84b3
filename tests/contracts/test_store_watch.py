"""The Store's contract for the watch: sessions, requests of clients, and events of which only the last one matters."""

from collections.abc import Callable
from typing import Any

from records import ADA, ADMIN, NOW, Run, people

from bellpull.domain.asking import PERMISSION, Ask
from bellpull.domain.event import Change, Event
from bellpull.domain.notification import Draft, create
from bellpull.domain.question import Question, opened
from bellpull.domain.question_order import Queued
from bellpull.domain.session import Session, Sign, observe
from bellpull.hub.ports import Reader, Store, Writer
from bellpull.hub.record_ports import Bounds

LATER = "2026-01-01T00:00:05.000Z"


def asked(number: int, agent_name: str = "bot", **more: Any) -> Question:
    ask = Ask(f"t{number}", f"q{number}", PERMISSION if more.get("request") else "choice", ("a", "b"), **more)
    at = f"2026-01-01T00:00:{number:02}.000Z"
    return opened(ask, id=f"notif_{number:016}", agent_name=agent_name, now=at, waiting_until=None, open_until="9")


def add(writer: Writer, *questions: Question) -> None:
    for one in questions:
        draft = Draft("question", one.ask.title, one.ask.question)
        writer.add(create(draft, id=one.id, agent_name=one.agent_name, now=one.opened_at))
        writer.questions.add(one)


def session(id: str, agent_name: str = "bot", state: str = "idle", at: str = NOW) -> Session:
    return observe(None, Sign(id, state, at=at, turn_at=NOW, place="{}"), agent_name, at)


def test_events_of_which_only_the_last_matters_leave_the_others_alone(with_store: Run) -> None:
    def write(writer: Writer) -> None:
        people(writer)
        for type, agent, subject in (("s", "bot", "1"), ("s", "bot", "2"), ("s", "pet", "1"), ("t", "bot", "1")):
            writer.append(Change(NOW, type, agent, subject, "{}"))

    async def run(store: Store) -> list[Event]:
        await store.write(write)
        await store.write(lambda writer: writer.supersede(Change(LATER, "s", "bot", "1", "{}")))
        return await store.read(lambda reader: reader.events(ADMIN, 0, 2**62, 100))

    found = with_store(run)
    assert [(one.seq, one.type, one.agent_name) for one in found] == [
        *((2, "s", "bot"), (3, "s", "pet"), (4, "t", "bot"), (5, "s", "bot"))
    ]


def test_superseded_events_take_no_room_from_the_others(with_store: Run) -> None:
    async def run(store: Store) -> tuple[int, int]:
        await store.write(people)
        await store.write(lambda writer: [writer.append(Change(NOW, "t", "bot", str(n), "{}")) for n in range(5)])
        for _ in range(20):
            await store.write(lambda writer: writer.supersede(Change(NOW, "s", "bot", "1", "{}")))
        few, many = Bounds(NOW, "", "", 6, ""), Bounds(NOW, "", "", 4, "")
        none = await store.write(lambda writer: writer.past.prune(few, 100).events)
        return none, await store.write(lambda writer: writer.past.prune(many, 100).events)

    assert with_store(run) == (0, 2)


def test_sessions_come_back_as_they_were_kept(with_store: Run) -> None:
    kept = session("s1")._replace(asks='[{"title": "x"}]', requests="[1]", guesses="[2]", trouble="odd", plugin_at=NOW)

    async def run(store: Store) -> list[Session]:
        await store.write(people)
        await store.write(lambda writer: writer.sessions.save(kept))
        return await store.read(lambda reader: reader.sessions.listed(ADMIN, None, 10))

    assert with_store(run) == [kept]


def test_sessions_that_are_there_and_whose_they_are(with_store: Run) -> None:
    some = [session("s1", at=LATER), session("s1", "pet"), session("s2", state="ended", at=LATER), session("s3", "pet")]

    async def run(store: Store) -> tuple[Any, ...]:
        await store.write(people)
        await store.write(lambda writer: [writer.sessions.save(one) for one in some])
        return await store.read(
            lambda reader: (
                [one.id for one in reader.sessions.seen_since(ADMIN, NOW, 10, 10)],
                [one.id for one in reader.sessions.seen_since(ADMIN, LATER, 10, 10)],
                [one.id for one in reader.sessions.seen_since(ADA, NOW, 10, 10)],
                reader.sessions.agents_of(ADMIN, "s1"),
                reader.sessions.agents_of(ADA, "s1"),
            )
        )

    assert with_store(run) == (["s1", "s1", "s3"], ["s1"], ["s1", "s3"], ["bot", "pet"], ["pet"])


def test_a_question_that_stands_down_leaves_its_key_to_another(with_store: Run) -> None:
    def write(writer: Writer) -> None:
        people(writer)
        add(writer, asked(1, session="s", request="per_1"))
        writer.questions.stand_down(asked(1).id)
        add(writer, asked(2, session="s", request="per_1"))

    async def run(store: Store) -> tuple[Any, ...]:
        await store.write(write)
        return await store.read(
            lambda reader: (
                [one.ask.title for one in reader.questions.requested("bot", ["per_1"])],
                [one.ask.request is None for one in reader.questions.open_of_session("bot", "s")],
            )
        )

    assert with_store(run) == (["t2"], [False, False])


def test_questions_of_clients_are_found_by_their_keys_and_sessions(with_store: Run) -> None:
    def write(writer: Writer) -> None:
        people(writer)
        add(writer, asked(1, session="s", request="que_1#1"), asked(2, session="s", request="que_1"), asked(3))
        add(writer, asked(4, "pet", request="que_1"), asked(5, session="s"))
        typed = asked(6)
        add(writer, typed._replace(ask=typed.ask._replace(kind="text", options=())))
        writer.questions.join("bot", asked(3).id, "s")
        writer.questions.join("bot", asked(4).id, "s")

    async def run(store: Store) -> tuple[Any, ...]:
        await store.write(write)
        return await store.read(
            lambda reader: (
                [one.ask.title for one in reader.questions.requested("bot", ["que_1", "que_1#1", "per_2"])],
                [one.ask.title for one in reader.questions.open_of_session("bot", "s")],
                [(one.ask.title, session) for one, session in reader.questions.with_sessions([asked(4).id])],
                reader.questions.is_of("bot", asked(3).id),
                reader.questions.is_of("pet", asked(3).id),
                reader.questions.alike("bot", "t3", "q3", NOW, LATER),
                reader.questions.alike("bot", "t3", "q3", NOW, NOW),
                reader.questions.alike("bot", "t1", "q1", NOW, LATER),
                reader.questions.alike("bot", "a window's", "q6", NOW, "2026-01-01T00:00:09.000Z"),
            )
        )

    assert with_store(run) == (
        *(["t2", "t1"], ["t1", "t2", "t3", "t5"], [("t4", None)]),
        *(True, False, asked(3).id, None, None, asked(6).id),
    )


def test_open_questions_that_somebody_waits_for_come_first_out_of_too_many(with_store: Run) -> None:
    untils = (None, "2026-01-01T00:09:00.000Z", "2026-01-01T00:00:00.000Z", "2026-01-01T00:01:00.000Z", None)

    def write(writer: Writer) -> None:
        people(writer)
        add(writer, *(asked(number)._replace(waiting_until=until) for number, until in enumerate(untils)))
        let_go = asked(5)._replace(waiting_until=untils[1], released="replaced")
        add(writer, let_go, asked(6, "pet"), asked(7)._replace(settled_at=LATER))

    async def run(store: Store) -> tuple[Any, ...]:
        await store.write(write)

        def numbers(found: list[Queued]) -> list[int]:
            return [int(one.id[6:]) for one in found]

        def first(limit: int) -> Callable[[Reader], list[int]]:
            return lambda reader: numbers(reader.questions.first_open("bot", NOW, limit))

        def of(*agents: str) -> Callable[[Reader], list[int]]:
            return lambda reader: sorted(numbers(reader.questions.open(agents)))

        looks = (first(1), first(2), first(99), of("pet"), of("bot", "pet"), of())
        return tuple([await store.read(look) for look in looks])

    assert with_store(run) == ([3], [3, 1], [3, 1, 0, 4, 2, 5], [6], [0, 1, 2, 3, 4, 5, 6], [])


def test_open_questions_are_counted_for_each_agent_that_one_may_see(with_store: Run) -> None:
    def write(writer: Writer) -> None:
        people(writer)
        add(writer, asked(1), asked(2), asked(3, "pet"), asked(4)._replace(settled_at=LATER))

    async def run(store: Store) -> tuple[Any, ...]:
        await store.write(write)
        looks = ((ADMIN, None), (ADMIN, "bot"), (ADA, None), (ADA, "bot"))
        return tuple(
            [await store.read(lambda reader: reader.questions.count_by_agent(*look)) for look in looks]  # noqa: B023
        )

    assert with_store(run) == ({"bot": 2, "pet": 1}, {"bot": 2}, {"pet": 1}, {})


def test_sessions_beyond_the_limit_are_shared_out_among_the_agents(with_store: Run) -> None:
    async def run(store: Store) -> tuple[Any, ...]:
        await store.write(people)
        told = [session(f"b{number}", at=f"2026-01-01T00:00:0{number}.000Z") for number in range(5)]
        told[0] = told[0]._replace(state="waiting")
        for one in (*told, session("p", "pet")):
            await store.write(lambda writer: writer.sessions.save(one))  # noqa: B023

        def shown(of_each: int, limit: int) -> Callable[[Reader], list[str]]:
            return lambda reader: [one.id for one in reader.sessions.seen_since(ADMIN, "", of_each, limit)]

        return tuple([await store.read(shown(*most)) for most in ((9, 9), (2, 9), (9, 3), (9, 2))])

    everybody, two_of_each, three, two = with_store(run)
    assert set(everybody) == {"b0", "b1", "b2", "b3", "b4", "p"}
    assert set(two_of_each) == {"b0", "b4", "p"}  # who waits, then the newest
    assert set(three) == {"b0", "b4", "p"}
    assert set(two) == {"b0", "p"}


def test_questions_come_back_in_the_order_in_which_they_were_named(with_store: Run) -> None:
    async def run(store: Store) -> list[Question]:
        await store.write(lambda writer: (people(writer), add(writer, asked(1), asked(2), asked(3))))
        return await store.read(lambda reader: reader.questions.these([asked(3).id, asked(1).id]))

    assert with_store(run) == [asked(3), asked(1)]


def test_oldest_of_too_many_sessions_go_with_their_events(with_store: Run) -> None:
    async def run(store: Store) -> tuple[list[str], list[str], list[str]]:
        await store.write(people)

        def add(writer: Writer) -> None:
            for number in range(12):
                seen = session(f"s{number:02}")._replace(seen_at=f"2026-01-01T00:00:{number:02}.000Z")
                writer.sessions.save(seen)
                writer.supersede(Change(NOW, "session_changed", "bot", seen.id, "{}"))
                writer.sessions.keep("bot", 5)
            writer.sessions.save(session("other")._replace(agent_name="pet"))

        await store.write(add)
        listed = await store.read(lambda reader: reader.sessions.listed(ADMIN, "bot", 100))
        others = await store.read(lambda reader: reader.sessions.listed(ADMIN, "pet", 100))
        events = await store.read(lambda reader: reader.events(ADMIN, 0, 10_000, 100))
        return [one.id for one in listed], [one.id for one in others], [event.agent_name for event in events]

    newest = [f"s{number:02}" for number in (11, 10, 9, 8, 7)]
    assert with_store(run) == (newest, ["other"], ["bot"] * 5)
