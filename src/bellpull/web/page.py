"""The page's own files, held in memory. They need no key, so nothing in them is anybody's.

The policy lets the page load and reach nothing but the hub, and run nothing that is not in these files: what an agent
wrote could not become script even if it were ever taken for markup.

All files but the first have the version of their content in their address: a browser keeps them for good, and a page
never mixes files of two versions.
"""

import gzip
import hashlib
import json
import posixpath
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple
from urllib.parse import parse_qs

from starlette.routing import Route as Path
from starlette.types import Receive, Scope, Send

from bellpull.domain.errors import BellpullError
from bellpull.web.endpoint import refuse, send_reply
from bellpull.web.methods import Methods
from bellpull.web.page_badge import badge
from bellpull.web.page_words import page_words
from bellpull.web.refusals import Refusals

_POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    b" base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
_HEADERS = ((b"x-content-type-options", b"nosniff"), (b"vary", b"accept-encoding"))
#: Only of what a browser may show as a document: for scripts and styles a policy says nothing.
_SHOWN = ((b"content-security-policy", _POLICY), (b"referrer-policy", b"no-referrer"))
_KINDS = {".js": b"text/javascript; charset=utf-8", ".css": b"text/css; charset=utf-8", ".svg": b"image/svg+xml"}
_HTML = b"text/html; charset=utf-8"
#: A month, begun anew with each visit: browsers then do not even try plain HTTP.
_STRICT = (b"strict-transport-security", b"max-age=2592000")
_KEPT, _FRESH = b"public, max-age=31536000, immutable", b"no-store"
LANGUAGES = ("en", "fr")
BADGE = "badge.svg"
#: Named by the first file itself.
_FIRST_STYLE, _FIRST_MODULE = "base.css", "app.js"
_IMPORT = re.compile(rb'^(?:import|export)\b[^;"]*from ?"(\.[^"]+)"', re.MULTILINE)


class Page(NamedTuple):
    #: Of the content of all files.
    version: str
    first: bytes
    #: By their names below /page/<version>/.
    files: dict[str, bytes]


def read_page(language: str) -> Page:
    content = dict(_found(files("bellpull.web") / "page", ""))
    index = content.pop("index.html").decode()
    for one in LANGUAGES:
        content[f"words-{one}.js"] = _words(one)
    whole = hashlib.sha256(b"\0".join(part for name in sorted(content) for part in (name.encode(), content[name])))
    version = whole.hexdigest()[:12]
    styles = {name for name in content if name.endswith(".css")} - {_FIRST_STYLE}
    names = [*sorted(styles), *sorted(_imported(_FIRST_MODULE, content)), f"words-{language}.js"]
    return Page(version, _index(index, version, names, language).encode(), content)


def page_paths(language: str = "en", refusals: Refusals | None = None) -> list[Path]:
    page, refusals = read_page(language), refusals or Refusals()
    return [
        Path("/", Methods({"GET": File(page.first, _HTML, _FRESH)}, refusals)),
        Path("/page/{version}/{name:path}", Methods({"GET": Files(page, refusals)}, refusals)),
    ]


def _found(folder: Traversable, before: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for one in folder.iterdir():
        if one.is_dir():
            found += _found(one, f"{before}{one.name}/")
        elif one.name == "index.html" or _suffix(one.name) in _KINDS:
            found.append((before + one.name, one.read_bytes()))
    return found


def _imported(name: str, content: dict[str, bytes], known: frozenset[str] = frozenset()) -> frozenset[str]:
    """A module and all that it needs at once; what it fetches later (`await import`) is not among them."""
    known |= {name}
    for to in _IMPORT.findall(content[name]):
        if (other := posixpath.normpath(posixpath.join(posixpath.dirname(name), to.decode()))) not in known:
            known = _imported(other, content, known)
    return known


def _suffix(name: str) -> str:
    return name[name.rfind(".") :]


def _words(language: str) -> bytes:
    return f"export const words = {json.dumps(page_words(language), ensure_ascii=False, indent=1)};\n".encode()


def _index(text: str, version: str, names: list[str], language: str) -> str:
    """With the language and the versions, and with everything named that the page is about to ask for: else it would
    find out about one file only after it has read another."""
    links = [f'<link rel="stylesheet" href="page/{name}">' for name in names if name.endswith(".css")]
    links += [f'<link rel="modulepreload" href="page/{name}">' for name in names if name.endswith(".js")]
    text = text.replace('<script type="module"', "\n".join([*links, '<script type="module"']), 1)
    text = text.replace('<html lang="en">', f'<html lang="{language}">', 1)
    text = text.replace("The hub does not answer. Trying again…", page_words(language)["away"], 1)
    return re.sub(r'(href|src)="page/', rf'\1="/page/{version}/', text)


class File:
    def __init__(self, content: bytes, kind: bytes, kept: bytes) -> None:
        shown = () if kind in (_KINDS[".js"], _KINDS[".css"]) else _SHOWN
        headers = (*shown, *_HEADERS, (b"content-type", kind), (b"cache-control", kept))
        small = gzip.compress(content, mtime=0)
        self._plain = (*headers, (b"content-length", b"%d" % len(content))), content
        self._small = (*headers, (b"content-encoding", b"gzip"), (b"content-length", b"%d" % len(small))), small
        self._is_page = kind == _HTML

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = dict(scope["headers"])
        headers, body = self._small if b"gzip" in asked.get(b"accept-encoding", b"") else self._plain
        strict = (_STRICT,) if self._is_page and scope["scheme"] == "https" and _has_the_name(asked) else ()
        await send({"type": "http.response.start", "status": 200, "headers": [*headers, *strict]})
        await send({"type": "http.response.body", "body": body})


def _has_the_name(asked: dict[bytes, bytes]) -> bool:
    """Whether it is asked at the usual port of a name. What is said there counts for every port of that name, and who
    has another port shares the name with other services, which may know no TLS."""
    host = asked.get(b"host", b"localhost")
    return b":" not in host and host.lower() != b"localhost"


class Files:
    """All that the first file leads to. Another version's address gets today's files, and the browser keeps none of
    them."""

    def __init__(self, page: Page, refusals: Refusals) -> None:
        self._version = page.version
        self._refusals = refusals
        self._kept = {name: File(content, _KINDS[_suffix(name)], _KEPT) for name, content in page.files.items()}
        self._fresh = {name: File(content, _KINDS[_suffix(name)], _FRESH) for name, content in page.files.items()}
        self._missing = refuse(BellpullError("not_found", "Not found", "see: GET /openapi.json"), 404)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        version, name = scope["path_params"]["version"], scope["path_params"]["name"]
        if name == BADGE:
            await _drawn(scope)(scope, receive, send)
        elif file := (self._kept if version == self._version else self._fresh).get(name):
            await file(scope, receive, send)
        else:
            self._refusals.count("not_found")
            await send_reply(send, self._missing)


def _drawn(scope: Scope) -> File:
    asked = parse_qs(scope["query_string"].decode("latin-1"))
    return File(badge(asked.get("mark", [""])[0], "urgent" in asked), _KINDS[".svg"], _KEPT)
