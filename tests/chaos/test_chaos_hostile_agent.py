"""One agent's key takes all that it is allowed, of everything: nobody else's question is hidden by it, and the hub
stays as large as it should be."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.answers import PATIENCE, done, until
from support.hostile import take_everything, without_pause
from support.hub import Hub, HubMaker
from support.questions import answer, ask

pytestmark = pytest.mark.slow
#: Far more than all of it takes, and far less than what it took without bounds.
MOST_GROWTH = 200 * 1024 * 1024


def resident(hub: Hub) -> int:
    status = Path(f"/proc/{hub.pid}/status")
    if not status.exists():
        pytest.skip("how much memory a process has is not told here")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text())
    assert found
    return int(found[1]) * 1024


def test_an_agent_that_takes_all_it_may_hides_nobody_and_fills_nothing(hub_process: HubMaker) -> None:
    hub = hub_process()
    hostile, calm = hub.new_agent(), hub.new_agent()
    done(hub.owner.get("/api/watch"))
    before = resident(hub)
    with hub.owner.socket() as live:
        live.connected()
        take_everything(hostile)
        urgent = ask(calm, wait=600, urgency="urgent")["id"]
        live.until_type("question_opened", agent_name=calm.name)
        found = done(hub.owner.get("/api/questions"))
        assert found["total"] == 101
        assert found["questions"][0]["id"] == urgent
        watched = hub.owner.get("/api/watch")
        assert len(watched.content) < 16 * 1024 * 1024
        (seen,) = done(watched)["questions"]
        assert (seen["question_id"], seen["rank"]) == (urgent, 0)
        listed = done(hostile.get(f"/api/agents/{hostile.name}/nudges", limit=1))
        assert (listed["count"], listed["total"]) == (1, 1_000)
        answer(hub.owner, urgent, choice="Yes, merge")
        live.until_type("question_settled", question_id=urgent)
    assert resident(hub) - before < MOST_GROWTH


def test_an_urgent_question_is_on_every_list_while_an_agent_does_all_it_may(
    hub_process: HubMaker,
) -> None:
    """What the page, the desk and the terminal view show comes from these; each has a test of its own."""
    hub = hub_process()
    hostile, calm = hub.new_agent(), hub.new_agent()
    take_everything(hostile)
    hub.stop()
    hub.settings["BELLPULL_CREATES_PER_MINUTE"] = "6000"  # the default; with it, to take everything takes minutes
    hub.start()
    with hub.owner.socket() as page, without_pause(hostile):
        page.connected()
        urgent = ask(calm, title="Stop the line", wait=600, urgency="urgent")["id"]
        page.until_type("question_opened", agent_name=calm.name)
        assert done(hub.owner.get("/api/questions"))["questions"][0]["id"] == urgent
        watched = done(hub.owner.get("/api/watch"))
        assert watched["questions"][0]["question_id"] == urgent
        assert any("Stop the line" in line["text"] for line in watched["lines"])
        for command in (["status", "--format", "xbar"], ["questions"]):
            until(lambda words=command: "Stop the line" in bellpull(hub, *words), f"{command} shows it")
        answer(hub.owner, urgent, choice="Yes, merge")
        page.until_type("question_settled", question_id=urgent)


def bellpull(hub: Hub, *command: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "bellpull.cli.main", *command],
        env=hub.environment() | {"BELLPULL_DATA_DIR": str(hub.data_dir)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    return ran.stdout  # a busy machine may be too slow for it; then there are no words in it
