"""A watcher on another machine: it knows the hub's address and a person's key, and nothing of the hub's folder."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from stub_at_work import AtWork, project
from watched import Seen

from support.answers import PATIENCE, done, until
from support.hub import Hub


@pytest.mark.process
def test_a_watcher_with_an_address_and_a_key_watches_for_that_person(calm_hub: Hub, tmp_path: Path) -> None:
    person, seen = calm_hub.new_person(), Seen(calm_hub)
    app = project(tmp_path, f"app-{tmp_path.name}")
    home = tmp_path / "home"
    home.mkdir()
    with AtWork(app) as server:
        session = server.add()
        elsewhere = {"HOME": str(home), "BELLPULL_DATA_DIR": str(home / "data"), "BELLPULL_KEY": person.key}
        command = [sys.executable, "-m", "bellpull.cli.main", "watcher", "--no-discovery"]
        process = subprocess.Popen(
            [*command, "--url", calm_hub.url, "--opencode", server.url],
            env=calm_hub.environment() | elsewhere,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            seen.shown(session, state="idle")
            server.prompted(session)
            server.wants_permission(session)
            (wait,) = seen.waits(session)
            done(person.post(f"/api/questions/{wait['question_id']}/answer", {"choice": "Allow once"}))
            until(lambda: server.replies, "it arrives")
            server.rests(session)
            seen.shown(session, state="idle")
            agent = seen.shown(session)["agent_name"]
            done(person.post(f"/api/agents/{agent}/nudges", {"message": "Hello."}), 201)
            until(lambda: server.prompts, "it is told")
        finally:
            process.send_signal(signal.SIGTERM)
            output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, output
    assert done(person.get("/api/watch"))["servers"][0]["server"] == server.url
    assert output.startswith(f"Watching {server.url}.\n  stop     Ctrl-C\n")
    assert f"\n  {server.url}: OpenCode 1.18.34\n" in output
    assert "Hello." in server.prompts[0].text
    assert not [key for key in done(person.get("/api/keys"))["keys"] if key["agent_name"] == agent]
