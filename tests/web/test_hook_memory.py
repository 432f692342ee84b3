"""What hooks make the hub remember: counted before it is read, cut, and in fair shares."""

import json
from pathlib import Path
from typing import Any

from bellpull.clients.hooks.formats import FORMATS
from bellpull.domain.doing import Doing, after, characters
from bellpull.domain.happening import Happening, ToolCall
from bellpull.domain.identity import Principal
from bellpull.domain.sign_size import STEP
from bellpull.hub.hub import Hub
from bellpull.web.endpoint import Call, Came
from bellpull.web.hook_memory import OF_AGENT, OF_ALL, OF_SESSION, HookMemory, Remembered
from bellpull.web.rest_hooks import Hooks
from support.in_process import Clock, HubRates, with_hub

NOW = "2026-01-01T00:00:00.000Z"
ASK = "mcp__bellpull__ask_user"
SMALL = Remembered(put_off=1)


def busy(texts: int) -> Remembered:
    """A session that runs tools with so many characters to remember."""
    doing = after(Doing(), Happening("claude-code", "PreToolUse", starts=ToolCall("a", "Bash", "x" * texts)), NOW)
    return Remembered(doing)


def event(session: str, name: str = "PreToolUse", **more: Any) -> bytes:
    said = {"hook_event_name": name, "session_id": session, "tool_name": "Bash", "tool_input": {"command": "make"}}
    return json.dumps(said | more).encode()


def test_an_agents_sessions_push_out_its_own_and_no_others() -> None:
    memory = HookMemory()
    memory.put("calm", "only", SMALL)
    for number in range(2 * OF_ALL // OF_SESSION):
        memory.put("flood", f"s{number}", SMALL)
    assert memory.of("calm", "only") == SMALL
    kept = [number for number in range(2 * OF_ALL // OF_SESSION) if memory.of("flood", f"s{number}") == SMALL]
    assert len(kept) == OF_AGENT // OF_SESSION
    assert kept[-1] == 2 * OF_ALL // OF_SESSION - 1


def test_memory_that_many_agents_fill_is_taken_from_the_fullest() -> None:
    memory = HookMemory()
    memory.put("calm", "only", SMALL)
    agents = 3 * OF_ALL // OF_AGENT
    for number in range(agents):
        for session in range(OF_AGENT // OF_SESSION):
            memory.put(f"flood-{number}", f"s{session}", SMALL)
    assert memory.of("calm", "only") == SMALL
    kept = sum(
        memory.of(f"flood-{number}", f"s{session}") == SMALL
        for number in range(agents)
        for session in range(OF_AGENT // OF_SESSION)
    )
    assert OF_ALL // OF_SESSION - 2 <= kept + 1 <= OF_ALL // OF_SESSION


def test_a_session_with_much_to_remember_counts_by_its_size() -> None:
    memory = HookMemory()
    large = busy(OF_AGENT // 4)
    for number in range(10):
        memory.put("bot", f"s{number}", large)
    assert [number for number in range(10) if memory.of("bot", f"s{number}") == large] == [7, 8, 9]


def test_session_that_is_over_takes_no_room() -> None:
    memory = HookMemory()
    for number in range(10):
        memory.put("bot", f"s{number}", busy(OF_AGENT // 4))
        memory.put("bot", f"s{number}", Remembered())
    memory.put("bot", "small", SMALL)
    memory.put("bot", "large", busy(OF_AGENT - 2 * OF_SESSION))
    assert memory.of("bot", "small") == SMALL


def test_long_asks_permissions_and_their_ids_are_remembered_shortly() -> None:
    doing, read = Doing(), FORMATS["claude-code"].read
    for number in range(60):
        said = {"tool_use_id": f"{number}", "tool_name": ASK, "session_id": "s", "hook_event_name": "PreToolUse"}
        asks = {"title": "t", "question": "漢" * 60_000, "wait_for_response": True}
        doing = after(doing, read(said | {"tool_input": asks}), NOW)
    assert characters(doing) < 20_000
    for number in range(60):
        said = {"tool_name": "Bash", "session_id": "s", "hook_event_name": "PermissionRequest", "bellpull_asks": True}
        wants = {"tool_use_id": f"p{number}", "tool_input": {"command": "x" * 60_000}}
        doing = after(doing, read(said | wants | {"bellpull_request": f"{number}" + "y" * 60_000}), NOW)
    assert len(repr(doing)) < 30_000


def test_an_event_beyond_the_rate_is_neither_read_nor_remembered(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        made = [await hub.access.make_key(owner, "agent", name, None) for name in ("bot", "calm")]
        bot, calm = [await hub.access.admit(one.secret) for one in made]
        hooks = Hooks(FORMATS)

        async def hear(who: Principal, body: bytes) -> bytes:
            said = Call(hub, who, {"client": "claude-code"}, None, body, {}, Came("", False, False, lambda: True))
            reply = await hooks.send_hook_event(said)
            if reply.after is not None:
                await reply.after(True)
            return reply.body

        async def seen(who: Principal) -> list[str]:
            return [one.session.id for one in (await hub.sessions.listed(who, None, 50)).sessions]

        assert await hear(bot, event("first", pad="x" * 8 * STEP)) == b"{}"
        assert await seen(bot) == ["claude-code:first"]
        assert await hear(bot, event("second", tool_use_id="begun", pad="x" * 2 * STEP)) == b"{}"
        for body in (event("third"), event("second", tool_use_id="unheard"), b"no JSON"):
            assert await hear(bot, body) == b"{}"  # the tool does not notice
        assert sorted(await seen(bot)) == ["claude-code:first", "claude-code:second"]
        clock.now += clock.now.resolution * 60_000_000
        assert await hear(bot, event("second", tool_use_id="heard")) == b"{}"
        newest = (await hub.sessions.listed(bot, None, 1)).sessions[0].session
        assert (newest.id, len(json.loads(newest.tools))) == ("claude-code:second", 2)
        assert await hear(calm, event("other")) == b"{}"
        assert await seen(calm) == ["claude-code:other"]

    with_hub(tmp_path, scenario, HubRates(signs=10))
