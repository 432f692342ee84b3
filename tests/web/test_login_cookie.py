"""The page's cookie, over https only: what it opens, and what a page of another origin cannot do with it.

A proxy that the hub trusts says that a request came by https."""

import contextlib
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from support.accounts import BY_HTTPS, COOKIE, PASSWORD, new_member, try_log_in
from support.answers import done, refused
from support.hub import Caller, Hub
from support.live import Live

ATTRIBUTES = {"path=/", "secure", "httponly", "samesite=strict"}


@pytest.fixture
def member(proxied_hub: Hub) -> Caller:
    return new_member(proxied_hub)


def own_origin(hub: Hub) -> str:
    return hub.address.replace("http://", "https://", 1)


class Browser:
    """A page of the hub's own, behind the proxy, with the cookie that it was given."""

    def __init__(self, hub: Hub, answer: httpx2.Response) -> None:
        self.hub = hub
        self.set_cookie = answer.headers["set-cookie"]
        self.cookie = self.set_cookie.split(";")[0]

    def headers(self, origin: str | None) -> dict[str, str]:
        return BY_HTTPS | {"Cookie": self.cookie} | ({} if origin is None else {"Origin": origin})

    def call(self, method: str, path: str, origin: str | None = None, **how: Any) -> httpx2.Response:
        # The client must keep no cookie of its own.
        self.hub.http.cookies.clear()
        return self.hub.nobody(method, path, headers=self.headers(origin), **how)


def log_in(hub: Hub, member: Caller) -> Browser:
    answer = try_log_in(hub, member.name, PASSWORD, cookie=True, headers=BY_HTTPS)
    assert done(answer)["token"] is None
    hub.http.cookies.clear()
    return Browser(hub, answer)


def attributes(set_cookie: str) -> set[str]:
    return {part.strip().lower() for part in set_cookie.split(";")[1:]}


def test_the_cookie_is_the_host_s_own_and_no_script_reads_it(proxied_hub: Hub, member: Caller) -> None:
    answer = try_log_in(proxied_hub, member.name, cookie=True, headers=BY_HTTPS)
    body = done(answer)
    assert (body["token"], body["user"]) == (None, member.name)
    name, _, value = answer.headers["set-cookie"].split(";")[0].partition("=")
    assert name == COOKIE
    assert value
    assert value not in answer.text
    said = attributes(answer.headers["set-cookie"])
    assert said >= ATTRIBUTES
    assert {word.partition("=")[0] for word in said} == {"path", "secure", "httponly", "samesite", "max-age"}


def test_cookie_is_given_only_if_it_was_asked_for(proxied_hub: Hub, member: Caller) -> None:
    answer = try_log_in(proxied_hub, member.name, headers=BY_HTTPS)
    assert done(answer)["token"]
    assert "set-cookie" not in answer.headers


def test_a_cookie_needs_https_however_it_is_asked_for(proxied_hub: Hub, member: Caller) -> None:
    assert refused(try_log_in(proxied_hub, member.name, cookie=True), 400)["code"] == "cookie_needs_https"
    secret = done(member.post("/api/sign-in-links"))["secret"]
    body = {"secret": secret, "cookie": True}
    assert refused(proxied_hub.nobody("POST", "/api/sign-in", json=body), 400)["code"] == "cookie_needs_https"


def test_a_link_gives_a_cookie_too(proxied_hub: Hub, member: Caller) -> None:
    secret = done(member.post("/api/sign-in-links"))["secret"]
    answer = proxied_hub.nobody("POST", "/api/sign-in", json={"secret": secret, "cookie": True}, headers=BY_HTTPS)
    assert done(answer)["token"] is None
    assert attributes(answer.headers["set-cookie"]) >= ATTRIBUTES
    me = done(Browser(proxied_hub, answer).call("GET", "/api/me"))
    assert me["name"] == member.name
    assert me["expires_at"] is not None


def test_reading_with_the_cookie_needs_no_origin(proxied_hub: Hub, member: Caller) -> None:
    page = log_in(proxied_hub, member)
    for origin in (None, own_origin(proxied_hub)):
        assert done(page.call("GET", "/api/me", origin))["name"] == member.name


@pytest.mark.parametrize("origin", [None, "null", "https://evil.example", "http"])
def test_changing_something_with_the_cookie_needs_the_hub_s_own_origin(
    proxied_hub: Hub, member: Caller, origin: str | None
) -> None:
    page = log_in(proxied_hub, member)
    sent = proxied_hub.address if origin == "http" else origin
    body = {"notification_type": "info", "title": "x"}
    answer = page.call("POST", "/api/notifications", sent, json=body)
    assert refused(answer, 403)["code"] == "origin_refused"
    for method, path in (("PUT", "/api/preferences"), ("DELETE", f"/api/keys/{member.key_id}")):
        refused(page.call(method, path, sent, **({"json": {"quiet_hours": ""}} if method == "PUT" else {})), 403)
    assert done(member.get("/api/notifications"))["count"] == 0
    done(page.call("POST", "/api/notifications", own_origin(proxied_hub), json=body), 201)


