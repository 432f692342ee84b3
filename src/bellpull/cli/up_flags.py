"""The settings that `bellpull up` takes as flags, and how they are handed on: to the hub in the background, and to what
starts one at login."""

from __future__ import annotations

from bellpull.setting_kinds import WITHOUT_TLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from bellpull.cli.parser import Parser
    from bellpull.config import Config

FLAGS = ("host", "port", "tls_cert", "tls_key", "public_url", "without_tls", "json_logs", "desk")


def declare_flags(parser: Parser) -> None:
    parser.add_argument("--host", metavar="HOST", help="where to listen (127.0.0.1 unless configured)")
    parser.add_argument("--port", metavar="PORT", help="the port (7717 unless configured); 0 takes a free one")
    parser.add_argument("--tls-cert", metavar="FILE", help="serve https with this certificate")
    parser.add_argument("--tls-key", metavar="FILE", help="the certificate's private key")
    parser.add_argument("--public-url", metavar="URL", help="the address under which people reach it, if another")
    words = f'listen beyond this machine without TLS; the words are "{WITHOUT_TLS}"'
    parser.add_argument("--without-tls", metavar="WORDS", help=words)
    parser.add_argument("--json-logs", action="store_true", default=None, help="log JSON, one object a line")
    parser.add_argument("--no-desk", dest="desk", action="store_false", default=None, help="start no desk beside it")


def flags_of(config: Config, *origins: str, but: Collection[str] = ()) -> list[str]:
    """Those that came from there, as they are typed."""
    given = [name for name in FLAGS if config.origin(name).startswith(origins) and name not in but]
    return [word for name in given for word in _typed(name, getattr(config, name))]


def _typed(name: str, value: object) -> list[str]:
    flag = f"--{name.replace('_', '-')}"
    if name == "desk":
        return [] if value else ["--no-desk"]
    if isinstance(value, bool):
        return [flag] if value else []
    return [flag, str(value)]
