"""Every client that Bellpull knows how to connect, by name."""

from __future__ import annotations

from bellpull.clients.claude_code import CLAUDE_CODE
from bellpull.clients.client import Client
from bellpull.clients.codex import CODEX
from bellpull.clients.copilot import COPILOT
from bellpull.clients.cursor import CURSOR
from bellpull.clients.gemini import GEMINI
from bellpull.clients.opencode import OPENCODE
from bellpull.clients.qwen import QWEN
from bellpull.clients.vscode import VSCODE

CLIENTS: dict[str, Client] = {
    client.name: client for client in (OPENCODE, CLAUDE_CODE, CODEX, GEMINI, QWEN, CURSOR, VSCODE, COPILOT)
}
