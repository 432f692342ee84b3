"""Whoever guesses passwords is slowed down, by name and by address, and nobody else is."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import httpx2
import pytest

from support.accounts import PASSWORD, change_password, new_member, new_name, signed_in, try_log_in
from support.answers import PATIENCE, done, refused, until
from support.hub import Caller, Hub, HubMaker

FREE_OF_A_NAME = 5
FREE_OF_AN_ADDRESS = 20
WRONG = "a wrong password"


def guess(hub: Hub, name: str, address: str | None = None, password: str = WRONG) -> httpx2.Response:
    """From this address, as the proxy that the hub trusts says."""
    return try_log_in(hub, name, password, headers={} if address is None else {"X-Forwarded-For": address})


def slowed(answer: httpx2.Response) -> int:
    """How many seconds it says to wait."""
    assert refused(answer, 429)["code"] == "too_many_logins"
    assert re.fullmatch(r"[1-9]\d*", answer.headers["retry-after"])
    return int(answer.headers["retry-after"])


def spend(hub: Hub, name: str, count: int = FREE_OF_A_NAME, address: str | None = None) -> None:
    for _ in range(count):
        refused(guess(hub, name, address), 401)


def after_waiting(hub: Hub, name: str, password: str = WRONG, address: str | None = None) -> httpx2.Response:
    """The first guess that is looked at again."""

    def looked_at() -> httpx2.Response | None:
        answer = guess(hub, name, address, password)
        return None if answer.status_code == 429 else answer

    return until(looked_at, "the wait for the next guess ends")


def test_after_five_wrong_passwords_each_next_guess_waits_twice_as_long(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    member = new_member(hub)
    spend(hub, member.name)
    for seconds in (1, 2):
        assert slowed(guess(hub, member.name)) == seconds
        # Not even the right one is looked at, or else a guess would cost nothing.
        assert slowed(guess(hub, member.name, password=PASSWORD)) == seconds
        refused(after_waiting(hub, member.name), 401)
    assert slowed(guess(hub, member.name)) in (3, 4)


def test_the_right_password_gets_in_after_the_wait_and_forgets_the_wrong_ones(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    member = new_member(hub)
    spend(hub, member.name)
    slowed(guess(hub, member.name))
    done(after_waiting(hub, member.name, PASSWORD))
    spend(hub, member.name, FREE_OF_A_NAME - 1)
    done(try_log_in(hub, member.name))


def test_a_name_is_slowed_down_from_whatever_address_it_is_guessed(fresh_hub: HubMaker) -> None:
    hub = fresh_hub(trusted_proxies="127.0.0.1")
    member = new_member(hub)
    for number in range(FREE_OF_A_NAME):
        refused(guess(hub, member.name, f"203.0.113.{number}"), 401)
    slowed(guess(hub, member.name, "203.0.113.99"))


def test_names_that_do_not_exist_are_slowed_down_alike(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    name = new_name()
    spend(hub, name)
    assert slowed(guess(hub, name)) == 1


def test_other_people_of_the_same_address_get_in_before_twenty_failures(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    member = new_member(hub)
    for number in range(FREE_OF_AN_ADDRESS - 1):
        refused(guess(hub, f"made-up-{number // 4}"), 401)
        if number % 6 == 0:
            done(try_log_in(hub, member.name))
    done(try_log_in(hub, member.name))


def test_an_address_that_fails_twenty_times_is_slowed_down_for_every_name(fresh_hub: HubMaker) -> None:
    hub = fresh_hub(trusted_proxies="127.0.0.1")
    member = new_member(hub)
    for number in range(FREE_OF_AN_ADDRESS):
        refused(guess(hub, f"made-up-{number // 4}", "203.0.113.7"), 401)
    slowed(guess(hub, "made-up-again", "203.0.113.7"))
    slowed(guess(hub, member.name, "203.0.113.7", PASSWORD))
    done(guess(hub, member.name, "203.0.113.8", PASSWORD))
    done(after_waiting(hub, member.name, PASSWORD, "203.0.113.7"))


def test_an_address_is_not_believed_of_somebody_who_is_no_trusted_proxy(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    for number in range(FREE_OF_AN_ADDRESS):
        refused(guess(hub, f"made-up-{number // 4}", f"203.0.113.{number}"), 401)
    slowed(guess(hub, "made-up-again", "203.0.113.77"))


def test_keys_sign_ins_and_links_work_meanwhile(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    member = new_member(hub)
    caller = signed_in(hub, member.name)
    for number in range(FREE_OF_AN_ADDRESS):
        refused(guess(hub, [member.name, "x", "y", "z"][number % 4]), 401)
    slowed(guess(hub, member.name))
    for one in (member, caller):
        done(one.get("/api/me"))
    done(caller.post("/api/login/renew"))
    secret = done(member.post("/api/sign-in-links"))["secret"]
    done(hub.nobody("POST", "/api/sign-in", json={"secret": secret}))
    slowed(guess(hub, member.name))


def test_guessing_the_old_password_of_a_page_left_open_is_slowed_down_too(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    member = new_member(hub)
    caller = signed_in(hub, member.name)
    for _ in range(FREE_OF_A_NAME):
        refused(change_password(caller, member.name, "a new password", WRONG), 401)
    slowed(change_password(caller, member.name, "a new password", PASSWORD))
    slowed(guess(hub, member.name))


def test_of_many_guesses_at_once_no_more_are_looked_at(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    member = new_member(hub)
    together = Barrier(30)

    def one(number: int) -> int:
        together.wait(PATIENCE)
        return guess(hub, member.name).status_code

    with ThreadPoolExecutor(30) as pool:
        statuses = list(pool.map(one, range(30)))
    assert statuses.count(429) == 30 - statuses.count(401)
    assert statuses.count(401) <= FREE_OF_A_NAME


def test_the_hub_answers_others_while_many_guess(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    with ThreadPoolExecutor(10) as pool:
        guesses = [pool.submit(guess, hub, f"made-up-{number}") for number in range(20)]
        sent = [agent.send() for _ in range(20)]
        assert {one.result(PATIENCE).status_code for one in guesses} <= {401, 429}
    assert len(sent) == 20
    assert caller_is_known(hub.owner)


def caller_is_known(caller: Caller) -> bool:
    return bool(done(caller.get("/api/me"))["name"] == caller.name)


@pytest.mark.parametrize("name", ["", "x" * 5000, "\0", "ключ", "' OR 1=1 --"])
def test_what_can_be_no_name_is_refused_like_any_other(hub: Hub, name: str) -> None:
    refused(try_log_in(hub, name, WRONG), 400, 401, 422)
