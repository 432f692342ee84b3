"""Sign-in links: a secret of ten minutes that is good once, and the page's own key that it becomes."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier
from typing import Any

import httpx2
import pytest

from support.answers import PATIENCE, TIME, done, refused
from support.hub import Caller, Hub, HubMaker
from support.questions import YES, answer, ask

NO_WAY_IN = (400, 401, 403, 404, 409, 410)


def _link(person: Caller) -> dict[str, Any]:
    told = person.post("/api/sign-in-links")
    assert told.status_code in (200, 201), told.text
    link: dict[str, Any] = told.json()
    assert set(link) == {"secret", "expires_at", "url"}
    return link


def _sign_in(hub: Hub, secret: Any) -> httpx2.Response:
    return hub.nobody("POST", "/api/sign-in", json={"secret": secret})


def _signed_in(hub: Hub, person: Caller) -> Caller:
    told = _sign_in(hub, _link(person)["secret"])
    assert told.status_code in (200, 201), told.text
    made = told.json()
    assert set(made) == {"token", "name"}
    assert made["name"] == person.name
    me = done(Caller(hub, made["token"], person.name, "").get("/api/me"))
    return Caller(hub, made["token"], person.name, me["key_id"])


def test_a_link_is_good_for_ten_minutes(person: Caller) -> None:
    link = _link(person)
    assert TIME.fullmatch(link["expires_at"])
    left = (datetime.fromisoformat(link["expires_at"]) - datetime.now(UTC)).total_seconds()
    assert 570 < left <= 600
    assert len(link["secret"]) >= 20
    assert link["secret"] != _link(person)["secret"]


def test_a_link_is_an_address_where_the_hub_has_a_public_one(person: Caller, fresh_hub: HubMaker) -> None:
    assert _link(person)["url"] is None
    link = _link(fresh_hub(public_url="https://bell.example").owner)
    assert link["url"] == f"https://bell.example/#sign-in={link['secret']}"


def test_signing_in_gives_a_key_of_the_person_labelled_page(hub: Hub, person: Caller) -> None:
    page = _signed_in(hub, person)
    me = done(page.get("/api/me"))
    assert (me["scope"], me["name"], me["admin"]) == ("user", person.name, False)
    keys = {key["id"]: key for key in done(person.get("/api/keys"))["keys"]}
    assert (keys[page.key_id]["label"], keys[page.key_id]["user"]) == ("page", person.name)
    asked = ask(hub.new_agent(person))
    assert answer(page, asked["id"], choice=YES, via="page")["by"] == person.name
    with page.socket() as live:
        assert live.connected()["name"] == person.name


def test_an_admin_who_signs_in_is_an_admin(hub: Hub) -> None:
    assert done(_signed_in(hub, hub.owner).get("/api/me"))["admin"] is True


def test_links_of_one_person_push_out_none_of_another(hub: Hub, person: Caller) -> None:
    link, other = _link(person), hub.new_person()
    links = [_link(other) for _ in range(1100)]
    done(_sign_in(hub, link["secret"]))
    refused(_sign_in(hub, links[0]["secret"]), 401)
    done(_sign_in(hub, links[-1]["secret"]))


def test_a_link_is_good_once(hub: Hub, person: Caller) -> None:
    secret = _link(person)["secret"]
    assert _sign_in(hub, secret).status_code in (200, 201)
    for _ in range(2):
        refused(_sign_in(hub, secret), *NO_WAY_IN)


def test_link_that_many_use_at_once_lets_one_in(hub: Hub, person: Caller) -> None:
    for _ in range(5):
        secret, together = _link(person)["secret"], Barrier(8)

        def enter(_: int, secret: str = secret, together: Barrier = together) -> int:
            together.wait(PATIENCE)
            return _sign_in(hub, secret).status_code

        with ThreadPoolExecutor(8) as pool:
            statuses = list(pool.map(enter, range(8)))
        assert len([status for status in statuses if status < 300]) == 1
        assert {status for status in statuses if status >= 300} <= set(NO_WAY_IN)


def test_a_signed_in_page_can_be_signed_out(hub: Hub, person: Caller) -> None:
    page = _signed_in(hub, person)
    done(person.delete(f"/api/keys/{page.key_id}"))
    refused(page.get("/api/me"), 401)
    done(person.get("/api/me"))


def test_a_key_is_no_secret_of_a_link_and_a_link_no_key(hub: Hub, person: Caller) -> None:
    refused(_sign_in(hub, person.key), *NO_WAY_IN)
    secret = _link(person)["secret"]
    refused(Caller(hub, secret, "", "").get("/api/me"), 401)
    assert _sign_in(hub, secret).status_code in (200, 201)


def test_the_link_of_a_key_that_was_revoked_lets_nobody_in(hub: Hub) -> None:
    person = hub.new_person()
    secret = _link(person)["secret"]
    done(hub.owner.delete(f"/api/keys/{person.key_id}"))
    refused(_sign_in(hub, secret), *NO_WAY_IN)


@pytest.mark.parametrize("secret", ["", " ", "x", "x" * 5000, "ключ", "' OR 1=1 --", "\u0000"])
def test_a_wrong_secret_lets_nobody_in(hub: Hub, secret: str) -> None:
    refused(_sign_in(hub, secret), *NO_WAY_IN, 422)


@pytest.mark.parametrize("secret", [None, 7, True, [], {}])
def test_a_secret_of_the_wrong_type_is_named(hub: Hub, secret: Any) -> None:
    assert "secret" in refused(_sign_in(hub, secret), 422)["detail"]


@pytest.mark.parametrize(
    ("content", "statuses"),
    [
        (b"", (400, 422)),
        (b"[]", (400, 422)),
        (b"{}", (422,)),
        (b'{"secret"', (400, 422)),
        (b'{"secret": "\\ud800"}', (*NO_WAY_IN, 422)),
        (b'{"secret": "x", "name": "y"}', (422,)),
        (b'{"secret": "' + b"x" * 2_000_000 + b'"}', (413,)),
    ],
    ids=["empty", "array", "nothing", "cut off", "surrogate", "unknown field", "huge"],
)
def test_a_broken_sign_in_is_refused(hub: Hub, content: bytes, statuses: tuple[int, ...]) -> None:
    headers = {"Content-Type": "application/json"}
    refused(hub.nobody("POST", "/api/sign-in", content=content, headers=headers), *statuses)


def test_a_page_of_another_origin_cannot_sign_in(hub: Hub, person: Caller) -> None:
    secret = _link(person)["secret"]
    headers = {"Origin": "http://evil.example"}
    refused(hub.nobody("POST", "/api/sign-in", json={"secret": secret}, headers=headers), 403)
    assert _sign_in(hub, secret).status_code in (200, 201)
