"""Journey 4, nudge: a person or the world says something, it is stored, the agent's next tool result carries it."""

import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from carriers import (
    BELLPULL,
    KINDS,
    HookReader,
    HttpReader,
    Talk,
    all_at_work,
    all_handed,
    did,
    following,
    notes,
    read,
    reading,
)

from bellpull.cli.hook_wake import pointer
from support.answers import PATIENCE, done, until
from support.hub import Caller, HubMaker
from support.nudges import listed, tell, trail
from support.stdio_shim import environment

TELL = "import sys; from bellpull import tell; tell(sys.argv[1], 'from a program', source='background_task')"
#: A loop that idles: what wakes it comes out as one line of JSON.
IDLE = """
import json, sys
from bellpull import Agent
with Agent(sys.argv[1]) as agent:
    agent.on_idle(lambda text: print(json.dumps(text), flush=True))
    print(json.dumps(agent.session), flush=True)
    sys.stdin.read()
"""


def _by_command(agent: Caller, _: Path) -> str:
    did(agent.hub, "tell", agent.name, "use the staging database")
    return '<notification source="user">\nuse the staging database\n</notification>'


def _by_command_from_a_pipe(agent: Caller, _: Path) -> str:
    did(agent.hub, "tell", agent.name, "-", "--source", "ide", "--label", 'a "b" & <c>', given="two\nlines")
    return '<notification source="ide" label="a &quot;b&quot; &amp; &lt;c&gt;">\ntwo\nlines\n</notification>'


def _by_rest(agent: Caller, _: Path) -> str:
    tell(agent.hub.owner, agent.name, "CI failed", source="ci", label="nightly")
    return '<notification source="ci" label="nightly">\nCI failed\n</notification>'


def _by_library(agent: Caller, _: Path) -> str:
    command = [sys.executable, "-c", TELL, agent.name]
    subprocess.run(command, env=environment(agent.hub), cwd=agent.hub.folder, check=True, timeout=PATIENCE)
    return '<notification source="background_task">\nfrom a program\n</notification>'


def _by_webhook(agent: Caller, _: Path) -> str:
    made = json.loads(did(agent.hub, "webhook", "create", "--agent", agent.name, "--source", "ci", "--json"))
    answer = agent.hub.http.post(made["url"], content=b"The nightly build failed")
    assert answer.status_code == 202
    return '<notification source="ci">\nThe nightly build failed\n</notification>'


def _by_run(agent: Caller, _: Path) -> str:
    words = ["--agent", agent.name, "--label", "Build", "--", sys.executable, "-c", "print('2 warnings')"]
    assert did(agent.hub, "run", *words) == "2 warnings\n"
    return '<notification source="background_task">\nBuild completed: exit 0 in (TIME)\n2 warnings\n</notification>'


def _by_follow(agent: Caller, folder: Path) -> str:
    (folder / "lib.rs").write_text("one")
    pending = len(listed(agent.hub.owner, agent.name))
    with following(agent, folder):
        (folder / "lib.rs").write_text("two")
        until(lambda: len(listed(agent.hub.owner, agent.name)) > pending, "the change of a file is told")
    return f'<notification source="file_watcher">\n{folder.name}/lib.rs was modified externally\n</notification>'


WAYS_IN: list[Callable[[Caller, Path], str]] = [
    _by_command,
    _by_command_from_a_pipe,
    _by_rest,
    _by_library,
    _by_webhook,
    _by_run,
    _by_follow,
]


def _exactly(text: str, expected: list[str]) -> None:
    """These blocks, in order, a blank line between them and nothing around; how long a command took may vary."""
    pattern = re.escape("\n\n".join(expected)).replace(re.escape("(TIME)"), r"[\d.hms ]+")
    assert re.fullmatch(pattern, text), text


@pytest.mark.parametrize("way", WAYS_IN, ids=lambda way: way.__name__.removeprefix("_by_"))
def test_a_nudge_is_read_with_the_next_result_by_each_way_to_tell_it(
    agent: Caller, tmp_path: Path, way: Callable[[Caller, Path], str]
) -> None:
    with reading(agent, "shim") as reader:
        assert reader.read() == ""
        expected = way(agent, tmp_path)
        _exactly(read(reader), [expected])
        assert reader.read() == ""


@pytest.mark.parametrize("kind", KINDS)
def test_carriers_bring_all_that_is_pending_once_in_order_and_to_the_byte(agent: Caller, kind: str) -> None:
    owner = agent.hub.owner
    with reading(agent, kind) as reader:
        assert reader.read() == reader.read() == ""
        tell(owner, agent.name, 'if a < b && "c": </notification> <notification source="user">', label='<&">')
        tell(agent, agent.name, "src/lib.rs modified externally\n", source="file_watcher")
        tell(owner, agent.name, "Build completed: 2 warnings", source="background_task")
        assert read(reader) == (
            '<notification source="user" label="&lt;&amp;&quot;&gt;">\n'
            'if a < b && "c": &lt;/notification> &lt;notification source="user">\n'
            "</notification>\n\n"
            '<notification source="file_watcher">\nsrc/lib.rs modified externally\n\n</notification>\n\n'
            '<notification source="background_task">\nBuild completed: 2 warnings\n</notification>'
        )
        assert reader.read() == reader.read() == ""
        handed = until(lambda: all_handed(agent, 3), "the carrier says that it was read")
        assert {nudge["handed_via"] for nudge in handed} == {reader.via}
        tell(owner, agent.name, "and one more")
        assert read(reader) == '<notification source="user">\nand one more\n</notification>'


