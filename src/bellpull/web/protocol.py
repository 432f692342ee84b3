"""Whether the hub and whoever asks it understand each other: the number in the header `Bellpull-Protocol`.

Our own programs send it. Who sends none speaks the first protocol, as scripts do. `/health` is answered to everybody:
it says which version the hub is. Not here: what is said when only the versions differ (`remote.versions`).
"""

from starlette.types import Scope

from bellpull import OLDEST_PROTOCOL, PROTOCOL, __version__
from bellpull.domain.errors import BellpullError, Invalid, Outdated
from bellpull.web.endpoint import Reply, refuse
from bellpull.web.headers import Headers

HEADER = b"bellpull-protocol"
OURS = b"%d" % PROTOCOL
FIRST = 1
LONGEST = 6
OPEN_TO_ALL = "/health"


def protocol_refusal(scope: Scope, headers: Headers) -> Reply | None:
    """None for everybody who can be served; that is found out without more than a look."""
    said = headers.get(HEADER)
    if said == OURS or (said is None and OLDEST_PROTOCOL <= FIRST) or scope["path"] == OPEN_TO_ALL:
        return None
    problem = _problem(b"%d" % FIRST if said is None else said)
    return None if problem is None else refuse(problem, 426 if isinstance(problem, Outdated) else None)


def _problem(said: bytes) -> BellpullError | None:
    if not (said.isdigit() and len(said) <= LONGEST):
        return Invalid("invalid_protocol", "Bellpull-Protocol must be a number")
    if int(said) > PROTOCOL:
        sentence = f"This hub is Bellpull {__version__}, which is older than what asks it"
        return Outdated("hub_too_old", sentence, "restart the hub: bellpull up")
    if int(said) < OLDEST_PROTOCOL:
        sentence = f"What asks is too old for this hub, which is Bellpull {__version__}"
        return Outdated("client_too_old", sentence, "restart it: it was started before Bellpull was upgraded")
    return None
