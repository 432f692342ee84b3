"""`bellpull up` where a hub of an older version runs: it is stopped, and the new one takes its place. And where one was
killed: it comes back as it was started.

It is not stopped for good. No mark is left, so agents that wait go on waiting, and the next hub has their questions.
The desk beside it is ended too where the next hub can start its own.
"""

from __future__ import annotations

import os
import sys

from bellpull import __version__
from bellpull.cli.beside import desk_display
from bellpull.cli.datafile import DATA_FILE, newer_schema
from bellpull.cli.desks import end_desk, is_beside, running_desks
from bellpull.cli.hub import process_of, stop
from bellpull.cli.terminal import plain
from bellpull.cli.up_flags import FLAGS, flags_of
from bellpull.config import by_flag
from bellpull.desk.display import desk_name
from bellpull.domain import errors
from bellpull.remote.address import Address
from bellpull.remote.find import STOPPED_MARK, named_in, running_in
from bellpull.remote.versions import differs, is_older

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bellpull.config import Config


def replaced(config: Config, said: dict[str, Any]) -> Config | None:
    """The new hub's settings, if the one that says this of itself was of another version and has stopped for it."""
    version = str(said.get("version", ""))
    if not differs(version):
        return None
    pid = process_of(said)
    config = _as_before(config)
    _need_startable(config)
    _need_older(config, version)
    stop(config, pid, for_good=False)
    _end_desk_beside(config)
    sys.stdout.write(f"The hub at {plain(said['url'])} was Bellpull {plain(version)} and has stopped.\n")
    sys.stdout.write(f"Bellpull {__version__} takes its place; agents that wait for an answer go on waiting.\n")
    sys.stdout.flush()
    return config


def _need_older(config: Config, version: str) -> None:
    if (schemas := newer_schema(config.data_dir)) is not None:
        # It could not be started again.
        sentence = (
            f"The hub is Bellpull {version}, and {config.data_dir / DATA_FILE} is too new for {__version__} "
            f"(schema {schemas[0]}, this one knows {schemas[1]}). It was left as it is."
        )
        raise errors.Setup("newer_data", sentence, "upgrade Bellpull here")
    if is_older(__version__, version):
        # Two installations on one machine would else take it from each other for ever.
        sentence = f"The hub is Bellpull {version}, newer than this command ({__version__}). It was left as it is."
        raise errors.Setup("newer_hub", sentence, "upgrade Bellpull here; to go back all the same: bellpull down first")


def as_running(config: Config) -> Config:
    """With what the hub that runs was started with: the next one is to have it too."""
    if running_in(config.data_dir) is None:
        return config
    before = _as_before(config)
    if more := _more(before, config):
        sys.stdout.write(f"As the running hub was started, also at login: {plain(' '.join(more))}\n")
    return before


def not_as_asked(config: Config) -> list[str]:
    """The flags of now with which the hub that runs was not started, as they are typed."""
    named = named_in(config.data_dir)
    if named is None:
        return []
    known = named.reach | named.variables | named.flags
    met = [name for name in FLAGS if name in known and known[name] == getattr(config, name)]
    if config.port in (0, Address(named.url).port):
        met.append("port")
    return flags_of(config, "flag", but=met)


def resumed(config: Config) -> Config:
    """A hub that did not end by itself has left behind how it was started; one that was stopped on purpose has not."""
    if (config.data_dir / STOPPED_MARK).exists():
        return config
    before = _as_before(config)
    if more := _more(before, config):
        sys.stdout.write(f"The hub was killed, and starts again as before: {plain(' '.join(more))}\n")
        sys.stdout.flush()
    return before


def _more(before: Config, config: Config) -> list[str]:
    return [word for word in flags_of(before, "flag") if word not in flags_of(config, "flag")]


def _as_before(config: Config) -> Config:
    """What the old hub was told by flags and variables holds for the new one, unless something else is said now: nobody
    is to lose it."""
    named = named_in(config.data_dir)
    if named is None:
        return config
    by_variable = _unless_given(config, named.variables, "flag", "variable")
    return config.but(by_variable | _unless_given(config, named.flags, "flag"), by_flag)


def _unless_given(config: Config, known: dict[str, object], *origins: str) -> dict[str, object]:
    return {name: known[name] for name in FLAGS if name in known and not config.origin(name).startswith(origins)}


def _need_startable(config: Config) -> None:
    """What would keep the new hub from starting is said while the old one still runs."""
    import socket

    from bellpull.setting_kinds import WITHOUT_TLS
    from bellpull.web.listening import certificate_of
    from bellpull.web.reach import need_tls, shown_at

    shown = shown_at(config.public_url, config.trusted_proxies)
    certificate = certificate_of(config.tls_cert, config.tls_key, shown)
    try:
        host = str(socket.getaddrinfo(config.host, config.port, type=socket.SOCK_STREAM)[0][4][0])
    except OSError as error:
        sentence = f"{config.host} is not an address of this machine: {error.strerror}."
        raise errors.Setup("bad_host", sentence, "see: --host") from None
    if certificate is None and not config.without_tls:
        need_tls(host, WITHOUT_TLS)


def _end_desk_beside(config: Config) -> None:
    """Only that of the display where its successor will be seen."""
    shown_on = desk_display(config)
    if shown_on is None or os.name == "nt":
        return
    own = desk_name(shown_on, config.url)
    for lock in running_desks(config.data_dir):
        if lock.stem == own and is_beside(lock):
            end_desk(lock)
