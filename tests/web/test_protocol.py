"""The number of the protocol: who speaks another is told what to do, with 426, and everybody else is served."""

import re

import pytest
from websockets.exceptions import InvalidStatus

from bellpull import OLDEST_PROTOCOL, PROTOCOL, __version__
from bellpull.cli import hook_fast
from bellpull.clients.opencode_plugin import SHIPPED
from support.hub import Hub


def answered(hub: Hub, path: str, protocol: str | None) -> tuple[int, dict[str, str]]:
    headers = {"Authorization": f"Bearer {hub.owner.key}"} | ({"Bellpull-Protocol": protocol} if protocol else {})
    answer = hub.http.get(hub.url + path, headers=headers)
    return answer.status_code, answer.json()


@pytest.mark.parametrize("protocol", [None, str(OLDEST_PROTOCOL), str(PROTOCOL)])
def test_program_of_the_same_protocol_is_served(hub: Hub, protocol: str | None) -> None:
    assert answered(hub, "/api/me", protocol)[0] == 200


@pytest.mark.parametrize("path", ["/api/me", "/api/notifications/notif_x", "/nowhere", "/"])
def test_newer_program_is_told_to_restart_the_hub(hub: Hub, path: str) -> None:
    status, said = answered(hub, path, str(PROTOCOL + 1))
    assert (status, said["code"], said["hint"]) == (426, "hub_too_old", "restart the hub: bellpull up")
    assert __version__ in said["detail"]


def test_program_that_is_too_old_is_told_to_be_restarted(hub: Hub) -> None:
    status, said = answered(hub, "/api/me", str(OLDEST_PROTOCOL - 1))
    assert (status, said["code"]) == (426, "client_too_old")
    assert said["hint"].startswith("restart it")


@pytest.mark.parametrize("protocol", ["one", "-1", "1.5", "9999999", "1 2"])
def test_protocol_that_is_no_number_is_refused(hub: Hub, protocol: str) -> None:
    status, said = answered(hub, "/api/me", protocol)
    assert (status, said["code"]) == (400, "invalid_protocol")


def test_health_is_told_to_everybody(hub: Hub) -> None:
    status, said = answered(hub, "/health", "999")
    assert (status, said["version"]) == (200, __version__)


def test_a_socket_of_another_protocol_is_not_opened(hub: Hub) -> None:
    from websockets.sync.client import connect

    headers = {"Authorization": f"Bearer {hub.owner.key}", "Bellpull-Protocol": "999"}
    with pytest.raises(InvalidStatus), connect(hub.url.replace("http", "ws", 1) + "/ws", additional_headers=headers):
        pass


def test_programs_that_cannot_import_the_protocol_s_number_say_the_same() -> None:
    assert f"Bellpull-Protocol: {PROTOCOL}\r\n" == hook_fast.PROTOCOL
    assert re.findall(r'"Bellpull-Protocol": "(\d+)"', SHIPPED.read_text(encoding="utf-8")) == [str(PROTOCOL)]
