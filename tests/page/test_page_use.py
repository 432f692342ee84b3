"""The page is good to use: in both languages, small, dark, by keyboard, and for who has nothing yet."""

import json
import re
from importlib.resources import files

import pytest

from bellpull.web.page import FILES, WORDS_PATH
from support.answers import until
from support.browser import Visit
from support.hub import Hub, HubMaker
from support.questions import YES, ask, ask_text, look

STYLE = (files("bellpull.web") / "page" / "style.css").read_text(encoding="utf-8")


def test_a_hub_that_speaks_french_has_a_french_page(fresh_hub: HubMaker, open_tab: Visit, visit: Visit) -> None:
    hub = fresh_hub(language="fr")
    stranger = open_tab().go(hub.url)
    stranger.sees("Lancez ceci dans un terminal")
    tab = visit(hub.owner)
    tab.sees("Aucune question en attente")
    agent = hub.new_agent()
    ask(agent, free_text=True, wait=60, urgency="high")
    ask_text(agent)
    for words in ("Fermer", "Autre chose…", "L’agent attend encore", "élevée", "Envoyer", "Annuler", "En direct"):
        tab.sees(words)
    assert tab.run("document.documentElement.lang") == "fr"


def test_who_has_nothing_yet_is_told_what_to_try_with_the_real_address(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    tab = visit(hub.owner)
    for words in ("No open questions", "bellpull connect opencode", "bellpull ask", hub.url):
        tab.sees(words)
    ask(hub.new_agent())
    tab.sees_no("bellpull connect")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_is_wider_than_a_small_telephone(fresh_hub: HubMaker, visit: Visit, dark: bool) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(name="a" * 64), visit(hub.owner)
    tab.size(360, 640, dark=dark)
    ask(agent, title="w" * 200, question="x" * 3000, options=["y" * 200, "No"], repo="r" * 200, task="t" * 200)
    ask_text(agent, question="line\n" * 400)
    agent.send("z" * 200, message="m" * 2000, category="c" * 200)
    tab.until("document.querySelectorAll('.card, .row-of').length === 3")
    assert tab.run("document.documentElement.scrollWidth") == 360
    assert tab.run("[...document.querySelectorAll('.asked')].every((one) => one.clientHeight < innerHeight / 2)")


def test_a_question_can_be_answered_by_keyboard_alone(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    asked = ask(agent)
    tab.until("document.querySelector('.card button')")
    focused = "document.activeElement.textContent"
    while tab.run(focused) != YES:
        tab.key("Tab")
    assert tab.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    tab.key("Enter")
    until(lambda: look(agent, asked["id"])["choice"] == YES, "it is answered")
    # The focus is on no other question's button: a second Enter answers nothing.
    tab.until("document.activeElement.tagName === 'H2'")


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_colours_are_far_enough_apart_to_read(scheme: int) -> None:
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+)", STYLE.split(":root {")[1 + scheme].split("}")[0]))
    pairs = [(ink, paper) for ink in ("ink", "quiet", "alarm", "live") for paper in ("paper", "card", "shade")]
    for ink, paper in [*pairs, ("on-strong", "strong"), ("ink", "field"), ("quiet", "field")]:
        assert contrast(colours[ink], colours[paper]) >= 4.5, (ink, paper)


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_file_of_the_page_has_the_strict_policy(hub: Hub) -> None:
    for path in (*FILES, WORDS_PATH):
        answer = hub.nobody("GET", path)
        policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'", path
        assert {policy[kind] for kind in ("script-src", "style-src", "connect-src")} == {"'self'"}
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_modules_name_only_files_that_the_hub_serves_and_make_no_markup_of_text() -> None:
    makes_markup = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|\bstyle=|\son\w+=")
    for name, _ in FILES.values():
        text = (files("bellpull.web") / "page" / name).read_text(encoding="utf-8")
        assert set(re.findall(r'"(/page/[^"]+)"', text)) <= {*FILES, WORDS_PATH}, name
        assert not makes_markup.search(text), name
        assert not re.search(r"https?:", text.replace("http://www.w3.org/2000/svg", "")), name


def test_the_words_of_the_page_are_those_of_the_hub(hub: Hub) -> None:
    text = hub.nobody("GET", WORDS_PATH).text
    said = json.loads(text.removeprefix("export const words = ").removesuffix(";\n"))
    assert said["language"] == "en"
    scripts = "".join((files("bellpull.web") / "page" / name).read_text("utf-8") for name, _ in FILES.values())
    used = set(re.findall(r"[^/]words\.([a-z_]+)", scripts)) | {"connecting", "connected", "reconnecting", "language"}
    assert used <= set(said)
