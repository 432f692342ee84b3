"""The recipe for SSH, with a real server and client: the hub stays on its machine, and a tunnel leads to it."""

import getpass
import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from support.answers import PATIENCE, done, until
from support.deploy import command, free_port, need, program
from support.hub import Hub
from support.live import Live

PRIVILEGED = Path("/run/sshd")


@dataclass(frozen=True)
class Tunnel:
    #: The hub's port here, and the one that leads to it there.
    brought: str
    lent: str


@pytest.fixture(scope="module")
def ssh_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """Its port, and a folder with the keys of both sides."""
    folder, port, server = tmp_path_factory.mktemp("ssh"), free_port(), need("sshd")
    if os.geteuid() == 0:
        PRIVILEGED.mkdir(mode=0o755, exist_ok=True)  # the server of root insists on it
    for name in ("host", "mine"):
        words = [need("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)]
        subprocess.run(words, check=True, timeout=PATIENCE)
    settings = folder / "sshd_config"
    settings.write_text(
        f"ListenAddress 127.0.0.1:{port}\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/mine.pub\nPidFile none\n"
        "UsePAM no\nStrictModes no\nPasswordAuthentication no\nPermitRootLogin prohibit-password\n"
    )
    (folder / "known").write_text(f"[127.0.0.1]:{port} {(folder / 'host.pub').read_text()}")
    with program([server, "-D", "-e", "-f", settings], folder / "sshd.log", port):
        yield port, folder


@pytest.fixture(scope="module")
def tunnel(ssh_server: tuple[int, Path], hub: Hub) -> Iterator[Tunnel]:
    port, folder = ssh_server
    brought, to = free_port(), hub.url.removeprefix("http://")
    options = ["-F", "none", "-i", folder / "mine", "-o", f"UserKnownHostsFile={folder}/known", "-o", "BatchMode=yes"]
    ways = ["-N", "-L", f"127.0.0.1:{brought}:{to}", "-R", f"127.0.0.1:0:{to}", "-o", "ExitOnForwardFailure=yes"]
    log = folder / "ssh.log"
    line = [need("ssh"), *options, *ways, "-p", str(port), f"{getpass.getuser()}@127.0.0.1"]
    with program(line, log, brought):
        lent = until(lambda: re.search(r"Allocated port (\d+)", log.read_text()), "the other side has a port")
        yield Tunnel(f"http://127.0.0.1:{brought}", f"http://127.0.0.1:{lent[1]}")


def test_a_hub_that_is_elsewhere_is_used_through_the_tunnel(tunnel: Tunnel, hub: Hub, tmp_path: Path) -> None:
    person = hub.new_person()
    assert httpx2.get(tunnel.brought, timeout=PATIENCE, trust_env=False).status_code == 200
    with Live(tunnel.brought, key=person.key, headers={"Origin": tunnel.brought}) as live:
        assert live.connected()["name"] == person.name
    said = command(tmp_path / "home", "whoami", BELLPULL_URL=tunnel.brought, BELLPULL_KEY=person.key)
    assert (said.returncode, said.stderr) == (0, "")
    page = command(tmp_path / "home", "page", BELLPULL_URL=tunnel.brought, BELLPULL_KEY=person.key)
    assert page.stdout.startswith(f"{tunnel.brought}/#sign-in=")


def test_an_agent_that_is_elsewhere_reaches_the_hub_through_the_tunnel(
    tunnel: Tunnel, hub: Hub, tmp_path: Path
) -> None:
    agent = hub.new_agent()
    at = {"BELLPULL_URL": tunnel.lent, "BELLPULL_KEY": agent.key}
    said = command(tmp_path / "home", "send", "From the other machine", **at)
    assert (said.returncode, said.stderr) == (0, "")
    titles = [each["title"] for each in done(agent.get("/api/notifications"))["notifications"]]
    assert titles == ["From the other machine"]
