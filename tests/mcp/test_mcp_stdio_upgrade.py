"""The stdio server while Bellpull is upgraded beneath it, and where it and the hub no longer understand each other."""

import shutil
from pathlib import Path

import pytest

from bellpull import PROTOCOL, __version__
from support.altered import altered, running_altered
from support.answers import until
from support.hub import Hub, running
from support.questions import MERGE, YES, answer, look
from support.stdio_shim import Shim, open_question

pytestmark = pytest.mark.process
RESTART = "restart the hub: bellpull up"
#: The last that is loaded of what may be needed.
LAST = "bellpull/mcp/shim/__pycache__/ticking.*.pyc"


def test_a_server_needs_nothing_of_its_files_once_it_runs(hub: Hub, tmp_path: Path) -> None:
    sources = altered(tmp_path)
    with Shim(hub, PYTHONPATH=str(sources)) as shim:
        shim.initialize()
        until(lambda: list(sources.glob(LAST)), "everything is loaded")
        shutil.rmtree(sources)
        assert len(shim.request("tools/list")["result"]["tools"]) > 1
        assert shim.request("prompts/list")["result"]["prompts"]
        waiting = shim.call("ask_user", token=1, **MERGE, wait_for_response=True, timeout=600)
        asked = open_question(hub.owner, shim.name)
        answer(hub.owner, asked["id"], choice=YES)
        assert YES in shim.items(waiting)[0]
        left = shim.call("ask_user", **MERGE, wait_for_response=True, timeout=600)
        other = open_question(hub.owner, shim.name)
        shim.cancel(left)
        until(lambda: look(hub.owner, other["id"])["released"] == "gone", "the hub hears that nobody waits")
        assert shim.items(shim.call("ask_user", title=""), error=True)
        assert shim.end() == 0


def test_a_server_that_is_newer_than_the_hub_says_to_restart_that(hub: Hub, tmp_path: Path) -> None:
    newer = altered(tmp_path, PROTOCOL=PROTOCOL + 1)
    with Shim(hub, PYTHONPATH=str(newer)) as shim:
        shim.initialize()
        sentence, *more = shim.items(shim.call("ask_user", **MERGE), error=True)
        assert f"This hub is Bellpull {__version__}, which is older" in sentence
        assert RESTART in "\n".join((sentence, *more))


def test_a_server_that_waits_when_a_hub_comes_that_it_is_too_old_for_is_told_so(tmp_path: Path) -> None:
    with running(tmp_path) as hub, Shim(hub, name="builder") as shim:
        shim.initialize()
        call = shim.call("ask_user", **MERGE, wait_for_response=True, timeout=600)
        asked = open_question(hub.owner, "builder")
        hub.stop()
        numbers = {"PROTOCOL": PROTOCOL + 1, "OLDEST_PROTOCOL": PROTOCOL + 1}
        with running_altered(tmp_path, hub.data_dir, numbers) as next_hub:
            said = "\n".join(shim.items(call, error=True))
            assert "too old for this hub" in said
            assert "restart it" in said
            kept = next_hub.http.get(
                f"{next_hub.url}/api/questions/{asked['id']}",
                headers={
                    "Authorization": f"Bearer {(hub.data_dir / 'owner.key').read_text().strip()}",
                    "Bellpull-Protocol": str(PROTOCOL + 1),
                },
            )
            assert kept.json()["state"] == "open"
