"""The README has, word for word, what the contract of the menu says that it is to have (`contracts_text/menu.md`), and
says of each coding tool what it can do."""

import re
from pathlib import Path

import pytest

from bellpull.clients.known import CLIENTS
from support.support_table import ROWS, TABLE, table
from support.tool_results import recorded

HERE = Path(__file__).parent
CONTRACT = (HERE / "contracts_text" / "menu.md").read_text(encoding="utf-8")
README = (HERE.parent / "README.md").read_text(encoding="utf-8")
#: The name of each section and the lines that it gets.
SECTIONS = dict(re.findall(r"^\*\*Section (.+?)\*\* - [^\n]*\n```\n(.*?)^```$", CONTRACT, re.M | re.S))


def lines_of(section: str) -> list[str]:
    """Of the README, without the indentation that makes them stand as they are."""
    (text,) = re.findall(rf"^### {re.escape(section)}\n(.*?)(?=^#)", README, re.M | re.S)
    return [line.removeprefix("    ") for line in text.splitlines()]


def test_the_contract_names_the_sections() -> None:
    assert list(SECTIONS) == ["Features", "Menu Bar Display", "Menu Contents"]


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_has_the_lines_of_the_contract_in_their_order(section: str) -> None:
    wanted = [line for line in SECTIONS[section].splitlines() if line]
    assert [line for line in lines_of(section) if line in wanted] == wanted


def test_openflow_is_named_with_its_address_and_as_something_that_nobody_needs() -> None:
    (link,) = re.findall(r"\*\*(\[OpenFlow\]\(.*?\))\*\*", CONTRACT)
    (sentence,) = [one for one in re.split(r"(?<=\.)\s", README) if link in one]
    assert "optional" in sentence
    assert "MCP Notify" in sentence


def test_the_table_of_coding_tools_says_what_the_recorded_run_showed() -> None:
    assert TABLE.findall(README) == [table(ROWS, recorded())], "scripts/support-table writes it"


def test_every_coding_tool_that_can_be_connected_has_a_row_with_a_guide_that_names_the_version_that_was_tried() -> None:
    assert all(any(name in row.guide for row in ROWS) for name in CLIENTS)
    for row in ROWS:
        text = (HERE.parent / "docs" / "howto" / f"{row.guide}.md").read_text(encoding="utf-8")
        assert f" {recorded()[row.tool].version}" in text if row.tool else "not tried" in text, row.title
