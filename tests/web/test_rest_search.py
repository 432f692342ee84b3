"""Lists by what was said, by several statuses and types at once, and without what people are asked."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.answers import STATUSES, TYPES, done, refused
from support.hub import Caller, Hub
from support.questions import answer, ask, ask_text

PATHS = ["/api/notifications", "/api/agents/{agent}/notifications"]
TITLES = ["Build 100% done", "build_7 failed", "ÉTÉ à Genève", "Straße", "back\\slash", "Ready"]
MESSAGES = [None, "the LOG is *long*\nand has lines", "a_b", "été"]
CATEGORIES = [None, "Deploy", "50%"]
WORDS = [
    "build",
    "BUILD",
    "100%",
    "_",
    "%",
    "été",
    "ÉtÉ",
    "straße",
    "\\",
    "lines",
    "deploy",
    "50%",
    "a_b",
    "axb",
    "gone",
]
Row = dict[str, Any]


@dataclass(frozen=True)
class Shelf:
    person: Caller
    agent: Caller
    #: Newest first.
    rows: list[Row]


@pytest.fixture(scope="module")
def shelf(hub: Hub) -> Iterator[Shelf]:
    person = hub.new_person()
    agent = hub.new_agent(person)
    ids: list[str] = []
    for number in range(48):
        said = {
            "message": MESSAGES[number % 4],
            "category": CATEGORIES[number % 3],
            "notification_type": TYPES[number % 5],
        }
        ids.append(agent.send(TITLES[number % 6], **said)["id"])
        for verb in ((), ("acknowledge",), ("dismiss",))[number // 4 % 3]:
            done(person.post(f"/api/notifications/{ids[-1]}/{verb}"))
    yield Shelf(person, agent, [person.read(id) for id in reversed(ids)])


def _said(row: Row) -> str:
    return "\n".join(row[field] or "" for field in ("title", "message", "agent_name", "category")).casefold()


def _wanted(row: Row, query: dict[str, str]) -> bool:
    for field in ("status", "notification_type"):
        words = [word for word in query.get(field, "").split(",") if word]
        if words and row[field] not in words:
            return False
    return all(word.casefold() in _said(row) for word in query.get("text", "").split())


def _several(words: list[str]) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from([*words, ""]), max_size=3).map(",".join)


@settings(max_examples=60)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "status": _several(STATUSES),
            "notification_type": _several(TYPES),
            "text": st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join),
        },
    )
)
def test_words_statuses_and_types_list_what_the_model_lists(shelf: Shelf, query: dict[str, str]) -> None:
    for path in PATHS:
        listed = done(shelf.person.get(path.format(agent=shelf.agent.name), **query))
        assert listed["notifications"] == [row for row in shelf.rows if _wanted(row, query)]


def test_words_may_be_in_different_fields_and_none_is_found_across_two(shelf: Shelf) -> None:
    def find(text: str) -> int:
        return int(done(shelf.person.get("/api/notifications", text=text))["count"])

    assert find(f"  lines\tBUILD {shelf.agent.name[-4:].upper()} ") > 0
    assert find("donethe") == find("done\nthe log x") == 0


def test_pages_of_a_search_make_up_all_that_is_found(shelf: Shelf) -> None:
    found = list(shelf.person.every_notification(2, text="build", status="pending,acknowledged"))
    assert found == [row for row in shelf.rows if _wanted(row, {"text": "build", "status": "pending,acknowledged"})]
    assert len(found) > 4


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"text": "x" * 201}, "invalid_field"),
        ({"notification_type": "info,news"}, "invalid_notification_type"),
        ({"status": "pending,open"}, "invalid_status"),
        ({"asked": "maybe"}, "invalid_asked"),
    ],
)
def test_search_that_cannot_be_is_refused(shelf: Shelf, path: str, query: dict[str, str], code: str) -> None:
    assert refused(shelf.person.get(path.format(agent=shelf.agent.name), **query), 400, 422)["code"] == code


def test_search_for_as_many_words_as_fit_looks_for_all(hub: Hub, person: Caller) -> None:
    words = [chr(ord("g") + number // 10) + str(number % 10) for number in range(66)]
    sent = hub.new_agent(person).send("many", message="\n".join(words))
    listed = done(person.get("/api/notifications", text=" ".join(words)))["notifications"]
    assert [row["id"] for row in listed] == [sent["id"]]
    assert done(person.get("/api/notifications", text=" ".join([*words[1:], "zz"])))["count"] == 0


def test_search_finds_nothing_of_others(hub: Hub, person: Caller) -> None:
    hub.new_agent().send("a secret plan")
    assert done(person.get("/api/notifications", text="secret"))["count"] == 0


def test_questions_that_want_or_wanted_an_answer_can_be_left_out(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    told = agent.send("told", notification_type="question")
    ask(agent)
    answer(person, ask_text(agent)["id"], text="x")
    shown = ask(agent, kind="show", options=[])
    every = done(person.get("/api/notifications", asked="yes"))["notifications"]
    assert len(every) == 4
    assert every == done(person.get("/api/notifications"))["notifications"]
    left = done(person.get("/api/notifications", asked="no"))["notifications"]
    assert [row["id"] for row in left] == [shown["id"], told["id"]]


def test_a_nul_is_refused_and_does_not_find_everything(agent: Caller, person: Caller) -> None:
    looked_for = person.get("/api/notifications", text="\0zzz")
    dismissed = person.post("/api/notifications/dismiss-all", {"text": "\0zzz"})
    assert [refused(one, 400)["code"] for one in (looked_for, dismissed)] == ["invalid_text"] * 2
