"""A command of ours as it must be typed here to reach this hub: by its path where no shell would find it, and with the
data folder where that was chosen."""

from __future__ import annotations

import os
import sys

from bellpull.cli.terminal import plain
from bellpull.remote.found import typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bellpull.config import Config


def as_typed(config: Config, words: str) -> str:
    import shlex
    import shutil

    by_path = os.path.basename(sys.argv[0]) == "bellpull" and not shutil.which("bellpull")  # noqa: PTH119
    return plain(typed(config, words, shlex.quote(sys.argv[0]) if by_path else "bellpull"))
