"""The settings of Bellpull: read once, at the edge, into one frozen value that knows where each part came from.

Flags win over `BELLPULL_*` variables, those over config.toml, that over the defaults named here. SETTINGS is the only
definition: the page of settings and `bellpull doctor` read it. Not here: what a setting does, or a second look at the
environment. Config is written by hand because importing `dataclasses` costs a short command a third of its start.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from bellpull.domain.errors import Setup
from bellpull.setting_kinds import (
    AGREED,
    COMMAND,
    FILE,
    FOLDER,
    HOST,
    NAMES,
    NETWORKS,
    PATH,
    QUIET_HOURS,
    SECRET,
    SWITCH,
    TOOLS,
    URL,
    URLS,
    Kind,
    one_of,
    whole,
)

MEGABYTE = 1024 * 1024
LARGEST_LIMIT = 1024 * MEGABYTE
LEVELS = ("debug", "info", "warning", "error")
LOGS = ("file", "stderr")
LANGUAGES = ("auto", "en", "fr")
THEMES = ("auto", "light", "dark")
#: Of Bellpull's own server, and of those that ask in the same way, as OpenCode names them: SERVER_TOOL.
ASK_TOOLS = ("notify_ask_user", "bellpull_ask_user", "bellpull_ask_person", "bellpull_notify", "notify_notify")


class Setting:
    def __init__(self, name: str, default: object, kind: Kind, help: str) -> None:
        self.name = name
        self.default = default
        self.kind = kind
        self.help = help
        self.variable = "BELLPULL_" + name.upper()


SETTINGS = (
    Setting("host", "127.0.0.1", HOST, "where the hub listens"),
    Setting("port", 7717, whole(0, 65535), "the hub's port; 0 takes a free one"),
    Setting("data_dir", None, FOLDER, "where the hub keeps everything"),
    Setting("url", "", URL, "which hub the commands speak to; empty: the one that hub.json names"),
    Setting("key", "", SECRET, "the key the commands use; empty: owner.key of the data folder"),
    Setting("allowed_hosts", (), NAMES, "further names under which the hub may be reached"),
    Setting("public_url", "", URL, "the address under which people reach the hub, where that is another"),
    Setting("tls_cert", "", FILE, "the certificate, with those it depends on, for https"),
    Setting("tls_key", "", FILE, "the certificate's private key"),
    Setting("without_tls", "", AGREED, "says that the hub may listen beyond this machine without TLS"),
    Setting("trusted_proxies", (), NETWORKS, "proxies that may say for whom they ask"),
    Setting("body_limit", MEGABYTE, whole(1024, LARGEST_LIMIT), "largest body of a request, in bytes"),
    Setting("title_limit", 200, whole(1, LARGEST_LIMIT), "longest title, in characters"),
    Setting("message_limit", 65536, whole(1, LARGEST_LIMIT), "longest message, in bytes"),
    Setting("nudge_limit", 16384, whole(1, LARGEST_LIMIT), "longest nudge, in bytes"),
    Setting("metadata_limit", 65536, whole(2, LARGEST_LIMIT), "largest metadata, in bytes of JSON"),
    Setting("category_limit", 200, whole(1, LARGEST_LIMIT), "longest category, in characters"),
    Setting(
        "creates_per_minute",
        6000,
        whole(0, 10**9),
        "creates per agent and minute; 0 is off, and with it the rate of all requests of an agent",
    ),
    Setting("socket_buffer", MEGABYTE, whole(4096, LARGEST_LIMIT), "bytes a socket may lag before it is cut off"),
    Setting("keep_ended_days", 90, whole(1, 36500), "days that settled and ended records are kept"),
    Setting("keep_events_days", 30, whole(1, 36500), "days that events are kept"),
    Setting("keep_events", 1_000_000, whole(1, 10**12), "events that are kept at most"),
    Setting("keep_audit_days", 365, whole(1, 36500), "days that the audit is kept"),
    Setting("drain_seconds", 0, whole(0, 3600), "seconds that a stopping hub serves on, so that load balancers notice"),
    Setting("stop_seconds", 10, whole(0, 3600), "seconds that a stopping hub gives to what is in flight"),
    Setting("log_level", "info", one_of(LEVELS), "how much the hub writes to its log"),
    Setting("log_to", "file", one_of(LOGS), "where the log goes: to hub.log in the data folder, or to standard error"),
    Setting("log_megabytes", 5, whole(1, 10_000), "size at which hub.log is put aside and a new one begun"),
    Setting("log_files", 3, whole(0, 1000), "logs that were put aside and are kept"),
    Setting("json_logs", False, SWITCH, "whether each line of the log is a JSON object"),
    Setting("language", "auto", one_of(LANGUAGES), "what people read on surfaces; auto: as LC_ALL or LANG says"),
    Setting("open_questions_limit", 100, whole(1, 10**6), "questions of one agent that may be open at once"),
    Setting("question_open_hours", 24, whole(1, 8760), "hours that a question stays open when nobody answers"),
    Setting("tell_who_answered", False, SWITCH, "whether agents are told the name of the person who answered"),
    Setting("mcp_waiting_limit", 1000, whole(1, 10**6), "calls over HTTP (/mcp) that may wait for an answer at once"),
    Setting("history_limit", 5, whole(0, 100), "earlier exchanges that are shown with a typed question"),
    Setting("desk", True, SWITCH, "whether `bellpull up` starts a desk where there is a display"),
    Setting("theme", "auto", one_of(THEMES), "colours of windows that are not told others; auto: as the desktop"),
    Setting("text_size", 0, whole(0, 48), "size of the text in windows, in points; 0: as the desktop"),
    Setting(
        "quiet_hours",
        "",
        QUIET_HOURS,
        "when only urgent things and waiting questions are shown, 22:00-07:00, for who chose no others on the page",
    ),
    Setting("remind_minutes", 5, whole(0, 1440), "minutes until an unanswered question is shown again; 0: never"),
    Setting(
        "opencode_urls",
        ("http://127.0.0.1:4096",),
        URLS,
        "OpenCode servers that are watched; off: none, wherever they are",
    ),
    Setting("opencode_discovery", True, SWITCH, "whether this machine's OpenCode servers are looked for"),
    Setting("ask_tools", ASK_TOOLS, TOOLS, "tools that ask a person something, as coding tools name them"),
    Setting("usage_command", "", COMMAND, "a command that prints how much is used, in percent; empty: none"),
    Setting("voicemode_dir", "", PATH, "VoiceMode's folder; empty: VOICEMODE_BASE_DIR or ~/.voicemode; off: none"),
)

DEFAULT = "default"


class Config:
    """Every setting as an attribute; `origin` says where one came from. It cannot be changed."""

    host: str
    port: int
    data_dir: Path
    url: str
    key: str
    allowed_hosts: tuple[str, ...]
    public_url: str
    tls_cert: str
    tls_key: str
    without_tls: str
    trusted_proxies: tuple[str, ...]
    body_limit: int
    title_limit: int
    message_limit: int
    nudge_limit: int
    metadata_limit: int
    category_limit: int
    creates_per_minute: int
    socket_buffer: int
    keep_ended_days: int
    keep_events_days: int
    keep_events: int
    keep_audit_days: int
    drain_seconds: int
    stop_seconds: int
    log_level: str
    log_to: str
    log_megabytes: int
    log_files: int
    json_logs: bool
    language: str
    open_questions_limit: int
    question_open_hours: int
    tell_who_answered: bool
    mcp_waiting_limit: int
    history_limit: int
    desk: bool
    theme: str
    text_size: int
    quiet_hours: str
    remind_minutes: int
    opencode_urls: tuple[str, ...]
    opencode_discovery: bool
    ask_tools: tuple[str, ...]
    usage_command: str
    voicemode_dir: str

    def __init__(self, values: Mapping[str, object], origins: Mapping[str, str]) -> None:
        self.__dict__.update(values, _origins=dict(origins))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"settings do not change: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"settings do not change: {name}")

    def __repr__(self) -> str:
        shown = (f"{setting.name}={self.shown(setting)}" for setting in SETTINGS)
        return f"Config({', '.join(shown)})"

    def origin(self, name: str) -> str:
        """`flag --NAME`, `variable BELLPULL_NAME`, `file PATH` or `default`."""
        origins: dict[str, str] = self.__dict__["_origins"]
        return origins[name]

    def at_home(self) -> Config:
        """The same, speaking to the hub of the data folder as its owner, whatever was chosen for the commands."""
        return self.but({"url": "", "key": ""})

    def but(self, other: Mapping[str, object], origin: Callable[[str], str] | None = None) -> Config:
        """The same, with other values for some, which come from elsewhere."""
        values = {setting.name: getattr(self, setting.name) for setting in SETTINGS}
        origins: dict[str, str] = self.__dict__["_origins"]
        news = {} if origin is None else {name: origin(name) for name in other}
        return Config({**values, **other}, {**origins, **news})

    def shown(self, setting: Setting) -> str:
        """The value for people's eyes: a secret stays one."""
        value = getattr(self, setting.name)
        if setting.kind is SECRET and value:
            return "(set)"
        if setting.kind is URLS:
            value = tuple(map(without_password, value))
        return ", ".join(value) if isinstance(value, tuple) else str(value)


