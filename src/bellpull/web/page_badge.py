"""The bell with a count, for the tab of the page. It is drawn here and not in the browser, where that would need a
policy that lets the page make pictures of its own."""

import re
from functools import lru_cache
from importlib.resources import files

#: A count up to 99+, or an exclamation mark. Nothing else is ever drawn.
_MARK = re.compile(r"[0-9]{1,2}\+?|!")
_CALM, _URGENT = "#2563b0", "#c62828"


@lru_cache(maxsize=256)
def badge(mark: str, urgent: bool) -> bytes:
    bell = (files("bellpull.web") / "page" / "bell.svg").read_text(encoding="utf-8").strip()
    if not _MARK.fullmatch(mark):
        return bell.encode()
    width, size = {1: (13, 11), 2: (16, 10)}.get(len(mark), (20, 9))
    x = 24 - width
    drawn = (
        f'<rect x="{x}" y="11" width="{width}" height="13" rx="6" fill="{_URGENT if urgent else _CALM}"/>'
        f'<text x="{x + width / 2}" y="{17.5 + size * 0.36:.1f}" fill="#fff" font-family="sans-serif"'
        f' font-weight="bold" font-size="{size}" text-anchor="middle">{mark}</text>'
    )
    return bell.replace("</svg>", f"{drawn}</svg>").encode()
