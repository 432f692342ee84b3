"""What `bellpull doctor` says of the desktop: what the desk can show here, and whether it starts at login."""

from __future__ import annotations

import os
import sys

from bellpull.cli.finding import NOTE, OK, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from bellpull.config import Config
    from bellpull.desk.report import Ability


def check_desk(config: Config) -> Iterator[Finding]:
    from bellpull.cli.at_login import installed
    from bellpull.desk.display import display

    if display(os.environ, sys.platform) is None:
        yield Finding("desk", NOTE, "no display here: questions go to the page and `bellpull answer`")
    else:
        abilities = _abilities()
        there = ", ".join(ability.about for ability in abilities if ability.there)
        yield Finding("desk", OK, f"{there} (more: bellpull desk --test)")
        for ability in abilities:
            if not ability.there:
                yield Finding(ability.about, NOTE, ability.words, ability.hint)
    where = installed(config)
    yield Finding("login", OK, f"starts at login: {where}" if where else "does not start at login")


def _abilities() -> list[Ability]:
    import asyncio

    from bellpull.desk.desktop import opened
    from bellpull.desk.report import report

    async def look() -> list[Ability]:
        async with opened(os.environ, lambda happening: None, lambda key: None) as desktop:
            return await report(desktop, os.environ)

    return asyncio.run(look())
