"""No secret is in the log, in the audit, or in a file of the hub, but the owner's key in its own."""

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from support.accounts import PASSWORD, audit, change_password, new_member, signed_in, try_log_in
from support.answers import done, refused
from support.hub import Caller, Hub, running
from support.live import Live
from support.nudges import tell
from support.questions import answer, ask_text, claim, handed, tell_of_nudges
from support.webhooks import call, make

pytestmark = pytest.mark.process


class Written(NamedTuple):
    #: What must not be read anywhere, by what it is.
    secret: dict[str, str]
    #: What people and the world said: in the data file, not in the log and not in the audit.
    private: dict[str, str]
    owner_key: str
    audit: str
    log: str
    folder: Path


def _word() -> str:
    return f"hunter2-{secrets.token_hex(8)}"


def _sign_ins(hub: Hub, member: Caller) -> dict[str, str]:
    caller = signed_in(hub, member.name)
    renewed = done(caller.post("/api/login/renew"))["token"]
    used, unused = (done(member.post("/api/sign-in-links"))["secret"] for _ in range(2))
    page = done(hub.nobody("POST", "/api/sign-in", json={"secret": used}))["token"]
    wrong, later = _word(), _word()
    refused(try_log_in(hub, member.name, wrong), 401)
    refused(hub.nobody("GET", "/api/me", headers={"Authorization": "Bearer bp_wrong_key-of-somebody"}), 401)
    done(change_password(member, member.name, later))
    return {
        "token": caller.key,
        "signature of a token": caller.key.split(".")[2],
        "renewed token": renewed,
        "token of the page": page,
        "used link": used,
        "unused link": unused,
        "password": PASSWORD,
        "later password": later,
        "wrong password": wrong,
        "wrong key": "key-of-somebody",
    }


def _keys(hub: Hub, member: Caller) -> dict[str, str]:
    agent, removed = hub.new_agent(member), hub.new_agent(member)
    agent.send()
    done(member.delete(f"/api/agents/{removed.name}"))
    with Live(hub.url, token=agent.key) as live:
        live.connected()
    keys = {"an agent": agent.key, "a removed agent": removed.key, "a person": member.key}
    return {f"key of {who}": key for who, key in keys.items()} | {
        f"telling half of the key of {who}": key[-24:] for who, key in keys.items()
    }


def _of_webhooks(hub: Hub, member: Caller) -> tuple[dict[str, str], dict[str, str]]:
    webhook, said = make(member, hub.new_agent(member).name, secret=True), _word()
    refused(call(hub, webhook, "unsigned"), 401)
    done(call(hub, webhook, said, X_Gitlab_Token=webhook["secret"]), 202)
    done(member.delete(f"/api/agents/{webhook['agent_name']}/webhooks/{webhook['id']}"))
    return {
        "token of a webhook": webhook["token"][4:],
        "secret of a removed webhook": webhook["secret"],
    }, {"what the world says": said}


def _replies(hub: Hub, member: Caller) -> tuple[dict[str, str], dict[str, str]]:
    agent, carried, awaited, reply, told = hub.new_agent(member), *(_word() for _ in range(4))
    late = ask_text(agent, secret=True)["id"]
    answer(member, late, text=carried)
    (nudge,) = claim(agent)
    assert carried in nudge["xml"]
    tell_of_nudges(agent, "confirm", [nudge["id"]])
    in_time = ask_text(agent, secret=True, wait=60)["id"]
    answer(member, in_time, text=awaited)
    assert handed(agent, in_time)
    answer(member, ask_text(agent)["id"], text=reply)
    tell(member, agent.name, told)
    return {"secret reply that a carrier brought": carried, "secret reply that was waited for": awaited}, {
        "what a person replies": reply,
        "what a person tells": told,
    }


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Written]:
    """All that a hub has written when it has ended, with everything that has a secret done once."""
    with running(tmp_path_factory.mktemp("hub"), {"log_level": "debug"}) as hub:
        member = new_member(hub)
        of_webhooks, from_outside = _of_webhooks(hub, member)
        of_replies, from_people = _replies(hub, member)
        secret = _keys(hub, member) | of_webhooks | of_replies | _sign_ins(hub, member)
        owner_key, audited = hub.owner.key, json.dumps(audit(hub, limit=500))
        hub.stop()
        logs = hub.output() + "".join(log.read_text() for log in sorted(hub.data_dir.glob("hub.log*")))
        yield Written(secret, from_outside | from_people, owner_key, audited, logs, hub.data_dir)


def _read(words: dict[str, str], text: Any) -> list[str]:
    return [what for what, word in words.items() if word in text]


def test_the_log_and_the_audit_hold_no_secret_and_nothing_that_people_say(written: Written) -> None:
    assert "GET /api/me" in written.log, "the log tells of calls"
    assert '"signed_in"' in written.audit, "the audit tells of deeds"
    words = written.secret | written.private | {"key of the owner": written.owner_key}
    assert _read(words, written.log) == []
    assert _read(words, written.audit) == []


def test_no_file_of_the_hub_holds_a_secret_but_the_owner_key_s_own(written: Written) -> None:
    """Also no byte of the data file that was let go."""
    files = {path.name: path.read_bytes() for path in written.folder.rglob("*") if path.is_file()}
    encoded = {what: word.encode() for what, word in written.secret.items()}
    found = {name: [what for what, word in encoded.items() if word in data] for name, data in files.items()}
    assert {name: what for name, what in found.items() if what} == {}
    for part in (written.owner_key, written.owner_key[-24:]):
        assert [name for name, data in files.items() if part.encode() in data] == ["owner.key"]
    said = [word.encode() for word in written.private.values()]
    assert all(word in files["bellpull.db"] for word in said), "what is no secret is kept"
