"""Who is who: principals, agents, users and the names they go by. Users and agents share one namespace."""

import re
from typing import NamedTuple

from bellpull.domain.errors import Invalid
from bellpull.domain.instant import Instant

LONGEST_NAME = 64
_NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_.@-]{{0,{LONGEST_NAME - 1}}}")

#: What the keys are called that pages of this machine hold.
PAGE_LABEL = "page"

#: The scope of whoever calls a webhook: they tell its agent something, and see nothing.
WEBHOOK = "webhook"


class Principal(NamedTuple):
    """Whoever a key stands for. Its name is the sender's name of what it tells."""

    scope: str  # "agent" or "user"; of a webhook "webhook"
    name: str
    admin: bool
    key_id: str
    #: The address that it asks from, for the audit.
    origin: str = ""

    @property
    def is_person(self) -> bool:
        return self.scope == "user"


#: The hub itself: it sees everything.
HUB = Principal("user", "hub", True, "")


class Agent(NamedTuple):
    name: str
    owner: str
    project: str | None
    created_at: Instant
    pending_count: int
    shared_with: tuple[str, ...] = ()


class Key(NamedTuple):
    """A key as its owner sees it: never the secret."""

    id: str
    scope: str
    name: str
    label: str | None
    created_at: Instant
    last_used_at: Instant | None
    revoked_at: Instant | None
    #: Of a sign-in; a key has no end.
    expires_at: Instant | None = None


class User(NamedTuple):
    """A person as admins see them."""

    name: str
    admin: bool
    created_at: Instant
    has_password: bool
    #: How many they own.
    agents: int
    last_sign_in_at: Instant | None


def check_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise Invalid(
            "invalid_name",
            "Names are 1 to 64 ASCII letters, digits, '.', '_', '-' or '@', beginning with a letter or digit",
            f"this one has {len(name)} characters" if len(name) > LONGEST_NAME else f"{name!r} is not such a name",
        )
    return name
