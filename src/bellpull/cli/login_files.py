"""What start at login is made of, as text: a systemd user unit, an XDG autostart entry, a launchd agent.

Each has its own rules for a word in a command line; they are kept to the letter, because a home folder may have any
name. Every text carries the mark by which its file is known as ours. Not here: where the files are and who is told of
them (`at_login`).
"""

from __future__ import annotations

from bellpull.cli.marked_file import MARK
from bellpull.domain import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LABEL = "bellpull.hub"
#: systemd takes no program whose path has one of these; `env` finds it all the same.
NO_PROGRAM = "\"'\\"
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._/@+:,")
# Exit code 1 says that a hub is running already with other flags, which is as good. What it prints has a link that
# signs its owner in, and the journal is no place for that. The walls are those that need no namespace: not every user
# may make one.
UNIT = """\
# {mark}
[Unit]
Description=Bellpull hub
StartLimitIntervalSec=120
StartLimitBurst=5

[Service]
{environment}ExecStart={command}
SuccessExitStatus=1
Restart=on-failure
RestartSec=5
StandardOutput=null
UMask=0077
NoNewPrivileges=yes
LockPersonality=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native

[Install]
WantedBy=default.target
"""
ENTRY = """\
# {mark}
[Desktop Entry]
Type=Application
Name=Bellpull
Comment=The bell between you and your agents
Exec={command}
Terminal=false
NoDisplay=true
X-GNOME-Autostart-enabled=true
"""


def unit(words: Sequence[str], variables: Mapping[str, str]) -> str:
    _check(words, variables)
    if any(mark in words[0] for mark in NO_PROGRAM):
        words = ["/usr/bin/env", *words]
    # The colon: no word names a variable. Older systemds do not know it, so it is there only where it matters.
    literal = ":" if any("$" in word for word in words) else ""
    assigned = "".join(f"Environment={_in_a_unit(f'{name}={value}')}\n" for name, value in variables.items())
    return UNIT.format(mark=MARK, environment=assigned, command=literal + " ".join(map(_in_a_unit, words)))


def entry(words: Sequence[str], variables: Mapping[str, str]) -> str:
    _check(words, variables)
    if variables:
        words = ["env", *(f"{name}={value}" for name, value in variables.items()), *words]
    return ENTRY.format(mark=MARK, command=" ".join(map(_in_an_entry, words)))


def agent(words: Sequence[str], variables: Mapping[str, str]) -> str:
    import plistlib

    _check(words, variables)
    said = {
        "Label": LABEL,
        "ProgramArguments": list(words),
        "EnvironmentVariables": dict(variables),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "Umask": 0o077,
    }
    head, line, rest = plistlib.dumps(said, sort_keys=False).decode("utf-8").partition("\n")
    return f"{head}{line}<!-- {MARK} -->\n{rest}"


def _in_a_unit(word: str) -> str:
    if word and PLAIN.issuperset(word):
        return word
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%") + '"'


def _in_an_entry(word: str) -> str:
    """Quoted as an argument, and then once more as a value, in which a backslash is two."""
    if word and PLAIN.issuperset(word):
        return word
    quoted = "".join(f"\\{character}" if character in '"`$\\' else character for character in word)
    return '"' + quoted.replace("\\", "\\\\").replace("%", "%%") + '"'


def _check(words: Sequence[str], variables: Mapping[str, str]) -> None:
    for word in (*words, *variables.values()):
        if not word.isprintable():
            sentence = f"{word!r} has a character that cannot stand in a file for start at login."
            raise errors.Setup("odd_path", sentence, "choose a data folder with another name: --data-dir")
