"""A session and its todos, as OpenCode describes them: only what is told further, and not too long."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from bellpull.domain.said import list_of, ms_of, object_of, text_of
from bellpull.watch.asked import is_id

MOST_TODOS = 100
LONGEST_TITLE, LONGEST_DIRECTORY, LONGEST_VERSION, LONGEST_TODO = 1000, 4000, 50, 500


class Info(NamedTuple):
    """A session as OpenCode describes it."""

    directory: str | None = None
    #: The session whose sub-agent it is.
    parent: str | None = None
    title: str | None = None
    version: str | None = None
    updated_ms: int = 0
    archived: bool = False


def info_of(said: object) -> tuple[str, Info] | None:
    """The id of the session that this describes, and what it says of it."""
    said = object_of(said)
    id, time, parent = said.get("id"), object_of(said.get("time")), said.get("parentID")
    if not is_id(id):
        return None
    updated = ms_of(time.get("updated")) or ms_of(time.get("created")) or 0
    return str(id), Info(
        text_of(said.get("directory"), LONGEST_DIRECTORY),
        parent if is_id(parent) else None,
        text_of(said.get("title"), LONGEST_TITLE),
        text_of(said.get("version"), LONGEST_VERSION),
        updated,
        bool(time.get("archived")),
    )


def todos_of(said: object) -> list[dict[str, str]]:
    listed = [object_of(one) for one in list_of(said)[:MOST_TODOS]]
    return [todo for one in listed if (todo := _todo(one))]


def _todo(said: Mapping[str, Any]) -> dict[str, str]:
    fields = {name: text_of(said.get(name), LONGEST_TODO) for name in ("content", "status", "priority")}
    told = {name: text for name, text in fields.items() if text is not None}
    return told if "content" in told and "status" in told else {}
