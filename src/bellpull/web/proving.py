"""Answers and handshakes of sockets that show which hub they are from, for whoever asks that (`domain.proof`)."""

from starlette.types import Message, Send

from bellpull.domain.proof import PROOF, proof_of

_HEADER = PROOF.lower().encode()
_BEGINNINGS = ("http.response.start", "websocket.accept")


def proving(send: Send, secret: str, nonce: bytes) -> Send:
    proof = (_HEADER, proof_of(secret, nonce).encode())

    async def proven(message: Message) -> None:
        if message["type"] in _BEGINNINGS:
            message = {**message, "headers": [*message.get("headers", ()), proof]}
        await send(message)

    return proven
