"""`bellpull connect` alone: which coding tools are on this machine, and what of Bellpull each of them has."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from bellpull.cli.outcome import DONE
from bellpull.cli.parser import print_json
from bellpull.cli.terminal import Column, plain, table, terminal_columns
from bellpull.clients.client import HOOKS, MCP, PLUGIN, SKILL, Client, Place
from bellpull.clients.connection import Standing, standing
from bellpull.clients.known import CLIENTS
from bellpull.domain import errors
from bellpull.remote.project import git_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

USER, PROJECT = "user", "project"
COLUMNS = (
    Column("CLIENT"),
    Column("FOR"),
    Column("MCP"),
    Column("HOOKS/PLUGIN"),
    Column("SKILL"),
    Column("FILE", least=12),
    Column("FOUND AT", least=8),
)
ABSENT = "-"
NEXT = f"Connect one: bellpull connect CLIENT   ({', '.join(CLIENTS)})"


class Looked:
    """A client's files of a person or of a project: what is there of ours, or why nobody can say."""

    def __init__(self, client: Client, scope: str, root: Path | None) -> None:
        self.client = client
        self.scope = scope
        self.place = Place(os.environ, root)
        self.problem: errors.BellpullError | None = None
        self.standing: list[Standing] = []
        try:
            self.standing = standing(client, self.place)
        except errors.BellpullError as error:
            self.problem = error

    @property
    def about(self) -> str:
        return self.client.name + (" (project)" if self.scope == PROJECT else "")

    @property
    def connected(self) -> bool:
        return any(each.found is not None for each in self.standing)


def look() -> list[Looked]:
    """Every client for this person; and for the project in this folder those that have something of ours there."""
    here = Path.cwd()
    root = git_root(here) or here
    looked: list[Looked] = []
    for client in CLIENTS.values():
        mine, theirs = Looked(client, USER, None), Looked(client, PROJECT, root)
        own = {each.file for each in mine.standing}  # in the home folder some are the same
        theirs.standing = [each for each in theirs.standing if each.file not in own]
        looked += [mine, theirs] if theirs.connected or (theirs.problem and not mine.problem) else [mine]
    return looked


def list_clients(as_json: bool) -> int:
    looked = look()
    if as_json:
        print_json({"count": len(looked), "clients": [_record(each) for each in looked]})
        return DONE
    rows = [_row(each) for each in looked if each.scope != USER or each.connected or each.problem or _found(each)]
    lines = table(COLUMNS, rows, terminal_columns()) if rows else ["No coding tool that Bellpull knows was found."]
    problems = [plain(f"note: {each.problem.sentence}") for each in looked if each.problem]
    sys.stdout.write("\n".join([*lines, "", *problems, NEXT]) + "\n")
    return DONE


def trace_of(client: Client) -> str | None:
    """Where the client is on this machine: its program, or something that it left."""
    traces = (str(trace) for trace in client.traces(os.environ) if trace.exists())
    return shutil.which(client.program) or next(traces, None)


def _found(looked: Looked) -> str | None:
    return trace_of(looked.client)


def _row(looked: Looked) -> list[str]:
    states = {each.kind: "yes" if each.found is not None else "no" for each in looked.standing}
    broken = "?" if looked.problem else ABSENT
    files = [str(each.file) for each in looked.standing if each.found is not None]
    return [
        looked.client.name,
        looked.scope,
        states.get(MCP, broken),
        states.get(HOOKS, states.get(PLUGIN, broken)),
        states.get(SKILL, broken),
        files[0] if files else ABSENT,
        _found(looked) or ABSENT,
    ]


def _record(looked: Looked) -> dict[str, Any]:
    return {
        "client": looked.client.name,
        "for": looked.scope,
        "found_at": _found(looked),
        "connected": looked.connected,
        "pieces": [
            {"kind": each.kind, "connected": each.found is not None, "file": str(each.file)} for each in looked.standing
        ],
        "problem": looked.problem.sentence if looked.problem else None,
    }
