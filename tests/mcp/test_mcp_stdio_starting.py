"""`bellpull mcp` starts the hub where there is none, once for all, and finds its own name and key."""

import contextlib
import json
import os
import signal
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.answers import PATIENCE, until
from support.hub import Hub
from support.questions import answer
from support.stdio_shim import Shim, open_question


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
    hub.url = said["url"].rstrip("/")
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


def test_the_agents_key_is_made_once_and_kept_for_its_owner_alone(hub: Hub) -> None:
    with Shim(hub) as shim:
        tell(shim)
    file = hub.data_dir / "keys" / f"{shim.name}.json"
    kept = json.loads(file.read_text())
    assert (kept["agent"], kept["project"]) == (shim.name, None)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with Shim(hub, name=shim.name) as again:
        tell(again)
    assert json.loads(file.read_text()) == kept


def test_a_key_that_was_revoked_stays_revoked_until_its_file_is_removed(hub: Hub) -> None:
    with Shim(hub) as shim:
        tell(shim)
        file = hub.data_dir / "keys" / f"{shim.name}.json"
        before = json.loads(file.read_text())["key"]
        me = hub.http.get(hub.url + "/api/me", headers={"Authorization": f"Bearer {before}"}).json()
        hub.owner.delete(f"/api/keys/{me['key_id']}")
        items = shim.items(shim.call("send_notification", notification_type="info", title="x"), error=True)
        said = json.loads(items[0])
        assert "it was revoked, or the agent was removed" in said["error"]
        assert str(file) in said["hint"]
        file.unlink()
        assert tell(shim)["agent_name"] == shim.name
        assert json.loads(file.read_text())["key"] != before


def test_a_configured_key_is_used_as_it_is(hub: Hub) -> None:
    agent = hub.new_agent()
    with Shim(hub, name="somebody-else", BELLPULL_KEY=agent.key) as shim:
        assert tell(shim)["agent_name"] == agent.name
    assert not (hub.data_dir / "keys" / "somebody-else.json").exists()


def test_a_configured_key_that_is_refused_is_an_error(hub: Hub) -> None:
    with Shim(hub, BELLPULL_KEY="bp_wrong_key") as shim:
        items = shim.items(shim.call("send_notification", notification_type="info", title="x"), error=True)
        (said,) = map(json.loads, items)
        assert (said["success"], said["hint"]) == (False, "check the key (variable BELLPULL_KEY)")
        asked = shim.items(shim.call("ask_user", title="x", question="y"), error=True)
        assert asked == [said["error"], "hint: check the key (variable BELLPULL_KEY)"]


def test_a_persons_key_tells_in_the_persons_name(hub: Hub) -> None:
    person = hub.new_person()
    with Shim(hub, BELLPULL_KEY=person.key) as shim:
        assert tell(shim)["agent_name"] == person.name


@pytest.mark.parametrize(
    ("folder", "name"),
    [("app", "app"), ("My App!", "My-App"), (".hidden", "hidden"), ("…", "agent"), ("x" * 80, "x" * 64)],
)
def test_the_agent_is_called_like_its_project(fresh_hub_once: Hub, tmp_path: Path, folder: str, name: str) -> None:
    project = tmp_path / folder
    (project / ".git").mkdir(parents=True)
    (project / "src" / "deep").mkdir(parents=True)
    with Shim(fresh_hub_once, folder=project / "src" / "deep") as shim:
        assert tell(shim)["agent_name"] == name
    kept = json.loads((fresh_hub_once.data_dir / "keys" / f"{name}.json").read_text())
    assert kept["project"] == str(project)


@pytest.fixture(scope="module")
def fresh_hub_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """A hub of its own for names that other tests might use too."""
    from support.hub import running

    with running(tmp_path_factory.mktemp("hub")) as hub:
        yield hub


def test_a_second_project_of_the_same_name_gets_a_number(fresh_hub_once: Hub, tmp_path: Path) -> None:
    names = []
    for place in ("one", "two", "three", "two"):
        project = tmp_path / place / "shop"
        (project / ".git").mkdir(parents=True, exist_ok=True)
        with Shim(fresh_hub_once, folder=project) as shim:
            names.append(tell(shim)["agent_name"])
            told = "another project is called shop here" in shim.errors()
            assert told is (names[-1] != "shop")
    assert names == ["shop", "shop-2", "shop-3", "shop-2"]


def test_a_name_from_the_environment_is_taken(hub: Hub, tmp_path: Path) -> None:
    with Shim(hub, folder=tmp_path, BELLPULL_AGENT="from-environment") as shim:
        assert tell(shim)["agent_name"] == "from-environment"


def test_a_name_that_cannot_be_one_is_refused_at_once(hub: Hub) -> None:
    with Shim(hub, name="no name!") as shim:
        assert shim.process.wait(PATIENCE) == 2
        assert "Names are 1 to 64" in shim.errors()


def test_french_people_are_told_in_french(hub: Hub) -> None:
    with Shim(hub, LC_ALL="fr_FR.UTF-8") as shim:
        sent = json.loads(shim.told("ask_user", title="x", question="y")[1])
        assert sent["message"] == "Question envoyee"
        answer(hub.owner, open_question(hub.owner, shim.name)["id"], text="oui")
