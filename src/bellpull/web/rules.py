"""Who may use a route, in one word. The verbs of the hub enforce it; this says it where the route is defined, so that
the document shows it and the table of routes and principals is tested from it: a route without a rule is refused."""

from enum import Enum


class Rule(Enum):
    ANYBODY = "anybody, without a key"
    KEY = "any key, about what it may see"
    PERSON = "people"
    ADMIN = "admins"
    SEES = "those who see the agent: itself, its owner, people it is shared with, admins"
    SEES_AS_PERSON = "people who see the agent: its owner, people it is shared with, admins"
    OWNER = "the agent's owner, and admins"
    ITSELF = "the agent itself"
    CARRIER = "the agent itself, and its owner"
