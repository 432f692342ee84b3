"""Examples for the document. That of a shape is made of its fields' own, so that all of them tell of the same agent,
`builder`, and of its people, `ada` and `bob`."""

from collections.abc import Mapping
from typing import Any

from bellpull import __version__

AT = "2026-11-16T10:00:00.000Z"
LATER = "2026-11-16T10:05:00.000Z"
NOTIFICATION = "notif_P6hSuTU7vn5bSQ2C"
NUDGE = "nudge_P6hSuSyVzedMSFKB"
WEBHOOK = "wh_366e925c"
WEBHOOK_TOKEN = "bpw_kb9KnJKxS4zA6N0uQD_vecZUMuDbcBYsxyh73rHR2U4"  # noqa: S105
KEY = "faf4faae"
SESSION = "opencode:ses_1"
LINK = "QMlLhTJOEH-eukW37N02DRXXVR2_WdLg"
PROJECT = "/home/ada/shop"
_SIGN_IN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl"
_HAPPENED = {"notification_id": NOTIFICATION, "notification_type": "completion", "title": "The report is ready"}

#: By the name of the field, or by the names of its shape and the field, which come first. A field that may be null and
#: is not here is null.
_FIELDS: Mapping[str, Any] = {
    "action": "key_created",
    "agent_name": "builder",
    "argument": "npm test",
    "bytes": 397312,
    "by": "ada",
    "client": "opencode/1.18.34",
    "created_by": "ada",
    "default_quiet_hours": "",
    "directory": PROJECT,
    "host": "laptop",
    "hub": "hub_6fb2d3049af261b8",
    "id": NOTIFICATION,
    "key": f"bp_{KEY}_eDveHnd_eJ5vBNZETpTbGANXoQdjPHEkISClymJJcAk",
    "key_id": "1489c973",
    "keep_audit_days": 365,
    "keep_ended_days": 90,
    "keep_events": 1_000_000,
    "keep_events_days": 30,
    "message": "use the staging database",
    "name": "ada",
    "notification_id": NOTIFICATION,
    "options": ["Yes", "No"],
    "origin": "127.0.0.1",
    "owner": "ada",
    "pid": 15487,
    "project": PROJECT,
    "question": "Deploy version 1.4?",
    "question_ids": [NOTIFICATION],
    "quiet_hours": "22:00-07:00",
    "request": "per_1",
    "seq": 290,
    "server": "http://127.0.0.1:4096",
    "session": SESSION,
    "shared_with": ["bob"],
    "shows": ["notification", "buttons", "text"],
    "source": "user",
    "status": "ready",
    "surface": "page",
    "title": "Deploy",
    "token": _SIGN_IN,
    "token_type": "bearer",
    "tool": "bash",
    "user": "bob",
    "version": __version__,
    "xml": '<notification source="user">\nuse the staging database\n</notification>',
    "Agent.name": "builder",
    "AgentTrail.entries": [{"seq": 55, "at": AT, "kind": "told", **_HAPPENED}],
    "AuditEntry.scope": "user",
    "AuditEntry.subject": KEY,
    "Block.kind": "paragraph",
    "Button.label": "Yes",
    "Exchange.kind": "choice",
    "Exchange.message": "Deploy version 1.4?",
    "Exchange.outcome": "accepted",
    "Exchange.reply": "Yes",
    "Handed.handed": True,
    "Handed.handed_at": LATER,
    "Key.id": KEY,
    "Key.label": "laptop",
    "Key.scope": "agent",
    "Key.user": None,
    "LoggedIn.user": "ada",
    "MadeKey.id": KEY,
    "MadeKey.scope": "agent",
    "MadeWebhook.id": WEBHOOK,
    "MadeWebhook.path": f"/api/webhooks/{WEBHOOK_TOKEN}",
    "MadeWebhook.source": "ci",
    "MadeWebhook.token": WEBHOOK_TOKEN,
    "Me.admin": True,
    "Me.scope": "user",
    "LoggedIn.expires_at": "2026-11-16T22:00:00.000Z",
    "Look.show_history": True,
    "MenuLine.depth": 0,
    "MenuLine.full": "builder\nwaits for your answer: Deploy (5s)",
    "MenuLine.kind": "agent",
    "MenuLine.text": "🔔 builder",
    "Notification.category": "report",
    "Notification.message": "40 pages, 3 warnings",
    "Notification.notification_type": "completion",
    "Notification.priority": "normal",
    "Notification.title": "The report is ready",
    "NotificationTrail.events": [
        {"seq": 55, "type": "agent_notification", "agent_name": "builder", "at": AT, **_HAPPENED}
    ],
    "Nudge.id": NUDGE,
    "Nudge.session": None,
    "Numbers.median_seconds": 12.5,
    "Question.buttons": [
        {"label": "Yes", "answer": {"choice": "Yes"}},
        {"label": "No", "answer": {"choice": "No"}},
        {"label": "Close", "answer": {"outcome": "dismissed"}},
    ],
    "Question.by": None,
    "Question.declines": ["No"],
    "Question.open_until": "2026-11-17T10:00:00.000Z",
    "Question.request": None,
    "Question.urgency": "normal",
    "Question.waiting_until": LATER,
    "Received.id": NUDGE,
    "RemovedWebhook.id": WEBHOOK,
    "RequestTold.state": "open",
    "Revoked.id": KEY,
    "SeenServer.version": "1.18.34",
    "Session.ask_user_title": "Deploy",
    "Session.busy": True,
    "Session.has_pending_ask_user": True,
    "Session.id": SESSION,
    "Session.source": "opencode",
    "Session.state": "waiting",
    "Session.title": "Mend the checkout",
    "Session.todos": [{"content": "write the test", "status": "in_progress"}],
    "SessionList.has_any_pending_ask_user": True,
    "SignInLink.expires_at": "2026-11-16T10:10:00.000Z",
    "SignInLink.secret": LINK,
    "SignedIn.token": "bp_00d2ddfb_PVKgg7EVDxMJ3dU2_kBPfmHf7XvGjCGVff6MoQPRs0E",
    "SignedOut.id": "dfbd458374b4d659",
    "Span.text": "all tests pass",
    "Surface.name": "Firefox",
    "Surface.user": "ada",
    "TodoCounts.pending": 2,
    "ToldNudge.id": NUDGE,
    "ToldNudge.session": None,
    "User.has_password": True,
    "Wait.kind": "ask",
    "Wait.question_id": NOTIFICATION,
    "Wait.reason": "waits for your answer: Deploy",
    "Wait.request": None,
    "Watch.connected": True,
    "Watch.has_any_pending_ask_user": True,
    "Watch.has_pending_ask_user": True,
    "Watch.title": "🤖 1 🔔",
    "Webhook.id": WEBHOOK,
    "Webhook.label": "shop CI",
    "Webhook.source": "ci",
}
#: Left out, as most answers leave them out.
_SELDOM = {"Block.language", "Block.level", "Block.lines", "Block.marker", "MadeKey.user", "Received.ignored"}
_SELDOM |= {"Span.bold", "Span.code", "Span.italic", "Span.link", "Span.strike"}


def example_of(schema: Mapping[str, Any], schemas: Mapping[str, Any], name: str = "") -> Any:
    """What the field of this name could be, or the shape that the schema refers to."""
    field = name.rpartition(".")[2]
    if name in _FIELDS:
        return _FIELDS[name]
    if "enum" in schema:
        return schema["enum"][0]
    if field in _FIELDS:
        return _FIELDS[field]
    if "$ref" in schema:
        shape = schema["$ref"].rpartition("/")[2]
        fields = {field: f"{shape}.{field}" for field in schemas[shape]["properties"]}
        return {
            field: example_of(schemas[shape]["properties"][field], schemas, name)
            for field, name in fields.items()
            if name not in _SELDOM
        }
    if "anyOf" in schema or "null" in schema.get("type", ()):
        return None
    if schema.get("type") == "array":
        return [example_of(schema["items"], schemas)]
    if schema.get("format") == "date-time":
        return AT
    return {"integer": 1, "number": 1.0, "boolean": False}.get(str(schema.get("type")), field)
