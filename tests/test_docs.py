"""The reference cannot lie: routes, events, errors and files in the docs are those of the code."""

import ast
import json
import re
from pathlib import Path
from string import Template
from typing import get_args, get_origin

from bellpull.domain import errors, event
from bellpull.domain.asking import Ask
from bellpull.domain.notification import Draft, acknowledge, create, dismiss
from bellpull.domain.nudge import Nudge
from bellpull.domain.question import Question
from bellpull.domain.session import Sign, observe
from bellpull.web.endpoint import STATUS
from bellpull.web.openapi_examples import LINK, NOTIFICATION, NUDGE
from bellpull.web.rest_around import history_route
from bellpull.web.rest_hooks import hook_route
from bellpull.web.routes import ROUTES as FIXED_ROUTES
from support import curl

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "bellpull"
REFERENCE = ROOT / "docs" / "reference"
ERROR_KINDS = {
    name: kind for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception)
}
ROUTES = (*FIXED_ROUTES, hook_route({}), history_route(lambda who, project, limit: [], 5))  # type: ignore[arg-type, return-value]
OF_THE_HUB = {"GET /health", "GET /health/ready", "GET /metrics", "GET /openapi.json"}


def text_of(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


def raised() -> list[tuple[str, str]]:
    """Every error of the hub: its kind and code, `*` where the code is made of a field's name.

    Not those of the command line, of tools and of the desk: people and models see their sentences, no program their
    codes.
    """
    found = []
    elsewhere = {"cli", "remote", "config.py", "mcp", "clients", "desk", "library", "sources", "watch"}
    parts = {module: set(module.relative_to(SOURCE).parts) for module in SOURCE.rglob("*.py")}
    modules = [module for module, own in parts.items() if not elsewhere & own or {"mcp", "server"} <= own]
    for module in modules:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ERROR_KINDS
                and node.args
            ):
                found.append((node.func.id, pattern_of(node.args[0])))
    return [(kind, code) for kind, code in found if code]


def pattern_of(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
    return ""


def test_every_route_has_its_heading_and_every_heading_its_route() -> None:
    headings = [line for line in text_of("rest.md").splitlines() if line.startswith("### ")]
    documented = {call.partition("?")[0] for line in headings for call in re.findall(r"`([A-Z]+ [^`]+)`", line)}
    assert documented == {f"{route.method} {route.path}" for route in ROUTES} | OF_THE_HUB


def test_every_route_has_its_line_for_curl() -> None:
    for routes, lines in curl.sections().items():
        for route in routes.split(", "):
            assert [line.text for line in lines if line.is_for(route)], f"{route} has no line for curl"
        assert len(lines) == len(routes.split(", ")), routes


def test_a_line_for_curl_sends_the_example_of_its_route() -> None:
    lines = curl.lines()
    for route in ROUTES:
        body = lines[f"{route.method} {route.path}"].body
        if body is None:
            assert route.example is None, route.path
        else:
            sent = Template(body).substitute(NOTIFICATION=NOTIFICATION, NUDGE=NUDGE, LINK=LINK)
            assert json.loads(sent) == route.example, route.path


def test_every_query_field_and_body_field_is_named() -> None:
    rest = text_of("rest.md")
    for route in ROUTES:
        body = get_args(get_args(route.body)[0])[0] if get_origin(route.body) else route.body  # a list of shapes
        for shape in (route.query, body):
            for field in shape.__struct_fields__ if shape else ():
                assert f"`{field}" in rest or f'"{field}"' in rest, (route.path, field)


def test_every_error_code_is_in_the_reference_and_none_is_made_up() -> None:
    documented = set(
        re.findall(r"`([a-z_]+)`(?=[^|]*\|)", "\n".join(re.findall(r"^\|[^|]*\|", text_of("errors.md"), re.M)))
    )
    codes = {code for _, code in raised()}
    for code in codes:
        pattern = re.compile(code.replace("*", "[a-z_]+"))
        assert any(pattern.fullmatch(name) for name in documented), f"{code} is not documented"
    for name in documented:
        assert any(re.fullmatch(code.replace("*", "[a-z_]+"), name) for code in codes), f"{name} is never raised"


def test_every_event_type_is_in_the_reference_with_its_fields() -> None:
    told = create(Draft("info", "x"), id="notif_0123456789abcdef", agent_name="bot", now="t")
    changes = [
        event.told(told),
        event.ended(acknowledge(told, "ada", "t"), "ada", "t"),
        event.ended(dismiss(told, "ada", "t"), "ada", "t"),
        event.cleared("bot", 1, "ada", "t"),
        event.access_changed("bot", "key_created", "ada", "t"),
        event.preferences_changed("ada", None, "t"),
    ]
    asked = Question("notif_0123456789abcdef", "bot", Ask("x", "y", "text"), "t", None, "t")
    nudge = Nudge("nudge_0123456789abcdef", "bot", None, "user", None, "m", asked.id, "t")
    changes += [
        event.question_opened(asked, "Close", "t"),
        event.question_settled(asked, "t"),
        event.question_released(asked, "t"),
        event.nudge_pending(nudge, 1, "t"),
        event.nudge_handed(nudge, "t"),
        event.session_changed(observe(None, Sign("s", "idle"), "bot", "t"), "t"),
        event.session_jump(observe(None, Sign("s", "idle"), "bot", "t"), "ada", "t"),
    ]
    documented = dict(re.findall(r"^\| `([a-z_]+)` \|(.*)\|$", text_of("sockets.md"), re.M))
    assert set(documented) == {change.type for change in changes}
    for change in changes:
        assert set(json.loads(change.data)) <= set(re.findall(r"`([a-z_]+)`", documented[change.type]))


def test_every_kind_of_error_that_a_request_can_meet_has_a_status() -> None:
    unmapped = {kind for kind in ERROR_KINDS.values() if kind not in STATUS}
    assert unmapped == {errors.BellpullError, errors.Setup}


def test_links_of_the_docs_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_two_commands_of_the_readme_are_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in re.findall(r"^    make (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.M):
        assert f"\n{command}:" in makefile
