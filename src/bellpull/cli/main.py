"""The command `bellpull`: finds the command's module, runs it, and lets no failure out but as a sentence and a code.

A module is imported only when its command is used, because most commands live for milliseconds. Not here: what the
commands do, and what the exit codes mean (`outcome`).
"""

from __future__ import annotations

import argparse
import os
import sys

from bellpull import __version__
from bellpull.cli.outcome import DONE, ERROR, complain
from bellpull.cli.parser import Parser, settings
from bellpull.domain import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Command:
    """Where a command is: its module, and the function there that adds its options and sets what to run."""

    def __init__(self, module: str, declare: str, help: str, example: str) -> None:
        self.module = module
        self.declare = declare
        self.help = help
        self.example = example


SEND = 'bellpull send "Build done" --message "All green." --type completion --priority low'
ASK = 'bellpull ask "Merge to main?" --option "Yes, merge" --option No --timeout 60'
CONFIRM = 'bellpull confirm "Deploy to production?" --yes Deploy --timeout 600'
INBOX = "bellpull inbox --agent builder --priority high,urgent"
STATUS = "bellpull status --format tmux"
TELL = 'bellpull tell builder "use the staging database"'
RUN = "bellpull run --agent builder --notify -- make build"
DIAGNOSTICS = "bellpull diagnostics --agent builder -- ruff check --output-format concise"
WEBHOOK = "bellpull webhook create --agent builder --source ci --secret"
WRAP = "bellpull wrap --agent builder -- npx -y @modelcontextprotocol/server-filesystem ."
WATCHER = "bellpull watcher --url http://hub.example:7717"
WHOAMI = "bellpull whoami --json"
AUDIT = "bellpull audit --about builder --limit 20"
EXPORT = "bellpull export hub.jsonl"
ID = "notif_3q2-7wAAQbM0Zk1x"
COMMANDS = {
    "up": Command("up", "declare_up", "start the hub", "bellpull up --detach"),
    "down": Command("hub", "declare_down", "stop the hub", "bellpull down"),
    "status": Command("status", "declare_status", "say who waits for you, and whether the hub is running", STATUS),
    "demo": Command("demo", "declare_demo", "watch three scripted agents for two minutes", "bellpull demo"),
    "sessions": Command("sessions", "declare_sessions", "list the sessions of agents", "bellpull sessions --wait"),
    "tui": Command("tui", "declare_tui", "see and answer everything in this terminal", "bellpull tui"),
    "jump": Command("jump", "declare_jump", "go to the terminal of a session", "bellpull jump builder"),
    "send": Command("notifications", "declare_send", "tell people something", SEND),
    "inbox": Command("inbox", "declare_inbox", "list notifications", INBOX),
    "show": Command("inbox", "declare_show", "show one notification and its trail", f"bellpull show {ID}"),
    "ack": Command("notifications", "declare_ack", "acknowledge notifications", f"bellpull ack {ID}"),
    "dismiss": Command("notifications", "declare_dismiss", "dismiss notifications", f"bellpull dismiss {ID}"),
    "ask": Command("ask", "declare_ask", "ask people something and wait for the answer", ASK),
    "confirm": Command("ask", "declare_confirm", "ask people for yes or no: exit code 0 or 1", CONFIRM),
    "questions": Command("questions", "declare_questions", "list open questions", "bellpull questions --agent builder"),
    "answer": Command("answering", "declare_answer", "answer a question", f"bellpull answer {ID} No"),
    "tell": Command("tell", "declare_tell", "tell an agent something while it works", TELL),
    "trail": Command("trail", "declare_trail", "show what an agent told, asked and was told", "bellpull trail builder"),
    "follow": Command(
        "follow", "declare_follow", "tell an agent when files change", "bellpull follow src --agent builder"
    ),
    "run": Command("run", "declare_run", "run a command and tell an agent how it ended", RUN),
    "diagnostics": Command(
        "diagnostics", "declare_diagnostics", "tell an agent what a checker finds anew", DIAGNOSTICS
    ),
    "webhook create": Command("webhooks", "declare_create", "make an address for CI and the like", WEBHOOK),
    "webhook list": Command("webhooks", "declare_list", "list webhooks", "bellpull webhook list"),
    "webhook remove": Command("webhooks", "declare_remove", "remove a webhook", "bellpull webhook remove WEBHOOK_ID"),
    "desk": Command("desk", "declare_desk", "show things on this desktop", "bellpull desk --test"),
    "page": Command("page", "declare_page", "print a link that signs you in to the page", "bellpull page --open"),
    "key create": Command("keys", "declare_create", "make a key", "bellpull key create --agent builder --json"),
    "key list": Command("keys", "declare_list", "list keys", "bellpull key list"),
    "key revoke": Command("keys", "declare_revoke", "revoke a key, at once", "bellpull key revoke KEY_ID"),
    "agent list": Command("agents", "declare_list", "list agents", "bellpull agent list"),
    "agent remove": Command(
        "agents", "declare_remove", "remove an agent and everything of it", "bellpull agent remove builder"
    ),
    "agent share": Command(
        "sharing", "declare_share", "let a person see, answer and tell an agent", "bellpull agent share builder anna"
    ),
    "agent unshare": Command(
        "sharing", "declare_unshare", "share an agent no longer", "bellpull agent unshare builder anna"
    ),
    "user add": Command("users", "declare_add", "add a person, with a password", "bellpull user add anna"),
    "user list": Command("users", "declare_list", "list people", "bellpull user list"),
    "user remove": Command(
        "users", "declare_remove", "remove a person", "bellpull user remove anna --give-agents-to owner"
    ),
    "user password": Command(
        "user_password", "declare_password", "set a password, yours unless told", "bellpull user password"
    ),
    "mcp": Command("mcp", "declare_mcp", "the MCP server that a coding tool starts", "bellpull mcp --agent builder"),
    "wrap": Command("wrap", "declare_wrap", "let any MCP server carry nudges", WRAP),
    "hook": Command("hook", "declare_hook", "what a coding tool runs after each step", "bellpull hook claude-code"),
    "watcher": Command("watcher", "declare_watcher", "watch the OpenCode servers near here for a hub", WATCHER),
    "whoami": Command("whoami", "declare_whoami", "say which agent this folder is, and of which hub", WHOAMI),
    "connect": Command("connect", "declare_connect", "let a coding tool use Bellpull", "bellpull connect opencode"),
    "disconnect": Command("connect", "declare_disconnect", "take that back", "bellpull disconnect opencode"),
    "backup": Command("backup", "declare_backup", "copy everything that the hub keeps", "bellpull backup ~/backups/"),
    "restore": Command("backup", "declare_restore", "bring a backup back", "bellpull restore ~/backups/hub.db"),
    "export": Command("transfer", "declare_export", "write everything as JSON lines, without secrets", EXPORT),
    "import": Command("transfer", "declare_import", "take in what a hub has exported", "bellpull import hub.jsonl"),
    "audit": Command("audit", "declare_audit", "show who did what, when and from where", AUDIT),
    "upkeep": Command("upkeep", "declare_upkeep", "show what is old enough to be deleted", "bellpull upkeep"),
    "logs": Command("logs", "declare_logs", "show the hub's log", "bellpull logs -n 100 --follow"),
    "doctor": Command("doctor", "declare_doctor", "check settings, data folder and hub", "bellpull doctor"),
    "uninstall": Command("uninstall", "declare_uninstall", "take Bellpull out of your tools", "bellpull uninstall"),
}
#: The command with which each part of the overview begins. The reference has the same parts.
PARTS = {
    "up": "The hub",
    "sessions": "Who waits",
    "send": "Notifications",
    "ask": "Questions",
    "tell": "Nudges",
    "desk": "Surfaces",
    "key create": "Keys, agents and people",
    "mcp": "Coding tools",
    "backup": "Look after it",
    "logs": "When something is wrong",
}
#: They work on the data folder itself, whichever hub the settings choose.
HERE = ("backup", "restore", "export", "import", "logs")
GROUPS = {
    "webhook": "Make, list and remove webhooks.",
    "key": "Make, list and revoke keys.",
    "agent": "List, share and remove agents.",
    "user": "Add, list and remove people, and set their passwords.",
}
GROUP_STEPS = {
    "webhook": f"{WEBHOOK}\n  bellpull webhook list\n  bellpull webhook remove WEBHOOK_ID",
    "key": "bellpull key create --agent builder\n  bellpull key list\n  bellpull key revoke KEY_ID",
    "agent": "bellpull agent list\n  bellpull agent share builder anna\n  bellpull agent remove builder",
    "user": "bellpull user add anna\n  bellpull user list\n  bellpull user password",
}
FIRST_STEPS = "bellpull up --detach\n  bellpull page --open\n  bellpull demo\n  bellpull connect"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code. A traceback is shown only with the log level `debug`."""
    _prepare_streams()
    try:
        code = _outcome(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon_output()
        return DONE
    except OSError as error:
        _abandon_output()
        return complain(errors.Setup("output", f"The output cannot be written: {error.strerror}."))
    return code


def _prepare_streams() -> None:
    """What cannot be encoded is escaped. A closed stream is opened on nothing: a socket must not take its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.open(os.devnull, os.O_RDWR), mode, closefd=False))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _outcome(argv: list[str]) -> int:
    try:
        return _run(argv)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else DONE
    except errors.BellpullError as error:
        return complain(error)
    except KeyboardInterrupt:
        return complain(errors.BellpullError("interrupted", "Interrupted."))
    except BrokenPipeError:
        raise
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return complain(errors.Setup("system", f"{where}{error.strerror or error}.", "look further: bellpull doctor"))
    except Exception as error:
        return _unexpected(error)


