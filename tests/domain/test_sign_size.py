"""How much of a sign is kept, and what it costs."""

import json

import pytest

from bellpull.domain.errors import Invalid
from bellpull.domain.sign_size import (
    LONGEST_ARGUMENT,
    LONGEST_PLACE,
    LONGEST_TODO,
    STEP,
    check_place,
    cost,
    fitting,
    kept_todos,
    kept_tools,
)


@pytest.mark.parametrize(
    "size, requests, expected", [(0, 0, 1), (STEP - 1, 0, 1), (STEP, 0, 2), (3 * STEP, 0, 4), (0, 2, 3), (STEP, 2, 4)]
)
def test_sign_counts_by_its_size_and_its_requests(size: int, requests: int, expected: int) -> None:
    assert cost(size, requests) == expected


def test_place_is_taken_whole_or_refused() -> None:
    check_place(None)
    check_place("é" * (LONGEST_PLACE // 2))
    with pytest.raises(Invalid) as refused:
        check_place("é" * (LONGEST_PLACE // 2) + "a")
    assert (refused.value.code, refused.value.hint) == ("place_too_long", "tell less of it")
    assert refused.value.sentence == f"place: must be at most {LONGEST_PLACE} bytes of JSON"


def test_todos_keep_the_texts_that_are_known() -> None:
    told = [
        {"content": "a" * LONGEST_TODO, "status": "pending", "priority": 3, "id": "7"},
        {"content": "b" * (LONGEST_TODO + 1), "priority": "high"},
        {"content": 7},
        "no object",
    ]
    assert json.loads(kept_todos(told)) == [
        {"content": "a" * LONGEST_TODO, "status": "pending"},
        {"content": f"{'b' * (LONGEST_TODO - 1)}…", "priority": "high"},
    ]


def test_tools_keep_the_beginning_of_their_argument() -> None:
    told = [{"tool": "bash", "argument": "x" * (LONGEST_ARGUMENT + 1)}, {"tool": "read", "argument": 7}]
    assert json.loads(kept_tools(told)) == [
        {"tool": "bash", "argument": "x" * LONGEST_ARGUMENT},
        {"tool": "read", "argument": "7"},
    ]


@pytest.mark.parametrize(
    "most, newest, expected",
    [
        (11, False, '["a","é"]'),
        (10, False, '["a"]'),
        (11, True, '["é","b"]'),
        (10, True, '["b"]'),
        (15, False, '["a","é","b"]'),
        (5, False, "[]"),
        (2, True, "[]"),
    ],
)
def test_list_keeps_as_many_as_there_is_room_for(most: int, newest: bool, expected: str) -> None:
    assert fitting(["a", "é", "b"], most, newest=newest) == expected
