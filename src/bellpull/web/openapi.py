"""The OpenAPI document, made from the table of routes and the shapes that check what comes in."""

import inspect
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from bellpull import __version__
from bellpull.web.credentials import COOKIE
from bellpull.web.endpoint import Route
from bellpull.web.openapi_examples import example_of
from bellpull.web.wire import Refusal

_REF = "#/components/schemas/{name}"
_ABOUT = """\
Bellpull is the attention layer between people and their AI agents. Over this interface agents tell people things, ask
them questions and read what people tell them; people answer from any surface, or from a script.

Bodies are JSON in UTF-8. Times are ISO 8601 in UTC, with milliseconds and `Z`. A key belongs to one agent or to one
person, and each operation says who may use it. Every error has the shape `Refusal`; programs should look at its `code`.
Any request may also get 405 (another method), 426 (another version of the protocol),
431 (too many headers) or 500 (a bug of the hub).
"""
#: The headings of the document, in its order.
TAGS = {
    "Notifications": "What agents and programs tell people.",
    "Questions": "What agents ask people, and what people answer. A question has the id of its notification.",
    "Nudges": "What people and the world tell an agent. A nudge is pending until the agent has it.",
    "Sessions": "What is known of the sessions of coding tools, and who waits for a person.",
    "Agents": "The agents of a hub, their trails, and the people they are shared with.",
    "Webhooks": "Addresses that let CI and the like nudge one agent.",
    "Signing in": "Signing in and out, in a browser or with a password.",
    "People": "The people of a hub, what they prefer, and what shows things to them.",
    "Keys": "The keys of agents and people.",
    "Hub": "The hub itself: whether it is there, what it measures, what it keeps.",
}
#: For each error its description, and an example of it.
_REFUSALS = {
    400: (
        "A value is not allowed",
        Refusal("Invalid priority. Must be one of: low, normal, high, urgent", "invalid_priority", None),
    ),
    401: (
        "No valid key",
        Refusal("A key is required", "key_required", "send it as: Authorization: Bearer <key>"),
    ),
    403: (
        "Not for this key, or from a page of another origin",
        Refusal("Access denied to agent", "agent_denied", "its owner or an admin can give you access"),
    ),
    404: ("Not there, or not yours to see", Refusal("Agent not found", "agent_not_found", None)),
    409: (
        "A conflict with what is there",
        Refusal("This question is already settled", "already_settled", "it was accepted"),
    ),
    413: ("Too large", Refusal("The body is too large (max 1048576 bytes)", "body_too_large", None)),
    421: (
        "The Host header is not a name of the hub",
        Refusal("This is not a name of the hub", "host_refused", "name it in the setting allowed_hosts if it is right"),
    ),
    422: (
        "A field is missing, unknown or mistyped",
        Refusal("titel: Unknown field", "invalid_field", "did you mean title?"),
    ),
    429: ("Too many", Refusal("Too many notifications", "too_many", "slow down and try again")),
    503: ("Not now", Refusal("The hub is stopping.", "stopping", "try again in a moment")),
    507: (
        "No room on the disk",
        Refusal("There is no room left on the hub's disk.", "store_full", "make room in the data folder"),
    ),
}
_DONE = {200: "Done", 201: "Created", 202: "Taken", 503: "Not now"}
_RETRY = {
    "Retry-After": {"description": "In how many seconds to try again", "schema": {"type": "integer", "minimum": 1}}
}
_PLAIN: dict[str, Any] = {"application/json": {"type": "object"}, "text/plain": {"type": "string"}}
#: What stands in the places of a path, by the words before them: a description and an example.
_PLACES = {
    "notifications/{id}": ("The notification's id", "notif_P6hSuTU7vn5bSQ2C"),
    "questions/{id}": ("The question's id", "notif_P6hSuTU7vn5bSQ2C"),
    "agents/{name}": ("The agent's name", "builder"),
    "shares/{user}": ("The person's name", "bob"),
    "users/{name}": ("The person's name", "bob"),
    "keys/{id}": ("The key's id", "faf4faae"),
    "webhooks/{id}": ("The webhook's id", "wh_366e925c"),
    "webhooks/{token}": ("The webhook's token", "bpw_kb9KnJKxS4zA6N0uQD_vecZUMuDbcBYsxyh73rHR2U4"),
    "clients/{client}": ("The coding tool: claude-code, codex, copilot or gemini", "claude-code"),
}


def document(routes: Iterable[Route]) -> dict[str, Any]:
    routes = tuple(routes)
    schemas = _schemas(routes)
    paths: dict[str, Any] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    key = "A key of an agent or a person (`bellpull key create`), or the token of a sign-in."
    cookie = "The token of a sign-in in a browser, over https. What changes something needs the hub's own `Origin` too."
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Bellpull",
            "version": __version__,
            "summary": "The attention layer between people and their AI agents",
            "description": _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [
            {"url": "/", "description": "The hub that this document is from"},
            {"url": "http://127.0.0.1:7717", "description": "A hub on this machine, with its usual port"},
        ],
        "tags": [{"name": name, "description": description} for name, description in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": key},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": cookie},
            },
        },
        "security": [{"key": []}, {"cookie": []}],
    }


