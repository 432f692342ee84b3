"""A carrier and a hub that is as slow as a test wants it: results are held up for a moment at most, and nothing that
was claimed is forgotten."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from bellpull.domain.errors import Outdated, Unavailable
from bellpull.mcp import carrying
from bellpull.mcp.carrying import Carrier, Claim
from support.answers import PATIENCE, until

AWAY = Unavailable("hub_not_running", "The hub is not running.")


class SlowHub:
    """Has nudges, gives them when `open` is set, and remembers what it was asked."""

    def __init__(self) -> None:
        self.waiting: list[str] = []
        self.leased: list[str] = []
        self.asked: list[str] = []
        self.settled: list[tuple[str, list[str]]] = []
        self.open = threading.Event()
        self.open.set()
        self.most = 100
        self.away = False
        self.over = False

    def agent(self) -> str | None:
        if self.away:
            raise AWAY
        return "builder"

    def request(
        self,
        method: str,
        path: str,
        query: Mapping[str, object] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        *,
        seconds: float | None = None,
    ) -> Any:
        if self.away:
            raise AWAY
        verb = path.rpartition("/")[2]
        self.asked.append(verb)
        return getattr(self, f"_{verb}")(body)

    def _nudges(self, _: object) -> Any:
        """The long poll."""
        while not self.waiting and not self.away and not self.over:
            time.sleep(0.002)
        if self.away or self.over:
            raise AWAY
        return {"count": 1}

    def _claim(self, body: Any) -> Any:
        assert body["session"] == "s"
        assert self.open.wait(PATIENCE)
        taken, self.waiting = self.waiting[: self.most], self.waiting[self.most :]
        self.leased += taken
        return {"nudges": [{"id": one, "xml": one} for one in taken], "left": len(self.waiting)}

    def _confirm(self, body: Any) -> Any:
        self.settled.append(("confirm", body["ids"]))
        return {"count": 1}

    def _release(self, body: Any) -> Any:
        self.settled.append(("release", body["ids"]))
        self.waiting = [*body["ids"], *self.waiting]
        return {"count": 1}


@pytest.fixture
def hub() -> Iterator[SlowHub]:
    hub = SlowHub()
    yield hub
    hub.open.set()
    hub.over = True


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def carrier(hub: SlowHub, said: list[str], monkeypatch: pytest.MonkeyPatch) -> Carrier:
    monkeypatch.setattr(carrying, "SOON_SECONDS", 0.01)
    monkeypatch.setattr(carrying, "LONGEST_PAUSE", 0.05)
    carrier = Carrier(lambda: hub, {"session": "s", "carrier": "wrap:x"}, dict, said.append)
    carrier.watch()
    return carrier


def pending(carrier: Carrier) -> None:
    until(lambda: carrier.pending, "something is known to be pending")


def in_time(carrier: Carrier) -> Claim:
    """A claim, however often a busy machine makes it miss its deadline."""
    return until(lambda: carrier.claim() if carrier.pending else None, "a claim comes in time")


def test_nothing_is_claimed_before_something_is_pending(carrier: Carrier, hub: SlowHub) -> None:
    until(lambda: hub.asked, "it asks")
    assert not carrier.pending
    hub.waiting = ["one"]
    pending(carrier)
    assert hub.asked.count("claim") == 0


def test_a_hub_that_is_too_old_is_asked_once_and_that_is_said_with_its_remedy(
    hub: SlowHub, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def refuse(_: object) -> None:
        asked.append("nudges")
        raise Outdated("hub_too_old", "This hub is older", "restart the hub: bellpull up")

    monkeypatch.setattr(hub, "_nudges", refuse)
    carrier = Carrier(lambda: hub, {"session": "s", "carrier": "wrap:x"}, dict, said.append)
    carrier._watch()
    assert asked == ["nudges"]
    assert said == ["nudges cannot be brought now: This hub is older (restart the hub: bellpull up)"]


def test_a_claim_that_was_written_is_confirmed_and_the_hub_is_asked_again(carrier: Carrier, hub: SlowHub) -> None:
    hub.waiting = ["one", "two"]
    claim = in_time(carrier)
    assert claim.blocks == ["one", "two"]
    assert not carrier.pending
    carrier.confirm(claim)
    until(lambda: ("confirm", ["one", "two"]) in hub.settled, "it is confirmed")
    until(lambda: hub.asked[-1] == "nudges", "the hub is asked again")
    hub.waiting = ["three"]
    pending(carrier)


def test_the_hub_is_not_asked_while_more_is_left(carrier: Carrier, hub: SlowHub) -> None:
    hub.most = 1
    hub.waiting = ["one", "two"]
    claim = in_time(carrier)
    assert (claim.ids, carrier.pending) == (["one"], True)
    carrier.confirm(claim)
    assert in_time(carrier).ids == ["two"]


def test_a_claim_that_comes_too_late_is_given_back_and_holds_nobody_up(carrier: Carrier, hub: SlowHub) -> None:
    hub.waiting = ["one"]
    pending(carrier)
    hub.open.clear()
    assert carrier.claim() is None
    # Another one would find everything taken, so it is not even tried.
    asked = hub.asked.count("claim")
    assert carrier.claim() is None
    assert hub.asked.count("claim") == asked
    hub.open.set()
    until(lambda: ("release", ["one"]) in hub.settled, "it is given back")
    assert in_time(carrier).ids == ["one"]


def test_each_miss_doubles_the_patience_and_a_hit_brings_it_back(carrier: Carrier, hub: SlowHub) -> None:
    hub.waiting = ["one"]
    deadlines = []
    for _ in range(8):
        pending(carrier)
        hub.open.clear()
        deadlines.append(carrier._deadline)
        assert carrier.claim() is None
        hub.open.set()
        until(lambda: not carrier._claims, "it is given back")
    assert deadlines == [0.02, 0.04, 0.08, 0.16, 0.32, 0.5, 0.5, 0.5]
    assert in_time(carrier).ids == ["one"]
    assert carrier._deadline == 0.02


def test_a_nudge_that_others_took_meanwhile_is_no_miss(carrier: Carrier, hub: SlowHub) -> None:
    hub.waiting = ["one"]
    pending(carrier)
    hub.waiting = []
    until(lambda: carrier.claim() is None and not carrier.pending, "there is nothing")
    hub.waiting = ["two"]
    assert in_time(carrier).ids == ["two"]


def test_a_hub_that_says_yes_and_gives_nothing_is_not_asked_without_end(carrier: Carrier, hub: SlowHub) -> None:
    hub.most = 0
    hub.waiting = ["for a session that may not take it"]
    for _ in range(3):
        pending(carrier)
        until(lambda: carrier.claim() is None and not carrier.pending, "there is nothing for us")
    asked = hub.asked.count("nudges")
    pending(carrier)
    assert hub.asked.count("nudges") == asked + 1


def test_a_receipt_is_repeated_until_the_hub_is_back(carrier: Carrier, hub: SlowHub, said: list[str]) -> None:
    hub.waiting = ["one"]
    claim = in_time(carrier)
    hub.away = True
    carrier.confirm(claim)
    carrier.leave(0.05)
    assert ("confirm", ["one"]) not in hub.settled
    hub.away = False
    until(lambda: ("confirm", ["one"]) in hub.settled, "it is confirmed after all")
    hub.waiting = ["two"]
    assert in_time(carrier).ids == ["two"]
    assert len(said) <= 1


def test_a_carrier_that_leaves_waits_for_receipts_and_not_for_ever(carrier: Carrier, hub: SlowHub) -> None:
    hub.waiting = ["one"]
    carrier.confirm(in_time(carrier))
    carrier.leave(PATIENCE)
    assert ("confirm", ["one"]) in hub.settled
    hub.waiting = ["two"]
    pending(carrier)
    hub.open.clear()
    assert carrier.claim() is None
    began = time.monotonic()
    carrier.leave(0.1)
    assert time.monotonic() - began < PATIENCE


def test_an_answer_that_is_no_hubs_is_no_reason_to_fail(carrier: Carrier, hub: SlowHub, said: list[str]) -> None:
    hub.waiting = ["one"]
    pending(carrier)
    broken: Callable[[Any], Any] = lambda body: {"unexpected": True}  # noqa: E731
    hub._claim = broken  # type: ignore[method-assign]
    until(lambda: carrier.claim() is None and not carrier.pending, "it is over")
    del hub._claim
    assert in_time(carrier).ids == ["one"]
    assert len(said) == 1
