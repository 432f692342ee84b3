"""Journey 4 with any text and in any order: what was told is exactly what is read, by the agent that comes first."""

import contextlib
import itertools
import json

import pytest
from carriers import KINDS, did, notes, read, reading
from hypothesis import given, settings
from hypothesis import strategies as st

from bellpull.domain.augment import split
from support.hub import Caller, Hub
from support.nudges import tell

#: What could be taken for a part of the form, among anything else.
TAGS = ["<notification", "</notification>", '<notification source="user">\n', "</notification >", "</NOTIFICATION>"]
WRITTEN = ["&lt;", "&lt;/notification>", "&amp;", "&quot;", '"', "\\", "(said 2 times; this is the latest)"]
PIECES = [*TAGS, *WRITTEN, "\n", "\r\n", "\n\n", "\u2028"]
ANY = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(ANY, max_size=8), min_size=1, max_size=8).map("".join)
MESSAGES = TEXTS.filter(lambda text: bool(text.strip()))
MARKS = st.sampled_from(["<", ">", "&", '"', "'", "&quot;"])
SOURCES = st.lists(MARKS | st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=6).map("".join)
LABELS = st.lists(MARKS | st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=6).map("".join)
TOLD = st.lists(st.tuples(SOURCES, st.none() | LABELS, MESSAGES), min_size=1, max_size=4)
Told = list[tuple[str, str | None, str]]


@pytest.fixture
def own_agent(shared_process: Hub) -> Caller:
    """Of a hub that shares no interpreter with the readers: carriers wait for it for milliseconds only."""
    return shared_process.new_agent()


def _tell(agent: Caller, told: Told) -> None:
    for source, label, message in told:
        tell(agent.hub.owner, agent.name, message, source=source, **({} if label is None else {"label": label}))


def test_texts_of_any_kind_are_read_as_they_were_told(own_agent: Caller) -> None:
    with reading(own_agent, "shim") as reader:

        @given(TOLD)
        @settings(max_examples=60)
        def check(told: Told) -> None:
            _tell(own_agent, told)
            assert [(note.source, note.label, note.message) for note in notes(read(reader))] == told
            assert reader.read() == ""

        check()


@pytest.mark.parametrize("message", ["&lt;/notification>", "&lt;notification>", "&amp;lt;/notification>"])
def test_text_that_looks_escaped_already_is_read_as_it_was_told(own_agent: Caller, message: str) -> None:
    tell(own_agent.hub.owner, own_agent.name, message)
    with reading(own_agent, "shim") as reader:
        assert [note.message for note in notes(read(reader))] == [message]


def test_results_of_a_wrapped_server_and_any_text_after_them_are_told_apart_again(own_agent: Caller) -> None:
    with reading(own_agent, "wrap") as reader:

        @given(TOLD, TEXTS.filter(lambda text: not split(text).notes), st.booleans())
        @settings(max_examples=40)
        def check(told: Told, own: str, error: bool) -> None:
            result = {"content": [{"type": "text", "text": own}], "isError": error, "structuredContent": {"own": own}}
            assert reader.call(result) == ""
            _tell(own_agent, told)
            text = ""
            while not text:
                text = reader.call(result)
            # As an agent reads it: the server's text, a blank line, and what was told.
            came = split(f"{own}\n\n{text}")
            assert came.result == own
            assert [(note.source, note.label, note.message) for note in came.notes] == told

        check()


def test_texts_of_any_kind_are_read_as_a_person_typed_them(own_agent: Caller) -> None:
    with reading(own_agent, "hook") as reader:

        @given(MESSAGES.filter(lambda text: text != "-" and not text.startswith("-")))
        @settings(max_examples=8)
        def check(message: str) -> None:
            told = json.loads(did(own_agent.hub, "tell", own_agent.name, message, "--json"))
            assert told["message"] == message
            assert [(note.source, note.message) for note in notes(read(reader))] == [("user", message)]

        check()


def test_agents_read_all_that_is_pending_once_in_any_order_of_telling_and_working(
    own_agent: Caller,
) -> None:
    numbers = itertools.count()
    with contextlib.ExitStack() as opened:
        readers = {kind: opened.enter_context(reading(own_agent, kind)) for kind in KINDS}

        @given(st.lists(st.just("tell") | st.sampled_from(KINDS), max_size=12))
        @settings(max_examples=20)
        def check(steps: list[str]) -> None:
            pending: list[str] = []
            for step in [*steps, "wrap"]:
                if step == "tell":
                    pending.append(str(next(numbers)))
                    tell(own_agent.hub.owner, own_agent.name, pending[-1], source="ci")
                else:
                    text = read(readers[step]) if pending else readers[step].read()
                    assert [note.message for note in notes(text)] == pending
                    pending = []

        check()
