"""Everything in the reply window can be read: contrast is measured, not believed."""

import re

import pytest

from bellpull.desk.palette import DARK, EDGES, LIGHT, PAIRS, Palette, contrast, palette

LOOKS = [("light", False), ("dark", False), ("light", True), ("dark", True)]


def test_contrast_is_what_wcag_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
    assert contrast("#ff0000", "#ffffff") == pytest.approx(3.998, abs=0.001)


@pytest.mark.parametrize(("theme", "high"), LOOKS)
def test_every_text_stands_out_from_every_ground_it_is_on(theme: str, high: bool) -> None:
    colours = palette(theme, high)._asdict()
    weak = {(text, ground): round(contrast(colours[text], colours[ground]), 2) for text, ground in PAIRS}
    assert {pair: value for pair, value in weak.items() if value < (7 if high else 4.5)} == {}


@pytest.mark.parametrize(("theme", "high"), LOOKS)
def test_fields_and_buttons_have_visible_edges(theme: str, high: bool) -> None:
    colours = palette(theme, high)._asdict()
    weak = {(edge, ground): round(contrast(colours[edge], colours[ground]), 2) for edge, ground in EDGES}
    assert {pair: value for pair, value in weak.items() if value < 3} == {}


@pytest.mark.parametrize(("theme", "high"), LOOKS)
def test_colours_are_written_as_tk_and_the_contrast_read_them(theme: str, high: bool) -> None:
    assert [colour for colour in palette(theme, high) if not re.fullmatch(r"#[0-9a-f]{6}", colour)] == []


def test_each_text_colour_is_in_a_pair_that_is_measured() -> None:
    measured = {name for pair in (*PAIRS, *EDGES) for name in pair}
    assert measured == set(Palette._fields)


def test_dark_is_dark_and_everything_else_is_light() -> None:
    assert palette("dark") == DARK
    assert palette("light") == palette("auto") == LIGHT
    for theme, high in LOOKS:
        colours = palette(theme, high)
        assert (contrast(colours.ground, "#000000") < contrast(colours.ground, "#ffffff")) is (theme == "dark")