def _run(argv: list[str]) -> int:
    name, rest = _resolve(argv)
    if name not in COMMANDS:
        return _overview(name, rest)
    parser = build(name)
    args = parser.parse_args(rest)
    if name in HERE:
        from bellpull.cli.here import say_here

        say_here(args)
    try:
        code: int = args.run(args)
    except errors.Invalid as error:
        error.rename(parser.fields())
        raise
    return code


def build(name: str) -> Parser:
    """The parser of one command, with its options."""
    command = COMMANDS[name]
    module = __import__(f"bellpull.cli.{command.module}", fromlist=[command.declare])
    parser = Parser(name, command.help[:1].upper() + command.help[1:] + ".", command.example)
    getattr(module, command.declare)(parser)
    return parser


def _resolve(argv: list[str]) -> tuple[str, list[str]]:
    """The command's name, and everything else; options may stand before the name."""
    rest, name = list(argv), ""
    index = _skip_options(rest, 0)
    if index < len(rest):
        name = rest.pop(index)
    if name in GROUPS:
        index = _skip_options(rest, index)
        if index < len(rest):
            name = f"{name} {rest.pop(index)}"
    return name, rest


def _skip_options(argv: Sequence[str], index: int) -> int:
    while index < len(argv) and argv[index].startswith("-"):
        index += 2 if argv[index] in ("--data-dir", "--url") else 1
    return index


