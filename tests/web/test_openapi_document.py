"""The document is valid and useful to others: people who read it, and programs that make clients of it."""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import openapi_spec_validator
import pytest
from jsonschema import Draft202012Validator

from bellpull.web.openapi import TAGS, document
from support.answers import PATIENCE, done
from support.hub import Hub
from support.routes import SERVED

ERRORS = Path(__file__).parents[2] / "docs" / "reference" / "errors.md"
DOCUMENT = document(SERVED.values())
OPERATIONS: dict[str, Any] = {
    f"{method.upper()} {path}": operation
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
}
#: Verbs that the operations of a client begin with.
VERBS = {
    *("acknowledge", "answer", "ask", "await", "call", "change", "claim", "confirm", "count", "create", "dismiss"),
    *("get", "jump", "list", "preview", "read", "redeem", "release", "remove", "renew", "report", "revoke", "run"),
    *("send", "share", "sign", "tell", "unshare", "withdraw"),
}


def parts(of: Any) -> Iterator[dict[str, Any]]:
    if isinstance(of, dict):
        yield of
    for inner in of.values() if isinstance(of, dict) else of if isinstance(of, list) else ():
        yield from parts(inner)


def fits(value: Any, schema: dict[str, Any]) -> None:
    Draft202012Validator({**schema, "components": DOCUMENT["components"]}).validate(value)


def test_the_document_is_valid() -> None:
    openapi_spec_validator.validate(DOCUMENT)  # type: ignore[arg-type]
    assert DOCUMENT["openapi"].startswith("3.1.")


def test_errors_are_described_in_the_one_shape() -> None:
    for route, operation in OPERATIONS.items():
        if route in ("GET /health", "GET /health/ready", "GET /openapi.json"):
            continue
        statuses = {status for status in operation["responses"] if status >= "400"}
        assert "401" in statuses, route
        for status in statuses:
            assert "application/json" in operation["responses"][status]["content"], f"{route} {status}"


def test_the_document_is_read_without_a_key(hub: Hub) -> None:
    assert done(hub.nobody("GET", "/openapi.json")) == json.loads(json.dumps(DOCUMENT))


@pytest.mark.process
def test_a_generated_client_has_every_operation_and_every_answer(tmp_path: Path) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(DOCUMENT))
    (tmp_path / "config.json").write_text('{"post_hooks": []}')
    words = ["--path", "openapi.json", "--config", "config.json", "--meta", "none", "--fail-on-warning"]
    command = [sys.executable, "-m", "openapi_python_client", "generate", *words, "--output-path", "client"]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=4 * PATIENCE, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    assert "WARNING" not in made.stdout + made.stderr
    calls = {file.stem: file.read_text() for file in (tmp_path / "client" / "api").glob("*/*.py")}
    calls.pop("__init__")
    assert set(calls) == {operation["operationId"] for operation in OPERATIONS.values()}
    untyped = {name for name, text in calls.items() if "def sync(" not in text}
    assert untyped == set(), "what these answer is lost"


def test_document_has_a_title_servers_keys_and_tags() -> None:
    assert set(DOCUMENT["info"]) == {"title", "version", "summary", "description", "license"}
    assert [server["url"] for server in DOCUMENT["servers"]] == ["/", "http://127.0.0.1:7717"]
    assert set(DOCUMENT["components"]["securitySchemes"]) == {"key", "cookie"}
    assert {tag["name"] for tag in DOCUMENT["tags"]} == {tag for one in OPERATIONS.values() for tag in one["tags"]}


@pytest.mark.parametrize("route", SERVED)
def test_an_operation_is_described(route: str) -> None:
    operation = OPERATIONS[route]
    (tag,) = operation["tags"]
    assert tag in TAGS, "give the route a tag"
    assert re.fullmatch(r"[A-Z].{6,}[^.]", operation["summary"]), (
        "give the route a summary, a phrase without a full stop"
    )
    told, _, who = operation["description"].partition("\n\nWho may use it: ")
    assert told.endswith("."), "give its handler a docstring of whole sentences"
    assert who
    for parameter in operation.get("parameters", ()):
        assert parameter["description"], f"describe {parameter['name']}"


@pytest.mark.parametrize("route", SERVED)
def test_an_operation_has_examples_that_fit(route: str) -> None:
    operation, definition = OPERATIONS[route], SERVED[route]
    if definition.body or definition.raw:
        (content, *_) = operation["requestBody"]["content"].values()
        assert content["example"] is not None, "give the route an example of its body"
        fits(content["example"], content["schema"])
    if definition.body:
        assert msgspec.convert(definition.example, definition.body)
    for status, response in operation["responses"].items():
        for content in response["content"].values():
            if "example" in content:
                fits(content["example"], content["schema"])
            else:
                usual = status == str(definition.statuses[0])
                assert not usual or route in ("GET /metrics", "GET /openapi.json"), f"{status} has no example"


def test_no_text_in_an_example_is_made_up_from_its_type() -> None:
    for operation in OPERATIONS.values():
        for example in [part["example"] for part in parts(operation["responses"]) if "example" in part]:
            for part in parts(example):
                for field, value in part.items():
                    made_up = value == field or value in ("", [""])
                    assert not made_up or field == "default_quiet_hours", f"{operation['operationId']}: {field}"


def test_an_operation_is_called_after_what_it_does() -> None:
    names = Counter(operation["operationId"] for operation in OPERATIONS.values())
    assert [name for name, times in names.items() if times > 1] == []
    for name in names:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)+", name), name
        assert name.partition("_")[0] in VERBS, name


def test_schemas_are_called_by_plain_names_and_all_are_used() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    used = {part["$ref"].rpartition("/")[2] for part in parts(DOCUMENT) if "$ref" in part}
    assert used == set(schemas)
    for name, schema in schemas.items():
        assert re.fullmatch(r"[A-Z][A-Za-z]+", name), name
        assert "title" not in schema, name


def test_every_list_says_what_it_is_a_list_of() -> None:
    lists = [part for part in parts(DOCUMENT) if part.get("type") == "array"]
    assert [one for one in lists if "items" not in one] == []


def test_every_field_of_a_body_is_described() -> None:
    bodies = [operation["requestBody"] for operation in OPERATIONS.values() if "requestBody" in operation]
    names = {part["$ref"].rpartition("/")[2] for part in parts(bodies) if "$ref" in part}
    for name in names:
        schema = DOCUMENT["components"]["schemas"][name]
        assert schema["description"], name
        for field, of_field in schema["properties"].items():
            assert of_field.get("description"), f"{name}.{field}: describe it with Meta(description=…)"


def test_the_examples_of_errors_are_errors_of_the_hub() -> None:
    documented = dict(re.findall(r"^\| (`[^|]*) \| (\d+) \|", ERRORS.read_text(encoding="utf-8"), re.MULTILINE))
    statuses = {code: status for codes, status in documented.items() for code in re.findall(r"`(\w+)`", codes)}
    for operation in OPERATIONS.values():
        for status, response in operation["responses"].items():
            content = response["content"].get("application/json", {})
            if content.get("schema", {}).get("$ref", "").endswith("/Refusal"):
                assert statuses[content["example"]["code"]] == status
