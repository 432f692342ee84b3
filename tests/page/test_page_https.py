"""Over https the page holds nothing: a cookie that no script can read says who is here, and pages of other origins in
the same browser can do nothing with it."""

import json
import re
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from support.accounts import COOKIE, PASSWORD, change_password, new_member
from support.answers import done, until
from support.browser import Tab, Visit
from support.deploy import Pair, make_pair
from support.hub import Caller, Hub, running
from support.questions import YES, ask, look

NewLink = Callable[[Caller], str]
NAME = "bell.example"
HELD = "JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}])"
NOTHING = '["",{},{}]'
#: What a page of another origin may try with the browser's own cookie.
TRIES = """
async (hub, question) => {
  const got = {};
  const attempt = async (name, work) => {
    try { got[name] = await work(); } catch (error) { got[name] = `stopped: ${error.name}`; }
  };
  const told = JSON.stringify({ notification_type: "alert", title: "from elsewhere" });
  const answer = JSON.stringify({ choice: "No" });
  const read = async (path, how) => (await fetch(hub + path, { credentials: "include", ...how })).text();
  const json = { "Content-Type": "application/json" };
  await attempt("read the notifications", () => read("/api/notifications"));
  await attempt("read who is here", () => read("/api/me"));
  await attempt("post", () => read("/api/notifications", { method: "POST", headers: json, body: told }));
  await attempt("answer", () => read(`/api/questions/${question}/answer`, { method: "POST", body: answer }));
  await attempt("put", () => read("/api/preferences", { method: "PUT", headers: json, body: '{"quiet_hours": ""}' }));
  const blind = (path, body) => fetch(hub + path, { method: "POST", body, mode: "no-cors", credentials: "include" });
  await blind("/api/notifications", told).catch(() => 0);
  await blind(`/api/questions/${question}/answer`, answer).catch(() => 0);
  await blind("/api/logout", "").catch(() => 0);
  await attempt("socket", () => new Promise((resolve) => {
    const line = new WebSocket(hub.replace("http", "ws") + "/ws/events");
    line.onmessage = (message) => resolve(message.data);
    line.onclose = () => resolve("stopped");
  }));
  await attempt("script", () => new Promise((resolve) => {
    const script = document.body.appendChild(document.createElement("script"));
    script.onload = () => resolve("loaded");
    script.onerror = () => resolve("stopped");
    script.src = `${hub}/api/me`;
  }));
  const send = (path) => new Promise((resolve) => {
    const frame = Object.assign(document.createElement("iframe"), { name: `into${document.forms.length}` });
    document.body.append(frame);
    frame.onload = () => resolve("sent");
    const form = document.body.appendChild(document.createElement("form"));
    Object.assign(form, { action: hub + path, method: "POST", target: frame.name, enctype: "text/plain" });
    form.append(Object.assign(document.createElement("input"), { name: '{"choice": "No", "text": "', value: '"}' }));
    form.submit();
  });
  await send(`/api/questions/${question}/answer`);
  await send("/api/logout");
  return got;
}
"""


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return make_pair(tmp_path_factory.mktemp("pair"))


