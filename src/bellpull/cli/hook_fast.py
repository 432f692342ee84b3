"""A hook's fast way to the hub: what a coding tool tells comes from standard input, what the hub answers goes to
standard output, and between the two there is nothing to wait for.

A tool runs this after every step, so it is made for a bare interpreter (`hook_start`): it imports a few modules that
are written in C and nothing else, and ends without tidying up. It knows the usual case: a hub of this machine, found by
its data folder, and a key of the agent that is there already. Everything else is `Slow`: the whole package does it
(`hook`).

As everywhere, the hub that the data folder names proves itself before it gets a key, on the same connection
(`domain.proof`). Of the event only what the hub uses is sent: results and prompts stay here. What is seldom to be told,
and takes longer to find, is `hook_seldom`.
"""

import _json
import _socket
import sys
from time import monotonic

if sys.platform == "win32":  # only to be imported: there it is never run as a script
    import nt as posix
else:
    import posix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: In which a hub answers that is going to. The tool waits for us.
SECONDS = 4.0
#: For it to show that it is there: one that hangs must not hold up every step of the tool for longer.
PROOF_SECONDS = 1.5
KEPT = frozenset(
    (
        *("hook_event_name", "session_id", "agent_id", "cwd", "tool_name", "tool_use_id", "stop_hook_active"),
        *("agent_type", "notification_type", "message", "source", "reason", "error", "error_context", "status"),
        *("sessionId", "parent_agent_id"),
    )
)
#: Before these, what the tool is about to do is told.
BEFORE_TOOL = ("PreToolUse", "BeforeTool", "PermissionRequest")
ARGUMENTS = ("command", "file_path", "path", "url", "query", "pattern", "description", "prompt", "title", "message")
#: With a session and with a prompt, where the tool runs; what a dialog is about; of a few tools, what they ask and do.
SELDOM_EVENTS = ("SessionStart", "UserPromptSubmit", "BeforeAgent", "Notification", "ErrorOccurred")
ASKS = ("ask_user", "ask_person", "notify")
SELDOM_TOOLS = (*ASKS, "TodoWrite", "todo_write", "write_todos", "update_plan", "TaskCreate", "TaskUpdate")
LONGEST, LONGEST_ARGUMENT = 4096, 300
NAME_MARKS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.@-")
LONGEST_NAME, MOST_NAMESAKES = 64, 100
#: Where tools say in which folder they were started; a hook may run somewhere beneath or beside it.
PROJECT_VARIABLES = (b"CLAUDE_PROJECT_DIR", b"GEMINI_PROJECT_DIR")
OPTIONS = ("--agent", "--data-dir", "--url")
#: As `bellpull.PROTOCOL`, which is not imported here.
PROTOCOL = "Bellpull-Protocol: 1\r\n"
#: Hooks overtake each other; the hub puts what they tell in this order. A clock that nobody sets, the same for all.
BEGAN = monotonic()


class Slow(Exception):
    """This is not the usual case."""


class Given:
    """The command line: the tool's name and the options."""

    def __init__(self, words: list[str]) -> None:
        self.client = ""
        self.options: dict[str, str] = {}
        rest = iter(words)
        for word in rest:
            if word in OPTIONS:
                self.options[word] = next(rest, "")
            elif word.startswith("-") or self.client:
                raise Slow
            else:
                self.client = word
        if not (self.client and self.client.replace("-", "").isalnum() and self.client.isascii()):
            raise Slow

    def value(self, option: str, name: bytes) -> str:
        return self.options.get(option) or variable(name)


