"""What the events of one session add up to: tools that run beside each other, what they ask, a list of tasks."""

import json
from typing import Any

from hook_tool import SAMPLES

from bellpull.clients.hooks.formats import FORMATS
from bellpull.domain.doing import MOST_ASKS, MOST_TOOLS, Doing, after, signed
from bellpull.domain.session import Sign

ASK = {"title": "Merge", "question": "Merge to main?"}


class Story:
    """Events of one session, one second after the other."""

    def __init__(self, client: str = "claude-code") -> None:
        self.client = client
        self.doing = Doing()
        self.second = 0

    @property
    def now(self) -> str:
        return f"2026-11-16T06:20:{self.second:02}.000Z"

    def happens(self, sample: str, **more: Any) -> Sign:
        event = SAMPLES[f"{self.client}.{sample}"]["event"] | more
        happening = FORMATS[self.client].read(event)
        self.second += 1
        self.doing = after(self.doing, happening, self.now)
        sign = signed(self.doing, happening, self.now)
        assert sign is not None
        return sign


def tools(sign: Sign) -> list[str]:
    return [f"{one['tool']} {one['argument']}".strip() for one in json.loads(sign.tools or "null")]


def asked(sign: Sign) -> list[str | None] | None:
    return None if sign.asks is None else [ask.question_id or ask.title for ask in sign.asks]


def todos(sign: Sign) -> list[str] | None:
    return None if sign.todos is None else [f"{one['content']} {one['status']}" for one in json.loads(sign.todos)]


def test_tools_that_run_beside_each_other_end_one_by_one() -> None:
    story = Story()
    story.happens("PreToolUse", tool_use_id="a", tool_input={"command": "make"})
    both = story.happens("PreToolUse", tool_use_id="b", tool_input={"command": "make"})
    assert tools(both) == ["Bash make", "Bash make"]
    assert [one["since"][-7:] for one in json.loads(both.tools or "")] == ["01.000Z", "02.000Z"]
    left = story.happens("PostToolUse", tool_use_id="a")
    assert [one["since"][-7:] for one in json.loads(left.tools or "")] == ["02.000Z"]
    assert tools(story.happens("PostToolUseFailure", tool_use_id="unknown")) == ["Bash make"]
    assert tools(story.happens("PostToolUseFailure", tool_use_id="b")) == []


def test_without_ids_they_end_by_name() -> None:
    story = Story("gemini")
    story.happens("BeforeTool", tool_input={"command": "make"})
    story.happens("BeforeTool", tool_name="read_file", tool_input={"file_path": "a.py"})
    assert tools(story.happens("AfterTool")) == ["read_file a.py"]
    assert tools(story.happens("AfterTool", tool_name="read_file")) == []


def test_a_tool_that_needs_a_permission_is_there_once() -> None:
    story = Story()
    before = story.happens("PreToolUse")
    asks = story.happens("PermissionRequest")
    assert (tools(before), tools(asks)) == (["Bash npm test"], ["Bash npm test"])
    assert (asks.state, asks.reason) == ("waiting", "permission: Bash: npm test")
    assert tools(story.happens("PostToolUse")) == []


def test_a_tool_of_which_only_the_permission_was_told_ends_too() -> None:
    story = Story()
    assert tools(story.happens("PermissionRequest")) == ["Bash npm test"]
    assert tools(story.happens("PostToolUse")) == []


def test_a_notice_that_says_less_does_not_hide_what_is_to_be_permitted() -> None:
    story = Story()
    story.happens("PermissionRequest")
    assert story.happens("Notification-permission_prompt").reason == "permission: Bash: npm test"
    assert story.happens("Elicitation").reason == "question: Which database?"
    assert story.happens("PostToolUse").reason is None
    assert story.happens("Notification-permission_prompt").reason != "permission: Bash: npm test"


def test_the_end_of_the_turn_ends_its_tools() -> None:
    for sample in ("Stop", "Notification-idle_prompt", "UserPromptSubmit", "PostToolBatch"):
        story = Story()
        story.happens("PreToolUse")
        assert tools(story.happens(sample)) == []


