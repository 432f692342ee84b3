"""Bellpull's own transport with the fixtures that the conformance suite calls by name, which a product does not have.

Run as a program: it prints its address. Everything between the socket and the handlers is the hub's.
"""

import asyncio
from functools import partial
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError

from bellpull.domain.errors import BellpullError
from bellpull.domain.identity import Principal
from bellpull.hub.turns import Turns
from bellpull.mcp.server.endpoint import BODY_LIMIT, McpEndpoint, McpSettings
from bellpull.mcp.server.sdk import manager_of
from bellpull.web.app import Refuse, Shortcut
from bellpull.web.guard import Guard
from bellpull.web.methods import Methods
from bellpull.web.metrics import Metrics
from bellpull.web.server import HubServer, address_of, bind

Context = ServerRequestContext[Any, Any]
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
SILENCE = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="


def text(words: str) -> types.TextContent:
    return types.TextContent(type="text", text=words)


def image() -> types.ImageContent:
    return types.ImageContent(type="image", data=PIXEL, mime_type="image/png")


def embedded(uri: str, words: str) -> types.EmbeddedResource:
    resource = types.TextResourceContents(uri=uri, mime_type="text/plain", text=words)
    return types.EmbeddedResource(type="resource", resource=resource)


CONTENT: dict[str, list[types.ContentBlock]] = {
    "test_simple_text": [text("This is a simple text response for testing.")],
    "test_image_content": [image()],
    "test_audio_content": [types.AudioContent(type="audio", data=SILENCE, mime_type="audio/wav")],
    "test_embedded_resource": [embedded("test://embedded-resource", "This is an embedded resource content.")],
    "test_multiple_content_types": [
        text("Multiple content types test:"),
        image(),
        embedded("test://mixed-content-resource", '{"test": "data", "value": 123}'),
    ],
    "test_tool_with_progress": [text("done")],
    "test_logging_tool": [text("nothing was logged")],
}
TOOLS = [
    types.Tool(name=name, description=name, input_schema={"type": "object"})
    for name in (*CONTENT, "test_error_handling", "test_missing_capability")
]
PROMPTS: dict[str, list[str]] = {
    "test_simple_prompt": [],
    "test_prompt_with_arguments": ["arg1", "arg2"],
    "test_prompt_with_embedded_resource": ["resourceUri"],
    "test_prompt_with_image": [],
}


async def list_tools(context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    return types.ListToolsResult(tools=TOOLS)


async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
    if params.name == "test_error_handling":
        return types.CallToolResult(
            content=[text("This tool intentionally returns an error for testing")], is_error=True
        )
    if params.name == "test_missing_capability":
        needed = {"requiredCapabilities": {"sampling": {}}}
        raise MCPError(types.MISSING_REQUIRED_CLIENT_CAPABILITY, "sampling is required", needed)
    if params.name == "test_tool_with_progress":
        for progress in (0, 50, 100):
            await context.session.report_progress(progress, 100, f"Completed step {progress} of 100")
    if params.name not in CONTENT:
        raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
    return types.CallToolResult(content=CONTENT[params.name])


async def list_prompts(context: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    prompts = [
        types.Prompt(
            name=name,
            description=name,
            arguments=[types.PromptArgument(name=argument, required=True) for argument in arguments],
        )
        for name, arguments in PROMPTS.items()
    ]
    return types.ListPromptsResult(prompts=prompts)


async def get_prompt(context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
    given = params.arguments or {}
    said: dict[str, list[types.ContentBlock]] = {
        "test_simple_prompt": [text("This is a simple prompt for testing.")],
        "test_prompt_with_arguments": [
            text(f"Prompt with arguments: arg1='{given.get('arg1')}', arg2='{given.get('arg2')}'")
        ],
        "test_prompt_with_embedded_resource": [
            embedded(given.get("resourceUri", ""), "Embedded resource content for testing."),
            text("Please process the embedded resource above."),
        ],
        "test_prompt_with_image": [image(), text("Please analyze the image above.")],
    }
    if params.name not in said:
        raise MCPError(types.INVALID_PARAMS, f"Unknown prompt: {params.name}")
    messages = [types.PromptMessage(role="user", content=content) for content in said[params.name]]
    return types.GetPromptResult(messages=messages)


def make(*_: object) -> StreamableHTTPSessionManager:
    server: Server[Any] = Server(
        "bellpull-conformance",
        version="0",
        get_tool_input_schema=lambda name: next((tool.input_schema for tool in TOOLS if tool.name == name), None),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )
    return manager_of(server, BODY_LIMIT)


class Everybody:
    """Admits whoever has a key, of whatever form."""

    async def admit(self, secret: str) -> Principal:
        return Principal("agent", "conformance", False, "0")


async def main() -> None:
    listener = bind("127.0.0.1", 0)
    endpoint = McpEndpoint(Everybody(), Turns(), McpSettings(1000, "en"), make)  # type: ignore[arg-type]
    nowhere = Refuse(BellpullError("not_found", "Not found"), 404, Metrics().refusals)
    app = Guard(Shortcut({"/mcp": Methods({"POST": endpoint})}, nowhere), "127.0.0.1", ())
    told = partial(print, f"{address_of(listener)}/mcp", flush=True)
    server = HubServer(app, 3, told, lambda number: None, endpoint.stop)
    running = asyncio.create_task(endpoint.run(nowhere))
    await server.serve(sockets=[listener])
    running.cancel()


asyncio.run(main())
