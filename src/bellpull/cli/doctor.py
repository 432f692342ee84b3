"""`bellpull doctor`: what is not right on this machine, and the settings that somebody chose, with where each comes
from."""

from __future__ import annotations

import sys

from bellpull.cli.checks import check_all
from bellpull.cli.finding import OK, PROBLEM, Finding
from bellpull.cli.outcome import DONE, NO
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import Column, plain, table, terminal_columns
from bellpull.config import DEFAULT, SETTINGS, Config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

SETTING_COLUMNS = (Column("SETTING"), Column("VALUE", least=16), Column("FROM", least=12))


def declare_doctor(parser: Parser) -> None:
    words = "print all settings (default: those that somebody chose)"
    parser.add_argument("--settings", action="store_true", help=words)
    parser.add_json()
    parser.set_defaults(run=doctor)


def doctor(args: Namespace) -> int:
    config = settings(args)
    findings = check_all(config)
    problems = sum(finding.state == PROBLEM for finding in findings)
    runs = any((finding.about, finding.state) == ("hub", OK) for finding in findings)
    if args.json:
        print_json(_record(config, findings, problems, runs=runs))
    else:
        chosen = _settings(config, everything=args.settings)
        lines = [*chosen, *([""] if chosen else []), *_findings(findings), "", _verdict(problems, runs=runs)]
        sys.stdout.write("\n".join(lines) + "\n")
    return NO if problems or not runs else DONE


def _record(config: Config, findings: list[Finding], problems: int, *, runs: bool) -> dict[str, object]:
    return {
        "settings": [
            {"name": setting.name, "value": config.shown(setting), "from": config.origin(setting.name)}
            for setting in SETTINGS
        ],
        "checks": [vars(finding) for finding in findings],
        "problems": problems,
        "hub_runs": runs,
    }


def _settings(config: Config, *, everything: bool) -> list[str]:
    rows = [(setting.name, config.shown(setting), config.origin(setting.name)) for setting in SETTINGS]
    shown = rows if everything else [row for row in rows if row[-1] != DEFAULT]
    return table(SETTING_COLUMNS, shown, terminal_columns()) if shown else []


def _findings(findings: list[Finding]) -> list[str]:
    lines = []
    for finding in findings:
        lines.append(f"{finding.state:<9}{finding.about}: {plain(finding.text)}")
        if finding.remedy:
            lines.append(f"{'':<9}{plain(finding.remedy)}")
    return lines


def _verdict(problems: int, *, runs: bool) -> str:
    if problems:
        return f"Problems: {problems}."
    return "All is well." if runs else "No problem was found, but no hub runs."
