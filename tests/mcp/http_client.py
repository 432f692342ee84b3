"""The official MCP client, at the hub's `/mcp`, called from tests that are not asynchronous themselves."""

import contextlib
import json
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any, NamedTuple

import httpx2
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation

from support.answers import PATIENCE, TRUST
from support.hub import Caller

#: How the official client asks, and the revision that it then speaks with us.
REVISIONS = {"legacy": "2025-11-25", "auto": "2026-07-28"}


class Told(NamedTuple):
    """A result as a model sees it."""

    items: list[str]
    is_error: bool

    @property
    def question_id(self) -> str:
        return str(json.loads(self.items[1])["question_id"])


class McpClient:
    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self._portal = portal
        self.client = client
        #: Each progress that came: how far, of how much, in words.
        self.progress: list[tuple[float, float | None, str | None]] = []

    def begin(self, tool: str, *, progress: bool = False, **arguments: Any) -> "Future[Told]":
        """A call under way; without `progress` the client sends no token."""
        return self._portal.start_task_soon(self._call, tool, arguments, progress)

    def call(self, tool: str, *, progress: bool = False, **arguments: Any) -> Told:
        return self.begin(tool, progress=progress, **arguments).result(PATIENCE)

    def ask(self, method: str, *given: Any) -> Any:
        """Any other method of the client."""
        return self._portal.call(getattr(self.client, method), *given)

    async def _call(self, tool: str, arguments: dict[str, Any], progress: bool) -> Told:
        result = await self.client.call_tool(tool, arguments, progress_callback=self._note if progress else None)
        assert result.structured_content is None
        return Told([item.text for item in result.content if item.type == "text"], bool(result.is_error))

    async def _note(self, progress: float, total: float | None, message: str | None) -> None:
        self.progress.append((progress, total, message))


def called_so(name: str | None) -> Implementation | None:
    return None if name is None else Implementation(name=name, version="0.61.0")


@contextlib.contextmanager
def connected(agent: Caller, mode: str, called: str | None = None, **headers: str) -> Iterator[McpClient]:
    """A client of this agent, which has settled on a revision with the hub. `called`: the name it gives itself."""
    sent = {"Authorization": f"Bearer {agent.key}"} | {name.replace("_", "-"): value for name, value in headers.items()}
    with start_blocking_portal() as portal, contextlib.ExitStack() as opened:
        http = httpx2.AsyncClient(
            headers=sent, timeout=httpx2.Timeout(PATIENCE, read=120), trust_env=False, verify=TRUST
        )
        opened.enter_context(portal.wrap_async_context_manager(http))
        transport = streamable_http_client(f"{agent.hub.url}/mcp", http_client=http)
        made = Client(transport, mode=mode, client_info=called_so(called))
        client = opened.enter_context(portal.wrap_async_context_manager(made))
        assert client.session.protocol_version == REVISIONS[mode]
        yield McpClient(portal, client)


def raw_call(mode: str, tool: str, arguments: dict[str, Any]) -> tuple[dict[str, str], bytes]:
    """One call as it goes over the wire: headers and body."""
    revision = REVISIONS[mode]
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": revision,
    }
    params: dict[str, Any] = {"name": tool, "arguments": arguments}
    if mode == "auto":
        headers |= {"Mcp-Method": "tools/call", "Mcp-Name": tool}
        params["_meta"] = {
            "io.modelcontextprotocol/protocolVersion": revision,
            "io.modelcontextprotocol/clientCapabilities": {},
        }
    return headers, json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
