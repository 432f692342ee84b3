"""The reference of commands and settings says what the code does: every command, option and setting, and no other."""

import argparse
import re
from pathlib import Path

import pytest

from bellpull.cli.main import COMMANDS, PARTS, build
from bellpull.config import SETTINGS, Setting

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
PAGE = (REFERENCE / "cli.md").read_text()
OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")
COMMON = {"--help", "-h", "--data-dir", "--url"}


def sections() -> dict[str, str]:
    """The text about each command, by its name."""
    parts = re.split(r"^### `bellpull ([a-z ]+?)(?: [^`a-z][^`]*)?`\n", PAGE, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def words_of(action: argparse.Action) -> list[str]:
    return list(action.option_strings) or [str(action.metavar)]


def test_the_page_has_a_section_for_every_command_in_order() -> None:
    assert list(sections()) == list(COMMANDS)


def test_the_overview_has_the_parts_of_the_page() -> None:
    first = r"^## (.+)\n(?:(?!#).*\n)*### `bellpull ((?:(?:key|agent|user|webhook) )?[a-z]+)"
    parts = re.findall(first, PAGE, flags=re.M)
    assert parts == [(part, name) for name, part in PARTS.items()]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_section_names_every_option_and_no_other(name: str) -> None:
    there = {word for action in build(name)._actions for word in words_of(action)} - COMMON
    # What stands after -- are the options of another command.
    named = set(OPTION.findall(re.sub(" -- .*", "", sections()[name]))) - COMMON
    assert named == {word for word in there if OPTION.fullmatch(word)}
    assert all(word in sections()[name] or f"`bellpull {name} {word}" in PAGE for word in there)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_section_has_the_example_of_the_help(name: str) -> None:
    assert COMMANDS[name].example in sections()[name]


@pytest.mark.parametrize("setting", SETTINGS, ids=[setting.name for setting in SETTINGS])
def test_settings_all_have_a_row(setting: Setting) -> None:
    rows = [
        line for line in (REFERENCE / "settings.md").read_text().splitlines() if line.startswith(f"| `{setting.name}` ")
    ]
    assert len(rows) == 1
    assert setting.variable in rows[0]
    assert setting.help in rows[0]
    default = ", ".join(setting.default) if isinstance(setting.default, tuple) else setting.default
    if default not in (None, ""):
        assert f"`{default}`" in rows[0]


def test_the_page_has_no_row_for_anything_else() -> None:
    rows = re.findall(r"^\| `([a-z_]+)` ", (REFERENCE / "settings.md").read_text(), flags=re.M)
    assert rows == [setting.name for setting in SETTINGS]
