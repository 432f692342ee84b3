"""README's table of what each coding tool can do, made from the recorded run of `make clients`.

`scripts/support-table` writes it into the README; a test holds the README against it.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from support.tool_results import ANSWERED, COLUMNS, TOLD_AT_WORK, WOKEN, Results

NOT_TRIED = "not tried"
HEADING = "## What each coding tool can do"
TABLE = re.compile(rf"(?<={HEADING}\n\n)\|.*?\n(?=\n)", re.S)


class Row(NamedTuple):
    """A coding tool, or some that share a guide. `notes`: marks of the README's notes, by column."""

    title: str
    guide: str
    tool: str | None = None
    notes: Mapping[str, str] = {}


ROWS = (
    Row("OpenCode", "opencode", "opencode", {TOLD_AT_WORK: "¹"}),
    Row("Claude Code", "claude-code", "claude-code", {ANSWERED: "²"}),
    Row("Codex", "codex", "codex", {TOLD_AT_WORK: "³", ANSWERED: "⁴"}),
    Row("Copilot CLI", "cursor-vscode-copilot", "copilot", {WOKEN: "⁵", ANSWERED: "⁴"}),
    Row("Gemini CLI", "gemini", "gemini"),
    Row("Qwen Code", "qwen", "qwen"),
    Row("Cursor, VS Code", "cursor-vscode-copilot"),
)


def table(rows: tuple[Row, ...], recorded: Mapping[str, Results]) -> str:
    """In Markdown, with a line break at its end."""
    lines = [["", *COLUMNS, "tried with"], ["---"] * (len(COLUMNS) + 2)]
    lines += [_cells(row, recorded.get(row.tool or "")) for row in rows]
    return "".join(f"| {' | '.join(cells)} |\n".replace("|  |", "| |") for cells in lines)


def _cells(row: Row, results: Results | None) -> list[str]:
    name = f"[{row.title}](docs/howto/{row.guide}.md)"
    if results is None:
        return [name, *[NOT_TRIED] * (len(COLUMNS) + 1)]
    said = [f"{'yes' if column in results.shows else 'no'} {row.notes.get(column, '')}".strip() for column in COLUMNS]
    return [name, *said, f"{results.version}, {results.date}"]
