"""However a command fails, it says so in a sentence with a hint, and with the right code."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from scripted_server import Server, answer

from bellpull.cli.main import COMMANDS, GROUPS, PARTS, build
from bellpull.cli.parser import IDS
from support.answers import PATIENCE, until
from support.shell import Shell

SHORT = {
    "down": [],
    "status": [],
    "demo": ["--fast"],
    "sessions": [],
    "jump": ["x"],
    "send": ["Hello"],
    "inbox": [],
    "show": ["notif_x"],
    "ack": ["notif_x"],
    "dismiss": ["--all"],
    "ask": ["Ready?", "--no-wait"],
    "confirm": ["Ready?", "--timeout", "1"],
    "questions": [],
    "answer": ["notif_0123456789abcdef", "--dismiss"],
    "webhook create": ["--agent", "x", "--source", "ci"],
    "webhook list": [],
    "webhook remove": ["x"],
    "tell": ["x", "Hello"],
    "trail": ["x"],
    "run": ["--agent", "x", "--", "true"],
    "page": [],
    "whoami": ["--agent", "x"],
    "hook": ["codex"],
    "connect": ["opencode", "--dry-run"],
    "disconnect": ["opencode", "--dry-run"],
    "key create": ["--agent", "x"],
    "key list": [],
    "key revoke": ["x"],
    "agent list": [],
    "agent remove": ["x", "--yes"],
    "agent share": ["x", "y"],
    "agent unshare": ["x", "y"],
    "user add": ["x", "--no-password"],
    "user list": [],
    "user remove": ["x", "--yes"],
    "user password": ["--password-stdin"],
    "audit": [],
    "upkeep": [],
    "logs": [],
    "doctor": [],
    "uninstall": [],
}
#: Speaks as an agent, and so not to an address without a key.
AS_AGENT = ("whoami",)
#: Those that go on are here only to be refused.
WORDS = SHORT | {name: ["file"] for name in ("backup", "restore", "import")}
WORDS |= {"tui": [], "follow": [".", "--agent", "x"], "diagnostics": ["--agent", "x", "--", "true"]}
WITHOUT_A_HUB = ("down", "status", "logs", "doctor", "connect", "disconnect", "hook", "run", "uninstall")
ASKING = [name for name in SHORT if name not in WITHOUT_A_HUB]


@pytest.fixture
def nowhere() -> str:
    """An address where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return f"http://127.0.0.1:{free.getsockname()[1]}"


@pytest.mark.parametrize("name", ASKING)
def test_command_without_a_hub_says_how_to_start_it(alone: Shell, name: str) -> None:
    ended = alone.run(*name.split(), *SHORT[name])
    assert (ended.code, ended.out) == (2, "")
    sentence, hint = f"The hub of {alone.data_dir} is not running.", f"bellpull up --data-dir {alone.data_dir}"
    assert ended.err == f"bellpull: {sentence}\nhint: start it: {hint}\n"


@pytest.mark.parametrize("name", [name for name in ASKING if name not in AS_AGENT])
def test_a_chosen_address_without_a_hub_is_to_be_checked(alone: Shell, nowhere: str, name: str) -> None:
    ended = alone.run(*name.split(), *SHORT[name], "--url", nowhere)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == f"bellpull: The hub is not running at {nowhere}.\nhint: check the address (flag --url)\n"


@pytest.mark.parametrize("name", ["inbox", "send"])
def test_a_free_port_is_no_address_to_look_at(alone: Shell, name: str) -> None:
    ended = alone.run(name, *SHORT[name], BELLPULL_PORT="0", BELLPULL_KEY="bp_x")
    assert ended.code == 2
    assert ended.err.startswith(f"bellpull: The hub of {alone.data_dir} is not running.\n")


EMPTY = (
    *(["inbox", "--agent", ""], ["dismiss", "--all", "--agent", ""], ["key", "create", "--agent", ""], ["show", ""]),
    *(["key", "create", "--user", " "], ["agent", "remove", "", "--yes"], ["ack", "notif_x", ""], ["dismiss", ""]),
    *(
        ["send", " "],
        ["key", "revoke", ""],
        ["inbox", "--before", ""],
        ["send", "x", "--idempotency-key", ""],
        ["inbox", "--url", ""],
    ),
)


@pytest.mark.parametrize("words", EMPTY, ids=" ".join)
def test_an_empty_value_is_a_wrong_use_before_anything_is_sent(alone: Shell, words: list[str]) -> None:
    with Server() as server:
        ended = alone.run(*words, BELLPULL_URL=server.url, BELLPULL_KEY="bp_x")
    assert (ended.code, ended.out, server.served) == (2, "", 0)
    assert " is empty.\nhint: see: bellpull " in ended.err


