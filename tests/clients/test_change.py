"""A settings file is written whole or not at all, and never over what somebody else has just written."""

import errno
from pathlib import Path

import pytest

from bellpull.clients.change import Change, backups, write
from bellpull.domain.errors import Setup


def test_a_text_that_another_has_just_written_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"new": 1}')
    with pytest.raises(Setup, match="has just been changed"):
        write(Change(file, "{}", '{"mcp": {}}'))
    assert (file.read_text(), backups(file)) == ('{"new": 1}', [])


@pytest.mark.parametrize("fails", ["replace", "chmod"])
def test_a_write_that_fails_leaves_the_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    file = tmp_path / "settings.json"
    file.write_text("{}")

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, fails, fail)
    with pytest.raises(Setup, match="No space left"):
        write(Change(file, "{}", '{"mcp": {}}'))
    assert file.read_text() == "{}"
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


def test_backups_of_another_file_are_not_ours(tmp_path: Path) -> None:
    one, other = tmp_path / "a[1].json", tmp_path / "a1.json"
    for file in (one, other):
        file.write_text("{}")
        write(Change(file, "{}", "[]"))
    assert [path.name.partition(".bellpull")[0] for path in backups(one)] == ["a[1].json"]


def test_a_file_that_its_owner_made_read_only_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text("{}")
    file.chmod(0o444)
    with pytest.raises(Setup, match="it is read-only"):
        write(Change(file, "{}", "{1}"))
    assert file.read_text() == "{}"
    assert list(tmp_path.iterdir()) == [file]
