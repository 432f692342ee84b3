"""How a question looks at the desk: as a banner with buttons, or as what its window is asked to show. Pure."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from bellpull.desk.asked import PERMISSION, has_buttons
from bellpull.desk.commands import Question
from bellpull.desk.notifications import Banner, Button, Can, has_room, shortened
from bellpull.desk.quiet import URGENT
from bellpull.desk.words import DeskWords, desk_words
from bellpull.domain.instant import instant
from bellpull.domain.markup import plain as without_marks

#: Above a file's changes there is its name, up to three times. A banner has room for the changes.
DIFF_HEAD = re.compile(r"(?m)^(?:Index: .*\n)?(?:=+\n)?--- .*\n\+\+\+ .*\n(?=@@ )")
#: Of what was said before; the message itself is always whole.
LONGEST_EARLIER = 2000
#: The keys of a banner's buttons: the question's own by their place, and these.
LATER, WRITE = "later", "write"
SNOOZES: dict[str, int | str] = {"later:600": 600, "later:3600": 3600, "later:tomorrow": "tomorrow"}


def source(question: Question) -> str:
    """Where it comes from, in one line: `repo @ branch`, and who asks."""
    look = question["look"]
    place = " @ ".join(part for part in (look["repo"], look["branch"]) if part)
    parts = (place, look["asked_as"] or question["agent_name"], look["task"])
    return " · ".join(part for part in parts if part)


def banner(question: Question, can: Can, words: DeskWords, *, awaited: bool) -> Banner:
    typed = not has_buttons(question) or question["free_text"]
    title, message = _title_and_message(question)
    return Banner(
        key=question["id"],
        source=source(question),
        title=title,
        message=message,
        buttons=_buttons(question, can, words),
        urgency=question["urgency"],
        stays=awaited,
        reply=_typing(question, words) if typed and not question["secret"] else None,
        opens=words.open if can.body_click else None,
        choosing=words.choosing,
    )


def _title_and_message(question: Question) -> tuple[str, str]:
    """What is said twice is shown once: a title may be the text's first line."""
    title, text = without_marks(question["title"]), without_marks(question["question"])
    if question["kind"] == PERMISSION:
        text = DIFF_HEAD.sub("", text)
    if not has_buttons(question) or says_again(question):
        title, _, text = text.partition("\n")
    return title, text.strip()


def says_again(question: Question) -> bool:
    """Whether the title is only the beginning of the text."""
    title = " ".join(without_marks(question["title"]).split()).removesuffix("…")
    return " ".join(without_marks(question["question"]).split()).startswith(title)


def _buttons(question: Question, can: Can, words: DeskWords) -> tuple[Button, ...]:
    """All options, or one button that opens the window with all of them. What there is room for comes after: the
    window for something else, Close, and later."""
    own = [Button(str(place), button["label"]) for place, button in enumerate(question["buttons"])]
    options, close = own[:-1], own[-1:]
    typed = not has_buttons(question) or question["free_text"]
    if typed and (question["secret"] or not can.reply):
        options.append(Button(WRITE, _typing(question, words)))
    if question["kind"] == PERMISSION and not _fits(options, can):
        options = own[:-1]  # to give a reason is the least of it
    if not _fits(options, can):
        options = [Button(WRITE, words.choose)]
    return tuple([*options, *close, Button(LATER, words.later)][: can.most_buttons])


def _fits(options: Sequence[Button], can: Can) -> bool:
    return has_room(Banner("", "", "", "", tuple(options)), can)


def _typing(question: Question, words: DeskWords) -> str:
    """What typing means: beside a permission, that it is not given."""
    return words.refuse if question["kind"] == PERMISSION else words.reply


def notice(key: str, title: str, message: str, now: datetime) -> Question:
    """What the desk itself has to say, in the form of a message that wants no answer."""
    look = dict.fromkeys(("window_title", "repo", "branch", "asked_as", "task"))
    return {
        "id": key,
        "agent_name": "Bellpull",
        "kind": "show",
        "title": title,
        "question": f"**{title}**\n\n{message}",
        "buttons": [],
        "free_text": False,
        "secret": False,
        "urgency": "normal",
        "look": {**look, "show_history": False, "theme": "auto", "chime_enabled": False},
        "project": None,
        "opened_at": instant(now),
        "waiting_until": None,
        "open_until": instant(now + timedelta(days=1)),
        "state": "settled",
        "released": None,
    }


def told(notification: Mapping[str, Any], times: int, words: DeskWords) -> Banner:
    """A notification that wants no answer."""
    title = notification["title"]
    return Banner(
        key=notification["id"],
        source=notification["agent_name"],
        title=title if times < 2 else f"{title} ({times}×)",
        message=without_marks(notification["message"] or ""),
        buttons=(Button(LATER, words.later),),
        urgency=notification["priority"],
        stays=notification["priority"] == URGENT,
        opens=words.open_inbox,
    )


def snoozing(shown: Banner, words: DeskWords) -> Banner:
    """The same banner, asking when it is to come again."""
    labels = (words.in_ten_minutes, words.in_an_hour, words.tomorrow)
    buttons = tuple(Button(key, label) for key, label in zip(SNOOZES, labels, strict=True))
    return shown._replace(buttons=buttons, reply=None, stays=False, choosing=words.choosing)


def window_request(
    question: Question,
    history: Sequence[Mapping[str, Any]],
    language: str,
    you: str,
    now: datetime,
    *,
    seconds: float | None,
    plain: bool,
) -> dict[str, Any]:
    """What the window process is asked to show; theme, text size and icon are the presenter's to add."""
    look, kind = question["look"], "choice" if has_buttons(question) else question["kind"]
    title = without_marks(question["title"])
    return {
        "message": question["question"],
        "kind": kind,
        "window_title": look["window_title"] or title,
        "title": None if kind != "choice" or says_again(question) else title,
        "source": source(question),
        "history": [line for exchange in history for line in _lines(exchange, you, now)],
        "buttons": question["buttons"],
        "free_text": question["free_text"],
        "hint": desk_words(language).refuse if question["kind"] == PERMISSION else None,
        "secret": question["secret"],
        "seconds": seconds,
        "language": language,
        "moved_on": bool(question["released"]),
        "kept": not look.get("listens", True),
        "plain": plain,
        "later": kind != "show",
        "follow": True,
    }


def _lines(exchange: Mapping[str, Any], you: str, now: datetime) -> list[dict[str, str]]:
    """What the agent said, and what came back."""
    at, message = _local(exchange["at"], now), shortened(exchange["message"], LONGEST_EARLIER)
    agent = "voice" if exchange["kind"] == "voice" else "agent"
    said = {"role": agent, "name": exchange["agent_name"], "text": message, "at": at}
    reply = exchange["reply"]
    return [said, {"role": "person", "name": you, "text": reply, "at": at}] if reply else [said]


def _local(instant: str, now: datetime) -> str:
    when = datetime.fromisoformat(instant).astimezone(now.tzinfo)
    return when.strftime("%H:%M" if when.date() == now.date() else "%Y-%m-%d %H:%M")