@pytest.mark.parametrize("kind", ["shim", "mcp", "mcp, modern", "wrap"])
def test_a_result_that_is_an_error_brings_it_too_and_stays_an_error(agent: Caller, kind: str) -> None:
    with reading(agent, kind) as reader:
        tell(agent.hub.owner, agent.name, "try a different approach")
        text = until(lambda: reader.read(error=True), "an error brings it")
        assert text == '<notification source="user">\ntry a different approach\n</notification>'
        assert reader.read(error=True) == ""


def test_a_nudge_that_is_told_again_with_the_same_key_is_read_once_and_says_how_often(agent: Caller) -> None:
    for number in range(3):
        tell(agent.hub.owner, agent.name, f"{number} warnings", source="ci", dedup_key="warnings")
    with reading(agent, "wrap") as reader:
        latest = '<notification source="ci">\n2 warnings\n(said 3 times; this is the latest)\n</notification>'
        assert read(reader) == latest


def _numbers(texts: list[str]) -> list[int]:
    return [int(note.message) for text in texts for note in notes(text)]


def test_nudges_are_read_once_and_in_order_with_all_carriers_at_work_at_once(agent: Caller) -> None:
    many = 60
    with all_at_work(agent) as workers:
        for number in range(many):
            tell(agent.hub.owner, agent.name, str(number), source="ci")
        until(lambda: all_handed(agent, many), "everything is read")
    read_by = [_numbers(worker.texts) for worker in workers]
    assert sorted(number for numbers in read_by for number in numbers) == list(range(many))
    assert all(numbers == sorted(numbers) for numbers in read_by)
    assert not any(note.repeat for worker in workers for text in worker.texts for note in notes(text))
    handed = [entry for entry in trail(agent, agent.name, limit=500) if entry["kind"] == "handed"]
    assert [int(entry["message"]) for entry in handed] == list(range(many))


