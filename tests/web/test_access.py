"""What is no key is refused, wherever it stands. Who may do what with a key is in test_access_table.py."""

import pytest

from support.answers import refused
from support.hub import Hub


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"Bearer",
        b"Basic {key}",
        b"{key}",
        b"Token {key}",
        b"Bearer {key}x",
        b"Bearer x{key}",
        b"Bearer {key},{key}",
        b"Bearer \xff\xfe",
        "Bearer ключ".encode(),
        b"Bearer " + b"k" * 20_000,
        b"Bearer ' OR 1=1 --",
        b"Bearer %00",
    ],
)
def test_a_header_that_is_no_key_is_refused(hub: Hub, header: bytes) -> None:
    sent = header.replace(b"{key}", hub.owner.key.encode())
    refused(hub.nobody("GET", "/api/me", headers={b"Authorization": sent}), 401)


@pytest.mark.parametrize("place", ["token", "key", "api_key", "access_token"])
def test_a_key_in_the_address_is_no_key_for_rest(hub: Hub, place: str) -> None:
    refused(hub.nobody("GET", "/api/me", params={place: hub.owner.key}), 401)
