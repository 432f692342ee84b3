"""What the watch shows of asks and permissions of the real OpenCode: a bell, a lock, or none of them."""

from collections.abc import Mapping

from watching import Shown, Work

from support.fake_model import Call
from support.questions import look

FOREIGN = {"title": "Validation requise", "question": "Je merge sur main ?"}
WITHDRAWN = ["settled", "withdrawn", "client"]
DB: dict[str, object] = {
    "question": "Which database?",
    "header": "Database",
    "options": [{"label": "sqlite", "description": "a file"}, {"label": "postgres", "description": "a server"}],
}


def foreign(**more: str) -> Call:
    return Call("notify_ask_user", FOREIGN | more)


def built_in(*questions: Mapping[str, object]) -> Call:
    return Call("question", {"questions": list(questions)})


def rings(work: Work, count: int = 1) -> Shown:
    """Once it idles and so many asks of its turn ring."""
    return work.shown(lambda shown: not shown.session["busy"] and len(shown.waits) == count, f"{count} asks ring")


def is_a_bell(shown: Shown, work_title: str, *asked: str) -> None:
    """In the title, in the menu, and in the fields that the seed names."""
    assert shown.title == "🤖 🔔"
    assert shown.menu == [f"🔔 {work_title}", *(f'└ "{title}"' for title in asked)]
    assert shown.watch["has_any_pending_ask_user"] is True
    assert shown.watch["has_any_permission"] is False
    assert [shown.session[name] for name in ("state", "busy", "has_pending_ask_user")] == ["waiting", False, True]
    assert shown.session["ask_user_title"] in asked


def has_no_bell(shown: Shown) -> None:
    assert "🔔" not in shown.title
    assert not any("🔔" in line for line in shown.menu)
    assert shown.watch["has_any_pending_ask_user"] is False
    assert (shown.session["has_pending_ask_user"], shown.session["ask_user_title"]) == (False, "")


def is_a_lock(shown: Shown, work: Work, doing: str) -> None:
    """In the title, in the menu, and of its session."""
    assert "🔒" in shown.title
    assert shown.watch["has_any_permission"] is True
    assert [shown.session[name] for name in ("state", "busy", "has_pending_ask_user")] == ["waiting", True, False]
    (line,) = [line for line in shown.lines if line["kind"] == "permission"]
    assert line["text"].startswith("🔒 ")
    assert doing in line["full"]
    assert (line["question_id"], line["guess"]) == (shown.wait["question_id"], False)
    assert doing in shown.wait["title"]
    assert doing in shown.wait["reason"]
    assert shown.wait["source"] in ("event", "list")
    assert shown.wait["confidence"] == "certain"
    assert shown.wait["session"] == work.name


def has_no_lock(shown: Shown) -> None:
    assert "🔒" not in shown.title
    assert not any("🔒" in line for line in shown.menu)
    assert shown.watch["has_any_permission"] is False


def carried_out_once(work: Work, shown: Shown) -> None:
    id = shown.wait["question_id"]
    settled = work.until(lambda: done if (done := look(work.at.owner, id))["handed_at"] else None, "it is told so")
    assert settled["via"] != "client"
    assert work.at.events.first("permission.replied", shown.wait["request"])
    assert len(work.at.events.of("permission.replied", shown.wait["request"])) == 1


def woken(work: Work, count: int) -> None:
    """Once the model was asked so often, and it idles again."""
    work.until(lambda: len(work.requests()) == count, "a message wakes it")
    work.rest()
