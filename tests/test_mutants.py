"""The changes that `scripts/mutants` makes: which there are, and which it leaves out."""

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "mutants"


@pytest.fixture(scope="module")
def mutants() -> ModuleType:
    spec = spec_from_loader("mutants", SourceFileLoader("mutants", str(SCRIPT)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["mutants"] = module  # its data classes look for their module
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = before
        del sys.modules["mutants"]
    return module


@pytest.mark.parametrize(
    "source, changes",
    [
        ("x = a < b", ["a <= b", "a >= b"]),
        ("x = a is not b", ["a is b"]),
        ("x = a and b", ["a or b"]),
        ("x = not a", ["a"]),
        ("x = a + b", ["a - b"]),
        ("x = 7", ["8", "6"]),
        ("x = True", ["False"]),
        ("x = 'a'", ["'a~'"]),
        ("x = f'a{b}'", ["f'a{b}~'"]),
        ("x = a[b:c]", [":c", "b:"]),
        ("x = [a for a in b if c]", ["for a in b"]),
        ("x = min(a, b)", ["max(a, b)"]),
        ("x = sorted(a)", ["a"]),
        ("x = a.strip()", ["a"]),
        ("f(a)", ["pass"]),
        ("a.b = c", ["pass"]),
        ("def f(a=None): return a", ["return None"]),
        ("if f(a): b = c", ["if not f(a):"]),
        ("x: int = a", []),
        ("'''A docstring.'''", []),
        ("log.warning('late: %s', a)", []),
        ("T = TypeVar('T')", []),
        ("__slots__ = ('a',)", []),
        ("if TYPE_CHECKING:\n    f(a)", []),
        ("def f(a: 'int | None') -> 'str': ...", []),
    ],
)
def test_change_is_found_where_it_has_an_effect(mutants: ModuleType, source: str, changes: list[str]) -> None:
    found = mutants.Finder(source).found
    assert len(found) == len(changes)
    assert all(after in change.after for change, after in zip(found, changes, strict=True))


def test_change_is_made_in_the_code_that_runs(mutants: ModuleType) -> None:
    source = "def f(a):\n    return a + 1\n"
    results = []
    for index in range(len(mutants.Finder(source).found)):
        namespace: dict[str, object] = {}
        exec(mutants.mutated(source, "f.py", index), namespace)
        results.append(namespace["f"](5))  # type: ignore[operator]
    assert results == [None, 4, 7, 5]
