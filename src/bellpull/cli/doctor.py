"""`bellpull doctor`: each setting with where it came from, and what is not right on this machine."""

from __future__ import annotations

import sys

from bellpull.cli.checks import check_all
from bellpull.cli.finding import PROBLEM, Finding
from bellpull.cli.outcome import DONE, NO
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import Column, plain, table, terminal_columns
from bellpull.config import SETTINGS, Config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

SETTING_COLUMNS = (Column("SETTING"), Column("VALUE", least=16), Column("FROM", least=12))


def declare_doctor(parser: Parser) -> None:
    parser.add_json()
    parser.set_defaults(run=doctor)


def doctor(args: Namespace) -> int:
    config = settings(args)
    findings = check_all(config)
    problems = sum(finding.state == PROBLEM for finding in findings)
    if args.json:
        print_json(_record(config, findings, problems))
    else:
        sys.stdout.write("\n".join([*_settings(config), "", *_findings(findings), "", _verdict(problems)]) + "\n")
    return NO if problems else DONE


def _record(config: Config, findings: list[Finding], problems: int) -> dict[str, object]:
    return {
        "settings": [
            {"name": setting.name, "value": config.shown(setting), "from": config.origin(setting.name)}
            for setting in SETTINGS
        ],
        "checks": [vars(finding) for finding in findings],
        "problems": problems,
    }


def _settings(config: Config) -> list[str]:
    rows = [(setting.name, config.shown(setting), config.origin(setting.name)) for setting in SETTINGS]
    return table(SETTING_COLUMNS, rows, terminal_columns())


def _findings(findings: list[Finding]) -> list[str]:
    lines = []
    for finding in findings:
        lines.append(f"{finding.state:<9}{finding.about}: {plain(finding.text)}")
        if finding.remedy:
            lines.append(f"{'':<9}{plain(finding.remedy)}")
    return lines


def _verdict(problems: int) -> str:
    return "All is well." if not problems else f"Problems: {problems}."
