"""What stands around a hub that others reach: certificates, a client at another address, programs before it."""

import contextlib
import os
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest

from support.answers import PATIENCE, done, until
from support.hub import KEPT_VARIABLES, SOURCES, Caller, Hub

RECIPES = Path(__file__).parents[2] / "deploy"
USUAL = "DNS:localhost,DNS:bell.example,IP:127.0.0.1"
#: Of this machine, and another one than that of its programs.
ELSEWHERE = "127.0.0.2"
PASSWORD = "correct horse battery"


@dataclass(frozen=True)
class Pair:
    cert: Path
    key: Path

    def settings(self) -> dict[str, str]:
        return {"tls_cert": str(self.cert), "tls_key": str(self.key)}

    def trusting(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.cert))


def need(program: str) -> str:
    found = shutil.which(program, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"]))
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


def make_pair(folder: Path, name: str = "hub", days: int = 30, named: str = USUAL) -> Pair:
    """A certificate of one's own that counts for these names, written as openssl has them."""
    pair = Pair(folder / f"{name}.cert.pem", folder / f"{name}.key.pem")
    kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", str(days)]
    about = ["-subj", f"/CN={name}", "-addext", f"subjectAltName={named}"]
    run_openssl("req", *kind, *about, "-keyout", pair.key, "-out", pair.cert)
    pair.key.chmod(0o600)
    return pair


def run_openssl(*words: str | Path) -> None:
    subprocess.run([need("openssl"), *map(str, words)], check=True, capture_output=True, timeout=PATIENCE)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def visitor(pair: Pair | None = None, **how: Any) -> httpx2.Client:
    """A client from elsewhere, that trusts this certificate."""
    transport = httpx2.HTTPTransport(verify=pair.trusting() if pair else True, local_address=ELSEWHERE)
    return httpx2.Client(transport=transport, timeout=PATIENCE, **how)


def command(home: Path, *words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """A command as somebody types it who has neither settings nor a hub at home."""
    home.mkdir(exist_ok=True)
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    own = {"HOME": str(home), "PYTHONPATH": str(SOURCES), "PYTHONUTF8": "1"}
    line = [sys.executable, "-m", "bellpull.cli.main", *words]
    return subprocess.run(
        line, env=kept | own | variables, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL
    )


def set_password(owner: Caller, password: str = PASSWORD) -> None:
    done(owner.call("PUT", f"/api/users/{owner.name}/password", json={"password": password}))


def origin_of(owner: Caller, subject: str) -> str:
    """From where that was done, as the audit has it."""
    entries = done(owner.get("/api/audit", about=subject))["entries"]
    assert entries, f"the audit has nothing about {subject}"
    return str(entries[0]["origin"])


@contextlib.contextmanager
def program(words: Sequence[str | Path], log: Path, answers: int, **how: Any) -> Iterator[None]:
    """Something that runs beside the hub and listens at a port."""
    with log.open("wb") as said:
        process = subprocess.Popen(list(map(str, words)), stdin=subprocess.DEVNULL, stdout=said, stderr=said, **how)
    try:
        until(lambda: _answers(process, answers, log), f"{words[0]} listens")
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _answers(process: "subprocess.Popen[bytes]", port: int, log: Path) -> bool:
    assert process.poll() is None, log.read_text(errors="replace")
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def caddy(folder: Path, hub: Hub, pair: Pair, port: int) -> contextlib.AbstractContextManager[None]:
    recipe = (RECIPES / "Caddyfile").read_text(encoding="utf-8")
    own = f"localhost:{port} {{\n\ttls {pair.cert} {pair.key}"
    recipe = _replaced(recipe, ("\nbell.example {", f"\n{own}"), ("127.0.0.1:7717", hub.url.removeprefix("http://")))
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n" + recipe)
    places = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    words = [need("caddy"), "run", "--adapter", "caddyfile", "--config", file]
    return program(words, folder / "caddy.log", port, env=os.environ | places)


def nginx(folder: Path, hub: Hub, pair: Pair, port: int) -> contextlib.AbstractContextManager[None]:
    recipe = (RECIPES / "nginx.conf").read_text(encoding="utf-8")
    live = "/etc/letsencrypt/live/bell.example"
    recipe = _replaced(
        recipe,
        ("    listen 443 ssl;", f"    listen 127.0.0.1:{port} ssl;"),
        ("    listen 80;", f"    listen 127.0.0.1:{free_port()};"),
        ("    server 127.0.0.1:7717;", f"    server {hub.url.removeprefix('http://')};"),
        (f"{live}/fullchain.pem", str(pair.cert)),
        (f"{live}/privkey.pem", str(pair.key)),
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    # Root's nginx would be nobody, who may not write here.
    user = "user root;\n" if os.geteuid() == 0 else ""
    recipe = f"{user}daemon off;\npid {folder}/pid;\nevents {{}}\nhttp {{\n{places}\naccess_log off;\n{recipe}\n}}\n"
    file = folder / "nginx.conf"
    file.write_text(recipe)
    return program([need("nginx"), "-e", folder / "nginx.log", "-c", file], folder / "nginx.out", port)


def _replaced(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text, f"the recipe has no {old!r}"
        text = text.replace(old, new)
    return text