@pytest.mark.parametrize("words", [["send"], ["show"], ["inbox", "--agent"], ["send", "x", "--message"]])
def test_an_argument_that_is_no_text_is_named(alone: Shell, words: list[str]) -> None:
    ended = alone.run(*words, b"\xff")
    assert (ended.code, ended.out) == (2, "")
    assert "is not UTF-8 text" in ended.err
    assert (words[-1] if words[-1].startswith("-") else {"send": "TITLE", "show": "ID"}[words[0]]) in ended.err


@pytest.mark.parametrize(
    ("words", "bounds"),
    [
        (["inbox", "--limit", "0"], "1 to 500"),
        (["inbox", "--limit", "501"], "1 to 500"),
        (["inbox", "--limit", "x"], "1 to 500"),
        (["logs", "-n", "-1"], "-1"),
        (["logs", "-n", "x"], "from 0"),
        (["key", "create", "--agent", "a", "--label", "x" * 201], "200 are allowed"),
    ],
)
def test_a_value_out_of_bounds_is_told_with_its_bounds(alone: Shell, words: list[str], bounds: str) -> None:
    ended = alone.run(*words)
    assert (ended.code, ended.out) == (2, "")
    assert bounds in ended.err
    assert "--help" in ended.err


@pytest.mark.parametrize("name", ASKING)
def test_a_wrong_key_is_told_and_never_shown(shell: Shell, name: str) -> None:
    ended = shell.run(*name.split(), *SHORT[name], BELLPULL_KEY="bp_wrong_secret")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("bellpull: ")
    assert "bp_wrong_secret" not in ended.err


@pytest.mark.parametrize("name", COMMANDS)
def test_help_comes_with_an_example_and_the_options_of_all(alone: Shell, name: str) -> None:
    ended = alone.run(*name.split(), "--help")
    assert (ended.code, ended.err) == (0, "")
    assert f"usage: bellpull {name}" in ended.out
    assert f"example:\n  bellpull {name}" in ended.out
    assert "--data-dir PATH" in ended.out
    assert "--url URL" in ended.out


@pytest.mark.parametrize("name", COMMANDS)
def test_a_wrong_use_is_an_error_that_points_to_the_help(alone: Shell, name: str) -> None:
    ended = alone.run(*name.split(), "--nonsense")
    # To the tools that run it as a hook, 2 means something else.
    assert (ended.code, ended.out) == (1 if name == "hook" else 2, "")
    assert ended.err.endswith(f"hint: see: bellpull {name} --help\n")


def _with_ids() -> list[str]:
    positionals = ((name, action) for name in COMMANDS for action in build(name)._get_positional_actions())
    return [name for name, action in positionals if action.metavar in IDS]


@pytest.mark.parametrize("piece", ["-abc", "--Ab", "--ab", "---a", "-", "_-ab", "-hab", "-1-2", "3q2-"])
@pytest.mark.parametrize("name", _with_ids())
def test_an_id_may_begin_with_anything(name: str, piece: str) -> None:
    for words in ([piece], ["--url", "http://hub", piece], [piece, "--url", "http://hub"]):
        parsed = vars(build(name).parse_args(words))
        given = [parsed.get(field) for field in ("id", "ids", "session")]
        assert piece in given or [piece] in given


def test_ids_may_begin_with_anything_wherever_they_are_said() -> None:
    assert build("dismiss").parse_args(["-abc", "--json", "-x", "--", "--ids"]).ids == ["-abc", "-x", "--ids"]
    parsed = build("tell").parse_args(["builder", "--session", "-abc", "--json", "Stop"])
    assert (parsed.session, parsed.message, parsed.json) == ("-abc", "Stop", True)
    several = ["--agent", "builder", "--watch", "src", "tests", "--session", "-abc", "--all", "--", "make", "-k"]
    parsed = build("diagnostics").parse_args(several)
    assert (parsed.watch, parsed.session, parsed.command) == (["src", "tests"], "-abc", ["make", "-k"])
    parsed = build("answer").parse_args(["--text", "-", "-abc"])
    assert (parsed.id, parsed.choice, parsed.text) == ("-abc", None, "-")
    parsed = build("answer").parse_args(["-abc", "--text", "No"])
    assert (parsed.id, parsed.choice, parsed.text) == ("-abc", None, "No")


@pytest.mark.parametrize(
    "words",
    [
        ("answer", "notif_1", "-abc"),
        ("answer", "--dismis", "notif_1"),
        ("answer", "--text", "-abc", "x"),
        ("inbox", "--before", "--json"),
        ("ack", "notif_1", "--as-persn"),
        ("dismiss", "--everything"),
    ],
)
def test_a_mistyped_option_is_no_id(alone: Shell, words: tuple[str, ...]) -> None:
    ended = alone.run(*words)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.endswith(f"hint: see: bellpull {words[0]} --help\n")


