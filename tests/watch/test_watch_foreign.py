"""Another account of this machine listens where an OpenCode server is expected: it is told nothing and believed in
nothing, unless the person wrote that address into the settings."""

import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from foreign_opencode import SESSION
from stub_opencode import StubOpenCode
from watch_nudging import Nudged, Watch

from bellpull.config import DEFAULT
from bellpull.watch.owner import is_own
from support.answers import PATIENCE, done, until
from support.hub import Hub
from support.other_account import DAEMON, NOBODY, needs_root, program_of, said_by

SCRIPT = Path(__file__).with_name("foreign_opencode.py")
PASSWORD = "hunter2-of-this-test"
Heard = Callable[[], list[dict[str, Any]]]


@contextmanager
def foreign(directory: Path, uid: int = NOBODY, host: str = "127.0.0.1") -> Iterator[tuple[str, Heard]]:
    """Its address, and what it has heard."""
    with program_of(SCRIPT, str(uid), str(directory), host) as process:
        yield said_by(process), lambda: said_by(process, "heard")


#: The watch with settings where this address stands for the default, or where a person wrote it down.
PROGRAM = """
import asyncio, logging, os, sys
from bellpull.config import load
from bellpull.watch.whole import WholeWatch
folder, url, origin = sys.argv[1:]
config = load({"data_dir": folder}, os.environ)
config = config.but({"opencode_urls": (url,), "opencode_discovery": False}, lambda _: origin)
logging.basicConfig(level=logging.INFO, format="%(message)s")
asyncio.run(WholeWatch(config, os.environ, lambda _: None).run())
"""


@contextmanager
def watch_of(hub: Hub, url: str, *, written: bool) -> Iterator[Callable[[], str]]:
    """What it logs."""
    log = hub.folder / f"watch-{secrets.token_hex(4)}.txt"
    words = [str(hub.data_dir), url, "file config.toml" if written else DEFAULT]
    variables = hub.environment() | {"OPENCODE_SERVER_PASSWORD": PASSWORD}
    with log.open("wb") as output:
        process = subprocess.Popen([sys.executable, "-c", PROGRAM, *words], env=variables, stderr=output)
    try:
        yield log.read_text
        assert process.poll() is None, log.read_text()
    finally:
        process.kill()
        process.wait(PATIENCE)


def sessions_of(nudged: Nudged) -> list[str]:
    found = done(nudged.hub.owner.get("/api/sessions", agent_name=nudged.name))["sessions"]
    return [one["id"] for one in found]


@pytest.mark.process
@needs_root
@pytest.mark.parametrize("uid", [NOBODY, DAEMON])
def test_a_foreign_listener_at_the_default_address_gets_no_request_and_no_word(
    calm_hub: Hub, nudged: Nudged, uid: int
) -> None:
    with foreign(nudged.project, uid) as (url, heard), watch_of(calm_hub, url, written=False) as log:
        until(lambda: f"{url} is ignored" in log(), "the log says so")
        nudged.tell("The staging password is TOPSECRET.")
        until(lambda: "does not answer" in log(), "the nudge was to be brought")
        assert heard() == []
    assert [one["state"] for one in nudged.pending()] == ["pending"]
    assert sessions_of(nudged) == []
    (line,) = [line for line in log().splitlines() if "is ignored" in line]
    assert line == (
        f"{url} is ignored: a program of another account listens there. "
        "If you trust it, write that address into the setting opencode_urls"
    )


@pytest.mark.process
@needs_root
def test_a_foreign_listener_that_somebody_wrote_down_is_watched(calm_hub: Hub, nudged: Nudged) -> None:
    with foreign(nudged.project) as (url, heard), watch_of(calm_hub, url, written=True):
        nudged.tell("Hello.")
        nudged.all_handed()
        until(lambda: sessions_of(nudged), "its session is shown")
        assert any("Hello." in one["body"] for one in heard())
        assert all(one["authorization"] for one in heard())
    assert sessions_of(nudged) == [f"opencode:{SESSION}"]


@pytest.mark.process
@needs_root
def test_a_foreign_listener_that_an_agent_names_as_its_server_is_told_nothing(
    calm_hub: Hub, nudged: Nudged, watch: Watch
) -> None:
    """As a plugin does; with the key of one agent somebody could lead the nudges of all to themselves."""
    with foreign(nudged.project) as (url, heard), StubOpenCode(nudged.project) as own:
        nudged.sign("opencode:ses_1", source="plugin", server=url, directory=str(nudged.project))
        watching = watch(calm_hub, own.url)
        watching.says(f"{url} is ignored")
        assert heard() == []


@pytest.mark.process
def test_ones_own_listener_at_the_default_address_is_watched(calm_hub: Hub, nudged: Nudged) -> None:
    with StubOpenCode(nudged.project, password=PASSWORD) as server:
        session = server.add()
        with watch_of(calm_hub, server.url, written=False):
            nudged.tell("Hello.")
            nudged.all_handed()
        assert len(server.texts(session)) == 1


@pytest.mark.process
@needs_root
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_listener_is_ones_own_or_another_accounts(tmp_path: Path, host: str) -> None:
    with foreign(tmp_path, host=host) as (url, _), StubOpenCode(tmp_path, host=host) as own:
        assert is_own("127.0.0.1", own.port)
        assert not is_own("127.0.0.1", int(url.rpartition(":")[2]))


def test_an_address_without_a_listener_is_not_ones_own(tmp_path: Path) -> None:
    with StubOpenCode(tmp_path) as server:
        assert is_own("127.0.0.1", server.port)
    assert not is_own("127.0.0.1", server.port)


def test_a_listener_that_cannot_be_known_is_not_taken_for_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with StubOpenCode(tmp_path) as server:
        assert not is_own("127.0.0.1", server.port, processes=tmp_path)


HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"


def row(local: str, uid: int, state: str = "0A") -> str:
    zero = "0" * len(local.partition(":")[0])
    return f"   0: {local} {zero}:0000 {state} 00000000:00000000 00:00000000 00000000 {uid:>5} 0 123 1 0 100 0 0 10 0"


ME = os.geteuid() if hasattr(os, "geteuid") else 0
OTHER = ME + 1


@pytest.mark.parametrize(
    ("tcp", "tcp6", "own"),
    [
        ([row("0100007F:1000", ME)], [], True),
        ([row("0100007F:1000", OTHER)], [], False),
        ([row("00000000:1000", ME)], [], True),
        ([], [row("0" * 32 + ":1000", ME)], True),
        ([], [row("0" * 32 + ":1000", OTHER)], False),
        ([], [row("0000000000000000FFFF00000100007F:1000", ME)], True),
        ([row("0100007F:1001", ME)], [], False),
        ([row("0100007F:1000", ME, "01")], [], False),
        ([row("0200007F:1000", ME)], [], False),
        ([row("00000000:1000", ME), row("0100007F:1000", OTHER)], [], False),
        ([row("0100007F:1000", ME), row("0200007F:1000", OTHER)], [], True),
        (["nonsense", row("zz:1000", ME), row("0100007F:1000", ME)], [], True),
    ],
)
def test_the_tables_of_the_system_say_whose_a_listener_is(
    tmp_path: Path, tcp: list[str], tcp6: list[str], own: bool
) -> None:
    (tmp_path / "net").mkdir()
    for name, rows in (("tcp", tcp), ("tcp6", tcp6)):
        (tmp_path / "net" / name).write_text("\n".join([HEAD, *rows]) + "\n")
    assert is_own("127.0.0.1", 0x1000, processes=tmp_path) is own
