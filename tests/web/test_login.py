"""Signing in with name and password: what the token is, who gets none, and when it ends."""

import itertools
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from datetime import UTC, datetime
from typing import Any

import pytest

from support.accounts import (
    PASSWORD,
    add_user,
    change_password,
    new_member,
    part_of,
    signed_in,
    try_log_in,
)
from support.answers import PATIENCE, TIME, done, refused
from support.hub import Caller, Hub
from support.live import told
from support.local_hub import LocalHubMaker
from support.questions import YES, answer, ask

ANSWER_FIELDS = {"token", "token_type", "user", "expires_at"}
TWELVE_HOURS = 12 * 3600
ANOTHER = "another long password"
_hosts = itertools.count(1)


@pytest.fixture(autouse=True)
def from_an_address_of_its_own(proxied_hub: Hub) -> None:
    """Wrong passwords slow down everybody of one address."""
    proxied_hub.http.headers["X-Forwarded-For"] = f"203.0.113.{next(_hosts)}"


@pytest.fixture(scope="module")
def member(proxied_hub: Hub) -> Caller:
    """Somebody with a password whom no test changes, with a key."""
    return new_member(proxied_hub)


def seconds_left(expires_at: str) -> float:
    return (datetime.fromisoformat(expires_at) - datetime.now(UTC)).total_seconds()


def as_token(hub: Hub, token: str) -> Caller:
    return Caller(hub, token, "", "")


def test_a_name_and_its_password_give_a_token_of_twelve_hours(proxied_hub: Hub, member: Caller) -> None:
    got = done(try_log_in(proxied_hub, member.name))
    assert set(got) == ANSWER_FIELDS
    assert (got["token_type"], got["user"]) == ("bearer", member.name)
    assert TIME.fullmatch(got["expires_at"])
    assert TWELVE_HOURS - 120 < seconds_left(got["expires_at"]) <= TWELVE_HOURS


def test_the_token_says_who_until_when_and_by_which_key_it_was_signed(proxied_hub: Hub, member: Caller) -> None:
    token = done(try_log_in(proxied_hub, member.name))["token"]
    header, claims = part_of(token, 0), part_of(token, 1)
    assert header["alg"] == "HS256"
    assert header["kid"]
    assert {"sub", "sid", "iat", "exp"} <= set(claims)
    assert claims["sub"] == member.name
    assert claims["exp"] - claims["iat"] == TWELVE_HOURS
    me = done(as_token(proxied_hub, token).get("/api/me"))
    assert (me["name"], me["key_id"]) == (member.name, claims["sid"])


def test_token_of_a_sign_in_is_that_person(proxied_hub: Hub, member: Caller) -> None:
    caller = signed_in(proxied_hub, member.name)
    me = done(caller.get("/api/me"))
    assert {**me, "expires_at": None} == {
        "scope": "user",
        "name": member.name,
        "admin": False,
        "key_id": caller.key_id,
        "expires_at": None,
        "has_password": True,
    }
    assert 0 < seconds_left(me["expires_at"]) <= TWELVE_HOURS
    assert done(member.get("/api/me"))["expires_at"] is None
    asked = ask(proxied_hub.new_agent(member))
    assert answer(caller, asked["id"], choice=YES)["by"] == member.name
    with caller.socket() as live:
        assert live.connected()["name"] == member.name


def test_an_admin_who_signs_in_is_an_admin_and_nobody_else_is(proxied_hub: Hub, member: Caller) -> None:
    admin = new_member(proxied_hub, admin=True)
    assert [done(signed_in(proxied_hub, one.name).get("/api/me"))["admin"] for one in (admin, member)] == [True, False]


def test_wrong_unknown_and_without_a_password_are_told_apart_by_nobody(proxied_hub: Hub, member: Caller) -> None:
    without = proxied_hub.new_person()
    tries = [(member.name, "wrong password"), ("nobody-here", PASSWORD), (without.name, PASSWORD), (without.name, "")]
    said = [try_log_in(proxied_hub, name, password) for name, password in tries]
    assert {(one.status_code, one.content) for one in said} == {(401, said[0].content)}
    body = refused(said[0], 401, sentence="Wrong name or password")
    assert body["code"] == "wrong_login"


