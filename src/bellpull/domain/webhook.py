"""What the world says through a webhook, as the text of a nudge: one readable line of GitHub, Gitea, Forgejo or GitLab,
else what the body says, be it JSON, a form or plain text.

It is data, written by whoever reached the address: bounded, cleaned, and never of source `user`. Nothing here raises.
"""

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from bellpull.domain.webhook_github import github
from bellpull.domain.webhook_gitlab import gitlab
from bellpull.domain.webhook_parts import Ignored, Part, line, lines

LONGEST_MESSAGE = 2000
LONGEST_LABEL = LONGEST_DEDUP_KEY = 200
MOST_FIELDS = 100
#: Of a JSON body without an event: what it says, and the heading of that.
TEXTS = ("message", "text", "content", "body", "description", "summary", "msg")
HEADINGS = ("title", "subject", "name")
#: Which header names the event, and of which host; Gitea and Forgejo send GitHub's name for it as well.
HOSTS = {
    "x-forgejo-event": "forgejo",
    "x-gitea-event": "gitea",
    "x-github-event": "github",
    "x-gitlab-event": "gitlab",
}
_FORM = "application/x-www-form-urlencoded"
_FIELD = re.compile(r"[\w.\[\]-]{1,100}")
_ESCAPED = re.compile(rb"%([0-9A-Fa-f]{2})")


class Said(NamedTuple):
    message: str
    label: str | None = None
    dedup_key: str | None = None


def describe(headers: Mapping[str, str], content_type: str, body: bytes) -> Said | Ignored:
    """`headers` by their names in small letters."""
    header = next((name for name in HOSTS if headers.get(name)), None)
    text = body.decode("utf-8", "replace")
    fields = _form(body) if content_type.partition(";")[0].strip().lower() == _FORM else None
    if fields is not None and "payload" in fields:
        text, fields = fields["payload"], None
    read, value = (True, fields) if fields is not None else _json(text)
    if header is not None and isinstance(value, dict):
        return _of_host(HOSTS[header], line(headers[header], 80), Part(value))
    return _of_anybody(value) if read else _of_text(content_type, body, text)


def _of_host(host: str, event: str, said: Part) -> Said | Ignored:
    told = gitlab(event, said) if host == "gitlab" else github(event, said, host)
    return told if isinstance(told, Ignored) else Said(line(told, LONGEST_MESSAGE), host)


def _of_anybody(value: object) -> Said | Ignored:
    said = value if isinstance(value, dict) else {}
    text, heading = _first(said, TEXTS), _first(said, HEADINGS)
    if text and heading and heading != text:
        text = f"{line(heading, 200)}: {text}"
    message = lines(text or heading or _compact(value), LONGEST_MESSAGE)
    if not message:
        return Ignored("nothing in it")
    return Said(message, _attribute(said, "label", LONGEST_LABEL), _attribute(said, "dedup_key", LONGEST_DEDUP_KEY))


def _of_text(content_type: str, body: bytes, text: str) -> Said | Ignored:
    if content_type.lower().startswith("multipart/") or b"\0" in body:
        return Ignored("neither JSON, nor a plain form, nor text")
    message = lines(text, LONGEST_MESSAGE)
    return Said(message) if message else Ignored("nothing in it")


def _attribute(said: Mapping[str, object], name: str, most: int) -> str | None:
    given = said.get(name)
    printable = "".join(filter(str.isprintable, given[: most * 4])) if isinstance(given, str) else ""
    return line(printable, most) or None


def _first(said: Mapping[str, object], names: tuple[str, ...]) -> str:
    values = (said.get(name) for name in names)
    return next((value for value in values if isinstance(value, str) and value.strip()), "")


def _compact(value: object) -> str:
    """The whole of it on one line. What is empty says nothing."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, separators=(", ", ": ")) if value not in ({}, [], None) else ""
    except RecursionError:
        return "JSON that is nested too deeply to be shown"


def _json(text: str) -> tuple[bool, object]:
    try:
        return True, json.loads(text)
    except (ValueError, RecursionError):
        return False, None


def _form(body: bytes) -> dict[str, str] | None:
    """Its fields; None for what only bears the name of a form, as whatever `curl -d` sends does."""
    pairs = [pair.partition(b"=") for pair in body.split(b"&", MOST_FIELDS)]
    fields = {_unescaped(name): _unescaped(value) for name, _, value in pairs}
    is_form = len(pairs) <= MOST_FIELDS and all(equals for _, equals, _ in pairs)
    return fields if is_form and all(map(_FIELD.fullmatch, fields)) else None


def _unescaped(part: bytes) -> str:
    spaced = part.replace(b"+", b" ")
    return _ESCAPED.sub(lambda found: bytes.fromhex(found[1].decode()), spaced).decode("utf-8", "replace")
