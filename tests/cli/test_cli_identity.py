"""Another program at the port of a hub is not that hub: it gets no key, and no command takes it for the hub."""

import json
import signal
from pathlib import Path

import pytest
from scripted_server import Server, Turn, answer, hang_up

from bellpull.config import load
from bellpull.domain.errors import Unavailable
from bellpull.remote.find import find
from support.answers import PATIENCE, until
from support.hub import HubMaker
from support.shell import Shell

HEALTH = {"status": "ready", "hub": "hub_1", "version": "0.1.0", "pid": 7, "started_at": "2026-01-01T00:00:00.000Z"}
LIST = {"count": 0, "notifications": []}
NO_NOTIFICATIONS = "No notifications here. What agents ask: bellpull questions\n"


def said(body: object, more: bytes = b"") -> Turn:
    data = json.dumps(body).encode()
    return answer(b"HTTP/1.1 200 OK\r\n%sContent-Length: %d\r\n\r\n" % (more, len(data)) + data)


def leave_traces(shell: Shell, url: str, **changes: object) -> None:
    """The data folder of a hub that was killed while it listened at `url`."""
    shell.data_dir.mkdir(mode=0o700)
    (shell.data_dir / "owner.key").write_text("bp_owner\n")
    named = {"url": url, "pid": 7, "version": "0.1.0", "hub": "hub_1"}
    (shell.data_dir / "hub.json").write_text(json.dumps(named | changes))


STRANGERS = {
    "another hub": said(HEALTH | {"hub": "hub_2"}),
    "who asked for its id before": said(HEALTH),
    "who makes up a proof": said(HEALTH, b"Bellpull-Proof: %s\r\n" % (b"0" * 64)),
    "no hub": said({}),
    "no object": said([]),
    "no http": answer(b"220 mail.example ESMTP\r\n"),
    "a page": answer(b"HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno"),
    "silence": hang_up,
    "once only": said(HEALTH, b"Connection: close\r\n"),
}


