"""`bellpull mcp` starts the hub if there is none, once for all."""

import contextlib
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.answers import until
from support.hub import Hub
from support.stdio_shim import Shim

pytestmark = pytest.mark.process


@pytest.fixture
def nowhere(tmp_path: Path) -> Iterator[Hub]:
    """A data folder where no hub has ever run; whatever is started there is ended."""
    hub = Hub(tmp_path)
    yield hub
    hub.http.close()
    with contextlib.suppress(OSError, ValueError, KeyError):
        pid = json.loads((hub.data_dir / "hub.json").read_text())["pid"]
        os.kill(pid, signal.SIGKILL)


def address(hub: Hub) -> dict[str, str] | None:
    try:
        said: dict[str, str] = json.loads((hub.data_dir / "hub.json").read_text())
    except (OSError, ValueError):
        return None
    hub.url = hub.address = said["url"].rstrip("/")
    return said


def tell(shim: Shim) -> dict[str, str]:
    said: dict[str, str] = json.loads(shim.told("send_notification", notification_type="info", title="Hello")[0])
    return said


def test_the_first_call_finds_the_hub_that_its_server_started(nowhere: Hub) -> None:
    with Shim(nowhere, name="first") as shim:
        shim.initialize()
        assert tell(shim)["agent_name"] == "first"
        assert shim.end() == 0
    # The hub stays when its starter goes.
    assert address(nowhere)
    assert nowhere.owner.get("/api/notifications").json()["count"] == 1


def test_ten_servers_that_start_at_once_start_one_hub(nowhere: Hub) -> None:
    with contextlib.ExitStack() as running:
        shims = [running.enter_context(Shim(nowhere, name=f"agent-{number}")) for number in range(10)]
        ids = [shim.call("send_notification", notification_type="info", title="Hello") for shim in shims]
        for shim, id in zip(shims, ids, strict=True):
            shim.items(id)
        assert address(nowhere)
        assert nowhere.owner.get("/api/notifications").json()["count"] == 10
    log = (nowhere.data_dir / "hub.log").read_text()
    assert "Traceback" not in log
    assert len(_hubs_of(nowhere.data_dir)) == 1


def _hubs_of(data_dir: Path) -> list[int]:
    """Processes that run `up` for this folder."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = place.read_bytes().split(b"\0")
            if b"up" in words and os.fsencode(data_dir) in words:
                found.append(int(place.parent.name))
    return found


def test_a_hub_that_was_stopped_on_purpose_stays_stopped(nowhere: Hub) -> None:
    nowhere.data_dir.mkdir()
    (nowhere.data_dir / "stopped").touch()
    with Shim(nowhere, name="x") as shim:
        items = shim.items(shim.call("ask_user", title="x", question="y"), error=True)
        assert items[0] == "The hub was stopped and is not running."
        assert "bellpull up" in items[1]
        assert shim.end() == 0
    assert address(nowhere) is None
    assert _hubs_of(nowhere.data_dir) == []


def test_a_hub_that_died_later_is_not_started_behind_anybodys_back(nowhere: Hub) -> None:
    with Shim(nowhere, name="x") as shim:
        tell(shim)
        said = address(nowhere)
        assert said
        os.kill(int(said["pid"]), signal.SIGKILL)
        until(lambda: _gone(int(said["pid"])), "the hub is gone")
        call = shim.call("ask_user", title="x", question="y", wait_for_response=True, timeout=1)
        shim.request("ping")
        shim.cancel(call)
        assert _hubs_of(nowhere.data_dir) == []
    with Shim(nowhere, name="x") as shim:
        tell(shim)


def _gone(pid: int) -> bool:
    """Ended, though perhaps nobody has asked how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_hub_that_cannot_start_is_an_error_at_once_that_says_why(nowhere: Hub) -> None:
    nowhere.data_dir.mkdir()
    (nowhere.data_dir / "bellpull.db").write_bytes(b"not a database " * 1000)
    with Shim(nowhere, name="x") as shim:
        items = shim.items(shim.call("ask_user", title="x", question="y"), error=True)
        assert items[0].startswith("The hub could not be started: ")
        assert "bellpull up" in items[1]
        assert "bellpull: the hub could not be started: " in shim.errors()


def test_a_hub_that_could_not_start_once_and_was_there_since_is_waited_for(nowhere: Hub) -> None:
    """What went wrong at the start says nothing about a hub that somebody else has started since."""
    nowhere.data_dir.mkdir()
    broken = nowhere.data_dir / "bellpull.db"
    broken.write_bytes(b"not a database " * 1000)
    with Shim(nowhere, name="x") as shim:
        shim.items(shim.call("ask_user", title="x", question="y"), error=True)
        broken.unlink()
        nowhere.start()
        try:
            tell(shim)
            nowhere.kill()
            late = shim.call("send_notification", notification_type="info", title="meanwhile")
            shim.request("ping")
            nowhere.start()
            assert json.loads(shim.items(late)[0])["success"] is True
        finally:
            nowhere.kill()


def test_a_chosen_address_is_never_started(nowhere: Hub) -> None:
    with Shim(nowhere, "--url", "http://127.0.0.1:9", name="x") as shim:
        shim.initialize()
        items = shim.items(shim.call("send_notification", notification_type="info", title="Hello"), error=True)
        said = json.loads(items[0])
        assert said["error"] == "MCP API key authentication required but no API key found in request context"
        assert "BELLPULL_KEY" in said["hint"]
    assert not nowhere.data_dir.exists()
