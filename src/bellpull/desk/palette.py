"""The colours of the reply window, light and dark, each also in high contrast. Pure: who wants which is `theme.py`'s.

They are the page's colours, so that the two look like one program. Every colour of text reaches 4.5:1 on each ground
that it stands on, 7:1 in high contrast; a test measures the pairs in `PAIRS`.
"""

from typing import Final, NamedTuple


class Palette(NamedTuple):
    #: The window itself.
    ground: str
    #: What lies on the window: buttons, the history, a quote.
    raised: str
    text: str
    #: Secondary text: the source, the time, the countdown.
    quiet: str
    #: The Send button, the focus ring.
    accent: str
    on_accent: str
    #: Lines around fields and buttons.
    border: str
    #: Where somebody types.
    field: str
    code_ground: str
    link: str
    warning: str
    #: A line of a diff that comes; one that goes has the colour of a warning.
    added: str
    selection: str
    on_selection: str
    #: What cannot be pressed yet, on `raised`.
    disabled: str


LIGHT: Final = Palette(
    ground="#faf8f4",
    raised="#f0ede6",
    text="#1d232b",
    quiet="#55606e",
    accent="#9a4a06",
    on_accent="#ffffff",
    border="#8b8578",
    field="#ffffff",
    code_ground="#ece8df",
    link="#0b5a9c",
    warning="#b3261e",
    added="#1b6430",
    selection="#1f5f99",
    on_selection="#ffffff",
    disabled="#606975",
)
DARK: Final = Palette(
    ground="#1e2329",
    raised="#2a3038",
    text="#e9e7e2",
    quiet="#a9b0ba",
    accent="#f0a04b",
    on_accent="#1b1206",
    border="#727c88",
    field="#14171b",
    code_ground="#15181c",
    link="#7fbcf5",
    warning="#ff9d94",
    added="#86d696",
    selection="#2f6ea8",
    on_selection="#ffffff",
    disabled="#969eaa",
)
LIGHT_HIGH_CONTRAST: Final = Palette(
    ground="#ffffff",
    raised="#ffffff",
    text="#000000",
    quiet="#2b2b2b",
    accent="#5c2a00",
    on_accent="#ffffff",
    border="#000000",
    field="#ffffff",
    code_ground="#f2f2f2",
    link="#003a78",
    warning="#8a0000",
    added="#00430f",
    selection="#003a78",
    on_selection="#ffffff",
    disabled="#4a4a4a",
)
DARK_HIGH_CONTRAST: Final = Palette(
    ground="#000000",
    raised="#000000",
    text="#ffffff",
    quiet="#dddddd",
    accent="#ffc04d",
    on_accent="#000000",
    border="#ffffff",
    field="#000000",
    code_ground="#141414",
    link="#9fd0ff",
    warning="#ffb3ac",
    added="#a6efb4",
    selection="#ffe08a",
    on_selection="#000000",
    disabled="#b8b8b8",
)

#: Which text stands on which ground.
PAIRS: Final = (
    *(
        (text, ground)
        for text in ("text", "quiet", "link", "warning")
        for ground in ("ground", "raised", "code_ground")
    ),
    ("added", "code_ground"),
    ("text", "field"),
    ("quiet", "field"),
    ("warning", "field"),
    ("on_accent", "accent"),
    ("on_selection", "selection"),
    ("disabled", "raised"),
    ("disabled", "ground"),
    ("disabled", "field"),
)
#: What is seen rather than read, and must stand out at 3:1: the lines around a field, the button, the focus ring.
EDGES: Final = (
    ("border", "ground"),
    ("border", "field"),
    ("accent", "ground"),
    ("accent", "raised"),
    ("accent", "field"),
)


def palette(theme: str, high_contrast: bool = False) -> Palette:
    """For "dark" the dark one, for everything else the light one."""
    if high_contrast:
        return DARK_HIGH_CONTRAST if theme == "dark" else LIGHT_HIGH_CONTRAST
    return DARK if theme == "dark" else LIGHT


def contrast(one: str, other: str) -> float:
    """WCAG's contrast of two colours written #rrggbb: 1 (none) to 21 (black on white)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[place : place + 2], 16) / 255) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
