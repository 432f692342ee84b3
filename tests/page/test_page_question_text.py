"""What agents write is drawn: Markdown, code and diffs; and all of it stays text."""

import difflib

import pytest

from support.browser import Visit
from support.hub import Caller, Hub
from support.questions import YES, Question, ask

MARKUP = """**bold** and `code`

# Plan
- first
  - [x] second

> quoted

[notes](https://example.org/n) and https://example.org/plain

```python
if x < 1: print("<b>")
```
"""
HOSTILE = """[press](javascript:window.hit=1) <a href="javascript:window.hit=1">x</a>

[both\u202e](https://example.org/\u202e)

```html
<img src=x onerror="window.hit=1">
```

```diff
--- a/<script>window.hit=1</script>
+++ b/<script>window.hit=1</script>
@@ -1 +1 @@
-\u202eold
+<img src=x onerror="window.hit=1">
```
"""
NO_MARKUP = """
const real = fetch;
window.fetch = async (path, ...how) =>
  path === "/api/markup" ? new Response('{"detail": "no", "code": "gone"}', { status: 404 }) : real(path, ...how);
"""


def card(question: Question) -> str:
    return f'[data-id="{question["id"]}"]'


def told(question: Question, selector: str) -> str:
    return f"[...document.querySelectorAll('{card(question)} {selector}')].map((one) => one.textContent)"


def test_markdown_is_drawn(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask(agent, question=MARKUP)
    tab.until(f"document.querySelector('{card(asked)} pre')")
    shown = [tab.run(told(asked, f".asked {tag}")) for tag in ("strong", "h4", "li", "blockquote", "pre")]
    assert shown == [["bold"], ["Plan"], ["•first", "☑second"], ["quoted"], ['if x < 1: print("<b>")']]
    links = f"[...document.querySelectorAll('{card(asked)} .asked a')].map((one) => [one.href, one.rel, one.target])"
    safe = ["noopener noreferrer", "_blank"]
    assert tab.run(links) == [["https://example.org/n", *safe], ["https://example.org/plain", *safe]]
    # Where a link leads is said if its own text does not.
    assert "notes (example.org) and https://example.org/plain" in tab.text()


@pytest.mark.slow
def test_a_message_full_of_script_does_nothing(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask(agent, question=HOSTILE)
    tab.until(f"document.querySelector('{card(asked)} .diff')")
    places = f"[...document.querySelectorAll('{card(asked)} .asked a')].map((one) => new URL(one.href).protocol)"
    assert set(tab.run(places)) <= {"https:"}
    assert tab.run("document.querySelectorAll('main img, main script').length") == 0
    assert "\u202e" not in tab.text()
    assert '<img src=x onerror="window.hit=1">' in tab.run(f"document.querySelector('{card(asked)} .diff').innerText")
    assert tab.run("window.hit") is None


@pytest.mark.slow
def test_a_diff_has_names_numbers_and_signs(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    asked = ask(agent, question="Change?\n\n```diff\n--- a/x.py\n+++ b/x.py\n@@ -3,2 +3,2 @@\n one\n-two\n+2\n```")
    tab.until(f"document.querySelector('{card(asked)} .diff')")
    assert tab.run(told(asked, ".diff figcaption")) == ["Changes +1 −1"]
    lines = f"[...document.querySelectorAll('{card(asked)} .diff-line')].map((line) => [line.className.split(' ')[1], "
    lines += "...[...line.children].map((one) => one.textContent)])"
    assert tab.run(lines) == [
        ["file", "", "", "", "x.py"],
        ["hunk", "", "", "", "@@ -3,2 +3,2 @@"],
        ["context", "3", "3", " ", "one"],
        ["removed", "4", "", "−", "two"],
        ["added", "", "4", "+", "2"],
    ]


@pytest.mark.slow
def test_a_long_diff_is_folded_and_says_how_long_it_is(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner)
    many = [f"line {n}" for n in range(100)]
    change = "\n".join(difflib.unified_diff([], many, "a/list", "b/list", lineterm=""))
    asked = ask(agent, question=f"```diff\n{change}\n```")
    tab.click(f"{card(asked)} .diff button", "Show all 102 lines")
    tab.until(f"document.querySelectorAll('{card(asked)} .diff-line').length === 102")


@pytest.mark.slow
def test_texts_are_read_with_few_requests_and_once(hub: Hub, person: Caller, visit: Visit) -> None:
    agent = hub.new_agent(person)
    for n in range(30):
        ask(agent, question=f"**number** {n}")
    tab = visit(person)
    tab.until("document.querySelectorAll('.asked strong').length === 30")
    tab.run("location.hash = '#/settings'; 0")
    tab.until("!document.querySelector('.card')")
    tab.run("location.hash = '#/'; 0")
    tab.until("document.querySelectorAll('.asked strong').length === 30")
    assert len(tab.asked("/api/markup")) == 1


@pytest.mark.slow
def test_a_text_without_blocks_is_shown_as_it_is(hub: Hub, agent: Caller, visit: Visit) -> None:
    tab = visit(hub.owner, NO_MARKUP)
    asked = ask(agent, question="**bold**\n- and more")
    tab.sees("**bold**\n- and more")
    tab.click(f"{card(asked)} button", YES)
    tab.until(f"document.querySelector('{card(asked)}')?.innerText.includes('Answered')")
