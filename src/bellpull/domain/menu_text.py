"""The small texts of the menu: what is cut and how, how long something lasts, and the whole text behind a short one.

Not here: which lines there are, and in which order (`menu.py`).
"""

import re
from collections.abc import Iterable
from datetime import datetime

from bellpull.domain.instant import Instant
from bellpull.domain.session import WAITING
from bellpull.domain.watched import GUESS, ServerSeen, Tool, Usage, Wait, Watched

TITLE, ARGUMENT, CURRENT_TODO, NEXT_TODO = 40, 30, 35, 30
ELLIPSIS = "..."
UNTITLED = "Untitled"
#: OpenCode says so behind the title of a sub-agent.
KIND_OF_AGENT = re.compile(r"\s*\(@[^()]*\)?\s*$")
STEPS = ((86400, "d"), (3600, "h"), (60, "m"), (1, "s"))
#: From how many percent on; and what is shown for it.
BANDS = ((90, "🔴"), (70, "🟠"), (50, "🟡"))
LEAST_USED = "🟢"


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def cut(text: str, most: int) -> str:
    text = in_one_line(text)
    return text if len(text) <= most else text[: most - len(ELLIPSIS)] + ELLIPSIS


def title_of(watched: Watched) -> str:
    return KIND_OF_AGENT.sub("", in_one_line(watched.session.title or "")) or UNTITLED


def tool_text(tool: Tool) -> str:
    name = cut(tool.tool, ARGUMENT)
    return f"{name}: {cut(tool.argument, ARGUMENT)}" if tool.argument.strip() else name


def whole_tool(tool: Tool) -> str:
    name, argument = in_one_line(tool.tool), in_one_line(tool.argument)
    return f"{name}: {argument}" if argument else name


def usage_icon(percent: int) -> str:
    return next((icon for least, icon in BANDS if percent >= least), LEAST_USED)


def usage_text(usage: Usage) -> str:
    if usage.error is not None or usage.percent is None:
        return f"⚠️ Usage: {cut(usage.error or 'unknown', TITLE)}"
    return f"{usage_icon(usage.percent)} Usage: {usage.percent}%"


def span(since: Instant | None, now: Instant) -> str:
    """How long it lasts, in its two largest units: 15s, 1m 30s, 2h 5m."""
    try:
        seconds = int((datetime.fromisoformat(now) - datetime.fromisoformat(since or now)).total_seconds())
    except (ValueError, TypeError):
        return "?"
    left, parts = max(seconds, 0), []
    for size, unit in STEPS:
        if left >= size:
            parts.append(f"{left // size}{unit}")
            left %= size
    return " ".join(parts[:2]) or "0s"


def about_session(watched: Watched, now: Instant) -> str:
    """Whose it is, where, what it does, why, since when."""
    session = watched.session
    whose = ", ".join(part for part in (session.agent_name, session.client, session.directory) if part)
    return _joined([title_of(watched), whose, *_doing(watched, now), session.trouble or ""])


def _doing(watched: Watched, now: Instant) -> Iterable[str]:
    session = watched.session
    reasons = [about_wait(wait, now) for wait in watched.waits]
    if watched.state == WAITING:
        return [WAITING, *reasons]
    reason = f": {session.reason}" if session.reason else ""
    return [f"{watched.state} for {span(session.since, now)}{reason}", *reasons]


def about_wait(wait: Wait, now: Instant) -> str:
    reason = wait.reason if wait.title in wait.reason else f"{wait.reason}: {wait.title}"
    running = "running " if wait.confidence == GUESS else ""
    return f"{reason} ({running}{span(wait.since, now)})"


def about_guess(tool: Tool, now: Instant) -> str:
    said = f"May be waiting for permission (running {span(tool.since, now)})"
    return said if tool_text(tool) == whole_tool(tool) else _joined([said, whole_tool(tool)])


def about_server(server: ServerSeen) -> str:
    version = f"version {server.version}" if server.version else ""
    return ", ".join(part for part in (server.server, server.host and f"on {server.host}", version) if part)


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(line for line in map(in_one_line, lines) if line)
