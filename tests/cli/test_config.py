"""The settings: where each may come from, which source wins, and what a wrong one is told."""

import sys
from pathlib import Path
from typing import get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.config import SECRET, SETTINGS, Config, Setting, config_file, load
from bellpull.domain.errors import Setup
from bellpull.setting_kinds import WITHOUT_TLS

NAMES = [setting.name for setting in SETTINGS]
# For every setting two values as flag or variable, as file, and as they are read.
SAMPLES: dict[str, list[tuple[str, str, object]]] = {
    "host": [("0.0.0.0", '"0.0.0.0"', "0.0.0.0"), ("::1", '"::1"', "::1")],
    "data_dir": [("/one", '"/one"', Path("/one")), ("/two", '"/two"', Path("/two"))],
    "url": [("http://one:1", '"http://one:1/"', "http://one:1"), ("https://two", '"https://two"', "https://two")],
    "key": [("bp_one", '"bp_one"', "bp_one"), ("bp_two", '"bp_two"', "bp_two")],
    "allowed_hosts": [("one,Two", '["one", "TWO"]', ("one", "two")), ("three", '"three"', ("three",))],
    "public_url": [
        ("https://bell.example/", '"https://bell.example"', "https://bell.example"),
        ("http://two:1", '"http://two:1"', "http://two:1"),
    ],
    "tls_cert": [("/one.pem", '"/one.pem"', "/one.pem"), ("/two.pem", '"/two.pem"', "/two.pem")],
    "tls_key": [("/one.key", '"/one.key"', "/one.key"), ("/two.key", '"/two.key"', "/two.key")],
    "without_tls": [(WITHOUT_TLS, f'"{WITHOUT_TLS}"', WITHOUT_TLS), ("", '""', "")],
    "trusted_proxies": [
        ("127.0.0.1,10.0.0.0/8", '["127.0.0.1", "10.0.0.0/8"]', ("127.0.0.1", "10.0.0.0/8")),
        ("::1", '"::1"', ("::1",)),
    ],
    "drain_seconds": [("7", "7", 7), ("8", "8", 8)],
    "log_files": [("7", "7", 7), ("8", "8", 8)],
    "log_to": [("stderr", '"stderr"', "stderr"), ("File", '"FILE"', "file")],
    "json_logs": [("true", "true", True), ("False", "false", False)],
    "log_level": [("debug", '"debug"', "debug"), ("ERROR", '"Error"', "error")],
    "language": [("fr", '"fr"', "fr"), ("EN", '"En"', "en")],
    "tell_who_answered": [("true", "true", True), ("False", "false", False)],
    "history_limit": [("7", "7", 7), ("8", "8", 8)],
    "desk": [("true", "true", True), ("False", "false", False)],
    "theme": [("dark", '"dark"', "dark"), ("LIGHT", '"Light"', "light")],
    "text_size": [("12", "12", 12), ("14", "14", 14)],
    "quiet_hours": [
        ("22:00-07:00", '"22:00-07:00"', "22:00-07:00"),
        ("9:30 - 10:00", '"9:30 - 10:00"', "9:30 - 10:00"),
    ],
    "remind_minutes": [("7", "7", 7), ("8", "8", 8)],
    "opencode_urls": [
        ("http://one:1,https://[::1]:2", '["http://one:1", "https://[::1]:2/"]', ("http://one:1", "https://[::1]:2")),
        ("off", "[]", ()),
    ],
    "opencode_discovery": [("false", "false", False), ("true", "true", True)],
    "ask_tools": [("a_b, c_d", '["a_b", "c_d"]', ("a_b", "c_d")), ("", "[]", ())],
    "usage_command": [("used --percent", '"used --percent"', "used --percent"), ("two", '"two"', "two")],
    "voicemode_dir": [("/one", '"/one"', "/one"), ("off", '"off"', "off")],
}
NUMBERS: list[tuple[str, str, object]] = [("5000", "5000", 5000), ("6001", "6001", 6001)]
DAYS: list[tuple[str, str, object]] = [("7", "7", 7), ("8", "8", 8)]


def samples(setting: Setting) -> list[tuple[str, str, object]]:
    small = setting.name.endswith("_days") or setting.name == "stop_seconds"
    return SAMPLES.get(setting.name, DAYS if small else NUMBERS)


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}


