"""What a password must be like. Length is what counts: no rules about signs and digits, which make people write them
down. Not here: how a password is kept (`hub`), and how it is asked for."""

from __future__ import annotations

from bellpull.domain.errors import Invalid

#: In characters.
SHORTEST = 10
#: In bytes.
LONGEST = 1024


def check_password(password: str, name: str) -> str:
    """The password, or a refusal that does not repeat it."""
    if len(password) < SHORTEST:
        sentence = f"A password has at least {SHORTEST} characters"
        raise Invalid("password_too_short", sentence, "three or four words are easy to remember")
    if len(password.encode("utf-8", "surrogatepass")) > LONGEST:
        raise Invalid("password_too_long", f"A password has at most {LONGEST} bytes", "choose a shorter one")
    if password.casefold() == name.casefold():
        raise Invalid("password_is_name", "A password must not be the name", "three or four words are easy to remember")
    return password
