"""The agent that `bellpull mcp` speaks as: its name, its project, and its key."""

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.answers import PATIENCE
from support.hub import Hub
from support.local_hub import running_here
from support.questions import answer
from support.stdio_shim import LocalShim, Shim, open_question


@pytest.fixture(scope="module")
def own_hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """For names that other tests might use too."""
    with running_here(tmp_path_factory.mktemp("hub")) as hub:
        yield hub


def tell(shim: Shim) -> dict[str, str]:
    said: dict[str, str] = json.loads(shim.told("send_notification", notification_type="info", title="Hello")[0])
    return said


def test_the_agents_key_is_made_once_and_kept_for_its_owner_alone(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        tell(shim)
    file = hub.data_dir / "keys" / f"{shim.name}.json"
    kept = json.loads(file.read_text())
    assert (kept["agent"], kept["project"]) == (shim.name, None)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with LocalShim(hub, name=shim.name) as again:
        tell(again)
    assert json.loads(file.read_text()) == kept


def test_a_key_that_was_revoked_stays_revoked_until_its_file_is_removed(hub: Hub) -> None:
    with LocalShim(hub) as shim:
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
    with LocalShim(hub, name="somebody-else", BELLPULL_KEY=agent.key) as shim:
        assert tell(shim)["agent_name"] == agent.name
    assert not (hub.data_dir / "keys" / "somebody-else.json").exists()


def test_a_configured_key_that_is_refused_is_an_error(hub: Hub) -> None:
    with LocalShim(hub, BELLPULL_KEY="bp_wrong_key") as shim:
        items = shim.items(shim.call("send_notification", notification_type="info", title="x"), error=True)
        (said,) = map(json.loads, items)
        assert (said["success"], said["hint"]) == (False, "check the key (variable BELLPULL_KEY)")
        asked = shim.items(shim.call("ask_user", title="x", question="y"), error=True)
        assert asked == [said["error"], "hint: check the key (variable BELLPULL_KEY)"]


def test_a_persons_key_tells_in_the_persons_name(hub: Hub) -> None:
    person = hub.new_person()
    with LocalShim(hub, BELLPULL_KEY=person.key) as shim:
        assert tell(shim)["agent_name"] == person.name


@pytest.mark.parametrize(
    ("folder", "name"),
    [("app", "app"), ("My App!", "My-App"), (".hidden", "hidden"), ("…", "agent"), ("x" * 80, "x" * 64)],
)
def test_the_agent_is_called_like_its_project(own_hub: Hub, tmp_path: Path, folder: str, name: str) -> None:
    project = tmp_path / folder
    (project / ".git").mkdir(parents=True)
    (project / "src" / "deep").mkdir(parents=True)
    with LocalShim(own_hub, folder=project / "src" / "deep") as shim:
        assert tell(shim)["agent_name"] == name
    kept = json.loads((own_hub.data_dir / "keys" / f"{name}.json").read_text())
    assert kept["project"] == str(project)


def test_a_second_project_of_the_same_name_gets_a_number(
    own_hub: Hub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = []
    for place in ("one", "two", "three", "two"):
        project = tmp_path / place / "shop"
        (project / ".git").mkdir(parents=True, exist_ok=True)
        with LocalShim(own_hub, folder=project) as shim:
            names.append(tell(shim)["agent_name"])
            told = "another project is called shop here" in capsys.readouterr().err
            assert told is (names[-1] != "shop")
    assert names == ["shop", "shop-2", "shop-3", "shop-2"]


def test_a_name_from_the_environment_is_taken(hub: Hub, tmp_path: Path) -> None:
    with LocalShim(hub, folder=tmp_path, BELLPULL_AGENT="from-environment") as shim:
        assert tell(shim)["agent_name"] == "from-environment"


@pytest.mark.process
def test_a_name_that_cannot_be_one_is_refused_at_once(hub: Hub) -> None:
    with Shim(hub, name="no name!") as shim:
        assert shim.process.wait(PATIENCE) == 2
        assert "Names are 1 to 64" in shim.errors()


def test_the_result_is_in_the_language_of_the_environment(hub: Hub) -> None:
    with LocalShim(hub, LC_ALL="fr_FR.UTF-8") as shim:
        sent = json.loads(shim.told("ask_user", title="x", question="y")[1])
        assert sent["message"] == "Question envoyee"
        answer(hub.owner, open_question(hub.owner, shim.name)["id"], text="oui")
