"""An OpenCode server as its HTTP API shows it: sessions, which of them are busy, and a message put into one.

Blocking, one connection for each request, for threads. What the answers mean for a nudge is decided elsewhere
(`choosing`, `delivering`); what a whole server shows is read by `readings`, over one connection that stays. A password
goes into the header and nowhere else. A server that nobody named has to be of one's own account (`owner`): that is
looked at on each connection before anything is said on it.
"""

import json
from base64 import b64encode
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, urlencode, urlsplit

from bellpull.config import without_password
from bellpull.domain.errors import BellpullError, Setup, Unavailable
from bellpull.watch.owner import Foreign, is_own

ANSWER_SECONDS = 5.0
REPLY_SECONDS = 10.0
#: Of one project; the newest come first.
MOST_SESSIONS = 100
#: Of what a session said there may be pictures; everything else is small. In memory it may become many times as much.
LARGEST_ANSWER, LARGEST_LIST = 16 * 1024 * 1024, 4 * 1024 * 1024
#: For the whole of it, however it trickles.
WHOLE_SECONDS = 10.0
PIECE = 65536
PORTS = {"http": 80, "https": 443}
NEARBY = ("localhost", "::1", "0.0.0.0", "::")  # noqa: S104 - names that people write for this machine
USER = "opencode"
NEXT = "x-next-cursor"


SILENT, ELSE, HALF, LOCKED = "does not answer", "answers something else", "its answers break off", "locked, no access"
FOREIGN = "belongs to another account"


class Away(Unavailable):
    """It does not answer. `sent`: what was asked of it may have reached it all the same. `trouble` is the same in a few
    words, `refused` that nobody listens there. `page`: a web page came, which old servers show for every path that they
    do not know."""

    def __init__(self, url: str, why: str, *, sent: bool, trouble: str = SILENT, refused: bool = False) -> None:
        super().__init__("opencode_away", f"The OpenCode server at {url} does not answer: {why}.")
        self.sent = sent
        self.trouble = trouble
        self.refused = refused
        self.page = False


class Refused(BellpullError):
    def __init__(self, url: str, status: int) -> None:
        hint = "write it as http://USER:PASSWORD@HOST:PORT, or set OPENCODE_SERVER_PASSWORD" if status == 401 else None
        words = "wants another password" if status == 401 else f"refuses (status {status})"
        super().__init__("opencode_refused", f"The OpenCode server at {url} {words}.", hint)
        self.status = status
        self.trouble = LOCKED if status == 401 else f"answers {status}"


class Session(NamedTuple):
    id: str
    directory: str
    #: The session whose sub-agent this is.
    parent: str | None
    #: In milliseconds, by the clock of the server.
    updated: int
    title: str
    version: str
    agent: str | None
    #: `providerID`, `id` and perhaps `variant`.
    model: Mapping[str, str]
    archived: bool

    @property
    def name(self) -> str:
        """What it is called everywhere else."""
        return f"opencode:{self.id}"


