"""Hubs for the tests: one that the quick tests of a worker share, and fresh ones for those that break theirs."""

import contextlib
import signal
import time
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, core, settings

from bellpull import __version__
from bellpull.hub import ids
from support.hub import Caller, Hub, HubMaker, running
from support.installed import NEXT, Environment, wheel
from support.local_hub import running_here
from support.speeds import FOLDERS, TESTS, programs_forbidden, starts_programs
from support.stores import STORES, Opener, wait_for_no_disk
from support.this_run import SEED, left_behind, mark
from support.turns import turn_of

settings.register_profile(
    "suite",
    deadline=None,
    database=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
settings.register_profile("explore", settings.get_profile("suite"), derandomize=False)
settings.load_profile("explore" if SEED else "suite")
if SEED:
    core.global_force_seed = SEED
mark()
wait_for_no_disk()

# A program that a shell runs in the background, or under nohup, ignores these, and would hand that on to all that the
# tests start.
for _ignored, _handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(_ignored) is signal.SIG_IGN:
        signal.signal(_ignored, _handler)


#: So long what was told to end may take, on a machine that does much else.
ENDING_SECONDS = 30


def pytest_report_header() -> str:
    return f"seed: {SEED} (another one: BELLPULL_TEST_SEED=N)"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    """A run leaves no process behind. It is told apart from others by the variable that all of its processes have."""
    yield
    if hasattr(session.config, "workerinput"):
        return
    until = time.monotonic() + ENDING_SECONDS
    while (left := left_behind()) and time.monotonic() < until:
        time.sleep(0.1)
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    for one in left:
        session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED
        if reporter is not None:
            reporter.write_line(f"left behind: {one.pid} {one.words}", red=True)


def pytest_configure(config: pytest.Config) -> None:
    """`make quick` tries a few examples of each property; `make test` tries them all."""
    if "not process" in config.option.markexpr:
        settings.register_profile("quick", settings(), max_examples=25)
        settings.load_profile("quick")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """`make quick` does not read the folders that it leaves out."""
    is_left_out = "not process" in config.option.markexpr and collection_path.parent == TESTS
    return True if is_left_out and collection_path.name in FOLDERS else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """A test that starts a program, or whose fixtures do, has the marker `process`: without it, it is a quick one."""
    with programs_forbidden(item.get_closest_marker("process") is None):
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: turn_of(item.path))
    for item in items:
        if starts_programs(item):
            item.add_marker("process")


@pytest.fixture(autouse=True)
def ids_of_today() -> Iterator[None]:
    """Ids never fall within a process: a test whose clock goes ahead would leave its time to all later ones."""
    yield
    if ids._last >> ids._RANDOM_BITS > (time.time() + 1) * 1000:
        ids._last = 0


@pytest.fixture(scope="session")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """The shared hub. Tests that use it bring their own agents and people and leave it as it was."""
    with running_here(tmp_path_factory.mktemp("hub")) as shared:
        yield shared


@pytest.fixture
def fresh_hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubMaker]:
    """Makes hubs of this test alone: `fresh_hub(body_limit="1000")`."""
    with contextlib.ExitStack() as hubs:

        def make(**values: str) -> Hub:
            return hubs.enter_context(running_here(tmp_path_factory.mktemp("hub"), values))

        yield make


@pytest.fixture(scope="session")
def shared_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """As `hub`, in a process of its own: for its connections, its output, its memory."""
    with running(tmp_path_factory.mktemp("hub")) as shared:
        yield shared


@pytest.fixture
def hub_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubMaker]:
    """As `fresh_hub`, each in a process of its own, which can be killed and started again."""
    with contextlib.ExitStack() as hubs:

        def make(**values: str) -> Hub:
            return hubs.enter_context(running(tmp_path_factory.mktemp("hub"), values))

        yield make


@pytest.fixture(params=STORES.values(), ids=STORES)
def store(request: pytest.FixtureRequest) -> Opener:
    """Opens the data of a folder: with each store that there is."""
    opener: Opener = request.param
    return opener


@pytest.fixture
def agent(hub: Hub) -> Caller:
    """A fresh agent of the shared hub, owned by its admin."""
    return hub.new_agent()


@pytest.fixture
def person(hub: Hub) -> Caller:
    """A fresh user of the shared hub."""
    return hub.new_person()


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Of this version and of one that comes later."""
    folder = tmp_path_factory.mktemp("wheels")
    return wheel(folder, __version__), wheel(folder, NEXT)


@pytest.fixture
def environment(tmp_path: Path, wheels: tuple[Path, Path]) -> Environment:
    """Where this version is installed, to be upgraded."""
    made = Environment(tmp_path / "venv")
    made.install(wheels[0])
    return made
