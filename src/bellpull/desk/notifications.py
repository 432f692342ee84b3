"""The port to a desktop's own notifications: what a banner is, what a server can show, what can happen to a banner, and
how a banner is laid out.

Not here: how a server is reached (`linux` over D-Bus, `elsewhere` on macOS and Windows), and which banners are shown
and what an answer to one means (`board`, `presenter`).
"""

import re
from collections.abc import Callable, Mapping
from html import escape
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

#: A banner is a glance; who wants all of a long message opens it.
LONGEST_MESSAGE = 600
LONGEST_LINE = 120
LONGEST_LABEL = 30
#: The keys that the notification specification, and Plasma's addition to it, give a meaning of their own.
BODY = "default"
REPLY = "inline-reply"

#: What would force the reading order, end a string or make a server's markup parser refuse all of a body. A line
#: break and a tab are the only control characters that stay.
UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
#: What colours text in a terminal means nothing here.
STYLING = re.compile("\x1b\\[[0-?]*[ -/]*[@-~]")
BREAK = re.compile("\r\n?|\u2028|\u2029|\x85")


class Button(NamedTuple):
    #: Ours; comes back in `Pressed`. Neither of `BODY` and `REPLY`.
    key: str
    label: str


class Banner(NamedTuple):
    #: Ours; another banner with the same key takes the place of the first.
    key: str
    #: Who tells: "shop @ feature/x".
    source: str
    title: str
    #: Plain text with any characters in it.
    message: str
    buttons: tuple[Button, ...] = ()
    #: One of low, normal, high, urgent.
    urgency: str = "normal"
    #: It should not go away by itself.
    stays: bool = False
    #: What stands in the empty field of an inline reply, which is then offered where the server has it.
    reply: str | None = None
    #: What a click on the body does, in a word or two; None: nothing.
    opens: str | None = None
    #: How to choose a button if buttons are not drawn, by the mouse button that does it; empty: nobody needs to.
    choosing: Mapping[str, str] = MappingProxyType({})


class Can(NamedTuple):
    """What the server that is there now can do."""

    #: Its name and version: "dunst 1.9.0".
    server: str
    buttons: bool
    most_buttons: int
    #: A text can be typed in the banner itself.
    reply: bool
    markup: bool
    #: Banners stay in a list until somebody removes them.
    kept: bool
    #: `Expired` is told apart from `Closed`.
    expiry_told: bool
    #: There is more than one line to a banner.
    body: bool = True
    #: Its buttons can be seen. Otherwise a click leads to them: of the left, middle or right mouse button.
    draws_buttons: bool = True
    click: str = ""
    #: Why no click does, in words.
    why_not: str = ""
    #: A click on the body can open something. Otherwise it closes the banner, which no other click does; what opens is
    #: drawn as one more button.
    body_click: bool = True

    @property
    def asks(self) -> bool:
        """Whether a question can be answered from its banner."""
        return self.buttons and (self.draws_buttons or bool(self.click))


class Pressed(NamedTuple):
    key: str
    button: str


class Opened(NamedTuple):
    """The body was clicked."""

    key: str


class Replied(NamedTuple):
    key: str
    text: str


class Closed(NamedTuple):
    """The person has put it away. What we close ourselves is not told."""

    key: str


class Expired(NamedTuple):
    """It went away by itself: no answer."""

    key: str


class Lost(NamedTuple):
    """The server is gone, and all banners with it; nothing else is told of them."""


class Found(NamedTuple):
    """A server is there after `start` found none, or again after `Lost`. It shows nothing yet."""

    can: Can


Happening = Pressed | Opened | Replied | Closed | Expired | Lost | Found
Tell = Callable[[Happening], None]
#: JSON, for a file: what a desk that ends now would leave on the screen.
Left = dict[str, Any]


