"""What a check of `bellpull doctor` found."""

from __future__ import annotations

OK, NOTE, PROBLEM = "ok", "note", "problem"


class Finding:
    def __init__(self, about: str, state: str, text: str, remedy: str | None = None) -> None:
        self.about = about
        self.state = state
        self.text = text
        self.remedy = remedy