def _schemas(routes: tuple[Route, ...]) -> dict[str, Any]:
    shapes = [route.returns for route in routes if _is_shape(route.returns)]
    shapes += [route.body for route in routes if route.body is not None]
    _, found = msgspec.json.schema_components([*shapes, Refusal], ref_template=_REF)
    schemas = {_name(name): schema for name, schema in found.items()}
    for schema in schemas.values():
        del schema["title"]  # as its name, or a second one for the same
        _tidy(schema)
    return schemas


def _name(shape: str) -> str:
    """As readers of the document call it: to them everything is a shape."""
    return shape.removesuffix("Shape")


def _tidy(schema: Any) -> None:
    """Names as above, and a description where readers look for it: beside what may be null, not within."""
    for one in _parts(schema):
        if "$ref" in one:
            one["$ref"] = _name(one["$ref"])
        if "anyOf" in one and "description" in one["anyOf"][0]:
            one["description"] = one["anyOf"][0].pop("description")


def _parts(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        schema = list(schema.values())
    for inner in schema if isinstance(schema, list) else ():
        yield from _parts(inner)


def _is_shape(shape: Any) -> bool:
    return isinstance(shape, type) and issubclass(shape, msgspec.Struct)


def _operation(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    who = route.may.value if route.may else "nobody"
    operation: dict[str, Any] = {
        "operationId": route.handler.__name__,
        "tags": [route.tag],
        "summary": route.summary,
        "description": f"{inspect.getdoc(route.handler) or ''}\n\nWho may use it: {who}.",
        "responses": _responses(route, schemas),
    }
    parameters = [*_path_parameters(route), *_query_parameters(route), *_header_parameters(route)]
    if parameters:
        operation["parameters"] = parameters
    if content := _body(route):
        operation["requestBody"] = {"required": bool(route.body), "content": content}
    if route.public:
        operation["security"] = []
    return operation


def _body(route: Route) -> dict[str, Any]:
    taken = dict(route.raw or {})
    if route.body:
        (taken["application/json"],), _ = msgspec.json.schema_components([route.body], ref_template=_REF)
        _tidy(taken["application/json"])
    content = {kind: {"schema": schema} for kind, schema in taken.items()}
    if content:
        next(iter(content.values()))["example"] = route.example
    return content


def _responses(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    refuses = {421, 403, 503, *route.refuses}
    if not route.public:
        refuses |= {401}
    if route.query:
        refuses |= {400, 422}
    if route.body:
        refuses |= {400, 413, 422}
    if route.raw:
        refuses |= {400, 413}
    if route.method != "GET":
        refuses |= {507}
    refuses -= set(route.statuses)
    answers = {str(status): _answer(route, status, schemas) for status in route.statuses}
    return answers | {str(status): _refusal(status) for status in sorted(refuses)}


def _answer(route: Route, status: int, schemas: dict[str, Any]) -> dict[str, Any]:
    kind, schema, example = route.returns, _PLAIN.get(route.returns), dict(route.answers)
    if _is_shape(route.returns):
        kind, schema = "application/json", {"$ref": _REF.format(name=_name(route.returns.__name__))}
        example = example_of(schema, schemas) | example
    content = {"schema": schema} | ({"example": example} if example and status == route.statuses[0] else {})
    return {"description": _DONE[status], "content": {kind: content}}


def _refusal(status: int) -> dict[str, Any]:
    description, refusal = _REFUSALS[status]
    schema = {"$ref": _REF.format(name="Refusal")}
    content = {"application/json": {"schema": schema, "example": msgspec.to_builtins(refusal)}}
    return {"description": description, "content": content} | ({"headers": _RETRY} if status == 429 else {})


def _path_parameters(route: Route) -> Iterator[dict[str, Any]]:
    for place, name in re.findall(r"(\w+/{(\w+)})", route.path):
        description, example = _PLACES[place]
        yield {
            "name": name,
            "in": "path",
            "required": True,
            "description": description,
            "schema": {"type": "string"},
            "example": example,
        }


def _query_parameters(route: Route) -> Iterator[dict[str, Any]]:
    if route.query:
        (_,), found = msgspec.json.schema_components([route.query], ref_template=_REF)
        for name, schema in found[route.query.__name__]["properties"].items():
            if schema.get("default") == "":
                del schema["default"]  # nothing is no restriction: it need not be said
            yield _described(name, "query", schema)


def _header_parameters(route: Route) -> Iterator[dict[str, Any]]:
    return (_described(name, "header", dict(schema)) for name, schema in route.headers.items())


def _described(name: str, place: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": place, "description": schema.pop("description", ""), "schema": schema}
