"""Runs an ASGI application under uvicorn on a free port and says which one on its first line of output."""

import socket
from typing import Any

import uvicorn

BACKLOG = 4096


def serve(app: Any) -> None:
    listening = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(
        app, loop="uvloop", http="httptools", access_log=False, log_level="warning", backlog=BACKLOG
    )
    uvicorn.Server(config).run(sockets=[listening])
