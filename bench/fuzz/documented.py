"""Requests that schemathesis makes from the hub's document, each wrong in some way: a process of its own, because
making one costs more than answering it.

`python -m bench.fuzz.documented` reads the document and writes requests, each with its length before it.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from typing import Any, cast
from urllib.parse import urlencode

from bench.fuzz.shot import FRESH, Shot, http
from bench.fuzz.target import World

KIND = "rest: made from the document"
AT_MOST = 16_000_000


async def shots(world: World, count: int, seed: int) -> AsyncIterator[Shot]:
    command = ("-m", "bench.fuzz.documented", world.host, world.person, str(count), str(seed))
    maker = await asyncio.create_subprocess_exec(
        sys.executable, *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=AT_MOST
    )
    assert maker.stdin and maker.stdout
    maker.stdin.write(json.dumps(world.document).encode())
    maker.stdin.close()
    try:
        while size := await maker.stdout.read(4):
            size += await maker.stdout.readexactly(4 - len(size))
            yield Shot(KIND, await maker.stdout.readexactly(int.from_bytes(size, "big")), FRESH)
        await maker.wait()
    finally:
        if maker.returncode is None:
            maker.kill()
            await maker.wait()


def _write(data: bytes) -> None:
    sys.stdout.buffer.write(len(data).to_bytes(4, "big") + data)
    sys.stdout.buffer.flush()


def _raw(case: Any, host: str, key: str) -> bytes:
    """As schemathesis would send it, but for the key, which is right, and a wait, which is short."""
    sent = case.as_transport_kwargs(base_url=f"http://{host}")
    query = {name: "1" if name == "wait" else value for name, value in (sent.get("params") or {}).items()}
    path = sent["url"].removeprefix(f"http://{host}") + (f"?{urlencode(query, doseq=True)}" if query else "")
    given = {str(name).lower(): str(value) for name, value in (sent.get("headers") or {}).items()}
    given |= {"host": host, "authorization": f"Bearer {key}"}
    body = json.dumps(sent["json"]).encode() if "json" in sent else sent.get("data") or b""
    body = body if isinstance(body, bytes) else str(body).encode("utf-8", "replace")
    given.pop("content-length", None)
    return http(str(sent["method"]), path, list(given.items()), body)


def _make(document: dict[str, Any], host: str, key: str, count: int, seed: int) -> None:
    import hypothesis
    import schemathesis
    from schemathesis.generation import GenerationMode

    schema = schemathesis.openapi.from_dict(document)
    found = [cast(Any, result).ok() for result in schema.get_all_operations()]
    operations = [one for one in found if one.body or one.query or one.path_parameters or one.headers]
    settings = hypothesis.settings(
        max_examples=-(-count // len(operations)),
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    left = count
    for operation in operations:

        @hypothesis.seed(seed)
        @settings
        @hypothesis.given(case=cast(Any, operation).as_strategy(GenerationMode.NEGATIVE))
        def write(case: Any) -> None:
            nonlocal left
            if left:
                _write(_raw(case, host, key))
                left -= 1

        write()


if __name__ == "__main__":
    _make(json.load(sys.stdin), sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