# Of those that are left out, one never disturbs its tool, and one its server.
@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ("hook", "wrap")])
@pytest.mark.parametrize("where", ["before", "after"])
def test_a_wrong_setting_is_an_error_for_every_command(alone: Shell, name: str, where: str) -> None:
    option, words = ["--url", "no address"], [*name.split(), *WORDS.get(name, [])]
    # What stands after -- belongs to another command.
    end = 0 if where == "before" else words.index("--") if "--" in words else len(words)
    ended = alone.run(*words[:end], *option, *words[end:])
    assert (ended.code, ended.out) == (2, "")
    assert "flag --url" in ended.err


def test_the_overview_names_every_command_under_its_part(alone: Shell) -> None:
    ended = alone.run("--help")
    assert (ended.code, ended.err) == (0, "")
    assert all(f"\n  {name} " in ended.out for name in COMMANDS)
    assert all(f"\n\n{part}\n  {name} " in ended.out for name, part in PARTS.items())
    assert max(map(len, ended.out.splitlines())) < 80
    for group in GROUPS:
        shown = alone.run(group, "--help")
        assert shown.code == 0
        assert f"example:\n  bellpull {group} " in shown.out
        assert all(name in shown.out for name in COMMANDS if name.startswith(group))


@pytest.mark.parametrize("words", [[], ["key"], ["agent"], ["--data-dir", "/x"]])
def test_line_without_a_command_shows_the_overview_as_an_error(alone: Shell, words: list[str]) -> None:
    ended = alone.run(*words)
    assert (ended.code, ended.out) == (2, "")
    assert "commands:" in ended.err


@pytest.mark.parametrize(
    ("words", "nearest"),
    [(["stats"], "status"), (["key", "crate"], "key create"), (["agents", "list"], "agent list"), (["xyz"], "--help")],
)
def test_an_unknown_command_is_told_the_nearest_one(alone: Shell, words: list[str], nearest: str) -> None:
    ended = alone.run(*words)
    assert (ended.code, ended.out) == (2, "")
    assert nearest in ended.err


def test_the_version_is_told(alone: Shell) -> None:
    ended = alone.run("--version")
    assert ended.code == 0
    assert ended.out.startswith("bellpull 0.")


@pytest.mark.parametrize("name", [name for name in ASKING if name not in AS_AGENT])
@pytest.mark.parametrize("body", [b"{}", b"[]", b"null", b""])
def test_an_answer_without_its_fields_is_not_of_a_hub(alone: Shell, name: str, body: bytes) -> None:
    odd = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    with Server([answer(odd), answer(odd)]) as server:
        ended = alone.run(*name.split(), *SHORT[name], "--url", server.url)
    assert ended.code == 2
    assert f"What answers at {server.url} is not a Bellpull hub" in ended.err


def test_a_hint_for_programs_does_not_reach_people(shell: Shell) -> None:
    for words in (["show", ".."], ["show", "a/b"], ["inbox", "--agent", ".."]):
        ended = shell.run(*words)
        assert ended.code in (1, 2)
        assert "GET /" not in ended.err
        assert "Authorization" not in ended.err


def test_text_of_a_hostile_hub_cannot_touch_the_terminal(alone: Shell) -> None:
    body = b'{"detail": "\\u001b[2Jgone\\u0007", "code": "x", "hint": "\\u001b]0;x\\u0007"}'
    head = b"HTTP/1.1 400 No\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    with Server([answer(head + body)]) as server:
        ended = alone.run("inbox", "--url", server.url)
    assert ended.code == 2
    assert ended.err == "bellpull: gone\\x07\nhint: \\x1b]0;x\\x07\n"


@pytest.mark.process
def test_a_reader_that_goes_away_is_no_error(shell: Shell) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    for words in (["inbox"], ["--help"], ["doctor"]):
        process = shell.start(*words, stdout=writer, stderr=subprocess.PIPE)
        _, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err) == (0, b"")
    os.close(writer)


@pytest.mark.process
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_output_that_cannot_be_written_is_an_error(shell: Shell) -> None:
    with Path("/dev/full").open("wb") as full:
        process = shell.start("status", stdout=full, stderr=subprocess.PIPE)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert err.startswith(b"bellpull: The output cannot be written")


@pytest.mark.process
@pytest.mark.parametrize("closed", ["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"])
def test_streams_that_are_closed_do_no_harm(shell: Shell, closed: str) -> None:
    for words in ("status", "inbox", "--help", "send x --message -"):
        command = f"exec {sys.executable} -m bellpull.cli.main {words} {closed}"
        ended = subprocess.run(
            ["sh", "-c", command],
            env=shell.environment(),
            capture_output=True,
            timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
        )
        assert (ended.returncode, ended.stderr) == (0, b""), words


