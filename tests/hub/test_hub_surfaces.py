"""Who sees which surfaces, and how many people may sign in at once."""

import asyncio
import threading

import pytest

from bellpull.domain.errors import Unavailable
from bellpull.domain.surface import Surface
from bellpull.hub.passwords import MOST_WAITING, Passwords
from support.in_process import Stage, refused

BEGAN = "2026-01-01T00:00:00.000Z"


def test_surfaces_are_seen_by_their_person_and_by_admins(stage: Stage) -> None:
    ada, bob = stage.person("ada"), stage.person("bob")
    desk, page = (Surface("desk", who.name, ("text",), who, BEGAN) for who in (ada, bob))
    surfaces = stage.hub.surfaces
    with surfaces.show(desk), surfaces.show(page):
        seen = {who.name: stage.do(stage.hub.shown_on(who)) for who in (ada, bob, stage.owner)}
    assert seen == {"ada": [desk], "bob": [page], "owner": [desk, page]}
    assert stage.do(stage.hub.shown_on(stage.owner)) == []
    with refused("person_required"):
        stage.do(stage.hub.shown_on(stage.agent()))


def test_more_people_than_can_be_checked_are_told_to_try_again() -> None:
    passwords, goes_on = Passwords(), threading.Event()

    async def sign_in() -> str:
        calls = [asyncio.create_task(passwords._work(goes_on.wait)) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        assert passwords.waiting() == MOST_WAITING
        try:
            with pytest.raises(Unavailable) as refused:
                await passwords.fits(None, "secret")
        finally:
            goes_on.set()
            await asyncio.gather(*calls)
        assert passwords.waiting() == 0
        assert (refused.value.code, refused.value.hint) == ("busy", "try again in a moment")
        return refused.value.sentence

    assert asyncio.run(sign_in()) == "Too many people are signing in."
