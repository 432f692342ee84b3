"""The README has, word for word, what the contract of the menu says that it is to have (`contracts_text/menu.md`), and
says of each coding tool what it can do."""

import re
from pathlib import Path

import pytest

from bellpull.clients.known import CLIENTS

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


def test_every_coding_tool_that_can_be_connected_has_a_row_with_the_version_that_was_tried() -> None:
    (table,) = re.findall(r"^## What each coding tool can do\n\n(.*?)\n\n", README, re.M | re.S)
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines())
    assert (head[0], head[-1]) == ("", "tried with")
    guides = {str(guide) for cells in rows for guide in re.findall(r"docs/howto/(\S+)\.md", cells[0])}
    assert all(any(name in guide for guide in guides) for name in CLIENTS)
    for cells in rows:
        (guide,) = re.findall(r"\((docs/howto/\S+\.md)\)", cells[0])
        text = (HERE.parent / guide).read_text(encoding="utf-8")
        assert ("not tried" if cells[-1] == "not tried" else f" {cells[-1]}") in text, cells
