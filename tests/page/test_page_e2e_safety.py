"""What agents write does nothing but stand there, and a page of another origin gets nothing of the hub."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from support.answers import done
from support.browser import Tab, Visit
from support.hub import Hub, HubMaker
from support.questions import answer, ask, ask_text, look

HIT = "window.hit = (window.hit ?? 0) + 1"
#: Each would run `HIT` in a page that takes it for markup in one way or another.
ATTACKS = (
    f"<script>{HIT}</script>",
    f'<img src=x onerror="{HIT}">',
    f'"><svg/onload="{HIT}">',
    f'<iframe srcdoc="<script>parent.{HIT}</script>"></iframe>',
    f"[click](javascript:{HIT.replace(' ', '')})",
    f"[click](data:text/html,<script>{HIT.replace(' ', '')}</script>)",
    f"![picture](x){{onerror={HIT}}}",
    f"<style>@import 'x'; * {{ display: none }}</style><a href='javascript:{HIT}'>here</a>",
    "${window.hit = 1} {{constructor.constructor('window.hit = 1')()}}",
    "</textarea></pre></script><base href=//example.invalid><meta http-equiv=refresh content=0>",
)
HOSTILE = "\n\n".join(ATTACKS)
DIFF = f"--- a/<b>x</b>\n+++ b/<b>x</b>\n@@ -1 +1 @@ {ATTACKS[1]}\n-{ATTACKS[0]}\n+{ATTACKS[2]}\n"
#: The policy would stop most of it, but already a try is a fault.
WATCHING = """
window.violations = [];
addEventListener("securitypolicyviolation", (event) => violations.push(`${event.violatedDirective} ${event.sample}`));
"""
MADE = "#app script, #app iframe, #app base, #app meta, #app style, #app svg[onload], #app [onerror], #app img[src='x']"
BAD_LINKS = "[...document.links].filter((link) => !/^https?:$/.test(link.protocol)).map((link) => link.href)"


def unharmed(tab: Tab) -> None:
    assert tab.run("window.hit") is None
    assert tab.run("violations") == []
    assert tab.run(f"document.querySelectorAll({json.dumps(MADE)}).length") == 0
    assert tab.run(BAD_LINKS) == []


def attack(hub: Hub) -> None:
    agent = hub.new_agent(name="mallory")
    short = " ".join(ATTACKS[:3])
    session = "opencode:ses_x"
    sign: dict[str, Any] = {
        "session": session,
        "agent": agent.name,
        "client": short,
        "state": "working",
        "title": short,
    }
    sign |= {"directory": f"/{short}", "tools": [{"tool": short[:60], "argument": HOSTILE[:200]}]}
    sign |= {"todos": [{"content": short, "status": "in_progress"}], "at": "2020-01-01T00:00:00.000Z"}
    done(hub.owner.post("/api/sessions/signs", [sign]))
    before = ask_text(agent, question=HOSTILE, title="before", project="/p")
    answer(hub.owner, before["id"], text=HOSTILE)
    ask_text(agent, question=HOSTILE, title=short, project="/p", repo=short, branch=short, task=short)
    ask(agent, question=f"```diff\n{DIFF}```", title="diff", options=[short, "No"], free_text=True)
    agent.send(short, message=HOSTILE, category=short[:200])
    agent.send("A diff", message=DIFF)
    done(hub.owner.post(f"/api/agents/{agent.name}/nudges", {"message": HOSTILE}), 201)


@pytest.fixture
def attacked(fresh_hub: HubMaker) -> Hub:
    hub = fresh_hub()
    attack(hub)
    return hub


def test_messages_full_of_html_and_script_do_nothing_in_any_view(attacked: Hub, visit: Visit) -> None:
    tab = visit(attacked.owner, WATCHING)
    tab.until("document.querySelectorAll('.card').length === 2 && document.querySelectorAll('.row-of').length === 2")
    tab.sees(ATTACKS[0])
    for row in ("A diff", "script"):
        tab.run(f"[...document.querySelectorAll('.row-of')].find((row) => row.textContent.includes('{row}')).focus()")
        tab.press("Enter")
    unharmed(tab)
    for place, words in (("#/sessions", "mallory"), ("#/agents/mallory", ATTACKS[0]), ("#/settings", "mallory")):
        tab.go(f"{attacked.url}/{place}").sees(words)
        unharmed(tab)


@pytest.mark.slow
def test_an_address_full_of_script_does_nothing(attacked: Hub, visit: Visit) -> None:
    tab = visit(attacked.owner, WATCHING)
    for place in (
        f"#/agents/{ATTACKS[0]}",
        f"#/?agent={ATTACKS[1]}&text={ATTACKS[2]}",
        f"#/{ATTACKS[3]}",
        "#/agents/%",
    ):
        tab.go("about:blank").go(f"{attacked.url}/{place}")
        tab.sees(attacked.owner.name)
        unharmed(tab)


TRIES = """
async (hub, key, question) => {
  const got = {};
  const attempt = async (name, work) => {
    try { got[name] = await work(); } catch (error) { got[name] = `stopped: ${error.name}`; }
  };
  const read = async (path, how) => (await fetch(hub + path, how)).text();
  const post = (body, headers = {}) => ({ method: "POST", headers, body: JSON.stringify(body) });
  const told = { notification_type: "alert", title: "from elsewhere" };
  const bearer = { Authorization: `Bearer ${key}` };
  await attempt("read the page", () => read("/"));
  await attempt("read with cookies", () => read("/api/notifications", { credentials: "include" }));
  await attempt("read with the key", () => read("/api/notifications", { headers: bearer }));
  await attempt("read the health", () => read("/health"));
  await attempt("post as text", () => read("/api/notifications", post(told)));
  await attempt("post with the key", () => read("/api/notifications", post(told, bearer)));
  await attempt("answer", () => read(`/api/questions/${question}/answer`, post({ choice: "No" }, bearer)));
  await attempt("speak MCP", () => read("/mcp", post({ jsonrpc: "2.0", id: 1, method: "tools/list" }, bearer)));
  const blind = (path, body) => fetch(hub + path, { ...post(body), mode: "no-cors", credentials: "include" });
  await blind("/api/notifications", told).catch(() => 0);
  await blind(`/api/questions/${question}/answer`, { choice: "No" }).catch(() => 0);
  const socket = (url) => new Promise((resolve) => {
    const line = new WebSocket(url);
    line.onmessage = (message) => resolve(message.data);
    line.onopen = () => resolve("opened");
    line.onerror = () => resolve("stopped");
  });
  const live = hub.replace("http", "ws") + "/ws/events";
  await attempt("socket", () => socket(live));
  await attempt("socket with the key", () => socket(`${live}?token=${key}`));
  await attempt("frame", () => new Promise((resolve) => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.onload = () => resolve(frame.contentDocument?.body.innerText ?? "stopped");
    frame.src = hub;
  }));
  const opened = window.open(hub);
  // Until it has come there it is an empty page of this origin.
  const there = () => { try { return opened.location.href !== "about:blank"; } catch { return true; } };
  while (!there()) await new Promise((resolve) => setTimeout(resolve, 10));
  await attempt("the key of the page", () => opened.localStorage.getItem("bellpull.key"));
  await attempt("the page that was opened", () => opened.document.body.innerText);
  opened?.close();
  return got;
}
"""


@contextmanager
def another_origin() -> Iterator[str]:
    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>elsewhere</title><body>")

        def log_message(self, *said: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("name", ["127.0.0.1", pytest.param("localhost", marks=pytest.mark.slow)])
def test_a_page_of_another_port_posts_reads_and_opens_nothing(
    fresh_hub: HubMaker, visit: Visit, open_tab: Visit, name: str
) -> None:
    """Not even with a key that somebody lost, and in the browser where one is signed in."""
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    asked = ask(agent, title="Only for us")
    tab.sees("Only for us")
    with another_origin() as origin:
        other = open_tab(beside=tab).go(origin.replace("127.0.0.1", name))
        other.until("document.title === 'elsewhere'")
        values = ", ".join(json.dumps(value) for value in (hub.url, hub.owner.key, asked["id"]))
        got = other.run(f"({TRIES})({values})")
        other.record.errors.clear()
    assert {what: said for what, said in got.items() if not said.startswith("stopped")} == {}
    assert done(hub.owner.get("/api/notifications"))["count"] == 1, "the question itself"
    assert look(agent, asked["id"])["state"] == "open"
    tab.click(f'[data-id="{asked["id"]}"] button', "No")
