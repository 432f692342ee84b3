"""What people read: the same things in both languages, and the language that was meant."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bellpull.domain.words import language_of, nobody_waits, words
from bellpull.web.page_words import page_words


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_late_answer_is_promised_only_to_those_who_read_it(language: str) -> None:
    said = words(language)
    for released, look, expected in (
        (None, {"listens": True}, said.not_waiting),
        ("timeout", {"listens": True}, said.moved_on),
        ("gone", {}, said.moved_on),
        (None, {"listens": False}, said.kept),
        ("timeout", {"listens": False}, said.kept),
    ):
        assert nobody_waits(said, {"released": released, "look": look}) == expected


@pytest.mark.parametrize(
    ("setting", "environ", "language"),
    [
        ("auto", {}, "en"),
        ("auto", {"LANG": "fr_FR.UTF-8"}, "fr"),
        ("auto", {"LANG": "fr"}, "fr"),
        ("auto", {"LANG": "fr_CA"}, "fr"),
        ("auto", {"LANG": "FR.utf8"}, "fr"),
        ("auto", {"LANG": "de_DE.UTF-8"}, "en"),
        ("auto", {"LANG": "fur_IT.UTF-8"}, "en"),
        ("auto", {"LC_MESSAGES": "fr_FR.UTF-8", "LANG": "en_GB.UTF-8"}, "fr"),
        ("auto", {"LC_ALL": "C.UTF-8", "LC_MESSAGES": "fr_FR", "LANG": "fr_FR"}, "en"),
        ("auto", {"LC_ALL": "", "LANG": "fr_FR.UTF-8"}, "fr"),
        ("en", {"LANG": "fr_FR.UTF-8"}, "en"),
        ("fr", {"LC_ALL": "en_US.UTF-8"}, "fr"),
    ],
)
def test_the_language_is_the_one_that_is_set_or_that_the_environment_names(
    setting: str, environ: dict[str, str], language: str
) -> None:
    assert language_of(setting, environ) == language


def sentences(of: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, said in of.items():
        if isinstance(said, str):
            yield name, said
        else:
            yield from ((f"{name}.{key}", word) for key, word in said.items())


def test_both_languages_say_the_same_things_and_leave_the_same_gaps() -> None:
    english, french = dict(sentences(page_words("en"))), dict(sentences(page_words("fr")))
    assert list(english) == list(french)
    for name, said in english.items():
        assert said.strip(), name
        assert french[name].strip(), name
        assert set(re.findall(r"\{\w+\}", said)) == set(re.findall(r"\{\w+\}", french[name])), name


def test_the_words_of_contracts_are_theirs_to_the_letter() -> None:
    english, french = words("en"), words("fr")
    assert (english.close, english.ok, english.question_sent) == ("Close", "OK", "Question sent")
    assert (french.close, french.ok, french.question_sent) == ("Fermer", "OK", "Question envoyee")


def test_a_language_that_is_not_there_is_english() -> None:
    assert words("de") == words("en")
