"""The page's own files, held in memory. They need no key, so nothing in them is anybody's."""

from importlib.resources import files

from starlette.routing import Route as Path
from starlette.types import Receive, Scope, Send

from bellpull.web.endpoint import Reply, send_reply
from bellpull.web.methods import Methods

_POLICY = b"default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

#: Where each file is found, and what it is.
FILES = {
    "/": ("index.html", b"text/html; charset=utf-8"),
    "/page/style.css": ("style.css", b"text/css; charset=utf-8"),
}


def page_paths() -> list[Path]:
    return [Path(path, Methods({"GET": File(name, kind)})) for path, (name, kind) in FILES.items()]


class File:
    def __init__(self, name: str, kind: bytes) -> None:
        content = (files("bellpull.web") / "page" / name).read_bytes()
        headers = ((b"content-type", kind), (b"content-security-policy", _POLICY), (b"referrer-policy", b"no-referrer"))
        self._reply = Reply(200, content, headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send_reply(send, self._reply)
