"""Guesses of passwords are slowed down, by name and by address, and nobody else is.

How long the waits become, when they are forgotten, and what they cost is in contracts/test_attempts.py."""

import itertools
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import httpx2
import pytest
from argon2 import PasswordHasher

from bellpull.hub import passwords
from support.accounts import PASSWORD, change_password, new_member, new_name, signed_in, try_log_in
from support.answers import PATIENCE, done, refused
from support.hub import Caller, Hub
from support.local_hub import LocalHub, LocalHubMaker

FREE_OF_A_NAME = 5
FREE_OF_AN_ADDRESS = 20
#: Seconds: the longest wait after wrong passwords for one name.
LONG = 60
WRONG = "a wrong password"
_hosts = itertools.count(1)


@pytest.fixture(autouse=True)
def cheap_password_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guess at a name that nobody has costs as much as others, which cost little here."""
    monkeypatch.setattr(passwords, "NOBODYS", PasswordHasher(1, 64, 1).hash("a password that nobody knows"))


@pytest.fixture
def member(proxied_hub: Hub) -> Caller:
    return new_member(proxied_hub)


def new_address() -> str:
    return f"203.0.113.{next(_hosts)}"


def guess(hub: Hub, name: str, address: str, password: str = WRONG) -> httpx2.Response:
    return try_log_in(hub, name, password, headers={"X-Forwarded-For": address})


def slowed(answer: httpx2.Response) -> int:
    """How many seconds it says to wait."""
    assert refused(answer, 429)["code"] == "too_many_logins"
    assert re.fullmatch(r"[1-9]\d*", answer.headers["retry-after"])
    return int(answer.headers["retry-after"])


def spend(hub: Hub, name: str, address: str, count: int = FREE_OF_A_NAME) -> None:
    for _ in range(count):
        refused(guess(hub, name, address), 401)


def press(hub: LocalHub, guess_once: Callable[[], httpx2.Response]) -> int:
    """Guess on until the wait is much longer than a test takes; how long it is."""
    for _ in range(4 * FREE_OF_AN_ADDRESS):
        answer = guess_once()
        if answer.status_code == 429:
            if slowed(answer) >= LONG:
                return slowed(answer)
            hub.passes(slowed(answer))
    raise AssertionError("each next guess has to wait twice as long")


def test_guesses_wait_after_five_wrong_passwords_and_not_even_the_right_one_is_looked_at(
    proxied_hub: LocalHub, member: Caller
) -> None:
    address = new_address()
    spend(proxied_hub, member.name, address)
    press(proxied_hub, lambda: guess(proxied_hub, member.name, address))
    slowed(guess(proxied_hub, member.name, address, PASSWORD))
    slowed(guess(proxied_hub, member.name, new_address(), PASSWORD))
    # Keys, sign-ins and links have nothing to do with it.
    secret = done(member.post("/api/sign-in-links"))["secret"]
    done(proxied_hub.nobody("POST", "/api/sign-in", json={"secret": secret}))


def test_address_of_an_earlier_sign_in_is_not_slowed_down_by_guesses_from_elsewhere(
    proxied_hub: LocalHub, member: Caller
) -> None:
    at_home = new_address()
    done(guess(proxied_hub, member.name, at_home, PASSWORD))
    spend(proxied_hub, member.name, new_address())
    press(proxied_hub, lambda: guess(proxied_hub, member.name, new_address()))
    done(guess(proxied_hub, member.name, at_home, PASSWORD))
    slowed(guess(proxied_hub, member.name, new_address(), PASSWORD))
    spend(proxied_hub, member.name, at_home)
    press(proxied_hub, lambda: guess(proxied_hub, member.name, at_home))


def test_the_right_password_gets_in_after_the_wait_and_forgets_the_wrong_ones(
    proxied_hub: LocalHub, member: Caller
) -> None:
    address = new_address()
    spend(proxied_hub, member.name, address)
    proxied_hub.passes(slowed(guess(proxied_hub, member.name, address, PASSWORD)))
    done(guess(proxied_hub, member.name, address, PASSWORD))
    spend(proxied_hub, member.name, address, FREE_OF_A_NAME - 1)
    done(guess(proxied_hub, member.name, address, PASSWORD))


def test_a_name_that_nobody_has_is_slowed_down_from_whatever_address_it_is_guessed(proxied_hub: LocalHub) -> None:
    name = new_name()
    for _ in range(FREE_OF_A_NAME):
        refused(guess(proxied_hub, name, new_address()), 401)
    press(proxied_hub, lambda: guess(proxied_hub, name, new_address()))


def test_an_address_that_fails_twenty_times_is_slowed_down_for_every_name_and_before_that_for_none(
    proxied_hub: LocalHub, member: Caller
) -> None:
    address = new_address()
    for number in range(FREE_OF_AN_ADDRESS):
        # What the guesser's own header says stands before what the proxy has seen, and is not believed.
        refused(guess(proxied_hub, f"{member.name}-{number // 4}", f"198.51.100.{number}, {address}"), 401)
        if number == FREE_OF_AN_ADDRESS - 2:
            done(guess(proxied_hub, member.name, address, PASSWORD))
    left = press(proxied_hub, lambda: guess(proxied_hub, new_name(), address))
    slowed(guess(proxied_hub, member.name, address, PASSWORD))
    done(guess(proxied_hub, member.name, new_address(), PASSWORD))
    proxied_hub.passes(left)
    done(guess(proxied_hub, member.name, address, PASSWORD))


def test_an_address_is_not_believed_of_somebody_who_is_no_trusted_proxy(fresh_hub: LocalHubMaker) -> None:
    hub = fresh_hub()
    for number in range(FREE_OF_AN_ADDRESS):
        refused(guess(hub, f"made-up-{number // 4}", new_address()), 401)
    press(hub, lambda: guess(hub, new_name(), new_address()))


def test_sign_in_stays_while_passwords_are_guessed(proxied_hub: LocalHub, member: Caller) -> None:
    caller = signed_in(proxied_hub, member.name)
    press(proxied_hub, lambda: change_password(caller, member.name, "a new password", WRONG))
    slowed(change_password(caller, member.name, "a new password", PASSWORD))
    for one in (member, caller):
        done(one.get("/api/me"))
    done(caller.post("/api/login/renew"))


def test_guesses_at_once_are_looked_at_one_by_one_and_others_are_served(proxied_hub: LocalHub, member: Caller) -> None:
    together, agent = Barrier(31), proxied_hub.new_agent(member)

    def one(number: int) -> int:
        together.wait(PATIENCE)
        return guess(proxied_hub, member.name, new_address()).status_code

    with ThreadPoolExecutor(30) as pool:
        guesses = [pool.submit(one, number) for number in range(30)]
        together.wait(PATIENCE)
        assert [agent.send()["status"] for _ in range(5)] == ["pending"] * 5
        statuses = [guess.result(PATIENCE) for guess in guesses]
    assert set(statuses) == {401, 429}
    # A machine that takes seconds for this lets the next ones through after their wait.
    assert FREE_OF_A_NAME <= statuses.count(401) <= FREE_OF_A_NAME + 3


@pytest.mark.parametrize(
    ("name", "address"),
    [("", "garbage"), ("x" * 5000, ""), ("\0", "203.0.113.200:99"), ("ключ", "[::1]:9"), ("' OR 1=1 --", ", ,")],
)
def test_odd_names_and_addresses_break_nothing(proxied_hub: Hub, name: str, address: str) -> None:
    refused(guess(proxied_hub, name, address), 400, 401, 422, 429)
