"""The verbs of webhooks: make one, list them, remove one, and receive what the world says through it.

What is received is told by the verb that everybody uses (`Nudges.tell`), in the name of the webhook.
"""

import hashlib
import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from bellpull.domain import event, webhook_address
from bellpull.domain.errors import BellpullError, Denied, NotFound, TooMany, Unauthorized
from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant, instant
from bellpull.domain.nudge import NudgeDraft
from bellpull.domain.webhook import Said, describe
from bellpull.domain.webhook_address import Webhook
from bellpull.domain.webhook_parts import Ignored
from bellpull.domain.webhook_signature import is_signed
from bellpull.hub.access import Access, hash_key
from bellpull.hub.audit import note
from bellpull.hub.ids import new_id
from bellpull.hub.meanwhile import Rates
from bellpull.hub.nudges import Nudges
from bellpull.hub.ports import Reader, Store, Writer
from bellpull.hub.rights import need_agent, need_person, need_valid, not_found_agent

#: By which a sender names one delivery, so that sending it again tells nothing twice. GitLab's last one is shared by
#: events that caused one another.
DELIVERY = ("idempotency-key", "x-github-delivery", "x-gitea-delivery", "x-gitlab-event-uuid")


class MadeWebhook(NamedTuple):
    """The only place where the token is seen whole: it is shown once and kept as a hash."""

    webhook: Webhook
    token: str


class Incoming(NamedTuple):
    """A call from outside. Headers by their names in small letters."""

    headers: Mapping[str, str]
    body: bytes
    #: The address that calls.
    origin: str = ""


class Webhooks:
    def __init__(
        self, store: Store, access: Access, nudges: Nudges, rates: Rates, clock: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._access = access
        self._nudges = nudges
        self._rates = rates
        self._clock = clock

    async def make(
        self, who: Principal, agent_name: str, source: str, label: str | None, *, secret: bool
    ) -> MadeWebhook:
        need_person(who)
        webhook_address.check(source, label)
        when, token = self._clock(), f"bpw_{secrets.token_urlsafe(32)}"
        proof = secrets.token_urlsafe(32) if secret else None
        now = instant(when)
        made = Webhook(new_id(when, "wh_"), agent_name, source, label, proof, now, who.name)

        def decide(writer: Writer) -> None:
            _need_addressee(writer, who, agent_name)
            writer.webhooks.add(made, hash_key(token))
            writer.append(event.access_changed(agent_name, "webhook_created", who.name, now))
            note(writer, who, "webhook_created", now, made.id, agent_name, source)

        await self._store.write(decide)
        return MadeWebhook(made, token)

    async def listed(self, who: Principal, agent_name: str | None = None) -> list[Webhook]:
        """Oldest first: of one agent, which must exist, or of all that `who` may see."""
        need_person(who)

        def look(reader: Reader) -> list[Webhook]:
            if agent_name is not None:
                need_agent(reader, who, agent_name)
            return reader.webhooks.listed(who, agent_name)

        return await self._store.read(look)

    async def remove(self, who: Principal, agent_name: str, id: str) -> Instant:
        """Nobody can call it any more. Returns since when."""
        need_person(who)
        now = instant(self._clock())

        def decide(writer: Writer) -> Instant:
            _need_addressee(writer, who, agent_name)
            found = writer.webhooks.named(agent_name, id)
            if found is None:
                raise _not_found()
            if found.removed_at is not None:
                return found.removed_at
            writer.webhooks.remove(id, now)
            writer.wipe()  # its secret is worth nothing now, and need not lie about
            writer.append(event.access_changed(agent_name, "webhook_removed", who.name, now))
            note(writer, who, "webhook_removed", now, id, agent_name)
            return now

        return await self._store.write(decide)

    async def find(self, token: str) -> Webhook:
        found = await self._store.glance(lambda reader: reader.webhooks.find(hash_key(token)))
        if found is None:
            raise _not_found()
        return found

    async def receive(self, token: str, call: Incoming) -> str | Ignored:
        """The id of the nudge that the call became, or why it became none."""
        found = await self.find(token)
        self._admit(found, call)
        said = describe(call.headers, call.headers.get("content-type", ""), call.body)
        if isinstance(said, Ignored):
            return said
        return await self._tell(found, said, call)

    def _admit(self, webhook: Webhook, call: Incoming) -> None:
        if webhook.secret is not None and not is_signed(call.headers, call.body, webhook.secret):
            hint = "send X-Hub-Signature-256 or X-Bellpull-Signature: sha256=HMAC, or X-Gitlab-Token: SECRET"
            raise Unauthorized("bad_signature", "The call is not signed with the secret of this webhook", hint)
        if seconds := self._rates.take(webhook.principal.name):
            raise TooMany("too_many", "Too many calls of this webhook", "slow down and try again", retry_after=seconds)
        self._access.note_use(webhook.id)

    async def _tell(self, webhook: Webhook, said: Said, call: Incoming) -> str:
        key, teller = _delivery_key(call), webhook.principal._replace(origin=call.origin)
        draft = NudgeDraft(webhook.source, said.message, webhook.label or said.label, said.dedup_key)
        try:
            told, _ = await self._nudges.tell(teller, webhook.agent_name, draft, key)
        except (Unauthorized, Denied, NotFound):  # it or its agent was removed after it was found
            raise _not_found() from None
        return told.id


def _delivery_key(call: Incoming) -> str | None:
    """Of the delivery's name and of what it says: a sender that names two events alike still tells both."""
    name = next((call.headers[header] for header in DELIVERY if call.headers.get(header)), None)
    return None if name is None else hashlib.sha256(name.encode() + b"\n" + call.body).hexdigest()


def _need_addressee(writer: Writer, who: Principal, agent_name: str) -> None:
    """What is handed out works until it is taken back: that is the owner's to do."""
    need_valid(writer, who)
    need_agent(writer, who, agent_name, owner=True)
    if writer.is_user(agent_name):
        raise not_found_agent()


def _not_found() -> BellpullError:
    return NotFound("webhook_not_found", "There is no such webhook", "see: bellpull webhook list")