def write(environ: dict[str, str], text: str) -> Path:
    file = Path(environ["XDG_CONFIG_HOME"]) / "bellpull" / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def refusal(flags: dict[str, object], environ: dict[str, str]) -> Setup:
    with pytest.raises(Setup) as caught:
        load(flags, environ)
    assert caught.value.hint
    return caught.value


def test_the_attributes_are_exactly_the_settings() -> None:
    assert list(get_type_hints(Config)) == NAMES
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("setting", SETTINGS, ids=NAMES)
def test_a_default_is_what_its_kind_would_read(setting: Setting) -> None:
    if setting.default not in (None, ""):
        assert setting.kind.read(setting.default) == setting.default


@pytest.mark.parametrize("setting", SETTINGS, ids=NAMES)
def test_a_flag_wins_over_a_variable_over_the_file_over_the_default(setting: Setting, environ: dict[str, str]) -> None:
    name = setting.name
    (first, _, first_value), (second, in_file, second_value) = samples(setting)
    default = load({}, environ)
    assert default.origin(name) == "default"

    file = write(environ, f"{name} = {in_file}\n")
    from_file = load({}, environ)
    assert (getattr(from_file, name), from_file.origin(name)) == (second_value, f"file {file}")

    environ[setting.variable] = first
    from_variable = load({name: None}, environ)
    assert getattr(from_variable, name) == first_value
    assert from_variable.origin(name) == f"variable BELLPULL_{name.upper()}"

    from_flag = load({name: second}, environ)
    assert getattr(from_flag, name) == second_value
    assert from_flag.origin(name) == "flag --" + name.replace("_", "-")


@pytest.mark.parametrize("setting", SETTINGS, ids=NAMES)
def test_an_empty_variable_is_an_unset_one(setting: Setting, environ: dict[str, str]) -> None:
    assert load({}, environ | {setting.variable: ""}).origin(setting.name) == "default"


@pytest.mark.parametrize(
    ("platform", "environ", "data_dir"),
    [
        ("linux", {"HOME": "/home/ada"}, "/home/ada/.local/share/bellpull"),
        ("linux", {"HOME": "/home/ada", "XDG_DATA_HOME": "/data"}, "/data/bellpull"),
        ("linux", {"HOME": "/home/ada", "XDG_DATA_HOME": "not/absolute"}, "/home/ada/.local/share/bellpull"),
        ("darwin", {"HOME": "/Users/ada"}, "/Users/ada/Library/Application Support/bellpull"),
        ("win32", {"LOCALAPPDATA": "/c/local"}, "/c/local/bellpull"),
        ("win32", {"USERPROFILE": "/c/ada"}, "/c/ada/AppData/Local/bellpull"),
    ],
)
def test_the_data_folder_is_the_platforms_own(platform: str, environ: dict[str, str], data_dir: str) -> None:
    assert load({}, environ, platform).data_dir == Path(data_dir)


def test_a_folder_may_begin_at_home_or_here(environ: dict[str, str]) -> None:
    assert load({"data_dir": "~/bells"}, environ).data_dir == Path(environ["HOME"], "bells")
    assert load({"data_dir": "bells"}, environ).data_dir == Path.cwd() / "bells"


def test_the_macos_file_lies_beside_the_data(tmp_path: Path) -> None:
    folder = tmp_path / "Library" / "Application Support" / "bellpull"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text("port = 1\n")
    assert load({}, {"HOME": str(tmp_path)}, "darwin").port == 1


def test_a_named_file_is_read_instead_of_the_usual_one(environ: dict[str, str], tmp_path: Path) -> None:
    write(environ, "port = 1\n")
    named = tmp_path / "mine.toml"
    named.write_text("port = 2\n")
    config = load({}, environ | {"BELLPULL_CONFIG": str(named)})
    assert (config.port, config.origin("port")) == (2, f"file {named}")


