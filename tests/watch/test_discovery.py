"""OpenCode servers are found among this user's processes: by name and listening socket, wherever they listen."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.watch.discovery import listening, may_be_opencode
from bellpull.watch.listeners import Found, is_opencode, listeners, printed_by_lsof
from bellpull.watch.owner import is_own
from support.answers import until

LISTEN = """
import socket, sys
family = socket.AF_INET6 if ":" in sys.argv[1] else socket.AF_INET
server = socket.socket(family)
if sys.argv[1] != "nowhere":
    server.bind((sys.argv[1], 0))
    server.listen()
print(server.getsockname()[1], flush=True)
sys.stdin.read()
"""
needs_tables = pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="this system has no /proc/net/tcp")


class Started:
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.pid = process.pid
        assert process.stdout is not None
        self.port = int(process.stdout.readline())


Start = Callable[..., Started]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a program of that name: `start("opencode", "127.0.0.1")`; with `script` it is a script's name instead."""
    with ExitStack() as all_of_them:

        def run(name: str, address: str, script: bool = False, home: str | None = None) -> Started:
            path = tmp_path / name
            if script:
                path.write_text(LISTEN)
            elif not path.exists():
                path.symlink_to(sys.executable)
            command = [sys.executable, str(path), address] if script else [str(path), "-c", LISTEN, address]
            environment = os.environ if home is None else os.environ | {"HOME": home}
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
            )
            all_of_them.enter_context(process)
            all_of_them.callback(process.kill)
            return Started(process)

        yield run


def found(pid: int) -> list[str]:
    return [each.url for each in listening() if each.pid == pid]


def found_in_time(pid: int) -> list[str]:
    """As the watch does: it looks every few seconds, at tables that change while they are read."""
    return until(lambda: found(pid), "its server is found")


@pytest.mark.process
@needs_tables
@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("0.0.0.0", "127.0.0.1"),
        ("::1", "[::1]"),
        ("::", "[::1]"),
        ("127.9.8.7", "127.9.8.7"),
    ],
)
def test_a_server_is_found_where_it_can_be_reached(start: Start, address: str, host: str) -> None:
    try:
        server = start("opencode", address)
    except ValueError:
        pytest.skip(f"nobody can listen at {address} on this machine")
    assert found_in_time(server.pid) == [f"http://{host}:{server.port}"]


@pytest.mark.process
@needs_tables
def test_a_server_that_another_program_interprets_is_found(start: Start) -> None:
    server = start("opencode", "127.0.0.1", script=True)
    assert found_in_time(server.pid) == [f"http://127.0.0.1:{server.port}"]


@pytest.mark.process
@needs_tables
def test_a_server_of_another_home_of_the_same_account_is_not_found(start: Start, tmp_path: Path) -> None:
    here, elsewhere = (start("opencode", "127.0.0.1", home=home) for home in (f"{os.environ['HOME']}/", str(tmp_path)))
    assert found_in_time(here.pid) == [f"http://127.0.0.1:{here.port}"]
    assert found(elsewhere.pid) == []
    assert is_own("127.0.0.1", here.port)
    assert not is_own("127.0.0.1", elsewhere.port), "nor is it believed at the default address"


@pytest.mark.process
@needs_tables
def test_a_process_is_known_to_be_opencode_or_not(start: Start, tmp_path: Path) -> None:
    assert may_be_opencode(start("opencode", "127.0.0.1").pid)
    assert not may_be_opencode(os.getpid())
    assert may_be_opencode(os.getpid(), tmp_path / "nothing"), "where nobody can tell"


@pytest.mark.process
@needs_tables
def test_a_server_under_another_name_or_that_does_not_listen_is_not_found(start: Start) -> None:
    other, silent = start("opencode2", "127.0.0.1"), start("opencode", "nowhere")
    assert found(other.pid) == found(silent.pid) == []


