"""Whether a call of a webhook comes from somebody who knows its secret, as each sender proves it."""

import hashlib
import hmac
from collections.abc import Mapping

#: HMAC-SHA256 of the body's bytes in hexadecimal, after this prefix where there is one.
SIGNATURES = {
    "x-hub-signature-256": "sha256=",
    "x-bellpull-signature": "sha256=",
    "x-gitea-signature": "",
    "x-forgejo-signature": "",
}
#: GitLab sends the secret itself.
TOKEN = "x-gitlab-token"  # noqa: S105


def is_signed(headers: Mapping[str, str], body: bytes, secret: str) -> bool:
    """`headers` by their names in small letters. Every proof that is there has to be right, and one has to be."""
    proofs = [
        _same(headers[name], prefix + sign(body, secret)) for name, prefix in SIGNATURES.items() if name in headers
    ]
    if TOKEN in headers:
        proofs.append(_same(headers[TOKEN], secret))
    return bool(proofs) and all(proofs)


def sign(body: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.strip().encode("utf-8", "replace"), right.encode())
