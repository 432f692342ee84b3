"""The recipes for Caddy and nginx, with the real programs: everything gets through, and the hub knows who asked."""

import contextlib
import json
import re
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, get_type_hints

import httpx2
import pytest
from websockets.sync.client import connect

from bellpull.web.live import PING_SECONDS
from bellpull.web.question_wire import Seconds, WaitQuery
from support.answers import PATIENCE, done, refused
from support.deploy import (
    ELSEWHERE,
    RECIPES,
    Pair,
    caddy,
    free_port,
    make_pair,
    nginx,
    origin_of,
    visitor,
)
from support.hub import Caller, Hub, running
from support.questions import answer, ask

FORGED = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9", "X-Real-IP": "203.0.113.9"}


class Front:
    """The hub as it is seen through a proxy."""

    def __init__(self, hub: Hub, pair: Pair, port: int) -> None:
        self.hub = hub
        self.pair = pair
        self.url = f"https://localhost:{port}"
        self.port = port
        self.http = visitor(pair)

    def call(self, who: Caller, method: str, path: str, **how: Any) -> httpx2.Response:
        given = {"Authorization": f"Bearer {who.key}"} | how.pop("headers", {})
        return self.http.request(method, self.url + path, headers=given, **how)


@pytest.fixture(scope="module", params=[caddy, nginx], ids=["caddy", "nginx"])
def front(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    folder, port = tmp_path_factory.mktemp("front"), free_port()
    pair = make_pair(folder)
    settings = {"public_url": f"https://localhost:{port}", "trusted_proxies": "127.0.0.1"}
    with contextlib.ExitStack() as around:
        hub = around.enter_context(running(tmp_path_factory.mktemp("hub"), settings))
        around.enter_context(request.param(folder, hub, pair, port))
        seen = Front(hub, pair, port)
        yield around.enter_context(seen.http) and seen


def test_the_page_and_its_files_come_through(front: Front) -> None:
    page = front.http.get(front.url)
    assert page.status_code == 200
    for file in re.findall(r'(?:href|src)="(/page/[^"]+)"', page.text)[:3]:
        assert front.http.get(front.url + file).status_code == 200
    own = front.http.get(f"{front.url}/health", headers={"Origin": front.url})
    assert done(own)["hub"] == front.hub.id


def test_a_page_of_somebody_else_is_refused_behind_a_proxy_as_well(front: Front) -> None:
    assert front.http.get(f"{front.url}/health", headers={"Origin": "https://evil.example"}).status_code == 403
    assert (
        front.http.get(f"{front.url}/health", headers={"Origin": f"http://localhost:{front.port}"}).status_code == 403
    )


def test_a_socket_comes_through_and_hears_at_once(front: Front) -> None:
    agent = front.hub.new_agent()
    address = f"wss://localhost:{front.port}/ws/events"
    given = {"Authorization": f"Bearer {agent.key}"}
    with connect(address, additional_headers=given, origin=front.url, ssl=front.pair.trusting(), proxy=None) as live:
        assert json.loads(live.recv(PATIENCE))["type"] == "connected"
        sent = done(
            front.call(agent, "POST", "/api/notifications", json={"notification_type": "info", "title": "x"}), 201
        )
        assert json.loads(live.recv(PATIENCE))["notification_id"] == sent["id"]


def test_a_question_that_is_waited_for_is_answered_through_the_proxy(front: Front) -> None:
    agent = front.hub.new_agent()
    asked = ask(agent)
    with ThreadPoolExecutor(1) as waiting:
        settled = waiting.submit(front.call, agent, "GET", f"/api/questions/{asked['id']}?wait=30")
        answer(front.hub.owner, asked["id"], choice=asked["options"][0])
        assert done(settled.result(PATIENCE))["outcome"] == "accepted"


def test_a_body_that_is_too_large_is_refused_in_the_hub_s_words(front: Front) -> None:
    large = {"notification_type": "info", "title": "x", "message": "x" * 1_500_000}
    answered = front.call(front.hub.new_agent(), "POST", "/api/notifications", json=large)
    assert refused(answered, 413)["code"] == "body_too_large"


def test_the_hub_knows_who_asked_and_believes_nothing_that_they_say_of_it(front: Front) -> None:
    for forged in ({}, FORGED):
        name = f"agent-{secrets.token_hex(4)}"
        done(front.call(front.hub.owner, "POST", "/api/keys", json={"agent_name": name}, headers=forged), 201)
        assert origin_of(front.hub.owner, name) == ELSEWHERE


def test_only_a_proxy_that_was_named_is_believed(front: Front) -> None:
    hub = front.hub
    given = {"Authorization": f"Bearer {hub.owner.key}", "X-Forwarded-Proto": "https", **FORGED}
    name = f"agent-{secrets.token_hex(4)}"
    with visitor(headers=given) as outsider:
        done(outsider.post(f"{hub.url}/api/keys", json={"agent_name": name}), 201)
        # By https this origin would be the one that was asked.
        asked = outsider.get(f"{hub.url}/health", headers={"Origin": hub.url.replace("http:", "https:")})
        assert asked.status_code == 403
    assert origin_of(hub.owner, name) == ELSEWHERE


@pytest.mark.parametrize("said", ["evil<script>", "A" * 5000, "", "10.0.0.1, nonsense"])
def test_a_forwarded_text_that_is_no_address_counts_as_the_proxy_s_own(front: Front, said: str) -> None:
    """Straight to the hub, from the address of the proxy that it believes."""
    name = f"agent-{secrets.token_hex(4)}"
    given = {"X-Forwarded-For": said}
    done(front.hub.owner.call("POST", "/api/keys", json={"agent_name": name}, headers=given), 201)
    assert origin_of(front.hub.owner, name) == "127.0.0.1"


def test_a_hub_without_proxies_believes_nobody(hub: Hub) -> None:
    name = f"agent-{secrets.token_hex(4)}"
    done(hub.owner.call("POST", "/api/keys", json={"agent_name": name}, headers=FORGED), 201)
    assert origin_of(hub.owner, name) == "127.0.0.1"


def test_no_wait_is_cut_short() -> None:
    everywhere, mcp = map(int, re.findall(r"proxy_read_timeout (\d+)s;", (RECIPES / "nginx.conf").read_text()))
    assert everywhere > get_type_hints(WaitQuery, include_extras=True)["wait"].__metadata__[0].le + 10
    assert everywhere > 2 * PING_SECONDS
    assert mcp > Seconds.__metadata__[0].le
    # Caddy waits for ever unless it is told not to.
    assert not re.search(r"^[^#\n]*_timeout", (RECIPES / "Caddyfile").read_text(), re.M)
