"""Title and lines of the menu, as text, made once for every surface.

Not here: what is concluded and in which order sessions come (`bell.py`), what stands under a session
(`menu_session.py`), and how texts are cut (`menu_text.py`).
"""

from collections.abc import Iterable, Iterator

from bellpull.domain.asking import PERMISSION
from bellpull.domain.instant import Instant
from bellpull.domain.menu_session import (
    APP,
    BELL,
    IDLE_ICON,
    LOCK,
    PENDING,
    WARNING,
    Line,
    asks,
    indented,
    of_session,
    permission,
)
from bellpull.domain.menu_text import TITLE, about_server, about_wait, cut, in_one_line, usage_icon, usage_text
from bellpull.domain.session import WAITING
from bellpull.domain.watched import ASK, GUESS, ServerSeen, Wait, Watch, Watched

__all__ = ["Line", "indented", "lines", "title"]

SERVER, USAGE, AGENT, NONE = "server", "usage", "agent", "none"
NOBODY = "No agent sessions"
AND_MORE = f"{BELL} and {{count}} more questions"
LEFT_BEHIND = "{count} that nobody waits for any more"
MOST_IDLE = 10
#: Menus are no lists: whoever has more than this to say looks at the sessions.
MOST_LINES, LONGEST_FULL = 1_000, 1_000
#: Of one agent without a session, and of what nobody waits for: a menu is no list.
MOST_ASKED = 3


def title(watch: Watch) -> str:
    """🤖, how many work, 💤 N idle servers, 🔒 a permission, 🔔 an ask, ⏳N todos, how much is used."""
    idle, todos = _idle_count(watch), watch.todos_pending + watch.todos_in_progress
    parts = (
        str(watch.busy_count or ""),
        f"{IDLE_ICON} {idle}" if idle else "",
        _lock(watch),
        BELL if watch.has_any_pending_ask_user else "",
        f"{PENDING}{todos}" if todos else "",
        _used(watch),
    )
    return " ".join((APP, *filter(None, parts)))


def lines(watch: Watch, now: Instant) -> list[Line]:
    waiting = [(one.waits[0].rank, list(of_session(one, now))) for one in watch.sessions if one.state == WAITING]
    awaited = [wait for wait in watch.questions if not wait.left]
    waiting += [(asked[0].rank, list(_of_agent(name, asked, now))) for name, asked in _by_agent(awaited)]
    found = [line for _, part in sorted(waiting, key=lambda entry: entry[0]) for line in part]
    found += _of_left([wait for wait in watch.questions if wait.left], now)
    text = AND_MORE.format(count=watch.left_out)
    more = [Line(text, 0, NONE, full=text)] if watch.left_out else []
    found += more
    found += [line for one in watch.sessions if one.state != WAITING and one.busy for line in of_session(one, now)]
    found += _of_idle([one for one in watch.sessions if one.state != WAITING and not one.busy], now)
    found += _of_servers(watch)
    if len(found) > MOST_LINES:
        text = f"and {len(found) - MOST_LINES} more lines"
        seen = found[:MOST_LINES]
        found = [*seen, *(line for line in more if line not in seen), Line(text, 0, NONE, full=text)]
    if not found:
        found.append(Line(NOBODY, 0, NONE, full=NOBODY))
    if watch.usage is not None:
        text = usage_text(watch.usage)
        found.append(Line(text, 0, USAGE, full=in_one_line(watch.usage.error or "") or text))
    return [line._replace(full=line.full[:LONGEST_FULL]) for line in found]


def _of_idle(idle: list[Watched], now: Instant) -> Iterator[Line]:
    """The last ones; a day may leave many behind."""
    for one in idle[:MOST_IDLE]:
        yield from of_session(one, now)
    if len(idle) > MOST_IDLE:
        text = f"{IDLE_ICON} and {len(idle) - MOST_IDLE} more"
        yield Line(text, 0, NONE, full=text)


def _idle_count(watch: Watch) -> int:
    """Servers, and agents of sessions without one, where nobody works or waits."""
    watched = {("", server.server) for server in watch.servers if not server.trouble}
    everywhere = watched | {_where(one) for one in watch.sessions}
    at_work = {_where(one) for one in watch.sessions if one.busy or one.state == WAITING}
    return len(everywhere - at_work)


def _where(watched: Watched) -> tuple[str, str]:
    session = watched.session
    return ("", session.server) if session.server else (session.agent_name, "")


def _lock(watch: Watch) -> str:
    found = {wait.confidence for wait in watch.waits if wait.kind == PERMISSION}
    return f"{LOCK}?" if found == {GUESS} else LOCK if found else ""


def _used(watch: Watch) -> str:
    usage = watch.usage
    if usage is None or usage.error is not None or usage.percent is None:
        return ""
    return f"{usage_icon(usage.percent)}{usage.percent}%"


def _by_agent(questions: Iterable[Wait]) -> Iterable[tuple[str, list[Wait]]]:
    found: dict[str, list[Wait]] = {}
    for wait in questions:
        found.setdefault(wait.agent_name, []).append(wait)
    return found.items()


def _of_agent(name: str, asked: list[Wait], now: Instant) -> Iterator[Line]:
    """Questions of which nobody knows the session."""
    icon = BELL if any(wait.kind == ASK for wait in asked) else APP
    full = "\n".join([name, *(in_one_line(about_wait(wait, now)) for wait in asked)])
    yield Line(f"{icon} {cut(name, TITLE)}", 0, AGENT, agent_name=name, full=full)
    yield from _first_of(asked, now)


def _of_left(left: list[Wait], now: Instant) -> Iterator[Line]:
    if left:
        text = LEFT_BEHIND.format(count=len(left))
        full = "\n".join([text, *(f"{wait.agent_name}: {in_one_line(wait.title)}" for wait in left)])
        yield Line(text, 0, NONE, full=full)
        yield from _first_of(left, now)


def _first_of(asked: list[Wait], now: Instant) -> Iterator[Line]:
    shown = asked[:MOST_ASKED]
    yield from asks(shown, 1, now)
    yield from (permission(wait, None, 1, now) for wait in shown if wait.kind == PERMISSION)
    if len(asked) > MOST_ASKED:
        text = f"└ and {len(asked) - MOST_ASKED} more"
        yield Line(text, 1, NONE, full=text)


def _of_servers(watch: Watch) -> Iterator[Line]:
    """Those that are in trouble, and those where nothing happens."""
    known = {one.session.server for one in watch.sessions}
    for server in watch.servers:
        if server.trouble:
            yield _server(WARNING, server, server.trouble)
        elif server.server not in known:
            yield _server(IDLE_ICON, server, "idle")


def _server(icon: str, server: ServerSeen, state: str) -> Line:
    full = f"{about_server(server)}: {in_one_line(state)}"
    return Line(f"{icon} {in_one_line(server.server)} ({cut(state, TITLE)})", 0, SERVER, full=full)