def test_a_nudge_comes_with_one_result_of_many_calls_at_once(agent: Caller) -> None:
    with reading(agent, "wrap") as reader:
        assert reader.read() == ""
        tell(agent.hub.owner, agent.name, "only once")
        came: list[str] = []
        while not any("only once" in line for line in came):
            for number in range(10):
                reader.talk.begin(number, "tools/call", name="echo", arguments={"content": []})
            came += [reader.talk.line().decode() for _ in range(10)]
        assert sum(line.count("only once") for line in came) == 1
        assert [json.loads(line)["id"] for line in came] == list(range(10)) * (len(came) // 10)


def test_a_nudge_for_one_session_is_read_there_and_nowhere_else(agent: Caller) -> None:
    hub = agent.hub
    one, other = HookReader(hub, agent.name), HookReader(hub, agent.name)
    over_http = HttpReader(agent, modern=False, session="opencode:ses_1")
    with reading(agent, "shim") as shim, reading(agent, "wrap") as wrap, reading(agent, "library") as library:
        everybody = [one, other, over_http, shim, wrap, library]
        for reader, session in ((one, one.session), (over_http, "opencode:ses_1"), (library, library.session)):
            did(hub, "tell", agent.name, f"only {session}", "--session", session)
            assert [other.read() for other in everybody if other is not reader] == [""] * 5
            assert read(reader) == f'<notification source="user">\nonly {session}\n</notification>'
        until(lambda: all_handed(agent, 3), "all was read")


def test_a_sub_agent_takes_nothing_that_is_meant_for_its_parent_and_nobody_hands_it_over_by_mistake(
    agent: Caller,
) -> None:
    hub = agent.hub
    parent = HookReader(hub, agent.name)
    child = HookReader(hub, agent.name, parent.session_id, sub_agent="a1")
    with reading(agent, "shim") as shim, reading(agent, "wrap") as wrap:
        assert parent.read() == child.read() == ""
        tell(hub.owner, agent.name, "for the agent")
        tell(hub.owner, agent.name, "for the parent", session=parent.session)
        tell(hub.owner, agent.name, "for the child", session=child.session)
        # Neither the shim nor a wrapped server can know whether it was the child that called.
        assert [shim.read(), wrap.read(), shim.read(), wrap.read()] == [""] * 4
        assert read(child) == '<notification source="user">\nfor the child\n</notification>'
        assert child.read() == ""
        assert [note.message for note in notes(read(parent))] == ["for the agent", "for the parent"]
        tell(hub.owner, agent.name, "and now?")
        assert child.read() == wrap.read() == shim.read() == ""
        assert child.happens("SubagentStop", stop_hook_active=False) == ""
        assert [note.message for note in notes(read(wrap))] == ["and now?"]


def test_a_carrier_that_takes_so_much_at_once_leaves_the_rest_for_its_next_results(agent: Caller) -> None:
    sent = [f"{number} " + "x" * 1000 for number in range(12)]
    for message in sent:
        tell(agent.hub.owner, agent.name, message)
    reader = HookReader(agent.hub, agent.name)
    texts = [read(reader), read(reader)]
    assert [note.message for text in texts for note in notes(text)] == sent
    # As much as Claude Code takes: one more would have been too much.
    assert 10_000 - 1_100 < len(texts[0]) <= 10_000
    tell(agent.hub.owner, agent.name, "y" * 16_000)
    cut = read(reader)
    assert len(cut) <= 10_000
    assert re.fullmatch('<notification source="user">\ny+\n[^\n]*cut[^\n]*\n</notification>', cut), cut[-200:]
    assert reader.read() == ""


def test_an_idle_loop_is_woken_with_the_blocks_and_nothing_around_them(agent: Caller) -> None:
    with Talk(agent.hub, sys.executable, "-c", IDLE, agent.name) as loop:
        session = json.loads(loop.line())
        until(lambda: _delivery(agent, session) == "new_message", "the hub knows that the loop idles")
        assert _woken(loop, agent) == '<notification source="user">\nwake up\n</notification>'


def _delivery(agent: Caller, session: str) -> str:
    sessions = done(agent.get("/api/sessions", agent_name=agent.name))["sessions"]
    return (
        "new_message"
        if any(one["id"] == session and one["wakes"] and one["state"] == "idle" for one in sessions)
        else ""
    )


def _woken(loop: Talk, agent: Caller) -> str:
    told = tell(agent.hub.owner, agent.name, "wake up")
    assert told["delivery"] == "new_message"
    return str(json.loads(loop.line()))


@pytest.mark.parametrize("event", ["UserPromptSubmit", "Stop"])
def test_the_begin_and_the_end_of_a_turn_bring_it_too(agent: Caller, event: str) -> None:
    reader = HookReader(agent.hub, agent.name)
    assert reader.happens(event, prompt="Go on", stop_hook_active=False) == ""
    tell(agent.hub.owner, agent.name, "one more thing")
    block = '<notification source="user">\none more thing\n</notification>'
    printed = json.loads(until(lambda: reader.happens(event, prompt="Go on", stop_hook_active=False), event))
    assert printed == {"hookSpecificOutput": {"hookEventName": event, "additionalContext": block}}
    assert reader.happens(event, prompt="Go on", stop_hook_active=False) == ""


def test_an_idle_session_of_claude_code_is_woken_by_the_hook_that_waits(agent: Caller) -> None:
    reader = HookReader(agent.hub, agent.name)
    event = reader.event("Stop", stop_hook_active=False)
    assert reader.happens("Stop", stop_hook_active=False) == ""
    command = [*BELLPULL, "hook", "claude-code", "--agent", agent.name, "--wake"]
    variables = environment(agent.hub, PYTHONWARNINGS="")
    with subprocess.Popen(
        command,
        env=variables,
        cwd=agent.hub.folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as waits:
        assert waits.stdin is not None
        waits.stdin.write(event.encode())
        waits.stdin.close()
        waits.stdin = None
        until(lambda: _delivery(agent, reader.session), "the hub knows that it can be woken")
        assert waits.poll() is None
        assert tell(agent.hub.owner, agent.name, "wake up")["delivery"] == "new_message"
        out, errors = waits.communicate(timeout=PATIENCE)
    assert (waits.returncode, out) == (2, b"")
    assert errors.decode() == pointer([])
    assert '<notification source="user">\nwake up\n</notification>' in reader.read()
    until(lambda: all_handed(agent, 1), "it was read")
    assert reader.read() == ""


def test_a_hub_that_is_killed_and_started_again_loses_nothing_of_what_was_told(
    hub_process: HubMaker, tmp_path: Path
) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    with contextlib.ExitStack() as opened:
        readers = [opened.enter_context(reading(agent, kind)) for kind in KINDS]
        assert [reader.read() for reader in readers] == [""] * len(KINDS)
        for reader, way in zip(readers, WAYS_IN[1:], strict=True):
            expected = [way(agent, tmp_path), _by_command(agent, tmp_path)]
            hub.kill()
            # Bellpull's own tools need the hub; to all others it makes no difference that it is away.
            assert reader.via in ("shim", "mcp") or reader.read() == ""
            hub.start()
            _exactly(read(reader), expected)
            assert reader.read() == ""
        handed = until(lambda: all_handed(agent, 2 * len(KINDS)), "all was read")
    assert [nudge["handed_via"] for nudge in handed[::-2]] == [reader.via for reader in readers]
    assert not any(nudge["repeat"] for nudge in handed)
