"""What the server says to a model before its first call, and the prompt by which a person starts a talk in windows."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

INSTRUCTIONS = """\
Bellpull reaches the people you work for, on whatever screen they are at.

Tell (send_notification) when a long task is done, when something went wrong, or when a result should not wait until \
they look. Do not tell every step.

Ask (ask_user) when only a person can decide: an approval, a choice between ways that differ, something that cannot be \
undone. One question at a time, with short options. Set wait_for_response when you cannot go on without the answer. No \
answer is not a yes: after a timeout go on waiting with await_answer, or do what needs no permission. Take back what \
no longer matters with withdraw_question.

Talk (notify) when the person prefers to type in a window instead of speaking.

You may see <notification> tags in tool results. These are external events
(file changes, background task completions, etc.) that occurred while you
were working. Consider them when deciding your next action."""

SECOND_NAME = INSTRUCTIONS.replace("Ask (ask_user)", "Ask (ask_person, also called ask_user)")

NOTIFY_PROMPT = """\
Let us talk through windows on my screen instead of by voice, with the `notify` tool:

- Greet me in one short sentence and ask what you can do.
- Write briefly: what you say is read in a small window. Use more only where code or a list needs it.
- When you need something from me, call `notify` with `wait_for_response` true; what I type is the result.
- When you only report something, or say goodbye, call it with `wait_for_response` false.
- Say one thing at a time and wait until I have answered before you ask the next.
- If I close or cancel the window, do not open it again at once: go on with what you can do, or ask me here.
- If nobody answers in time, the window stays open; `await_answer` goes on waiting.
- Stop when I say that we are done."""

PROMPTS: dict[str, dict[str, Any]] = {
    "notify": {
        "name": "notify",
        "title": "Talk in windows",
        "description": "Hold a silent conversation in popup windows with the notify tool",
        "text": NOTIFY_PROMPT,
    }
}


def listed_prompts() -> list[dict[str, Any]]:
    """As `prompts/list` shows them."""
    return [
        {name: prompt[name] for name in ("name", "title", "description")} | {"arguments": []}
        for prompt in PROMPTS.values()
    ]


def prompt_messages(name: str) -> dict[str, Any]:
    """As `prompts/get` gives it; KeyError for a name that is not there."""
    prompt = PROMPTS[name]
    message = {"role": "user", "content": {"type": "text", "text": prompt["text"]}}
    return {"description": prompt["description"], "messages": [message]}


def hides_ask_user(client: str) -> bool:
    """Gemini CLI has a tool of that name of its own, and without a terminal hides all that are called so. By the name
    that a client gives itself; its version may follow."""
    return client.startswith("gemini-cli")


def instructions_for(client: str) -> str:
    return SECOND_NAME if hides_ask_user(client) else INSTRUCTIONS
