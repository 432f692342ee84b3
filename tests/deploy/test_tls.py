"""https: for everybody by a certificate, while programs of this machine go on as before."""

import contextlib
import json
import re
import secrets
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from websockets.sync.client import ClientConnection, connect

from bellpull.web.handshakes import MOST
from support.answers import PATIENCE, done, until
from support.browser import find_browser, running_browser
from support.deploy import ELSEWHERE, Pair, command, free_port, make_pair, origin_of, visitor
from support.hub import Hub, running
from support.stdio_shim import Shim

#: The hub with its clock for certificates sped up: nobody waits a minute in a test.
HASTY = """
import sys
import bellpull.web.tls
bellpull.web.tls.LOOK_SECONDS = 0.1
from bellpull.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


class HastyHub(Hub):
    def launch(self) -> "subprocess.Popen[bytes]":
        words = ["up", "--port", "0", "--data-dir", str(self.data_dir)]
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-c", HASTY, *words], env=self.environment(), stdout=log, stderr=log, cwd=self.folder
            )


class Outside:
    """The hub as those see it who come by https."""

    def __init__(self, hub: Hub, pair: Pair) -> None:
        self.hub = hub
        self.pair = pair
        self.port = https_port(hub)
        self.url = f"https://localhost:{self.port}"
        self.http = httpx2.Client(verify=pair.trusting(), timeout=PATIENCE, trust_env=False)

    def socket(self, key: str) -> contextlib.AbstractContextManager[ClientConnection]:
        address = f"wss://localhost:{self.port}/ws/events"
        given = {"Authorization": f"Bearer {key}"}
        return connect(address, additional_headers=given, ssl=self.pair.trusting(), proxy=None, open_timeout=PATIENCE)


def https_port(hub: Hub) -> int:
    line = next(line for line in hub.output().splitlines() if line.startswith("  open "))
    return urlsplit(line.split()[1]).port or 0


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return make_pair(tmp_path_factory.mktemp("pair"))


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory, pair: Pair) -> Iterator[Outside]:
    with running(tmp_path_factory.mktemp("hub"), pair.settings() | {"allowed_hosts": "bell.example"}) as hub:
        seen = Outside(hub, pair)
        with seen.http:
            yield seen


def test_programs_of_this_machine_go_on_over_plain_http(outside: Outside) -> None:
    hub = outside.hub
    assert hub.url.startswith("http://127.0.0.1:")
    agent = hub.new_agent()
    with agent.socket() as live:
        live.connected()
        said = command(hub.folder / "home", "send", "Over here", BELLPULL_DATA_DIR=str(hub.data_dir))
        assert (said.returncode, said.stderr) == (0, "")
    with Shim(hub) as shim:
        shim.initialize()
        shim.told("send_notification", notification_type="info", title="By the shim")
    titles = {each["title"] for each in hub.owner.every_notification()}
    assert {"Over here", "By the shim"} <= titles


def test_everybody_else_comes_by_https(outside: Outside) -> None:
    agent = outside.hub.new_agent()
    given = {"Authorization": f"Bearer {agent.key}"}
    body = {"notification_type": "info", "title": "From afar"}
    with outside.socket(agent.key) as live:
        assert json.loads(live.recv(PATIENCE))["type"] == "connected"
        sent = done(outside.http.post(f"{outside.url}/api/notifications", json=body, headers=given), 201)
        told = json.loads(live.recv(PATIENCE))
        assert (told["type"], told["notification_id"]) == ("agent_notification", sent["id"])


def test_the_hub_knows_who_comes_by_https(outside: Outside) -> None:
    owner, name = outside.hub.owner, f"agent-{secrets.token_hex(4)}"
    with visitor(outside.pair, headers={"Authorization": f"Bearer {owner.key}"}) as elsewhere:
        done(elsewhere.post(f"{outside.url}/api/keys", json={"agent_name": name}), 201)
    assert origin_of(owner, name) == ELSEWHERE


def test_the_https_port_speaks_nothing_else(outside: Outside) -> None:
    with pytest.raises(httpx2.TransportError):
        httpx2.get(f"http://localhost:{outside.port}/health", timeout=PATIENCE)
    done(outside.http.get(f"{outside.url}/health"))


def test_a_client_without_tls_at_the_https_port_is_counted_and_told(outside: Outside) -> None:
    def count() -> int:
        text = outside.hub.owner.get("/metrics").text
        found = re.search(r'^bellpull_refused_total\{code="bad_tls"\} (\d+)$', text, re.MULTILINE)
        return int(found[1]) if found else 0

    before = count()
    with visitor() as plain, pytest.raises(httpx2.TransportError):
        plain.get(f"http://localhost:{outside.port}/health")
    until(lambda: count() == before + 1, "it is counted")
    assert f"refused bad_tls: - from {ELSEWHERE}" in _log(outside.hub)


def test_connections_that_say_nothing_give_way_and_others_are_served(outside: Outside) -> None:
    handles = Path(f"/proc/{outside.hub.pid}/fd")
    with contextlib.ExitStack() as silent:
        for _ in range(MOST + 300):
            silent.enter_context(socket.create_connection(("127.0.0.1", outside.port), PATIENCE))
        assert outside.http.get(f"{outside.url}/health").status_code == 200
        until(lambda: len(list(handles.iterdir())) < MOST + 100, "those beyond the limit are let go")
    until(lambda: len(list(handles.iterdir())) < 100, "all of them are")
    assert "Traceback" not in outside.hub.output()


def test_a_page_of_the_hub_itself_may_ask_and_one_over_plain_http_may_not(outside: Outside) -> None:
    own = outside.http.get(f"{outside.url}/health", headers={"Origin": outside.url})
    assert own.status_code == 200
    plain = outside.http.get(f"{outside.url}/health", headers={"Origin": outside.url.replace("https", "http")})
    assert plain.status_code == 403


def test_browsers_are_told_to_stay_with_https_only_where_the_name_is_the_hub_s(outside: Outside) -> None:
    def strict(host: str) -> str | None:
        answer = outside.http.get(outside.url, headers={"Host": host})
        assert answer.status_code == 200, answer.text
        return answer.headers.get("strict-transport-security")

    assert strict("bell.example") == "max-age=2592000"
    # There other services may share the name, and know no TLS.
    assert strict(f"bell.example:{outside.port}") is None
    assert strict("localhost") is None
    local = outside.hub.http.get(outside.hub.url, headers={"Host": "bell.example"})
    assert "strict-transport-security" not in local.headers


def test_a_command_reaches_the_hub_from_another_machine(outside: Outside, tmp_path: Path) -> None:
    key = outside.hub.new_person().key
    trusting = {"BELLPULL_KEY": key, "SSL_CERT_FILE": str(outside.pair.cert)}
    said = command(tmp_path / "home", "whoami", "--url", outside.url, **trusting)
    assert (said.returncode, said.stderr) == (0, "")
    followed = command(tmp_path / "home", "inbox", "--url", outside.url, **trusting)
    assert followed.returncode == 0


def test_a_command_does_not_speak_to_a_hub_whose_certificate_it_cannot_trust(outside: Outside, tmp_path: Path) -> None:
    said = command(tmp_path / "home", "whoami", "--url", outside.url, BELLPULL_KEY="bp_never_sent")
    assert said.returncode == 2
    assert "certificate" in said.stderr.lower()
    assert "SSL_CERT_FILE" in said.stderr


def test_status_and_the_doctor_say_that_a_certificate_cannot_be_trusted(outside: Outside, tmp_path: Path) -> None:
    home, elsewhere = tmp_path / "home", {"BELLPULL_KEY": "bp_never_sent", "BELLPULL_URL": outside.url}
    said = command(home, "status", **elsewhere)
    assert said.returncode == 1
    assert f"The certificate of the hub at {outside.url} cannot be trusted: " in said.stdout
    assert "SSL_CERT_FILE" in said.stdout
    assert "No hub is running" not in said.stdout
    told = json.loads(command(home, "status", "--json", **elsewhere).stdout)
    assert (told["running"], "cannot be trusted" in told["problem"]) == (False, True)
    assert command(home, "connect", "cursor", "--url", outside.url).returncode == 0
    checks = json.loads(command(home, "doctor", "--json", **elsewhere).stdout)["checks"]
    (tried,) = (check for check in checks if check["about"] == "cursor")
    assert tried["text"] == "not tried: the certificate of its hub cannot be trusted"
    assert "SSL_CERT_FILE" in tried["remedy"]


def test_a_command_that_comes_without_tls_is_led_to_https(outside: Outside, tmp_path: Path) -> None:
    said = command(tmp_path / "home", "whoami", "--url", f"http://localhost:{outside.port}", BELLPULL_KEY="bp_x")
    assert said.returncode == 2
    assert "; an address with a certificate begins with https (flag --url)" in said.stderr


def test_the_page_lives_over_https(outside: Outside) -> None:
    program = find_browser()
    if program is None:
        pytest.skip("there is no Chromium")
    with running_browser(program) as browser:
        tab = browser.tab(browser.new_person(ignore_https_errors=True))
        link = done(outside.hub.owner.post("/api/sign-in-links"))["secret"]
        tab.go(f"{outside.url}/#sign-in={link}")
        tab.sees("Inbox")
        outside.hub.new_agent().send("Come and look")
        tab.sees("Come and look")
        assert tab.record.sockets[0].startswith(f"wss://localhost:{outside.port}/ws/events")
        assert tab.errors() == []


def test_a_renewed_certificate_is_taken_while_a_socket_goes_on(tmp_path: Path) -> None:
    first, second = make_pair(tmp_path, "first"), make_pair(tmp_path, "second")
    used = Pair(tmp_path / "cert.pem", tmp_path / "key.pem")
    _put(first, used)
    hub = HastyHub(tmp_path, used.settings())
    with contextlib.closing(hub.start()):
        outside, agent = Outside(hub, first), hub.new_agent()
        with outside.socket(agent.key) as live:
            live.recv(PATIENCE)
            used.cert.write_text(second.cert.read_text())  # half of it: the key is still the old one
            until(lambda: "not renewed" in _log(hub), "the half is noticed")
            assert _shown(outside.port) == _der(first)
            _put(second, used)
            until(lambda: _shown(outside.port) == _der(second), "the new certificate is shown")
            agent.send("Still here")
            assert json.loads(live.recv(PATIENCE))["type"] == "agent_notification"
        assert "the certificate is renewed: it is valid until 20" in _log(hub)
        with outside.http, Outside(hub, second).http as renewed:
            assert done(renewed.get(f"{outside.url}/health"))["status"] == "ready"


def test_the_flags_reach_a_hub_in_the_background(tmp_path: Path, pair: Pair) -> None:
    port = free_port()
    flags = ["--port", str(port), "--tls-cert", str(pair.cert), "--tls-key", str(pair.key), "--no-desk"]
    public = ["--public-url", "https://bell.example/"]
    at = {"BELLPULL_DATA_DIR": str(tmp_path / "data"), "BELLPULL_OPENCODE_URLS": "off"}
    try:
        said = command(tmp_path / "home", "up", "--detach", *flags, *public, **at)
        assert said.returncode == 0, said.stderr
        assert "  open     https://bell.example/#sign-in=" in said.stdout
        with httpx2.Client(verify=pair.trusting(), trust_env=False) as http:
            given = {"Host": "bell.example", "Origin": "https://bell.example"}
            assert http.get(f"https://localhost:{port}/health", headers=given).status_code == 200
        page = command(tmp_path / "home", "page", **at)
        assert page.stdout.startswith("https://bell.example/#sign-in=")
    finally:
        command(tmp_path / "home", "down", **at)


def _put(pair: Pair, used: Pair) -> None:
    used.key.write_text(pair.key.read_text())
    used.key.chmod(0o600)
    used.cert.write_text(pair.cert.read_text())


def _shown(port: int) -> bytes | None:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection(("127.0.0.1", port), PATIENCE) as plain,
        context.wrap_socket(plain, server_hostname="localhost") as secured,
    ):
        return secured.getpeercert(binary_form=True)


def _der(pair: Pair) -> bytes:
    return ssl.PEM_cert_to_DER_cert(pair.cert.read_text())


def _log(hub: Hub) -> str:
    return (hub.data_dir / "hub.log").read_text()
