"""What the doctor says of who reaches the hub, and of the certificate."""

import json
from pathlib import Path
from typing import Any

import pytest

from support.accounts import add_user
from support.deploy import make_pair
from support.hub import Hub, HubMaker
from support.shell import Shell

BEYOND = {"BELLPULL_HOST": "0.0.0.0"}


def findings(shell: Shell, **variables: str) -> dict[str, dict[str, Any]]:
    """Those about who reaches the hub, by what they are about."""
    report = json.loads(shell.run("doctor", "--json", **variables).out)
    found = [check for check in report["checks"] if check["about"] in ("reach", "tls", "passwords")]
    assert len({check["about"] for check in found}) == len(found)
    return {check["about"]: check for check in found}


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_hub_for_this_machine_needs_neither_tls_nor_passwords(alone: Shell, host: str) -> None:
    found = findings(alone, BELLPULL_HOST=host)
    assert list(found) == ["reach"]
    assert (found["reach"]["state"], host in found["reach"]["text"]) == ("ok", True)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "hub.example"])
def test_hub_beyond_this_machine_without_tls_is_a_problem_and_if_agreed_a_note(alone: Shell, host: str) -> None:
    found = findings(alone, BELLPULL_HOST=host)
    assert (found["reach"]["state"], found["tls"]["state"]) == ("note", "problem")
    assert "does not start" in found["tls"]["text"]
    agreed = findings(alone, BELLPULL_HOST=host, BELLPULL_WITHOUT_TLS="keys can be read on the way")
    assert agreed["tls"]["state"] == "note"


@pytest.mark.process
def test_the_end_of_the_certificate_is_told_and_a_near_one_noted(alone: Shell, tmp_path: Path) -> None:
    for days, state in ((90, "ok"), (3, "note")):
        folder = tmp_path / str(days)
        folder.mkdir()
        pair = make_pair(folder, days=days)
        tls = findings(alone, **BEYOND, BELLPULL_TLS_CERT=str(pair.cert), BELLPULL_TLS_KEY=str(pair.key))["tls"]
        assert tls["state"] == state
        assert f"{pair.cert} is valid until 20" in tls["text"]


def test_a_certificate_that_cannot_be_used_is_a_problem(alone: Shell, tmp_path: Path) -> None:
    gone = findings(alone, BELLPULL_TLS_CERT=str(tmp_path / "gone.pem"), BELLPULL_TLS_KEY=str(tmp_path / "gone.key"))
    assert gone["tls"]["state"] == "problem"
    assert str(tmp_path / "gone.pem") in gone["tls"]["text"]
    half = findings(alone, BELLPULL_TLS_CERT=str(tmp_path / "gone.pem"))
    assert half["tls"]["state"] == "problem"


@pytest.mark.process
def test_a_certificate_for_another_name_is_a_problem(alone: Shell, tmp_path: Path) -> None:
    pair = make_pair(tmp_path)
    files = {"BELLPULL_TLS_CERT": str(pair.cert), "BELLPULL_TLS_KEY": str(pair.key)}
    for url, state in (("https://bell.example", "ok"), ("https://other.example", "problem")):
        assert findings(alone, **files, BELLPULL_PUBLIC_URL=url)["tls"]["state"] == state, url


def test_hub_beyond_this_machine_needs_a_person_with_a_password(alone: Shell, fresh_hub: HubMaker) -> None:
    """As the hub was started. The settings of the command that asks do not count."""
    hub = fresh_hub(public_url="https://bell.example")
    alone.at(hub)
    found = findings(alone)
    assert "https://bell.example" in found["reach"]["text"]
    assert (found["passwords"]["state"], found["passwords"]["remedy"]) == ("problem", "bellpull user password owner")
    add_user(hub)
    assert findings(alone)["passwords"]["text"] == "1 of 2 people have one"
    guest = hub.new_person()
    assert "passwords" not in findings(alone, BELLPULL_KEY=guest.key)


def test_a_public_address_without_tls_is_noted(alone: Shell) -> None:
    for url, states in (("http://bell.example", ["note"]), ("https://bell.example", []), ("http://localhost:7", [])):
        found = findings(alone, BELLPULL_PUBLIC_URL=url)
        assert [found["tls"]["state"]] == states if "tls" in found else states == [], url
    assert "can be read on the way" in findings(alone, BELLPULL_PUBLIC_URL="http://bell.example")["tls"]["text"]


@pytest.mark.process
def test_traces_of_a_killed_hub_do_not_say_who_reaches_the_next(alone: Shell, hub_process: HubMaker) -> None:
    hub = hub_process(public_url="https://bell.example")
    alone.at(hub)
    hub.kill()
    assert findings(alone)["reach"]["text"] == "only this machine reaches the hub (127.0.0.1)"


def test_doctor_is_silent_about_who_reaches_a_hub_that_is_elsewhere(alone: Shell, hub: Hub) -> None:
    assert findings(alone, BELLPULL_URL=hub.url, BELLPULL_KEY=hub.owner.key) == {}
    found = findings(alone, BELLPULL_URL="http://nowhere.invalid")
    assert list(found) == ["tls"]
    assert found["tls"]["state"] == "note"
