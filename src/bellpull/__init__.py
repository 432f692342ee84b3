"""Bellpull: the attention layer between people and their AI agents.

`Agent` is for programs that tell, ask and are told, `tell` for whoever tells an agent something: `from bellpull import
Agent, tell`. They are imported when they are first used, because most commands live for milliseconds and never do.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bellpull.library import Agent as Agent
    from bellpull.library import Answer as Answer
    from bellpull.library import Notification as Notification
    from bellpull.library import Nudge as Nudge
    from bellpull.library import atell as atell
    from bellpull.library import tell as tell

__version__ = "0.2.0"
#: What our programs and the hub say to each other. It rises when an older one could no longer be understood.
PROTOCOL = 1
#: The oldest that a hub of this version still understands.
OLDEST_PROTOCOL = 1
__all__ = ["Agent", "Answer", "Notification", "Nudge", "__version__", "atell", "tell"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'bellpull' has no attribute {name!r}")
    from bellpull import library

    return getattr(library, name)
