"""`bellpull up` where a hub of another version runs: it is stopped, and the new one takes its place.

It is not stopped for good. No mark is left, so agents that wait go on waiting, and the next hub has their questions.
The desk beside it is ended too where the next hub can start its own.
"""

from __future__ import annotations

import os
import sys

from bellpull import __version__
from bellpull.cli.beside import desk_display
from bellpull.cli.datafile import DATA_FILE, newer_schema
from bellpull.cli.desks import end_desk, is_beside, running_desks
from bellpull.cli.hub import process_of, stop
from bellpull.cli.terminal import plain
from bellpull.desk.display import desk_name
from bellpull.domain import errors
from bellpull.remote.versions import differs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bellpull.config import Config


def replaced(config: Config, said: dict[str, Any]) -> bool:
    """Whether the hub that says this of itself was of another version, and has stopped for the new one."""
    version = str(said.get("version", ""))
    if not differs(version):
        return False
    pid = process_of(said)
    if (schemas := newer_schema(config.data_dir)) is not None:
        # It could not be started again.
        sentence = (
            f"The hub is Bellpull {version}, and {config.data_dir / DATA_FILE} is too new for {__version__} "
            f"(schema {schemas[0]}, this one knows {schemas[1]}). It was left as it is."
        )
        raise errors.Setup("newer_data", sentence, "upgrade Bellpull here")
    stop(config, pid, for_good=False)
    _end_desk_beside(config)
    sys.stdout.write(f"The hub at {plain(said['url'])} was Bellpull {plain(version)} and has stopped.\n")
    sys.stdout.write(f"Bellpull {__version__} takes its place; agents that wait for an answer go on waiting.\n")
    sys.stdout.flush()
    return True


def _end_desk_beside(config: Config) -> None:
    """Only that of the display where its successor will be seen."""
    shown_on = desk_display(config)
    if shown_on is None or os.name == "nt":
        return
    own = desk_name(shown_on, config.url)
    for lock in running_desks(config.data_dir):
        if lock.stem == own and is_beside(lock):
            end_desk(lock)
