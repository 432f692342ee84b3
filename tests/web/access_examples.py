"""For each route a call that succeeds for whoever may make it, and the few places where a rule does not say it all."""

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from bellpull.web.rules import Rule
from support.accounts import PASSWORD, add_user, new_name, share
from support.answers import done
from support.nudges import sign, tell
from support.principals import (
    AGENTS,
    NOT_YOUR_AGENT,
    OK,
    SIGNED_IN,
    USERS,
    Example,
    MakeExample,
    Outcome,
    Scene,
    expected,
)
from support.questions import MERGE, YES, ask
from support.webhooks import make


def at(**places: str) -> Example:
    return Example(places, {})


def said(body: Any, **places: str) -> Example:
    return Example(places, {"json": body})


def asked_for(**query: str) -> Example:
    return Example({}, {"params": query})


def plain(_: Scene) -> Example:
    return Example({}, {})


def of_agent(scene: Scene) -> Example:
    return at(name=scene.agent.name)


def of_notification(scene: Scene) -> Example:
    return at(id=scene.agent.send()["id"])


def of_question(scene: Scene) -> Example:
    return at(id=_asked(scene))


def _asked(scene: Scene) -> str:
    return str(ask(scene.agent, wait=3600)["id"])


def _session(scene: Scene) -> str:
    session = f"opencode:{secrets.token_hex(8)}"
    sign(scene.agent, session, "working")
    return session


def _link(scene: Scene) -> str:
    return str(done(scene.world.owner.post("/api/sign-in-links"))["secret"])


def _hook(scene: Scene) -> Example:
    event = {"hook_event_name": "SessionStart", "session_id": secrets.token_hex(8), "cwd": "/home/user/shop"}
    return said(event, client="claude-code")


def _webhook(scene: Scene) -> dict[str, Any]:
    return make(scene.world.owner, scene.agent.name)


def _pending(scene: Scene) -> str:
    return str(tell(scene.world.owner, scene.agent.name)["id"])


def _shared_with_guest(scene: Scene) -> Example:
    guest = scene.world.guest.name
    share(scene.world.owner, scene.agent.name, guest)
    return at(name=scene.agent.name, user=guest)


def _ids(scene: Scene) -> Example:
    return said({"ids": [scene.agent.send()["id"]]})


def _nudge_ids(scene: Scene) -> Example:
    # Not claimed: a lease would run out by itself.
    return said({"ids": [_pending(scene)]}, name=scene.agent.name)