class Connection:
    """To the hub at a numeric address."""

    def __init__(self, url: str) -> None:
        scheme, _, rest = url.partition("://")
        self._authority, slash, prefix = rest.partition("/")
        self._prefix = (slash + prefix).rstrip("/")
        host, _, port = self._authority.partition(":")
        if scheme != "http" or not (host.replace(".", "").isdecimal() and port.isdecimal() and prefix.isascii()):
            raise Slow
        self._until = monotonic() + PROOF_SECONDS
        self._socket = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
        self._socket.settimeout(PROOF_SECONDS)
        self._socket.connect((host, int(port)))

    def ask(self, method: str, path: str, headers: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
        head = f"{method} {self._prefix}{path} HTTP/1.1\r\nHost: {self._authority}\r\n{headers}"
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            self._until = monotonic() + SECONDS
        self._socket.sendall(f"{head}\r\n".encode("ascii") + body)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._receive()
        top, _, rest = received.partition(b"\r\n\r\n")
        lines = top.decode("latin-1").split("\r\n")
        told = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        left = int(told["content-length"]) - len(rest)
        while left > 0:
            piece = self._receive()
            rest += piece
            left -= len(piece)
        return int(lines[0].split(" ")[1]), told, rest

    def close(self) -> None:
        self._socket.close()

    def _receive(self) -> bytes:
        left = self._until - monotonic()
        self._socket.settimeout(max(left, 0.001))
        piece = self._socket.recv(65536)
        if not piece or left < 0:
            raise OSError("the hub did not answer")
        return piece


def main(words: list[str]) -> None:
    """As a process: it never fails, because that would mean something to the tool."""
    code, data = 0, None
    try:
        given = Given(words)
        data = read_all(0)
        deliver(given, data)
    except Slow:
        code = _slowly(words, data)
    except Exception as error:
        explain(error)
    posix._exit(code)


def deliver(given: Given, data: bytes) -> None:
    """Tell the hub what happened, and the tool what the hub has for it. Raises Slow before anything was sent."""
    if not is_of(given.client):
        return
    event = kept(told := parsed(data))
    if told.get("hook_event_name") == "PostModelRequest" and told.get("status") != "failed":
        return  # it comes with each answer of a model
    connection, key = _reach(given)
    try:
        _exchange(connection, key, given.client, event)
    finally:
        connection.close()


def is_of(client: str) -> bool:
    """Copilot CLI also runs a project's hooks of Claude Code, and waits for each. Only its hooks get this variable."""
    return client == "copilot" or not variable(b"COPILOT_PROJECT_DIR")


def _exchange(connection: Connection, key: str, client: str, event: bytes) -> None:
    authorized = f"Authorization: Bearer {key}\r\n"
    asked = authorized + f"Bellpull-Client: hook\r\n{PROTOCOL}Bellpull-Confirm: later\r\n"
    status, told, body = connection.ask("POST", f"/api/clients/{client}/hook", asked, event)
    if status != 200:
        raise OSError(f"the hub answered {status}: {body.decode('utf-8', 'replace')}")
    if "bellpull-nudges" in told:
        quoted = ",".join(f'"{id}"' for id in told["bellpull-nudges"].split(","))
        path = f"/api/agents/{told['bellpull-agent']}/nudges/{'confirm' if write(body) else 'release'}"
        connection.ask("POST", path, authorized, f'{{"ids":[{quoted}]}}'.encode("ascii"))


def _reach(given: Given) -> tuple[Connection, str]:
    """A connection to a hub that may have the key, and the key."""
    folder = _data_dir(given)
    if _is_there(folder) and posix.stat(folder).st_uid not in (posix.geteuid(), 0):
        raise Slow  # which refuses it (`own_folder`)
    _check_settings()
    url, key = given.value("--url", b"BELLPULL_URL").rstrip("/"), variable(b"BELLPULL_KEY")
    if url and not key:
        raise Slow
    written = _file(folder + "/hub.json") or b"{}"
    if url and (f'"{url}"'.encode() not in written or parsed(written).get("url") != url):
        return Connection(url), _proper(key)
    named = parsed(written)
    if not isinstance(address := named.get("url"), str) or not isinstance(named.get("hub"), str):
        raise OSError("the hub is not running")
    key = _proper(key or _agent_key(given, folder))
    connection = Connection(address)
    nonce, answer = _challenge(named.get("secret"))
    status, told, body = connection.ask("GET", "/health", nonce, b"")
    own = parsed(body).get("hub") == named["hub"] and told.get("bellpull-proof", "") == answer
    if status != 200 or told.get("connection") == "close" or not own:
        connection.close()
        raise OSError("another hub, or none, answers there")
    return connection, key


def _challenge(secret: object) -> tuple[str, str]:
    """A header, and what the hub answers to it; as `remote.challenge`."""
    if not isinstance(secret, str) or not secret:
        return "", ""
    from _blake2 import blake2b

    nonce = posix.urandom(16).hex()
    answer = blake2b(nonce.encode(), key=secret.encode()[:64], digest_size=32).hexdigest()
    return f"Bellpull-Nonce: {nonce}\r\n", answer


def _agent_key(given: Given, folder: str) -> str:
    """The key that is kept for this agent, as `remote.agent_key` made it."""
    chosen = given.value("--agent", b"BELLPULL_AGENT")
    here = None if chosen else _project()
    name = chosen or name_from(here or "")
    # As `remote.project.path_text` writes it.
    project = here and here.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    for number in range(1, MOST_NAMESAKES):
        own = name if number == 1 else name[: LONGEST_NAME - len(f"-{number}")] + f"-{number}"
        if not (own[:1].isalnum() and NAME_MARKS.issuperset(own) and len(own) <= LONGEST_NAME):
            raise Slow
        kept_key = parsed(_file(f"{folder}/keys/{own}.json") or b"{}")
        key, whose = kept_key.get("key"), kept_key.get("project")
        if not isinstance(key, str) or kept_key.get("agent") != own or (project is not None and whose is None):
            raise Slow
        if project is None or whose == project:
            return key
    raise Slow


def name_from(folder: str) -> str:
    """As `remote.project.name_from`."""
    own = folder.rpartition("/")[2]
    name = "".join(mark if mark in NAME_MARKS else "-" for mark in own).lstrip("_.@-")
    return name[:LONGEST_NAME].rstrip("-") or "agent"


def project_folder() -> str:
    """Where the tool was started, else where this process is."""
    named = next((found for name in PROJECT_VARIABLES if (found := variable(name)).startswith("/")), "")
    return named.rstrip("/") or posix.getcwd()


def _project() -> str:
    """The git work tree around it, else itself."""
    here = place = project_folder()
    while True:
        if _is_there(f"{place}/.git"):
            return place or "/"
        if not place:
            return here
        place = place.rpartition("/")[0]


def _data_dir(given: Given) -> str:
    chosen = given.value("--data-dir", b"BELLPULL_DATA_DIR").strip()
    if chosen:
        if not chosen.startswith("/"):
            raise Slow
        return chosen
    return _platform_folder(b"XDG_DATA_HOME", "/.local/share") + "/bellpull"


def _check_settings() -> None:
    """A settings file that may choose hub, key or data folder is not for us to read."""
    named = variable(b"BELLPULL_CONFIG")
    file = named or _platform_folder(b"XDG_CONFIG_HOME", "/.config") + "/bellpull/config.toml"
    written = _file(file)
    if (named and written is None) or (written and any(name in written for name in (b"url", b"key", b"data_dir"))):
        raise Slow


def _platform_folder(name: bytes, beneath_home: str) -> str:
    home = variable(b"HOME")
    if not home.startswith("/"):
        raise Slow
    if sys.platform == "darwin":
        return home + "/Library/Application Support"
    chosen = variable(name)
    return chosen if chosen.startswith("/") else home + beneath_home


def kept(event: dict[str, object]) -> bytes:
    """What the hub needs of an event, as JSON."""
    fields = [
        f'"{name}":{_quoted(value, LONGEST)}'
        for name, value in event.items()
        if name in KEPT and isinstance(value, (str, bool))
    ]
    fields.append(f'"bellpull_at":{BEGAN:.6f}')
    name, tool, given = event.get("hook_event_name"), event.get("tool_name"), event.get("tool_input")
    if name in SELDOM_EVENTS or (isinstance(tool, str) and tool.endswith(SELDOM_TOOLS)):
        fields += _seldom(event)
    elif name in BEFORE_TOOL and isinstance(given, dict):
        shown = ((name, given[name]) for name in ARGUMENTS if isinstance(given.get(name), str))
        arguments = ",".join(f'"{name}":{_quoted(value, LONGEST_ARGUMENT)}' for name, value in shown)
        fields.append(f'"tool_input":{{{arguments}}}')
    return ("{" + ",".join(fields) + "}").encode("ascii")


def _seldom(event: dict[str, object]) -> list[str]:
    """Loaded as this file was: there may be nothing that could be imported by name."""
    from _frozen_importlib_external import SourceFileLoader

    name, file = "bellpull_hook_seldom", __file__[: -len("fast.py")] + "seldom.py"
    scope: dict[str, Any] = {"__name__": name, "__file__": file}
    exec(SourceFileLoader(name, file).get_code(name), scope)  # type: ignore[arg-type]  # noqa: S102
    try:
        project = _project()
    except OSError:  # the folder is gone
        project = ""
    fields: list[str] = scope["fields"](event, project)
    return fields


def _quoted(value: object, longest: int) -> str:
    if isinstance(value, str):
        quoted: str = _json.encode_basestring_ascii(value[:longest])
        return quoted
    return "true" if value else "false"


class Plain:
    """How JSON is read: as `json` does it."""

    strict = False
    object_hook = object_pairs_hook = array_hook = None
    parse_float = parse_constant = float
    parse_int = int


def parsed(data: bytes) -> dict[str, object]:
    """The object that is written there. Raises ValueError where there is none."""
    try:
        scan = _json.make_scanner(Plain)  # type: ignore[arg-type]
        value, _ = scan(data.decode("utf-8", "replace").strip("\ufeff \t\r\n"), 0)
    except StopIteration:
        value = None
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    return value


def read_all(file: int) -> bytes:
    return b"".join(iter(lambda: posix.read(file, 1 << 20), b""))


def write(data: bytes) -> bool:
    try:
        while data:
            data = data[posix.write(1, data) :]
    except OSError:
        return False
    return True


def _file(path: str) -> bytes | None:
    try:
        opened = posix.open(path, posix.O_RDONLY)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        return read_all(opened)
    finally:
        posix.close(opened)


def _is_there(path: str) -> bool:
    return posix.access(path, posix.F_OK)


def _proper(key: str) -> str:
    """One that can stand in a header."""
    if not (key.isascii() and key.isprintable()):
        raise Slow
    return key


def variable(name: bytes) -> str:
    return posix.environ.get(name, b"").decode("utf-8", "surrogateescape")


def explain(error: Exception) -> None:
    """Why nothing was done, for who looks for it."""
    if variable(b"BELLPULL_LOG_LEVEL") == "debug":
        line = f"bellpull: {type(error).__name__}: {error}".replace("\n", " ")
        posix.write(2, line.encode("utf-8", "replace") + b"\n")


def _slowly(words: list[str], data: bytes | None) -> int:
    """With the package that this file is part of, wherever it is."""
    try:
        sys.path.insert(0, __file__.rsplit("/", 3)[0])
        from bellpull.cli.hook import run

        return run(words, data)
    except Exception as error:
        explain(error)
        return 0