@pytest.fixture(scope="module")
def https_hub(pair: Pair, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    with running(tmp_path_factory.mktemp("hub"), pair.settings() | {"allowed_hosts": NAME}) as hub:
        yield hub


@pytest.fixture
def member(https_hub: Hub) -> Caller:
    return new_member(https_hub)


@pytest.fixture
def arrive(https_hub: Hub, open_tab: Visit) -> Visit:
    """Opens the page over https, of a hub whose certificate somebody has made for themselves."""

    def arrived(beside: Tab | None = None) -> Tab:
        how = {} if beside else {"ignore_https_errors": True}
        return open_tab(beside=beside, **how).go(f"{address(https_hub)}/")

    return arrived


def address(hub: Hub) -> str:
    """By a name, as people have it; the browser of the tests knows where that leads."""
    found = re.search(r"https://127\.0\.0\.1:(\d+)", hub.output())
    assert found, hub.output()
    return f"https://{NAME}:{found[1]}"


def log_in(tab: Tab, name: str, password: str = PASSWORD) -> Tab:
    for place, text in (("#name", name), ("#password-password", password)):
        tab.click(place)
        tab.run(f"document.querySelector({json.dumps(place)}).select()")
        tab.type(text)
    tab.press("Enter")
    tab.sees("Live")
    return tab


def sign_ins(member: Caller) -> list[dict[str, Any]]:
    return [key for key in done(member.get("/api/keys"))["keys"] if key["expires_at"] and not key["revoked_at"]]


def told_keys(tab: Tab) -> list[str]:
    """The keys that requests of this tab had with them."""
    return [one.headers["authorization"] for one in tab.record.requests if "authorization" in one.headers]


def test_a_password_gives_a_cookie_that_no_script_can_read(member: Caller, arrive: Visit) -> None:
    tab = log_in(arrive(), member.name)
    (cookie,) = tab.cookies()
    assert (cookie["name"], cookie["path"], cookie["sameSite"]) == (COOKIE, "/", "Strict")
    assert cookie["httpOnly"]
    assert cookie["secure"]
    assert tab.run(HELD) == NOTHING
    tab.reload().sees("Live")
    assert tab.run(HELD) == NOTHING
    assert told_keys(tab) == []
    assert all(cookie["value"] not in one for one in tab.asked())


@pytest.mark.slow
def test_the_page_works_with_the_cookie_alone(member: Caller, arrive: Visit) -> None:
    tab = log_in(arrive(), member.name)
    agent = member.hub.new_agent(member)
    asked, told = ask(agent, title="Over https?"), agent.send("Told over https")
    tab.run("performance.now = ((at) => () => (at += 1000))(0)")
    tab.click(f'[data-id="{asked["id"]}"] button', YES)
    tab.sees("Answered")
    tab.click(f'[data-id="{told["id"]}"] button', "Dismiss")
    tab.reload().sees("Nothing waits for you")
    assert look(agent, asked["id"])["choice"] == YES
    until(lambda: member.read(told["id"])["status"] == "dismissed", "it is dismissed")
    tab.run("location.hash = '#/settings'")
    tab.sees("this browser")
    assert told_keys(tab) == []


@pytest.mark.slow
def test_a_link_and_a_pasted_key_give_a_cookie_too(member: Caller, arrive: Visit, new_link: NewLink) -> None:
    tab = arrive()
    tab.click("#paste")
    tab.type(member.key)
    tab.press("Enter")
    tab.sees("Live")
    assert told_keys(tab) == [f"Bearer {member.key}"], "once, for a link"
    assert tab.run(HELD) == NOTHING
    first = tab.cookies()[0]["value"]
    tab.go("about:blank").go(new_link(member).replace(member.hub.url, address(member.hub))).sees("Live")
    assert tab.cookies()[0]["value"] != first
    assert tab.run(HELD) == NOTHING
    until(lambda: len(sign_ins(member)) == 1, "the one before was given back")
    used = new_link(member).replace(member.hub.url, address(member.hub))
    arrive().go(used).sees("Live")
    tab.go("about:blank").go(used).sees("Live")


@pytest.mark.slow
def test_signing_out_takes_the_cookie_back_and_other_tabs_follow(member: Caller, arrive: Visit) -> None:
    tab = log_in(arrive(), member.name)
    beside = arrive(beside=tab)
    beside.sees("Live")
    tab.lose("**/api/logout")
    tab.click("#sign-out")
    tab.sees("You are still signed in: the hub does not answer")
    tab.find("**/api/logout")
    tab.click("#sign-out")
    tab.sees("You are signed out.")
    beside.sees("You are signed out.")
    assert tab.cookies() == []
    assert tab.run(HELD) == NOTHING
    log_in(tab, member.name)
    beside.sees("Live")


@pytest.mark.slow
def test_a_password_changed_elsewhere_is_said_in_both_tabs(member: Caller, arrive: Visit) -> None:
    tab = log_in(arrive(), member.name)
    beside = arrive(beside=tab)
    beside.sees("Live")
    done(change_password(member, member.name, "four words and more"))
    for one in (tab, beside):
        one.until("/the password was changed/i.test(document.body.innerText)")
    tab.reload().sees("Only people who are signed in")
    log_in(tab, member.name, "four words and more")
    beside.sees("Live")


@dataclass
class Elsewhere:
    """A server of somebody else, that writes down which cookies it is sent."""

    url: str
    cookies: list[str | None] = field(default_factory=list)


@contextmanager
def another_origin(pair: Pair | None = None) -> Iterator[Elsewhere]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            here.cookies.append(self.headers["cookie"])
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>elsewhere</title><body>")

        def log_message(self, *said: Any) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        def handle_error(self, *about: Any) -> None:
            """Browsers knock before they are told that the certificate will do."""

    server = Quiet(("127.0.0.1", 0), Handler)
    if pair:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pair.cert, pair.key)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    here = Elsewhere(f"{'https' if pair else 'http'}://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield here
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(
    ("name", "secured"),
    [
        (NAME, True),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (("127.0.0.1", False), (NAME, False), ("localhost", True))
        ),
    ],
)
def test_a_page_of_another_origin_reads_and_changes_nothing(
    member: Caller, pair: Pair, arrive: Visit, open_tab: Visit, name: str, secured: bool
) -> None:
    tab = log_in(arrive(), member.name)
    agent = member.hub.new_agent(member)
    asked = ask(agent, title="Only for us")
    tab.sees("Only for us")
    with another_origin(pair if secured else None) as elsewhere:
        other = open_tab(beside=tab).go(elsewhere.url.replace("127.0.0.1", name))
        other.until("document.title === 'elsewhere'")
        got = other.run(f"({TRIES})({json.dumps(address(member.hub))}, {json.dumps(asked['id'])})")
        other.record.errors.clear()
        assert other.run("document.cookie") == ""
        if not secured:
            assert set(elsewhere.cookies) == {None}
    assert {what: said for what, said in got.items() if not said.startswith("stopped")} == {}
    assert done(member.get("/api/notifications"))["count"] == 1, "the question itself"
    assert look(agent, asked["id"])["state"] == "open"
    assert done(member.get("/api/preferences"))["quiet_hours"] is None
    tab.reload().sees("Only for us")


@pytest.mark.slow
def test_at_this_machine_s_own_address_there_is_no_cookie_that_other_ports_could_get(
    member: Caller, open_tab: Visit
) -> None:
    here = address(member.hub).replace(NAME, "127.0.0.1")
    tab = log_in(open_tab(ignore_https_errors=True).go(f"{here}/"), member.name)
    assert tab.cookies() == []
    tab.reload().sees("Live")
    with another_origin() as dev:
        open_tab(beside=tab).go(dev.url).until("document.title === 'elsewhere'")
        assert set(dev.cookies) == {None}


@pytest.mark.slow
def test_a_hub_without_tls_gives_no_cookie_that_other_ports_could_get(
    tmp_path_factory: pytest.TempPathFactory, open_tab: Visit
) -> None:
    with running(tmp_path_factory.mktemp("plain")) as plain:
        member = new_member(plain)
        tab = log_in(open_tab().go(f"{plain.url}/"), member.name)
        assert tab.cookies() == []
        with another_origin() as dev:
            open_tab(beside=tab).go(dev.url).until("document.title === 'elsewhere'")
            assert set(dev.cookies) == {None}