def _overview(name: str, rest: list[str]) -> int:
    if name not in ("", *GROUPS):
        raise _unknown(name)
    parser = Parser(name, "\n".join(_overview_lines(name)), GROUP_STEPS.get(name, FIRST_STEPS))
    parser.usage = f"{parser.prog} COMMAND [options]"
    parser.add_argument("--version", action="version", version=f"bellpull {__version__}")
    parser.parse_args(rest)
    parser.print_help(sys.stderr)
    return ERROR


def _overview_lines(group: str) -> list[str]:
    head = GROUPS.get(group, "The attention layer between people and their AI agents.")
    lines = [head, "", "commands:"]
    for name, command in COMMANDS.items():
        if not group and name in PARTS:
            lines += ["", PARTS[name]]
        if name.startswith(f"{group} " if group else ""):
            lines.append(f"  {name:<16}{command.help}")
    return [*lines, "", "Each explains itself: bellpull COMMAND --help"]


def _unknown(name: str) -> errors.Invalid:
    import difflib

    nearest = difflib.get_close_matches(name, COMMANDS, n=1)
    hint = f"did you mean: bellpull {nearest[0]}" if nearest else "see: bellpull --help"
    return errors.Invalid("unknown_command", f"There is no command {name!r}.", hint)


def _unexpected(error: Exception) -> int:
    if settings(argparse.Namespace()).log_level == "debug":
        raise error
    sentence = f"Something went wrong inside Bellpull: {type(error).__name__}: {error}."
    return complain(errors.BellpullError("bug", sentence, "set BELLPULL_LOG_LEVEL=debug to see where, and report it"))


def _abandon_output() -> None:
    """Whoever read our output has gone, or there is no room for it: what is still buffered must not raise again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


if __name__ == "__main__":
    sys.exit(main())
