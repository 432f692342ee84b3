"""The certificate: two files made into what serves https, and taken anew when they change.

A renewed certificate counts for connections that begin after it; those that are open go on. What cannot be used stops a
hub that starts. One that runs keeps what it has, which is better than nothing, and says so in the log.
Not here: where the hub listens (`server`), and whether it may do so without a certificate (`reach`).
"""

import asyncio
import logging
import os
import ssl
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bellpull.domain.errors import Setup

LOOK_SECONDS = 60.0
#: Who renews in time does so weeks before the end.
WARN_DAYS = 14
DAY = 86_400
_BEGIN, _END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
_ANEW = "make both anew, or leave out tls_cert and tls_key"
_TOO_EARLY, _TOO_LATE = 9, 10
_WRONG_NAMES = (62, 64)  # a name, or an address

log = logging.getLogger("bellpull.tls")

#: What tells one state of the two files from another.
Stamp = tuple[tuple[int, int, int] | None, ...]


class Loaded(NamedTuple):
    context: ssl.SSLContext
    #: Seconds since 1970.
    ends_at: float


class Certificate:
    """Raises Setup where the files cannot be used, or are not for `name`, where there is one."""

    def __init__(self, cert: Path, key: Path, clock: Callable[[], float] = time.time, *, name: str = "") -> None:
        self._cert, self._key, self._name = cert, key, name
        self._clock = clock
        self._stamp = self._look()
        self._loaded = load(cert, key, name)
        self._warned_on = 0
        # Each connection is handed to the newest: to load files into one that is in use could leave half of them there.
        self.context = self._loaded.context
        self.context.sni_callback = self._choose

    async def run(self) -> None:
        while True:
            await asyncio.to_thread(self.renew)
            await asyncio.sleep(LOOK_SECONDS)

    def renew(self) -> None:
        """Take what the files hold now, where that is something else and can be used."""
        stamp = self._look()
        if stamp != self._stamp:
            self._stamp = stamp
            try:
                self._loaded = load(self._cert, self._key, self._name)
            except Setup as error:
                log.warning("the certificate is not renewed: %s", error.sentence)
            else:
                log.info("the certificate is renewed: it is valid until %s", _day(self._loaded.ends_at))
        self._warn()

    def _warn(self) -> None:
        today = int(self._clock() // DAY)
        left = int((self._loaded.ends_at - self._clock()) // DAY)
        if left < WARN_DAYS and today != self._warned_on:
            self._warned_on = today
            log.warning("the certificate is valid until %s: renew %s", _day(self._loaded.ends_at), self._cert)

    def _choose(self, connection: ssl.SSLObject, name: str | None, context: ssl.SSLContext) -> None:
        if self._loaded.context is not context:
            connection.context = self._loaded.context

    def _look(self) -> Stamp:
        return tuple(_stamp(file) for file in (self._cert, self._key))


def load(cert: Path, key: Path, name: str = "") -> Loaded:
    """The pair as it is now, tried out, by `name` where people come by one."""
    chain = _text(cert, "certificate")
    if "ENCRYPTED" in _text(key, "private key"):
        sentence = f"The private key {key} is locked with a password, and nobody is there to type it."
        raise Setup("tls_key_locked", sentence, f"unlock it: openssl pkey -in {key} -out unlocked.pem")
    _check_rights(key)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(cert, key, password=lambda: "")
        return Loaded(context, _tried(context, chain, name))
    except ssl.SSLCertVerificationError as error:
        raise _not_accepted(cert, name, error) from None
    except (ssl.SSLError, ValueError) as error:
        raise _no_pair(cert, key, error) from None


def _text(file: Path, what: str) -> str:
    try:
        return file.read_text(encoding="latin-1")
    except OSError as error:
        sentence = f"The {what} {file} cannot be read: {error.strerror}."
        raise Setup("tls_unreadable", sentence, "the hub's own user has to be able to read it") from None


def _check_rights(key: Path) -> None:
    """Whoever reads the key can be the hub for everybody, and nobody would notice: that is no matter for a warning.
    The key may be a group's, as systems do that hand certificates to several services."""
    if sys.platform != "win32" and key.stat().st_mode & 0o007:
        sentence = f"Everybody on this machine may read the private key {key}."
        raise Setup("tls_key_open", sentence, f"take that away: chmod o= {key}")


def _tried(context: ssl.SSLContext, chain: str, name: str) -> float:
    """A connection with itself, in memory, which fails as one of a browser would; until when the certificate counts."""
    asking = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    asking.check_hostname = bool(name)
    asking.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN  # who signed it is for those to judge who visit
    asking.load_verify_locations(cadata=chain[chain.index(_BEGIN) : chain.index(_END) + len(_END)])
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = asking.wrap_bio(back, there, server_hostname=name or None)
    server = context.wrap_bio(there, back, server_side=True)
    while not (_step(client) & _step(server)):
        pass
    shown = client.getpeercert() or {}
    return float(ssl.cert_time_to_seconds(str(shown["notAfter"])))


def _step(side: ssl.SSLObject) -> bool:
    """Whether this side has finished."""
    try:
        side.do_handshake()
    except ssl.SSLWantReadError:
        return False
    return True


def _not_accepted(cert: Path, name: str, error: ssl.SSLCertVerificationError) -> Setup:
    if error.verify_code in _WRONG_NAMES:
        sentence = f"The certificate {cert} is not for {name}, the name in public_url."
        return Setup("tls_wrong_name", sentence, "use one for that name, or set public_url to a name that it is for")
    said = {_TOO_EARLY: "does not count yet", _TOO_LATE: "has expired"}.get(error.verify_code)
    if said is not None:
        return Setup("tls_expired", f"The certificate {cert} {said}.", "renew it, or set this machine's clock right")
    return Setup("tls_unusable", f"The certificate {cert} cannot be used: {error.verify_message}.", _ANEW)


def _no_pair(cert: Path, key: Path, error: Exception) -> Setup:
    if getattr(error, "reason", "") == "KEY_VALUES_MISMATCH":
        sentence = f"The private key {key} is not that of the certificate {cert}."
        return Setup("tls_mismatch", sentence, "name the two files that were made together")
    sentence = f"{cert} and {key} are not a certificate and its private key, as PEM."
    return Setup("tls_unusable", sentence, _ANEW)


def _stamp(file: Path) -> tuple[int, int, int] | None:
    try:
        seen = os.stat(file)  # noqa: PTH116 - whatever a link leads to now
    except OSError:
        return None
    return seen.st_mtime_ns, seen.st_size, seen.st_ino


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(at))
