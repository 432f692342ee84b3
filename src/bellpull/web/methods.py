"""One path and its methods: the right endpoint, or 405 with the methods that there are."""

from collections.abc import Awaitable

from starlette.types import ASGIApp, Receive, Scope, Send

from bellpull.domain.errors import BellpullError
from bellpull.web.endpoint import refuse, send_reply
from bellpull.web.refusals import Refusals


class Methods:
    """HEAD is a GET whose body the server leaves out."""

    def __init__(self, endpoints: dict[str, ASGIApp], refusals: Refusals | None = None) -> None:
        self._endpoints = endpoints
        self._refusals = refusals or Refusals()
        if "GET" in endpoints:
            self._endpoints = {**endpoints, "HEAD": endpoints["GET"]}
        self._allow = ", ".join(sorted(self._endpoints)).encode()

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        endpoint = self._endpoints.get(scope["method"])
        return self._refuse(send) if endpoint is None else endpoint(scope, receive, send)

    async def _refuse(self, send: Send) -> None:
        refusal = refuse(BellpullError("method_not_allowed", "Method not allowed"), 405)
        self._refusals.count("method_not_allowed")
        await send_reply(send, refusal._replace(headers=(*refusal.headers, (b"allow", self._allow))))
