"""`bellpull mcp` starts in a moment and stays small: what it imports, and when."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.altered import altered
from support.answers import PATIENCE
from support.hub import Hub
from support.stdio_shim import environment

pytestmark = pytest.mark.process
INITIALIZE = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}\n'
#: Slow to import, and easily brought in by accident.
HEAVY = {"asyncio", "http.client", "email", "typing", "dataclasses", "inspect", "logging", "socket", "threading"}
LATER = {"subprocess", "datetime", "bellpull.mcp.tools", "bellpull.remote.fast"}
CALL = (
    b'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"send_notification",'
    b'"arguments":{"notification_type":"info","title":"x"}}}\n'
)


def imported(hub: Hub, line: bytes, **variables: str) -> set[str]:
    """The modules that were imported when the first answer came, as Python itself lists them."""
    command = [sys.executable, "-X", "importtime", "-m", "bellpull.cli.main", "mcp", "--agent", "small"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment(hub, **variables))
    out, errors = process.communicate(line, PATIENCE)
    assert out.startswith(b'{"jsonrpc":"2.0","id":')
    return set(re.findall(r"\| +(\S+)$", errors.decode(), re.MULTILINE))


def test_a_handshake_imports_nothing_heavy(tmp_path: Path) -> None:
    hub = Hub(tmp_path, {"url": "http://127.0.0.1:9"})
    sources = altered(tmp_path)
    # What comes after the handshake may be quicker than its end.
    (sources / "bellpull" / "mcp" / "shim" / "loading.py").write_text("")
    modules = imported(hub, INITIALIZE, PYTHONPATH=str(sources))
    assert "bellpull.mcp.shim.stdio" in modules
    assert not modules & (HEAVY | LATER - {"bellpull.remote.fast"})


def test_a_call_imports_nothing_that_was_installed(hub: Hub) -> None:
    modules = imported(hub, CALL)
    assert "bellpull.mcp.tools" in modules
    of_the_environment = {"sitecustomize", "_distutils_hack"}
    known = {*sys.stdlib_module_names, "bellpull"} | of_the_environment
    assert {module.partition(".")[0] for module in modules} <= known
    assert not modules & (HEAVY - {"typing"})
