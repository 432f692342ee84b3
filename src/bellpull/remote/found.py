"""The hub that the settings chose: it proves who it is before a key goes there, and its errors lead somewhere here.

It is asked for the proof (`challenge`) on the same connection that then carries the key, so nobody can take the port in
between. An address that has proved itself once has to as long as this process lives.
"""

from __future__ import annotations

from time import monotonic

from bellpull.domain import errors
from bellpull.remote.answer import CutOff
from bellpull.remote.challenge import Challenge
from bellpull.remote.fast import NOT_TRUSTED, Hub, head
from bellpull.remote.versions import difference, differs, unknown_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _socket
    from typing import Any

    from bellpull.config import Config
    from bellpull.remote.answer import Answer

PROOF_SECONDS = 5.0
NOT_NOW = (502, 503, 504)
PLAIN_IN_A_SHELL = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._/@%+=:,")
#: Their hints are for those who write programs against REST.
FOR_PROGRAMS = frozenset(("not_found", "method_not_allowed"))
WRONG_LOGIN = "wrong_login"
#: Chosen addresses at which the hub of a data folder has proved itself to this process.
_PROVEN: set[tuple[str, str]] = set()


class Unproven(errors.Unauthorized):
    """A key was refused by something that has not shown that it is the hub: it may be anything."""

    def away(self) -> errors.Unavailable:
        """What it means to whom the hub has answered before."""
        return errors.Unavailable("hub_gone", f"Where the hub was, the key is refused: {self.sentence}", self.hint)


class Target:
    """Where a command goes: the address, whether somebody chose it, and the id of the hub that alone may have the key
    (None where the key was chosen too), with the secret by which that hub is known. `is_named`: the chosen address is
    the one that hub.json names."""

    def __init__(self, url: str, hub: str | None, *, chosen: bool, secret: str = "", is_named: bool = False) -> None:
        self.url = url
        self.hub = hub
        self.chosen = chosen
        self.secret = secret
        self.is_named = is_named


