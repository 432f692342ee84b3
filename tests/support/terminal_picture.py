"""A terminal's screen as a page: every cell where a terminal puts it, in the colours of a light or a dark one."""

from html import escape

from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

GROUNDS = {"dark": ("#1d2027", "#d5d9e0"), "light": ("#fdfdfb", "#24292f")}
#: The first eight of each, then the bright ones.
PALETTES = {
    "dark": (
        *("#3b4048", "#ec6a74", "#8fc37a", "#e3b866", "#63a8ea", "#c98be0", "#5bb8c4", "#c8cdd6"),
        *("#6b7280", "#f28b93", "#a9d796", "#f0cb85", "#86bef2", "#dba8ee", "#7dcfd9", "#f2f4f7"),
    ),
    "light": (
        *("#24292f", "#c2232e", "#1a7f37", "#946200", "#0a62c9", "#8a3fc0", "#0b7285", "#6e7781"),
        *("#9aa2ab", "#d8424c", "#2c9b4c", "#b07a10", "#2f7fe0", "#a25fd6", "#1c8ea3", "#b6bdc5"),
    ),
}
CELL = "0.6021em"
PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; background: {ground}; color: {text}; }}
pre {{ margin: 0; padding: 14px 16px; font: {size}px/1.32 "DejaVu Sans Mono", "Noto Color Emoji", monospace; }}
pre {{ width: max-content; }}
.w {{ display: inline-block; width: calc(2 * {cell}); overflow: hidden; text-align: center; }}
pre span {{ display: inline-block; height: 1.32em; vertical-align: bottom; }}
</style><pre>{lines}</pre>"""


def page(coloured: str, theme: str, size: int = 15) -> str:
    """`coloured` is what tmux captures with its sequences."""
    ground, text = GROUNDS[theme]
    console = Console(width=1000, color_system="truecolor")
    # The sequences of one line hold on in the next.
    whole = Text.from_ansi(coloured.rstrip("\n"))
    lines = [_line(line.render(console), theme) for line in whole.split("\n", allow_blank=True)]
    return PAGE.format(ground=ground, text=text, size=size, cell=CELL, lines="\n".join(lines))


def _line(segments: object, theme: str) -> str:
    return "".join(_span(one, theme) for one in segments if one.text != "\n")  # type: ignore[attr-defined]


def _span(segment: Segment, theme: str) -> str:
    text = "".join(
        f'<span class="w">{escape(one)}</span>' if cell_len(one) == 2 else escape(one) for one in segment.text
    )
    style = segment.style or Style()
    ground, ink = GROUNDS[theme]
    front, back = _colour(style.color, ink, theme), _colour(style.bgcolor, ground, theme)
    if style.reverse:
        front, back = back, front
    rules = [f"color:{front}"] + ([f"background:{back}"] if back != ground else [])
    rules += ["font-weight:700"] * bool(style.bold) + ["font-style:italic"] * bool(style.italic)
    rules += ["text-decoration:underline;text-underline-offset:3px"] * bool(style.underline)
    rules += [f"opacity:{0.62 if theme == 'dark' else 0.68}"] * bool(style.dim)
    return f'<span style="{";".join(rules)}">{text}</span>'


def _colour(colour: object, default: str, theme: str) -> str:
    number = getattr(colour, "number", None)
    if number is not None and number < 16:
        return PALETTES[theme][number]
    triplet = getattr(colour, "triplet", None)
    return str(triplet.hex) if triplet is not None else default
