"""What a hook tells the hub with few events only: where its tool runs, what one of our own tools asks or has left open,
and what is on its list. Of all this the hub gets what it uses, and in the event's own form: results stay here.

Loaded by `hook_fast` when there is something to tell, and made as it is: of modules that are written in C.
"""

import _json
import _socket
import sys

if sys.platform == "win32":
    import nt as posix
else:
    import posix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BEFORE_TOOL = ("PreToolUse", "BeforeTool", "PermissionRequest")
PROMPTS = ("UserPromptSubmit", "BeforeAgent")
#: What Gemini CLI says of a dialog, as far as it tells what the dialog is about.
NOTICE, DETAILS = "Notification", ("type", "command", "filePath", "prompt", "serverName", "toolName")
ASKS = ("ask_user", "ask_person", "notify")
#: As `hook_fast` has them, and what is asked.
ARGUMENTS = ("command", "file_path", "path", "url", "query", "pattern", "description", "prompt")
ASKED = ("title", "question", "message")
#: Of a list's lines, and of one line that is told alone.
LISTS = ("todos", "plan")
OF_A_LINE = ("content", "description", "step", "status")
OF_A_TASK = ("taskId", "subject", "status")
LONGEST, LONGEST_QUESTION, MOST_LINES = 300, 16_000, 50
#: So much of a result is looked through for questions.
MOST_PARTS, LONGEST_PART, MOST_IDS = 200, 100_000, 20
ID_MARKS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
LONGEST_ID = 66
#: What we tell an agent begins so; some tools show it to their hooks as if a person had written it.
OURS = "<notification source="
#: What may stand between a tool and its hook.
SHELLS = frozenset(("sh", "bash", "zsh", "dash", "env", "fish", "ksh", "ash", "busybox"))
MOST_BETWEEN = 8
#: A word of a daemon's command.
DAEMON = b"--managed-daemon"


def fields(event: dict[str, object], project: str) -> list[str]:
    """Each as JSON: `"name":value`. `project`: the folder that the tool was started in."""
    name, tool = event.get("hook_event_name"), event.get("tool_name")
    if name == NOTICE:
        return _written({"details": details(event)})
    if isinstance(error := event.get("error"), dict):
        return _written({"error": _texts(error, ("message",)).get("message")})
    if not isinstance(tool, str):
        ours = name in PROMPTS and OURS in str(event.get("prompt"))
        told: dict[str, object] = {"prompt": OURS} if ours else {}
        if event.get("submitted_prompt"):  # of what it says nothing, only that a person did it
            told["submitted_prompt"] = "-"
        return _written(told | {"project": project, "place": place(str(event.get("cwd")), ours)})
    given = event.get("tool_input")
    arguments = given if isinstance(given, dict) else {}
    if name in BEFORE_TOOL:
        return _written({"tool_input": _about_to(arguments)})
    if tool.endswith(ASKS):
        return _written({"tool_response": " ".join(f"question_id={id}" for id in question_ids(event))})
    done = _texts(arguments, OF_A_TASK) | {name: _lines(arguments[name]) for name in LISTS if name in arguments}
    return _written({"tool_input": done, "tool_response": _made(event.get("tool_response"))})


def details(event: dict[str, object]) -> dict[str, object]:
    given = event.get("details")
    return _texts(given, DETAILS) if isinstance(given, dict) else {}


def _about_to(arguments: dict[str, object]) -> dict[str, object]:
    waits = arguments.get("wait_for_response")
    told = _texts(arguments, ARGUMENTS) | _texts(arguments, ASKED, LONGEST_QUESTION)
    return told | ({"wait_for_response": waits} if isinstance(waits, bool) else {})


def _texts(values: dict[str, object], names: tuple[str, ...], longest: int = LONGEST) -> dict[str, object]:
    return {name: value[:longest] for name in names if isinstance(value := values.get(name), str)}


def _lines(listed: object) -> list[object]:
    lines = listed[:MOST_LINES] if isinstance(listed, list) else []
    return [_texts(line, OF_A_LINE) for line in lines if isinstance(line, dict)]


def _made(response: object) -> dict[str, object]:
    task = response.get("task") if isinstance(response, dict) else None
    return {"task": _texts(task, ("id",))} if isinstance(task, dict) else {}


def question_ids(event: dict[str, object]) -> list[str]:
    """That the result names: in whatever form its tool passes results on, the words stay."""
    found: list[str] = []
    parts: list[object] = [event.get("tool_response", event.get("tool_result"))]
    for _ in range(MOST_PARTS):
        if not parts:
            break
        part = parts.pop()
        if isinstance(part, str):
            found += _named(part[:LONGEST_PART])
        elif isinstance(part, dict):
            parts += [f"{name}={value}" if name == "question_id" else value for name, value in part.items()]
        elif isinstance(part, list):
            parts += part[:MOST_PARTS]
    return list(dict.fromkeys(found))[:MOST_IDS]