@pytest.mark.parametrize("stranger", STRANGERS)
@pytest.mark.parametrize("key", ["", "bp_mine"])
def test_program_that_took_the_port_gets_no_key(
    alone: Shell, stranger: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if stranger == "silence":
        monkeypatch.setattr("bellpull.remote.found.PROOF_SECONDS", 0.05)
    turns = [STRANGERS[stranger], said(LIST)]
    with Server(turns, turns) as server:
        leave_traces(alone, server.url, secret="s" * 64)
        ended = alone.run("inbox", BELLPULL_KEY=key)
    assert (ended.code, ended.out) == (2, "")
    assert [request.split(b" ")[1] for request in server.requests] == [b"/health"]
    assert not any(b"bp_" in request for request in server.requests)


def test_program_that_took_the_port_is_neither_taken_for_the_hub_nor_believed_about_its_process(alone: Shell) -> None:
    knows_its_id = [[said(HEALTH | {"pid": 1})]] * 3
    with Server(*knows_its_id) as server:
        leave_traces(alone, server.url, secret="s" * 64)
        assert json.loads(alone.run("status", "--json").out)["running"] is False
        ended = alone.run("down")
    assert (ended.code, ended.out) == (1, f"No hub is running in {alone.data_dir}.\n")


def test_a_hub_of_before_there_were_proofs_is_known_by_its_id(alone: Shell) -> None:
    with Server([said(HEALTH), said(LIST)]) as server:
        leave_traces(alone, server.url)
        assert alone.run("inbox").out == NO_NOTIFICATIONS
    assert b"Bellpull-Nonce" not in server.requests[0]


def test_the_hub_that_proves_itself_gets_the_key_on_the_same_connection(alone: Shell) -> None:
    with Server([said(HEALTH), said(LIST)]) as server:
        leave_traces(alone, server.url)
        assert alone.run("inbox").out == NO_NOTIFICATIONS
    assert b"Authorization" not in server.requests[0]
    assert b"Authorization: Bearer bp_owner" in server.requests[1]
    assert server.served == 1


def test_a_connection_that_is_opened_again_has_to_prove_itself_again(alone: Shell) -> None:
    with Server([said(HEALTH), said(LIST)], [said(HEALTH | {"hub": "hub_2"}), said(LIST)]) as server:
        leave_traces(alone, server.url)
        with find(load({"data_dir": alone.data_dir}, {"HOME": str(alone.home)})) as hub:
            assert hub.request("GET", "/api/notifications") == LIST
            assert server.closed.wait(PATIENCE)
            with pytest.raises(Unavailable, match="something else answers"):
                hub.request("GET", "/api/notifications")
    assert [b"bp_owner" in request for request in server.requests] == [False, True, False]


def test_a_chosen_address_of_this_machine_has_to_prove_itself_for_the_owners_key(alone: Shell) -> None:
    with Server([said(HEALTH | {"hub": "hub_2"}), said(LIST)]) as server:
        leave_traces(alone, "http://127.0.0.1:9")
        ended = alone.run("inbox", "--url", server.url)
    assert ended.code == 2
    assert f"is not the hub of {alone.data_dir}" in ended.err
    assert not any(b"bp_owner" in request for request in server.requests)


def test_a_chosen_key_goes_to_a_chosen_address_without_a_proof(alone: Shell) -> None:
    with Server([said(LIST)]) as server:
        leave_traces(alone, "http://127.0.0.1:9")
        assert alone.run("inbox", "--url", server.url, BELLPULL_KEY="bp_mine").code == 0
    assert b"Authorization: Bearer bp_mine" in server.requests[0]


def test_folder_without_traces_of_a_hub_sends_no_key(alone: Shell) -> None:
    with Server([said(LIST)]) as server:
        alone.data_dir.mkdir(mode=0o700)
        (alone.data_dir / "owner.key").write_text("bp_owner\n")
        ended = alone.run("inbox", BELLPULL_PORT=server.url.rpartition(":")[2])
    assert (ended.code, server.served) == (2, 0)
    assert "is not running" in ended.err


def test_status_does_not_take_another_hub_for_its_own(shell: Shell, tmp_path: Path) -> None:
    url = json.loads((shell.data_dir / "hub.json").read_text())["url"]
    shell.data_dir = tmp_path / "other"
    leave_traces(shell, url)
    ended = shell.run("status")
    assert (ended.code, ended.err) == (1, "")
    assert f"The hub of {shell.data_dir} is not running; another one answers at {url}." in ended.out
    assert json.loads(shell.run("status", "--json").out)["running"] is False
    (shell.data_dir / "hub.json").unlink()
    assert shell.run("status", BELLPULL_PORT=url.rpartition(":")[2]).code == 1


def test_status_of_another_hub_by_its_address_tells_that_there_is_no_key_for_it(shell: Shell, tmp_path: Path) -> None:
    url = json.loads((shell.data_dir / "hub.json").read_text())["url"]
    shell.data_dir = tmp_path / "other"
    leave_traces(shell, "http://127.0.0.1:9")
    report = shell.json("status", "--url", url)
    assert (report["running"], report["me"]) == (True, None)
    assert "does not get its key" in report["key_problem"]


def test_free_port_is_no_address_of_a_hub(alone: Shell) -> None:
    ended = alone.run("status", BELLPULL_PORT="0")
    assert (ended.code, ended.err) == (1, "")
    assert f"No hub is running in {alone.data_dir}." in ended.out
    assert json.loads(alone.run("status", "--json", BELLPULL_PORT="0").out)["url"] is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "There is no key for this hub in {}."),
        ("", "There is no key for this hub in {}."),
        (" \n", "There is no key for this hub in {}."),
        ("bp_wrong", "The hub refuses the key in {}/owner.key."),
        ("bp_one\nbp_two\n", "{}/owner.key must hold one key and nothing else."),
    ],
)
def test_bad_key_of_the_owner_gets_a_hint_to_a_new_one(
    alone: Shell, fresh_hub: HubMaker, text: str | None, sentence: str
) -> None:
    hub = fresh_hub()
    alone.at(hub)
    key = hub.data_dir / "owner.key"
    key.unlink() if text is None else key.write_text(text)
    ended = alone.run("inbox")
    assert ended.code == 2
    told, hint = ended.err.splitlines()
    assert told == f"bellpull: {sentence.format(hub.data_dir)}"
    where = f"--data-dir {hub.data_dir}"
    again = f"bellpull down {where}; bellpull up --detach {where}"
    assert hint == f"hint: restart the hub to make a new one: {again}, or set BELLPULL_KEY"
    assert alone.run("status").code == 0


def test_a_wrong_chosen_key_is_to_be_checked_where_it_came_from(shell: Shell) -> None:
    assert "hint: check the key (variable BELLPULL_KEY)\n" in shell.run("inbox", BELLPULL_KEY="bp_wrong").err


def test_chosen_address_without_a_key_asks_for_one(shell: Shell, tmp_path: Path) -> None:
    url = json.loads((shell.data_dir / "hub.json").read_text())["url"]
    ended = shell.run("inbox", "--url", url, "--data-dir", str(tmp_path / "nowhere"))
    assert (ended.code, ended.err) == (2, f"bellpull: There is no key for {url}.\nhint: set BELLPULL_KEY\n")


@pytest.mark.parametrize("trace", [None, b"\xff", b"{"])
def test_a_hub_that_cannot_be_found_is_told_with_its_process(
    alone: Shell, fresh_hub: HubMaker, trace: bytes | None
) -> None:
    hub = fresh_hub()
    alone.at(hub)
    address = hub.data_dir / "hub.json"
    address.unlink() if trace is None else address.write_bytes(trace)
    for verb, code in (("status", 2), ("down", 2), ("doctor", 1)):
        ended = alone.run(verb)
        assert ended.code == code, verb
        assert f"A hub (process {hub.pid}) holds {hub.data_dir}" in ended.out + ended.err
        assert f"kill {hub.pid}" in ended.out + ended.err


@pytest.mark.process
def test_down_stops_the_hub_even_where_the_mark_cannot_be_made(alone: Shell, tmp_path: Path) -> None:
    with alone.running("up", "--port", "0") as process:
        until(lambda: alone.run("status").code == 0, "the hub runs")
        (alone.data_dir / "stopped").symlink_to(tmp_path / "nowhere" / "at all")
        ended = alone.run("down")
        assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
    assert ended.code == 2
    assert "has stopped" in ended.out
    assert str(alone.data_dir / "stopped") in ended.err