@pytest.mark.parametrize("path", ["/api/login/renew", "/api/logout"])
def test_a_foreign_page_neither_renews_nor_ends_a_sign_in(proxied_hub: Hub, member: Caller, path: str) -> None:
    page = log_in(proxied_hub, member)
    for origin in (None, "https://evil.example"):
        refused(page.call("POST", path, origin), 403)
    done(page.call("GET", "/api/me"))


def test_renewing_gives_the_cookie_again(proxied_hub: Hub, member: Caller) -> None:
    page = log_in(proxied_hub, member)
    answer = page.call("POST", "/api/login/renew", own_origin(proxied_hub))
    assert done(answer)["token"] is None
    renewed = Browser(proxied_hub, answer)
    assert attributes(renewed.set_cookie) >= ATTRIBUTES
    assert done(renewed.call("GET", "/api/me"))["name"] == member.name


def test_signing_out_takes_the_cookie_away_and_ends_it(proxied_hub: Hub, member: Caller) -> None:
    page = log_in(proxied_hub, member)
    answer = page.call("POST", "/api/logout", own_origin(proxied_hub))
    assert done(answer)["id"]
    gone = answer.headers["set-cookie"]
    assert gone.startswith(f"{COOKIE}=")
    assert "max-age=0" in attributes(gone)
    refused(page.call("GET", "/api/me"), 401)


@pytest.mark.parametrize("path", ["/ws/events", "/ws"])
def test_a_socket_with_the_cookie_needs_the_hub_s_own_origin(proxied_hub: Hub, path: str) -> None:
    member = new_member(proxied_hub, admin=True)
    page = log_in(proxied_hub, member)
    by_https = proxied_hub.url.replace("http://", "https://", 1)
    with Live(proxied_hub.url, path, headers=page.headers(by_https)) as live:
        assert live.connected()["name"] == member.name
        assert code_of(page, path, "https://evil.example") == 403
        assert code_of(page, path, None) == 4003
        done(page.call("POST", "/api/logout", own_origin(proxied_hub)))
        assert live.closed() == 4001
    assert code_of(page, path, by_https) == 4001


def code_of(page: Browser, path: str, origin: str | None) -> int:
    """With what it is refused or closed. A socket without a good cookie has yet to say its key: a wrong one."""
    try:
        with Live(page.hub.url, path, headers=page.headers(origin)) as live:
            with contextlib.suppress(ConnectionClosed):
                live.say({"type": "auth", "token": "wrong"})
            code = live.closed()
            assert live.frames == []
            return code
    except InvalidStatus as refusal:
        return refusal.response.status_code


def test_mcp_takes_no_cookie(proxied_hub: Hub, member: Caller) -> None:
    page = log_in(proxied_hub, member)
    for origin in (None, own_origin(proxied_hub)):
        refused(page.call("POST", "/mcp", origin, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"}), 401, 403)


def test_a_key_beside_the_cookie_is_what_counts(proxied_hub: Hub, member: Caller) -> None:
    page, agent = log_in(proxied_hub, member), proxied_hub.new_agent(member)
    key = page.headers(None) | {"Authorization": f"Bearer {agent.key}"}
    assert done(proxied_hub.nobody("GET", "/api/me", headers=key))["name"] == agent.name
    refused(proxied_hub.nobody("GET", "/api/me", headers=key | {"Authorization": "Bearer wrong"}), 401)
    sent = proxied_hub.nobody(
        "POST", "/api/notifications", json={"notification_type": "info", "title": "x"}, headers=key
    )
    assert done(sent, 201)["agent_name"] == agent.name


def test_page_that_came_by_a_link_chooses_a_first_password(proxied_hub: Hub) -> None:
    person = proxied_hub.new_person()
    secret = done(person.post("/api/sign-in-links"))["secret"]
    body = {"secret": secret, "cookie": True}
    page = Browser(proxied_hub, proxied_hub.nobody("POST", "/api/sign-in", json=body, headers=BY_HTTPS))
    path = f"/api/users/{person.name}/password"
    done(page.call("PUT", path, own_origin(proxied_hub), json={"password": PASSWORD}))
    refused(page.call("GET", "/api/me"), 401)
    done(try_log_in(proxied_hub, person.name))


def test_a_cookie_among_others_is_found_and_one_of_another_name_is_none(proxied_hub: Hub, member: Caller) -> None:
    page = log_in(proxied_hub, member)
    value = page.cookie.partition("=")[2]
    for cookies, status in (
        (f"a=1; {page.cookie}; b=2", 200),
        (f"bellpull={value}", 401),
        (f"X{page.cookie}", 401),
        (f"{COOKIE}=", 401),
        (f"{COOKIE}={value}x", 401),
        ("; ; =;", 401),
    ):
        assert proxied_hub.nobody("GET", "/api/me", headers=BY_HTTPS | {"Cookie": cookies}).status_code == status, (
            cookies
        )
