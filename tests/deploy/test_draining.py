"""A hub that is told to stop first lets load balancers notice, if it was told to."""

import json
import signal
from collections.abc import Callable

import pytest

from support.answers import PATIENCE, done, until
from support.deploy import command
from support.hub import Hub, HubMaker


def _told(hub: Hub, number: int) -> None:
    assert hub.process is not None
    hub.process.send_signal(number)


def _ended(hub: Hub) -> int:
    assert hub.process is not None
    return hub.process.wait(PATIENCE)


def _drains(hub: Hub) -> Callable[[], bool]:
    return lambda: bool(hub.nobody("GET", "/health/ready").status_code == 503)


def test_a_hub_that_serves_is_ready(hub: Hub) -> None:
    assert done(hub.nobody("GET", "/health/ready")) == {"status": "ready"}
    assert done(hub.nobody("GET", "/health"))["status"] == "ready"


def test_a_draining_hub_says_so_and_serves_on_until_a_second_signal(hub_process: HubMaker) -> None:
    hub = hub_process(drain_seconds="3600")
    agent = hub.new_agent()
    with agent.socket() as live:
        live.connected()
        _told(hub, signal.SIGTERM)
        until(_drains(hub), "it drains")
        assert done(hub.nobody("GET", "/health/ready"), 503) == {"status": "draining"}
        assert done(hub.nobody("GET", "/health"))["status"] == "draining"
        sent = agent.send("Still served")
        assert live.until_type("agent_notification")["notification_id"] == sent["id"]
        assert (hub.data_dir / "hub.json").exists(), "this machine's programs still find it"
        _told(hub, signal.SIGTERM)
        assert live.closed() == 1012
    assert _ended(hub) == 0
    assert not (hub.data_dir / "hub.json").exists()


def test_up_waits_for_a_hub_that_drains_and_takes_its_place(hub_process: HubMaker) -> None:
    hub = hub_process(drain_seconds="2")
    before = hub.id
    _told(hub, signal.SIGTERM)
    until(_drains(hub), "it drains")
    home, named = hub.folder / "elsewhere", {"BELLPULL_DATA_DIR": str(hub.data_dir)}
    try:
        said = command(home, "up", "--detach", "--port", "0", **named, BELLPULL_OPENCODE_URLS="off").stdout
        assert said.startswith("The hub is up.")
        assert json.loads((hub.data_dir / "hub.json").read_text())["hub"] == before
    finally:
        command(home, "down", **named)
    assert _ended(hub) == 0


def test_draining_ends_by_itself(hub_process: HubMaker) -> None:
    hub = hub_process(drain_seconds="1")
    _told(hub, signal.SIGTERM)
    until(_drains(hub), "it drains")
    assert _ended(hub) == 0


@pytest.mark.parametrize("how", ["Ctrl-C", "down"])
def test_a_person_who_stops_it_does_not_wait(hub_process: HubMaker, how: str) -> None:
    hub = hub_process(drain_seconds="3600")
    if how == "Ctrl-C":
        _told(hub, signal.SIGINT)
    else:
        assert command(hub.folder / "home", "down", BELLPULL_DATA_DIR=str(hub.data_dir)).returncode == 0
    assert _ended(hub) == 0
    assert (hub.data_dir / "stopped").exists()