EXAMPLES: dict[str, MakeExample] = {
    "POST /api/notifications": lambda _: said({"notification_type": "info", "title": "x"}),
    "GET /api/notifications": plain,
    "GET /api/notifications/count": lambda _: asked_for(status="pending"),
    "POST /api/notifications/acknowledge": _ids,
    "POST /api/notifications/dismiss": _ids,
    "POST /api/notifications/acknowledge-all": lambda _: said({}),
    "POST /api/notifications/dismiss-all": lambda _: said({}),
    "GET /api/notifications/{id}": of_notification,
    "GET /api/notifications/{id}/trail": of_notification,
    "POST /api/notifications/{id}/acknowledge": of_notification,
    "POST /api/notifications/{id}/dismiss": of_notification,
    "GET /api/counts": plain,
    "GET /api/agents": plain,
    "DELETE /api/agents/{name}": of_agent,
    "GET /api/agents/{name}/notifications": of_agent,
    "GET /api/agents/{name}/notifications/count": of_agent,
    "GET /api/agents/{name}/numbers": of_agent,
    "GET /api/agents/{name}/trail": of_agent,
    "POST /api/keys": lambda _: said({"agent_name": new_name("agent")}),
    "GET /api/keys": plain,
    "DELETE /api/keys/{id}": lambda scene: at(id=scene.world.hub.new_agent(scene.world.owner, scene.agent.name).key_id),
    "GET /api/me": plain,
    "GET /api/history": plain,
    "GET /api/surfaces": plain,
    "POST /api/sign-in-links": plain,
    "POST /api/sign-in": lambda scene: said({"secret": _link(scene)}),
    "POST /api/clients/{client}/hook": _hook,
    "POST /api/markup": lambda _: said({"texts": ["*x*"]}),
    "POST /api/agents/{name}/nudges": lambda scene: said({"message": "x", "source": "ci"}, name=scene.agent.name),
    "GET /api/agents/{name}/nudges": of_agent,
    "POST /api/agents/{name}/nudges/claim": lambda scene: said({"carrier": "shim"}, name=scene.agent.name),
    "POST /api/agents/{name}/nudges/confirm": _nudge_ids,
    "POST /api/agents/{name}/nudges/release": _nudge_ids,
    "GET /api/preferences": plain,
    "PUT /api/preferences": lambda _: said({"quiet_hours": ""}),
    "POST /api/questions": lambda _: said(MERGE | {"title": new_name("question")}),
    "GET /api/questions": plain,
    "GET /api/questions/{id}": of_question,
    "POST /api/questions/{id}/answer": lambda scene: said({"choice": YES}, id=_asked(scene)),
    "POST /api/questions/{id}/release": lambda scene: said({"reason": "gone"}, id=_asked(scene)),
    "POST /api/questions/{id}/await": lambda scene: said({"seconds": 60}, id=_asked(scene)),
    "POST /api/questions/{id}/withdraw": of_question,
    "POST /api/questions/{id}/handed": of_question,
    "POST /api/sessions/signs": lambda _: said(
        [{"session": new_name("s"), "state": "idle", "project": new_name("/p")}]
    ),
    "GET /api/sessions": plain,
    "POST /api/sessions/jump": lambda scene: said({"session": _session(scene)}),
    "POST /api/servers": lambda _: said([{"server": "http://127.0.0.1:1", "host": "x"}]),
    "GET /api/servers": plain,
    "GET /api/watch": plain,
    "POST /api/agents/{name}/webhooks": lambda scene: said({"source": "ci"}, name=scene.agent.name),
    "GET /api/agents/{name}/webhooks": of_agent,
    "DELETE /api/agents/{name}/webhooks/{id}": lambda scene: at(name=scene.agent.name, id=_webhook(scene)["id"]),
    "GET /api/webhooks": plain,
    "POST /api/webhooks/{token}": lambda scene: Example({"token": _webhook(scene)["token"]}, {"content": b"red"}),
    "POST /api/login": lambda scene: said({"name": scene.world.owner.name, "password": PASSWORD}),
    "POST /api/login/renew": plain,
    "POST /api/logout": plain,
    "GET /api/users": plain,
    "POST /api/users": lambda _: said({"name": new_name()}),
    "DELETE /api/users/{name}": lambda scene: at(name=add_user(scene.world.hub, password=None)["name"]),
    "PUT /api/users/{name}/password": lambda scene: said(
        {"password": PASSWORD}, name=add_user(scene.world.hub, password=None)["name"]
    ),
    "GET /api/agents/{name}/shares": of_agent,
    "PUT /api/agents/{name}/shares/{user}": lambda scene: at(name=scene.agent.name, user=scene.world.guest.name),
    "DELETE /api/agents/{name}/shares/{user}": _shared_with_guest,
    "GET /api/audit": plain,
    "GET /api/upkeep": plain,
    "POST /api/upkeep": plain,
    "GET /health": plain,
    "GET /health/ready": plain,
    "GET /metrics": plain,
    "GET /openapi.json": plain,
}


class Otherwise(NamedTuple):
    """Where the outcome does not follow from the rule: why, and what it is instead."""

    why: str
    #: What decides in the place of the route's own rule.
    rule: Rule | None = None
    outcomes: Mapping[str, Outcome] = {}


_ONLY_SIGN_INS = dict.fromkeys(USERS, Outcome(409, "not_a_sign_in"))
_NO_AGENTS_KEY = Outcome(403, "not_an_agents_key")

_NOT_IN_A_BROWSER = Outcome(403, "not_in_a_browser")

