"""A certificate that cannot be used stops a hub that starts, with a sentence that says which file and why."""

import contextlib
import logging
import os
import ssl
from pathlib import Path

import pytest

from bellpull.domain.errors import Setup
from bellpull.web.listening import certificate_of
from bellpull.web.tls import Certificate, load
from support.deploy import Pair, command, make_pair, run_openssl
from support.hub import Hub

BROKEN = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
NAMED = "DNS:bell.example,DNS:*.team.example,DNS:xn--bro-hoa.example,IP:192.0.2.7,IP:2001:db8::1"


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return make_pair(tmp_path_factory.mktemp("pair"))


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return make_pair(tmp_path_factory.mktemp("other"))


def problem(cert: Path | str, key: Path | str, public_url: str = "") -> Setup:
    with pytest.raises(Setup) as raised:
        certificate_of(str(cert), str(key), public_url)
    assert raised.value.hint
    return raised.value


def test_a_key_or_a_certificate_alone_is_refused(pair: Pair) -> None:
    assert problem(pair.cert, "").code == "tls_incomplete"
    assert "no tls_cert" in problem("", pair.key).sentence
    assert certificate_of("", "") is None


def test_a_missing_file_is_named(pair: Pair, tmp_path: Path) -> None:
    gone = tmp_path / "gone.pem"
    for told in (problem(gone, pair.key), problem(pair.cert, gone)):
        assert told.code == "tls_unreadable"
        assert f"{gone} cannot be read: No such file" in told.sentence


def test_a_file_that_may_not_be_read_is_named(pair: Pair, tmp_path: Path) -> None:
    shut = tmp_path / "shut.pem"
    shut.touch(mode=0)
    if os.access(shut, os.R_OK):
        shut.unlink()
        shut.mkdir()  # who may read every file may not read a folder
    assert problem(pair.cert, shut).code == "tls_unreadable"


def test_a_key_of_another_certificate_is_refused(pair: Pair, other: Pair) -> None:
    told = problem(pair.cert, other.key)
    assert told.code == "tls_mismatch"
    assert str(pair.cert) in told.sentence
    assert str(other.key) in told.sentence


@pytest.mark.parametrize("text", ["", "no certificate at all\n", BROKEN])
def test_a_file_that_is_no_certificate_is_refused(pair: Pair, tmp_path: Path, text: str) -> None:
    junk = tmp_path / "junk.pem"
    junk.write_text(text)
    junk.chmod(0o600)
    assert problem(junk, pair.key).code == "tls_unusable"
    assert problem(pair.cert, junk).code == "tls_unusable"


def test_a_key_that_everybody_may_read_is_refused_and_one_of_a_group_is_not(other: Pair, tmp_path: Path) -> None:
    key = tmp_path / "key.pem"
    key.write_text(other.key.read_text())
    key.chmod(0o644)
    told = problem(other.cert, key)
    assert told.code == "tls_key_open"
    assert told.hint == f"take that away: chmod o= {key}"
    key.chmod(0o640)
    assert certificate_of(str(other.cert), str(key)) is not None


def test_a_key_with_a_password_is_refused_and_nobody_is_asked_for_it(other: Pair, tmp_path: Path) -> None:
    locked = tmp_path / "locked.pem"
    run_openssl("pkey", "-in", other.key, "-aes256", "-passout", "pass:secret", "-out", locked)
    locked.chmod(0o600)
    assert problem(other.cert, locked).code == "tls_key_locked"


def test_a_certificate_that_has_expired_is_refused(tmp_path: Path) -> None:
    pair, old = make_pair(tmp_path), tmp_path / "old.pem"
    run_openssl("x509", "-in", pair.cert, "-signkey", pair.key, "-days", "-1", "-out", old)
    told = problem(old, pair.key)
    assert told.code == "tls_expired"
    assert told.sentence == f"The certificate {old} has expired."


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return make_pair(tmp_path_factory.mktemp("named"), named=NAMED)


