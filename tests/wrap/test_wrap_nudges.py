"""Nudges through a wrapped server, from a real hub: they arrive once, in order, in the next result that the model
reads, and whatever happens to hub or proxy none is lost."""

import itertools
import json
import random
import re
import signal
import sys
import time

import pytest
from wrapped import SERVER, Message, Process, Wrapped

from support.answers import done, until
from support.hub import Caller, Hub, HubMaker
from support.nudges import listed, tell
from support.stdio_shim import environment, new_name
from support.this_run import SEED

pytestmark = pytest.mark.process

CAT = (sys.executable, "-c", "import os\nwhile data := os.read(0, 65536): os.write(1, data)")
BLOCK = re.compile(r'<notification source="([^"]+)"[^>]*>\n(.*?)\n</notification>', re.S)


def handed(hub: Hub, agent: Caller) -> list[str]:
    """The messages that were confirmed, oldest first."""
    return [each["message"] for each in reversed(listed(hub.owner, agent.name, state="handed"))]


def told(wrapped: Wrapped, count: int = 1, *, modern: bool = False) -> list[str]:
    """Call tools until so many nudges have come; their messages."""
    found: list[str] = []

    def more() -> bool:
        _, *rest = wrapped.texts("echo", modern=modern)
        found.extend(message for text in rest for _, message in BLOCK.findall(text))
        return len(found) >= count

    until(more, f"{count} nudges come")
    return found


def working(wrapped: Wrapped) -> bool:
    """One more call of the agent."""
    return bool(wrapped.texts("echo"))


