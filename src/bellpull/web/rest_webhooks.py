"""REST of webhooks: people make and remove them with their key, and the world calls them with their token alone."""

from collections.abc import Mapping
from typing import Annotated, Any

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
_EVENT = "Which event it is; without one the body is JSON, a form or text"
_DELIVERY = "Names the delivery: the same name with the same body tells nothing twice within 24 hours"
_SIGNATURE = "`sha256=` and the HMAC-SHA256 of the body with the webhook's secret, in hexadecimal"
_READ = {
    "X-GitHub-Event": _EVENT,
    "X-GitHub-Delivery": _DELIVERY,
    "X-Hub-Signature-256": _SIGNATURE,
    "X-Gitlab-Event": _EVENT,
    "X-Gitlab-Token": "The webhook's secret itself",
    "X-Gitea-Event": _EVENT,
    "X-Gitea-Signature": "As X-Hub-Signature-256, without `sha256=`",
    "X-Bellpull-Signature": _SIGNATURE,
    "Idempotency-Key": _DELIVERY,
}
HEADERS = {name: {"type": "string", "pattern": "^[ -~]*$", "description": said} for name, said in _READ.items()}
#: Text comes as what it is called, or as nothing in particular; not every generator of clients knows text/plain.
_ANYTHING: dict[str, Any] = {"application/json": {}, "application/octet-stream": {"type": "string", "format": "binary"}}


class CreateWebhook(Struct, forbid_unknown_fields=True):
    """What the address is for."""

    source: Annotated[
        str,
        Meta(description="The source of its nudges; never `user`", extra_json_schema={"minLength": 1, "maxLength": 64}),
    ]
    label: (
        Annotated[
            str, Meta(description="What it is for, in your words", extra_json_schema={"minLength": 1, "maxLength": 200})
        ]
        | None
    ) = None
    secret: Annotated[bool, Meta(description="Make a secret that calls have to be signed with")] = False


class MadeWebhookShape(Struct):
    """The token and the secret are shown this once."""

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
    """The id of the nudge that it became, or why it became none."""

    id: str | UnsetType = UNSET
    ignored: str | UnsetType = UNSET


async def create_webhook(call: Call) -> MadeWebhookShape:
    """The token and the secret are shown this once."""
    body: CreateWebhook = call.body
    made = await call.hub.webhooks.make(call.who, call.path["name"], body.source, body.label, secret=body.secret)
    new = made.webhook
    return MadeWebhookShape(
        new.id, new.agent_name, new.source, new.label, made.token, PATH + made.token, new.secret, new.created_at
    )


async def list_agent_webhooks(call: Call) -> WebhookList:
    """Oldest first. `signed` says that calls have to be signed."""
    return _listed(await call.hub.webhooks.listed(call.who, call.path["name"]))


async def list_webhooks(call: Call) -> WebhookList:
    """The webhooks of all agents that you see, oldest first."""
    return _listed(await call.hub.webhooks.listed(call.who))


async def remove_webhook(call: Call) -> RemovedWebhook:
    """Takes effect at once, and its secret is erased."""
    id = call.path["id"]
    return RemovedWebhook(id, await call.hub.webhooks.remove(call.who, call.path["name"], id))


async def need_webhook(hub: Hub, path: Mapping[str, str]) -> None:
    await hub.webhooks.find(path["token"])


async def call_webhook(call: Call) -> Reply:
    """The token is the key. Any body up to 1 MB: the events of GitHub, GitLab and Gitea become one line, and so do
    JSON, a form and text. 202 with the id of the nudge, or 200 with why it became none. A webhook with a secret
    wants the signature in one of the headers."""
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
        create_webhook,
        "Make an address for CI and the like",
        MadeWebhookShape,
        (201,),
        body=CreateWebhook,
        refuses=(404,),
        tag="Webhooks",
        example={"source": "ci", "label": "shop CI"},
        answers={"label": "shop CI"},
        may=Rule.OWNER,
    ),
    Route(
        "GET",
        "/api/agents/{name}/webhooks",
        list_agent_webhooks,
        "List the webhooks of one agent",
        WebhookList,
        refuses=(404,),
        tag="Webhooks",
        may=Rule.SEES_AS_PERSON,
    ),
    Route(
        "DELETE",
        "/api/agents/{name}/webhooks/{id}",
        remove_webhook,
        "Remove a webhook",
        RemovedWebhook,
        refuses=(404,),
        tag="Webhooks",
        may=Rule.OWNER,
    ),
    Route(
        "GET",
        "/api/webhooks",
        list_webhooks,
        "List the webhooks of the agents that you see",
        WebhookList,
        tag="Webhooks",
        may=Rule.PERSON,
    ),
    Route(
        "POST",
        PATH + "{token}",
        call_webhook,
        "Call a webhook",
        Received,
        (202, 200),
        raw=_ANYTHING,
        before=need_webhook,
        refuses=(401, 404, 409, 429),
        headers=HEADERS,
        tag="Webhooks",
        example={"text": "the build is red"},
        may=Rule.ANYBODY,
    ),
)
