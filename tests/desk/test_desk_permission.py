"""A client's permission at the desk: like a question with buttons, with its diff, and typed text refuses."""

from typing import Any

import pytest
from board_world import SERVER, World, question

from bellpull.desk import cards
from bellpull.desk.palette import LIGHT
from bellpull.desk.words import desk_words
from support.answers import done, until
from support.desk import colour, desk_of
from support.desktop import Desktop
from support.hub import Caller, Hub
from support.notifiers import dunst
from support.questions import look

DIFF = """Index: /home/user/shop/src/cart.py
===================================================================
--- /home/user/shop/src/cart.py
+++ /home/user/shop/src/cart.py
@@ -1,4 +1,4 @@
 def total(items):
-    return sum(item.price for item in items)
--- a note that goes
+    return sum(item.price * item.count for item in items)
"""
EDIT = {"permission": "edit", "patterns": ["src/cart.py"], "metadata": {"filepath": "src/cart.py", "diff": DIFF}}
BASH = {"permission": "bash", "patterns": ["npm install"], "metadata": {"command": "npm install"}, "always": ["npm *"]}
BUTTONS = [{"label": label, "answer": {"choice": label}} for label in ("Allow once", "Allow always", "Reject")] + [
    {"label": "Close", "answer": {"outcome": "dismissed"}}
]


def wants(agent: Caller, said: dict[str, Any]) -> dict[str, Any]:
    """What the hub tells whoever reports that a session waits for this permission."""
    request = {"id": "per_1", "kind": "permission", "source": "event"} | said
    sign = {"session": "opencode:ses_1", "state": "working", "title": "Fix the cart", "requests": [request]}
    told: dict[str, Any] = done(agent.post("/api/sessions/signs", [sign]))["requests"][0]
    return told


def permission(**fields: Any) -> dict[str, Any]:
    asked = {"title": "Permission: bash", "question": "npm install", "free_text": True, "buttons": BUTTONS}
    return question("permission", **(asked | fields))


def test_a_permission_is_a_banner_with_its_buttons_and_takes_no_window_away() -> None:
    world = World()
    world.asks("text")
    before = world.window
    asked = permission(at=world.now)
    world.do(world.board.opened(asked, world.now))
    labels = [button.label for button in world.banners[asked["id"]].buttons]
    assert labels == ["Allow once", "Allow always", "Reject", "Reject, because…", "Close", "Later…"]
    assert world.window is before
    assert world.banners[asked["id"]].title == "Permission: bash"


def test_a_permissions_answers_come_first_if_there_is_room_for_three_buttons() -> None:
    world = World(can=SERVER._replace(most_buttons=3))
    asked = permission(at=world.now)
    world.do(world.board.opened(asked, world.now))
    assert [button.label for button in world.banners[asked["id"]].buttons] == ["Allow once", "Allow always", "Reject"]


def test_a_banner_has_room_for_the_changes_and_not_for_their_files_names() -> None:
    world = World()
    asked = permission(question=f"src/cart.py\n\n```diff\n{DIFF}```\n\nAllow always: src/*", at=world.now)
    world.do(world.board.opened(asked, world.now))
    lines = world.banners[asked["id"]].message.splitlines()
    assert lines[:3] == ["src/cart.py", "@@ -1,4 +1,4 @@", " def total(items):"]
    assert lines[-1] == "Allow always: src/*"


def test_a_permission_waits_in_line_for_the_window_if_there_are_no_banners() -> None:
    world = World(can=None)
    first = world.asks("text")
    world.do(world.board.opened(permission(at=world.now), world.now))
    assert world.window is not None
    assert world.window["id"] == first["id"]
    world.ends({"answer": {"text": "done"}})
    assert world.window["kind"] == "permission"


@pytest.mark.parametrize(("language", "hint"), [("en", "Reject, because…"), ("fr", "Refuser, parce que…")])
def test_the_window_says_that_typing_refuses(language: str, hint: str) -> None:
    world = World()
    request = cards.window_request(permission(), [], language, "You", world.now, seconds=None, plain=False)
    assert (request["kind"], request["title"], request["hint"]) == ("choice", "Permission: bash", hint)
    assert hint == desk_words(language).refuse


@pytest.mark.slow
def test_a_button_of_the_banner_allows_and_the_client_is_to_be_told(desktop: Desktop, own_hub: Hub) -> None:
    server = dunst(desktop)
    agent = own_hub.new_agent(name="builder")
    with desk_of(desktop, own_hub):
        (id,) = wants(agent, BASH)["question_ids"]
        server.choose("Allow always")
        until(lambda: look(own_hub.owner, id)["state"] == "settled", "it is answered")
        told = wants(agent, BASH)
        assert (told["state"], told["reply"]) == ("answered", {"reply": "always", "message": None})
        assert look(own_hub.owner, id)["via"] == "desk"
        server.shows(0)


def test_a_diff_is_readable_in_the_window_and_what_is_typed_refuses(desktop: Desktop, own_hub: Hub) -> None:
    agent = own_hub.new_agent(name="builder")
    with desk_of(desktop, own_hub) as desk:
        (id,) = wants(agent, EDIT)["question_ids"]
        window = desk.window("Permission: edit")
        left, top, width, height = desktop.place(window)
        picture = desktop.picture().part(left, top, width, height)
        assert picture.find(colour(LIGHT.added)), "what comes is green"
        assert picture.find(colour(LIGHT.warning)), "what goes is red"
        desk.replies("Permission: edit", "not the price")
        until(lambda: look(own_hub.owner, id)["state"] == "settled", "it is answered")
        assert wants(agent, EDIT)["reply"] == {"reply": "reject", "message": "not the price"}
        desk.no_window()


@pytest.mark.slow
def test_a_permission_that_is_gone_in_the_client_is_gone_at_the_desk(desktop: Desktop, own_hub: Hub) -> None:
    server = dunst(desktop)
    agent = own_hub.new_agent(name="builder")
    with desk_of(desktop, own_hub):
        wants(agent, BASH)
        server.shows(1)
        done(agent.post("/api/sessions/signs", [{"session": "opencode:ses_1", "state": "working", "requests": []}]))
        server.shows(0)
