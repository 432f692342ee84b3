"""A private desktop for each test that asks for one."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.desktop import Desktop, running_desktop


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    # Not under pytest's own folder: the path of a socket has to be short.
    with tempfile.TemporaryDirectory(prefix="bellpull-") as folder, running_desktop(Path(folder)) as running:
        yield running
