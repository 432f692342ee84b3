"""What a hub's log says of itself after a run."""

import re
from collections import Counter
from pathlib import Path


def tracebacks(data: Path) -> Counter[str]:
    """The last lines of those in the logs of that data folder, and how often."""
    text = "".join(log.read_text(errors="replace") for log in sorted(data.glob("hub.log*")))
    return Counter(re.findall(r"^Traceback.*\n(?:[ \t].*\n|\n)*(\S.*)", text, re.MULTILINE))


def size(data: Path) -> int:
    return sum(log.stat().st_size for log in data.glob("hub.log*"))
