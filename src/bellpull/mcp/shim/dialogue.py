"""The protocol without the tools' work: what is answered to which message, in both eras.

Up to revision 2025-11-25 a client shakes hands once (`initialize`). Since 2026-07-28 there is no handshake: every
message carries the revision and the client in an envelope, `params._meta`, and every result is marked. The era is a
matter of each message, so nothing is remembered but the client's name.
"""

from __future__ import annotations

from bellpull import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

HANDSHAKE_REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN_REVISION = "2026-07-28"
RESERVED = "io.modelcontextprotocol/"
PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMS, INTERNAL_ERROR, UNSUPPORTED_REVISION = -32602, -32603, -32022
SERVER = {"name": "bellpull", "title": "Bellpull", "version": __version__}
CAPABILITIES = {"prompts": {"listChanged": False}, "tools": {"listChanged": False}}
#: What a client may keep of our lists: they are the same as long as the process lives, but nothing says so yet.
CACHING = {"ttlMs": 0, "cacheScope": "private"}


class RpcError(Exception):
    def __init__(self, code: int, message: str, data: object = None) -> None:
        super().__init__(message)
        self.error = {"code": code, "message": message, **({} if data is None else {"data": data})}


class Message:
    """A request, or (`id` is None) a notification."""

    def __init__(self, id: str | int | None, method: str, params: dict[str, Any]) -> None:
        self.id = id
        self.method = method
        self.params = params
        meta = params.get("_meta")
        self.meta: dict[str, Any] = meta if isinstance(meta, dict) else {}
        self.modern = f"{RESERVED}protocolVersion" in self.meta

    @property
    def token(self) -> str | int | None:
        token = self.meta.get("progressToken")
        return token if isinstance(token, str | int) and not isinstance(token, bool) else None

    def reply(self, result: dict[str, Any]) -> dict[str, Any]:
        if self.modern:
            result = {**result, "resultType": "complete", "_meta": {f"{RESERVED}serverInfo": SERVER}}
        return {"jsonrpc": "2.0", "id": self.id, "result": result}


def failure(id: str | int | None, error: RpcError) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "error": error.error}


def read_message(said: object) -> Message | None:
    """None for what needs no answer and no attention: an answer, though we ask clients nothing."""
    if isinstance(said, list):
        raise RpcError(INVALID_REQUEST, "Batches are not supported: send one message per line")
    if not isinstance(said, dict) or said.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, "Not a JSON-RPC 2.0 message")
    if "method" not in said and ("result" in said or "error" in said):
        return None
    method = said.get("method")
    if not isinstance(method, str) or not _proper_id(said):
        raise RpcError(INVALID_REQUEST, "A request has a method and an id that is a string or a whole number")
    params = said.get("params", {})
    if not isinstance(params, dict):
        raise RpcError(INVALID_PARAMS, "params must be an object")
    return Message(said.get("id"), method, params)


def id_of(said: object) -> str | int | None:
    """The id to which an error about this message can be sent."""
    return said.get("id") if isinstance(said, dict) and "id" in said and _proper_id(said) else None


def is_notification(said: object) -> bool:
    """To these nothing is ever answered, not even what is wrong with them."""
    return isinstance(said, dict) and "id" not in said and "method" in said


def _proper_id(said: dict[str, Any]) -> bool:
    return "id" not in said or (isinstance(said["id"], str | int) and not isinstance(said["id"], bool))


class Dialogue:
    """Answers everything but `tools/call`. Tools are imported when first asked for: a handshake needs none."""

    def __init__(self) -> None:
        #: name/version of the client, for the hub; empty until it said so.
        self.client = ""

    def answer(self, message: Message) -> dict[str, Any]:
        self.check(message)
        methods = MODERN_METHODS if message.modern else HANDSHAKE_METHODS
        found = methods.get(message.method)
        if found is None:
            raise RpcError(METHOD_NOT_FOUND, "Method not found", message.method)
        result: dict[str, Any] = found(message.params, self.client)
        return result

    def check(self, message: Message) -> None:
        """That its envelope is right; and who the client is, where it says so."""
        if message.modern:
            _check_envelope(message.meta)
        info = message.meta.get(f"{RESERVED}clientInfo") if message.modern else message.params.get("clientInfo")
        if isinstance(info, dict):
            self.client = client_of(info)


def _check_envelope(meta: dict[str, Any]) -> None:
    if f"{RESERVED}clientCapabilities" not in meta:
        missing = f"params._meta is missing the required envelope key(s): {RESERVED}clientCapabilities"
        raise RpcError(INVALID_PARAMS, missing)
    requested = meta[f"{RESERVED}protocolVersion"]
    if not isinstance(requested, str):
        raise RpcError(INVALID_PARAMS, f"{RESERVED}protocolVersion must be a string")
    if requested != MODERN_REVISION:
        known = {"supported": [MODERN_REVISION], "requested": requested}
        raise RpcError(UNSUPPORTED_REVISION, "Unsupported protocol version", known)


def client_of(info: dict[str, Any]) -> str:
    """As a header can carry it."""
    words = (str(info.get(name, "")) for name in ("name", "version"))
    name, version = ("".join(mark for mark in word if " " <= mark <= "~")[:100].strip() for word in words)
    return f"{name or 'unknown'}/{version or '0'}"


def _initialize(params: dict[str, Any], client: str) -> dict[str, Any]:
    from bellpull.mcp.instructions import instructions_for

    offered = params.get("protocolVersion")
    revision = offered if offered in HANDSHAKE_REVISIONS else HANDSHAKE_REVISIONS[-1]
    return {
        "protocolVersion": revision,
        "capabilities": CAPABILITIES,
        "serverInfo": SERVER,
        "instructions": instructions_for(client),
    }


def _discover(params: dict[str, Any], client: str) -> dict[str, Any]:
    from bellpull.mcp.instructions import instructions_for

    words = instructions_for(client)
    said = {"supportedVersions": [MODERN_REVISION], "capabilities": CAPABILITIES, "instructions": words}
    return {**said, **CACHING}


def _list_tools(params: dict[str, Any], client: str) -> dict[str, Any]:
    from bellpull.mcp.tools import tools_for

    return {"tools": [tool.listed() for tool in tools_for(client)]}


def _list_prompts(params: dict[str, Any], client: str) -> dict[str, Any]:
    from bellpull.mcp.instructions import listed_prompts

    return {"prompts": listed_prompts()}


def _get_prompt(params: dict[str, Any], client: str) -> dict[str, Any]:
    from bellpull.mcp.instructions import PROMPTS, prompt_messages

    name = params.get("name")
    if not isinstance(name, str) or name not in PROMPTS:
        raise RpcError(INVALID_PARAMS, f"Unknown prompt: {str(name)[:100]}")
    return prompt_messages(name)


def unknown_tool(name: object) -> NoReturn:
    raise RpcError(INVALID_PARAMS, f"Unknown tool: {str(name)[:100]}")


HANDSHAKE_METHODS = {
    "initialize": _initialize,
    "ping": lambda params, client: {},
    "tools/list": _list_tools,
    "prompts/list": _list_prompts,
    "prompts/get": _get_prompt,
}
MODERN_METHODS = {
    "server/discover": _discover,
    "tools/list": lambda params, client: {**_list_tools(params, client), **CACHING},
    "prompts/list": lambda params, client: {**_list_prompts(params, client), **CACHING},
    "prompts/get": _get_prompt,
}