@pytest.mark.process
@needs_tables
def test_a_process_that_becomes_opencode_is_found_and_one_that_ended_is_not(tmp_path: Path) -> None:
    become = tmp_path / "opencode"
    become.symlink_to(sys.executable)
    script = "import os, sys; print(0, flush=True); sys.stdin.readline(); os.execv(sys.argv[1], sys.argv[1:])"
    command = [sys.executable, "-c", script, str(become), "-c", LISTEN, "127.0.0.1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert Started(process).port == 0
        assert found(process.pid) == []
        process.stdin.write("\n")
        process.stdin.flush()
        now = Started(process)
        assert found_in_time(process.pid) == [f"http://127.0.0.1:{now.port}"]
        process.kill()
    assert found(process.pid) == []


@pytest.mark.process
@pytest.mark.skipif(not shutil.which("lsof"), reason="lsof is not installed")
def test_lsof_tells_the_same_without_the_tables(start: Start, tmp_path: Path) -> None:
    server, other = start("opencode", "127.0.0.1"), start("other", "127.0.0.1")
    told = listening(tmp_path / "no-tables")
    assert Found(f"http://127.0.0.1:{server.port}", server.pid) in told
    assert other.pid not in [each.pid for each in told]


@pytest.mark.process
@pytest.mark.parametrize("lsof", ["exit 1", "kill -9 $$", "printf 'p\\200\\nnx:1:2\\n'", None])
def test_a_command_that_fails_finds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lsof: str | None) -> None:
    if lsof is not None:
        (tmp_path / "lsof").write_text(f"#!/bin/sh\n{lsof}\n")
        (tmp_path / "lsof").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert listening(tmp_path / "no-tables") == []


# A machine that is written down.


def row(local: str, state: str = "0A", inode: str = "77") -> str:
    return (
        f"   0: {local} 00000000:0000 {state} 00000000:00000000 00:00000000 00000000  1000        0 {inode} 1 0 100 0\n"
    )


def machine(folder: Path, *rows: str) -> Path:
    """One OpenCode process, 12, with the socket 77."""
    (folder / "net").mkdir()
    (folder / "net" / "tcp").write_text("  sl  local_address rem_address   st tx_queue\n" + "".join(rows))
    (folder / "12" / "fd").mkdir(parents=True)
    (folder / "12" / "cmdline").write_bytes(b"opencode\0serve\0")
    for name, link in {"0": "/dev/null", "4": "socket:[77]", "5": "anon_inode:[eventpoll]"}.items():
        (folder / "12" / "fd" / name).symlink_to(link)
    return folder


def test_a_socket_of_another_network_is_not_found(tmp_path: Path) -> None:
    assert listening(machine(tmp_path, row("0100007F:1000", inode="78"))) == []


def test_without_ipv6_the_others_are_found(tmp_path: Path) -> None:
    assert listening(machine(tmp_path, row("0100007F:1000"))) == [Found("http://127.0.0.1:4096", 12)]


def test_a_socket_that_a_child_holds_too_is_found_once(tmp_path: Path) -> None:
    here = machine(tmp_path, row("0100007F:1000"))
    shutil.copytree(here / "12", here / "101", symlinks=True)
    shutil.copytree(here / "12", here / "9", symlinks=True)
    assert listening(here) == [Found("http://127.0.0.1:4096", 9)]


def test_a_process_that_ends_or_forbids_a_look_is_skipped(tmp_path: Path) -> None:
    here = machine(tmp_path, row("0100007F:1000"))
    (here / "13").mkdir()
    (here / "14").mkdir()
    (here / "14" / "cmdline").write_bytes(b"opencode\0")
    (here / "15").write_text("no folder")
    (here / "self").symlink_to("12")
    (here / "16" / "fd").mkdir(parents=True)
    (here / "16" / "cmdline").write_bytes(b"")
    assert listening(here) == [Found("http://127.0.0.1:4096", 12)]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a process away")
def test_a_server_of_another_user_is_not_found(tmp_path: Path) -> None:
    here = machine(tmp_path, row("0100007F:1000"))
    os.chown(here / "12", 65534, 65534)
    assert listening(here) == []


# What is read.