def _named(text: str) -> list[str]:
    """Between name and id there are quotes, a colon and the like."""
    found = []
    for rest in text.split("question_id")[1:]:
        start = rest.find("notif_", 1, 15)
        if start > 0 and ID_MARKS.isdisjoint(rest[:start]):
            id = rest[start : start + LONGEST_ID + 1]
            end = next((at for at, mark in enumerate(id) if mark not in ID_MARKS), len(id))
            found += [id[:end]] if 10 <= end <= LONGEST_ID else []
    return found


def place(folder: str, ours: bool = False) -> dict[str, object]:
    """Where the tool runs that called us: a person may be brought there. Of a daemon it is the terminal that somebody
    has just typed in; after a prompt of ours nobody has, and it stays where it was."""
    pid, tty = tool()
    told: dict[str, object] = {"host": _socket.gethostname(), "pid": pid}
    variables = posix.environ
    if not tty and is_daemon(pid):
        if ours:
            return {}
        daemon = _daemon()
        seat = daemon["terminal_of"](pid, folder)
        tty, variables = ("", {}) if seat is None else (_terminal(_process(seat)[2]), daemon["variables"](seat))
    if tty:
        told["tty"] = tty

    def value(name: bytes) -> str:
        return str(variables.get(name, b"").decode("utf-8", "replace"))

    inside = {
        "tmux": {"socket": value(b"TMUX").partition(",")[0], "pane": value(b"TMUX_PANE")},
        "kitty": {"listen_on": value(b"KITTY_LISTEN_ON"), "window": value(b"KITTY_WINDOW_ID")},
        "wezterm": {"socket": value(b"WEZTERM_UNIX_SOCKET"), "pane": value(b"WEZTERM_PANE")},
        "iterm2": {"session": value(b"ITERM_SESSION_ID")},
    }
    return told | {name: parts for name, parts in inside.items() if all(parts.values())}


def is_daemon(pid: int) -> bool:
    """Whether this process of a tool outlives its terminals."""
    try:
        file = posix.open(f"/proc/{pid}/cmdline", posix.O_RDONLY)
        try:
            return DAEMON in posix.read(file, 4096).split(b"\0")
        finally:
            posix.close(file)
    except OSError:
        return False


def _daemon() -> "dict[str, Any]":
    """Loaded as this file was."""
    from _frozen_importlib_external import SourceFileLoader

    name, file = "bellpull_hook_daemon", __file__[: -len("seldom.py")] + "daemon.py"
    scope: dict[str, Any] = {"__name__": name, "__file__": file}
    exec(SourceFileLoader(name, file).get_code(name), scope)  # type: ignore[arg-type]  # noqa: S102
    return scope


def tool() -> tuple[int, str]:
    """Its process and its terminal: the first above us that is no shell. Only Linux tells more than the parent."""
    pid = first = posix.getppid()
    for _ in range(MOST_BETWEEN):
        name, parent, terminal = _process(pid)
        if parent <= 1 and name in SHELLS:
            break
        if name not in SHELLS:
            return pid, _terminal(terminal)
        pid = parent
    return first, ""


def _process(pid: int) -> tuple[str, int, int]:
    """Its program, its parent, the number of its terminal; nothing where they cannot be read."""
    try:
        file = posix.open(f"/proc/{pid}/stat", posix.O_RDONLY)
        try:
            stat = posix.read(file, 4096).decode("utf-8", "replace")
        finally:
            posix.close(file)
        name, _, rest = stat.partition("(")[2].rpartition(") ")
        _, parent, _, _, terminal, *_ = rest.split(" ")
        return name, int(parent), int(terminal)
    except (OSError, ValueError):
        return "", 0, 0


def _terminal(device: int) -> str:
    """By its number: /dev/pts/3, or a console."""
    major, minor = device >> 8 & 0xFFF, device & 0xFF | device >> 12 & 0xFFF00
    if 136 <= major <= 143:
        return f"/dev/pts/{(major - 136) * 256 + minor}"
    if major != 4:
        return ""
    return f"/dev/tty{minor}" if minor < 64 else f"/dev/ttyS{minor - 64}"


def _written(told: dict[str, object]) -> list[str]:
    return [f'"{name}":{_json_of(value)}' for name, value in told.items() if value]


def _json_of(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(f'"{name}":{_json_of(inner)}' for name, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_json_of, value)) + "]"
    if isinstance(value, str):
        quoted: str = _json.encode_basestring_ascii(value)
        return quoted
    return ("true" if value else "false") if isinstance(value, bool) else str(value)
