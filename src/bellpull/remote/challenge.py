"""What a program asks the hub of a data folder before it sends a key there, and whether the answer is that hub's."""

from __future__ import annotations

import os

from bellpull.domain.proof import NONCE, PROOF, proof_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_TOLD = PROOF.lower()


class Challenge:
    """For one connection: what was answered on another proves nothing here. A hub of a version that left no secret in
    hub.json is asked nothing, and known by its id alone."""

    def __init__(self, secret: str) -> None:
        nonce = os.urandom(16).hex()
        self.headers = {NONCE: nonce} if secret else {}
        self._answer = proof_of(secret, nonce.encode()) if secret else None

    def is_met(self, told: Mapping[str, str]) -> bool:
        """`told`: the headers of the answer, by their names in small letters."""
        return self._answer is None or told.get(_TOLD) == self._answer