@pytest.mark.parametrize(
    ("local", "url"),
    [
        ("0100007F:1000", "http://127.0.0.1:4096"),
        ("00000000:1000", "http://127.0.0.1:4096"),
        ("0A01A8C0:1000", "http://192.168.1.10:4096"),
        ("00000000000000000000000001000000:1000", "http://[::1]:4096"),
        ("00000000000000000000000000000000:1000", "http://[::1]:4096"),
        ("0000000000000000FFFF00000100007F:1000", "http://127.0.0.1:4096"),
        ("0000000000000000FFFF000000000000:1000", "http://127.0.0.1:4096"),
        ("B80D0120000000000000000001000000:FFFE", "http://[2001:db8::1]:65534"),
        ("0100007F:0401", "http://127.0.0.1:1025"),
        ("0100007F:0050", None),
        ("0100007F:0400", None),
        ("0100007F:FFFF", None),
        ("0100007F:10000", None),
        ("000080FE000000000000000001000000:1000", None),
        ("0100007F:port", None),
        ("0100007F", None),
        ("01007F:1000", None),
        ("localhost:1000", None),
    ],
)
def test_an_address_in_the_tables_is_one_that_can_be_called(local: str, url: str | None) -> None:
    assert listeners([row(local)]) == ({} if url is None else {"77": url})


def test_a_process_that_listens_alone_counts() -> None:
    others = [row("0100007F:1000", state) for state in ("01", "06", "0a", "A")]
    assert listeners(["header 0A\n", "\n", "0A", *others]) == {}
    several = [row("0100007F:1000", inode="1"), row("0100007F:0A0A", "01", "2"), row("0100007F:1001", inode="3")]
    assert listeners(several) == {"1": "http://127.0.0.1:4096", "3": "http://127.0.0.1:4097"}


@pytest.mark.parametrize(
    ("words", "is_it"),
    [
        (["opencode"], True),
        (["/usr/local/bin/opencode", "serve", "--port", "4096"], True),
        (["/x/node_modules/opencode-linux-x64/bin/opencode", "serve"], True),
        (["/x/node_modules/opencode-ai/bin/.opencode"], True),
        (["/nix/store/abc/bin/.opencode-wrapped", "serve"], True),
        (["/opt/OpenCode/opencode-cli", "serve"], True),
        (["node", "/usr/bin/opencode", "serve"], True),
        (["bun", "--smol", "/home/me/.bun/bin/opencode"], True),
        (["opencode", "", ""], True),
        ([], False),
        ([""], False),
        (["/home/opencode/bin/node", "server.js"], False),
        (["node", "server.js", "opencode"], False),
        (["opencode2"], False),
        (["bash", "-c", "opencode serve"], False),
        (["opencode/"], False),
    ],
)
def test_a_process_is_known_by_its_words(words: list[str], is_it: bool) -> None:
    assert is_opencode(words) is is_it


LSOF = """p401
copencode
f15
n127.0.0.1:4096
f16
n[::1]:4096
f17
n*:5000
p77
copencode-cli
f9
n127.0.0.1:80
n127.0.0.1:1024
n127.0.0.1:65536
n127.0.0.1:65535
nlocalhost:http
n[fe80:1::1]:6000
n127.0.0.1:6001
px
n127.0.0.1:6002
"""


def test_the_fields_of_lsof_are_read() -> None:
    assert printed_by_lsof(LSOF) == [
        Found("http://127.0.0.1:6001", 77),
        Found("http://127.0.0.1:4096", 401),
        Found("http://127.0.0.1:5000", 401),
        Found("http://[::1]:4096", 401),
    ]
    assert printed_by_lsof("") == printed_by_lsof("lsof: no such user\n") == []


@given(st.text(alphabet=st.sampled_from("0A1F:% \n[]pn*²x.-+_")), st.text())
def test_garbage_is_nobody(likely: str, text: str) -> None:
    for garbage in (likely, text):
        assert listeners(garbage.splitlines()) == {}
        printed_by_lsof(garbage)
        is_opencode(garbage.split("\0"))
