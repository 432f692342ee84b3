"""Bellpull: the attention layer between people and their AI agents.

`Agent` is for programs that tell and ask: `from bellpull import Agent`. It is imported when it is first used, because
most commands live for milliseconds and never do.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bellpull.library import Agent as Agent
    from bellpull.library import Answer as Answer
    from bellpull.library import Notification as Notification

__version__ = "0.1.0"
__all__ = ["Agent", "Answer", "Notification", "__version__"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'bellpull' has no attribute {name!r}")
    from bellpull import library

    return getattr(library, name)
