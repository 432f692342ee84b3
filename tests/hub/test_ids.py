"""Ids are made by several threads at once: the store's, and the one that answers."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from bellpull.hub.ids import new_id

WHEN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_threads_that_make_ids_at_once_get_different_ones() -> None:
    def make(_: int) -> list[str]:
        return [new_id(WHEN) for _ in range(20_000)]

    with ThreadPoolExecutor(8) as pool:
        made = [id for ids in pool.map(make, range(8)) for id in ids]
    assert len(set(made)) == len(made) == 160_000
