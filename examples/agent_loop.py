"""A small agent: a model, three tools, and a loop that can be told things while it works and while it does not."""

import json
import queue
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import scripted_model  # any OpenAI-compatible server will do

from bellpull import Agent

SYSTEM = """You may see <notification> tags in tool results. These are external events (file changes, background task
completions, etc.) that occurred while you were working. Consider them when deciding your next action."""


def list_files(path: str) -> str:
    return "\n".join(sorted(file.name for file in Path(path).iterdir()))


def read_file(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")[:2000]


def wait(seconds: float) -> str:
    time.sleep(seconds)
    return f"{seconds} s have passed"


TOOLS = {tool.__name__: tool for tool in (list_files, read_file, wait)}


def run(call: dict[str, Any]) -> str:
    name, arguments = call["function"]["name"], json.loads(call["function"]["arguments"])
    print(f"→ {name} {arguments}", flush=True)
    try:
        tool = TOOLS[name]
        return tool(**arguments)
    except Exception as error:
        return f"error: {error}"


def ask_model(url: str, messages: list[dict[str, Any]]) -> dict[str, Any]:
    tools = [{"type": "function", "function": {"name": name, "parameters": {"type": "object"}}} for name in TOOLS]
    body = json.dumps({"model": "scripted", "messages": messages, "tools": tools}).encode()
    with urlopen(Request(f"{url}/chat/completions", body, {"Content-Type": "application/json"})) as answer:
        reply: dict[str, Any] = json.load(answer)["choices"][0]["message"]
    return reply


def work(agent: Agent, url: str, messages: list[dict[str, Any]]) -> str:
    """One turn: until the model wants no more tools."""
    with agent.turn():
        while calls := (reply := ask_model(url, messages)).get("tool_calls"):
            messages.append(reply)
            for call in calls:
                result = agent.augment(run(call))  # what people and the world have said meanwhile
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})
    messages.append(reply)
    print(reply["content"], flush=True)
    return str(reply["content"])


def main() -> None:
    inbox: queue.Queue[str] = queue.Queue()
    inbox.put("Look around, then wait until somebody tells you what to do.")
    messages = [{"role": "system", "content": SYSTEM}]
    with scripted_model.serving() as url, Agent("looper") as agent:
        agent.on_idle(inbox.put)  # what is said while it idles begins a new turn
        said = ""
        while said != "Goodbye.":
            messages.append({"role": "user", "content": inbox.get()})
            said = work(agent, url, messages)


if __name__ == "__main__":
    main()
