"""The official SDK, set up with Bellpull's tools. It is loaded by the first call to `/mcp` and by nothing else."""

import logging
import secrets
from typing import Any

import mcp_types as types
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from starlette.types import ASGIApp

from bellpull import __version__
from bellpull.mcp.server.calls import Driver
from bellpull.mcp.server.exchange import EXCHANGE, Exchange
from bellpull.mcp.server.inside import Inside
from bellpull.mcp.server.places import Places
from bellpull.mcp.tools import (
    CALLED,
    INSTRUCTIONS,
    PROMPTS,
    Call,
    apart,
    instructions_for,
    listed_prompts,
    prompt_messages,
    tools_for,
)
from bellpull.mcp.waiting import CALL_SECONDS, limit_of

Context = ServerRequestContext[Any, Any]
FIRST_MESSAGES = ("initialize", "server/discover")
MOST_KNOWN, LONGEST_CLIENT = 10_000, 200


def manager_of(server: Server[Any], body_limit: int) -> StreamableHTTPSessionManager:
    """Stateless: a call is whole in itself, so any hub that has its key can answer it, also after a restart."""
    logging.getLogger("mcp").setLevel(logging.WARNING)  # it tells of every single request
    return StreamableHTTPSessionManager(
        server,
        stateless=True,
        json_response=False,  # a body of JSON could carry no progress
        # Host and Origin are checked before a request comes here, by the hub's own rules.
        security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        max_request_body_size=body_limit,
    )


def make_server(rest: ASGIApp, places: Places, language: str) -> Server[Any]:
    known = Acquaintances()
    prompts = [types.Prompt.model_validate(prompt) for prompt in listed_prompts()]
    calls = Calls(rest, places, language, known)

    async def list_tools(context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        offered = tools_for(known.client_of(_exchange(context)))
        return types.ListToolsResult(tools=[types.Tool.model_validate(tool.listed()) for tool in offered])

    async def list_prompts(context: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=prompts)

    server: Server[Any] = Server(
        "bellpull",
        version=__version__,
        title="Bellpull",
        instructions=INSTRUCTIONS,
        get_tool_input_schema=_schema,
        on_list_tools=list_tools,
        on_call_tool=calls.call,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )
    server.middleware[:] = [known.meet]  # instead of telemetry that nobody here collects
    return server


class Acquaintances:
    """What callers call themselves. The server keeps no sessions, and the older revision names the client only in its
    first message: so it is kept here, by key and program, while the hub runs."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], str] = {}

    def client_of(self, exchange: Exchange) -> str:
        return exchange.client or self._names.get(exchange.caller, "")

    async def meet(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        result = await call_next(ctx)
        if ctx.method not in FIRST_MESSAGES:
            return result
        exchange = _exchange(ctx)
        client = exchange.client or ""
        self._names.pop(exchange.caller, None)
        self._names[exchange.caller] = client[:LONGEST_CLIENT]
        if len(self._names) > MOST_KNOWN:
            self._names.pop(next(iter(self._names)))
        return {**result, "instructions": instructions_for(client)} if isinstance(result, dict) else result


def _exchange(context: Context) -> Exchange:
    assert context.request is not None
    exchange: Exchange = context.request.scope[EXCHANGE]
    return exchange


def _schema(name: str) -> dict[str, Any] | None:
    """Without this the SDK lists the tools before each call."""
    tool = CALLED.get(name)
    return None if tool is None else tool.input_schema


async def get_prompt(context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
    if params.name not in PROMPTS:
        raise MCPError(types.INVALID_PARAMS, f"Unknown prompt: {params.name[:100]}")
    return types.GetPromptResult.model_validate(prompt_messages(params.name))


class Calls:
    def __init__(self, rest: ASGIApp, places: Places, language: str, known: Acquaintances) -> None:
        self._rest = rest
        self._places = places
        self._language = language
        self._known = known

    async def call(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = CALLED.get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name[:100]}")
        exchange = _exchange(context)
        wants_progress = (context.meta or {}).get("progress_token") is not None
        report = context.session.report_progress if wants_progress else None
        inside = Inside(self._rest, exchange.headers, session=exchange.session, client=_client(context, exchange))
        driver = Driver(inside, exchange, self._places, report)
        limit = limit_of(CALL_SECONDS, has_progress=wants_progress)
        result = await driver.run(tool, Call(params.arguments, _key(exchange), limit, None, self._language))
        items = apart(result.items, self._known.client_of(exchange))
        content: list[types.ContentBlock] = [types.TextContent(type="text", text=item) for item in items]
        return types.CallToolResult(content=content, is_error=result.is_error)


def _key(exchange: Exchange) -> str:
    """A client that repeats a call may say so; then the question is asked once."""
    return exchange.header(b"idempotency-key") or secrets.token_hex(16)


def _client(context: Context, exchange: Exchange) -> str:
    """Only the newer revision names the client with each call."""
    named = exchange.header(b"bellpull-client")
    if named is None and context.session.client_params is not None:
        info = context.session.client_params.client_info
        named = f"{info.name}/{info.version}"
    return (named or exchange.header(b"user-agent") or "mcp")[:200]
