"""The data folder is taken away, handed over or leaks: the hub does not go on where nobody looks."""

import json
import shutil
from pathlib import Path

import pytest

from bellpull.domain.errors import Setup
from bellpull.folder import DataFolder
from support.answers import PATIENCE, refused
from support.hub import HubMaker


def test_a_hub_whose_data_folder_is_removed_stops(hub_process: HubMaker) -> None:
    hub = hub_process()
    shutil.rmtree(hub.data_dir)
    assert hub.process is not None
    assert hub.process.wait(PATIENCE) == 2
    assert "was removed or replaced" in hub.output()


def test_a_hub_that_stops_leaves_the_address_of_the_one_that_took_the_folder_over(hub_process: HubMaker) -> None:
    hub = hub_process()
    address = hub.data_dir / "hub.json"
    other = json.loads(address.read_text()) | {"pid": hub.pid + 1}
    address.write_text(json.dumps(other))
    assert hub.stop() == 0
    assert json.loads(address.read_text()) == other


def test_a_key_file_that_is_deleted_ends_its_key_at_the_next_start(hub_process: HubMaker) -> None:
    hub = hub_process()
    leaked = hub.owner
    hub.stop()
    (hub.data_dir / "owner.key").unlink()
    hub.restart()
    refused(leaked.get("/api/me"), 401)
    assert hub.owner.key != leaked.key


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Setup) as refusal:
        DataFolder(tmp_path / "nowhere").save_owner_key("x")
    assert refusal.value.code == "folder_unusable"


def test_files_that_others_could_read_are_closed_to_them_by_a_start(hub_process: HubMaker) -> None:
    hub = hub_process()
    hub.stop()
    places = {hub.data_dir: 0o777, hub.data_dir / "owner.key": 0o644, hub.database: 0o666}
    for place, mode in places.items():
        place.chmod(mode)
    hub.start()
    assert [oct(place.stat().st_mode & 0o777) for place in places] == ["0o755", "0o600", "0o600"]
    assert (hub.data_dir / "hub.log").read_text().count("others could use") == 3


def test_the_log_is_its_owners_alone(hub_process: HubMaker) -> None:
    assert (hub_process().data_dir / "hub.log").stat().st_mode & 0o077 == 0
