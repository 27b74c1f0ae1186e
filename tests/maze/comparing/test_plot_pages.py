"""Plots show the true values: read back from the file and compared with other statistics."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from statistics import median, quantiles

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageFont

from mazeeditor.core.typefaces.typefaces import BUNDLED
from mazeeditor.maze.comparing.compare import Distribution, compare, description, heading
from mazeeditor.maze.facts.measures import MEASURES, Measure
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.shapes import build
from mazeeditor.page import box_plots as plotting
from mazeeditor.page.box_plots import GAP, SNAP, SWARM, PageSize, plot_pages, swarm
from mazeeditor.page.scene import Scene, Text
from tests.maze.comparing.reading import Reading, number_of, read

GENERATED = ("kruskal", "binary-tree", "backtracker")
SEEDS = range(3, 26)
ABOUT = "what they are"


@pytest.fixture(scope="module")
def rows() -> list[Distribution]:
    lattice = build("rectangular", rows=9, columns=11)
    return compare(GENERATED, lattice, SEEDS, expensive=True)


def of(rows: list[Distribution], measure: Measure) -> list[Distribution]:
    return [row for row in rows if row.measure is measure]


@pytest.mark.slow
def test_it_shows_the_values(rows: list[Distribution]) -> None:
    for measure in MEASURES:
        (scene,) = plot_pages(of(rows, measure), ABOUT)
        reading, unit, name = Reading(read(scene)), 100 if measure.share else 1, measure.name
        near = abs(reading.unit) * 0.002  # mm: numbers of the file are rounded to 0.001
        for row in of(rows, measure):
            values = [value * unit for value in sorted(row.values.tolist())]
            lower, middle, upper = quantiles(values, n=4, method="inclusive")
            assert reading.median(row.generator) == pytest.approx(median(values), abs=near), name
            assert reading.figure(row.generator) in (f"{middle:,.1f}", f"{middle:,.0f}"), name
            assert number_of(reading.figure(row.generator)) == pytest.approx(middle, abs=0.051), (
                name
            )
            box = reading.box(row.generator)
            assert box == (None if lower == upper else pytest.approx((lower, upper), abs=near)), (
                name
            )
            reach = 1.5 * (upper - lower)
            inside = [each for each in values if lower - reach <= each <= upper + reach]
            ends = [end for end, edge in ((inside[0], lower), (inside[-1], upper)) if end != edge]
            assert reading.whiskers(row.generator) == pytest.approx(ends, abs=near), name
            dots = reading.dots(row.generator)
            assert len(dots) == len(values), name
            assert dots == pytest.approx(values, abs=(SNAP / 2 + 0.002) * reading.unit), name


def test_few_mazes_are_dots_without_a_box() -> None:
    for number in (1, 2, 4):
        lattice = build("rectangular", rows=6, columns=6)
        rows = compare(GENERATED, lattice, range(number))
        (scene,) = plot_pages(of(rows, MEASURES[0]), ABOUT)
        reading = Reading(read(scene))
        for row in of(rows, MEASURES[0]):
            assert reading.box(row.generator) is None
            assert reading.whiskers(row.generator) == []
            assert len(reading.dots(row.generator)) == number
            assert reading.median(row.generator) == pytest.approx(row.median, abs=0.05)


def test_a_measure_that_no_maze_has() -> None:
    rows = compare(GENERATED, build("rectangular", rows=1, columns=1), range(3))
    depth = next(measure for measure in MEASURES if measure.name == "dead_end_length")
    (scene,) = plot_pages(of(rows, depth), ABOUT)
    assert "No maze has any." in {letter.text for letter in read(scene).letters}
    scenes = plot_pages(rows, ABOUT)
    words = [letters.text for scene in scenes for letters in read(scene).letters]
    lacking = {row.measure for row in rows if not row.mazes}
    assert words.count("No maze has any.") == len(lacking) < len({row.measure for row in rows})
    assert f"{MEASURES[0].label} (cells)" in words  # the rest is shown all the same


@pytest.mark.slow
def test_a_generator_that_lacks_a_measure_has_a_dash(rows: list[Distribution]) -> None:
    first, *others = of(rows, MEASURES[0])
    lacking = replace(first, values=np.full(len(SEEDS), np.nan))
    (scene,) = plot_pages([lacking, *others], ABOUT)
    reading = Reading(read(scene))
    assert reading.figure(first.generator) == "–"
    assert reading.dots(first.generator) == []
    assert len(reading.dots(others[0].generator)) == len(SEEDS)


def texts(scene: Scene) -> list[tuple[Text, tuple[float, float, float, float]]]:
    """Return every text with its box in mm, measured with the typeface itself."""
    font = ImageFont.truetype(str(BUNDLED), 100)
    boxes = []
    for item in scene.items:
        if isinstance(item, Text):
            width = font.getlength(item.text) / 100 * item.size
            left = item.x - {"start": 0, "middle": width / 2, "end": width}[item.anchor]
            top, bottom = item.y - 0.76 * item.size, item.y + 0.24 * item.size
            boxes.append((item, (left, top, left + width, bottom)))
    return boxes


def check_texts(scene: Scene) -> None:
    """Assert that no text leaves the page or touches another."""
    boxes = texts(scene)
    for text, (left, top, right, bottom) in boxes:
        assert min(left, top) >= 4, text
        assert right <= scene.width - 4, text
        assert bottom <= scene.height - 4, text
    for (one, a), (other, b) in combinations(boxes, 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, f"{one.text!r} touches {other.text!r}"


def many(generators: list[str], seeds: int = 7, size: int = 6) -> list[Distribution]:
    lattice = build("rectangular", rows=size, columns=size)
    return compare(generators, lattice, range(seeds), expensive=True)


@pytest.mark.sample(1)
@pytest.mark.each_value_once
@pytest.mark.parametrize(
    "size", [PageSize(), PageSize(150, None), PageSize(60, None), PageSize(400, 120)]
)
@pytest.mark.parametrize("number", [1, 4, 13])
def test_pages_contain_everything_once(number: int, size: PageSize) -> None:
    rows = many(GENERATORS.names()[:number])
    scenes = plot_pages(rows, ABOUT, size)
    written = [each.text for scene in scenes for each, _box in texts(scene)]
    for measure in MEASURES:
        assert written.count(heading(measure)) == 1
    for scene in scenes:
        check_texts(scene)
        assert scene.width <= max(size.width, 140)
    assert len({scene.name for scene in scenes}) == len(scenes)
    assert size.height or len(scenes) == 1


@pytest.mark.slow
def test_thirteen_generators_and_six_measures_are_one_page() -> None:
    names = {measure.name for measure in MEASURES[:6]}
    rows = [row for row in many(GENERATORS.names()) if row.measure.name in names]
    (scene,) = plot_pages(rows, ABOUT)
    assert scene.width <= 297
    assert scene.height <= 210


def test_long_names_are_truncated(
    monkeypatch: pytest.MonkeyPatch, rows: list[Distribution]
) -> None:
    long = "A generator with a name that goes on and on and on"
    entries = {name: replace(GENERATORS[name], label=f"{name} {long}") for name in GENERATED}
    monkeypatch.setattr(plotting, "GENERATORS", entries)
    for scene in plot_pages(rows, "words that go on " * 40):
        check_texts(scene)
        assert any(each.text.startswith("kruskal A gen") for each, _box in texts(scene))


@given(st.lists(st.floats(0, 80), min_size=1, max_size=300))
def test_dots_are_at_their_values_within_the_row(places: list[float]) -> None:
    sorted_places = np.sort(np.array(places))
    dots = swarm(sorted_places, 10.0)
    assert len(dots) <= len(places)
    assert np.abs(dots[:, 1] - 10.0).max() <= SWARM + 0.026
    expected = {round(float(place) / SNAP) for place in sorted_places}
    assert {round(x / SNAP) for x in dots[:, 0].tolist()} == expected
    counts = np.unique(np.rint(sorted_places / SNAP), return_counts=True)[1]
    if counts.max() <= 2 * SWARM / GAP:
        assert len(dots) == len(places)


@pytest.mark.slow
def test_very_many_mazes_do_not_make_very_many_dots() -> None:
    places = np.sort(np.random.default_rng(1).normal(30, 4, 200_000))
    assert len(swarm(places, 0.0)) < 10_000


def test_the_mazes_are_description() -> None:
    lattice = build("rectangular", rows=9, columns=11)
    words = description(lattice, range(1, 101), 0.25)
    for part in ("100 mazes", "9 rows", "11 columns", "seeds 1 to 100", "braid 0.25"):
        assert part in words
    assert "1 maze of each" in description(lattice, [4])
    assert description(lattice, [4]).endswith("seed 4")
