"""What `bellpull doctor` says of other accounts of this machine: who listens where one's own programs are expected."""

from __future__ import annotations

from bellpull.cli.finding import NOTE, Finding
from bellpull.config import DEFAULT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from bellpull.config import Config

CONNECT_SECONDS = 1.0


def check_opencode(config: Config) -> Iterator[Finding]:
    """An address that nobody wrote down counts only if one's own program listens there (`watch.owner`)."""
    if config.origin("opencode_urls") != DEFAULT:
        return
    for url in config.opencode_urls:
        if _is_foreign(url):
            text = f"a program of another account listens at {url}, and is ignored"
            yield Finding(
                "opencode", NOTE, text, f'if you trust it, write it into the settings: opencode_urls = ["{url}"]'
            )


def _is_foreign(url: str) -> bool:
    import socket
    from urllib.parse import urlsplit

    from bellpull.watch.owner import is_own

    parts = urlsplit(url)
    try:
        with socket.create_connection((parts.hostname, parts.port), CONNECT_SECONDS) as connection:
            host, port = connection.getpeername()[:2]
    except OSError:
        return False
    return not is_own(host, port)