class Server:
    """`url` is what may be shown; `place` is the same for every way to write one address. `own_only`: nobody named it,
    so it counts only if it is a program of this account."""

    def __init__(self, url: str, environ: Mapping[str, str], *, own_only: bool = False) -> None:
        try:
            parts = urlsplit(url)
            self.host, self.port = parts.hostname or "", parts.port or PORTS[parts.scheme]
        except (ValueError, KeyError):
            self.host = ""
        if not self.host:
            raise Setup(
                "bad_opencode_url", f"{without_password(url)} is no address.", "write it like http://127.0.0.1:4096"
            )
        self.secure = parts.scheme == "https"
        self.own_only = own_only
        self._prefix = parts.path.rstrip("/")
        self.authorization = _authorization(parts.username, parts.password, environ)
        self.url = without_password(url).rstrip("/")
        self.place = place_of(url)

    def sessions(self, directory: str | None = None) -> list[Session]:
        """Root sessions, newest first: of the project that the server was started in, or of another one."""
        query: dict[str, object] = {"roots": "true", "limit": MOST_SESSIONS}
        if directory is not None:
            query |= {"directory": directory, "scope": "project"}
        found = self._get("/session", query)
        return [one for one in map(_session, found if isinstance(found, list) else []) if one and not one.archived]

    def session(self, id: str) -> Session | None:
        """The one with this id, wherever it works."""
        try:
            return _session(self._get(f"/session/{quote(id, safe='')}"))
        except Refused as refused:
            if refused.status in (400, 404):
                return None
            raise

    def projects(self) -> list[str]:
        """The folders of the projects that it knows."""
        found = self._get("/project")
        listed = [one.get("worktree") for one in found if isinstance(one, dict)] if isinstance(found, list) else []
        return [one for one in listed if isinstance(one, str)]

    def is_busy(self, session: Session) -> bool:
        """The server lists those that are, each with its own project; whatever is not listed idles."""
        found = self._get("/session/status", {"directory": session.directory})
        return isinstance(found, dict) and session.id in found

    def prompt(self, session: Session, text: str, marks: Mapping[str, object], seconds: float) -> None:
        """A new message, marked. It wakes a session that idles; one that works reads it at its next step.

        Without them the server would choose the agent and the model anew, and one that only plans would begin to build.
        """
        body: dict[str, object] = {"parts": [{"type": "text", "text": text, "metadata": dict(marks)}]}
        if session.agent:
            body["agent"] = session.agent
        if session.model.get("providerID") and session.model.get("id"):
            body["model"] = {"providerID": session.model["providerID"], "modelID": session.model["id"]}
            if session.model.get("variant", "default") != "default":
                body["variant"] = session.model["variant"]
        path = f"/session/{quote(session.id, safe='')}/prompt_async"
        self._request("POST", path, {"directory": session.directory}, body, seconds)

    def has_message(self, session: Session, marks: Mapping[str, object], among: int) -> bool:
        """Whether one of the last messages has these marks."""
        found = self._get(f"/session/{quote(session.id, safe='')}/message", {"limit": among})
        messages = found if isinstance(found, list) else []
        parts = [part for one in messages if isinstance(one, dict) for part in one.get("parts") or []]
        return any(isinstance(part, dict) and part.get("metadata") == marks for part in parts)

    def reply(self, request: str, reply: Mapping[str, object], directory: str | None) -> bool:
        """What a person answered to a permission or a question; whether the server took it. One that it does not know
        any more was dealt with by somebody else."""
        path = f"/{'question' if 'answers' in reply else 'permission'}/{quote(request, safe='')}/reply"
        body = {name: value for name, value in reply.items() if value is not None}
        try:
            self._request("POST", path, {"directory": directory} if directory else {}, body, REPLY_SECONDS)
        except Refused as refused:
            if refused.status != 404:
                raise
            return False
        return True

    def _get(self, path: str, query: Mapping[str, object] | None = None) -> Any:
        return self._request("GET", path, query or {}, None, ANSWER_SECONDS)

    def _request(self, method: str, path: str, query: Mapping[str, object], body: object, seconds: float) -> Any:
        connection = self.connection(seconds)
        sent = False
        try:
            connection.connect()
            sent = True
            return self.exchange(connection, method, path, query, body).said
        except (OSError, HTTPException) as error:
            raise self.away(error, sent=sent) from None
        finally:
            connection.close()

    # For those who keep a connection

    def connection(self, seconds: float) -> HTTPConnection:
        kind = _KINDS[self.secure, self.own_only]
        return kind(self.host, self.port, timeout=seconds)

    def check(self, peer: tuple[Any, ...]) -> None:
        """For a connection of another making. Raises Foreign if what is at its other end may not be spoken to."""
        if self.own_only and not is_own(*peer[:2]):
            raise Foreign

    def target(self, path: str, query: Mapping[str, object] | None = None) -> str:
        return self._prefix + path + (f"?{urlencode(query)}" if query else "")

    def exchange(
        self, connection: HTTPConnection, method: str, path: str, query: Mapping[str, object], body: object = None
    ) -> "Answer":
        """One request over this connection. What the connection itself raises is the caller's to understand."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Accept": "application/json", **self.authorization}
        headers |= {} if data is None else {"Content-Type": "application/json"}
        connection.request(method, self.target(path, query), data, headers)
        answer = connection.getresponse()
        said = self._whole(answer, LARGEST_ANSWER if path.endswith("/message") else LARGEST_LIST)
        if not 200 <= answer.status < 300:
            raise Refused(self.url, answer.status)
        if answer.length:
            raise Away(self.url, "its answer breaks off", sent=True, trouble=HALF)
        try:
            return Answer(json.loads(said) if said else None, answer.headers.get(NEXT))
        except (ValueError, RecursionError):
            else_ = Away(self.url, "what answers there is something else", sent=True, trouble=ELSE)
            else_.page = answer.headers.get_content_type() == "text/html"
            raise else_ from None

    def _whole(self, answer: HTTPResponse, most: int) -> bytes:
        pieces, left, until = [], most, monotonic() + WHOLE_SECONDS
        while piece := answer.read1(min(left, PIECE)):
            pieces.append(piece)
            left -= len(piece)
            if left <= 0 or monotonic() > until:
                answer.close()
                words = "its answer has no end" if left <= 0 else "its answer takes too long"
                raise Away(self.url, words, sent=True, trouble=ELSE if left <= 0 else SILENT)
        return b"".join(pieces)

    def away(self, error: OSError | HTTPException, *, sent: bool) -> Away:
        """Where what answers speaks another language than HTTP it is something else; where nothing came it is away."""
        words = str(error) or type(error).__name__
        trouble = SILENT
        if isinstance(error, Foreign):
            trouble = FOREIGN
        elif isinstance(error, IncompleteRead):
            trouble = HALF
        elif isinstance(error, HTTPException) and not isinstance(error, OSError):
            trouble = ELSE
        # A stranger at its port is no server: for us nobody listens there.
        refused = isinstance(error, ConnectionRefusedError | Foreign)
        return Away(self.url, words, sent=sent, trouble=trouble, refused=refused)


class _Own(HTTPConnection):
    """Looks who is at the other end before anything is said."""

    def connect(self) -> None:
        super().connect()
        if not is_own(*self.sock.getpeername()[:2]):
            self.close()
            raise Foreign


class _OwnSecured(_Own, HTTPSConnection):
    pass


_KINDS: Mapping[tuple[bool, bool], type[HTTPConnection]] = {
    (False, False): HTTPConnection,
    (True, False): HTTPSConnection,
    (False, True): _Own,
    (True, True): _OwnSecured,
}


class Answer(NamedTuple):
    said: Any
    #: Where what was before it begins, in lists that have pages.
    cursor: str | None


def place_of(url: str) -> str:
    """One and the same for every way to write the address of one server; empty for what is none."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError):
        return ""
    return f"{'127.0.0.1' if host in NEARBY else host}:{port}{parts.path.rstrip('/')}" if host else ""


def _authorization(user: str | None, password: str | None, environ: Mapping[str, str]) -> dict[str, str]:
    if password is None:
        password = environ.get("OPENCODE_SERVER_PASSWORD") or None
        user = user or quote(environ.get("OPENCODE_SERVER_USERNAME") or USER, safe="")
        password = None if password is None else quote(password, safe="")
    if password is None:
        return {}
    pair = f"{unquote(user or USER)}:{unquote(password)}"
    return {"Authorization": f"Basic {b64encode(pair.encode()).decode()}"}


def _session(said: object) -> Session | None:
    """None for what is no session; what is missing in one that is, is empty."""
    if not isinstance(said, dict) or not isinstance(said.get("id"), str) or not isinstance(said.get("directory"), str):
        return None
    time, model = _object(said.get("time")), _object(said.get("model"))
    updated = time.get("updated") or time.get("created") or 0
    return Session(
        said["id"],
        said["directory"],
        _text(said.get("parentID")),
        int(updated) if isinstance(updated, int | float) else 0,
        _text(said.get("title")) or "",
        _text(said.get("version")) or "",
        _text(said.get("agent")),
        {name: value for name, value in model.items() if isinstance(value, str)},
        bool(time.get("archived")),
    )


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
