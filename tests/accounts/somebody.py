"""A command of Bellpull as another account runs it: `somebody.py UID WORDS …`."""

import os
import sys

from support.other_account import become, load_everything


def run(uid: str, *words: str) -> int:
    load_everything()
    from bellpull.cli.main import main

    become(int(uid))
    os.umask(0)  # nothing may depend on it
    sys.argv = ["bellpull", *words]
    return main()


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