def test_a_name_is_known_in_large_letters_too_and_guessed_no_faster_by_them(fresh_member: Caller) -> None:
    hub, name = fresh_member.hub, fresh_member.name
    assert done(try_log_in(hub, name.capitalize()))["user"] == name
    guesses = [try_log_in(hub, word, "a wrong password") for word in (name, name.upper(), name.title()) for _ in "ab"]
    assert [one.status_code for one in guesses] == [401] * 5 + [429]


def test_an_agent_s_name_is_no_way_in(proxied_hub: Hub) -> None:
    agent = proxied_hub.new_agent()
    assert refused(try_log_in(proxied_hub, agent.name, agent.key), 401)["code"] == "wrong_login"


@pytest.mark.parametrize(
    "change", [str.upper, lambda word: word + " ", lambda word: word[:-1], lambda word: word + "\0", lambda word: ""]
)
def test_password_that_is_nearly_right_is_wrong(fresh_member: Caller, change: Callable[[str], str]) -> None:
    assert refused(try_log_in(fresh_member.hub, fresh_member.name, change(PASSWORD)), 401, 422)
    done(try_log_in(fresh_member.hub, fresh_member.name))


@pytest.fixture
def fresh_member(proxied_hub: Hub) -> Caller:
    return new_member(proxied_hub)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": "x"},
        {"password": "x"},
        {"name": 1, "password": "x"},
        {"name": "x", "password": None},
        {"name": "x", "password": "y", "admin": True},
        {"name": "x", "password": "y", "cookie": "yes"},
        [],
    ],
)
def test_sign_in_with_a_wrong_field_is_refused_by_its_name(proxied_hub: Hub, body: Any) -> None:
    refused(proxied_hub.nobody("POST", "/api/login", json=body), 422)


def test_a_huge_password_is_refused_without_work(proxied_hub: Hub, member: Caller) -> None:
    refused(try_log_in(proxied_hub, member.name, "x" * 2_000_000), 413)
    refused(try_log_in(proxied_hub, member.name, "x" * 20_000), 413)
    refused(try_log_in(proxied_hub, member.name, "x" * 1025), 400, 401, 422)


def test_a_cookie_is_only_for_https(proxied_hub: Hub, member: Caller) -> None:
    answer = try_log_in(proxied_hub, member.name, cookie=True)
    assert refused(answer, 400)["code"] == "cookie_needs_https"
    assert "set-cookie" not in answer.headers


def test_renewing_puts_the_end_off_and_is_still_the_same_sign_in(proxied_hub: Hub, fresh_member: Caller) -> None:
    caller = signed_in(proxied_hub, fresh_member.name)
    renewed = done(caller.post("/api/login/renew"))
    assert set(renewed) == ANSWER_FIELDS
    assert (renewed["token_type"], renewed["user"]) == ("bearer", fresh_member.name)
    assert seconds_left(renewed["expires_at"]) > TWELVE_HOURS - 120
    again = as_token(proxied_hub, renewed["token"])
    assert done(again.get("/api/me"))["key_id"] == caller.key_id
    done(again.post("/api/logout"))
    for one in (again, caller):
        refused(one.get("/api/me"), 401)


def test_signing_out_ends_the_sign_in_at_once_and_no_other(proxied_hub: Hub, fresh_member: Caller) -> None:
    first, second = signed_in(proxied_hub, fresh_member.name), signed_in(proxied_hub, fresh_member.name)
    with first.socket() as ending, second.socket() as staying:
        ending.connected()
        staying.connected()
        ended = done(first.post("/api/logout"))
        assert set(ended) == {"id", "revoked_at"}
        assert ended["id"] == first.key_id
        assert TIME.fullmatch(ended["revoked_at"])
        assert ending.closed() == 4001
        sent = proxied_hub.new_agent(fresh_member).send()
        staying.until_type("agent_notification", notification_id=sent["id"])
        assert told(ending.frames) == []
    for path in ("/api/logout", "/api/login/renew"):
        refused(first.post(path), 401)
    done(second.get("/api/me"))
    done(fresh_member.get("/api/me"))


