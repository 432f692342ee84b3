"""Which hub and which key: by the settings, by hub.json, and never the owner's key for a stranger."""

import contextlib
import json
from pathlib import Path
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.config import Config, load
from bellpull.domain.errors import Setup, Unavailable
from bellpull.remote.address import Address, quote
from bellpull.remote.find import configured_address, find, health, named_in, running_in, target_of

NAMED = {"url": "http://127.0.0.1:4242", "pid": 7, "version": "0.1.0", "hub": "hub_1"}


def config(folder: Path, **flags: object) -> Config:
    return load({"data_dir": folder, **flags}, {"HOME": str(folder)})


def name_hub(folder: Path, **changes: object) -> None:
    (folder / "hub.json").write_text(json.dumps(NAMED | changes))


def address_of(config: Config) -> str | None:
    target = target_of(config)
    return target.url if target else None


def sent_key(config: Config) -> str | None:
    """The key that a request to the hub of these settings would carry, once the hub has proved who it is."""
    return find(config)._headers.get("Authorization")


def test_the_hub_is_the_chosen_one_else_the_named_one_else_there_is_none(tmp_path: Path) -> None:
    assert address_of(config(tmp_path)) is None
    assert address_of(config(tmp_path, key="bp_mine")) is None
    name_hub(tmp_path)
    assert address_of(config(tmp_path)) == "http://127.0.0.1:4242"
    assert address_of(config(tmp_path, url="https://hub.example")) == "https://hub.example"


@pytest.mark.parametrize(
    ("url", "needs_proof"),
    [
        ("http://127.0.0.1:4242", True),
        ("http://localhost:4242/", True),
        ("http://[::1]:4242", True),
        ("http://127.0.0.1:4243", False),
        ("https://127.0.0.1:4242", False),
        ("http://hub.example:4242", False),
    ],
)
def test_a_chosen_key_goes_without_a_proof_to_a_chosen_address_unless_hub_json_names_it(
    url: str, needs_proof: bool, tmp_path: Path
) -> None:
    name_hub(tmp_path)
    target = target_of(config(tmp_path, url=url, key="bp_mine"))
    assert target is not None
    assert (target.hub is not None) is needs_proof


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("0.0.0.0", "http://127.0.0.1:7717"),
        ("::", "http://[::1]:7717"),
        ("fe80::1", "http://[fe80::1]:7717"),
        ("hub.lan", "http://hub.lan:7717"),
    ],
)
def test_a_host_to_listen_at_becomes_an_address_to_speak_to(host: str, url: str, tmp_path: Path) -> None:
    assert configured_address(config(tmp_path, host=host)) == url


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "7", "null", '{"url": "http://x"}', '{"url": 7, "pid": 1, "version": "", "hub": ""}', "\x00"]
    + [json.dumps(NAMED | change) for change in ({"url": "ftp://x"}, {"pid": "x"}, {"pid": None})],
)
def test_a_hub_file_that_makes_no_sense_names_no_hub(text: str, tmp_path: Path) -> None:
    (tmp_path / "hub.json").write_text(text)
    assert named_in(tmp_path) is None
    assert running_in(tmp_path) is None


def test_a_hub_file_that_is_no_text_names_no_hub(tmp_path: Path) -> None:
    (tmp_path / "hub.json").write_bytes(json.dumps(NAMED).encode() + b"\xff")
    assert named_in(tmp_path) is None


def test_the_owners_key_goes_nowhere_where_nothing_names_the_hub(tmp_path: Path) -> None:
    (tmp_path / "owner.key").write_text("bp_owner\n")
    with pytest.raises(Unavailable, match="is not running"):
        find(config(tmp_path))
    assert sent_key(config(tmp_path, url="http://localhost:1")) is None


