"""The container file and what belongs to it, as far as they can be tried without an engine."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bellpull.config import SETTINGS, load
from support.answers import PATIENCE, done, until
from support.hub import Hub, HubMaker

DEPLOY = Path(__file__).parents[2] / "deploy"
TEXT = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
PASSWORD = "correct horse battery"


def _steps() -> list[tuple[str, str]]:
    lines = re.sub(r"\\\n\s*", "", re.sub(r"(?m)^#.*\n", "", TEXT)).splitlines()
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines if line.strip()]


STEPS = _steps()
LAST = STEPS[max(place for place, (word, _) in enumerate(STEPS) if word == "FROM") :]


def _last(word: str) -> str:
    return [value for step, value in LAST if step == word][-1]


def _variables() -> dict[str, str]:
    return dict(word.split("=", 1) for word in shlex.split(_last("ENV")))


def test_the_hub_runs_as_nobody_in_particular_from_what_was_built_before() -> None:
    words = [word for word, _ in LAST]
    assert _last("USER") == "bellpull"
    assert words.index("USER") > max(place for place, word in enumerate(words) if word in ("RUN", "COPY"))
    assert not [value for word, value in LAST if word == "RUN" and re.search("pip install|apt|gcc", value)]
    assert [value for word, value in LAST if word == "COPY" and value.startswith("--from=build")]
    assert (_last("STOPSIGNAL"), _last("VOLUME"), _last("EXPOSE")) == ("SIGTERM", "/data", "7717")


def test_files_that_the_container_copies_are_there() -> None:
    for word, value in STEPS:
        if word == "COPY" and "--from" not in value:
            for name in [name for name in value.split()[:-1] if not name.startswith("--")]:
                assert (DEPLOY.parent / name).exists(), name


def test_its_settings_are_settings_and_right() -> None:
    variables = _variables()
    assert set(variables) <= {setting.variable for setting in SETTINGS} | {"PATH", "HOME"}
    config = load({}, variables, "linux")
    assert (config.host, config.port, config.log_to, str(config.data_dir)) == ("0.0.0.0", 7717, "stderr", "/data")


def _health(hub: Hub) -> int:
    command = json.loads(_last("HEALTHCHECK").split("CMD ", 1)[1])
    variables = hub.environment() | {"BELLPULL_DATA_DIR": str(hub.data_dir)}
    return subprocess.run(command, env=variables, capture_output=True, timeout=PATIENCE).returncode


def test_its_health_is_that_of_the_hub(hub_process: HubMaker) -> None:
    hub = hub_process(drain_seconds="60")
    assert _health(hub) == 0
    assert hub.process is not None
    hub.process.terminate()
    until(lambda: hub.nobody("GET", "/health/ready").status_code == 503, "it drains")
    assert _health(hub) != 0
    hub.process.terminate()  # a second one ends the draining
    assert hub.process.wait(PATIENCE) == 0
    assert _health(hub) != 0


def test_a_first_password_opens_the_hub_to_others(tmp_path: Path) -> None:
    hub = Hub(tmp_path, {"host": "0.0.0.0", "without_tls": "keys can be read on the way"})
    closed = hub.launch()
    assert closed.wait(PATIENCE) == 2
    assert "password" in hub.output()
    commands = tmp_path / "bin"
    commands.mkdir()
    (commands / "bellpull").write_text('#!/bin/sh\nexec python3 -m bellpull.cli.main "$@"\n')
    (commands / "bellpull").chmod(0o755)
    variables = hub.environment() | {"BELLPULL_DATA_DIR": str(hub.data_dir)}
    variables["PATH"] = f"{commands}:{Path(sys.executable).parent}:{variables['PATH']}"
    command = [DEPLOY / "first-password", "--password-stdin"]
    ended = subprocess.run(command, env=variables, input=PASSWORD.encode(), capture_output=True, timeout=PATIENCE)
    assert ended.returncode == 0, ended.stderr
    try:
        hub.start()
        done(hub.nobody("POST", "/api/login", json={"name": "owner", "password": PASSWORD}))
    finally:
        hub.close()


@pytest.fixture
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8")))


def test_a_hub_behind_a_proxy_is_published_to_nobody(compose: dict[str, Any]) -> None:
    hub, caddy = compose["services"]["hub"], compose["services"]["caddy"]
    assert "ports" not in hub
    assert compose["networks"]["inner"]["internal"] is True
    assert hub["networks"] == ["inner"]
    assert set(caddy["networks"]) == {"inner", "outer"}
    assert (DEPLOY / hub["build"]["context"] / hub["build"]["dockerfile"]).exists()
    subnet = compose["networks"]["inner"]["ipam"]["config"][0]["subnet"]
    assert hub["environment"]["BELLPULL_TRUSTED_PROXIES"] == subnet
    assert set(hub["environment"]) <= {setting.variable for setting in SETTINGS}
    assert (hub["read_only"], hub["cap_drop"]) == (True, ["ALL"])
    assert set(compose["volumes"]) == {mount.split(":")[0] for one in (hub, caddy) for mount in one["volumes"]}