def test_keys_are_neither_renewed_nor_signed_out(proxied_hub: Hub, member: Caller) -> None:
    for caller in (member, proxied_hub.owner):
        for path in ("/api/login/renew", "/api/logout"):
            assert refused(caller.post(path), 409)["code"] == "not_a_sign_in"
        done(caller.get("/api/me"))


def page_of(member: Caller) -> Caller:
    """The page, which this person signed in to with a link."""
    secret = done(member.post("/api/sign-in-links"))["secret"]
    return as_token(member.hub, done(member.hub.nobody("POST", "/api/sign-in", json={"secret": secret}))["token"])


def test_the_page_s_own_key_signs_out_too(member: Caller) -> None:
    page = page_of(member)
    assert done(page.post("/api/logout"))["id"]
    refused(page.get("/api/me"), 401)


def new_password_by_an_admin(member: Caller) -> None:
    done(change_password(member.hub.owner, member.name, ANOTHER))


def removal(member: Caller) -> None:
    done(member.hub.owner.delete(f"/api/users/{member.name}"))


@pytest.mark.parametrize("end", [new_password_by_an_admin, removal])
def test_a_new_password_or_a_removal_ends_every_sign_in_and_its_sockets_at_once(
    proxied_hub: Hub, fresh_member: Caller, end: Callable[[Caller], None]
) -> None:
    ending = [
        signed_in(proxied_hub, fresh_member.name),
        signed_in(proxied_hub, fresh_member.name),
        page_of(fresh_member),
    ]
    sockets = [one.socket() for one in ending] + [ending[0].socket(since=0)]
    try:
        for live in sockets:
            live.connected()
        end(fresh_member)
        for one in ending:
            refused(one.get("/api/me"), 401)
        assert [live.closed() for live in sockets] == [4001] * 4
    finally:
        for live in sockets:
            live.close()
    refused(try_log_in(proxied_hub, fresh_member.name), 401)
    with ending[0].socket() as live:
        assert live.closed() == 4001


def test_new_password_replaces_the_old_one_and_keys_stay(proxied_hub: Hub, fresh_member: Caller) -> None:
    signed_in(proxied_hub, fresh_member.name)
    page_of(fresh_member)
    changed = done(change_password(fresh_member, fresh_member.name, ANOTHER))
    assert changed == {"name": fresh_member.name, "sign_ins_ended": 2}
    refused(try_log_in(proxied_hub, fresh_member.name), 401)
    done(signed_in(proxied_hub, fresh_member.name, ANOTHER).get("/api/me"))
    done(fresh_member.get("/api/me"))


def test_new_password_in_a_sign_in_needs_the_old_one(proxied_hub: Hub, fresh_member: Caller) -> None:
    caller = signed_in(proxied_hub, fresh_member.name)
    admin = signed_in(proxied_hub, new_member(proxied_hub, admin=True).name)
    refused(change_password(admin, admin.name, ANOTHER), 401)
    for current in (None, "wrong password"):
        refusal = refused(change_password(caller, caller.name, ANOTHER, current), 401)
        assert refusal["code"] == "wrong_login"
    done(caller.get("/api/me"))
    done(change_password(caller, caller.name, ANOTHER, PASSWORD))
    refused(caller.get("/api/me"), 401)
    done(signed_in(proxied_hub, caller.name, ANOTHER).get("/api/me"))


