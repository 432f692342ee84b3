"""The official conformance suite in both revisions: against the hub's `/mcp`, and against its transport with the
fixtures that most of the suite's scenarios want. What does not apply is listed beside, with the reason."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conformance.key_proxy import with_key

from support.hub import SOURCES, Hub
from support.npm import node, npm_package

pytestmark = pytest.mark.process
HERE = Path(__file__).parent / "conformance"
SUITES = {"2025-11-25": ("0.1.16", []), "2026-07-28": ("0.2.0-alpha.12", ["--requirements", "2026-07-28"])}

revisions = pytest.mark.parametrize("revision", SUITES)


def run_suite(url: str, revision: str, what: str, folder: Path) -> None:
    version, more = SUITES[revision]
    suite = npm_package("@modelcontextprotocol/conformance", version) / "dist" / "index.js"
    baseline = HERE / f"{what}-{revision}.yml"
    done = subprocess.run(
        [node(22), suite, "server", "--url", url, *more, "--expected-failures", baseline, "-o", folder / "results"],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert "✓ tools-list" in done.stdout, "the suite did not run"


@contextmanager
def fixtures() -> Iterator[str]:
    """The address of the transport with the suite's fixtures."""
    environment = os.environ | {"PYTHONPATH": str(SOURCES)}
    command = [sys.executable, HERE / "fixture_server.py"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


@revisions
def test_the_hub_conforms(hub: Hub, revision: str, tmp_path: Path) -> None:
    with with_key(f"{hub.url}/mcp", hub.new_agent().key) as url:
        run_suite(url, revision, "product", tmp_path)


@revisions
def test_the_transport_conforms(revision: str, tmp_path: Path) -> None:
    with fixtures() as address, with_key(address, "any") as url:
        run_suite(url, revision, "transport", tmp_path)
