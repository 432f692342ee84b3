"""Somebody else listens at the default port while the hub is away: no key goes there, and calls that wait go on."""

import json
from pathlib import Path

import pytest

from support.answers import until
from support.hub import HubMaker
from support.local_hub import come_back
from support.questions import answer, look
from support.stdio_shim import LocalShim, Shim, open_question
from support.stranger import Between, Stranger

ASK = {"title": "Deploy", "question": "Deploy?", "options": ["Yes", "No"], "wait_for_response": True, "timeout": 50}
YES = '{"response": "accepted", "choice": "Yes"}'


def test_a_call_with_a_chosen_key_outlives_a_clean_restart_and_a_stranger_never_sees_the_key(
    fresh_hub: HubMaker,
) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    own = {"BELLPULL_KEY": agent.key}
    with Stranger() as stranger, LocalShim(hub, name=agent.name, BELLPULL_PORT=stranger.port, **own) as shim:
        id = shim.call("ask_user", "token", **ASK)
        question = open_question(hub.owner, agent.name)
        hub.stop()
        come_back(hub)
        answer(hub.owner, question["id"], choice="Yes")
        assert shim.items(id) == [YES]
        until(lambda: look(hub.owner, question["id"])["handed_at"], "it is handed")
        assert stranger.heard == b""


def test_a_call_that_begins_while_the_hub_is_stopped_waits_for_it_and_tells_no_stranger(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    own = {"BELLPULL_KEY": agent.key}
    with Stranger() as stranger, LocalShim(hub, name=agent.name, BELLPULL_PORT=stranger.port, **own) as shim:
        shim.told("send_notification", notification_type="info", title="before")
        hub.stop()
        id = shim.call("send_notification", notification_type="info", title="meanwhile")
        shim.request("ping")
        come_back(hub)
        assert json.loads(shim.items(id)[0])["success"] is True
        assert stranger.heard == b""


@pytest.mark.process
def test_a_call_to_a_chosen_address_goes_on_though_a_stranger_had_the_port_meanwhile(hub_process: HubMaker) -> None:
    """The address that was chosen is the one that hub.json names: the hub has proved itself, and has to again."""
    hub = hub_process()
    agent = hub.new_agent()
    own = {"BELLPULL_KEY": agent.key, "BELLPULL_URL": hub.url}
    with Shim(hub, name=agent.name, **own) as shim:
        id = shim.call("ask_user", **ASK)
        question = open_question(hub.owner, agent.name)
        hub.port = hub.url.rpartition(":")[2]
        hub.kill()
        with Stranger(int(hub.port)) as stranger:
            until(lambda: stranger.heard, "it looks there")
        hub.start()
        answer(hub.owner, question["id"], choice="Yes")
        assert shim.items(id) == [YES]
        assert b"bp_" not in stranger.heard


def test_a_call_over_a_tunnel_goes_on_though_a_stranger_refused_its_key_meanwhile(
    fresh_hub: HubMaker, tmp_path: Path
) -> None:
    """On a machine where no hub is: nothing can prove itself there."""
    hub = fresh_hub()
    agent = hub.new_agent()
    with Between(hub.url) as tunnel:
        port = int(tunnel.port)
        own = {"BELLPULL_KEY": agent.key, "BELLPULL_URL": tunnel.url, "BELLPULL_DATA_DIR": str(tmp_path)}
        shim = LocalShim(hub, name=agent.name, **own)
        id = shim.call("ask_user", **ASK)
        question = open_question(hub.owner, agent.name)
    with shim:
        with Stranger(port) as stranger:
            until(lambda: stranger.heard, "it looks there")
        with Between(hub.url, port):
            answer(hub.owner, question["id"], choice="Yes")
            assert shim.items(id)[0] == YES
            shim.rest()
            assert look(hub.owner, question["id"])["handed_at"]
