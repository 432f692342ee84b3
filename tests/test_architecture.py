"""The shape of the code: imports point inward, modules and functions stay small."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.turns import FIRST, TESTS

SOURCE = Path(__file__).parent.parent / "src" / "bellpull"
MODULES = sorted(SOURCE.rglob("*.py"))

# What each part may import of the others; parts that are not named here (assemble, cli) know everybody.
ALLOWED = {
    "domain": set(),
    "locking": set(),
    "own_folder": {"domain"},
    "setting_kinds": {"domain"},
    "config": {"domain", "setting_kinds"},
    "folder": {"domain", "own_folder"},
    "logs": {"domain", "config"},
    "supervisor": set(),
    "hub": {"domain"},
    "store": {"domain", "hub", "locking"},
    "feed": {"domain", "hub"},
    "conversation": {"domain", "hub"},
    "web": {"domain", "hub"},
    "remote": {"domain", "config", "locking", "own_folder"},
    "clients": {"domain", "config", "remote"},
    "demo": {"domain", "config", "remote"},
    "library": {"domain", "config", "remote"},
    "desk": {"domain", "config", "remote", "locking", "place"},
    "mcp": {"domain", "config", "remote", "locking"},
    "sources": {"domain", "config", "remote", "locking"},
    "place": {"domain"},
    "watch": {"domain", "config", "remote", "place", "locking"},
    "tui": {"domain", "config", "remote", "place", "locking"},
}
# A folder that differs from its part: /mcp is served in the hub's own process, everything else of it in the agent's.
SERVED = {"domain", "hub", "web"}
KNOWS_EVERYBODY = {"assemble", "cli", "__init__"}
LONGEST_MODULE = 400
LONGEST_FUNCTION = 40


def part_of(module: Path) -> str:
    return module.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports_of(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_inward(module: Path) -> None:
    part = part_of(module)
    if part in KNOWS_EVERYBODY:
        return
    ours = {name.split(".")[1] for name in imports_of(module) if name.startswith("bellpull.")}
    allowed = SERVED if module.is_relative_to(SOURCE / "mcp" / "server") else ALLOWED[part]
    assert ours - {part, "__version__", "PROTOCOL", "OLDEST_PROTOCOL"} <= allowed


@pytest.mark.parametrize("module", sorted((SOURCE / "domain").glob("*.py")), ids=lambda path: path.name)
def test_the_domain_does_no_input_or_output(module: Path) -> None:
    pure = {"bellpull", "datetime", "json", "re", "typing", "collections", "enum", "dataclasses"}
    pure |= {"_blake2", "hashlib", "hmac", "unicodedata", "__future__"}
    assert {name.split(".")[0] for name in imports_of(module)} <= pure
    tree = ast.parse(module.read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef | ast.Await)]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_modules_and_functions_stay_small(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_MODULE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, node.name


def test_the_files_that_are_to_be_first_are_there() -> None:
    assert [name for name in FIRST if not (TESTS / name).is_file()] == []


def test_no_two_modules_of_the_tests_have_one_name() -> None:
    """pytest imports them all by their bare names, and so they would be taken for each other."""
    names = [module.name for module in Path(__file__).parent.rglob("*.py")]
    assert {name for name in names if names.count(name) > 1} <= {"conftest.py", "__init__.py"}
