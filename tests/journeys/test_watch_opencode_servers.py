"""Several real OpenCodes and several projects under one watch, one of them behind a password."""

import secrets
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from carriers import did
from watching import ALLOW_ONCE, OWN_USER, Record, Served, Watched, Work, bash, note, served, watching

from support.answers import PATIENCE, until
from support.fake_model import Call
from support.hub import Hub
from support.opencode import version
from support.questions import look

pytestmark = pytest.mark.slow
ASK = Call("notify_ask_user", {"title": "Validation requise", "question": "Je merge sur main ?"})
PASSWORD = f"secret-{secrets.token_hex(8)}"
LOCKED = "locked, no access"


class Both(NamedTuple):
    """Two OpenCodes: one that anybody may read, one with a password."""

    free: Served
    closed: Served

    def urls(self, password: str | None) -> list[str]:
        scheme, _, rest = self.closed.server.url.partition("://")
        return [self.free.server.url, f"{scheme}://{OWN_USER}:{password}@{rest}" if password else f"{scheme}://{rest}"]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    with ExitStack() as opened:
        free = opened.enter_context(served(tmp_path_factory.mktemp("free")))
        yield Both(free, opened.enter_context(served(tmp_path_factory.mktemp("closed"), password=PASSWORD)))


@pytest.fixture(scope="module")
def watching_hub(both: Both, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """It may read both."""
    with watching(tmp_path_factory.mktemp("hub"), *both.urls(PASSWORD)) as shared:
        yield shared.start()


@pytest.fixture
def watched(both: Both, watching_hub: Hub) -> Iterator[list[Watched]]:
    each = [Watched(watching_hub, *both.free), Watched(watching_hub, *both.closed)]
    yield each
    for one in each:
        one.clear()


def servers(watched: Watched) -> dict[str, Any]:
    return {one["server"]: one for one in watched.look()["servers"]}


def allowed(work: Work) -> None:
    """It goes on when the hub allows it to, once."""
    lock = work.waits("permission")
    work.answer(lock, choice=ALLOW_ONCE)
    work.rest()
    assert len(work.requests()) == 2
    assert "🔒" not in work.waits_no_more().title
    assert look(work.at.owner, lock.wait["question_id"])["via"] != "client"


def test_two_servers_are_watched_at_once_also_one_with_a_password(
    watched: list[Watched], record_property: Record
) -> None:
    free, closed = watched
    asked, locked = free.begin(ASK, "J'attends."), closed.begin(bash("touch behind.txt"))
    lock = locked.waits("permission")
    note(record_property, "permission.asked → 🔒", closed.events.first("permission.asked", locked.session), lock)
    bell = asked.shown(lambda shown: not shown.session["busy"] and shown.waits, "it rings")
    note(record_property, "idle → 🔔", free.events.first("session.idle", asked.session), bell)
    assert free.look()["title"] == did(free.hub, "status", "--format", "plain").strip() == "🤖 1 🔒 🔔"
    assert [bell.session["server"], lock.session["server"]] == [free.server.url, closed.server.url]
    seen = servers(free)
    assert set(seen) == {free.server.url, closed.server.url}
    assert [(one["trouble"], one["version"]) for one in seen.values()] == [(None, version())] * 2
    assert PASSWORD not in free.owner.get("/api/watch").text + free.owner.get("/api/servers").text
    allowed(locked)
    assert (closed.project / "behind.txt").exists()
    asked.say("Oui.")
    assert "🔔" not in asked.waits_no_more().title
    asked.rest()


@pytest.fixture(params=[None, "wrong"], ids=["no password", "a wrong one"])
def stranger(both: Both, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[list[Watched]]:
    """The same under a hub that may not read the one with a password."""
    with watching(tmp_path, *both.urls(request.param)) as hub:
        each = [Watched(hub.start(), *both.free), Watched(hub, *both.closed)]
        yield each
        for one in each:
            one.clear()


def test_a_server_that_may_not_be_read_is_shown_as_locked_and_the_other_is_watched(stranger: list[Watched]) -> None:
    free, closed = stranger
    hidden = closed.begin(bash("touch hidden.txt"))
    hidden.asked_by_client("/permission")
    until(lambda: servers(free).get(closed.server.url, {}).get("trouble") == LOCKED, "it is shown as locked")
    work = free.begin(bash("touch beside.txt"))
    assert work.waits("permission").title == "🤖 1 🔒"
    assert hidden.look() is None
    allowed(work)
    assert {url: one["trouble"] for url, one in servers(free).items()} == {
        free.server.url: None,
        closed.server.url: LOCKED,
    }
    (line,) = [line for line in free.look()["lines"] if line["kind"] == "server" and LOCKED in line["text"]]
    assert closed.server.url.partition("://")[2] in line["full"]


def test_projects_of_one_server_are_told_apart(watched: list[Watched], tmp_path: Path) -> None:
    """The folder that it was started in, a folder within another repository, and one that is in none."""
    free, _ = watched
    repository, plain = tmp_path / "second", tmp_path / "third"
    (repository / "src").mkdir(parents=True)
    plain.mkdir()
    for words in (["init", "--quiet"], ["commit", "--quiet", "--allow-empty", "--message", "First"]):
        name = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        subprocess.run(["git", "-C", str(repository), *name, *words], check=True, timeout=PATIENCE)
    folders = [free.project, repository / "src", plain]
    works = [free.begin(bash("touch here.txt"), directory=folder) for folder in folders]
    locks = [work.waits("permission") for work in works]
    until(lambda: free.look()["title"] == "🤖 3 💤 1 🔒", "all three work and wait, and one server idles")
    assert [lock.session["agent_name"] for lock in locks] == ["project", "second", "third"]
    assert [lock.session["directory"] for lock in locks] == [str(folder) for folder in folders]
    for work, folder in zip(reversed(works), reversed(folders), strict=True):
        work.answer(work.waits("permission"), choice=ALLOW_ONCE)
        work.rest()
        work.waits_no_more()
        assert (folder / "here.txt").exists()
        assert len(work.requests()) == 2
    assert "🔒" not in free.look()["title"]
