"""The public address as browsers write it, and who is believed about where a request comes from."""

import asyncio
from typing import Any

import pytest

from bellpull.domain.errors import Setup
from bellpull.web.proxies import believing
from bellpull.web.reach import public_origin


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("", ""),
        ("https://bell.example", "https://bell.example"),
        ("https://Bell.Example:443", "https://bell.example"),
        ("http://bell.example:80", "http://bell.example"),
        ("https://bell.example:7717", "https://bell.example:7717"),
        ("https://[2001:db8::1]:7717", "https://[2001:db8::1]:7717"),
        ("https://büro.example", "https://xn--bro-hoa.example"),
    ],
)
def test_a_public_address_is_written_as_browsers_do(url: str, origin: str) -> None:
    assert public_origin(url) == origin


@pytest.mark.parametrize(
    "url",
    [
        "https://bell.example/hub",
        "https://ada@bell.example",
        "https://",
        "https://bell.example?x",
        "https://bell.example:port",
        "https://[::1",
        "https://" + "x" * 64 + ".example",
    ],
)
def test_a_text_that_is_no_address_of_a_whole_hub_is_refused(url: str) -> None:
    with pytest.raises(Setup) as raised:
        public_origin(url)
    assert raised.value.code == "bad_public_url"


@pytest.mark.parametrize(
    ("peer", "client", "scheme"),
    [
        ("10.0.0.7", "203.0.113.9", "https"),
        ("::ffff:10.0.0.7", "203.0.113.9", "https"),  # as a hub sees it that listens with IPv6
        ("2001:db8::7", "203.0.113.9", "https"),
        ("192.0.2.7", "192.0.2.7", "http"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7", "http"),
    ],
)
def test_a_proxy_is_known_by_its_network(peer: str, client: str, scheme: str) -> None:
    seen: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.update(scope)

    given = [(b"x-forwarded-for", b"198.51.100.1, 203.0.113.9"), (b"x-forwarded-proto", b"https")]
    scope = {"type": "http", "scheme": "http", "client": (peer, 5), "headers": given}
    asyncio.run(believing(app, ("10.0.0.0/8", "2001:db8::/32"))(scope, None, None))  # type: ignore[arg-type]
    assert (seen["client"][0], seen["scheme"]) == (client, scheme)
