"""`pip install -U` while agents wait: nothing that runs is lost, and what is older says so."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bellpull import __version__
from support.answers import PATIENCE, until
from support.installed import NEXT, Environment, Installed, installed
from support.nudges import listed, tell
from support.questions import MERGE, NO, YES, answer, look
from support.stdio_shim import Shim, open_question

DIFFER = f"bellpull: the hub is Bellpull {NEXT}, this server is {__version__}; "


@pytest.fixture
def upgradable(tmp_path: Path, environment: Environment) -> Iterator[Installed]:
    with installed(tmp_path, environment) as running:
        yield running


@contextmanager
def asking_in_a_shell(hub: Installed) -> Iterator["subprocess.Popen[str]"]:
    """A script that waits for a person."""
    command = [*hub.program, "ask", "Deploy?", "--option", YES, "--option", NO, "--data-dir", str(hub.data_dir)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=hub.environment(), cwd=hub.folder, text=True, **pipes) as script:
        yield script
        script.kill()


def test_callers_who_wait_outlive_the_upgrade_and_the_restart(
    upgradable: Installed, environment: Environment, wheels: tuple[Path, Path]
) -> None:
    with (
        Shim(upgradable, name="builder") as waiting,
        Shim(upgradable, name="idler") as idle,
        asking_in_a_shell(upgradable) as script,
    ):
        for shim in (waiting, idle):
            shim.initialize()
        call = waiting.call("ask_user", token="t", **MERGE, wait_for_response=True, timeout=600)
        asked = open_question(upgradable.owner, "builder")
        deploy = open_question(upgradable.owner, "owner")

        environment.install(wheels[1])
        assert upgradable.version() == __version__
        said = upgradable.up()
        assert f"was Bellpull {__version__} and has stopped" in said
        assert f"Bellpull {NEXT} takes its place" in said
        assert upgradable.version() == NEXT

        answer(upgradable.owner, asked["id"], choice=YES)
        assert waiting.items(call)[0] == f'{{"response": "accepted", "choice": "{YES}"}}'
        until(lambda: look(upgradable.owner, asked["id"])["handed_at"], "the answer is confirmed")
        assert listed(upgradable.owner, "builder") == [], "the answer came a second time, as a nudge"

        answer(upgradable.owner, deploy["id"], choice=NO)
        assert script.communicate(timeout=PATIENCE) == (f"{NO}\n", "")

        tell(upgradable.owner, "builder", "mind the gap")
        assert "mind the gap" in waiting.told("ask_user", **MERGE)[-1]
        assert "Question sent" in idle.told("ask_user", **MERGE)[0], "it had done nothing before the upgrade"
        for shim in (waiting, idle):
            assert shim.errors().count(DIFFER) == 1
            assert shim.end() == 0


def test_up_leaves_a_hub_of_the_same_version_alone(upgradable: Installed) -> None:
    before = upgradable.id, upgradable.http.get(upgradable.url + "/health").json()["pid"]
    assert "is already running" in upgradable.up()
    assert (upgradable.id, upgradable.http.get(upgradable.url + "/health").json()["pid"]) == before