class FoundHub(Hub):
    def __init__(self, config: Config, target: Target, key: str) -> None:
        super().__init__(target.url, key)
        self._config = config
        self._target = target
        self._has_key = bool(key)
        self.secret = target.secret

    def _open(self) -> _socket.socket:
        self.version = ""  # there may be another hub by now
        connection = super()._open()
        try:
            if self._target.hub is not None:
                self._prove(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prove(self, connection: _socket.socket) -> None:
        if self._target.chosen and not self._target.is_named and self.address.scheme == "http":
            # Where the hub does not listen, a proof may have been passed on; over https the certificate speaks too.
            raise self._somebody_else()
        headers = {name: value for name, value in self._headers.items() if name != "Authorization"}
        challenge = Challenge(self.secret)
        asked = head("GET", self.address.target("/health", None), headers | challenge.headers)
        try:
            answer = self._converse(connection, "GET", asked, monotonic() + PROOF_SECONDS)
            said = super()._meaning(answer) if answer.status in (200, *NOT_NOW) else None
        except CutOff:
            raise self._lost() from None
        except errors.Unavailable:
            raise
        except errors.BellpullError:
            said = None
        if not (isinstance(said, dict) and said.get("hub") == self._target.hub and challenge.is_met(answer.headers)):
            raise self._somebody_else()
        self.version = str(said.get("version", ""))
        if self._target.chosen:
            _PROVEN.add((str(self._config.data_dir), self._config.url))
        if not answer.reusable:
            raise self._lost()

    def _somebody_else(self) -> errors.BellpullError:
        folder = self._config.data_dir
        if not self._target.chosen or self._target.is_named:
            away = not_running(self._config, f"; something else answers at {self.url}")
            if self._target.chosen:
                away.hint = f"{away.hint}; if you mean another hub by that address, remove {folder / 'hub.json'}"
            return away
        sentence = f"What answers at {self.url} is not the hub of {folder} and does not get its key."
        hint = f"set BELLPULL_KEY to a key of that hub, or leave the address out ({self._config.origin('url')})"
        return errors.Unauthorized("another_hub", sentence, hint)

    def _unreached(self, error: OSError) -> errors.Unavailable:
        found = super()._unreached(error)
        if self._target.chosen and found.code != NOT_TRUSTED:
            found.hint = f"check the address ({self._config.origin('url')})"
        elif found.code == "hub_not_running":
            found.hint = start_hint(self._config)
        return found

    def _lost(self) -> errors.Unavailable:
        """A port that speaks TLS hangs up on whoever does not."""
        lost = super()._lost()
        if self._target.chosen and self.address.scheme == "http":
            lost.hint = f"{lost.hint}; an address with a certificate begins with https ({self._config.origin('url')})"
        return lost

    def _meaning(self, answer: Answer) -> Any:
        try:
            said = super()._meaning(answer)
        except errors.Unauthorized as error:
            # A wrong password was refused, and not the key that came with it.
            raise error if error.code == WRONG_LOGIN else self._refused(error) from None
        except errors.BellpullError as error:
            raise self._explained(error) from None
        if not isinstance(said, dict):
            raise self.not_a_hub("no JSON object")
        return said

    def _explained(self, error: errors.BellpullError) -> errors.BellpullError:
        """Nothing is missing from a hub of this version: what it does not know may be known to another."""
        if error.code in FOR_PROGRAMS:
            error.hint = None
            if differs(version := self.version or self._told_version()):
                return unknown_to(self.url, version)
        if differs(self.version):
            error.add_note(difference(self.version, "this command", "upgrade Bellpull here"))
        return error

    def _told_version(self) -> str:
        try:
            with Hub(self.url, connect_seconds=PROOF_SECONDS, answer_seconds=PROOF_SECONDS) as hub:
                return str(hub.request("GET", "/health")["version"])
        except (errors.BellpullError, TypeError):
            return ""

    def _refused(self, error: errors.Unauthorized) -> errors.Unauthorized:
        """Over https the certificate has proved whose word it is."""
        refused = self._key_refused(error)
        if self._target.hub is not None or self.address.scheme == "https":
            return refused
        return Unproven(refused.code, refused.sentence, refused.hint)

    def _key_refused(self, error: errors.Unauthorized) -> errors.Unauthorized:
        config = self._config
        if config.key:
            return errors.Unauthorized(error.code, error.sentence, f"check the key ({config.origin('key')})")
        if self._has_key:
            sentence = f"The hub refuses the key in {config.data_dir / 'owner.key'}."
            return errors.Unauthorized(error.code, sentence, new_key_hint(config))
        if self._target.hub is None:
            return errors.Unauthorized(error.code, f"There is no key for {self.url}.", "set BELLPULL_KEY")
        sentence = f"There is no key for this hub in {config.data_dir}."
        return errors.Unauthorized(error.code, sentence, new_key_hint(config))


def not_running(config: Config, more: str = "") -> errors.Unavailable:
    sentence = f"The hub of {config.data_dir} is not running{more}."
    hint = start_hint(config)
    if config.key and not config.url:
        hint = f"{hint}, or set BELLPULL_URL to the address of the hub whose key you chose ({config.origin('key')})"
    return errors.Unavailable("hub_not_running", sentence, hint)


def has_proved_itself(config: Config) -> bool:
    """Whether the hub of the data folder was at the chosen address, in the life of this process."""
    return (str(config.data_dir), config.url) in _PROVEN


def start_hint(config: Config) -> str:
    return f"start it: {typed(config, 'up')}"


def new_key_hint(config: Config) -> str:
    again = f"{typed(config, 'down')}; {typed(config, 'up --detach')}"
    return f"restart the hub to make a new one: {again}, or set BELLPULL_KEY"


def typed(config: Config, words: str, program: str = "bellpull") -> str:
    """A command as it must be typed to reach the hub of this data folder, from whatever shell."""
    if not config.origin("data_dir").startswith(("flag", "variable")):
        return f"{program} {words}"
    return f"{program} {words} --data-dir {_shell_word(str(config.data_dir))}"


def _shell_word(text: str) -> str:
    """As `shlex.quote`, whose import a short command need not pay for."""
    return text if PLAIN_IN_A_SHELL.issuperset(text) else "'" + text.replace("'", "'\"'\"'") + "'"
