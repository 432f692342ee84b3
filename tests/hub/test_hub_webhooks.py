"""Webhooks: made, listed, removed; what the world says through one is a nudge, once, and proven if it is signed."""

import hashlib
import hmac
from typing import Any

import pytest

from bellpull.domain.notification import Draft
from bellpull.domain.webhook_parts import Ignored
from bellpull.hub.webhooks import Incoming, MadeWebhook
from support.in_process import HubRates, Stage, refused


def made(stage: Stage, source: str = "ci", label: str | None = None, *, secret: bool = False) -> MadeWebhook:
    return stage.do(stage.hub.webhooks.make(stage.owner, "bot", source, label, secret=secret))


def call(stage: Stage, webhook: MadeWebhook, body: bytes = b"red", **headers: str) -> str | Ignored:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return stage.do(stage.hub.webhooks.receive(webhook.token, Incoming(sent, body, "10.0.0.1")))


def told(stage: Stage) -> list[tuple[str, str | None, str]]:
    nudges = stage.do(stage.hub.nudges.pending(stage.owner, "bot", None, 0)).nudges
    return [(one.source, one.label, one.message) for one in nudges]


@pytest.fixture
def stage_with_bot(stage: Stage) -> Stage:
    stage.agent("bot")
    return stage


def test_webhook_is_kept_without_its_token_and_outlives_the_hub(stage_with_bot: Stage) -> None:
    stage, webhook = stage_with_bot, made(stage_with_bot, label="nightly", secret=True)
    assert webhook.token not in str(stage.do(stage.hub.webhooks.listed(stage.owner)))
    stage.reopen()
    assert stage.do(stage.hub.webhooks.listed(stage.owner, "bot")) == [webhook.webhook]
    stage.passes(60)
    with refused("bad_signature"):
        call(stage, webhook)
    open_one = made(stage)
    call(stage, open_one)
    stage.do(stage.hub.access.flush_used())
    used = [one.last_used_at for one in stage.do(stage.hub.webhooks.listed(stage.owner))]
    assert used == [None, "2026-01-01T00:01:00.000Z"]


@pytest.mark.parametrize(
    ("source", "label", "code"),
    [
        ("user", None, "invalid_source"),
        (" USER ", None, "invalid_source"),
        ("", None, "invalid_source"),
        ("x" * 65, None, "invalid_source"),
        ("ci", "", "invalid_label"),
        ("ci", "x" * 201, "invalid_label"),
    ],
)
def test_webhook_that_may_not_be_made_is_refused(
    stage_with_bot: Stage, source: str, label: str | None, code: str
) -> None:
    with refused(code):
        made(stage_with_bot, source, label)
    assert stage_with_bot.do(stage_with_bot.hub.webhooks.listed(stage_with_bot.owner)) == []


def test_people_see_and_remove_webhooks_of_their_own_agents(stage_with_bot: Stage) -> None:
    stage, webhooks = stage_with_bot, stage_with_bot.hub.webhooks
    ada, webhook = stage.person("ada"), made(stage_with_bot)
    pet = stage.agent("pet", ada)
    of_ada = stage.do(webhooks.make(ada, "pet", "ci", None, secret=False)).webhook
    assert stage.do(webhooks.listed(ada)) == [of_ada]
    assert len(stage.do(webhooks.listed(stage.owner))) == 2
    with refused("agent_denied"):
        stage.do(webhooks.remove(ada, "bot", webhook.webhook.id))
    with refused("webhook_not_found"):
        stage.do(webhooks.remove(ada, "pet", webhook.webhook.id))
    with refused("agent_not_found"):
        stage.do(webhooks.make(stage.owner, "ada", "ci", None, secret=False))
    for verb in (webhooks.listed(pet), webhooks.make(pet, "pet", "ci", None, secret=False)):
        with refused("person_required"):
            stage.do(verb)  # type: ignore[arg-type]


@pytest.mark.parametrize("how", ["removed", "agent removed", "guessed"])
def test_call_of_a_webhook_that_is_not_there_reaches_nobody(stage_with_bot: Stage, how: str) -> None:
    stage, webhook, other = stage_with_bot, made(stage_with_bot), made(stage_with_bot)
    if how == "removed":
        at = stage.do(stage.hub.webhooks.remove(stage.owner, "bot", webhook.webhook.id))
        stage.passes(60)
        assert stage.do(stage.hub.webhooks.remove(stage.owner, "bot", webhook.webhook.id)) == at
        call(stage, other)
    elif how == "agent removed":
        stage.do(stage.hub.access.remove_agent(stage.owner, "bot"))
    else:
        webhook = webhook._replace(token=webhook.token[:-1] + ("x" if webhook.token[-1] != "x" else "y"))
    with refused("webhook_not_found"):
        call(stage, webhook)
    with refused("invalid_key"):
        stage.do(stage.hub.access.admit(webhook.token))


@pytest.mark.parametrize(
    ("body", "content_type", "message"),
    [
        (b'{"title": "Disk full", "message": "92 %"}', "application/json", "Disk full: 92 %"),
        (b"message=The+build+failed", "application/x-www-form-urlencoded", "The build failed"),
        (b"line one\nline two", "text/plain", "line one\nline two"),
        (b"no type at all", "", "no type at all"),
    ],
)
def test_call_becomes_a_nudge_in_the_name_of_the_webhook(
    stage_with_bot: Stage, body: bytes, content_type: str, message: str
) -> None:
    stage, webhook = stage_with_bot, made(stage_with_bot)
    id = call(stage, webhook, body, content_type=content_type)
    (nudge,) = stage.do(stage.hub.nudges.pending(stage.owner, "bot", None, 0)).nudges
    assert (nudge.id, nudge.source, nudge.message) == (id, "ci", message)
    assert nudge.by == f"webhook:{webhook.webhook.id}"


