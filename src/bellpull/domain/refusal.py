"""Whether a label refuses: a click on "No" beside "Yes" is a refusal, a click on "Coffee" beside "Tea" is a choice.

All languages count always, because an agent does not know that of its people. In doubt a label does not refuse: the
agent reads its text in any case.
"""

import re
import unicodedata

#: Labels that refuse if there is nothing else in them; small letters, no accents.
_ENGLISH = (
    "no|nope|no thanks|no thank you|not now|not yet|never|never mind|don't|do not|cancel|reject|refuse|decline|deny"
    "|abort|later|maybe later"
)
_FRENCH = (
    "non|non merci|pas maintenant|pas encore|plus tard|jamais|annuler|refuser|rejeter|decliner|interdire|abandonner"
)
_REFUSALS = frozenset(f"{_ENGLISH}|{_FRENCH}".split("|"))
#: A refusal may go on after punctuation: "No, keep it". A dash within a word is none ("No-op", "Non–stop"), and
#: "No. 5" is the fifth of something.
_REFUSAL_AND_MORE = re.compile(
    r"""(?:no|non|don't|not now|cancel|annuler)(?!\. ?\d)(?:\s*[,.:;!?…()\[\]/"»]|\s*—|\s+[-–']|–\s)"""
)
_APOSTROPHES = str.maketrans("’‘´`", "'" * 4)


def refuses(label: str) -> bool:
    letters = unicodedata.normalize("NFKD", label.casefold().translate(_APOSTROPHES))
    without_accents = "".join(letter for letter in letters if not unicodedata.combining(letter))
    # A mark before it (❌, **, a quotation mark) says nothing, nor does what closes it.
    said = re.sub(r"^[\W_]+", "", without_accents)
    return re.sub(r"[\W_]+$", "", said) in _REFUSALS or _REFUSAL_AND_MORE.match(said) is not None