def test_questions_of_a_turn_add_up_and_end_with_it() -> None:
    story = Story()
    assert asked(story.happens("PostToolUse")) is None
    first = story.happens("PostToolUse-ask_user", tool_response='{"question_id": "notif_first-1"}')
    assert asked(first) == ["notif_first-1"]
    response = {"question_id": "notif_second", "content": ["question_id notif_first-1"]}
    assert asked(story.happens("PostToolUse-ask_user", tool_response=response)) == ["notif_first-1", "notif_second"]
    assert asked(story.happens("Stop")) == ["notif_first-1", "notif_second"]
    turn = story.happens("UserPromptSubmit")
    assert (asked(turn), turn.turn_at) == ([], story.now)


def test_a_nudge_of_ours_begins_no_turn() -> None:
    story = Story()
    story.happens("PostToolUse-ask_user")
    woken = story.happens("UserPromptSubmit", prompt='x <notification source="ci">\nred\n</notification>')
    assert (len(asked(woken) or []), woken.turn_at, woken.state) == (1, None, "working")


def test_an_ask_that_waits_is_told_while_it_runs() -> None:
    story = Story()
    running = story.happens("PreToolUse-ask_user")
    assert [(ask.title, ask.text, ask.running, ask.at) for ask in running.asks or ()] == [
        ("Merge", "Merge to main?", True, story.now)
    ]
    assert asked(story.happens("PostToolUse-ask_user", tool_response='{"response": "accepted"}')) == []


def test_an_ask_that_nobody_waits_for_or_that_is_not_allowed_yet_does_not_ring() -> None:
    for given in (ASK, ASK | {"wait_for_response": False}):
        assert not asked(Story().happens("PreToolUse-ask_user", tool_input=given))
    story = Story()
    story.happens("PreToolUse-ask_user")
    given = SAMPLES["claude-code.PreToolUse-ask_user"]["event"]
    permission = story.happens(
        "PermissionRequest", tool_name=given["tool_name"], tool_input=given["tool_input"], tool_use_id=""
    )
    assert (asked(permission), len(tools(permission))) == ([], 1)


def test_tools_of_others_that_are_named_alike_ask_nobody() -> None:
    for tool in ("mcp__slack__notify", "notify", "ask_user", "my_notify"):
        given = {"title": "T", "message": "M", "question": "Q", "wait_for_response": True}
        assert Story().happens("PreToolUse", tool_name=tool, tool_input=given).asks is None


def test_a_list_told_line_by_line_is_kept_together() -> None:
    story = Story()
    assert todos(story.happens("PostToolUse-TaskUpdate")) is None  # of what was told before a restart
    story.happens("PostToolUse-TaskCreate")
    more = {"tool_input": {"subject": "Write"}, "tool_response": {"task": {"id": "2"}}}
    assert todos(story.happens("PostToolUse-TaskCreate", **more)) == ["Run the tests pending", "Write pending"]
    assert todos(story.happens("PostToolUse-TaskUpdate")) == ["Run the tests in_progress", "Write pending"]
    assert todos(story.happens("PostToolUse")) is None
    renamed = {"tool_input": {"taskId": "2", "subject": "Write it down"}}
    assert todos(story.happens("PostToolUse-TaskUpdate", **renamed)) == [
        "Run the tests in_progress",
        "Write it down pending",
    ]
    for id, left in (("2", ["Run the tests in_progress"]), ("1", [])):
        gone = {"tool_input": {"taskId": id, "status": "deleted"}}
        assert todos(story.happens("PostToolUse-TaskUpdate", **gone)) == left


def test_a_session_is_called_after_where_it_was_last_spoken_to() -> None:
    story = Story()
    assert story.happens("SessionStart").title == "shop · Claude Code"
    assert story.happens("PostToolUse", cwd="/home/user/shop/src").title == "shop · Claude Code"
    assert story.happens("UserPromptSubmit", cwd="/home/user/shop/src").title == "src · Claude Code"
    assert story.happens("UserPromptSubmit", cwd="/tmp", project="/home/user/shop").title == "shop · Claude Code"


def test_tools_that_never_end_do_not_grow() -> None:
    story = Story()
    for number in range(MOST_ASKS + 10):
        sign = story.happens("PreToolUse", tool_use_id=f"call-{number}")
        story.happens("PostToolUse-ask_user", tool_response=f"question_id: notif_{number:08}", tool_use_id="other")
        story.second = 0
    assert len(tools(sign)) == MOST_TOOLS
    assert len(story.doing.asks or ()) == MOST_ASKS