def test_call_names_its_label_and_key_and_the_label_of_the_webhook_wins(stage_with_bot: Stage) -> None:
    stage, body = stage_with_bot, b'{"message": "%s", "label": "theirs", "dedup_key": "main", "source": "user"}'
    theirs, ours = made(stage), made(stage, "deploys", "ours")
    for webhook, word in ((theirs, b"red"), (ours, b"red"), (theirs, b"green")):
        call(stage, webhook, body % word, content_type="application/json")
    assert told(stage) == [("deploys", "ours", "red"), ("ci", "theirs", "green")]


def test_call_that_means_nothing_is_taken_and_ignored(stage_with_bot: Stage) -> None:
    answer = call(stage_with_bot, made(stage_with_bot), b"{}", x_github_event="ping")
    assert isinstance(answer, Ignored)
    assert told(stage_with_bot) == []


@pytest.mark.parametrize(
    ("headers", "taken"),
    [
        ({"x_hub_signature_256": "sha256={right}"}, True),
        ({"x_bellpull_signature": "sha256={right}"}, True),
        ({"x_gitea_signature": "{right}"}, True),
        ({"x_forgejo_signature": "{right}"}, True),
        ({"x_gitlab_token": "{secret}"}, True),
        ({}, False),
        ({"x_hub_signature_256": "sha256={wrong}"}, False),
        ({"x_hub_signature_256": "{right}"}, False),
        ({"x_hub_signature_256": "sha1={right}"}, False),
        ({"x_hub_signature_256": "sha256={right}", "x_gitlab_token": "guessed"}, False),
        ({"x_gitea_signature": "sha256={right}"}, False),
        ({"x_gitlab_token": "guessed"}, False),
        ({"x_gitlab_token": ""}, False),
        ({"x_bellpull_signature": ""}, False),
        ({"authorization": "Bearer {secret}"}, False),
    ],
)
def test_call_of_a_signed_webhook_has_to_prove_itself(
    stage_with_bot: Stage, headers: dict[str, str], taken: bool
) -> None:
    stage, webhook = stage_with_bot, made(stage_with_bot, secret=True)
    secret = webhook.webhook.secret or ""
    right, wrong = (hmac.new(key.encode(), b"red", hashlib.sha256).hexdigest() for key in (secret, secret + "x"))
    sent = {name: value.format(right=right, wrong=wrong, secret=secret) for name, value in headers.items()}
    if taken:
        call(stage, webhook, b"red", **sent)
        assert [one[2] for one in told(stage)] == ["red"]
        if "x_gitlab_token" in headers:  # it proves who calls, and not what they say
            return
    with refused("bad_signature"):
        call(stage, webhook, b"green", **sent)
    assert len(told(stage)) == taken


@pytest.mark.parametrize("header", ["x_github_delivery", "x_gitea_delivery", "idempotency_key", "x_gitlab_event_uuid"])
def test_delivery_that_comes_again_tells_nothing_twice(stage_with_bot: Stage, header: str) -> None:
    stage, webhook = stage_with_bot, made(stage_with_bot)
    assert len({call(stage, webhook, b"red", **{header: "d1"}) for _ in range(3)}) == 1
    call(stage, webhook, b"red", **{header: "d2"})
    call(stage, webhook, b"green", **{header: "d1"})  # another event under the same name
    call(stage, made(stage), b"red", **{header: "d1"})
    assert [one[2] for one in told(stage)] == ["red", "red", "green", "red"]


def test_delivery_is_told_once_to_calls_at_once_and_after_it_was_read(stage_with_bot: Stage) -> None:
    stage, webhook = stage_with_bot, made(stage_with_bot)
    sent = Incoming({"x-github-delivery": "d1"}, b"red", "")
    ids = stage.at_once(*(stage.hub.webhooks.receive(webhook.token, sent) for _ in range(8)))
    assert len(set(ids)) == len(told(stage)) == 1
    bot = stage.agent("bot")
    stage.do(stage.hub.nudges.confirm(bot, "bot", [ids[0]]))
    assert stage.do(stage.hub.webhooks.receive(webhook.token, sent)) == ids[0]
    assert told(stage) == []


def test_call_without_a_name_may_say_the_same_again(stage_with_bot: Stage) -> None:
    webhook = made(stage_with_bot)
    for _ in range(2):
        call(stage_with_bot, webhook)
    assert len(told(stage_with_bot)) == 2


def test_storm_of_calls_is_held_back_for_its_webhook_alone(stages: Any) -> None:
    stage = stages(rates=HubRates(calls=3))
    bot = stage.agent("bot")
    stormy, calm = made(stage), made(stage)
    for _ in range(3):
        call(stage, stormy)
    with refused("too_many"):
        call(stage, stormy)
    call(stage, calm)
    stage.do(stage.hub.tell(bot, Draft("info", "x")))
    stage.passes(20)
    call(stage, stormy)
