"""The OpenAPI document, made from the table of routes and the shapes that check what comes in."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from bellpull import __version__
from bellpull.web.endpoint import Route
from bellpull.web.wire import Refusal

_REF = "#/components/schemas/{name}"
#: Of routes that read the body themselves.
_ANY_BODY: dict[str, Any] = {"application/json": {"schema": {}}, "text/plain": {"schema": {"type": "string"}}}
_REASONS = {
    200: "Done",
    201: "Created",
    202: "Taken",
    400: "Not allowed",
    401: "No valid key",
    403: "Not yours",
    404: "Not found",
    409: "Conflict",
    413: "Too large",
    421: "Not a name of the hub",
    422: "A field is missing or mistyped",
    429: "Slow down",
    503: "Not now",
    507: "No room",
}


def document(routes: Iterable[Route]) -> dict[str, Any]:
    routes = tuple(routes)
    schemas = _schemas(routes)
    paths: dict[str, Any] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bellpull", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"key": []}],
    }


def _schemas(routes: tuple[Route, ...]) -> dict[str, Any]:
    shapes = [shape for route in routes for shape in (route.returns, route.query) if _is_shape(shape)]
    shapes += [route.body for route in routes if route.body is not None]
    _, schemas = msgspec.json.schema_components([*shapes, Refusal], ref_template=_REF)
    return schemas


def _schema_of(body: Any) -> Any:
    (schema,), _ = msgspec.json.schema_components([body], ref_template=_REF)
    return schema


def _is_shape(shape: Any) -> bool:
    return isinstance(shape, type) and issubclass(shape, msgspec.Struct)


def _operation(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.handler.__name__,
        "summary": route.summary,
        "responses": _responses(route),
    }
    parameters = [*_path_parameters(route), *_query_parameters(route, schemas), *_header_parameters(route)]
    if parameters:
        operation["parameters"] = parameters
    if route.body:
        content = {"application/json": {"schema": _schema_of(route.body)}}
        operation["requestBody"] = {"required": True, "content": content}
    if route.raw:
        operation["requestBody"] = {"required": False, "content": _ANY_BODY}
    if route.public:
        operation["security"] = []
    return operation


def _responses(route: Route) -> dict[str, Any]:
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
    answers = {str(status): _response(status, _content(route.returns)) for status in route.statuses}
    return answers | {str(status): _response(status, _content(Refusal)) for status in sorted(refuses)}


def _response(status: int, content: dict[str, Any]) -> dict[str, Any]:
    return {"description": _REASONS[status], "content": content}


def _content(shape: Any) -> dict[str, Any]:
    if _is_shape(shape):
        return {"application/json": {"schema": {"$ref": _REF.format(name=shape.__name__)}}}
    return {str(shape): {}}


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", route.path)
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def _query_parameters(route: Route, schemas: dict[str, Any]) -> list[dict[str, Any]]:
    if not route.query:
        return []
    properties = schemas[route.query.__name__]["properties"]
    return [{"name": name, "in": "query", "schema": schema} for name, schema in properties.items()]


def _header_parameters(route: Route) -> list[dict[str, Any]]:
    return [{"name": name, "in": "header", "schema": schema} for name, schema in route.headers.items()]
