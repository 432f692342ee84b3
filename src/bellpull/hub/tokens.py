"""Tokens of sign-ins: signed JSON (JWT) that names the sign-in. What a token says counts only as long as its sign-in
is there, so that one can be ended at once; the signature is what makes it hard to guess one.

The algorithm is fixed: what a token says about it is only compared, never followed.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from bellpull.hub.record_ports import SigningKey

ALGORITHM = "HS256"
LASTS = timedelta(hours=12)
#: After that a new key signs. The old one is good for what it has signed.
KEY_LASTS = timedelta(days=30)


class Claims(NamedTuple):
    user: str
    #: The id of the sign-in.
    sign_in: str
    until: datetime


def looks_like_token(secret: str) -> bool:
    return secret.startswith("ey") and secret.count(".") == 2


def issue(key: SigningKey, claims: Claims, now: datetime) -> str:
    import jwt

    said = {"sub": claims.user, "sid": claims.sign_in, "iat": int(now.timestamp()), "exp": _seconds(claims.until)}
    return jwt.encode(said, key.secret, ALGORITHM, {"kid": key.id})


def key_id(token: str) -> str | None:
    """Which key it says it was signed with; None if it is no token."""
    import jwt

    try:
        named = jwt.get_unverified_header(token).get("kid")
    except (jwt.PyJWTError, RecursionError):
        return None
    # No key of ours is called anything else, and the store could not even look for some of it.
    return named if isinstance(named, str) and named.isascii() else None


def read(token: str, key: SigningKey) -> Claims | None:
    """What it says, None unless this key has signed it. Whether its time is up is for the caller's clock to say."""
    import jwt

    options = {"require": ["sub", "sid", "iat", "exp"], "verify_exp": False, "verify_iat": False}
    try:
        said = jwt.decode(token, key.secret, [ALGORITHM], options)  # type: ignore[arg-type]
    except jwt.PyJWTError:
        return None
    if not isinstance(said["sid"], str) or not isinstance(said["exp"], int):
        return None
    return Claims(said["sub"], said["sid"], datetime.fromtimestamp(said["exp"], UTC))


def _seconds(when: datetime) -> int:
    return int(when.timestamp())
