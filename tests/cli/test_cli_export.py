"""`bellpull export` and `bellpull import`: everything but secrets goes from one hub to another, all or nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from dying_command import run_until

from support.accounts import share, shared_with, unshare
from support.answers import done
from support.hub import Caller, Hub
from support.local_hub import running_here
from support.nudges import listed as nudges_of
from support.nudges import sign, tell
from support.questions import YES, answer, ask, ask_text, claim, handed, listed, look, stored_text, tell_of_nudges
from support.shell import Shell

DATA = "bellpull.db"
SECRET = "the-word-that-nobody-may-read"


def furnish(hub: Hub) -> None:
    """A hub with something of everything."""
    owner = hub.owner
    hub.new_person("ada")
    builder = hub.new_agent(name="builder")
    builder.send("Grüße ✓", message="two\nlines", metadata={"at": 1.50}, category="x", priority="urgent")
    ended = builder.send("Seen")
    done(owner.post(f"/api/notifications/{ended['id']}/acknowledge"))
    owner.send("From a person")
    id = answer(owner, ask(builder)["id"], choice=YES)["id"]
    assert handed(builder, id)
    ask_text(builder, title="Still open")
    tell(owner, "builder", "Read it")
    tell_of_nudges(builder, "confirm", [one["id"] for one in claim(builder, limit=1)])
    tell(owner, "builder", "Wait for it", session="process:one")
    answer(owner, ask_text(builder, title="Secret", secret=True)["id"], text=SECRET)
    sign(builder, "process:one", "working", title="Build", client="opencode")
    done(owner.post("/api/agents/builder/webhooks", {"source": "ci", "secret": True}), 201)


def lists(owner: Caller) -> dict[str, Any]:
    """What REST says of everything that an export holds."""
    agents = done(owner.get("/api/agents"))["agents"]
    return {
        "agents": agents,
        "notifications": list(owner.every_notification(status="pending,acknowledged,dismissed")),
        "open": listed(owner),
        "settled": listed(owner, state="settled"),
        "nudges": {
            (one["name"], state): nudges_of(owner, one["name"], state=state)
            for one in agents
            for state in ("pending", "handed")
        },
        "sessions": done(owner.get("/api/sessions"))["sessions"],
    }


def without_secret_answers(said: dict[str, Any]) -> dict[str, Any]:
    """They are no part of an export: neither what was typed, nor the nudge that brings it."""
    secret = {one["id"] for one in said["settled"] if one["secret"]}
    nudges = {
        whose: [one for one in some if one["question_id"] not in secret] for whose, some in said["nudges"].items()
    }
    left_out = {whose: len(some) - len(nudges[whose]) for whose, some in said["nudges"].items()}
    agents = [
        one | {"pending_nudges": one["pending_nudges"] - left_out[one["name"], "pending"]} for one in said["agents"]
    ]
    settled = [one | {"reply": None} if one["secret"] else one for one in said["settled"]]
    return said | {"agents": agents, "nudges": nudges, "settled": settled}


@pytest.fixture
def exported(alone: Shell) -> tuple[Shell, dict[str, Any]]:
    """A shell with hub.jsonl, the export of a hub that was running; and what its REST said."""
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        furnish(hub)
        ended = alone.run("export", "hub.jsonl")
        assert ended.code == 0, ended
        said = lists(hub.owner)
    return alone, said


def elsewhere(shell: Shell) -> Shell:
    return Shell(shell.home, shell.home.parent / "elsewhere")


def lines_of(shell: Shell) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (shell.home / "hub.jsonl").read_text("ascii").splitlines()]


def test_an_imported_hub_says_the_same_over_rest(exported: tuple[Shell, dict[str, Any]]) -> None:
    shell, said = exported
    there = elsewhere(shell)
    taken = there.json("import", "hub.jsonl")
    assert taken["there"] == dict.fromkeys(taken["there"], 0)
    assert (taken["new"]["users"], taken["new"]["agents"], taken["new"]["questions"]) == (2, 1, 3)
    with running_here(shell.home, data_dir=there.data_dir) as hub:
        assert without_secret_answers(lists(hub.owner)) == without_secret_answers(said)
        (nudge,) = claim(hub.new_agent(name="builder"), session="process:one")
        assert nudge["message"] == "Wait for it"
        still_open = listed(hub.owner)[0]["id"]
        answer(hub.owner, still_open, text="At last")
        assert look(hub.owner, still_open)["reply"] == "At last"
        assert hub.owner.name == "owner"
    again = there.json("import", "hub.jsonl")
    assert again["new"] == dict.fromkeys(again["new"], 0)
    assert again["there"] == taken["new"]


def test_an_export_has_a_head_an_end_and_no_secret(exported: tuple[Shell, dict[str, Any]]) -> None:
    shell, _ = exported
    head, *records, end = lines_of(shell)
    assert (head["bellpull"], head["version"]) == ("export", 1)
    assert end == {"type": "end", "count": len(records)}
    types = [record["type"] for record in records]
    assert list(dict.fromkeys(types)) == ["user", "agent", "notification", "question", "nudge", "session"]
    text = (shell.home / "hub.jsonl").read_text()
    assert SECRET not in text
    assert "hash" not in text
    assert '"password"' not in text
    assert "webhook" not in text
    assert (shell.home / "hub.jsonl").stat().st_mode & 0o777 == 0o600
    assert shell.run("export").out.splitlines()[1:] == text.splitlines()[1:]


def test_a_secret_answer_does_not_come_along(exported: tuple[Shell, dict[str, Any]]) -> None:
    shell, _ = exported
    there = elsewhere(shell)
    there.json("import", "hub.jsonl")
    with running_here(shell.home, data_dir=there.data_dir) as hub:
        assert SECRET not in stored_text(hub)


def test_import_says_what_people_and_agents_still_need(exported: tuple[Shell, dict[str, Any]]) -> None:
    shell, _ = exported
    ended = elsewhere(shell).run("import", "hub.jsonl")
    assert ended.code == 0
    assert ended.out.startswith("New: 2 users, 1 agent, ")
    assert "without password and keys: bellpull user password NAME" in ended.out
    assert "bellpull key create --agent NAME" in ended.out


def cut(lines: list[str]) -> list[str]:
    return lines[:-1]


def cut_within(lines: list[str]) -> list[str]:
    return [*lines[:-3], lines[-3][: len(lines[-3]) // 2]]


def without_a_line(lines: list[str]) -> list[str]:
    return [*lines[:4], *lines[5:]]


def with_more(lines: list[str]) -> list[str]:
    return [*lines, lines[1]]


def changed(number: int, **fields: object) -> Any:
    def change(lines: list[str]) -> list[str]:
        record = json.loads(lines[number - 1]) | fields
        return [*lines[: number - 1], json.dumps(record) + "\n", *lines[number:]]

    return change


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (cut, "is cut off after line"),
        (cut_within, ": it is cut off."),
        (without_a_line, "the end does not fit"),
        (with_more, "the end does not fit"),
        (changed(1, version=2), "is an export of version 2"),
        (changed(1, bellpull="else"), "is no export of Bellpull"),
        (changed(2, type="key"), "Line 2: its type is unknown."),
        (changed(2, password="x"), "Line 2: password is unknown."),
        (changed(2, admin=1), "Line 2: admin must be true or false."),
        (changed(3, name="../x"), "Line 3: name is no name of an agent or a user."),
        (changed(4, owner="nobody"), "Line 4: it does not fit to what is there"),
        (changed(5, status="new"), "Line 5: status must be one of: pending, acknowledged, dismissed."),
        (changed(5, title="\ud800"), "Line 5: title must be text that UTF-8 can hold."),
        (changed(5, created_at="yesterday"), "Line 5: created_at must be an instant"),
        (changed(5, metadata="{"), "Line 5: metadata must be JSON written as text."),
        (changed(5, agent_name="stranger"), "Line 5: there is no agent stranger."),
    ],
)
def test_an_export_that_is_not_right_is_refused_whole(one_export: Path, alone: Shell, change: Any, why: str) -> None:
    lines = one_export.read_text().splitlines(keepends=True)
    (alone.home / "hub.jsonl").write_text("".join(change(lines)))
    ended = alone.run("import", "hub.jsonl")
    assert (ended.code, ended.out) == (2, "")
    assert why in ended.err
    assert not (alone.data_dir / DATA).exists()


@pytest.fixture(scope="module")
def one_export(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("export")
    with running_here(home) as hub:
        furnish(hub)
        ended = Shell(home, hub.data_dir).run("export", "hub.jsonl")
    assert ended.code == 0, ended
    return home / "hub.jsonl"


def test_names_that_clash_are_refused_by_name(one_export: Path, alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        hub.new_person("builder")
    ended = alone.run("import", str(one_export))
    assert ended.code == 2
    assert "builder is the name of a user here." in ended.err
    with running_here(alone.home, data_dir=alone.data_dir) as again:
        assert list(again.owner.every_notification()) == []


def test_a_share_that_was_taken_away_does_not_come_back(alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        hub.new_person("ada")
        for agent in ("builder", "painter"):
            hub.new_agent(name=agent)
            share(hub.owner, agent, "ada")
        assert alone.run("export", "hub.jsonl").code == 0
        unshare(hub.owner, "builder", "ada")
        done(hub.owner.delete("/api/agents/painter"))
    taken = alone.json("import", "hub.jsonl")
    assert (taken["new"]["shares"], taken["there"]["shares"]) == (1, 1)
    with running_here(alone.home, data_dir=alone.data_dir) as again:
        assert shared_with(again.owner) == {"builder": [], "painter": ["ada"]}
    assert alone.json("import", "hub.jsonl")["there"]["shares"] == 2


def test_a_nudge_that_was_said_again_here_does_not_come_back(alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        hub.new_agent(name="builder")
        tell(hub.owner, "builder", "1 test fails", source="ci", dedup_key="main")
        assert alone.run("export", "hub.jsonl").code == 0
        tell(hub.owner, "builder", "2 tests fail", source="ci", dedup_key="main")
    assert alone.json("import", "hub.jsonl")["there"]["nudges"] == 1
    with running_here(alone.home, data_dir=alone.data_dir) as again:
        builder = again.new_agent(name="builder")
        (nudge,) = claim(builder)
        assert nudge["message"] == "2 tests fail"
        tell_of_nudges(builder, "confirm", [nudge["id"]])
    assert alone.json("import", "hub.jsonl")["there"]["nudges"] == 1
    with running_here(alone.home, data_dir=alone.data_dir) as last:
        assert nudges_of(last.owner, "builder", state="pending") == []


def test_an_agent_that_is_somebody_elses_here_gets_none_of_their_records(one_export: Path, alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        hub.new_agent(hub.new_person("ada"), "builder")
    ended = alone.run("import", str(one_export))
    assert ended.code == 2
    assert "builder is ada's agent here, and owner's in the export." in ended.err
    assert "hint: remove it here or there first; nothing was imported" in ended.err
    with running_here(alone.home, data_dir=alone.data_dir) as again:
        assert list(again.owner.every_notification()) == []


def test_a_hub_that_runs_is_named_as_one_which_may_be_this(one_export: Path, alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir):
        said = alone.run("import", str(one_export)).err
    assert said.startswith(f"bellpull: A hub is using the data folder {alone.data_dir}.\n")


def test_a_surface_looks_again_after_an_import(one_export: Path, alone: Shell) -> None:
    with running_here(alone.home, data_dir=alone.data_dir) as hub:
        hub.new_agent().send()
        with hub.owner.socket() as live:
            cursor = live.connected()["seq"]
        id = hub.id
    assert "hub is using" not in alone.run("import", str(one_export)).err
    with running_here(alone.home, data_dir=alone.data_dir) as again, again.owner.socket(since=cursor, hub=id) as live:
        live.connected()
        assert live.frame()["type"] == "reset"


def test_an_import_waits_for_the_hub_to_be_stopped(one_export: Path, shell: Shell) -> None:
    ended = shell.run("import", str(one_export))
    assert ended.code == 2
    assert "bellpull down" in ended.err


@pytest.mark.process
def test_an_import_that_is_killed_leaves_nothing_of_it(one_export: Path, alone: Shell) -> None:
    run_until(alone, "bellpull.store.importing:note_done", "after", "import", str(one_export))
    taken = alone.json("import", str(one_export))
    assert taken["there"] == dict.fromkeys(taken["there"], 0)


def test_an_export_does_not_replace_a_file_unless_told(one_export: Path, shell: Shell) -> None:
    (shell.home / "mine").write_text("mine")
    assert "is there already" in shell.run("export", "mine").err
    assert (shell.home / "mine").read_text() == "mine"
    assert shell.run("export", "mine", "--force").code == 0
    assert (shell.home / "mine").read_text().startswith('{"bellpull": "export"')
