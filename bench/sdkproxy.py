"""A proxy as one would write it on the official SDK: a client of the wrapped server, and a server that asks it."""

import sys

import anyio
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import CallToolRequestParams, CallToolResult, ListToolsResult


async def main(command: str, *words: str) -> None:
    wrapped = stdio_client(StdioServerParameters(command=command, args=list(words)))
    async with Client(wrapped, mode="legacy") as client:

        async def list_tools(context: object, params: object) -> ListToolsResult:
            return await client.list_tools()

        async def call_tool(context: object, params: CallToolRequestParams) -> CallToolResult:
            return await client.call_tool(params.name, params.arguments)

        server: Server[object] = Server("proxy", on_list_tools=list_tools, on_call_tool=call_tool)
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main, *sys.argv[1:])