def test_a_browser_makes_nothing_that_would_outlive_the_password(proxied_hub: Hub, fresh_member: Caller) -> None:
    browsers = [signed_in(proxied_hub, fresh_member.name), page_of(fresh_member)]
    for browser in browsers:
        for body in ({"user": fresh_member.name}, {"user": fresh_member.name, "label": "page"}):
            assert refused(browser.post("/api/keys", body), 403)["code"] == "not_in_a_browser"
        assert refused(browser.post("/api/sign-in-links"), 403)["code"] == "not_in_a_browser"
        refused(change_password(browser, fresh_member.name, ANOTHER), 401)
        done(proxied_hub.new_agent(browser).get("/api/me"))
    done(change_password(fresh_member, fresh_member.name, ANOTHER))
    for browser in browsers:
        refused(browser.get("/api/me"), 401)


def test_a_page_of_somebody_without_a_password_ends_with_their_first_one(proxied_hub: Hub) -> None:
    person = proxied_hub.new_person()
    first = page_of(person)
    second = page_of(first)
    done(change_password(second, person.name, PASSWORD))
    for page in (first, second):
        refused(page.get("/api/me"), 401)
    done(signed_in(proxied_hub, person.name).get("/api/me"))


def test_user_removed_and_made_again_is_somebody_else(proxied_hub: Hub, fresh_member: Caller) -> None:
    before = signed_in(proxied_hub, fresh_member.name)
    removal(fresh_member)
    add_user(proxied_hub, fresh_member.name)
    for caller in (before, fresh_member):
        refused(caller.get("/api/me"), 401)
    done(signed_in(proxied_hub, fresh_member.name).get("/api/me"))


def test_a_sign_in_ends_after_twelve_hours(fresh_hub: LocalHubMaker) -> None:
    hub = fresh_hub()
    member = new_member(hub)
    over = signed_in(hub, member.name)
    hub.passes(TWELVE_HOURS)
    for refusal in (over.get("/api/me"), over.post("/api/login/renew")):
        refused(refusal, 401)
    with over.socket() as live:
        assert live.closed() == 4001
    done(signed_in(hub, member.name).post("/api/login/renew"))


def test_a_sign_in_is_listed_among_one_s_keys_and_ended_there(proxied_hub: Hub, fresh_member: Caller) -> None:
    caller, other = signed_in(proxied_hub, fresh_member.name), signed_in(proxied_hub, fresh_member.name)
    keys = {key["id"]: key for key in done(fresh_member.get("/api/keys"))["keys"]}
    assert keys[caller.key_id]["expires_at"] == done(caller.get("/api/me"))["expires_at"]
    assert keys[fresh_member.key_id]["expires_at"] is None
    with caller.socket() as live:
        live.connected()
        done(other.delete(f"/api/keys/{caller.key_id}"))
        assert live.closed() == 4001
    refused(caller.get("/api/me"), 401)
    done(other.get("/api/me"))


@pytest.mark.parametrize("end", [new_password_by_an_admin, removal])
def test_sign_in_while_the_password_goes_does_not_stay(
    proxied_hub: Hub, fresh_member: Caller, end: Callable[[Caller], None]
) -> None:
    with ThreadPoolExecutor(3) as pool:
        tries = [pool.submit(try_log_in, proxied_hub, fresh_member.name) for _ in range(3)]
        wait(tries, return_when=FIRST_COMPLETED)
        end(fresh_member)
        answers = [one.result(PATIENCE) for one in tries]
    tokens = [answer.json()["token"] for answer in answers if answer.status_code == 200]
    assert tokens
    for token in tokens:
        refused(as_token(proxied_hub, token).get("/api/me"), 401)


def test_renewing_while_signing_out_brings_nothing_back(proxied_hub: Hub, member: Caller) -> None:
    caller = signed_in(proxied_hub, member.name)
    with ThreadPoolExecutor(4) as pool:
        renewals = [pool.submit(caller.post, "/api/login/renew") for _ in range(8)]
        done(caller.post("/api/logout"))
        answers = [one.result(PATIENCE) for one in renewals]
    for renewed in answers:
        if renewed.status_code == 200:
            refused(as_token(proxied_hub, renewed.json()["token"]).get("/api/me"), 401)
    refused(caller.get("/api/me"), 401)
