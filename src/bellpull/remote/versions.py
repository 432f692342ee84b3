"""Two versions that meet: what is said when a hub is not of the version of whoever speaks to it.

Most of what differs works all the same, so this is only said, once, and the work goes on. Where it does not work the
hub refuses (`Outdated`), or does not know what was asked for.
"""

from __future__ import annotations

from bellpull import __version__
from bellpull.domain.errors import Outdated

RESTART_HUB = "restart the hub: bellpull up"


def differs(hub_version: str) -> bool:
    """Whether a hub that says this of itself is another version; one that says nothing is not known to be."""
    return bool(hub_version) and hub_version != __version__


def difference(hub_version: str, this: str, remedy: str) -> str:
    """Both versions in words, and what brings them together: the older one is to be restarted. `remedy` is how that
    is done for whoever says it."""
    return f"the hub is Bellpull {hub_version}, {this} is {__version__}; {advice(hub_version, remedy)}"


def advice(hub_version: str, remedy: str = "upgrade Bellpull here") -> str:
    return RESTART_HUB if is_older(hub_version, __version__) else remedy


def is_older(one: str, other: str) -> bool:
    return _numbers(one) < _numbers(other)


def unknown_to(url: str, hub_version: str) -> Outdated:
    """What was asked for is not there, at a hub of another version."""
    sentence = f"The hub at {url} is Bellpull {hub_version} and does not know what {__version__} asks for."
    if is_older(__version__, hub_version):
        return Outdated("client_too_old", sentence, "upgrade Bellpull here")
    return Outdated("hub_too_old", sentence, RESTART_HUB)


def _numbers(version: str) -> tuple[int, ...]:
    """The leading numbers: 0.2.0rc1 is 0, 2."""
    numbers = []
    for part in version.split("."):
        if not (part.isascii() and part.isdecimal()):
            break
        numbers.append(int(part))
    return tuple(numbers)
