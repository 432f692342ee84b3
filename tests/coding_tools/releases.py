"""Which version of each coding tool the tests run. They come from npm, as programs for Linux on x86-64."""

import os
import sys
from functools import cache
from typing import NamedTuple

import pytest

from support.npm import chosen_version, node, npm_package

NODE = 22


class Release(NamedTuple):
    package: str
    version: str
    #: Within the package.
    file: str
    #: Some keep the programs of all systems in one package, and name them in the version.
    system: str = ""
    needs_node: bool = False


PINNED = {
    "claude-code": Release("@anthropic-ai/claude-code-linux-x64", "2.1.326", "claude"),
    "codex": Release("@openai/codex", "0.169.0", "vendor/x86_64-unknown-linux-musl/bin/codex", system="-linux-x64"),
    "gemini": Release("@google/gemini-cli", "0.61.0", "bundle/gemini.js", needs_node=True),
    "copilot": Release("@github/copilot-linux-x64", "1.0.102", "copilot"),
    "qwen": Release("@qwen-code/qwen-code", "0.24.4", "cli.js", needs_node=True),
}


class Installed(NamedTuple):
    version: str
    command: tuple[str, ...]


@cache
def installed(name: str) -> Installed:
    """The program, in the cache of the tests; skips if it cannot be had."""
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        pytest.skip("the coding tools that the tests bring are for Linux on x86-64")
    release = PINNED[name]
    version = chosen_version(release.package, release.version)
    program = npm_package(release.package, version + release.system) / release.file
    return Installed(version, (str(node(NODE)), str(program)) if release.needs_node else (str(program),))
