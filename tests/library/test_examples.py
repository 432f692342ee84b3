"""The examples and what the guides show: run as they stand, with a person who answers."""

import re
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.answers import PATIENCE, until
from support.hub import Hub
from support.questions import answer, listed

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
GUIDES = ROOT / "docs" / "howto"
SCRIPT_GUIDE = (GUIDES / "ask-from-a-script.md").read_text(encoding="utf-8")
#: Which guide shows which example; what is not here is only named.
SHOWN = {
    "ask_before_deploy.py": "ask-from-python.md",
    "two_at_once.py": "ask-from-python.md",
    "agent_loop.py": "in-your-own-agent-loop.md",
}
LONGEST_EXAMPLE = 80
BLOCKS = [textwrap.dedent(block) for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", SCRIPT_GUIDE, re.M)]
SCRIPTS = [block.strip() + "\n" for block in BLOCKS if "#!/bin/sh" in block]


def environment(hub: Hub) -> dict[str, str]:
    """Of a shell in which `bellpull` is this one, and its hub the one of the test."""
    folder = hub.folder / "bin"
    folder.mkdir(exist_ok=True)
    program = folder / "bellpull"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m bellpull.cli.main "$@"\n')
    program.chmod(0o755)
    variables = hub.environment()
    return variables | {"BELLPULL_DATA_DIR": str(hub.data_dir), "PATH": f"{folder}:{variables['PATH']}"}


def run(hub: Hub, *command: str) -> subprocess.CompletedProcess[str]:
    variables = environment(hub)
    return subprocess.run(
        command, env=variables, cwd=hub.folder, capture_output=True, text=True, timeout=2 * PATIENCE, check=False
    )


@contextmanager
def person(hub: Hub, *replies: str) -> Iterator[None]:
    """Somebody who chooses, or types, these in turn, whichever question comes first."""
    owner = hub.owner
    seen: set[str] = set()

    def answer_all() -> None:
        for reply in replies:
            question = until(lambda: [one for one in listed(owner) if one["id"] not in seen], f"wants {reply!r}")[0]
            seen.add(question["id"])
            answer(owner, question["id"], **{"choice" if reply in question["options"] else "text": reply})

    thread = threading.Thread(target=answer_all)
    thread.start()
    yield
    thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.mark.process
@pytest.mark.parametrize(
    ("reply", "code", "out"), [("Deploy", 0, "deploying 2.4.0\n"), ("Not now", 1, "not deployed: Not now\n")]
)
def test_the_deployment_asks_first(own_hub: Hub, reply: str, code: int, out: str) -> None:
    with person(own_hub, reply):
        ended = run(own_hub, sys.executable, str(EXAMPLES / "ask_before_deploy.py"))
    assert (ended.returncode, ended.stdout, ended.stderr) == (code, out, "")
    told = [one["title"] for one in own_hub.owner.every_notification(notification_type="completion")]
    assert told == (["2.4.0 is live"] if code == 0 else [])


@pytest.mark.process
def test_two_are_asked_at_once_and_a_third_is_let_go_of(own_hub: Hub) -> None:
    with person_for_two(own_hub):
        ended = run(own_hub, sys.executable, str(EXAMPLES / "two_at_once.py"))
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "Bell, in Mauve\n", "")
    (left,) = listed(own_hub.owner)
    assert (left["question"], left["released"]) == ("Anything else?", "gone")
    assert [one["title"] for one in own_hub.owner.every_notification(notification_type="status")] == [
        "I go on without waiting"
    ]


@contextmanager
def person_for_two(hub: Hub) -> Iterator[None]:
    """Somebody who answers when both are open."""
    owner = hub.owner

    def answer_both() -> None:
        for question in until(lambda: both if len(both := listed(owner)) == 2 else None, "both are open"):
            answer(owner, question["id"], text="Mauve" if question["options"] else "Bell")

    thread = threading.Thread(target=answer_both)
    thread.start()
    yield
    thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.mark.process
@pytest.mark.parametrize(
    ("script", "replies", "out", "err"),
    [
        (SCRIPTS[0], ["Deploy"], "deploying\n", ""),
        (SCRIPTS[0], ["Not now"], "not deployed\n", "bellpull: The answer is Not now.\n"),
        (SCRIPTS[1], ["canary", "because", "tomorrow"], "canary, tomorrow: because\n", ""),
    ],
)
def test_the_scripts_of_the_guide_do_what_it_says(
    own_hub: Hub, script: str, replies: list[str], out: str, err: str
) -> None:
    with person(own_hub, *replies):
        ended = run(own_hub, "sh", "-c", script)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, out, err)


@pytest.mark.parametrize(("example", "guide"), SHOWN.items(), ids=SHOWN)
def test_the_guides_show_the_examples_as_they_are(example: str, guide: str) -> None:
    source = (EXAMPLES / example).read_text(encoding="utf-8")
    text = textwrap.indent(source, "    ", lambda line: bool(line.strip()))
    assert text in (GUIDES / guide).read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_EXAMPLE


def test_every_example_is_in_a_guide() -> None:
    guides = "".join(guide.read_text(encoding="utf-8") for guide in GUIDES.glob("*.md"))
    for example in EXAMPLES.glob("*.py"):
        assert example.name in SHOWN or f"examples/{example.name}" in guides


@pytest.mark.process
def test_the_agent_loop_is_told_while_it_works_and_woken_when_it_idles(own_hub: Hub) -> None:
    command = [sys.executable, str(EXAMPLES / "agent_loop.py")]
    variables = environment(own_hub)
    loop = subprocess.Popen(command, env=variables, cwd=own_hub.folder, stdout=subprocess.PIPE, text=True)
    guard = threading.Timer(2 * PATIENCE, loop.kill)
    guard.start()
    try:
        assert loop.stdout
        assert "→ wait {'seconds': 1}\n" in iter(loop.stdout.readline, "")
        tell(own_hub, "use the staging database")
        assert "I have read it: use the staging database\n" in iter(loop.stdout.readline, "")
        tell(own_hub, "and now the docs")
        assert loop.stdout.readline() == "I have read it: and now the docs\n"
        tell(own_hub, "stop")
        assert (loop.stdout.readline(), loop.wait(PATIENCE)) == ("Goodbye.\n", 0)
    finally:
        guard.cancel()
        loop.kill()
        loop.communicate(timeout=PATIENCE)
    trail = run(own_hub, "bellpull", "trail", "looper").stdout
    assert trail.count("┌─ notification (user) ") == trail.count("└─ handed ") == 3


def tell(hub: Hub, message: str) -> None:
    told = run(hub, "bellpull", "tell", "looper", message)
    assert (told.returncode, told.stderr) == (0, "")
