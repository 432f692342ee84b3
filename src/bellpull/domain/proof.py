"""How the hub of a data folder shows that it is the one. Its id proves nothing: everybody may ask for that, and whoever
finds the port free could tell it.

The hub writes a secret into hub.json, which its owner alone can read, a new one at each start. Whoever has read that
sends a number of their own making before they send a key, and the hub answers with both hashed into one.
"""

# As hashlib has it, but without OpenSSL: hooks and short commands would pay for loading that.
from _blake2 import blake2b

NONCE = "Bellpull-Nonce"
PROOF = "Bellpull-Proof"
#: Of a key, by the hash.
LONGEST = 64


def proof_of(secret: str, nonce: bytes) -> str:
    return blake2b(nonce, key=secret.encode()[:LONGEST], digest_size=32).hexdigest()