class Banners(Protocol):
    """A desktop's notifications. Its constructor takes a `Tell`, which is called on the loop.

    To each banner that is shown at most one thing happens: pressed, opened, replied, closed or expired, whichever is
    first. After that it is gone from the screen and its key is free. No method raises because of what a server does or
    fails to do, and none waits for one longer than a few seconds.
    """

    @property
    def can(self) -> Can | None:
        """None while there is no server; kept current."""

    async def start(self) -> Can | None:
        """Look for a server. What is found here is not told as `Found`."""

    async def show(self, banner: Banner) -> bool:
        """Show it, or show it in the place of the one with the same key. False: it is not on the screen."""

    async def close(self, key: str) -> None:
        """Take it from the screen; nothing is told. A key that is not shown is no error."""

    def left(self) -> Left:
        """What `close_left` of the next life needs, as of now."""

    async def close_left(self, left: Left) -> None:
        """Close what an earlier life has left behind, if it is the same server on the same bus that shows it."""

    async def stop(self) -> None:
        """Let go of the server. It closes no banner, and nothing is told any more."""


class Layout(NamedTuple):
    summary: str
    body: str
    #: Key, label, key, label… as D-Bus wants them.
    actions: tuple[str, ...]


def laid_out(banner: Banner, can: Can) -> Layout:
    """The banner in what this server has: the source on top, then the title in bold, then the message."""
    source, title = one_line(banner.source), one_line(banner.title)
    message = "\n".join(part for part in (shortened(banner.message), _listed(banner, can)) if part)
    actions = _actions(banner, can)
    if not can.body:
        return Layout(": ".join(part for part in (source, title or one_line(message)) if part), "", actions)
    heading, text = (_bold(title), escape(message, quote=False)) if can.markup else (title, message)
    return Layout(source or "Bellpull", "\n".join(part for part in (heading, text) if part), actions)


def _listed(banner: Banner, can: Can) -> str:
    """The buttons in words, for who does not see them."""
    if can.draws_buttons or not can.asks or not banner.buttons or not banner.choosing:
        return ""
    labels = " | ".join(one_line(button.label, LONGEST_LABEL) for button in banner.buttons[: can.most_buttons])
    return f"[{labels}]\n{banner.choosing[can.click]}"


def has_room(banner: Banner, can: Can) -> bool:
    """Whether each of its buttons is shown, and can be read to its end: two long labels may differ in the last word."""
    labels = [one_line(button.label, LONGEST_MESSAGE) for button in banner.buttons]
    return not labels or (can.buttons and len(labels) <= can.most_buttons and max(map(len, labels)) <= LONGEST_LABEL)


def showable(text: str) -> str:
    """The text without what a server could stumble over."""
    return UNSHOWABLE.sub("", STYLING.sub("", BREAK.sub("\n", text)))


def one_line(text: str, longest: int = LONGEST_LINE) -> str:
    return shortened(" ".join(showable(text).split()), longest)


def shortened(text: str, longest: int = LONGEST_MESSAGE) -> str:
    """Cut after a word, unless that word is most of it."""
    text = showable(text).strip()
    if len(text) <= longest:
        return text
    start = text[: longest - 1]
    words = re.match(r"(?s).*\s", start)
    return (words[0] if words and words.end() > longest // 2 else start).rstrip() + "…"


def _bold(title: str) -> str:
    return f"<b>{escape(title, quote=False)}</b>" if title else ""


def _actions(banner: Banner, can: Can) -> tuple[str, ...]:
    if not can.buttons:
        return ()
    asked = [(button.key, button.label) for button in banner.buttons[: can.most_buttons]]
    if banner.reply is not None and can.reply:
        asked.append((REPLY, banner.reply))
    # Where it would be a button, the banner's own go before.
    if banner.opens is not None and (can.body_click or len(asked) < can.most_buttons):
        asked.append((BODY, banner.opens))
    return tuple(word for key, label in asked for word in (key, one_line(label, LONGEST_LABEL) or "…"))