def test_the_owners_key_goes_to_the_named_hub_under_any_name_of_this_machine(tmp_path: Path) -> None:
    (tmp_path / "owner.key").write_text("bp_owner\n")
    name_hub(tmp_path)
    assert sent_key(config(tmp_path)) == "Bearer bp_owner"
    assert sent_key(config(tmp_path, url="http://localhost:1")) == "Bearer bp_owner"
    assert sent_key(config(tmp_path, url="http://[::1]:1")) == "Bearer bp_owner"
    name_hub(tmp_path, url="http://192.168.1.5:7717")
    assert sent_key(config(tmp_path)) == "Bearer bp_owner"


@pytest.mark.parametrize(
    "url", ["https://hub.example", "http://127.0.0.1.evil.example", "http://10.0.0.1", "http://127.evil"]
)
def test_the_owners_key_never_goes_to_a_stranger(url: str, tmp_path: Path) -> None:
    (tmp_path / "owner.key").write_text("bp_owner\n")
    name_hub(tmp_path)
    assert sent_key(config(tmp_path, url=url)) is None
    assert sent_key(config(tmp_path, url=url, key="bp_mine")) == "Bearer bp_mine"


def test_a_chosen_key_wins_over_the_owners(tmp_path: Path) -> None:
    (tmp_path / "owner.key").write_text("bp_owner\n")
    name_hub(tmp_path)
    assert sent_key(config(tmp_path, key="bp_mine")) == "Bearer bp_mine"


def test_a_key_file_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "owner.key").write_bytes(b"\xff")
    name_hub(tmp_path)
    with pytest.raises(Setup, match=r"owner\.key"):
        find(config(tmp_path))


def test_folder_that_is_missing_means_no_hub_and_no_key(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "missing", tmp_path / "file"):
        assert named_in(folder) is None
        assert sent_key(config(folder, url="http://127.0.0.1:1")) is None


def test_a_wrong_address_is_an_error_and_not_a_hub_that_is_not_there() -> None:
    with pytest.raises(Setup):
        health("http://")


@pytest.mark.parametrize(
    ("url", "host", "port", "prefix"),
    [
        ("http://127.0.0.1:7717", "127.0.0.1", 7717, ""),
        ("HTTP://Hub.Example", "Hub.Example", 80, ""),
        ("https://hub.example/", "hub.example", 443, ""),
        ("http://[::1]:1/a/b/", "::1", 1, "/a/b"),
        ("http://[::1]", "::1", 80, ""),
    ],
)
def test_an_address_is_taken_apart(url: str, host: str, port: int, prefix: str) -> None:
    address = Address(url)
    assert (address.host, address.port, address.prefix) == (host, port, prefix)


@pytest.mark.parametrize(
    "url",
    (
        *("", "http://", "http:///x", "hub:1", "http://user@hub", "http://hub:0", "http://hub:99999", "http://hub:x"),
        *("http://hub:٣", "http://[::1", "http://[::1]x", "http://hub?x=1", "http://hub#x", "http://a b", "http://hüb"),
        *("http://hub\r\nX: 1", "ftp://hub"),
    ),
)
def test_text_that_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(Setup) as caught:
        Address(url)
    assert caught.value.code == "bad_url"


@given(st.text() | st.text("htps:/[]@.1a?#%").map("http://".__add__))
def test_any_text_is_an_address_or_is_refused(text: str) -> None:
    with contextlib.suppress(Setup):
        address = Address(text)
        assert 0 < address.port < 65536
        assert address.host


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_quoted_text_reads_back_and_can_neither_end_nor_split_a_path(text: str) -> None:
    quoted = quote(text)
    assert unquote_to_bytes(quoted) == text.encode()
    assert quoted.isascii()
    assert not set(quoted) & set("/?#& \r\n")


def test_bytes_that_could_not_be_decoded_are_quoted_as_they_were() -> None:
    assert quote(b"\xff\xfea".decode("utf-8", "surrogateescape")) == "%FF%FEa"
    assert quote("\ud800") == "%3F"
