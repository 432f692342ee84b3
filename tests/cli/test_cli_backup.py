"""`bellpull backup`: a copy that is whole, of one moment, and nobody else's to read."""

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from dying_command import run_until

from support.answers import done, until
from support.hub import Caller, Hub, HubMaker, running
from support.local_hub import running_here
from support.nudges import tell
from support.questions import NO, YES, answer, ask, look
from support.shell import Shell

THREADS = 8


def checked(file: Path) -> sqlite3.Connection:
    """A connection to a file that is whole."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    return connection


def count(file: Path, table: str = "agent_notifications") -> int:
    with closing(checked(file)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def beside(file: Path) -> list[str]:
    return sorted(other.name for other in file.parent.iterdir() if other.name.startswith(file.name))


def test_a_backup_is_one_plain_file_of_its_owner_and_says_what_it_holds(shell: Shell, agent: Caller) -> None:
    sent, asked = agent.send("Kept"), ask(agent)
    tell(agent.hub.owner, agent.name, "Read this")
    target = shell.home / "copy.db"
    said = shell.json("backup", str(target))
    assert (said["file"], said["bytes"]) == (str(target), target.stat().st_size)
    assert (said["hub"], said["notifications"]) == (agent.hub.id, count(target))
    assert (said["questions"], said["nudges"]) == (count(target, "questions"), count(target, "nudges"))
    assert target.stat().st_mode & 0o777 == 0o600
    with closing(checked(target)) as file:
        assert file.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        ids = {row[0] for row in file.execute("SELECT id FROM agent_notifications")}
    assert {sent["id"], asked["id"]} <= ids
    assert beside(target) == ["copy.db"]


def test_a_backup_says_in_words_where_it_is_and_what_it_holds(shell: Shell) -> None:
    ended = shell.run("backup", "copy.db")
    assert ended.code == 0
    assert ended.out.startswith("Backed up to copy.db, ")
    assert ended.out.endswith(f" {count(shell.home / 'copy.db', 'users')} users.\n") or " 1 user.\n" in ended.out
    assert ended.err == ""


def test_a_coding_tool_s_shell_takes_no_copy_of_everything(shell: Shell) -> None:
    ended = shell.run("backup", "copy.db", CLAUDECODE="1")
    assert (ended.code, ended.out) == (2, "")
    assert "only a person takes out everything" in ended.err
    assert not (shell.home / "copy.db").exists()
    assert shell.run("backup", "copy.db", "--as-person", CLAUDECODE="1").code == 0


def test_backup_in_a_folder_has_its_time_as_its_name(shell: Shell) -> None:
    file = Path(shell.json("backup", str(shell.home))["file"])
    assert file.parent == shell.home
    assert file.match("bellpull-????????-??????.db")
    assert count(file, "users") >= 1


def test_a_folder_that_is_missing_is_made_where_the_name_ends_as_one(shell: Shell) -> None:
    for _ in range(2):
        assert Path(shell.json("backup", "every/night/", "--force")["file"]).parent == shell.home / "every" / "night"


@pytest.mark.process
def test_backup_needs_no_running_hub(alone: Shell) -> None:
    with running(alone.home.parent / "home", data_dir=alone.data_dir) as hub:
        hub.new_agent().send("Before the kill")
        hub.kill()
    assert alone.json("backup", "copy.db")["notifications"] == count(alone.home / "copy.db") == 1


def test_a_file_that_is_there_is_replaced_only_by_force(shell: Shell) -> None:
    target = shell.home / "copy.db"
    target.write_text("mine")
    ended = shell.run("backup", "copy.db")
    assert (ended.code, target.read_text()) == (2, "mine")
    assert ended.err == "bellpull: copy.db is there already.\nhint: choose another name, or replace it: --force\n"
    shell.json("backup", "copy.db", "--force")
    assert count(target, "users") >= 1


@pytest.mark.parametrize("end", ["", "-wal", "-shm", ".lock", ".unfinished", ".unfinished-journal", ".schema2"])
def test_the_data_file_is_no_place_for_its_backup(shell: Shell, hub: Hub, end: str) -> None:
    ended = shell.run("backup", f"{hub.database}{end}", "--force")
    assert ended.code == 2
    assert "is the hub's own" in ended.err
    assert done(hub.owner.get("/api/me"))["name"] == "owner"


def test_backup_names_the_folder_or_file_that_is_missing(alone: Shell) -> None:
    assert f"There is no data folder {alone.data_dir}." in alone.run("backup", "copy.db").err
    alone.data_dir.mkdir()
    ended = alone.run("backup", "copy.db")
    assert f"There is no data file {alone.data_dir / 'bellpull.db'}." in ended.err
    assert "hint: run it on the machine of the hub, or choose its folder: --data-dir\n" in ended.err
    assert list(alone.home.iterdir()) == []


def test_a_backup_into_a_folder_that_is_not_there_says_so(shell: Shell) -> None:
    ended = shell.run("backup", "nowhere/copy.db")
    assert ended.code == 2
    assert "There is no folder nowhere." in ended.err


def test_a_damaged_data_file_makes_no_backup(alone: Shell) -> None:
    alone.data_dir.mkdir()
    (alone.data_dir / "bellpull.db").write_bytes(b"no database at all" * 100)
    ended = alone.run("backup", "copy.db")
    assert ended.code == 2
    assert "The file is none of Bellpull." in ended.err
    assert list(alone.home.iterdir()) == []


@pytest.mark.process
@pytest.mark.parametrize(
    ("place", "moment"),
    [
        ("bellpull.store.backup:copy_file", "before"),
        ("bellpull.store.backup:copy_file", "after"),
        ("bellpull.store.placing:sync", "after"),
        ("pathlib:Path.replace", "after"),
    ],
)
def test_a_backup_that_is_killed_leaves_no_half_of_one(shell: Shell, place: str, moment: str) -> None:
    target = shell.home / "copy.db"
    shell.json("backup", "copy.db")
    before = count(target)
    shell_words = ("backup", "copy.db", "--force")
    run_until(shell, place, moment, *shell_words)
    assert count(target) >= before
    shell.json(*shell_words)
    assert beside(target) == ["copy.db"]


def test_second_backup_does_not_write_the_same_file(shell: Shell) -> None:
    import fcntl

    with (shell.home / "copy.db.unfinished").open("wb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        ended = shell.run("backup", "copy.db")
    assert ended.code == 2
    assert "Another command is writing copy.db.unfinished." in ended.err
    assert not (shell.home / "copy.db").exists()


class Load:
    """People and agents at work: each thread tells, asks and answers, until it is told to stop."""

    def __init__(self, hub: Hub) -> None:
        self.answered: list[tuple[str, str]] = []
        self.told: list[str] = []
        self._stop = threading.Event()
        owner, callers = hub.owner, [hub.new_agent() for _ in range(THREADS)]
        self._threads = [threading.Thread(target=self._work, args=(one, owner)) for one in callers]

    def _work(self, agent: Caller, owner: Caller) -> None:
        turn = 0
        while not self._stop.is_set():
            turn += 1
            self.told.append(agent.send(f"Step {turn}", message="x" * 2000)["id"])
            choice = YES if turn % 2 else NO
            id = ask(agent, question=f"Go on after {turn}?")["id"]
            answer(owner, id, choice=choice)
            self.answered.append((id, choice))

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: Any) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()


def test_a_backup_taken_under_load_has_all_that_was_answered_before_it(fresh_hub: HubMaker, alone: Shell) -> None:
    hub = fresh_hub()
    shell = Shell(alone.home, alone.data_dir).at(hub)
    with Load(hub) as load:
        until(lambda: len(load.answered) > 5 * THREADS, "the work begins")
        answered, told = list(load.answered), list(load.told)
        said = shell.json("backup", "copy.db")
        until(lambda: len(load.answered) > len(answered) + THREADS, "the work goes on")
    assert said["questions"] >= len(answered)
    alone.json("restore", "copy.db", "--yes")
    with running_here(alone.home, data_dir=alone.data_dir) as restored:
        owner = restored.owner
        for id, choice in answered:
            question = look(owner, id)
            assert (question["state"], question["choice"]) == ("settled", choice)
        assert set(told) <= {one["id"] for one in owner.every_notification()}
    assert count(alone.data_dir / "bellpull.db") >= len(answered) + len(told)


@pytest.mark.parametrize("command", ["backup", "export"])
def test_files_of_the_hub_are_not_replaced_even_by_force(shell: Shell, command: str) -> None:
    for name in ("bellpull.db", "owner.key", "hub.json"):
        before = (shell.data_dir / name).stat().st_ino
        ended = shell.run(command, str(shell.data_dir / name), "--force")
        assert (ended.code, "is the hub's own" in ended.err) == (2, True), name
        assert (shell.data_dir / name).stat().st_ino == before, name


def test_a_device_is_not_replaced_by_force(shell: Shell) -> None:
    pipe = shell.home / "pipe"
    os.mkfifo(pipe)
    ended = shell.run("backup", "pipe", "--force")
    assert (ended.code, ended.err) == (2, "bellpull: pipe is there already.\nhint: choose another name\n")
    assert pipe.is_fifo()


def test_a_link_that_somebody_else_has_laid_is_not_followed(shell: Shell) -> None:
    target = shell.home / "target"
    target.write_text("mine")
    (shell.home / "copy.db.unfinished").symlink_to(target)
    ended = shell.run("backup", "copy.db")
    assert (ended.code, "copy.db.unfinished cannot be written" in ended.err) == (2, True)
    assert target.read_text() == "mine"
