"""Agents' Markdown as the page gets it: blocks, spans and diffs, without what is false or empty."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bellpull import assemble
from bellpull.domain.markup import blocks
from support.answers import done, refused
from support.hub import Caller, Hub, HubMaker

TEXT = """# A *title*

See [the log](https://example.org/log) and `make test`:

1. ~~one~~
   - [x] two

> **said**

---

```python
x = 1
```

```
--- a
+++ b
@@ -3 +3 @@
-x
+y
```"""


def read(caller: Caller, *texts: str) -> list[list[dict[str, Any]]]:
    found: list[list[dict[str, Any]]] = done(caller.post("/api/markup", {"texts": list(texts)}))["texts"]
    return found


def test_block_of_each_kind_comes_with_what_it_has_and_no_more(agent: Caller) -> None:
    assert read(agent, TEXT) == [
        [
            {"kind": "heading", "level": 1, "spans": [{"text": "A "}, {"text": "title", "italic": True}]},
            {
                "kind": "paragraph",
                "spans": [
                    {"text": "See "},
                    {"text": "the log", "link": "https://example.org/log"},
                    {"text": " and "},
                    {"text": "make test", "code": True},
                    {"text": ":"},
                ],
            },
            {"kind": "item", "marker": "1.", "spans": [{"text": "one", "strike": True}]},
            {"kind": "item", "level": 1, "marker": "☑", "spans": [{"text": "two"}]},
            {"kind": "quote", "spans": [{"text": "said", "bold": True}]},
            {"kind": "rule"},
            {"kind": "code", "language": "python", "spans": [{"text": "x = 1", "code": True}]},
            {
                "kind": "diff",
                "lines": [
                    {"kind": "file", "text": "--- a", "old": None, "new": None},
                    {"kind": "file", "text": "+++ b", "old": None, "new": None},
                    {"kind": "hunk", "text": "@@ -3 +3 @@", "old": None, "new": None},
                    {"kind": "removed", "text": "x", "old": 3, "new": None},
                    {"kind": "added", "text": "y", "old": None, "new": 3},
                ],
            },
        ]
    ]


RAW = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b"


@pytest.mark.parametrize("text", ["```diff\n-a\n+b\n```", f"~~~text\n{RAW}\n~~~", f"Look:\n{RAW}", RAW])
def test_a_diff_is_one_by_its_fence_or_by_how_it_begins(person: Caller, text: str) -> None:
    diff = read(person, text)[0][-1]
    assert diff["kind"] == "diff"
    assert "spans" not in diff
    assert [(line["kind"], line["text"]) for line in diff["lines"][-2:]] == [("removed", "a"), ("added", "b")]


def test_texts_come_back_in_their_order(agent: Caller) -> None:
    texts = [f"text {number}" for number in range(99)] + [""]
    found = read(agent, *texts)
    assert [blocks[0]["spans"] for blocks in found[:-1]] == [[{"text": text}] for text in texts[:-1]]
    assert found[-1] == []
    assert read(agent) == []


def test_links_of_agents_lead_to_the_web_alone(agent: Caller) -> None:
    text = "[x](javascript:alert(1)) <script>alert(1)</script> [y](data:text/html,z) ![z](file:///etc/passwd)"
    spans = read(agent, text)[0][0]["spans"]
    assert not any("link" in span for span in spans)
    assert "<script>alert(1)</script>" in "".join(span["text"] for span in spans)


def test_long_texts_are_read_too(agent: Caller) -> None:
    (found,) = read(agent, "**a** b\n\n" * 3_000)
    assert len(found) == 3_000


def test_texts_that_are_too_long_together_are_refused(agent: Caller) -> None:
    told = refused(agent.post("/api/markup", {"texts": ["*_" * 65_536, "*_" * 65_537]}), 413)
    assert told["code"] == "texts_too_long"


def test_an_agent_that_has_very_much_read_waits_and_nobody_else(
    fresh_hub: HubMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assemble, "MARKUP_PER_MINUTE", 100)
    hub = fresh_hub()
    agent = hub.new_agent()
    most = {"texts": ["a" * 262_144]}
    answers = [agent.post("/api/markup", most) for _ in range(6)]
    assert answers[0].status_code == 200
    assert refused(answers[-1], 429)["code"] == "too_many"
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert read(hub.new_agent(), "x")


@settings(max_examples=50)
@given(texts=st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=60), max_size=5))
def test_texts_are_read_as_other_surfaces_read_them(hub: Hub, texts: list[str]) -> None:
    found = [[_text(block) for block in one] for one in read(hub.owner, *texts)]
    assert found == [[block.text for block in blocks(text)] for text in texts]


def _text(block: dict[str, Any]) -> str:
    return "".join(span["text"] for span in block.get("spans", []))


MANY = ["x"] * 101


@pytest.mark.parametrize("body", [{}, {"texts": "x"}, {"texts": [1]}, {"texts": MANY}, {"text": "x"}, {"texts": None}])
def test_body_that_is_no_list_of_texts_is_refused_by_name(agent: Caller, body: dict[str, Any]) -> None:
    assert "text" in refused(agent.post("/api/markup", body), 422)["detail"]
