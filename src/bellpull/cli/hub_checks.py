"""What `bellpull doctor` says of the hub that the commands speak to: is it there, and does it take the key?"""

from __future__ import annotations

from bellpull import __version__
from bellpull.cli.finding import NOTE, OK, PROBLEM, Finding
from bellpull.cli.holder import complain_of_lost_hub
from bellpull.domain import errors
from bellpull.remote.fast import NOT_TRUSTED
from bellpull.remote.find import PROOF_SECONDS, STOPPED_MARK, find, health, is_elsewhere, named_in, target_of
from bellpull.remote.found import FoundHub, Target, start_hint
from bellpull.remote.versions import advice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from bellpull.config import Config


def away_from_here(config: Config) -> bool:
    """Whether the hub that is meant is another than that of the data folder."""
    try:
        here = config.url and named_in(config.data_dir)
        return is_elsewhere(config, health(config.url, secret=here.secret) if here else None)
    except errors.BellpullError:  # the check of the hub says what it is
        return bool(config.url)


def check_hub(config: Config, *, away: bool) -> Iterator[Finding]:
    stopped = not away and (config.data_dir / STOPPED_MARK).exists()
    if stopped:
        yield Finding("stopped mark", NOTE, "the hub was stopped on purpose", "bellpull up removes the mark")
    target = target_of(config)
    said = None if target is None else health(target.url, secret=target.secret)
    if target is None or said is None:
        yield _not_reached(config) if config.url else _not_running(config, target, stopped=stopped)
    elif target.hub is not None and said["hub"] != target.hub:
        text = f"what answers at {target.url} is not the hub of {config.data_dir}"
        yield Finding("hub", PROBLEM, text, f"correct the address, or {start_hint(config)}")
    else:
        yield Finding("hub", OK, f"running at {target.url}")
        yield from _check_running(config, said)


def _not_reached(config: Config) -> Finding:
    """Every command fails there: as these say it, but nobody gets the key for it."""
    hint = f"check the address ({config.origin('url')})"
    try:
        with FoundHub(config, Target(config.url, None, chosen=True), "") as hub:
            hub.request("GET", "/health", seconds=PROOF_SECONDS)
    except errors.BellpullError as error:
        return Finding("hub", PROBLEM, error.sentence, error.hint if error.code == NOT_TRUSTED else hint)
    return Finding("hub", PROBLEM, f"what answers at {config.url} is not a Bellpull hub", hint)


def _not_running(config: Config, target: Target | None, *, stopped: bool) -> Finding:
    complain_of_lost_hub(config)
    text = f"not running at {target.url}" if target else f"not running in {config.data_dir}"
    # A hub that ends as it should takes its hub.json along.
    if named_in(config.data_dir) is None or stopped:
        return Finding("hub", NOTE, text, start_hint(config))
    return Finding("hub", PROBLEM, f"{text}, and nobody stopped it", start_hint(config))


def _check_running(config: Config, said: dict[str, Any]) -> Iterator[Finding]:
    if said.get("version") != __version__:
        text = f"the hub is Bellpull {said.get('version')}, this command is {__version__}"
        yield Finding("version", PROBLEM, text, advice(str(said.get("version"))))
    with find(config) as hub:
        me = hub.request("GET", "/api/me")
    yield Finding("key", OK, f"you are {me['scope']} {me['name']}")
