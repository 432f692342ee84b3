"""Everybody who might call a route, around one agent; and what each of them gets by the route's rule."""

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from bellpull.web.rules import Rule
from support.accounts import PASSWORD, change_password, new_member, share, signed_in
from support.answers import done
from support.hub import Caller, Hub

STRANGERS = ("nobody", "wrong key", "revoked key", "ended sign-in")
AGENTS = ("agent of another owner", "agent of the same owner", "the agent itself")
USERS = ("another user", "shared user", "owner", "admin")
SIGNED_IN = tuple(f"{user}, signed in" for user in USERS)
#: They have nothing to do with the agent.
OUTSIDERS = (*AGENTS[:2], USERS[0], SIGNED_IN[0])
EVERYBODY = (*STRANGERS, *AGENTS, *USERS, *SIGNED_IN)


class Outcome(NamedTuple):
    """What somebody gets: a status below 300, or this refusal. No code: any."""

    status: int = 200
    code: str | None = None

    @property
    def is_refusal(self) -> bool:
        return self.status >= 300


OK = Outcome()
NO_KEY = Outcome(401)
NOT_A_PERSON = Outcome(403, "person_required")
NOT_AN_ADMIN = Outcome(403, "admin_required")
NOT_YOUR_AGENT = Outcome(403, "agent_denied")
NOT_FOUND = Outcome(404)
NOT_ITSELF = Outcome(403)

_SEEN_BY = {
    Rule.SEES: {"the agent itself", "shared user", "owner", "admin"},
    Rule.SEES_AS_PERSON: {"shared user", "owner", "admin"},
    Rule.OWNER: {"owner", "admin"},
    Rule.ITSELF: {"the agent itself"},
    Rule.CARRIER: {"the agent itself", "owner"},
}
_OF_PEOPLE = (Rule.PERSON, Rule.ADMIN, Rule.SEES_AS_PERSON, Rule.OWNER)


def expected(rule: Rule, who: str, *, names_agent: bool) -> Outcome:
    """What the rule says for this caller. A named agent that is not one's own is 403; what is kept under an id is not
    there for those who may not see it."""
    who = who.removesuffix(", signed in")
    if who in STRANGERS:
        return OK if rule is Rule.ANYBODY else NO_KEY
    if rule in _OF_PEOPLE and who in AGENTS:
        return Outcome(403) if rule is Rule.ADMIN else NOT_A_PERSON
    if rule in (Rule.ANYBODY, Rule.KEY, Rule.PERSON):
        return OK
    if rule is Rule.ADMIN:
        return OK if who == "admin" else NOT_AN_ADMIN
    if who in _SEEN_BY[rule]:
        return OK
    return _unseen(rule, who, names_agent)


def _unseen(rule: Rule, who: str, names_agent: bool) -> Outcome:
    sees = who in _SEEN_BY[Rule.SEES]
    if rule in (Rule.ITSELF, Rule.CARRIER) and sees:
        return NOT_ITSELF
    return NOT_YOUR_AGENT if names_agent else NOT_FOUND


class World:
    """The people and other agents of one hub; the agent itself is a new one in each scene."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.admin = hub.owner
        self.owner, self.shared, self.other = (new_member(hub) for _ in range(3))
        self.guest = hub.new_person()
        #: The agents of all scenes.
        self.agents: list[str] = []
        done(change_password(self.admin, self.admin.name, PASSWORD))
        self._callers: dict[str, Caller | None] = self._strangers() | {
            "agent of another owner": hub.new_agent(self.other),
            "agent of the same owner": hub.new_agent(self.owner),
            "another user": self.other,
            "shared user": self.shared,
            "owner": self.owner,
            "admin": self.admin,
        }
        self._sign_ins: dict[str, Caller] = {}

    def _strangers(self) -> dict[str, Caller | None]:
        revoked = self.hub.new_person(self.owner.name)
        done(self.owner.delete(f"/api/keys/{revoked.key_id}"))
        ended = signed_in(self.hub, self.owner.name)
        done(ended.post("/api/logout"))
        wrong = Caller(self.hub, self.owner.key[:-4] + secrets.token_hex(2), "", "")
        return {"nobody": None, "wrong key": wrong, "revoked key": revoked, "ended sign-in": ended}

    def caller(self, who: str) -> Caller | None:
        """None: without a key."""
        user = who.removesuffix(", signed in")
        caller = self._callers[user]
        if user == who or caller is None:
            return caller
        if who not in self._sign_ins:
            self._sign_ins[who] = signed_in(self.hub, caller.name)
        return self._sign_ins[who]

    def forget_sign_ins(self) -> None:
        self._sign_ins.clear()


class Scene:
    """An agent of the owner's, shared with the shared user."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.agent = world.hub.new_agent(world.owner)
        world.agents.append(self.agent.name)
        share(world.owner, self.agent.name, world.shared.name)

    def caller(self, who: str) -> Caller | None:
        return self.agent if who == "the agent itself" else self.world.caller(who)

    def call(self, who: str, method: str, path: str, how: dict[str, Any]) -> Any:
        caller = self.caller(who)
        return caller.call(method, path, **how) if caller else self.world.hub.nobody(method, path, **how)


class Example(NamedTuple):
    """A call that succeeds for whoever may make it: what stands in the path's places, and what is sent."""

    places: dict[str, str]
    how: dict[str, Any]


MakeExample = Callable[[Scene], Example]
