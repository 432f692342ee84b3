"""A person for every test of clients."""

from pathlib import Path

import pytest
from client_person import Person


@pytest.fixture
def ada(tmp_path: Path) -> Person:
    return Person(tmp_path / "ada's home")
