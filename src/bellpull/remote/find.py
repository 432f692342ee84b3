"""Which hub, and with which key: from the settings and from what the hub left in its data folder.

`hub.json` says where the hub of a folder was last, and by what it can be known (`challenge`): somebody else may listen
there now. A key goes to that hub alone (`found`), or to an address that somebody chose together with the key. Without
hub.json the hub is not running: there is no port at which a stranger could wait for the key.
"""

from __future__ import annotations

from bellpull.domain import errors
from bellpull.own_folder import need_own
from bellpull.remote.address import Address
from bellpull.remote.challenge import Challenge
from bellpull.remote.fast import NOT_TRUSTED, Hub
from bellpull.remote.found import FoundHub, Target, has_proved_itself, new_key_hint, not_running

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from bellpull.config import Config

HUB_FILE = "hub.json"
KEY_FILE = "owner.key"
STOPPED_MARK = "stopped"
LOG_FILE = "hub.log"
PROOF_SECONDS = 5.0
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - a hub that listens everywhere is reached nearby


class Named:
    """What hub.json says of the hub of a data folder."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.url = Address(said["url"]).url
        self.pid = int(said["pid"])
        self.version = str(said["version"])
        self.hub = str(said["hub"])
        #: This and what follows is empty for a hub of an earlier version, which does not tell.
        self.secret = str(said.get("secret") or "")
        #: The settings that say who reaches it, as it was started.
        self.reach = _settings(said.get("reach"))
        #: Settings that were given as flags when it was started, and as variables.
        self.flags = _settings(said.get("flags"))
        self.variables = _settings(said.get("variables"))


def _settings(said: object) -> dict[str, object]:
    return said if isinstance(said, dict) else {}


def find(config: Config) -> Hub:
    """The hub that the settings choose. Whether it runs shows with the first request, where anything could answer."""
    target = target_of(config)
    if target is None:
        raise not_running(config)
    key = config.key or (_owner_key(config) if target.hub is not None else "")
    return FoundHub(config, target, key)


def target_of(config: Config) -> Target | None:
    """`url` if it is set, else what hub.json names; None where no hub runs."""
    need_own(config.data_dir)
    named = named_in(config.data_dir)
    if config.url:
        return _chosen(config, named)
    return None if named is None else Target(named.url, named.hub, chosen=False, secret=named.secret)


def _chosen(config: Config, named: Named | None) -> Target | None:
    """An address that hub.json names too has to prove itself for every key, and is gone to as hub.json writes it:
    under another name of this machine somebody else may listen, and pass the proof on. So has one that once did, which
    without hub.json it cannot: then its hub is not running."""
    address = Address(config.url)
    if named is not None and address.is_place_of(Address(named.url)):
        return Target(named.url, named.hub, chosen=True, secret=named.secret, is_named=True)
    if named is not None and address.loopback and not config.key:
        return Target(config.url, named.hub, chosen=True, secret=named.secret)
    if has_proved_itself(config):
        return None
    return Target(config.url, None, chosen=True)


def configured_address(config: Config) -> str:
    """Where a hub of these settings listens, as seen from this machine."""
    host = EVERYWHERE.get(config.host, config.host)
    scheme = "https" if config.tls_cert else "http"
    return f"{scheme}://[{host}]:{config.port}" if ":" in host else f"{scheme}://{host}:{config.port}"


def named_in(data_dir: Path) -> Named | None:
    """The hub that hub.json names, or None where there is none that can be understood."""
    data = _read(data_dir / HUB_FILE)
    if not data:
        return None
    import json

    try:
        return Named(json.loads(data))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, errors.Setup):
        return None


def health(url: str, seconds: float = PROOF_SECONDS, *, secret: str = "") -> dict[str, Any] | None:
    """What the hub at `url` says of itself, or None where none answers. One that cannot prove to know `secret` has no
    id."""
    challenge = Challenge(secret)
    try:
        with Hub(url, connect_seconds=seconds, answer_seconds=seconds) as hub:
            said = hub.request("GET", "/health", headers=challenge.headers)
    except errors.Setup:
        raise
    except errors.BellpullError:
        return None
    if not isinstance(said, dict) or not isinstance(said.get("hub"), str):
        return None
    return said if challenge.is_met(hub.told) else {**said, "hub": ""}


def distrusted(url: str, seconds: float = PROOF_SECONDS) -> errors.Unavailable | None:
    """Why nothing is said to the hub at `url`, where that is because of its certificate."""
    if Address(url).scheme == "http":
        return None
    try:
        with Hub(url, connect_seconds=seconds, answer_seconds=seconds) as hub:
            hub.request("GET", "/health")
    except errors.Unavailable as error:
        return error if error.code == NOT_TRUSTED else None
    except errors.BellpullError:
        return None
    return None


def running_in(data_dir: Path) -> dict[str, Any] | None:
    """`/health` of this data folder's hub with its `url`, or None where it is not running."""
    named = named_in(data_dir)
    said = health(named.url, secret=named.secret) if named else None
    if named is None or said is None or said["hub"] != named.hub:
        return None
    return {**said, "url": named.url}


def is_elsewhere(config: Config, said: dict[str, Any] | None) -> bool:
    """Whether `url` chooses another hub than that of the data folder; `said` is what the hub there says of itself."""
    named = named_in(config.data_dir) if config.url else None
    if named is None:
        return bool(config.url)
    if said is not None:
        return bool(said["hub"] != named.hub)
    chosen = Address(config.url)
    return not chosen.loopback and chosen.url not in (named.url, named.reach.get("public_url"))


def _owner_key(config: Config) -> str:
    file = config.data_dir / KEY_FILE
    try:
        key = _read(file).decode("utf-8").strip()
    except UnicodeDecodeError:
        raise errors.Setup("unreadable", f"{file} cannot be read: it is not text.", new_key_hint(config)) from None
    if len(key.split()) > 1:
        sentence = f"{file} must hold one key and nothing else."
        raise errors.Unauthorized("bad_owner_key", sentence, new_key_hint(config))
    return key


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return b""
    except OSError as error:
        sentence = f"{file} cannot be read: {error.strerror}."
        raise errors.Setup("unreadable", sentence, "check it with: bellpull doctor") from None
