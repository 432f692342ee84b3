"""A hub whose verbs are called as they are, over each store that there is."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bellpull.hub import ids
from bellpull.hub.hub import Rules
from support.in_process import NO_LIMIT, HubRates, Stage
from support.stores import Opener

StageMaker = Callable[..., Stage]


@pytest.fixture(autouse=True)
def own_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids rise with time in a whole process: those of other tests do not go on from where a clock goes here."""
    monkeypatch.setattr(ids, "_last", 0)


@pytest.fixture
def stages(store: Opener, tmp_path: Path) -> Iterator[StageMaker]:
    """Makes a stage with rules of its own: `stages(Rules(…))`."""
    made: list[Stage] = []

    def make(rules: Rules | None = None, rates: HubRates = NO_LIMIT) -> Stage:
        folder = tmp_path / f"stage-{len(made)}"
        folder.mkdir()
        made.append(Stage(folder, store, rules, rates))
        return made[-1]

    yield make
    for one in made:
        one.end()


@pytest.fixture
def stage(stages: StageMaker) -> Stage:
    return stages()
