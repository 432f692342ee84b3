"""A hub that other machines can reach has a password and TLS, or says in words that it has none."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest

from support.answers import PATIENCE, done
from support.deploy import Pair, command, make_pair, set_password
from support.hub import Hub, running

WORDS = "keys can be read on the way"
QUIET = {"BELLPULL_OPENCODE_URLS": "off", "BELLPULL_DESK": "false"}


def own_address() -> str:
    """Of this machine, as others reach it. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine has no network")
        return str(asking.getsockname()[0])


def refusal(folder: Path, *words: str, **variables: str) -> str:
    data = {"BELLPULL_DATA_DIR": str(folder / "data")}
    said = command(folder / "home", "up", "--port", "0", *words, **(QUIET | data | variables))
    assert said.returncode == 2, said.stdout
    return said.stderr


@pytest.fixture(scope="module")
def protected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder whose owner has a password."""
    folder = tmp_path_factory.mktemp("protected")
    with running(folder) as hub:
        set_password(hub.owner)
    yield folder


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_hub_without_tls_does_not_start(tmp_path: Path, host: str) -> None:
    if host == "::" and not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    said = refusal(tmp_path, "--host", host)
    assert f"At {host} other machines could reach the hub without TLS" in said
    assert f'--without-tls "{WORDS}"' in said


def test_a_hub_without_a_password_does_not_start_either(tmp_path: Path) -> None:
    for detach in ([], ["--detach"]):
        said = refusal(tmp_path, "--host", "0.0.0.0", "--without-tls", WORDS, *detach)
        assert "nobody has a password yet" in said
        assert "bellpull user password owner" in said
    assert not (tmp_path / "data" / "hub.json").exists()


def test_only_the_words_themselves_will_do(tmp_path: Path) -> None:
    assert WORDS in refusal(tmp_path, "--host", "0.0.0.0", "--without-tls", "yes")


def test_a_public_address_that_is_no_hub_s_is_refused(tmp_path: Path) -> None:
    assert "public_url" in refusal(tmp_path, "--public-url", "https://bell.example/hub")


def test_a_hub_with_a_password_and_the_words_is_reached_without_tls(protected: Path) -> None:
    host = own_address()
    with running(protected, {"host": host, "without_tls": WORDS}) as hub:
        assert urlsplit(hub.url).hostname == host
        done(hub.owner.get("/api/me"))


def test_a_hub_with_a_password_and_a_certificate_is_reached_by_https_and_from_here_as_before(protected: Path) -> None:
    host, pair = own_address(), make_pair(protected)
    settings = {"host": host, "allowed_hosts": "bell.example"} | pair.settings()
    for _ in range(5):  # another program of this machine may have the number of its port on loopback
        with running(protected, settings) as hub:
            assert urlsplit(hub.url).hostname == "127.0.0.1"
            port = _open_port(hub)
            answer = _over_tls(host, port, pair)
            assert answer.json()["hub"] == hub.id
            assert json.loads((hub.data_dir / "hub.json").read_text())["url"] == hub.url
            with pytest.raises(httpx2.TransportError):
                httpx2.get(f"http://{host}:{port}/health", timeout=PATIENCE)
            if urlsplit(hub.url).port == port:
                break
    # Programs that were told the port find it on this machine, and nobody finds plain HTTP elsewhere.
    assert urlsplit(hub.url).port == port


def test_on_this_machine_alone_it_needs_neither(tmp_path: Path) -> None:
    with running(tmp_path, {"host": "127.0.0.1"}) as hub:
        done(hub.owner.get("/api/me"))


def _open_port(hub: Hub) -> int:
    line = next(line for line in reversed(hub.output().splitlines()) if line.startswith("  open "))
    assert line.split()[1].startswith("https://")
    return urlsplit(line.split()[1]).port or 0


def _over_tls(host: str, port: int, pair: Pair) -> httpx2.Response:
    with httpx2.Client(verify=pair.trusting(), trust_env=False, timeout=PATIENCE) as http:
        named = {"sni_hostname": "bell.example"}
        return http.get(f"https://{host}:{port}/health", headers={"Host": "bell.example"}, extensions=named)