def load(flags: Mapping[str, object], environ: Mapping[str, str], platform: str = sys.platform) -> Config:
    """Read every setting. Flags that are None were not given; an empty variable is an unset one."""
    file = config_file(environ, platform)
    written = _read_file(file) if file else {}
    values: dict[str, object] = {}
    origins: dict[str, str] = {}
    for setting in SETTINGS:
        origin, raw = next(_sources(setting, flags, environ, file, written), (DEFAULT, None))
        values[setting.name] = setting.default if raw is None else _read(setting, raw, origin)
        origins[setting.name] = origin
    chosen = values["data_dir"]
    folder = chosen if isinstance(chosen, Path) else default_data_dir(environ, platform)
    values["data_dir"] = _absolute(folder, environ)
    return Config(values, origins)


def _sources(
    setting: Setting,
    flags: Mapping[str, object],
    environ: Mapping[str, str],
    file: Path | None,
    written: Mapping[str, object],
) -> Iterator[tuple[str, object]]:
    if flags.get(setting.name) is not None:
        yield by_flag(setting.name), flags[setting.name]
    if environ.get(setting.variable):
        yield "variable " + setting.variable, environ[setting.variable]
    if setting.name in written:
        yield f"file {file}", written[setting.name]


def by_flag(name: str) -> str:
    """The origin of a setting that was given as a flag."""
    return "flag --" + name.replace("_", "-")


