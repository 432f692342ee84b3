"""What belongs to another account of this machine is not taken for one's own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bellpull.cli.account_checks import check_opencode
from bellpull.config import DEFAULT, load
from bellpull.domain.errors import Setup
from bellpull.own_folder import need_own
from support.other_account import DAEMON, NOBODY, needs_root
from support.shell import Shell
from support.stranger import Stranger

EVENT = {"hook_event_name": "PostToolUse", "session_id": "s", "cwd": "/", "tool_name": "Bash"}


def planted(folder: Path, stranger: Stranger, uid: int) -> None:
    """A data folder that another account has made, with a hub that it could answer for."""
    folder.mkdir(mode=0o777)
    named = {"url": stranger.url, "pid": os.getpid(), "version": "0.1.0", "hub": "hub_1"}
    (folder / "hub.json").write_text(json.dumps(named))
    (folder / "owner.key").write_text("bp_planted\n")
    (folder / "keys").mkdir()
    os.chown(folder, uid, uid)


@needs_root
@pytest.mark.parametrize(
    ("uid", "whose"),
    [(NOBODY, "account nobody"), (DAEMON, "account daemon"), (4_000_000, "account with the number 4000000")],
)
def test_a_data_folder_of_another_account_is_refused_with_the_name_of_the_account(
    tmp_path: Path, uid: int, whose: str
) -> None:
    os.chown(tmp_path, uid, uid)
    with pytest.raises(Setup) as refused:
        need_own(tmp_path)
    told = f"The data folder {tmp_path} belongs to the {whose}, who could read and replace your keys"
    assert told in refused.value.sentence
    assert f"chown -R $USER {tmp_path}" in str(refused.value.hint)


@needs_root
@pytest.mark.process
def test_a_hub_refuses_a_data_folder_of_another_account(alone: Shell) -> None:
    alone.data_dir.mkdir()
    os.chown(alone.data_dir, NOBODY, NOBODY)
    ended = alone.run_process("up", "--port", "0")
    assert ended.code == 2
    assert "belongs to the account nobody" in ended.err
    assert list(alone.data_dir.iterdir()) == []


@needs_root
@pytest.mark.parametrize(
    "words",
    [("inbox",), ("whoami",), ("ask", "Deploy?"), pytest.param(("hook", "claude-code"), marks=pytest.mark.process)],
)
def test_hub_named_by_a_data_folder_of_another_account_gets_no_key(words: tuple[str, ...], alone: Shell) -> None:
    with Stranger() as stranger:
        planted(alone.data_dir, stranger, NOBODY)
        run = alone.run_process if words[0] == "hook" else alone.run
        ended = run(*words, input=json.dumps(EVENT), BELLPULL_KEY="bp_mine")
        assert stranger.heard == b""
    if words[0] != "hook":
        assert ended.code == 2
        assert "belongs to the account nobody" in ended.err


@needs_root
def test_the_doctor_tells_whose_the_data_folder_is(alone: Shell) -> None:
    alone.data_dir.mkdir()
    os.chown(alone.data_dir, NOBODY, NOBODY)
    checks = json.loads(alone.run("doctor", "--json").out)["checks"]
    (found,) = [one for one in checks if one["about"] == "data folder"]
    assert found["state"] == "problem"
    assert "belongs to the account nobody" in found["text"]


LISTEN = """
import os, socket, sys
os.setresuid(65534, 65534, 65534)
with socket.create_server(("127.0.0.1", 0)) as server:
    print(server.getsockname()[1], flush=True)
    sys.stdin.read()
"""


@pytest.mark.process
@needs_root
@pytest.mark.parametrize("whose", ["nobody", "own"])
def test_the_doctor_tells_of_a_foreign_listener_where_opencode_is_expected(
    whose: str,
) -> None:
    script = LISTEN if whose == "nobody" else LISTEN.replace("os.setresuid(65534, 65534, 65534)", "")
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", script], stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        url = f"http://127.0.0.1:{int(process.stdout.readline())}"
        config = load({}, {"HOME": "/nowhere"})
        default = config.but({"opencode_urls": (url,)}, lambda _: DEFAULT)
        written = config.but({"opencode_urls": (url,)}, lambda _: "file config.toml")
        found = [(one.state, one.text) for one in check_opencode(default)]
        assert list(check_opencode(written)) == []
        process.communicate("")
    ignored = f"a program of another account listens at {url}, and is ignored"
    assert found == ([("note", ignored)] if whose == "nobody" else [])
    assert list(check_opencode(default)) == []
