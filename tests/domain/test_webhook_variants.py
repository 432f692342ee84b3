"""Each action of each event, and events with fields missing, as the line that an agent reads.

One case per line of `webhook_variants.jsonl`: the host, the event, what it says, and the line, or why there is none.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from bellpull.domain.webhook_github import github
from bellpull.domain.webhook_gitlab import gitlab
from bellpull.domain.webhook_parts import Ignored, Part

CASES = [json.loads(line) for line in Path(__file__).with_name("webhook_variants.jsonl").read_text().splitlines()]
HOSTS = {"github": github, "gitlab": gitlab}


@pytest.mark.parametrize("host, event, said, expected", CASES)
def test_event_becomes_its_line_with_what_it_says(
    host: str, event: str, said: Any, expected: str | dict[str, str]
) -> None:
    told = HOSTS[host](event, Part(said))
    assert told == (Ignored(expected["ignored"]) if isinstance(expected, dict) else expected)
