"""Whatever shows things to a person, for as long as its socket lives."""

from collections.abc import Mapping
from typing import NamedTuple

from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant

SURFACES = ("desk", "page", "tui", "cli")
SHOWS = ("notification", "buttons", "text")
LONGEST_NAME = 100


class Surface(NamedTuple):
    surface: str
    name: str
    shows: tuple[str, ...]
    who: Principal
    since: Instant


def introduced(hello: Mapping[str, object], who: Principal, now: Instant) -> Surface | None:
    """What a socket says of itself; None if that is no surface of a person."""
    surface, name, shows = hello.get("surface"), hello.get("name", ""), hello.get("shows")
    if not who.is_person or surface not in SURFACES or not isinstance(name, str) or len(name) > LONGEST_NAME:
        return None
    if not isinstance(shows, list) or any(word not in SHOWS for word in shows):
        return None
    return Surface(str(surface), name, tuple(word for word in SHOWS if word in shows), who, now)
