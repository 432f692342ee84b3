"""The page's own files: what leads to what, how strict their policy is, how small they are, and the words in them."""

import gzip
import hashlib
import json
import re
from importlib.resources import files
from posixpath import dirname, join, normpath
from xml.etree import ElementTree

import pytest

from bellpull.web.page import LANGUAGES, read_page
from support.hub import Hub

PAGE = read_page("en")
OURS = {name: content.decode() for name, content in PAGE.files.items() if not name.startswith(("vendor/", "words-"))}
SCRIPTS = {name: text for name, text in OURS.items() if name.endswith(".js")}
STYLE = OURS["base.css"]


def address(name: str, version: str = PAGE.version) -> str:
    return f"/page/{version}/{name}"


def words_of(hub: Hub, language: str) -> dict[str, object]:
    text = hub.nobody("GET", address(f"words-{language}.js")).text
    said: dict[str, object] = json.loads(text.removeprefix("export const words = ").removesuffix(";\n"))
    return said


def test_files_that_can_be_shown_have_the_strict_policy(hub: Hub) -> None:
    for path in ("/", address("badge.svg?mark=3"), address("bell.svg")):
        answer = hub.nobody("GET", path)
        policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'", path
        assert {policy[kind] for kind in ("script-src", "style-src", "connect-src", "img-src")} == {"'self'"}
        assert "unsafe" not in answer.headers["content-security-policy"]


def test_no_file_is_taken_for_what_it_is_not(hub: Hub) -> None:
    kinds = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
    for name in PAGE.files:
        answer = hub.nobody("GET", address(name))
        assert answer.headers["content-type"].split(";")[0] == kinds[name[name.rfind(".") :]]
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_first_file_names_what_the_page_needs_at_once_in_the_hub_s_language() -> None:
    for language in LANGUAGES:
        page = read_page(language)
        index = page.first.decode()
        named = set(re.findall(rf'(?:href|src)="/page/{page.version}/([^"]+)"', index))
        assert {f"words-{language}.js", "core/live.js", "notices/inbox.js", "vendor/hooks.js", "base.css"} <= named
        assert not {one for one in named if one.startswith("settings/settings") and one.endswith(".js")}, "on demand"
        assert named <= set(page.files)
        assert f'<html lang="{language}">' in index


def test_a_file_is_kept_by_the_browser_and_its_address_changes_with_it(hub: Hub) -> None:
    kept = hub.nobody("GET", address("app.js"))
    assert "immutable" in kept.headers["cache-control"]
    assert hub.nobody("GET", "/").headers["cache-control"] == "no-store"
    of_another_version = hub.nobody("GET", address("app.js", "000000000000"))
    assert of_another_version.content == kept.content
    assert of_another_version.headers["cache-control"] == "no-store"
    assert hub.nobody("GET", address("none.js")).status_code == 404
    assert hub.nobody("GET", address("../../wire.py")).status_code == 404


def test_files_are_sent_small_to_who_can_unpack_them(hub: Hub) -> None:
    small = hub.nobody("GET", address("app.js"), headers={"accept-encoding": "gzip"})
    whole = hub.nobody("GET", address("app.js"), headers={"accept-encoding": "identity"})
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in whole.headers
    assert small.content == whole.content == PAGE.files["app.js"]
    assert sum(len(gzip.compress(one)) for one in PAGE.files.values()) < 150_000


def test_modules_import_only_files_that_there_are_and_make_no_markup_of_text() -> None:
    makes_markup = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|\son[a-z]+=|\sstyle=\"")
    for name, text in SCRIPTS.items():
        named = re.findall(r'(?:from |import\()"(\.[^"]+\.js)"', text)
        assert {normpath(join(dirname(name), one)) for one in named} <= set(PAGE.files), name
        assert not re.search(r'from "[^.]', text), name
        assert not makes_markup.search(text), name
    for name, text in OURS.items():
        assert not re.search(r"https?:", text.replace("http://www.w3.org/2000/svg", "")), name


def test_vendored_files_are_what_their_manifest_says() -> None:
    manifest = (files("bellpull.web") / "page" / "vendor" / "MANIFEST.txt").read_text(encoding="utf-8")
    said = {line.split()[0]: line.split()[-1] for line in manifest.splitlines() if not line.startswith("#")}
    there = {
        name.removeprefix("vendor/"): content for name, content in PAGE.files.items() if name.startswith("vendor/")
    }
    assert said == {name: hashlib.sha256(content).hexdigest() for name, content in there.items()}


def test_languages_have_every_word_that_the_page_uses(hub: Hub) -> None:
    english, french = words_of(hub, "en"), words_of(hub, "fr")
    assert english.keys() == french.keys()
    used = {word for text in SCRIPTS.values() for word in re.findall(r"(?<!/)\bwords\.([a-z_]+)", text)}
    assert used <= english.keys()
    for name, said in english.items():
        assert shape(said) == shape(french[name]), name


def shape(said: object) -> object:
    """Its tables' keys, and what is filled in."""
    if isinstance(said, dict):
        return {key: shape(value) for key, value in said.items()}
    return sorted(re.findall(r"\{\w+\}", str(said)))


@pytest.mark.parametrize("mark", ["1", "42", "99+", "!"])
def test_the_badge_shows_the_count_and_is_red_when_it_is_urgent(hub: Hub, mark: str) -> None:
    calm, urgent = (
        hub.nobody("GET", address(f"badge.svg?mark={mark.replace('+', '%2B')}{how}")).text for how in ("", "&urgent=1")
    )
    for drawn in (calm, urgent):
        assert ElementTree.fromstring(drawn).find("{*}text").text == mark  # type: ignore[union-attr]
    assert calm != urgent


@pytest.mark.parametrize("mark", ["", "100", "<script>", "1<2", "x", "१"])
def test_a_badge_draws_nothing_but_counts(hub: Hub, mark: str) -> None:
    drawn = hub.nobody("GET", address("badge.svg"), params={"mark": mark})
    assert drawn.content == PAGE.files["bell.svg"].strip()


@pytest.mark.parametrize("theme", [":root {", ':root[data-theme="dark"] {'], ids=["light", "dark"])
def test_colours_are_far_enough_apart_to_read(theme: str) -> None:
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+)", STYLE.split(theme)[1].split("}")[0]))
    papers = ("paper", "card", "shade")
    pairs = [(ink, paper) for ink in ("ink", "quiet", "alarm", "live", "accent") for paper in papers]
    pairs += [("ink", "added"), ("ink", "removed"), ("quiet", "added"), ("quiet", "removed")]
    for ink, paper in [*pairs, ("on-accent", "accent"), ("ink", "field"), ("quiet", "field")]:
        assert contrast(colours[ink], colours[paper]) >= 4.5, (ink, paper)


def test_dark_themes_by_choice_and_by_system_have_the_same_colours() -> None:
    by_system = STYLE.split(':root:not([data-theme="light"]) {')[1].split("}")[0]
    by_choice = STYLE.split(':root[data-theme="dark"] {')[1].split("}")[0]
    assert by_system.split() == by_choice.split()


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