OTHERWISE: dict[str, Otherwise] = {
    "POST /api/sign-in-links": Otherwise(
        "a link would outlive the sign-in, and the password that ends it",
        outcomes=dict.fromkeys(SIGNED_IN, _NOT_IN_A_BROWSER),
    ),
    "POST /api/clients/{client}/hook": Otherwise(
        "a hook speaks of the agent whose key it has, and names none",
        outcomes=dict.fromkeys(AGENTS, OK) | dict.fromkeys((*USERS, *SIGNED_IN), _NO_AGENTS_KEY),
    ),
    "POST /api/login/renew": Otherwise("keys have no end that could be put off", outcomes=_ONLY_SIGN_INS),
    "POST /api/logout": Otherwise("keys are revoked by their id", outcomes=_ONLY_SIGN_INS),
    "PUT /api/users/{name}/password": Otherwise("it is another person's here; one's own: test_users.py", Rule.ADMIN),
}


class Row(NamedTuple):
    """A row of the table: a route with everybody."""

    route: str
    rule: Rule
    example: MakeExample
    #: Whether the call names an agent, or finds what is the agent's by an id.
    names_agent: bool
    outcomes: Mapping[str, Outcome] = {}
    #: For a route that is stricter with those who name somebody in what they send.
    of: str = ""

    def expected(self, who: str) -> Outcome:
        return self.outcomes.get(who) or expected(self.rule, who, names_agent=self.names_agent)


def row_of(route: str, rule: Rule) -> Row:
    otherwise = OTHERWISE.get(route, Otherwise(""))
    return Row(route, otherwise.rule or rule, EXAMPLES[route], "/agents/{name}" in route, otherwise.outcomes)


def _named(scene: Scene) -> Example:
    return said({"agent_name": scene.agent.name})


def _asked_for_agent(scene: Scene) -> Example:
    return asked_for(agent_name=scene.agent.name)


def _signs_of(scene: Scene) -> Example:
    return said([{"session": new_name("s"), "state": "idle", "agent": scene.agent.name}])


def _requested(scene: Scene) -> str:
    """A permission of a coding tool that somebody who watches it has told of."""
    asks = {"id": new_name("per"), "kind": "permission", "source": "event", "permission": "bash", "patterns": ["ls"]}
    signs = [{"session": new_name("opencode:ses"), "state": "waiting", "requests": [asks]}]
    (told,) = done(scene.agent.post("/api/sessions/signs", signs))["requests"]
    return str(told["question_ids"][0])


_NOT_ITS_SESSION = dict.fromkeys(AGENTS[:2], Outcome(403, "not_your_session"))
# Sharing lets people see and answer; what the agent does is for itself and its owner to say.
_NOT_ITS_OWNER = dict.fromkeys(("shared user", "shared user, signed in"), NOT_YOUR_AGENT)
# As with links: a key would stay.
_NOT_BY_SIGN_IN = dict.fromkeys(SIGNED_IN[-1:], _NOT_IN_A_BROWSER)
VARIANTS = [
    Row("POST /api/notifications/acknowledge-all", Rule.SEES_AS_PERSON, _named, True, of="one agent's"),
    Row("POST /api/notifications/dismiss-all", Rule.SEES_AS_PERSON, _named, True, of="one agent's"),
    Row("GET /api/notifications", Rule.SEES, _asked_for_agent, True, of="one agent's"),
    Row("GET /api/questions", Rule.SEES, _asked_for_agent, True, of="one agent's"),
    Row("GET /api/sessions", Rule.SEES, _asked_for_agent, True, of="one agent's"),
    Row("POST /api/keys", Rule.OWNER, _named, True, of="one more of an agent"),
    Row("POST /api/keys", Rule.ADMIN, lambda _: said({"user": new_name()}), False, _NOT_BY_SIGN_IN, "a new user's"),
    Row("POST /api/sessions/signs", Rule.SEES, _signs_of, True, _NOT_ITS_SESSION | _NOT_ITS_OWNER, "of a named agent"),
    Row(
        "POST /api/questions/{id}/handed",
        Rule.CARRIER,
        lambda scene: at(id=_requested(scene)),
        False,
        of="a coding tool's permission, which its owner's watcher carries out",
    ),
]
