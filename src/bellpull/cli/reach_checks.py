"""What `bellpull doctor` says of who can reach the hub: other machines or this one alone, with TLS and until when, and
whether people have passwords. Of a hub that runs it is told how it was started; else the settings say it."""

from __future__ import annotations

from bellpull.cli.finding import NOTE, OK, PROBLEM, Finding
from bellpull.domain import errors
from bellpull.remote.address import Address
from bellpull.remote.find import find, named_in, running_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from bellpull.config import Config


def check_reach(config: Config) -> Iterator[Finding]:
    # A killed hub leaves behind how it was reached, and nobody reaches it.
    named = named_in(config.data_dir) if running_in(config.data_dir) else None
    config = config if named is None else config.but(named.reach)
    beyond = not _nearby(config.host)
    if not beyond and not config.public_url:
        yield Finding("reach", OK, f"only this machine reaches the hub ({config.host})")
    else:
        where = config.public_url or f"{config.host}, port {config.port}"
        yield Finding("reach", NOTE, f"other machines reach the hub: {where}", "whoever has a key or password gets in")
        yield from _check_passwords(config)
    if config.tls_cert or config.tls_key:
        yield _certificate(config)
    elif beyond:
        yield _without_tls(config)
        return
    yield from check_way(config.public_url)


def check_way(url: str) -> Iterator[Finding]:
    """Whether what goes to this address, if there is one, can be read by others."""
    # A name that is not ASCII is one of a network.
    if url.lower().startswith("http://") and not (url.isascii() and Address(url).loopback):
        yield Finding("tls", NOTE, f"keys and passwords can be read on the way to {url}", "use an https address")


def _nearby(host: str) -> bool:
    return Address(f"http://[{host}]" if ":" in host else f"http://{host}").loopback


def _without_tls(config: Config) -> Finding:
    if config.without_tls:
        return Finding("tls", NOTE, "none: keys and passwords can be read on the way", "set tls_cert and tls_key")
    text = f"none, and beyond this machine ({config.host}) a hub does not start without it"
    return Finding("tls", PROBLEM, text, "set tls_cert and tls_key, or host to 127.0.0.1")


def _certificate(config: Config) -> Finding:
    from pathlib import Path
    from time import gmtime, strftime, time

    if not (config.tls_cert and config.tls_key):
        return Finding("tls", PROBLEM, "of tls_cert and tls_key only one is set", "set both")
    # The server's own trial, so that both are of one opinion; asyncio comes with it, so only where it is needed.
    from bellpull.web.reach import own_name, shown_at
    from bellpull.web.tls import DAY, WARN_DAYS, load

    name = own_name(shown_at(config.public_url, config.trusted_proxies))
    ends_at = load(Path(config.tls_cert), Path(config.tls_key), name).ends_at
    text = f"the certificate {config.tls_cert} is valid until {strftime('%Y-%m-%d', gmtime(ends_at))}"
    if ends_at - time() < WARN_DAYS * DAY:
        return Finding("tls", NOTE, text, "renew it")
    return Finding("tls", OK, text)


def _check_passwords(config: Config) -> Iterator[Finding]:
    """Where the hub runs and the key is an admin's: nobody else is told."""
    try:
        with find(config) as hub:
            if not hub.request("GET", "/api/me")["admin"]:
                return
            people = hub.request("GET", "/api/users")["users"]
    except errors.BellpullError:
        return  # what is wrong with the hub or the key is told where these are looked at
    some = sum(bool(user["has_password"]) for user in people)
    if some:
        yield Finding("passwords", OK, f"{some} of {len(people)} people have one")
    else:
        yield Finding("passwords", PROBLEM, "nobody has one", "bellpull user password owner")
