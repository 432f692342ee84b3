"""What each verb about rights notes down, and what it tells those who keep a copy of them."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bellpull.domain.identity import Principal
from bellpull.domain.nudge import NudgeDraft
from support.in_process import Stage, refused

PASSWORD = "three or four words"
Told = list[tuple[str, dict[str, Any]]]


def newest(stage: Stage) -> int:
    events = stage.do(stage.store.read(lambda reader: reader.events(stage.owner, 0, 10**9, 1000)))
    return events[-1].seq


def told_since(stage: Stage, seq: int, type: str = "access_changed") -> Told:
    events = stage.do(stage.store.read(lambda reader: reader.events(stage.owner, seq, 10**9, 1000)))
    return [(event.agent_name, json.loads(event.data)) for event in events if event.type == type]


def noted(stage: Stage, most: int) -> list[tuple[str, str, str | None, str | None]]:
    """The newest first: who did what, to what, and whose that is."""
    entries = stage.do(stage.hub.audit.entries(stage.owner, None, None, None, None, most))
    return [(one.deed.by, one.deed.action, one.deed.subject, one.deed.agent_name) for one in entries]


Verb = Callable[[Stage, Principal], Awaitable[Any]]


@pytest.mark.parametrize(
    "verb, changes, deeds",
    [
        (
            lambda stage, ada: stage.hub.access.make_key(ada, "agent", "new", "a label"),
            [("new", "agent_added", "ada"), ("new", "key_created", "ada")],
            [("ada", "key_created", ..., "new"), ("ada", "agent_added", "new", "new")],
        ),
        (
            lambda stage, ada: stage.hub.access.revoke_key(ada, ada.key_id),
            [("ada", "key_revoked", "ada")],
            [("ada", "key_revoked", ..., "ada")],
        ),
        (
            lambda stage, ada: stage.hub.access.remove_agent(ada, "pet"),
            [("pet", "agent_removed", "ada")],
            [("ada", "agent_removed", "pet", "pet")],
        ),
        (
            lambda stage, ada: stage.hub.sharing.share(ada, "pet", "bob"),
            [("pet", "shared", "ada")],
            [("ada", "agent_shared", "bob", "pet")],
        ),
        (
            lambda stage, ada: stage.hub.sharing.unshare(ada, "shared", "bob"),
            [("shared", "unshared", "ada")],
            [("ada", "agent_unshared", "bob", "shared")],
        ),
        (
            lambda stage, ada: stage.hub.accounts.add(stage.owner, "zoe", None, admin=False),
            [("zoe", "user_added", "owner")],
            [("owner", "user_added", "zoe", None)],
        ),
        (
            lambda stage, ada: stage.hub.accounts.remove(stage.owner, "bob", None),
            [("bob", "user_removed", "owner")],
            [("owner", "user_removed", "bob", None)],
        ),
        (
            lambda stage, ada: stage.hub.accounts.remove(stage.owner, "ada", "bob"),
            [("pet", "given", "owner"), ("shared", "given", "owner"), ("ada", "user_removed", "owner")],
            [
                ("owner", "user_removed", "ada", None),
                ("owner", "agent_given", "bob", "shared"),
                ("owner", "agent_given", "bob", "pet"),
            ],
        ),
        (
            lambda stage, ada: stage.hub.accounts.change_password(ada, "ada", PASSWORD, None),
            [("ada", "password_changed", "ada")],
            [("ada", "password_changed", "ada", None)],
        ),
        (
            lambda stage, ada: stage.hub.logins.sign_in(ada),
            [("ada", "signed_in", "ada")],
            [("ada", "signed_in", "ada", None)],
        ),
        (
            lambda stage, ada: stage.hub.webhooks.make(ada, "pet", "ci", None, secret=False),
            [("pet", "webhook_created", "ada")],
            [("ada", "webhook_created", ..., "pet")],
        ),
    ],
)
def test_change_of_rights_is_told_and_noted(
    stage: Stage, verb: Verb, changes: list[tuple[str, str, str]], deeds: list[tuple[Any, ...]]
) -> None:
    ada = stage.person("ada")
    stage.person("bob")
    for name in ("pet", "shared"):
        stage.agent(name, of=ada)
    stage.do(stage.hub.sharing.share(ada, "shared", "bob"))
    before = newest(stage)
    stage.do(verb(stage, ada))
    told = sorted((name, data["change"], data["by"]) for name, data in told_since(stage, before))
    assert told == sorted(changes)
    found = noted(stage, len(deeds))
    assert {(by, action, whose) for by, action, _, whose in found} == {(by, act, whose) for by, act, _, whose in deeds}
    named = {subject for _, _, subject, _ in deeds if subject is not ...}
    assert named <= {subject for _, _, subject, _ in found}


def test_signing_out_is_told_and_noted(stage: Stage) -> None:
    ada = stage.person("ada")
    token = stage.do(stage.hub.logins.sign_in(ada)).token
    browser = stage.do(stage.hub.access.admit(token))
    before = newest(stage)
    stage.do(stage.hub.logins.logout(browser))
    assert told_since(stage, before) == [("ada", {"change": "signed_out", "by": "ada"})]
    assert noted(stage, 1) == [("ada", "signed_out", "ada", None)]
    with refused("not_a_sign_in"):
        stage.do(stage.hub.logins.logout(ada))


def test_failed_sign_in_is_noted_without_a_name_that_is_nobodys(stage: Stage) -> None:
    ada = stage.person("ada")
    stage.do(stage.hub.accounts.change_password(ada, "ada", PASSWORD, None))
    for name in ("ada", "my secret words"):
        with refused("wrong_login"):
            stage.do(stage.hub.logins.login(name, "wrong words again", "10.0.0.1"))
    assert noted(stage, 2) == [("", "sign_in_failed", None, None), ("ada", "sign_in_failed", "ada", None)]


def test_nudge_says_how_many_wait(stage: Stage) -> None:
    stage.agent()
    before = newest(stage)

    def nudge(key: str | None = None) -> None:
        stage.do(stage.hub.nudges.tell(stage.owner, "bot", NudgeDraft("ci", "broken", None, key)))

    nudge()
    nudge("one")
    nudge("one")
    nudge()
    assert [data["count"] for _, data in told_since(stage, before, "nudge_pending")] == [1, 2, 2, 3]
