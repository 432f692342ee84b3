"""What a store finds: words in any script, questions or none, nothing newer than a place; and what may be ended."""

import itertools
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from records import ADA, ADMIN, NOW, Run, people, told

from bellpull.domain.asking import Ask
from bellpull.domain.errors import Invalid
from bellpull.domain.identity import Key, Principal
from bellpull.domain.notification import Notification
from bellpull.domain.question import Question
from bellpull.domain.webhook_address import Webhook
from bellpull.hub.ports import Filters, Place, Reader, Store, Writer

LATER = "2026-01-01T00:00:10.000Z"
SIGNS = ["a", "B", "é", "É", "ß", "%", "_", "\\", "ı", "Σ", "日"]


def asked(writer: Writer, number: int, kind: str, *, settled: bool = False) -> str:
    notification = told(number, kind="question")
    writer.add(notification)
    ask = Ask("t", "q", kind, ("a", "b"))
    question = Question(notification.id, "bot", ask, NOW, None, LATER)
    writer.questions.add(question)
    if settled:
        writer.questions.save(question._replace(settled_at=LATER, outcome="accepted"))
    return notification.id


def found(reader: Reader, who: Principal = ADMIN, **filters: Any) -> list[int]:
    rows = reader.notifications(who, Filters(**filters))
    assert reader.ids(who, Filters(**filters)) == [row.id for row in rows]
    return sorted(int(row.id[6:]) for row in rows)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_words_are_found_literally_and_in_any_case(with_fresh_store: Run, data: st.DataObject) -> None:
    text = st.lists(st.sampled_from([*SIGNS, " "]), max_size=6).map("".join)
    said = st.tuples(text, st.none() | text, st.none() | text)
    rows = [told(n, t, message=m, category=c) for n, (t, m, c) in enumerate(data.draw(st.lists(said, max_size=8)))]
    word = st.lists(st.sampled_from(SIGNS), min_size=1, max_size=2).map("".join)
    words = tuple(data.draw(st.lists(word, min_size=1, max_size=2)))
    expected = [n for n, row in enumerate(rows) if all(_occurs(word, row) for word in words)]

    async def scenario(store: Store) -> list[int]:
        await store.write(people)
        await store.write(lambda writer: [writer.add(one) for one in rows])
        return await store.read(lambda reader: found(reader, words=words))

    assert with_fresh_store(scenario) == expected


def _occurs(word: str, row: Notification) -> bool:
    return any(word.casefold() in (text or "").casefold() for text in (row.title, row.message, row.category, "bot"))


def test_words_are_looked_for_among_many_agents_too(with_store: Run) -> None:
    async def scenario(store: Store) -> None:
        await store.write(people)

        def fill(writer: Writer) -> None:
            for number in range(150):
                writer.add_agent(f"a{number}", "ada", NOW)
                writer.add(told(number, f"word{number}", f"a{number}"))
            writer.add(told(999, "word7"))

        await store.write(fill)
        for words in (("word7",), ("WORD", "7"), tuple("word7")):
            listed = await store.read(lambda reader, words=words: found(reader, ADA, words=words, limit=500))
            assert {7, *range(70, 80)} <= set(listed)
            assert 999 not in listed

    with_store(scenario)


def test_questions_are_left_out_by_whether_they_want_an_answer_or_are_open(with_store: Run) -> None:
    async def scenario(store: Store) -> None:
        await store.write(people)

        def fill(writer: Writer) -> None:
            writer.add(told(0))
            writer.add(told(1, kind="question"))
            asked(writer, 2, "choice")
            asked(writer, 3, "permission", settled=True)
            asked(writer, 4, "show", settled=True)

        await store.write(fill)
        listed = [
            await store.read(lambda reader, asked=asked, open=open: found(reader, asked=asked, open=open))
            for asked, open in itertools.product((True, False), repeat=2)
        ]
        assert listed == [[0, 1, 2, 3, 4], [0, 1, 3, 4], [0, 1, 4], [0, 1, 4]]
        ids = [told(number).id for number in (4, 2, 3, 0, 0, 77)]
        ended = await store.write(lambda writer: [row.id for row in writer.endable(ADMIN, ids)])
        assert ended == [told(number).id for number in (0, 3, 4)]
        assert await store.write(lambda writer: writer.endable(ADA, ids)) == []

    with_store(scenario)


def test_a_place_is_that_of_its_notification_among_those_of_the_same_moment(with_store: Run) -> None:
    async def scenario(store: Store) -> None:
        await store.write(people)
        await store.write(lambda writer: [writer.add(told(number)) for number in range(5)])
        place = await store.read(lambda reader: reader.place(ADMIN, told(2).id, "up_to"))
        assert await store.read(lambda reader: found(reader, up_to=place)) == [0, 1, 2]
        assert await store.read(lambda reader: found(reader, up_to=place, before=told(2).id)) == [0, 1]
        assert await store.read(lambda reader: found(reader, up_to=Place("2025", ""))) == []
        with pytest.raises(Invalid, match="up_to: no such notification"):
            await store.read(lambda reader: reader.place(ADA, told(2).id, "up_to"))

    with_store(scenario)


def test_greater_id_of_one_millisecond_is_newer_no_matter_when_it_was_written(with_store: Run) -> None:
    """Whatever a store numbers its rows by: what was asked first may be written last."""

    async def scenario(store: Store) -> None:
        await store.write(people)
        for number in (3, 1, 2, 5, 4):
            await store.write(lambda writer, number=number: asked(writer, number, "choice"))  # type: ignore[misc]
        newest_first = [f"notif_{number:016}" for number in (5, 4, 3, 2, 1)]

        def look(reader: Reader) -> None:
            assert reader.ids(ADMIN, Filters()) == newest_first
            assert reader.ids(ADMIN, Filters(before=newest_first[1])) == newest_first[2:]
            assert reader.ids(ADMIN, Filters(up_to=reader.place(ADMIN, newest_first[2], "up_to"))) == newest_first[2:]
            oldest = set(newest_first[2:])
            assert {one.id for one in reader.questions.first_open("bot", NOW, 3)} == oldest

        await store.read(look)

    with_store(scenario)


def test_equal_instants_are_in_the_order_of_ids_no_matter_when_they_were_written(with_store: Run) -> None:
    def write(writer: Writer) -> None:
        people(writer)
        for number in (3, 1, 2):
            key = Key(f"x{number}", "agent", "bot", f"{number}", NOW, None, None, None)
            writer.add_key(key, key.id.encode(), "owner")
            hook = Webhook(f"wh_{number}", "bot", "ci", f"{number}", None, NOW, "owner")
            writer.webhooks.add(hook, hook.id.encode())
            id = asked(writer, number, "choice")
            question = writer.questions.find(ADMIN, id)
            assert question is not None
            writer.questions.save(question._replace(settled_at=LATER, outcome="accepted", choice=f"{number}"))

    def look(reader: Reader) -> None:
        assert [key.label for key in reader.keys(ADMIN) if key.id.startswith("x")] == ["1", "2", "3"]
        assert [hook.label for hook in reader.webhooks.listed(ADMIN, None)] == ["1", "2", "3"]
        assert [one.choice for one in reader.questions.settled(ADMIN, None, 9)] == ["3", "2", "1"]
        assert [one.reply for one in reader.questions.exchanges(ADMIN, None, 9)] == ["1", "2", "3"]

    async def scenario(store: Store) -> None:
        await store.write(write)
        await store.read(look)

    with_store(scenario)
