"""What is seen at a glance, as status bars want it: tmux, waybar, and the menus of xbar, SwiftBar and Argos.

Text from agents is data in each of them: it starts no style, no markup, no line and no parameter. A click runs this
program with ids and numbers alone, never with a word of an agent.
"""

from __future__ import annotations

import json
import sys

from bellpull.cli.terminal import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from bellpull.config import Config

INDENT = "    "
#: More than a screen has is of no use in a tooltip.
MOST_LINES = 40
#: Of an id that goes into a click: nothing that any of the bars or a shell reads as more than itself.
IN_AN_ID = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:-")
#: Ends a quoted parameter, or the parameters, in one of the bars.
NOT_IN_A_PARAMETER = frozenset("'\\|\n\r")
#: What tells text from more than text, in all three; then what each of two has besides, and xbar refuses.
TEXT_ONLY = "emojize=false ansi=false"
IN_ARGOS, IN_SWIFTBAR = "useMarkup=false unescape=false", "symbolize=false"
LOUD = "#[fg=colour0,bg=colour11]"


class Clicks:
    """What a click runs."""

    def __init__(self, config: Config, environ: Mapping[str, str]) -> None:
        program = [sys.executable, "-P", "-m", "bellpull.cli.main"]
        given = [
            ("--data-dir", str(config.data_dir), config.origin("data_dir")),
            ("--url", config.url, config.origin("url")),
        ]
        chosen = [
            word for flag, value, origin in given if origin.startswith(("flag", "variable")) for word in (flag, value)
        ]
        self._words, self._chosen = program, chosen
        bar = IN_ARGOS if environ.get("ARGOS_VERSION") else IN_SWIFTBAR if environ.get("SWIFTBAR") else ""
        self.text_only = f"{TEXT_ONLY} {bar}".strip()

    def run(self, *words: str, terminal: bool = False) -> str:
        """The parameters of a line; none where a word could be read as more than itself."""
        whole = [*self._words, *words, *self._chosen]
        if any(NOT_IN_A_PARAMETER & set(word) for word in whole):
            return ""
        # Argos reads `bash` as a command line and quotes the parameters alone, so the program is one of them.
        params = " ".join(f"param{place}='{word}'" for place, word in enumerate(whole, 1))
        return f"bash=/usr/bin/env {params} terminal={str(terminal).lower()} refresh=true"


class Seen:
    """What there is to show: the watch, or why there is none."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.problem: Sequence[str] = ()
        self.watch: dict[str, Any] | None = None
        self.questions: Sequence[dict[str, Any]] = ()
        self.clicks: Clicks | None = None

    @property
    def is_asked(self) -> bool:
        return bool(self.watch and self.watch["has_any_pending_ask_user"])

    @property
    def is_locked(self) -> bool:
        """By a permission; a guess is none."""
        return any(wait["kind"] == "permission" and wait["confidence"] != "guess" for wait in self._waits())

    @property
    def is_busy(self) -> bool:
        return bool(self.watch and self.watch["busy_count"])

    def _waits(self) -> Iterator[dict[str, Any]]:
        if self.watch is not None:
            yield from (wait for session in self.watch["sessions"] for wait in session["waits"])
            yield from self.watch["questions"]

    def lines(self) -> list[str]:
        if self.watch is None:
            return [plain(line) for line in self.problem]
        shown = [INDENT * line["depth"] + plain(line["text"]) for line in self.watch["lines"]]
        return shown if len(shown) <= MOST_LINES else [*shown[:MOST_LINES], f"… {len(shown) - MOST_LINES} more"]


def tmux(seen: Seen) -> str:
    title = seen.title.replace("#", "##")
    return f"{LOUD}{title}#[default]" if seen.is_asked or seen.is_locked else title


def waybar(seen: Seen) -> str:
    if seen.watch is None:
        state = "off"
    else:
        state = (
            "waiting" if seen.is_asked else "permission" if seen.is_locked else "working" if seen.is_busy else "idle"
        )
    usage = seen.watch["usage"] if seen.watch else None
    shown = {
        "text": _unmarked(seen.title),
        "alt": state,
        "tooltip": _unmarked("\n".join(seen.lines())),
        "class": state,
        "percentage": usage["percent"] or 0 if usage else 0,
    }
    return json.dumps(shown)


def _unmarked(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def xbar(seen: Seen) -> str:
    head = [f"{seen.title} | dropdown=false", "---"]
    if seen.watch is None or seen.clicks is None:
        only = seen.clicks.text_only if seen.clicks else TEXT_ONLY
        return "\n".join([*head, *(f"{_unsplit(line)} | {only}" for line in seen.problem)])
    clicks, questions = seen.clicks, {str(question["id"]): question for question in seen.questions}
    items = [item for line in seen.watch["lines"] for item in _items(line, questions, clicks)]
    return "\n".join([*head, *items, "---", f"Open the page | {clicks.run('page', '--open')}"])


def _items(line: dict[str, Any], questions: Mapping[str, dict[str, Any]], clicks: Clicks) -> Iterator[str]:
    """The line, and below it what one can do about it."""
    question = questions.get(str(line["question_id"]))
    jump = _jump(line, clicks)
    text = f"{INDENT * line['depth']}{_unsplit(line['text'])}"
    yield _item(text, "" if question else jump, clicks)
    if question:
        yield from (_item(f"--{text}", click, clicks) for text, click in _answers(question, clicks) if click)
        if jump:
            yield _item("--▸ Go there", jump, clicks)


def _item(text: str, click: str, clicks: Clicks) -> str:
    return f"{text} | {clicks.text_only} trim=false {click}".rstrip()


def _jump(line: dict[str, Any], clicks: Clicks) -> str:
    session = str(line["session"] or "")
    return clicks.run("jump", session) if session and IN_AN_ID.issuperset(session) and session[0] != "-" else ""


def _answers(question: dict[str, Any], clicks: Clicks) -> Iterator[tuple[str, str]]:
    """Each button with what answers so: by its number, where that cannot be taken for the text of another option."""
    from bellpull.cli.answering import buttons, chosen

    id = str(question["id"])
    if not IN_AN_ID.issuperset(id):
        return
    choices = buttons(question)
    for number, (label, choice) in enumerate(choices, 1):
        if chosen(question, str(number)) == {"choice": choice}:
            yield f"▸ {_unsplit(label)}", clicks.run("answer", id, str(number))
    if question["free_text"] or not choices:
        yield "▸ Type an answer…", clicks.run("answer", id, terminal=True)
    closing = (button["label"] for button in question["buttons"] if "outcome" in button["answer"])
    yield f"▸ {_unsplit(next(closing, 'Close'))}", clicks.run("answer", id, "--dismiss")


def _unsplit(text: object) -> str:
    """As text of one line, in which nothing begins a parameter."""
    return plain(text).replace("|", "¦")


DRAWN = {"tmux": tmux, "waybar": waybar, "xbar": xbar}
