"""OpenCode's plugin, as it is shipped (`bellpull.js`), and copies of it that know how to run `bellpull`.

A copy names the command, the agent and where the hub is. Keys never go into it: the plugin asks `bellpull whoami`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

SHIPPED = Path(__file__).with_name("bellpull.js")
FIRST_STATEMENT = "const SETTINGS = "


def plugin_text(command: Sequence[str], agent: str | None, data_dir: str | None, url: str | None) -> str:
    """The plugin with its first statement replaced."""
    settings = {"command": list(command), "agent": agent, "dataDir": data_dir, "url": url}
    before, statement, after = SHIPPED.read_text(encoding="utf-8").partition(FIRST_STATEMENT)
    _, line_end, rest = after.partition("\n")
    return before + statement + json.dumps(settings) + line_end + rest
