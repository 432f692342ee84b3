"""A coding tool at a terminal: a private tmux, keys that are really typed, the screen that a person sees."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from coding_tool import CodingTool
from scripted_model import PATIENCE_WITH_THEM, Part

from support.answers import until
from support.terminal_screen import Terminal, find_tmux, terminal

COLUMNS, ROWS = 120, 50
#: So long a key may take that was taken.
A_MOMENT = 2.0


class Screen:
    def __init__(self, tool: CodingTool, terminal: Terminal) -> None:
        self._tool, self._terminal = tool, terminal

    def prompt(self, part: Part) -> None:
        """Type what begins this part, and send it. To some an Enter right after the text is a part of it."""
        self.type(part.prompt)
        until(lambda: self._is_sent(part), f"{part.prompt!r} is sent", PATIENCE_WITH_THEM)

    def _is_sent(self, part: Part) -> bool:
        self.press("Enter")
        with suppress(AssertionError):
            return bool(until(lambda: part.requests, part.prompt, A_MOMENT))
        return False

    def type(self, text: str) -> None:
        """Keys that come before the text is on the screen would be taken for a part of a paste."""
        self._terminal.type(text)
        self.sees(text)

    def press(self, *keys: str) -> None:
        """Keys by tmux's names: Enter, Escape, Down."""
        self._terminal.press(*keys)

    def sees(self, *texts: str) -> str:
        return self._terminal.sees(*texts, patience=PATIENCE_WITH_THEM)

    def sees_no(self, text: str) -> str:
        return self._terminal.sees_no(text)

    def decides(self, dialog: str, *keys: str) -> None:
        """Wait for a dialog with these words and press keys until it is gone. Clients take no keys for the first
        moment, so that nobody answers by accident what has just appeared."""
        self.sees(dialog)
        until(lambda: self._went(dialog, keys), f"{keys} end the dialog {dialog!r}", PATIENCE_WITH_THEM)

    def _went(self, dialog: str, keys: tuple[str, ...]) -> bool:
        self.press(*keys)
        with suppress(AssertionError):
            return until(lambda: dialog not in self._terminal.screen(), dialog, A_MOMENT)
        return False

    @property
    def tty(self) -> str:
        return self._terminal.tmux("display-message", "-p", "#{pane_tty}").strip()

    def leave(self) -> None:
        """As a person leaves it; it has ended."""
        self.type(self._tool.leave)
        self.press("Enter")
        self._terminal.ends()


@contextmanager
def screen(
    tool: CodingTool, command: list[str], variables: Mapping[str, str], project: Path, folder: Path, *, first: bool
) -> Iterator[Screen]:
    """`first`: the tool has not seen our hooks before."""
    if find_tmux() is None:
        pytest.skip("tmux is not installed")
    with terminal(folder, COLUMNS, ROWS) as made:
        made.run(command, variables, project)
        opened = Screen(tool, made)
        opened.sees(tool.ready)
        if first and tool.asks_first is not None:
            question, keys = tool.asks_first
            opened.decides(question, *keys)
            opened.sees(tool.ready)
        yield opened
