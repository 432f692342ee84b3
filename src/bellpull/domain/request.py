"""A permission or a question of a client, which waits there for a person: as a question of the hub, and the answer as
the client takes it. Clients say what they say, so everything here reads what it can and never fails."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bellpull.domain.answer_text import ACCEPTED, DECLINED
from bellpull.domain.asking import CHOICE, PERMISSION, TEXT, Ask, Look
from bellpull.domain.instant import Instant
from bellpull.domain.markup import plain

KINDS = PERMISSION, QUESTION = (PERMISSION, "question")
#: Anything else is no request that could be answered.
ID = re.compile(r"[A-Za-z0-9_.:-]{1,100}")
#: The second and further questions of one request have their number behind this.
PART = "#"
ONCE, ALWAYS, REJECT = "Allow once", "Allow always", "Reject"
REPLIES = {ONCE: "once", ALWAYS: "always", REJECT: "reject"}
#: What "always" allows where a client says that it is everything.
LONGEST_TITLE, LONGEST_TEXT, LONGEST_OPTION, MOST_OPTIONS, MOST_PARTS = 200, 60_000, 200, 20, 20
#: Where a permission says what it is for, the most telling first.
ARGUMENTS = ("command", "filepath", "filePath", "url", "query", "pattern", "description")


class Request(NamedTuple):
    id: str
    kind: str
    #: How it was learned: `event` or `list`.
    source: str
    since: Instant | None
    #: The client's own words.
    said: Mapping[str, Any]


def subject(request: Request) -> str:
    """In a few words: `bash: npm install`, or what is asked."""
    if request.kind == QUESTION:
        first = next(iter(_questions(request)), {})
        return _line(first.get("header")) or _line(first.get("question")) or "question"
    argument = _argument(request)
    name = _line(request.said.get("permission")) or "tool"
    return f"{name}: {argument}" if argument else name


def keys(request: Request) -> list[str]:
    """Of the questions that stand for it."""
    count = max(1, len(_questions(request))) if request.kind == QUESTION else 1
    return [request.id if place == 0 else f"{request.id}{PART}{place}" for place in range(count)]


def asks(request: Request, session: str, project: str | None) -> list[tuple[str, Ask]]:
    """The questions to open, each with its key."""
    made = _permission(request) if request.kind == PERMISSION else [_question(one) for one in _questions(request)]
    whose = [one._replace(session=session, project=project) for one in made or [_question({})]]
    return [(key, one._replace(request=key)) for key, one in zip(keys(request), whose, strict=True)]


def _permission(request: Request) -> list[Ask]:
    said = request.said
    name = _line(said.get("permission")) or "tool"
    always = _texts(said.get("always"))
    options = (ONCE, ALWAYS, REJECT) if always else (ONCE, REJECT)
    title = f"Permission: {name}"[:LONGEST_TITLE]
    look = Look(show_history=False)
    return [Ask(title, _body(request, always), PERMISSION, options, free_text=True, urgency="high", look=look)]


def _body(request: Request, always: Sequence[str]) -> str:
    metadata = _object(request.said.get("metadata"))
    diff, argument = metadata.get("diff"), _argument(request, whole=True)
    parts = [_verbatim(argument)] if argument else []
    if isinstance(diff, str) and diff.strip():
        cut = diff if len(diff) <= LONGEST_TEXT else f"{diff[:LONGEST_TEXT]}\n… the rest is not shown here"
        parts.append(_fenced(cut.replace("\0", ""), "diff"))
    if always:
        parts.append(_verbatim(f"{ALWAYS}: {', '.join(always)}"[:2000]))
    return "\n\n".join(parts) or subject(request)


def _verbatim(text: str) -> str:
    """A question's text is Markdown, and nobody may be shown another command than the one that they allow."""
    return text if plain(text) == text else _fenced(text, "")


def _fenced(text: str, language: str) -> str:
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _argument(request: Request, *, whole: bool = False) -> str:
    metadata = _object(request.said.get("metadata"))
    found = next((metadata[name] for name in ARGUMENTS if _line(metadata.get(name))), None)
    text = str(found).replace("\0", "") if found is not None else ", ".join(_texts(request.said.get("patterns")))
    return text.strip()[:LONGEST_TEXT] if whole else _line(text)


def _question(said: Mapping[str, Any]) -> Ask:
    asked = _text(said.get("question")) or "The agent asks something that cannot be shown here."
    title = (_line(said.get("header")) or _line(asked))[:LONGEST_TITLE]
    listed = [_object(one) for one in said.get("options") or [] if isinstance(one, dict)][:MOST_OPTIONS]
    labels = list(dict.fromkeys(label for one in listed if (label := _line(one.get("label"), LONGEST_OPTION))))
    told = [f"{_line(one.get('label'))}: {text}" for one in listed if (text := _line(one.get("description"), 1000))]
    if said.get("multiple") is True:
        told.append("Several may be named, with commas between them.")
    body = "\n".join([asked, *([""] if told else []), *told])[:LONGEST_TEXT]
    custom = said.get("custom") is not False or not labels
    kind = CHOICE if labels else TEXT
    return Ask(title, body, kind, tuple(labels), free_text=custom and kind == CHOICE, look=Look(show_history=False))


class Settled(NamedTuple):
    """What a person did to one of its questions."""

    kind: str
    options: tuple[str, ...]
    outcome: str | None
    choice: str | None
    reply: str | None


def reply(settled: Sequence[Settled]) -> dict[str, Any] | None:
    """What the client is to be told; None while a person has not answered all of it, and where one closed it."""
    if not settled or any(one.outcome not in (ACCEPTED, DECLINED) for one in settled):
        return None
    if settled[0].kind == PERMISSION:
        return {"reply": REPLIES.get(settled[0].choice or "", "reject"), "message": settled[0].reply}
    return {"answers": [_labels(one) for one in settled]}


def _labels(settled: Settled) -> list[str]:
    said = settled.choice if settled.choice is not None else settled.reply or ""
    parts = [part.strip() for part in said.split(",")]
    return parts if said not in settled.options and all(part in settled.options for part in parts) else [said]


def _questions(request: Request) -> list[dict[str, Any]]:
    listed = request.said.get("questions")
    if not isinstance(listed, list):
        return []
    return [one for one in listed if isinstance(one, dict)][:MOST_PARTS]


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _texts(value: object) -> list[str]:
    return [line for one in value if (line := _line(one))] if isinstance(value, list) else []


def _text(value: object) -> str:
    return value.replace("\0", "").strip()[:LONGEST_TEXT] if isinstance(value, str) else ""


def _line(value: object, longest: int = LONGEST_TITLE) -> str:
    return " ".join(value.replace("\0", "").split())[:longest] if isinstance(value, str) else ""