def test_a_named_file_that_is_not_there_is_an_error(environ: dict[str, str], tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    error = refusal({}, environ | {"BELLPULL_CONFIG": str(missing)})
    assert error.code == "no_config_file"
    assert str(missing) in error.sentence
    assert "BELLPULL_CONFIG" in error.sentence


@pytest.mark.parametrize(
    "hours", ["22:00", "22-7", "24:00-07:00", "22:60-07:00", "22:00-", "always", "22:00-07:00-08:00", "22:00-22:00"]
)
def test_text_that_is_no_span_of_hours_is_an_error(hours: str, environ: dict[str, str]) -> None:
    error = refusal({"quiet_hours": hours}, environ)
    assert error.sentence.endswith("it must be two times of the day, 22:00-07:00.")


def test_an_unknown_name_in_the_file_is_an_error_that_names_the_nearest(environ: dict[str, str]) -> None:
    file = write(environ, "titel_limit = 10\n")
    error = refusal({}, environ)
    assert error.code == "unknown_setting"
    assert str(file) in error.sentence
    assert "'titel_limit'" in error.sentence
    assert "title_limit" in str(error.hint)


@pytest.mark.parametrize("text", ["port = ", "port 7717", "[", "port = 1\nport = 2"])
def test_a_file_that_is_not_toml_is_an_error_that_says_where(text: str, environ: dict[str, str]) -> None:
    file = write(environ, text)
    error = refusal({}, environ)
    assert error.code == "config_not_toml"
    assert str(file) in error.sentence


def test_a_file_that_is_not_text_is_an_error(environ: dict[str, str]) -> None:
    write(environ, "").write_bytes(b"port = 1 # \xff")
    assert refusal({}, environ).code == "config_not_toml"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "http"),
        ("port", "65536"),
        ("port", "-1"),
        ("port", "٣"),
        ("port", "1_0"),
        ("host", "two words"),
        ("host", "user@host"),
        ("url", "127.0.0.1:7717"),
        ("url", "ftp://hub"),
        ("allowed_hosts", "a b,c"),
        ("body_limit", "1MB"),
        ("keep_ended_days", "0"),
        ("log_level", "loud"),
        ("data_dir", "a\0b"),
    ],
)
def test_a_wrong_value_is_told_with_its_name_its_value_its_origin_and_a_remedy(
    name: str, value: str, environ: dict[str, str]
) -> None:
    flag, variable = "--" + name.replace("_", "-"), f"BELLPULL_{name.upper()}"
    for error, origin in (
        (refusal({name: value}, environ), f"flag {flag}"),
        (refusal({}, environ | {variable: value}), f"variable {variable}"),
    ):
        assert error.code == "bad_setting"
        assert name in error.sentence
        assert repr(value) in error.sentence
        assert f"({origin})" in error.sentence
        assert origin.split()[1] in str(error.hint)


@pytest.mark.parametrize("line", ["port = true", 'port = "x"', "port = 1.5", "allowed_hosts = [1]", "host = 3"])
def test_a_wrong_value_in_the_file_names_the_file(line: str, environ: dict[str, str]) -> None:
    file = write(environ, line)
    error = refusal({}, environ)
    assert error.code == "bad_setting"
    assert f"(file {file})" in error.sentence


def test_a_table_in_the_file_is_an_unknown_name(environ: dict[str, str]) -> None:
    write(environ, "[server]\nport = 1\n")
    assert refusal({}, environ).code == "unknown_setting"


def test_a_wrong_key_is_never_shown(environ: dict[str, str]) -> None:
    error = refusal({"key": "bp_secret\nbp_more"}, environ)
    assert "bp_secret" not in error.sentence + str(error.hint)


def test_a_config_cannot_be_changed_and_hides_its_key(environ: dict[str, str]) -> None:
    config = load({"key": "bp_secret"}, environ)
    with pytest.raises(AttributeError):
        config.port = 1
    with pytest.raises(AttributeError):
        del config.port
    assert config.port == 7717
    assert "bp_secret" not in repr(config)
    assert config.shown(next(setting for setting in SETTINGS if setting.kind is SECRET)) == "(set)"


def test_the_password_of_a_server_is_never_shown(environ: dict[str, str]) -> None:
    wrong = "http://opencode:secret@host:port"
    error = refusal({"opencode_urls": wrong}, environ)
    assert "secret" not in error.sentence + str(error.hint)
    config = load({"opencode_urls": "http://opencode:secret@host:1"}, environ)
    assert config.opencode_urls == ("http://opencode:secret@host:1",)
    assert "secret" not in repr(config)
    assert "http://host:1" in repr(config)


@given(st.sampled_from(SETTINGS), st.text())
def test_any_text_is_read_or_refused_and_nothing_else(setting: Setting, text: str) -> None:
    try:
        config = load({}, {"HOME": "/nowhere", setting.variable: text})
    except Setup as error:
        assert error.code == "bad_setting"
    else:
        kind = get_type_hints(Config)[setting.name]
        assert isinstance(getattr(config, setting.name), get_origin(kind) or kind)


def test_settings_file_may_be_missing(environ: dict[str, str]) -> None:
    assert config_file(environ, sys.platform) is None
