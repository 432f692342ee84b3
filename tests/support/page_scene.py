"""A hub with everything that the page can show: questions of every kind, notifications, sessions, an agent's trail."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from support.answers import done
from support.browser import Tab
from support.hub import Caller, Hub
from support.questions import answer, ask, ask_text, claim, handed, tell_of_nudges

DIFF = """--- a/src/shop/pay.py
+++ b/src/shop/pay.py
@@ -41,8 +41,9 @@ def pay(order: Order) -> Receipt:
     if order.total <= 0:
         raise NothingToPay(order.id)
-    response = bank.charge(order.total, key=uuid4())
-    return Receipt(response.number)
+    # The bank takes a key once, however often it is sent.
+    response = bank.charge(order.total, key=order.id)
+    return Receipt(response.number, response.at)
"""
EDIT: dict[str, Any] = {
    "id": "per_1",
    "kind": "permission",
    "source": "event",
    "permission": "edit",
    "patterns": ["src/shop/pay.py"],
    "metadata": {"filepath": "src/shop/pay.py", "diff": DIFF},
    "always": ["src/**"],
}
TODOS = (
    ("Find why some are charged twice", "completed"),
    ("Charge only once", "in_progress"),
    ("Tell the customer", "pending"),
)
DEPLOY = """All **214 tests** pass, and the checkout takes **0.8 s** instead of 2.1 s.

- the last deployment was rolled back 2 hours ago
- `make deploy` takes four minutes, `make rollback` one

I would take staging first. What do you think?"""
HISTORY = (
    ("Shall guests be able to check out without an account?", "Yes, with an e-mail address only."),
    ("Which currencies does the first version need?", "Euro and pounds. The rest comes in spring."),
)
TOLD: tuple[dict[str, Any], ...] = (
    {"notification_type": "status", "title": "Reading the payment module", "category": "checkout"},
    {"notification_type": "info", "title": "3 of 12 pages translated", "priority": "low", "category": "docs"},
    {
        "notification_type": "completion",
        "title": "The nightly build is green",
        "message": "All **214 tests** pass. The slowest one takes `4.1 s`; it was 9.\n\n- 2 new ones\n- none skipped",
        "category": "build",
        "metadata": {"tests": 214, "seconds": 96},
    },
    {
        "notification_type": "alert",
        "title": "The staging database is 91 % full",
        "message": "It grows by about 2 % a day. Old price tables take most of it.",
        "priority": "high",
    },
    {"notification_type": "alert", "title": "The certificate ends tomorrow", "priority": "urgent"},
)
#: Every view, with words by which one sees that it is there.
VIEWS = (
    ("#/", "Deploy the new checkout?"),
    ("#/sessions", "New checkout"),
    ("#/agents/builder", "nightly build"),
    ("#/agents", "reviewer"),
    ("#/settings", "Quiet hours"),
)


def ago(minutes: float) -> str:
    return (datetime.now(UTC) - timedelta(minutes=minutes)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def shop(hub: Hub) -> dict[str, Caller]:
    """Some agents at work, of whom three wait."""
    agents = {name: hub.new_agent(name=name) for name in ("builder", "reviewer", "docs")}
    _earlier(hub, agents)
    review, idle = _sessions(hub.owner)
    ask_text(
        agents["docs"], session=idle, title="Name of the guide", question="How shall the guide be called?", repo="docs"
    )
    ask(
        agents["reviewer"],
        session=review,
        title="Deploy the new checkout?",
        question=DEPLOY,
        options=["Deploy", "Only to staging", "Wait"],
        free_text=True,
        urgency="high",
        wait=1_800,
        repo="shop",
        branch="feature/checkout",
        task="Release 2.4",
    )
    for told, name in zip(TOLD, ("builder", "docs", "builder", "reviewer", "reviewer"), strict=True):
        agents[name].send(**told)
    return agents


def _earlier(hub: Hub, agents: dict[str, Caller]) -> None:
    """What was asked, answered and told before, and reached the builder."""
    builder = agents["builder"]
    for said, replied in HISTORY:
        exchange = ask_text(builder, question=said, project="/home/sam/shop", repo="shop")
        answer(hub.owner, exchange["id"], text=replied, via="page")
        handed(builder, exchange["id"])
    choice = ask(
        builder, title="Delete the old price tables?", question="Nothing reads them.", options=["Delete", "Keep"]
    )
    answer(hub.owner, choice["id"], choice="Keep", via="desk")
    handed(builder, choice["id"])
    nudge = {"message": "Use the staging database today"}
    done(hub.owner.post("/api/agents/builder/nudges", nudge), 201)
    tell_of_nudges(builder, "confirm", [each["id"] for each in claim(builder)])


def _sessions(owner: Caller) -> tuple[str, str]:
    """The one that reviews and the one that idles."""
    todos = [{"content": content, "status": status} for content, status in TODOS]
    here, docs = "/home/sam/shop", "/home/sam/docs"
    asks = [EDIT | {"since": ago(3)}]
    _sign(owner, "1", "builder", "New checkout", 12, directory=here, todos=todos, requests=asks)
    tools = [{"tool": "bash", "argument": "make test", "since": ago(4)}]
    root = _sign(owner, "2", "reviewer", "Review the release 🚀", 8, directory=here, tools=tools)
    _sign(owner, "2a", "reviewer", "Look for races", 5, parent=root, tools=[{"tool": "grep", "argument": "Lock\\("}])
    _sign(owner, "4", "docs", "Translate the README", 95, state="idle", directory=docs)
    return root, _sign(owner, "3", "docs", "Write the guide", 40, state="idle", directory=docs)


def _sign(owner: Caller, id: str, agent: str, title: str, minutes: int, **fields: Any) -> str:
    session = f"opencode:ses_{id}"
    said = {"session": session, "agent": agent, "client": "opencode", "state": "working", "title": title, **fields}
    for at in (minutes, 0):
        done(owner.post("/api/sessions/signs", [said | {"at": ago(at)}]))
    return session


def look_at(tab: Tab, hub: Hub, place: str, words: str) -> None:
    """Go to this view and wait until it is whole."""
    tab.go(f"{hub.url}/{place}")
    # Not what one sees: entries that are out of sight are not laid out.
    tab.until(f"document.querySelector('main')?.textContent.includes({json.dumps(words)})")
    tab.until("document.readyState === 'complete'")
