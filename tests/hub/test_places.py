"""Nobody's key has all the sockets, nor all the calls that wait."""

import pytest

from bellpull.domain.errors import Unavailable
from bellpull.domain.identity import Principal
from bellpull.hub.places import OF_ADDRESS, OF_AGENT, OF_PERSON, SOCKETS_OF_AGENT, Places

BOT = Principal("agent", "bot", False, "k1")
SPARE = Principal("agent", "bot", False, "k2")
ADA = Principal("user", "ada", False, "k3")


@pytest.mark.parametrize(("who", "most"), [(BOT, SOCKETS_OF_AGENT), (ADA, OF_PERSON)])
def test_a_key_has_so_many_sockets_and_another_key_has_its_own(who: Principal, most: int) -> None:
    places = Places()
    taken = [places.take_socket(who, "::1") for _ in range(most)]
    with pytest.raises(Unavailable) as refused:
        places.take_socket(who, "::1")
    assert refused.value.code == "too_many_sockets"
    places.take_socket(SPARE, "::1")
    places.leave(*taken[0])
    places.take_socket(who, "::1")


def test_all_keys_of_one_address_together_have_so_many_sockets() -> None:
    places = Places()
    for number in range(OF_ADDRESS):
        places.take_socket(BOT._replace(key_id=f"k{number % 100}"), "10.0.0.1")
    with pytest.raises(Unavailable):
        places.take_socket(BOT._replace(key_id="new"), "10.0.0.1")
    places.take_socket(BOT._replace(key_id="new"), "10.0.0.2")


def test_a_key_has_so_many_calls_that_wait() -> None:
    places = Places()
    waits = [places.take_wait(BOT) for _ in range(OF_AGENT)]
    with pytest.raises(Unavailable) as refused:
        places.take_wait(BOT)
    assert refused.value.code == "too_many_waiting"
    places.take_wait(ADA)
    for wait in waits:
        places.leave(wait)
    assert places.take_wait(BOT)
