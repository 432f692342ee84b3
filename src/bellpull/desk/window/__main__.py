"""The reply window's process: one JSON line in, one JSON line out. `python -P -m bellpull.desk.window`

Kept tiny on purpose: Python compiles the module that it runs anew each time, and keeps only what is imported compiled.
The way of a window through its life is in `run`; who starts it and reads its line is `popup`.
"""

import sys

from bellpull.desk.window.run import run

if __name__ == "__main__":
    sys.exit(run())
