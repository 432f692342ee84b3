"""The page's own files, held in memory. They need no key, so nothing in them is anybody's.

The policy lets the page load and reach nothing but the hub, and run nothing that is not in these files: what an agent
wrote could not become script even if it were ever taken for markup.
"""

import json
from importlib.resources import files

from starlette.routing import Route as Path
from starlette.types import Receive, Scope, Send

from bellpull.web.endpoint import Reply, send_reply
from bellpull.web.methods import Methods
from bellpull.web.page_words import page_words

_POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    b" base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
_SCRIPT = b"text/javascript; charset=utf-8"

#: Where each file is found, and what it is.
FILES = {
    "/": ("index.html", b"text/html; charset=utf-8"),
    "/page/style.css": ("style.css", b"text/css; charset=utf-8"),
    "/page/bell.svg": ("bell.svg", b"image/svg+xml"),
    "/page/app.js": ("app.js", _SCRIPT),
    "/page/api.js": ("api.js", _SCRIPT),
    "/page/dom.js": ("dom.js", _SCRIPT),
    "/page/key.js": ("key.js", _SCRIPT),
    "/page/signin.js": ("signin.js", _SCRIPT),
    "/page/socket.js": ("socket.js", _SCRIPT),
    "/page/inbox.js": ("inbox.js", _SCRIPT),
    "/page/questions.js": ("questions.js", _SCRIPT),
    "/page/card.js": ("card.js", _SCRIPT),
    "/page/composer.js": ("composer.js", _SCRIPT),
    "/page/notifications.js": ("notifications.js", _SCRIPT),
    "/page/trying.js": ("trying.js", _SCRIPT),
}
#: Made for the hub's language, so that the page has its words before it draws anything.
WORDS_PATH = "/page/words.js"


def page_paths(language: str = "en") -> list[Path]:
    served = {path: File(_content(name, language), kind) for path, (name, kind) in FILES.items()}
    served[WORDS_PATH] = File(_words(language), _SCRIPT)
    return [Path(path, Methods({"GET": file})) for path, file in served.items()]


def _content(name: str, language: str) -> bytes:
    content = (files("bellpull.web") / "page" / name).read_bytes()
    return content.replace(b'<html lang="en">', f'<html lang="{language}">'.encode(), 1)


def _words(language: str) -> bytes:
    return f"export const words = {json.dumps(page_words(language), ensure_ascii=False, indent=1)};\n".encode()


class File:
    def __init__(self, content: bytes, kind: bytes) -> None:
        headers = ((b"content-type", kind), (b"content-security-policy", _POLICY), (b"referrer-policy", b"no-referrer"))
        self._reply = Reply(200, content, headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send_reply(send, self._reply)
