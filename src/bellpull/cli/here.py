"""What is said of commands that work on this machine's data folder, whichever hub the others speak to."""

from __future__ import annotations

import sys

from bellpull.cli.outcome import NOTE
from bellpull.cli.parser import settings
from bellpull.cli.terminal import plain
from bellpull.remote.find import is_elsewhere

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace


def say_here(args: Namespace) -> None:
    """Where the settings choose a hub that may be elsewhere: that this is about another folder than one may think. Who
    gave the folder as a flag knows it."""
    config = settings(args)
    if args.data_dir is None and is_elsewhere(config, None):
        where = f"{plain(config.data_dir)}, this machine's data folder"
        sys.stderr.write(f"{NOTE}this is about {where}, whatever url is ({config.origin('url')})\n")
