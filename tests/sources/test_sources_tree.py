"""Files that are followed: which ones, and what became of them, on a real disk with a real git."""

import os
import subprocess
from pathlib import Path

import pytest

from bellpull.domain.errors import Invalid
from bellpull.sources.burst import message
from bellpull.sources.tree import Tree


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def repository(project: Path) -> Path:
    git(project, "init", "-q")
    write(project / ".gitignore", "out/\n*.log\n!keep.log\n")
    return project


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, timeout=30)


def write(file: Path, text: str = "x") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def looked_at(project: Path, *paths: Path) -> Tree:
    tree = Tree(paths or [project], project)
    tree.look()
    return tree


def told(tree: Tree, *touched: Path) -> list[str]:
    concerned = tree.concerned({str(path) for path in touched})
    return message(tree.settle(concerned)).splitlines()


@pytest.mark.process
def test_a_file_that_git_ignores_is_not_told(repository: Path) -> None:
    tree = looked_at(repository)
    names = ["out/a", "x.log", "keep.log", "src/x.log", "src/a.py", ".git/note", "src/.a.py.swp", "src/a.py~"]
    touched = [write(repository / name) for name in names]
    assert told(tree, *touched) == ["keep.log was created externally", "src/a.py was created externally"]


@pytest.mark.process
def test_a_file_that_git_knows_is_told_though_a_rule_would_ignore_it(repository: Path) -> None:
    tracked = write(repository / "tracked.log")
    git(repository, "add", "-f", "tracked.log")
    tree = looked_at(repository)
    write(tracked, "more")
    assert told(tree, tracked) == ["tracked.log was modified externally"]


@pytest.mark.process
def test_new_rules_count_at_once(repository: Path) -> None:
    tree = looked_at(repository)
    first = write(repository / "a.tmp")
    assert told(tree, first) == ["a.tmp was created externally"]
    rules = write(repository / ".gitignore", "*.tmp\n")
    assert told(tree, rules, write(repository / "b.tmp")) == [".gitignore was modified externally"]


@pytest.mark.process
def test_rules_of_a_work_tree_within_another_count_there(repository: Path) -> None:
    for name in ("inner", "out/inner"):
        (repository / name).mkdir(parents=True)
        git(repository / name, "init", "-q")
        write(repository / name / ".gitignore", "secret\n")
    tree = looked_at(repository)
    names = ["inner/secret", "inner/open", "inner/x.log", "out/inner/open"]
    touched = [write(repository / name) for name in names]
    assert told(tree, *touched) == ["inner/open was created externally", "inner/x.log was created externally"]


def test_the_usual_folders_are_ignored_without_git(project: Path) -> None:
    tree = looked_at(project)
    touched = [write(project / name) for name in ("node_modules/a/b.js", "a.pyc", "x.log", "src/__pycache__/a")]
    assert told(tree, *touched) == ["x.log was created externally"]


@pytest.mark.process
@pytest.mark.usefixtures("repository")
def test_the_usual_folders_are_ignored_without_a_git_that_works(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    tree = looked_at(project)
    touched = [write(project / name) for name in ("node_modules/b.js", "x.log", ".git/x")]
    assert told(tree, *touched) == ["x.log was created externally"]


@pytest.mark.process
def test_a_named_file_is_followed_though_git_ignores_it(repository: Path) -> None:
    inside, named = write(repository / "out/a"), write(repository / "x.log")
    tree = looked_at(repository, repository / "out", named)
    write(inside, "more")
    write(named, "more")
    assert told(tree, inside, named) == ["out/a was modified externally", "x.log was modified externally"]


def test_a_file_that_is_replaced_was_modified(project: Path) -> None:
    file = write(project / "a")
    tree = looked_at(project, file)
    write(project / "new", "other").replace(file)
    assert told(tree, file, project / "new") == ["a was modified externally"]


def test_a_file_that_came_and_went_is_not_told(project: Path) -> None:
    tree = looked_at(project)
    file = write(project / "a")
    file.unlink()
    assert told(tree, file) == []


def test_a_file_that_went_and_came_was_modified(project: Path) -> None:
    file = write(project / "a")
    tree = looked_at(project)
    file.unlink()
    write(file, "another")
    assert told(tree, file) == ["a was modified externally"]


def test_a_folder_that_moves_moves_its_files(project: Path) -> None:
    for name in ("old/a", "old/deep/b"):
        write(project / name)
    tree = looked_at(project)
    (project / "old").rename(project / "new")
    assert told(tree, project / "old", project / "new") == [
        "old/a was renamed to new/a externally",
        "old/deep/b was renamed to new/deep/b externally",
    ]
    (project / "new" / "a").unlink()
    (project / "new" / "deep" / "b").unlink()
    (project / "new" / "deep").rmdir()
    (project / "new").rmdir()
    write(project / "new", "a file now")
    assert told(tree, project / "new") == [
        "new was created externally",
        "new/a was deleted externally",
        "new/deep/b was deleted externally",
    ]


def test_a_touch_that_changes_nothing_is_not_told(project: Path) -> None:
    file = write(project / "a")
    tree = looked_at(project)
    assert told(tree, file, project) == []


def test_names_that_are_no_text_are_told(project: Path) -> None:
    tree = looked_at(project)
    odd = os.fsencode(project) + b"/caf\xe9\n"
    Path(os.fsdecode(odd)).touch()
    assert told(tree, project) == ["caf\\xe9\\n was created externally"]


def test_links_are_not_followed_beneath_a_folder(project: Path, tmp_path: Path) -> None:
    elsewhere = write(tmp_path / "elsewhere" / "a")
    tree = looked_at(project)
    link = project / "link"
    link.symlink_to(elsewhere.parent)
    (project / "around").symlink_to(project)
    assert told(tree, link, link / "a", project / "around") == [
        "around was created externally",
        "link was created externally",
    ]


def test_a_link_that_is_named_is_followed(project: Path, tmp_path: Path) -> None:
    target = write(tmp_path / "elsewhere" / "today.log")
    link = project / "current.log"
    link.symlink_to(target)
    tree = looked_at(project, link)
    assert tree.shallow == sorted([str(project), str(target.parent)])
    write(target, "more")
    assert told(tree, target) == ["current.log was modified externally"]


def test_a_file_outside_of_the_project_has_its_whole_path(project: Path, tmp_path: Path) -> None:
    outside = tmp_path / "other"
    outside.mkdir()
    tree = looked_at(project, outside)
    assert told(tree, write(outside / "a")) == [f"{outside}/a was created externally"]


def test_a_path_that_is_not_there_is_refused(project: Path) -> None:
    with pytest.raises(Invalid, match=r"There is no .*nowhere"):
        Tree([project / "nowhere"], project)


def test_pipes_and_sockets_are_not_followed(project: Path) -> None:
    tree = looked_at(project)
    os.mkfifo(project / "pipe")
    assert told(tree, project / "pipe") == []
