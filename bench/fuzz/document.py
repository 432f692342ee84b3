"""Good requests, made from the hub's own document: bad ones are made from these. A new route is shot at by itself."""

from dataclasses import dataclass
from typing import Any

from bench.fuzz.target import World

Schema = dict[str, Any]


@dataclass(frozen=True)
class Base:
    """A request that the hub would take, or almost."""

    method: str
    path: str
    body: Any
    """None where the route takes none."""
    queries: tuple[str, ...]
    public: bool
    """It needs no key."""


def bases(world: World) -> list[Base]:
    found = []
    for path, item in world.document["paths"].items():
        for method, operation in item.items():
            filled = _filled(path, method, world.known)
            queries = tuple(one["name"] for one in operation.get("parameters", ()) if one["in"] == "query")
            public = operation.get("security") == []
            found.append(Base(method.upper(), filled, _body(world.document, operation), queries, public))
    return found


def _filled(path: str, method: str, known: dict[str, str]) -> str:
    """What a route would remove is another than what the rest is about."""
    if method == "delete":
        known = dict.fromkeys(known, "nobody")
    elif "/questions/" in path:
        known = known | {"id": known["question"]}
    for name, value in known.items():
        path = path.replace("{" + name + "}", value)
    return path


def _body(document: Schema, operation: Schema) -> Any:
    content = operation.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema")
    return None if schema is None else example(document, schema)


def example(document: Schema, schema: Any, depth: int = 0) -> Any:
    """Something that the schema allows, with every field that it names."""
    if not isinstance(schema, dict) or depth > 6:
        return None
    if reference := schema.get("$ref"):
        return example(document, _found(document, reference), depth + 1)
    for word in ("anyOf", "oneOf", "allOf"):
        if schema.get(word):
            return example(document, schema[word][0], depth + 1)
    for word in ("const", "default"):
        if schema.get(word) is not None:
            return schema[word]
    if schema.get("enum"):
        return schema["enum"][0]
    return _of_type(document, schema, depth)


def _of_type(document: Schema, schema: Schema, depth: int) -> Any:
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        return {name: example(document, one, depth + 1) for name, one in schema.get("properties", {}).items()}
    if kind == "array":
        return [example(document, schema.get("items", {}), depth + 1)]
    if kind in ("integer", "number"):
        return max(1, schema.get("minimum", 1))
    return {"string": "x" * max(3, schema.get("minLength", 3)), "boolean": False}.get(kind or "")


def _found(document: Schema, reference: str) -> Any:
    place: Any = document
    for part in reference.removeprefix("#/").split("/"):
        place = place[part]
    return place
