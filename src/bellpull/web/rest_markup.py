"""REST of agents' Markdown: the page draws blocks, and they are read where every other surface has them from."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from bellpull.domain.errors import TooLarge
from bellpull.hub.turns import measured
from bellpull.web import markup_wire as wire
from bellpull.web.endpoint import Call, Route
from bellpull.web.rules import Rule

#: Of all texts of a call together.
MOST = 262_144
#: So many characters of any Markdown are read in a moment. More of them are read on another thread.
AT_ONCE = 400
#: So many take as long as another request.
PAID = 100
#: One after the other: whoever sends many long texts takes no more than a share of the machine.
_LONG_ONES = ThreadPoolExecutor(1, "bellpull-markup")


_waiting = 0


def long_texts_waiting() -> int:
    """How many calls have a long text that is being read, or waits for it."""
    return _waiting


async def read_markup(call: Call) -> wire.Markup:
    """Markdown as agents write it, as blocks to draw, each text by itself. Nothing is kept. What is false or empty is
    left out. At most 262,144 characters at once, and 1,000 times 4 KB a minute."""
    global _waiting
    texts: list[str] = call.body.texts
    characters = sum(map(len, texts))
    if characters > MOST:
        sentence = f"Texts too long (max {MOST} characters together)"
        raise TooLarge("texts_too_long", sentence, "send fewer of them at once")
    call.hub.admit_markup(call.who, characters)
    await call.hub.turns.pay(call.who, 1 + characters // PAID)
    if characters <= AT_ONCE:
        return wire.markup_shape(texts)
    _waiting += 1
    try:
        return await asyncio.get_running_loop().run_in_executor(_LONG_ONES, measured(wire.markup_shape), texts)
    finally:
        _waiting -= 1


ROUTES = (
    Route(
        "POST",
        "/api/markup",
        read_markup,
        "Read Markdown as blocks to draw",
        wire.Markup,
        body=wire.MarkupTexts,
        refuses=(413, 429),
        reads_texts=True,
        tag="Hub",
        example={"texts": ["all tests pass"]},
        may=Rule.KEY,
    ),
)