@pytest.fixture(params=[False, True], ids=["2025-11-25", "2026-07-28"])
def modern(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def test_nudges_from_before_the_start_come_with_the_first_results(hub: Hub, agent: Caller, modern: bool) -> None:
    tell(hub.owner, agent.name, "use the staging database")
    with Wrapped(hub, agent) as wrapped:
        assert told(wrapped, modern=modern) == ["use the staging database"]
        until(lambda: handed(hub, agent) == ["use the staging database"], "it is confirmed")
        (one,) = listed(hub.owner, agent.name, state="handed")
        assert one["handed_via"] == "wrap:wrapped_server.py"
        assert wrapped.end() == 0


def test_the_block_is_the_last_item_of_the_result_and_nothing_else_changes(hub: Hub, agent: Caller) -> None:
    with Wrapped(hub, agent) as wrapped:
        wrapped.initialize()
        plain = wrapped.call("fail")
        tell(hub.owner, agent.name, "a < b </notification>", source="ci", label="main")

        def carried() -> Message | None:
            result = wrapped.call("fail")
            return result if result != plain else None

        result = until(carried, "the nudge comes")
        (pending,) = until(lambda: listed(hub.owner, agent.name, state="handed"), "it is confirmed")
        assert result["content"].pop() == {"type": "text", "text": pending["xml"]}
        assert pending["xml"].startswith('<notification source="ci" label="main">\na < b ')
        assert result == plain
        assert result["isError"] is True


def test_many_come_once_and_in_order_while_tools_run(hub: Hub, agent: Caller) -> None:
    expected = [f"number {number}" for number in range(60)]
    with Wrapped(hub, agent) as wrapped:
        wrapped.initialize()
        found: list[str] = []
        for message in expected:
            tell(hub.owner, agent.name, message)
            _, *rest = wrapped.texts("echo")
            found += [message for text in rest for _, message in BLOCK.findall(text)]
        if len(found) < len(expected):
            found += told(wrapped, len(expected) - len(found))
        assert found == expected
        until(lambda: listed(hub.owner, agent.name) == [], "all are confirmed")
        assert not any(each["repeat"] for each in listed(hub.owner, agent.name, state="handed"))


def test_a_waiting_call_carries_what_came_while_it_ran_and_elicitation_and_progress_pass(
    hub: Hub, agent: Caller
) -> None:
    with Wrapped(hub, agent) as wrapped:
        wrapped.initialize()
        id = wrapped.begin("tools/call", {"name": "elicit"})
        asked = json.loads(wrapped.line())
        assert (asked["method"], asked["id"]) == ("elicitation/create", id)
        tell(hub.owner, agent.name, "meanwhile")
        told(wrapped)
        tell(hub.owner, agent.name, "and then")
        wrapped.send({"jsonrpc": "2.0", "id": id, "result": {"action": "accept"}})
        assert wrapped.reply(id)["result"]["content"][0]["text"] == 'answered: {"action": "accept"}'
        before = len(wrapped.read)
        wrapped.call("progress")
        methods = [json.loads(line).get("method") for line in wrapped.read[before:]]
        assert methods == ["notifications/progress"] * 3 + [None]
        until(lambda: working(wrapped) and handed(hub, agent) == ["meanwhile", "and then"], "both have come")


@pytest.mark.parametrize("tool", ["error", "input", "raw"])
def test_a_result_that_the_model_does_not_read_leaves_the_nudge_for_the_next(
    hub: Hub, agent: Caller, tool: str
) -> None:
    with Wrapped(hub, agent) as wrapped:
        wrapped.initialize()
        plain = '{"jsonrpc":"2.0","id":%d,"result":{"content":"no list"}}\n'
        tell(hub.owner, agent.name, "later")
        deadline = time.monotonic() + 0.5
        while time.monotonic() < deadline:
            id = wrapped.begin("tools/call", {"name": tool, "arguments": {"bytes": plain % (len(wrapped.read) + 1)}})
            assert b"notification" not in wrapped.line(), id
        assert told(wrapped) == ["later"]


def test_a_client_that_shows_only_the_structured_half_gets_it_there_or_not_at_all(hub: Hub, agent: Caller) -> None:
    with Wrapped(hub, agent) as wrapped:
        wrapped.initialize("codex-mcp-client")
        wrapped.reply(wrapped.begin("tools/list"))
        tell(hub.owner, agent.name, "one")
        tell(hub.owner, agent.name, "two")
        result = until(lambda: with_notes(wrapped, agent), "it comes in the open one, never in the closed one")
        blocks = [
            each["xml"] for each in reversed(until(lambda: listed(hub.owner, agent.name, state="handed"), "confirmed"))
        ]
        assert result["structuredContent"] == {"a": 1, "_notifications": blocks}
        assert result["content"][-1]["text"] == "\n\n".join(blocks)


def with_notes(wrapped: Wrapped, agent: Caller) -> Message | None:
    closed, opened = wrapped.call("closed"), wrapped.call("open")
    assert closed["structuredContent"] == {"a": 1}
    assert len(closed["content"]) == 1
    return opened if "_notifications" in opened["structuredContent"] else None


def test_a_nudge_for_another_session_is_not_taken(hub: Hub, agent: Caller) -> None:
    tell(hub.owner, agent.name, "for another", session="opencode:ses_1")
    with Wrapped(hub, agent, BELLPULL_SESSION="opencode:ses_2") as wrapped:
        tell(hub.owner, agent.name, "for this one", session="opencode:ses_2")
        assert told(wrapped) == ["for this one"]
        assert wrapped.end() == 0
    assert [each["message"] for each in listed(hub.owner, agent.name)] == ["for another"]


def test_an_agents_key_is_made_on_first_use_and_a_persons_key_carries_nothing(hub: Hub) -> None:
    name = new_name()
    with Wrapped(hub, Caller(hub, "", name, ""), BELLPULL_KEY="") as wrapped:
        wrapped.initialize()
        until(lambda: (hub.data_dir / "keys" / f"{name}.json").exists(), "the key is made")
        tell(hub.owner, name, "hello")
        assert told(wrapped) == ["hello"]
    with Wrapped(hub, Caller(hub, hub.owner.key, name, "")) as wrapped:
        wrapped.initialize()
        until(lambda: "only an agent has nudges" in wrapped.errors(), "it says so")
        assert wrapped.texts("echo") == ["{}"]


def test_a_hub_that_is_killed_and_started_again_loses_nothing(hub_process: HubMaker) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    with Wrapped(hub, agent) as wrapped:
        wrapped.initialize()
        tell(hub.owner, agent.name, "before")
        assert told(wrapped) == ["before"]
        tell(hub.owner, agent.name, "between")
        hub.kill()
        for _ in range(30):
            assert wrapped.texts("echo")[0] == "{}"
        hub.start()
        until(lambda: working(wrapped) and handed(hub, agent) == ["before", "between"], "it comes after all")
        assert wrapped.errors().count("bellpull: ") <= 1


def test_a_hub_that_hangs_holds_results_up_but_a_moment(hub_process: HubMaker) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    with Wrapped(hub, agent) as wrapped:
        wrapped.initialize()
        tell(hub.owner, agent.name, "one")
        assert told(wrapped) == ["one"]
        hub.process.send_signal(signal.SIGSTOP)  # type: ignore[union-attr]
        try:
            began = time.monotonic()
            for _ in range(50):
                wrapped.texts("echo")
            assert time.monotonic() - began < 9
        finally:
            hub.process.send_signal(signal.SIGCONT)  # type: ignore[union-attr]
        tell(hub.owner, agent.name, "two")
        assert told(wrapped) == ["two"]


HOLD = """
import sys, time
from bellpull.mcp.wrap import proxy
write = proxy.write
def hold(file, data):
    if file == 1 and b"<notification" in data:
        print("holding", file=sys.stderr, flush=True)
        time.sleep(99)
    write(file, data)
proxy.write = hold
from bellpull.cli.main import main
main()
"""


@pytest.fixture(scope="module", autouse=True)
def agent_of_a_killed_proxy(hub: Hub) -> Caller:
    """Its proxy was killed between claim and write. For all tests, because the lease that it held takes its time."""
    agent = hub.new_agent()
    tell(hub.owner, agent.name, "precious")
    command = [sys.executable, "-c", HOLD, "wrap", "--agent", agent.name, "--", *SERVER]
    with Process(command, hub.folder, environment(hub, BELLPULL_KEY=agent.key)) as held:
        held.initialize()

        def holds() -> bool:
            held.begin("tools/call", {"name": "echo"})
            return "holding" in held.errors()

        until(holds, "it has claimed")
        held.process.kill()
    return agent


def blocks_of(wrapped: Wrapped) -> list[str]:
    return wrapped.texts("echo")[1:]


def test_two_proxies_of_one_agent_share_without_doubling(hub: Hub, agent: Caller) -> None:
    with Wrapped(hub, agent) as one, Wrapped(hub, agent) as other:
        for each in (one, other):
            each.initialize()
        found: list[str] = []

        def all_came() -> bool:
            for each in (one, other):
                found.extend(message for text in blocks_of(each) for _, message in BLOCK.findall(text))
            return len(found) >= 40

        for number in range(40):
            tell(hub.owner, agent.name, f"{number}")
        until(all_came, "all come")
        assert found == [str(number) for number in range(40)]


def test_nothing_is_asked_of_the_hub_while_nothing_is_pending(hub_process: HubMaker) -> None:
    hub = hub_process(log_level="debug")
    agent = hub.new_agent()
    with Wrapped(hub, agent) as wrapped:
        wrapped.initialize()
        tell(hub.owner, agent.name, "one")
        assert told(wrapped) == ["one"]
        until(lambda: handed(hub, agent) == ["one"], "it is confirmed")
        lines = [wrapped.texts("echo") for _ in itertools.repeat(None, 50)]
        assert lines == [["{}"]] * 50
        assert done(agent.get("/api/me"))["name"] == agent.name
        assert hub.output().count("/nudges/claim") <= 3


def test_the_last_result_is_confirmed_though_the_client_ends_the_proxy_at_once(hub: Hub, agent: Caller) -> None:
    tell(hub.owner, agent.name, "goodbye")
    with Wrapped(hub, agent) as wrapped:
        assert told(wrapped) == ["goodbye"]
        assert wrapped.end() == 0
    assert handed(hub, agent) == ["goodbye"]


def test_a_proxy_that_is_killed_between_claim_and_write_loses_nothing(
    hub: Hub, agent_of_a_killed_proxy: Caller
) -> None:
    agent = agent_of_a_killed_proxy
    with Wrapped(hub, agent) as wrapped:
        found = until(lambda: blocks_of(wrapped), "the lease ends")
        assert found == ['<notification source="user" repeat="true">\nprecious\n</notification>']
        until(lambda: handed(hub, agent) == ["precious"], "it is confirmed")


@pytest.mark.parametrize("seed", range(4))
def test_random_bytes_around_a_result_stay_as_they_are_while_something_is_pending(
    hub: Hub, agent: Caller, seed: int
) -> None:
    """Around a server that says what it hears: a call, and its result, among noise and in pieces of any size."""
    tell(hub.owner, agent.name, "through the noise")
    (told_at_once,) = listed(hub.owner, agent.name)
    item = json.dumps({"type": "text", "text": told_at_once["xml"]}, separators=(",", ":")).encode()
    chosen = random.Random(SEED + seed)
    call = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{}}\n'
    result = chosen.choice(
        [b'{"jsonrpc":"2.0","id":%d,"result":{"content":[]}}\n', b'{"result":{"content":[]},"id":%d}\n']
    )
    said, heard = bytearray(), b""
    with Wrapped(hub, agent, *CAT) as wrapped:
        for number in range(10_000):
            noise = chosen.randbytes(chosen.choice([0, 10, 70_000])).replace(b"\n", b"")
            part = call % number + noise + b"\n" + result % number
            said += part
            while part:
                size = chosen.randrange(1, len(part) + 1)
                wrapped.write(part[:size])
                part = part[size:]
            heard += b"".join(wrapped.line() for _ in range(3))
            if item in heard:
                break
        assert heard.replace(item, b"") == said
        assert heard.count(item) == 1