def _read(setting: Setting, raw: object, origin: str) -> object:
    try:
        return setting.kind.read(raw)
    except ValueError:
        secret = setting.kind is SECRET or (setting.kind is URLS and "@" in str(raw))
        shown = "not right" if secret else repr(raw)
        sentence = f"The setting {setting.name} is {shown} ({origin}); it must be {setting.kind.words}."
        where = {"flag": "in the flag", "variable": "in the variable", "file": "in the file"}[origin.split()[0]]
        remedy = f"correct it {where} {origin.split(maxsplit=1)[1]}"
        raise Setup("bad_setting", sentence, f"{remedy}, or leave it out") from None


def without_password(url: str) -> str:
    """The address for people's eyes."""
    scheme, separator, rest = url.partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}"


def unknown_in(environ: Mapping[str, str]) -> list[str]:
    """Variables that look like settings and are none. They are no error: a newer Bellpull may know them."""
    known = {"BELLPULL_CONFIG", "BELLPULL_AGENT", "BELLPULL_SESSION", *(setting.variable for setting in SETTINGS)}
    return sorted(name for name in environ if name.startswith("BELLPULL_") and name not in known)


def config_file(environ: Mapping[str, str], platform: str = sys.platform) -> Path | None:
    """The file that is read: the one that BELLPULL_CONFIG names, which must be there, else the usual one, if it is."""
    if environ.get("BELLPULL_CONFIG"):
        named = _absolute(Path(environ["BELLPULL_CONFIG"]), environ)
        if not named.exists():
            sentence = f"The settings file {named} (variable BELLPULL_CONFIG) is not there."
            raise Setup("no_config_file", sentence, "correct or unset BELLPULL_CONFIG")
        return named
    usual = _platform_folder(environ, platform, "XDG_CONFIG_HOME", ".config") / "config.toml"
    return usual if usual.is_file() else None


def default_data_dir(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    return _platform_folder(environ, platform, "XDG_DATA_HOME", ".local/share")


def _platform_folder(environ: Mapping[str, str], platform: str, variable: str, beneath_home: str) -> Path:
    if platform == "darwin":
        return _home(environ) / "Library" / "Application Support" / "bellpull"
    if platform == "win32":
        local = environ.get("LOCALAPPDATA")
        return (Path(local) if local else _home(environ) / "AppData" / "Local") / "bellpull"
    base = Path(environ.get(variable, ""))
    # The XDG rules: a relative path is to be ignored.
    return (base if base.is_absolute() else _home(environ) / beneath_home) / "bellpull"


def _home(environ: Mapping[str, str]) -> Path:
    named = environ.get("HOME") or environ.get("USERPROFILE")
    try:
        return Path(named) if named else Path.home()
    except RuntimeError:
        raise Setup("no_home", "There is no home folder.", "set HOME, or give --data-dir") from None


def _absolute(path: Path, environ: Mapping[str, str]) -> Path:
    if path.parts[:1] == ("~",):
        path = _home(environ).joinpath(*path.parts[1:])
    return path.absolute()


def _read_file(file: Path) -> dict[str, object]:
    import tomllib

    try:
        written = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Setup("config_unreadable", f"{file} cannot be read: {error.strerror}.", "check its rights") from None
    except ValueError as error:
        raise Setup("config_not_toml", f"{file} is not TOML: {error}.", "correct or remove that line") from None
    for name in written:
        _check_known(name, file)
    return written


def _check_known(name: str, file: Path) -> None:
    known = [setting.name for setting in SETTINGS]
    if name in known:
        return
    import difflib

    nearest = difflib.get_close_matches(name, known, n=1, cutoff=0)
    hint = f"the nearest one is {nearest[0]}; all of them: bellpull doctor --settings"
    raise Setup("unknown_setting", f"{file} has {name!r}, which is no setting.", hint)
