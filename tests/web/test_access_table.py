"""Who may do what: every route, both sockets and `/mcp`, with every kind of caller.

The table is made from the routes of the code: what each caller gets follows from the route's rule. A route without a
rule, or without an example of a call, fails here.
"""

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from typing import Any, cast

import httpx2
import pytest
from access_examples import EXAMPLES, OTHERWISE, VARIANTS, Row, row_of
from websockets.exceptions import ConnectionClosed

from bellpull.web.endpoint import Endpoint, Route
from bellpull.web.metrics import Metrics
from bellpull.web.rules import Rule
from support.answers import done, refused
from support.hub import Hub
from support.live import Frame, Live
from support.local_hub import running_here
from support.principals import EVERYBODY, OUTSIDERS, Example, Outcome, Scene, World, expected
from support.routes import RULES, SOCKETS

#: Written down from time to time, whoever calls.
NOTED = {"last_used_at"}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """On a hub of this module's own, since admins here dismiss and remove."""
    with running_here(tmp_path_factory.mktemp("hub")) as hub:
        yield World(hub)


class Records:
    """All rows of the data file but those of earlier scenes, in which the hub still does something by itself, as with
    answers that nobody fetches. They are read anew only when somebody has written."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._over = re.compile("|".join(world.agents) or "$^")
        self._file = sqlite3.connect(f"file:{world.hub.database}?mode=ro", uri=True)
        self._version = -1
        self._rows: Counter[str] = Counter()

    def close(self) -> None:
        self._file.close()

    def rows(self, about: str = "") -> Counter[str]:
        """Those in which this word stands."""
        (version,) = self._file.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version, self._rows = version, Counter(self._read())
        return Counter({row: count for row, count in self._rows.items() if about in row})

    def _read(self) -> Iterator[str]:
        tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        for (table,) in self._file.execute(tables).fetchall():
            cursor = self._file.execute(f'SELECT * FROM "{table}"')
            names = [column[0] for column in cursor.description]
            for row in cursor:
                kept = [value for name, value in zip(names, row, strict=True) if name not in NOTED]
                if not self._over.search(text := f"{table} {kept}"):
                    yield text


def refusals(hub: Hub) -> Counter[str]:
    lines = re.findall(r'^bellpull_refused_total\{code="(\w+)"\} (\d+)$', hub.owner.get("/metrics").text, re.MULTILINE)
    return Counter({code: int(count) for code, count in lines})


class Table:
    """A row of the table, tried."""

    def __init__(self, world: World, row: Row) -> None:
        self._world = world
        self._row = row
        self._method, self._path = row.route.split(" ")
        self._wrong: list[str] = []
        self._refused: Counter[str] = Counter()

    def check(self) -> None:
        before = refusals(self._world.hub)
        with closing(Records(self._world)) as records:
            scene = Scene(self._world)
            example = self._row.example(scene)
            for who in EVERYBODY:
                if self._row.expected(who).is_refusal:
                    self._is_refused(scene, example, who, records)
            for who in EVERYBODY:
                if not self._row.expected(who).is_refusal:
                    self._is_served(scene, example, who, records)
                    if self._method != "GET":
                        scene = Scene(self._world)
                        example = self._row.example(scene)
        assert not self._wrong, "\n".join(self._wrong)
        assert refusals(self._world.hub) - before == self._refused, "every refusal is counted by its code"

    def _call(self, scene: Scene, example: Example, who: str) -> httpx2.Response:
        answer: httpx2.Response = scene.call(who, self._method, self._path.format(**example.places), example.how)
        if self._path == "/api/logout":
            self._world.forget_sign_ins()
        return answer

    def _is_refused(self, scene: Scene, example: Example, who: str, records: Records) -> None:
        scene.caller(who)  # may sign in first, which is no part of it
        wanted, before = self._row.expected(who), records.rows()
        answer = self._call(scene, example, who)
        if answer.status_code != wanted.status:
            self._note(who, answer, wanted)
            return
        code = refused(answer, wanted.status)["code"]
        if wanted.code not in (None, code):
            self._note(who, answer, wanted)
        self._refused[code] += 1
        if changed := (records.rows() - before) + (before - records.rows()):
            self._wrong.append(f"{who} was refused, and yet changed {list(changed)}")

    def _is_served(self, scene: Scene, example: Example, who: str, records: Records) -> None:
        name, outsider = scene.agent.name, who in OUTSIDERS and self._row.rule is not Rule.ANYBODY
        before = records.rows(name) if outsider else None
        answer = self._call(scene, example, who)
        if answer.status_code >= 300:
            self._note(who, answer, self._row.expected(who))
        if outsider and name in answer.text:
            self._wrong.append(f"{who} hears of the agent: {answer.text[:300]}")
        if before is not None and records.rows(name) != before:
            self._wrong.append(f"{who} changed what is the agent's")

    def _note(self, who: str, answer: httpx2.Response, wanted: Outcome) -> None:
        told = f"{answer.status_code} {answer.text[:200]}"
        meant = f"{wanted.status} {wanted.code or ''}" if wanted.is_refusal else "leave to do it"
        self._wrong.append(f"{self._method} {self._path} by {who}: {meant} expected, got {told}")


@pytest.mark.parametrize("route", RULES)
def test_every_route_has_a_rule_and_an_example(route: str) -> None:
    assert RULES[route] is not None, f"{route} has no rule: say who may use it, with may= where the route is defined"
    assert route in EXAMPLES, f"{route} has no example: write a call that succeeds into access_examples.py"


def test_a_route_without_a_rule_is_not_served() -> None:
    nothing = cast("Any", None)
    with pytest.raises(Exception, match="/api/unruled"):
        Endpoint(Route("GET", "/api/unruled", nothing, "", nothing), nothing, Metrics(), 0)


def test_examples_of_routes_that_are_gone_are_gone_too() -> None:
    assert {*EXAMPLES, *OTHERWISE, *(variant.route for variant in VARIANTS)} <= set(RULES)


def test_the_hub_serves_these_routes_and_no_others(world: World) -> None:
    paths = done(world.admin.get("/openapi.json"))["paths"]
    methods = {"get", "post", "put", "patch", "delete", "head", "options"}
    assert {f"{verb.upper()} {path}" for path, item in paths.items() for verb in methods & set(item)} == set(RULES)


@pytest.mark.parametrize("route", [route for route in RULES if RULES[route] and route in EXAMPLES])
def test_route_lets_in_whom_its_rule_lets_in(world: World, route: str) -> None:
    rule = RULES[route]
    assert rule is not None
    Table(world, row_of(route, rule)).check()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda row: f"{row.route}, {row.of}")
def test_call_that_names_somebody_gets_what_is_right_for_that(world: World, variant: Row) -> None:
    Table(world, variant).check()


@pytest.mark.parametrize("path", SOCKETS)
def test_socket_is_open_to_whom_its_rule_says(world: World, path: str) -> None:
    scene, before, told_off = Scene(world), refusals(world.hub), 0
    for who in EVERYBODY:
        by_rule = expected(SOCKETS[path], who, names_agent=False)
        code, frames = _listened(scene, path, who)
        if by_rule.is_refusal:
            assert (code, frames) == (4001 if by_rule.status == 401 else 4003, []), who
            told_off += 1
        else:
            assert [frame["type"] for frame in frames] == ["connected"], f"{who} was closed with {code}"
            sees = who not in OUTSIDERS
            assert (scene.agent.name in json.dumps(frames)) == sees, who
    assert (refusals(world.hub) - before).total() == told_off


def _listened(scene: Scene, path: str, who: str) -> tuple[int, list[Frame]]:
    """With which code the hub closed, or 0, and what it said before."""
    caller = scene.caller(who)
    # Without a header the hub would wait for a first message with a key.
    with Live(scene.world.hub.url, path, key=caller.key if caller else "none") as live:
        try:
            live.frame()
        except ConnectionClosed as end:
            return (end.rcvd.code if end.rcvd else 0), []
        return 0, live.frames


def test_mcp_is_open_to_every_key_and_to_nobody_else(world: World) -> None:
    scene, before, told_off = Scene(world), refusals(world.hub), 0
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    body |= {"params": {"name": "send_notification", "arguments": {"notification_type": "info", "title": "x"}}}
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
    for who in EVERYBODY:
        answer = scene.call(who, "POST", "/mcp", {"json": body, "headers": headers})
        if expected(Rule.KEY, who, names_agent=False).is_refusal:
            refused(answer, 401)
            told_off += 1
        else:
            assert answer.status_code == 200, f"{who}: {answer.text}"
    assert (refusals(world.hub) - before).total() == told_off
