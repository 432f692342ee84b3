"""What a socket may say of the surface that it is."""

from typing import Any

import pytest

from bellpull.domain.identity import Principal
from bellpull.domain.surface import LONGEST_NAME, Surface, introduced

NOW = "2026-01-01T00:00:00.000Z"
ADA = Principal("user", "ada", False, "k1")
BOT = Principal("agent", "bot", False, "k2")
HELLO = {"surface": "desk", "name": "laptop", "shows": ["text", "notification"]}


@pytest.mark.parametrize(
    "changed, expected",
    [
        ({}, ("desk", "laptop", ("notification", "text"))),
        ({"name": "x" * LONGEST_NAME, "surface": "tui"}, ("tui", "x" * LONGEST_NAME, ("notification", "text"))),
        ({"surface": "page", "shows": []}, ("page", "laptop", ())),
        ({"surface": "cli", "shows": ["buttons", "text", "buttons"]}, ("cli", "laptop", ("buttons", "text"))),
    ],
)
def test_surface_of_a_person_is_taken(changed: dict[str, Any], expected: tuple[str, str, tuple[str, ...]]) -> None:
    assert introduced(HELLO | changed, ADA, NOW) == Surface(*expected, ADA, NOW)


def test_surface_needs_no_name() -> None:
    found = introduced({"surface": "desk", "shows": []}, ADA, NOW)
    assert found is not None
    assert found.name == ""


@pytest.mark.parametrize(
    "changed",
    [
        {"surface": "tv"},
        {"surface": None},
        {"name": 7},
        {"name": None},
        {"name": "x" * (LONGEST_NAME + 1)},
        {"shows": None},
        {"shows": "text"},
        {"shows": ["text", "video"]},
    ],
)
def test_socket_that_says_something_else_is_no_surface(changed: dict[str, Any]) -> None:
    assert introduced(HELLO | changed, ADA, NOW) is None


def test_agent_is_no_surface() -> None:
    assert introduced(HELLO, BOT, NOW) is None
