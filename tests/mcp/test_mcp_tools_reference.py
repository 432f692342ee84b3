"""The reference of the tools has every tool, every parameter and every default, and no other."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bellpull.mcp.notify import SENTENCES
from bellpull.mcp.tools import PROMPTS, TOOLS

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "tools.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## `(\w+)`\n(.*?)(?=^## )", PAGE, re.MULTILINE | re.DOTALL))


def rows(name: str) -> dict[str, tuple[bool, str, str]]:
    """Each parameter: whether it is marked as required, its type, what is said of it."""
    found = {}
    for names, kind, words in re.findall(r"^\| (`[^|]*`[^|]*) \| (\w+) \|(.*)\|$", SECTIONS[name], re.MULTILINE):
        for parameter, star in re.findall(r"`(\w+)`( ★)?", names):
            found[parameter] = (bool(star), kind, words)
    return found


def test_the_page_has_every_tool_in_order() -> None:
    assert list(SECTIONS) == list(TOOLS)
    assert "`ask_person`" in SECTIONS["ask_user"]
    assert all(f"The prompt `{name}`" in PAGE for name in PROMPTS)


@pytest.mark.parametrize("name", TOOLS)
def test_a_section_has_every_parameter_with_its_type(name: str) -> None:
    schema = TOOLS[name].input_schema
    assert {parameter: (required, kind) for parameter, (required, kind, _) in rows(name).items()} == {
        parameter: (parameter in schema["required"], rules["type"]) for parameter, rules in schema["properties"].items()
    }


@pytest.mark.parametrize("name", TOOLS)
def test_a_section_has_every_default_bound_and_word(name: str) -> None:
    for parameter, rules in TOOLS[name].input_schema["properties"].items():
        words = rows(name)[parameter][2]
        assert all(f"`{word}`" in words for word in rules.get("enum", ()))
        assert str(rules.get("maximum", "")) in words
        if "default" in rules:
            assert "default" in words
            assert f"`{_shown(rules['default'])}`" in words


def _shown(default: Any) -> str:
    return default if isinstance(default, str) else json.dumps(default)


def test_the_errors_of_notify_are_there_to_the_letter() -> None:
    assert all(f"`Error: {sentence}`" in SECTIONS["notify"] for sentence in SENTENCES.values())