@pytest.mark.parametrize(
    ("url", "fits"),
    [
        ("", True),
        ("https://Bell.Example:7910", True),
        ("https://bells.team.example", True),
        ("https://büro.example", True),
        ("https://192.0.2.7:7910", True),
        ("https://[2001:db8::1]", True),
        ("https://other.example:7910", False),
        ("https://team.example", False),
        ("https://a.bells.team.example", False),
        ("https://192.0.2.8", False),
        ("https://[2001:db8::2]", False),
    ],
)
def test_a_certificate_has_to_be_for_the_public_name(named: Pair, url: str, fits: bool) -> None:
    if fits:
        assert certificate_of(str(named.cert), str(named.key), url) is not None
    else:
        assert problem(named.cert, named.key, url).code == "tls_wrong_name"


def test_a_public_address_without_tls_does_not_go_with_a_certificate(named: Pair) -> None:
    told = problem(named.cert, named.key, "http://bell.example:7910")
    assert told.code == "bad_public_url"
    assert "http://bell.example:7910" in told.sentence


def test_a_renewed_certificate_for_another_name_is_not_taken(
    pair: Pair, named: Pair, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    used = Pair(tmp_path / "cert.pem", tmp_path / "key.pem")
    _put(pair, used)
    certificate = Certificate(used.cert, used.key, name="localhost")
    _put(named, used)
    certificate.renew()
    assert "the certificate is not renewed" in caplog.text
    assert f"{used.cert} is not for localhost" in caplog.text


def _put(pair: Pair, used: Pair) -> None:
    used.key.write_text(pair.key.read_text())
    used.key.chmod(0o600)
    used.cert.write_text(pair.cert.read_text())


def test_old_versions_of_tls_are_not_spoken(pair: Pair) -> None:
    assert load(pair.cert, pair.key).context.minimum_version == ssl.TLSVersion.TLSv1_2


def test_the_end_of_a_certificate_is_told_once_a_day(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    short = make_pair(tmp_path, "short", days=20)
    now = [load(short.cert, short.key).ends_at - 20 * 86_400]
    certificate = Certificate(short.cert, short.key, lambda: now[0])

    def told() -> int:
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            certificate.renew()
        return len([one for one in caplog.records if "is valid until" in one.message])

    assert told() == 0
    now[0] += 10 * 86_400
    assert [told(), told()] == [1, 0]
    now[0] += 86_400
    assert told() == 1


def test_the_command_says_it_and_starts_nothing(pair: Pair, other: Pair, tmp_path: Path) -> None:
    words = ["up", "--port", "0", "--tls-cert", str(pair.cert), "--tls-key", str(other.key)]
    for detach in ([], ["--detach"]):
        said = command(tmp_path / "home", *words, *detach, BELLPULL_DATA_DIR=str(tmp_path / "data"))
        assert said.returncode == 2
        assert "is not that of the certificate" in said.stderr
        assert "hint: name the two files that were made together" in said.stderr
    assert not (tmp_path / "data" / "hub.json").exists()


@pytest.mark.parametrize(
    ("public_url", "said"),
    [
        ("https://other.example:7910", "is not for other.example, the name in public_url."),
        ("http://localhost:7910", "but with a certificate the hub speaks https."),
    ],
)
def test_a_hub_does_not_start_at_an_address_that_nobody_could_open(
    pair: Pair, tmp_path: Path, public_url: str, said: str
) -> None:
    words = ["up", "--port", "0", "--tls-cert", str(pair.cert), "--tls-key", str(pair.key), "--public-url", public_url]
    for detach in ([], ["--detach"]):
        ended = command(tmp_path / "home", *words, *detach, BELLPULL_DATA_DIR=str(tmp_path / "data"))
        assert (ended.returncode, said in ended.stderr) == (2, True), ended.stderr
    assert not (tmp_path / "data" / "hub.json").exists()


def test_a_proxy_before_the_hub_shows_a_certificate_of_its_own(pair: Pair, tmp_path: Path) -> None:
    hub = Hub(tmp_path, pair.settings() | {"public_url": "https://other.example", "trusted_proxies": "127.0.0.1"})
    with contextlib.closing(hub.start()):
        assert "https://other.example/#sign-in=" in hub.output()
