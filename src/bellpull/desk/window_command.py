"""How a window is started from another program: as `python -P -m bellpull.desk.window`, only faster.

A window needs nothing but Python's own library and this package, so Python need not look for what else is installed,
nor for the module that it runs: together that takes as long as a tenth of a bare Tk window.
"""

import sys
from pathlib import Path

_SCRIPT = "import sys; sys.path.insert(0, sys.argv[1]); from bellpull.desk.window_run import run; sys.exit(run())"


def window_command() -> list[str]:
    package = Path(__file__).parent.parent
    return [sys.executable, "-P", "-S", "-c", _SCRIPT, str(package.parent)]
