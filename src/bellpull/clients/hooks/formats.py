"""Every coding tool whose hooks are understood, by name."""

from bellpull.clients.hooks import claude_code, codex, copilot, gemini, qwen

FORMATS = {one.client: one for one in (claude_code.FORMAT, codex.FORMAT, copilot.FORMAT, gemini.FORMAT, qwen.FORMAT)}
