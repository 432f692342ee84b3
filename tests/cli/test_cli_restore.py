"""`bellpull restore`: the backup or what was there before, never half of either; and nobody goes on as if nothing had
happened."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from dying_command import run_until
from test_cli_backup import count

from support.accounts import share, shared_with, unshare
from support.answers import done, refused
from support.hub import Hub, running
from support.live import told
from support.local_hub import running_here
from support.questions import YES, answer, ask, look, stored_text
from support.shell import Shell
from support.webhooks import call, make

DATA = "bellpull.db"


def kept(shell: Shell) -> list[Path]:
    return sorted(shell.data_dir.glob(f"{DATA}.before-restore-*"))


def titles(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [row[0] for row in connection.execute("SELECT title FROM agent_notifications ORDER BY rowid")]


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a hub that told `First` before the backup copy.db was made, and `Second` after it."""
    home = tmp_path_factory.mktemp("stopped")
    with running_here(home) as hub:
        agent = hub.new_agent(name="builder")
        agent.send("First")
        Shell(home, hub.data_dir).json("backup", "copy.db")
        agent.send("Second")
    return home


@pytest.fixture
def restorable(alone: Shell, stopped: Path) -> Shell:
    shutil.copytree(stopped / "data", alone.data_dir)
    shutil.copy(stopped / "copy.db", alone.home)
    return alone


def test_a_running_hub_is_to_be_stopped_first(shell: Shell, hub: Hub) -> None:
    shell.json("backup", "copy.db")
    ended = shell.run("restore", "copy.db", "--yes")
    assert ended.code == 2
    assert "bellpull down" in ended.err
    assert done(hub.owner.get("/api/me"))["name"] == "owner"


def test_restore_says_what_would_change_and_changes_nothing_without_a_yes(restorable: Shell) -> None:
    ended = restorable.run("restore", "copy.db")
    assert ended.code == 1
    backup, present, *_ = ended.err.splitlines()
    assert backup.startswith("The backup copy.db is whole, up to ")
    assert backup.endswith(": 1 notification, 0 questions, 0 nudges, 1 agent, 1 user.")
    assert f"the place of {restorable.data_dir / DATA}" in present
    assert ": 2 notifications, " in present
    assert "hint: say it with --yes" in ended.err
    assert titles(restorable.data_dir / DATA) == ["First", "Second"]
    assert not list(restorable.data_dir.glob("*.unfinished*"))


def test_restore_is_confirmed_at_the_terminal(restorable: Shell) -> None:
    ended = restorable.run_in_terminal("restore", "copy.db", typed=b"y\n")
    assert ended.code == 0
    assert f"What was there is kept as {kept(restorable)[0]}" in ended.out
    assert titles(restorable.data_dir / DATA) == ["First"]
    assert titles(kept(restorable)[0]) == ["First", "Second"]
    assert (restorable.data_dir / DATA).stat().st_mode & 0o777 == 0o600


def test_restoring_twice_keeps_both_that_were_there(restorable: Shell) -> None:
    restorable.json("restore", "copy.db", "--yes")
    restorable.json("restore", "copy.db", "--yes")
    assert sorted(titles(file) for file in kept(restorable)) == [["First"], ["First", "Second"]]


@pytest.mark.process
def test_restore_keeps_a_copy_of_what_a_killed_hub_had_only_in_its_log(alone: Shell) -> None:
    with running(alone.home, data_dir=alone.data_dir) as hub:
        alone.json("backup", "copy.db")
        hub.new_agent().send("In the log alone")
        hub.kill()
    assert (alone.data_dir / f"{DATA}-wal").stat().st_size > 0
    alone.json("restore", "copy.db", "--yes")
    assert not (alone.data_dir / f"{DATA}-wal").exists()
    assert titles(kept(alone)[0]) == ["In the log alone"]
    assert titles(alone.data_dir / DATA) == []


def test_restore_on_another_machine_gives_the_owner_a_key_and_ends_the_old_one(
    restorable: Shell, tmp_path: Path
) -> None:
    old = (restorable.data_dir / "owner.key").read_text().strip()
    there = Shell(restorable.home, tmp_path / "other" / "data")
    said = there.json("restore", "copy.db", "--yes")
    assert (said["kept"], said["notifications"]) == (None, 1)
    with running_here(restorable.home, data_dir=there.data_dir) as hub:
        assert hub.id == said["hub"]
        assert [one["title"] for one in hub.owner.every_notification()] == ["First"]
        refused(hub.nobody("GET", "/api/me", headers={"Authorization": f"Bearer {old}"}), 401)


