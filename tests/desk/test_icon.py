"""The icon: a bell whose badge can be read in every size, made of outlines that cover exactly what they should."""

import struct
import zlib
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.desk import icon
from bellpull.desk.outline import box, coverage, rounded
from bellpull.desk.tray_item import SIZES

Pixel = tuple[int, int, int, int]
LIGHT_PANEL, DARK_PANEL = (246, 245, 244), (43, 46, 51)
BLUE, RED, WHITE = (0x1F, 0x5F, 0xD0), (0xC6, 0x1F, 0x2B), (255, 255, 255)


def pixels(size: int, count: int = 0, urgent: bool = False) -> list[Pixel]:
    return list(struct.iter_unpack("4B", icon.rgba(size, count, urgent)))  # type: ignore[arg-type]


def luminance(colour: tuple[int, ...]) -> float:
    parts = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (part / 255 for part in colour)
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("size", SIZES)
def test_the_bell_fills_its_square_and_has_soft_edges(size: int) -> None:
    drawn = pixels(size)
    opaque = [place for place, pixel in enumerate(drawn) if pixel[3] > 127]
    rows, columns = {place // size for place in opaque}, {place % size for place in opaque}
    assert len(drawn) == size * size
    assert max(rows) - min(rows) > size * 0.7
    assert max(columns) - min(columns) > size * 0.6
    assert any(0 < pixel[3] < 255 for pixel in drawn)


@pytest.mark.parametrize("size", SIZES)
def test_the_bell_is_the_same_on_both_sides(size: int) -> None:
    opacity = [pixel[3] for pixel in pixels(size)]
    rows = [opacity[start : start + size] for start in range(0, size * size, size)]
    assert all(abs(one - other) <= 1 for row in rows for one, other in zip(row, reversed(row), strict=True))


@pytest.mark.parametrize("size", [pytest.param(size, marks=[pytest.mark.slow] if size > 24 else []) for size in SIZES])
def test_counts_to_99_look_different_and_those_above_alike(size: int) -> None:
    pictures = [icon.rgba(size, count) for count in range(100)]
    assert len(set(pictures)) == 100
    assert icon.rgba(size, 100) not in pictures
    assert icon.rgba(size, 100) == icon.rgba(size, 12_345)


@pytest.mark.parametrize(("size", "count"), list(product(SIZES, (1, 7, 12, 100))))
def test_a_badge_is_blue_and_red_when_something_is_urgent(size: int, count: int) -> None:
    def share(colour: tuple[int, int, int], urgent: bool) -> float:
        return sum(pixel[:3] == colour and pixel[3] == 255 for pixel in pixels(size, count, urgent)) / size**2

    assert share(BLUE, urgent=False) > 0.05
    assert share(RED, urgent=False) == 0
    assert share(RED, urgent=True) > 0.05
    assert share(BLUE, urgent=True) == 0
    assert share(WHITE, urgent=True) == share(WHITE, urgent=False) > 0.01


def test_without_a_count_nothing_is_urgent() -> None:
    assert icon.rgba(24, 0, urgent=True) == icon.rgba(24, -3) == icon.rgba(24)


def test_the_digits_and_the_bell_stand_out() -> None:
    assert contrast(WHITE, BLUE) >= 4.5
    assert contrast(WHITE, RED) >= 4.5
    bell = pixels(24)[24 * 12 + 12][:3]
    assert contrast(bell, DARK_PANEL) >= 3
    assert contrast(bell, LIGHT_PANEL) >= 2.8


@pytest.mark.parametrize("size", [*SIZES, 64])
def test_argb_is_the_same_picture_with_the_opacity_first(size: int) -> None:
    moved = [(red, green, blue, opacity) for opacity, red, green, blue in struct.iter_unpack("4B", icon.argb(size, 3))]
    assert moved == pixels(size, 3)


@pytest.mark.parametrize("size", [*SIZES, 128])
def test_the_png_is_the_same_picture(size: int) -> None:
    file, chunks, at = icon.png(size, 5, True), {}, 8
    while at < len(file):
        length, name = struct.unpack_from(">I4s", file, at)
        chunks[name] = file[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", file, at + 8 + length)[0] == zlib.crc32(name + chunks[name])
        at += 12 + length
    rows, step = zlib.decompress(chunks[b"IDAT"]), 1 + 4 * size
    assert file[:8] == b"\x89PNG\r\n\x1a\n"
    assert list(chunks) == [b"IHDR", b"IDAT", b"IEND"]
    assert struct.unpack(">IIBBBBB", chunks[b"IHDR"]) == (size, size, 8, 6, 0, 0, 0)
    assert set(rows[::step]) == {0}
    assert b"".join(rows[start + 1 : start + step] for start in range(0, len(rows), step)) == icon.rgba(size, 5, True)


@pytest.mark.parametrize(("size", "count"), list(product(range(1, 16), (0, 1, 12, 100))))
def test_a_size_that_nobody_asks_for_still_gives_a_picture(size: int, count: int) -> None:
    assert len(icon.rgba(size, count)) == 4 * size * size


place = st.floats(0, 20)


@given(st.tuples(place, place), st.tuples(place, place), st.tuples(place, place))
def test_a_triangle_covers_its_area(
    one: tuple[float, float], two: tuple[float, float], three: tuple[float, float]
) -> None:
    twice = (two[0] - one[0]) * (three[1] - one[1]) - (three[0] - one[0]) * (two[1] - one[1])
    covered = coverage([[one, two, three]], 20)
    assert all(0 <= share <= 1 for share in covered)
    assert sum(covered) == pytest.approx(abs(twice) / 2, abs=1e-6)


def test_a_hole_is_left_out_and_rounded_corners_take_a_little() -> None:
    hole = list(reversed(box(4, 4, 6, 6)))
    assert sum(coverage([box(2, 2, 8, 8), hole], 10)) == pytest.approx(32)
    assert coverage([box(2, 2, 8, 8), hole], 10)[5 * 10 + 5] == 0
    assert 30 < sum(coverage([rounded(box(2, 2, 8, 8), 2)], 10)) < 36
