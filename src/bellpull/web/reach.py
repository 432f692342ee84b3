"""From where the hub can be reached, and what must be so first.

Beyond this machine it needs a person's password, because there the owner's key is not at hand that signs in here, and
TLS, or words that say that there is none. Not here: which names it answers to (`guard`).
"""

import ipaddress
from collections.abc import Sequence
from urllib.parse import urlsplit

from bellpull.domain.errors import Setup

_PORTS = {"http": 80, "https": 443}
_PLAIN_WORDS = "like https://bell.example, without a path"


def beyond(host: str) -> bool:
    """Whether other machines may reach this address, a number."""
    return not ipaddress.ip_address(host).is_loopback


def need_tls(host: str, words: str) -> None:
    """Whoever can read the network's traffic reads every key. That may be right, within a VPN or between containers."""
    if beyond(host):
        sentence = f"At {host} other machines could reach the hub without TLS, and keys be read on the way."
        hint = f'give --tls-cert and --tls-key, or say that you know: --without-tls "{words}"'
        raise Setup("no_tls", sentence, hint)


def need_password(host: str) -> None:
    if beyond(host):
        sentence = f"At {host} other machines could reach the hub, and nobody has a password yet."
        hint = "start it for this machine first (bellpull up --host 127.0.0.1), then: bellpull user password owner"
        raise Setup("no_password", sentence, hint)


def public_origin(url: str) -> str:
    """The address as browsers write it when they say where a page is from; empty where there is none."""
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
        name = (host or "").encode("idna").decode() if ":" not in (host or "") else f"[{host}]"
    except ValueError:  # a name that cannot be one is a UnicodeError, which is one as well
        name = ""
    if not name or parts.path or parts.query or parts.fragment or "@" in parts.netloc:
        sentence = f"The setting public_url is {url!r}, which is not where a whole hub can be."
        raise Setup("bad_public_url", sentence, f"write it {_PLAIN_WORDS}")
    return f"{scheme}://{name}" + ("" if port in (None, _PORTS[scheme]) else f":{port}")


def own_name(public_url: str) -> str:
    """Which name the hub's own certificate has to be for; empty where any will do."""
    origin = public_origin(public_url)
    if origin.startswith("http:"):
        sentence = f"The setting public_url is {public_url!r}, but with a certificate the hub speaks https."
        raise Setup("bad_public_url", sentence, "write it with https, or leave out tls_cert and tls_key")
    return urlsplit(origin).hostname or ""


def shown_at(public_url: str, trusted_proxies: Sequence[str]) -> str:
    """The public address, where it leads to the hub's own certificate: a proxy shows one of its own."""
    return "" if trusted_proxies else public_url