def test_an_owners_key_from_after_the_backup_is_replaced_at_the_next_start(restorable: Shell) -> None:
    (restorable.data_dir / "owner.key").unlink()
    with running_here(restorable.home, data_dir=restorable.data_dir):
        pass
    restorable.json("restore", "copy.db", "--yes")
    with running_here(restorable.home, data_dir=restorable.data_dir) as hub:
        assert hub.owner.name == "owner"


def test_a_key_that_was_revoked_since_stays_revoked(alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        ended, valid = hub.new_agent(), hub.new_agent()
        alone.json("backup", "copy.db")
        done(hub.owner.delete(f"/api/keys/{ended.key_id}"))
    alone.json("restore", "copy.db", "--yes")
    with running_here(alone.home, data_dir=alone.data_dir) as again:
        authorization = {"Authorization": f"Bearer {ended.key}"}
        refused(again.nobody("GET", "/api/me", headers=authorization), 401)
        assert done(again.nobody("GET", "/api/me", headers={"Authorization": f"Bearer {valid.key}"}))


def test_restore_names_the_people_and_agents_that_come_back(alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        done(hub.owner.post("/api/users", {"name": "ada"}), 201)
        hub.new_agent(name="builder")
        alone.json("backup", "copy.db")
        done(hub.owner.delete("/api/users/ada"))
        done(hub.owner.delete("/api/agents/builder"))
        alone.json("backup", "later.db")
    assert "Back again, with the keys they had: ada, builder." in alone.run("restore", "copy.db", "--yes").out
    assert alone.json("restore", "later.db", "--yes")["back"] == []
    assert alone.json("restore", "copy.db", "--yes")["back"] == ["ada", "builder"]


def is_let_in(hub: Hub, key: str) -> bool:
    return hub.nobody("GET", "/api/me", headers={"Authorization": f"Bearer {key}"}).status_code == 200


def enters(hub: Hub, password: str) -> bool:
    body = {"name": "ada", "password": password}
    return hub.nobody("POST", "/api/login", json=body).status_code == 200


def test_keys_of_a_name_that_was_made_again_since_stay_ended(alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        done(hub.owner.post("/api/users", {"name": "ada", "password": "the first of two"}), 201)
        first = [hub.new_person("ada"), hub.new_agent(name="builder")]
        webhook = make(hub.owner, "builder", secret=True)
        other = hub.new_agent()
        alone.json("backup", "copy.db")
        for path in ("/api/users/ada", "/api/agents/builder"):
            done(hub.owner.delete(path))
        hub.new_person("ada")
        hub.new_agent(name="builder")
    assert alone.json("restore", "copy.db", "--yes")["back"] == []
    with running_here(alone.home, data_dir=alone.data_dir) as again:
        assert [is_let_in(again, one.key) for one in (*first, other)] == [False, False, True]
        assert not enters(again, "the first of two")
        refused(call(again, webhook, b"x"), 404)
        assert webhook["secret"] not in stored_text(again)


def test_a_key_that_was_made_on_another_machine_is_valid_when_the_hub_comes_back(alone: Shell, tmp_path: Path) -> None:
    there = Shell(alone.home, tmp_path / "there" / "data")
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        hub.new_agent(name="builder")
        alone.json("backup", "copy.db")
    there.json("restore", "copy.db", "--yes")
    with running_here(alone.home, data_dir=there.data_dir) as moved:
        key = moved.new_agent(name="builder").key
        there.json("backup", "later.db")
    alone.json("restore", "later.db", "--yes")
    with running_here(alone.home, data_dir=alone.data_dir) as again:
        assert is_let_in(again, key)


def test_restore_of_the_kept_copy_brings_back_what_came_after_the_backup(alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        ada, agent = hub.new_person("ada"), hub.new_agent()
        alone.json("backup", "copy.db")
        younger = hub.new_agent(name=agent.name)
        share(hub.owner, agent.name, ada.name)
    kept = alone.json("restore", "copy.db", "--yes")["kept"]
    with running_here(alone.home, data_dir=alone.data_dir) as between:
        assert not is_let_in(between, younger.key)
        agent_of_between = between.new_agent()
    alone.json("restore", kept, "--yes")
    with running_here(alone.home, data_dir=alone.data_dir) as again:
        assert [is_let_in(again, one.key) for one in (agent, younger, agent_of_between)] == [True, True, False]
        assert shared_with(again.owner)[agent.name] == ["ada"]
        done(again.owner.delete(f"/api/agents/{agent.name}"))
        again.new_agent(name=agent.name)
    alone.json("restore", kept, "--yes")
    with running_here(alone.home, data_dir=alone.data_dir) as last:
        assert [is_let_in(last, one.key) for one in (agent, younger)] == [False, False]


def test_a_share_that_was_taken_away_since_does_not_come_back(alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        for user in ("ada", "grace", "gone"):
            hub.new_person(user)
        for agent in ("builder", "removed"):
            hub.new_agent(name=agent)
            for user in ("ada", "grace", "gone"):
                share(hub.owner, agent, user)
        alone.json("backup", "copy.db")
        unshare(hub.owner, "builder", "ada")
        for path in ("/api/agents/removed", "/api/users/gone"):
            done(hub.owner.delete(path))
    assert alone.json("restore", "copy.db", "--yes")["back"] == ["gone", "removed"]
    with running_here(alone.home, data_dir=alone.data_dir) as again:
        assert shared_with(again.owner) == {"builder": ["gone", "grace"], "removed": ["ada", "gone", "grace"]}


def test_a_password_that_was_changed_since_stays_changed(alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        done(hub.owner.post("/api/users", {"name": "ada", "password": "the first of two"}), 201)
        alone.json("backup", "copy.db")
        changed = {"password": "the second of two"}
        done(hub.owner.call("PUT", "/api/users/ada/password", json=changed))
    alone.json("restore", "copy.db", "--yes")
    with running_here(alone.home, data_dir=alone.data_dir) as again:
        assert (enters(again, "the first of two"), enters(again, "the second of two")) == (False, True)


def test_an_agent_whose_key_is_younger_than_the_backup_gets_a_new_one(alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        alone.at(hub).json("whoami", "--agent", "older")
        alone.json("backup", "copy.db")
        alone.json("whoami", "--agent", "younger")
        ended = alone.json("whoami", "--agent", "ended")["agent"]
        ids = {key["agent_name"]: key["id"] for key in done(hub.owner.get("/api/keys"))["keys"]}
        done(hub.owner.delete(f"/api/keys/{ids[ended]}"))
    files = {name: alone.data_dir / "keys" / f"{name}.json" for name in ("older", "younger", "ended")}
    older = files["older"].read_text()
    alone.json("restore", "copy.db", "--yes")
    with running_here(alone.home, data_dir=alone.data_dir) as again:
        alone.at(again)
        for name in ("older", "younger"):
            assert alone.json("whoami", "--agent", name)["agent"] == name
        assert files["older"].read_text() == older
        # A key is not revoked until the next restore only.
        assert "refuses the key of ended" in alone.run("whoami", "--agent", "ended").err


def test_a_cursor_into_what_was_lost_begins_again_and_then_misses_nothing(alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        agent = hub.new_agent()
        agent.send("First")
        before = done(hub.http.get(f"{hub.url}/health"))["hub"]
        alone.json("backup", "copy.db")
        with hub.owner.socket() as live:
            live.connected()
            for title in ("Second", "Third"):
                agent.send(title)
            cursor = [live.until_type("agent_notification") for _ in range(2)][-1]["seq"]
    alone.json("restore", "copy.db", "--yes")
    with running_here(alone.home, data_dir=alone.data_dir) as again:
        assert again.id == before
        # So many as were lost, and more: the numbers would be taken for one another.
        sent = [again.new_agent().send(title)["id"] for title in ("Other second", "Other third", "Other fourth")]
        with again.owner.socket(since=cursor, hub=before) as live:
            newest = live.connected()["seq"]
            reset = live.frame()
            assert (reset["type"], reset["reason"], reset["seq"]) == ("reset", "pruned", newest)
            assert set(sent) <= {one["id"] for one in again.owner.every_notification()}
            after = [again.new_agent().send(title)["id"] for title in ("Fifth", "Sixth")]
            while len(told(live.frames)) < 2:
                live.frame()
            assert told(live.frames) == after
        with again.owner.socket(since=newest, hub=before) as live:
            live.connected()
            while len(told(live.frames)) < 2:
                live.frame()
            assert told(live.frames) == after
            assert "reset" not in [frame["type"] for frame in live.frames]


def test_a_question_that_was_open_can_be_answered_after_a_restore(alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        id = ask(hub.new_agent())["id"]
        alone.json("backup", "copy.db")
        answer(hub.owner, id, choice=YES)
    alone.json("restore", "copy.db", "--yes")
    with running_here(alone.home, data_dir=alone.data_dir) as again:
        assert look(again.owner, id)["state"] == "open"
        assert answer(again.owner, id, choice=YES)["outcome"] == "accepted"


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TRIGGER promoted AFTER INSERT ON events BEGIN UPDATE users SET admin = 1; END",
        "CREATE TABLE more (x)",
        "ALTER TABLE users DROP COLUMN password",
        "DROP INDEX idx_events_agent",
        "PRAGMA user_version = -1",
    ],
)
def test_a_file_that_is_not_as_bellpull_makes_it_is_refused(restorable: Shell, change: str) -> None:
    with closing(sqlite3.connect(restorable.home / "copy.db")) as file:
        file.execute(change)
        file.commit()
    ended = restorable.run("restore", "copy.db", "--yes")
    assert ended.code == 2
    assert "The file is none of Bellpull" in ended.err
    assert titles(restorable.data_dir / DATA) == ["First", "Second"]


def test_file_that_is_no_backup_is_refused_and_changes_nothing(restorable: Shell) -> None:
    good = (restorable.home / "copy.db").read_bytes()
    files = {
        "empty.db": (b"", "none of Bellpull"),
        "text.db": (b"Dear diary, " * 1000, "none of Bellpull"),
        "cut.db": (good[: len(good) // 2], "damaged"),
        "hole.db": (good[:8192] + b"\0" * 40960 + good[49152:], "damaged"),
    }
    for name, (content, why) in files.items():
        (restorable.home / name).write_bytes(content)
        ended = restorable.run("restore", name, "--yes")
        assert ended.code == 2, name
        assert why in ended.err, name
    (restorable.home / "newer.db").write_bytes(good)
    with closing(sqlite3.connect(restorable.home / "newer.db")) as newer:
        newer.execute("PRAGMA user_version = 9999")
    assert "newer Bellpull" in restorable.run("restore", "newer.db", "--yes").err
    assert "There is no file missing.db." in restorable.run("restore", "missing.db", "--yes").err
    itself = restorable.run("restore", str(restorable.data_dir / DATA), "--yes")
    assert "is the data file itself" in itself.err
    assert titles(restorable.data_dir / DATA) == ["First", "Second"]
    assert not kept(restorable)


def test_a_backup_that_lies_where_a_restore_writes_is_refused_and_kept(restorable: Shell) -> None:
    for end in ("", "-journal"):
        there = restorable.data_dir / f"{DATA}.unfinished{end}"
        shutil.copy(restorable.home / "copy.db", there)
        ended = restorable.run("restore", str(there), "--yes")
        assert (ended.code, f"{there} lies where a restore writes." in ended.err) == (2, True), ended
        assert count(there) == 1
        there.unlink()
    assert titles(restorable.data_dir / DATA) == ["First", "Second"]


def test_a_data_file_that_is_broken_is_moved_away_and_its_log_does_not_reach_the_new_one(restorable: Shell) -> None:
    for end in ("", "-wal"):
        (restorable.data_dir / f"{DATA}{end}").write_bytes(b"broken " * 1000)
    asked = restorable.run("restore", "copy.db")
    assert f"the place of {restorable.data_dir / DATA}, which cannot be read." in asked.err
    restorable.json("restore", "copy.db", "--yes")
    assert count(restorable.data_dir / DATA) == 1
    assert kept(restorable)[0].read_bytes() == b"broken " * 1000
    assert not (restorable.data_dir / f"{DATA}-wal").exists()


def test_restore_stands_in_the_audit(restorable: Shell) -> None:
    restorable.json("restore", "copy.db", "--yes")
    with closing(sqlite3.connect(restorable.data_dir / DATA)) as file:
        rows = file.execute("SELECT action, by, detail FROM audit WHERE action = 'restored'").fetchall()
    assert [(action, by) for action, by, _ in rows] == [("restored", "owner")]


@pytest.mark.process
@pytest.mark.parametrize(
    ("place", "moment", "left"),
    [
        ("bellpull.store.restore:copy_file", "after", ["First", "Second"]),
        ("bellpull.store.restore:_fit", "after", ["First", "Second"]),
        ("bellpull.store.restore:_take_in_log", "after", ["First", "Second"]),
        ("pathlib:Path.hardlink_to", "after", ["First", "Second"]),
        ("pathlib:Path.replace", "after", ["First"]),
    ],
)
def test_a_restore_that_is_killed_leaves_the_old_file_or_the_new_one(
    restorable: Shell, place: str, moment: str, left: list[str]
) -> None:
    run_until(restorable, place, moment, "restore", "copy.db", "--yes")
    assert titles(restorable.data_dir / DATA) == left
    assert count(restorable.data_dir / DATA) == len(left)
    restorable.json("restore", "copy.db", "--yes")
    assert titles(restorable.data_dir / DATA) == ["First"]
    assert not list(restorable.data_dir.glob("*.unfinished*"))