@pytest.mark.process
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_terminal_that_cannot_show_a_character_gets_an_escape(shell: Shell, encoding: str) -> None:
    id = shell.json("send", "日本 ✓")["id"]
    shown = subprocess.run(
        [sys.executable, "-m", "bellpull.cli.main", "show", id],
        env=shell.environment(PYTHONIOENCODING=encoding, PYTHONUTF8="0"),
        capture_output=True,
        timeout=PATIENCE,
    )
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert "日本 ✓".encode(encoding, "backslashreplace") in shown.stdout
    shell.run("dismiss", id)


@pytest.mark.process
def test_ctrl_c_ends_a_command_with_a_sentence(alone: Shell) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(PATIENCE)
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        process = alone.start("inbox", "--url", url, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        connection, _ = silent.accept()
        with connection:
            assert connection.recv(10)
            until(lambda: _asleep(process.pid), "it waits for the answer")
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (2, b"", b"bellpull: Interrupted.\n")


def _asleep(pid: int) -> bool:
    """Whether it waits in the system: a signal just before would be noticed only when the wait is over."""
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] == "S"


@pytest.mark.usefixtures("rights_count")
def test_files_that_may_not_be_read_are_an_error(alone: Shell) -> None:
    alone.data_dir.mkdir()
    for name in ("owner.key", "hub.json", "hub.log"):
        (alone.data_dir / name).write_text("x")
        (alone.data_dir / name).chmod(0)
    for words in (["inbox"], ["logs"], ["status"]):
        ended = alone.run(*words)
        assert (ended.code, ended.out) == (2, "")
        assert str(alone.data_dir) in ended.err


def test_a_folder_in_the_way_is_an_error(alone: Shell) -> None:
    (alone.data_dir / "owner.key").mkdir(parents=True)
    (alone.data_dir / "hub.json").write_text('{"url": "http://127.0.0.1:9", "pid": 7, "version": "", "hub": "hub_1"}')
    ended = alone.run("inbox")
    assert (ended.code, ended.out) == (2, "")
    assert "owner.key" in ended.err


@pytest.mark.process
def test_a_mistake_of_ours_is_a_sentence_and_with_debug_a_traceback(alone: Shell) -> None:
    odd = b'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{"notifications": 7}'
    with Server([answer(odd)], [answer(odd)]) as server:
        ended = alone.run("inbox", "--url", server.url)
        assert ended.code == 2
        assert ended.err.startswith("bellpull: Something went wrong inside Bellpull: TypeError")
        process = alone.start(
            "inbox", "--url", server.url, variables={"BELLPULL_LOG_LEVEL": "debug"}, stderr=subprocess.PIPE
        )
        _, err = process.communicate(timeout=PATIENCE)
    assert b"Traceback" in err


@pytest.mark.process
def test_a_stopped_reader_of_a_followed_log_ends_it(alone: Shell) -> None:
    alone.data_dir.mkdir()
    (alone.data_dir / "hub.log").write_text("the first line\n")
    with alone.running("logs", "--follow") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        until(lambda: _written_in_vain(alone, process), "the follower ends")
        assert (process.returncode, process.stderr.read()) == (0, "")


def _written_in_vain(shell: Shell, process: "subprocess.Popen[str]") -> bool:
    """Add to the log, so that the follower has to write; whether it has ended."""
    with (shell.data_dir / "hub.log").open("a") as log:
        log.write("a line\n")
    return process.poll() is not None


@pytest.mark.parametrize(
    ("words", "sentence", "hint"),
    [
        (["send", "x", "--type", "warning"], "Invalid --type.", "must be one of: alert, info, status"),
        (["send", "x", "--priority", "odd"], "Invalid --priority.", "must be one of: low, normal, high, urgent"),
        (["inbox", "--type", "warning"], "Invalid --type.", "must be one of: alert, info, status"),
        (["inbox", "--status", "odd"], "Invalid --status.", "must be: pending, acknowledged, or dismissed"),
        (["inbox", "--priority", "odd"], "Invalid --priority: odd", "must be one of: low, normal, high, urgent"),
        (["ask", "x", "--urgency", "odd"], "Invalid --urgency.", "must be one of: low, normal, high, urgent"),
        (["ask", "x", "--option", "a", "--option", "a"], "--option: 'a' is there twice", None),
        (["ask", "x", "--option", "a", "--option", "b", "--action-label", "b"], "--action-label: ", "leave it out"),
    ],
)
def test_a_refused_value_is_named_by_its_flag(shell: Shell, words: list[str], sentence: str, hint: str | None) -> None:
    ended = shell.run(*words)
    assert ended.code == 2
    assert ended.err.startswith(f"bellpull: {sentence}"), ended.err
    assert (f"hint: {hint}" in ended.err) if hint else ("hint" not in ended.err), ended.err
