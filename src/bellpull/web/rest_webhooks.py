"""REST of webhooks: people make and remove them with their key, and the world calls them with their token alone."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from bellpull.domain.webhook_address import Webhook
from bellpull.domain.webhook_parts import Ignored
from bellpull.hub.hub import Hub
from bellpull.hub.webhooks import Incoming
from bellpull.web.endpoint import Call, Reply, Route, json_reply
from bellpull.web.rules import Rule
from bellpull.web.wire import Time

#: Beneath it is whatever the world may call.
PATH = "/api/webhooks/"
_READ = (
    "X-GitHub-Event",
    "X-GitHub-Delivery",
    "X-Hub-Signature-256",
    "X-Gitlab-Event",
    "X-Gitlab-Token",
    "X-Gitea-Event",
    "X-Gitea-Signature",
    "X-Bellpull-Signature",
    "Idempotency-Key",
)
HEADERS = {name: {"type": "string", "pattern": "^[ -~]*$"} for name in _READ}


class CreateWebhook(Struct, forbid_unknown_fields=True):
    source: Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": 64})]
    label: Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": 200})] | None = None
    secret: bool = False


class MadeWebhookShape(Struct):
    """The one time that a webhook's token and its secret are shown."""

    id: str
    agent_name: str
    source: str
    label: str | None
    token: str
    path: str
    secret: str | None
    created_at: Time


class WebhookShape(Struct):
    id: str
    agent_name: str
    source: str
    label: str | None
    signed: bool
    created_at: Time
    created_by: str
    last_used_at: Time | None


class WebhookList(Struct):
    count: int
    webhooks: list[WebhookShape]


class RemovedWebhook(Struct):
    id: str
    removed_at: Time


class Received(Struct):
    """Of what became a nudge its id, else why it became none."""

    id: str | UnsetType = UNSET
    ignored: str | UnsetType = UNSET


async def make_webhook(call: Call) -> MadeWebhookShape:
    body: CreateWebhook = call.body
    made = await call.hub.webhooks.make(call.who, call.path["name"], body.source, body.label, secret=body.secret)
    new = made.webhook
    return MadeWebhookShape(
        new.id, new.agent_name, new.source, new.label, made.token, PATH + made.token, new.secret, new.created_at
    )


async def webhooks_of_agent(call: Call) -> WebhookList:
    return _listed(await call.hub.webhooks.listed(call.who, call.path["name"]))


async def webhooks(call: Call) -> WebhookList:
    return _listed(await call.hub.webhooks.listed(call.who))


async def remove_webhook(call: Call) -> RemovedWebhook:
    id = call.path["id"]
    return RemovedWebhook(id, await call.hub.webhooks.remove(call.who, call.path["name"], id))


async def need_webhook(hub: Hub, path: Mapping[str, str]) -> None:
    await hub.webhooks.find(path["token"])


async def receive(call: Call) -> Reply:
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in call.headers.items()}
    became = await call.hub.webhooks.receive(call.path["token"], Incoming(headers, call.body, call.came.origin))
    if isinstance(became, Ignored):
        return json_reply(200, Received(ignored=became.why))
    return json_reply(202, Received(id=became))


def _listed(found: list[Webhook]) -> WebhookList:
    return WebhookList(len(found), [_shape(one) for one in found])


def _shape(webhook: Webhook) -> WebhookShape:
    signed = webhook.secret is not None
    return WebhookShape(*webhook[:4], signed, webhook.created_at, webhook.created_by, webhook.last_used_at)


ROUTES = (
    Route(
        "POST",
        "/api/agents/{name}/webhooks",
        make_webhook,
        "Make an address for CI and the like",
        MadeWebhookShape,
        (201,),
        body=CreateWebhook,
        refuses=(404,),
        may=Rule.OWNER,
    ),
    Route(
        "GET",
        "/api/agents/{name}/webhooks",
        webhooks_of_agent,
        "The webhooks of one agent",
        WebhookList,
        refuses=(404,),
        may=Rule.SEES_AS_PERSON,
    ),
    Route(
        "DELETE",
        "/api/agents/{name}/webhooks/{id}",
        remove_webhook,
        "Remove a webhook",
        RemovedWebhook,
        refuses=(404,),
        may=Rule.OWNER,
    ),
    Route("GET", "/api/webhooks", webhooks, "The webhooks of the agents you see", WebhookList, may=Rule.PERSON),
    Route(
        "POST",
        PATH + "{token}",
        receive,
        "What the world calls: its token is the key",
        Received,
        (202, 200),
        raw=True,
        before=need_webhook,
        refuses=(401, 404, 409, 429),
        headers=HEADERS,
        may=Rule.ANYBODY,
    ),
)
