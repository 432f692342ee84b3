"""What is said to a notification server, and what its words mean: the dialects of org.freedesktop.Notifications.

Nothing here sends or waits. Who does is `linux`.
"""

from html import escape

from dbus_fast import Message, Variant

from bellpull.desk.icon import rgba
from bellpull.desk.notifications import (
    BODY,
    REPLY,
    Banner,
    Can,
    Closed,
    Expired,
    Happening,
    Layout,
    Opened,
    Pressed,
    Replied,
    one_line,
)

ICON_SIZE = 48
URGENCIES = {"low": 0, "normal": 1, "high": 2, "urgent": 2}
EXPIRES_AS_THE_SERVER_LIKES, NEVER_EXPIRES = -1, 0
DISMISSED = 2
#: Beyond these gnome-shell leaves buttons out, Xfce's grows until the first are off the screen, and the old daemon of
#: GNOME and MATE cuts them off at its edge.
MOST_BUTTONS = {"gnome-shell": 3, "Xfce Notify Daemon": 4, "Notification Daemon": 2}
MANY_BUTTONS = 8
#: Their buttons are in a menu. A click of mako's opens what the body opens; dunst's clicks are read (`dunst`).
DRAWS_NO_BUTTONS = {"dunst": "", "mako": "left"}
DRAWS_THE_BODY_CLICK = ("Xfce Notify Daemon",)
#: Against the specification. Other servers would show the escapes.
READS_LABELS_AS_MARKUP = ("Notification Daemon ",)


def can_of(told: list[str], words: list[str]) -> Can:
    """What a server says of itself: name, vendor, version, version of the specification; and its capabilities."""
    name, _, version, _ = told
    # Some add the day of their release.
    number = version.split(" ")[0]
    return Can(
        server=f"{name} {number}".strip() or "a server without a name",
        buttons="actions" in words,
        most_buttons=MOST_BUTTONS.get(name, MANY_BUTTONS),
        reply="inline-reply" in words,
        markup="body-markup" in words,
        kept="persistence" in words,
        expiry_told=True,
        body="body" in words,
        draws_buttons=name not in DRAWS_NO_BUTTONS,
        click=DRAWS_NO_BUTTONS.get(name, ""),
        body_click=name not in DRAWS_THE_BODY_CLICK,
    )


def notify_words(banner: Banner, layout: Layout, can: Can, before: int) -> tuple[object, ...]:
    """The arguments of `Notify`; `before` is the number of the banner that this one replaces, or 0."""
    expiry = NEVER_EXPIRES if banner.stays else EXPIRES_AS_THE_SERVER_LIKES
    return "Bellpull", before, "", layout.summary, layout.body, _actions(layout, can), _hints(banner, can), expiry


def _actions(layout: Layout, can: Can) -> list[str]:
    if not can.server.startswith(READS_LABELS_AS_MARKUP):
        return list(layout.actions)
    return [escape(word, quote=False) if place % 2 else word for place, word in enumerate(layout.actions)]


def _hints(banner: Banner, can: Can) -> dict[str, Variant]:
    picture = [ICON_SIZE, ICON_SIZE, ICON_SIZE * 4, True, 8, 4, rgba(ICON_SIZE)]
    hints = {
        "urgency": Variant("y", URGENCIES.get(banner.urgency, URGENCIES["normal"])),
        "desktop-entry": Variant("s", "bellpull"),
        "category": Variant("s", "im.received"),
        "image-data": Variant("(iiibiiay)", picture),
        "resident": Variant("b", False),
        # The chime is ours.
        "suppress-sound": Variant("b", True),
    }
    if banner.reply is not None and can.reply:
        hints["x-kde-reply-placeholder-text"] = Variant("s", one_line(banner.reply))
    return hints


def meaning(key: str, message: Message) -> Happening | None:
    """None: it says nothing that matters."""
    what = message.body[1]
    if message.member == "NotificationClosed":
        # Closed by some program, or for no reason given: nobody has decided anything.
        return Closed(key) if what == DISMISSED else Expired(key)
    if message.member == "NotificationReplied":
        return Replied(key, what)
    # The text of a reply comes by itself; who took the press for the answer would lose it.
    if message.member != "ActionInvoked" or what == REPLY:
        return None
    return Opened(key) if what == BODY else Pressed(key, what)
