"""Labels of buttons as people see them: which look the same, and what the button that closes is called beside them."""

import unicodedata
from collections.abc import Iterable

from bellpull.domain.words import words


def appearance(label: str) -> str:
    """What people see of it: signs without a form of their own and the number of blanks are not seen."""
    seen = (letter for letter in unicodedata.normalize("NFKC", label) if unicodedata.category(letter) != "Cf")
    return " ".join("".join(seen).split())


def folded(label: str) -> str:
    """What people take it for, in a hurry: the size of its letters and what ends it say nothing."""
    return appearance(label).rstrip(" .!…").casefold()


#: What surfaces call it to close a question without an answer, in every language.
CLOSING = frozenset(folded(word) for known in (words("en"), words("fr")) for word in (known.close, known.dismiss))
UNANSWERED = frozenset(folded(words(language).close_unanswered) for language in ("en", "fr"))


def close_label(close: str, labels: Iterable[str]) -> str:
    """What the button that closes without an answer says beside these: `close`, if none of them could be taken for it.
    All languages count: an option may be in another one than the surface."""
    said = {folded(label) for label in labels}
    if not said & CLOSING:
        return close
    french = words("fr")
    label = (french if close in (french.close, french.dismiss) else words("en")).close_unanswered
    while said & UNANSWERED or folded(label) in said:
        said -= UNANSWERED
        label = f"({label})"
    return label
