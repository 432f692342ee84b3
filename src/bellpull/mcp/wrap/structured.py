"""Clients that show the model only a result's `structuredContent`, and tools whose output schema lets us add to it.

Pure. Where it is unclear what a schema allows, it allows nothing: a nudge can wait for another carrier, but a result
that its client refuses is lost.
"""

from __future__ import annotations

from bellpull.mcp.wrap.results import IN_STRUCTURED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: How the names begin by which such clients introduce themselves, and who says so of them. All others read the text
#: items; of OpenCode (1.18) it was measured that it drops the structured half.
ONLY_STRUCTURED = {
    "claude-code": "reported: anthropics/claude-code 79944, 55677, 9962 (45575 disagrees)",
    "claude-ai": "the same maker's desktop program",
    "codex": "reported: openai/codex pull request 9338, issue 38287",
}
#: Words of a schema that cannot forbid another property. Of a schema with any other word we do not know.
HARMLESS = frozenset(
    (
        *("$schema", "$id", "$comment", "$defs", "definitions", "title", "description", "examples", "default"),
        *("deprecated", "readOnly", "writeOnly", "type", "properties", "required", "minProperties"),
        "additionalProperties",
    )
)
ANYTHING: tuple[object, ...] = (True, {})
TEXTS: tuple[object, ...] = (*ANYTHING, {"type": "string"})


def shows_only_structured(client: str) -> bool:
    return client.lower().startswith(tuple(ONLY_STRUCTURED))


def allows_notes(schema: object) -> bool:
    """Whether an object that is valid by this schema stays valid with our member; None is a tool without a schema."""
    if schema is None:
        return True
    if not isinstance(schema, dict) or not all(word in HARMLESS or word.startswith("x-") for word in schema):
        return False
    properties = schema.get("properties", {})
    if not isinstance(properties, dict):
        return False
    if IN_STRUCTURED in properties:
        return _takes_texts(properties[IN_STRUCTURED])
    return schema.get("additionalProperties", True) in ANYTHING


def _takes_texts(schema: Any) -> bool:
    if not isinstance(schema, dict) or not set(schema) <= {"type", "items", "title", "description", "default"}:
        return False
    return schema.get("type", "array") == "array" and schema.get("items", True) in TEXTS
