"""The key of an agent on its owner's own machine: made on first use, and kept.

DATA_DIR/keys/NAME.json, 0600, holds `{"key", "agent", "project"}`. A key that was chosen (`key`, `BELLPULL_KEY`) is
taken as it is, and nothing is kept. However many programs start as one agent at the same moment, one of them makes the
key and the others read it. One that was revoked stays revoked: whoever did that did not mean "until the next call".
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from time import monotonic, sleep

from bellpull.domain import errors
from bellpull.locking import try_lock
from bellpull.remote.find import find, target_of
from bellpull.remote.found import FoundHub, not_running

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from bellpull.config import Config
    from bellpull.remote.fast import Hub
    from bellpull.remote.found import Target

FOLDER = "keys"
LOCK = "keys.lock"
LOCK_SECONDS = 60.0
LOOK_EVERY_SECONDS = 0.02
PLAIN_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.@-")


class AgentHub(FoundHub):
    """A hub that is spoken to as agent `name`."""

    def __init__(self, config: Config, target: Target, name: str, project: str | None) -> None:
        super().__init__(config, target, agent_key(config, name, project))
        self.agent = name

    def _key_refused(self, error: errors.Unauthorized) -> errors.Unauthorized:
        if self._config.key:
            return super()._key_refused(error)
        sentence = f"The hub refuses the key of {self.agent}: it was revoked, or the agent was removed."
        return errors.Unauthorized(
            error.code, sentence, f"remove {key_file(self._config, self.agent)} to let it have a new one"
        )


def agent_hub(config: Config, name: str, project: str | None = None) -> Hub:
    """The hub that the settings choose, spoken to as this agent."""
    target = target_of(config)
    if target is None:
        raise not_running(config)
    return AgentHub(config, target, name, project)


def agent_key(config: Config, name: str, project: str | None = None) -> str:
    """The key of agent `name`. Raises Conflict `project_taken` where the agent is another project's."""
    if config.key:
        return config.key
    file = key_file(config, name)
    if kept := _kept(file, name, project):
        return kept
    with _alone(config.data_dir / LOCK):
        return _kept(file, name, project) or _make(config, file, name, project)


def key_file(config: Config, name: str) -> Path:
    """Where the key of an agent is kept, if one is."""
    if not name or not name[0].isalnum() or not PLAIN_NAME.issuperset(name) or len(name) > 64:
        from bellpull.domain.identity import check_name

        check_name(name)
    return config.data_dir / FOLDER / f"{name}.json"


def _kept(file: Path, name: str, project: str | None) -> str | None:
    """The key in the file, None where a new one is wanted. A file that cannot be understood is no file."""
    try:
        data = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        sentence = f"{file} cannot be read: {error.strerror}."
        raise errors.Setup("unreadable", sentence, "check its rights: bellpull doctor") from None
    import json

    try:
        said = json.loads(data)
        key, agent, kept_for = said["key"], said["agent"], said.get("project")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    # A file system that does not tell A from a may give the file of another agent.
    if agent != name or not isinstance(key, str) or not key:
        return None
    if project is not None and kept_for is not None and kept_for != project:
        sentence = f"Agent {name} is the agent of another project: {kept_for}."
        raise errors.Conflict("project_taken", sentence, "choose another name for this agent")
    # Of an agent that was nobody's, the hub decides whose it becomes.
    return key if project in (None, kept_for) else None


def forget_keys(config: Config, ids: Collection[str]) -> None:
    """The hub does not know these keys any more, though nobody has revoked them: their agents get new ones."""
    for file in (config.data_dir / FOLDER).glob("*.json"):
        key = _kept(file, file.stem, None)
        if key is not None and key.removeprefix("bp_").partition("_")[0] in ids:
            file.unlink(missing_ok=True)


def _make(config: Config, file: Path, name: str, project: str | None) -> str:
    body = {"agent_name": name, "label": f"{FOLDER}/{file.name}"}
    if project is not None:
        body["project"] = project
    with find(config) as hub:
        key = str(hub.request("POST", "/api/keys", body=body)["key"])
    _write(file, {"key": key, "agent": name, "project": project})
    return key


def _write(file: Path, said: dict[str, str | None]) -> None:
    """Readers see the old file or the new one, never half of it."""
    import json

    unfinished = file.with_name(f".{file.name}.{os.urandom(4).hex()}")
    try:
        file.parent.mkdir(mode=0o700, exist_ok=True)
        opened = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "w", encoding="utf-8") as stream:
            stream.write(json.dumps(said) + "\n")
            stream.flush()
            os.fsync(opened)
        unfinished.replace(file)
    except OSError as error:
        raise _unusable(file, error) from None


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold the lock of the folder's keys."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError as error:
        raise _unusable(path, error) from None
    try:
        deadline = monotonic() + LOCK_SECONDS
        while not try_lock(file):
            if monotonic() > deadline:
                sentence = f"Another program has been making a key for {LOCK_SECONDS:g} seconds ({path})."
                raise errors.Unavailable("key_busy", sentence, "see whether it hangs, and try again")
            sleep(LOOK_EVERY_SECONDS)
        yield
    finally:
        os.close(file)


def _unusable(path: Path, error: OSError) -> errors.Setup:
    sentence = f"{path} cannot be written: {error.strerror}."
    return errors.Setup("folder_unusable", sentence, "set BELLPULL_KEY to a key of this agent, or see: bellpull doctor")
