"""Commands of Bellpull as another account runs them: `somebody.py UID WORDS … [--then WORDS …]…`.

Everything is loaded once, and each of several commands is a copy of this process. The exit code is that of all of them;
if they differ, 255.
"""

import itertools
import os
import sys

from support.other_account import become, load_everything

THEN = "--then"


def run(uid: int, words: list[str]) -> int:
    from bellpull.cli.main import main

    become(uid)
    os.umask(0)  # nothing may depend on it
    sys.argv = ["bellpull", *words]
    return main()


def run_copy(uid: int, words: list[str]) -> int:
    if not (pid := os.fork()):
        sys.exit(run(uid, words))
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


def main(uid: str, *words: str) -> int:
    load_everything()
    commands = [list(part) for is_then, part in itertools.groupby(words, THEN.__eq__) if not is_then]
    if len(commands) == 1:
        return run(int(uid), commands[0])
    codes = {run_copy(int(uid), command) for command in commands}
    return codes.pop() if len(codes) == 1 else 255


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
