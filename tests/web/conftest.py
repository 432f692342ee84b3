"""Hubs of one module alone, for what the others of the shared hub would be seen in."""

from collections.abc import Iterator

import pytest

from support.hub import Caller
from support.local_hub import LocalHub, running_here


@pytest.fixture(scope="module")
def own_hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalHub]:
    with running_here(tmp_path_factory.mktemp("hub")) as own:
        yield own


@pytest.fixture
def own_agent(own_hub: LocalHub) -> Caller:
    return own_hub.new_agent()


@pytest.fixture
def own_person(own_hub: LocalHub) -> Caller:
    return own_hub.new_person()


@pytest.fixture(scope="module")
def proxied_hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalHub]:
    """Behind a proxy that it trusts, which says from where and by which scheme a request came."""
    with running_here(tmp_path_factory.mktemp("hub"), {"trusted_proxies": "127.0.0.1"}) as own:
        yield own
