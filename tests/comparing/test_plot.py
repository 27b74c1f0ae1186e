"""Plots show the figures as they are: read back from the file, against statistics of their own."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import median, quantiles

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageFont

from mazeeditor.comparing import plot as plotting
from mazeeditor.comparing.compare import Row, compare, described
from mazeeditor.comparing.panel import GAP, SNAP, SWARM, swarm
from mazeeditor.comparing.plot import Sheet, plot
from mazeeditor.drawing.faces import BUNDLED
from mazeeditor.drawing.scene import Scene, Text
from mazeeditor.exporters import EXPORTERS, Exporter, encode_scenes
from mazeeditor.generators import GENERATORS
from mazeeditor.maze.measures import MEASURES, Measure
from mazeeditor.shapes import build
from tests.comparing.reading import Reading, read

GENERATED = ("kruskal", "binary-tree", "backtracker")
SEEDS = range(3, 26)
ABOUT = "what they are"


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    lattice = build("rectangular", rows=9, columns=11)
    return compare(GENERATED, lattice, SEEDS, everything=True)


def of(rows: list[Row], measure: Measure) -> list[Row]:
    return [row for row in rows if row.measure is measure]


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_it_shows_the_figures(rows: list[Row], measure: Measure) -> None:
    (scene,) = plot(of(rows, measure), ABOUT)
    reading, unit = Reading(read(scene)), 100 if measure.share else 1
    near = abs(reading.unit) * 0.002  # mm: numbers of the file are rounded to 0.001
    for row in of(rows, measure):
        values = [value * unit for value in sorted(row.figures.tolist())]
        lower, middle, upper = quantiles(values, n=4, method="inclusive")
        assert reading.median(row.generator) == pytest.approx(median(values), abs=near)
        assert reading.figure(row.generator) in (f"{middle:,.1f}", f"{middle:,.0f}")
        assert float(reading.figure(row.generator)) == pytest.approx(middle, abs=0.051)
        box = reading.box(row.generator)
        assert box == (None if lower == upper else pytest.approx((lower, upper), abs=near))
        reach = 1.5 * (upper - lower)
        inside = [each for each in values if lower - reach <= each <= upper + reach]
        ends = [end for end, edge in ((inside[0], lower), (inside[-1], upper)) if end != edge]
        assert reading.whiskers(row.generator) == pytest.approx(ends, abs=near)
        dots = reading.dots(row.generator)
        assert len(dots) == len(values)
        assert dots == pytest.approx(values, abs=(SNAP / 2 + 0.002) * reading.unit)


def test_few_mazes_are_dots_without_a_box() -> None:
    for number in (1, 2, 4):
        lattice = build("rectangular", rows=6, columns=6)
        found = compare(GENERATED, lattice, range(number))
        (scene,) = plot(of(found, MEASURES[0]), ABOUT)
        reading = Reading(read(scene))
        for row in of(found, MEASURES[0]):
            assert reading.box(row.generator) is None
            assert reading.whiskers(row.generator) == []
            assert len(reading.dots(row.generator)) == number
            assert reading.median(row.generator) == pytest.approx(row.median, abs=0.05)


def test_a_measure_that_no_maze_has() -> None:
    found = compare(GENERATED, build("rectangular", rows=1, columns=1), range(3))
    depth = next(each for each in MEASURES if each.name == "dead_end_length")
    (scene,) = plot(of(found, depth), ABOUT)
    assert "No maze has any." in {each.text for each in read(scene).letters}
    (scene,) = plot(found, ABOUT)
    words = [each.text for each in read(scene).letters]
    assert words.count("No maze has any.") == 1
    assert f"{MEASURES[0].label} (cells)" in words  # the rest is shown all the same


def test_a_generator_that_lacks_a_measure_has_a_dash(rows: list[Row]) -> None:
    first, *others = of(rows, MEASURES[0])
    lacking = replace(first, figures=np.full(len(SEEDS), np.nan))
    (scene,) = plot([lacking, *others], ABOUT)
    reading = Reading(read(scene))
    assert reading.figure(first.generator) == "–"
    assert reading.dots(first.generator) == []
    assert len(reading.dots(others[0].generator)) == len(SEEDS)


def texts(scene: Scene) -> list[tuple[Text, tuple[float, float, float, float]]]:
    """Return every text with its box in mm, measured with the typeface itself."""
    font = ImageFont.truetype(str(BUNDLED), 100)
    found = []
    for item in scene.items:
        if isinstance(item, Text):
            width = font.getlength(item.text) / 100 * item.size
            left = item.x - {"start": 0, "middle": width / 2, "end": width}[item.anchor]
            top, bottom = item.y - 0.76 * item.size, item.y + 0.24 * item.size
            found.append((item, (left, top, left + width, bottom)))
    return found


def check_words(scene: Scene) -> None:
    """Assert that no text leaves the page or touches another."""
    found = texts(scene)
    for text, (left, top, right, bottom) in found:
        assert min(left, top) >= 4, text
        assert right <= scene.width - 4, text
        assert bottom <= scene.height - 4, text
    for (one, a), (other, b) in combinations(found, 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, f"{one.text!r} touches {other.text!r}"


def many(generators: list[str], seeds: int = 7, size: int = 6) -> list[Row]:
    lattice = build("rectangular", rows=size, columns=size)
    return compare(generators, lattice, range(seeds), everything=True)


@pytest.mark.parametrize("sheet", [Sheet(), Sheet(150, None), Sheet(60, None), Sheet(400, 120)])
@pytest.mark.parametrize("number", [1, 4, 13])
def test_pages_hold_everything_once(number: int, sheet: Sheet) -> None:
    rows = many(GENERATORS.names()[:number])
    scenes = plot(rows, ABOUT, sheet)
    told = [each.text for scene in scenes for each, _box in texts(scene)]
    for measure in MEASURES:
        assert sum(text.startswith(f"{measure.label} (") for text in told) == 1
    for scene in scenes:
        check_words(scene)
        assert scene.width <= max(sheet.width, 140)
    assert len({scene.name for scene in scenes}) == len(scenes)
    assert sheet.height or len(scenes) == 1


def test_thirteen_generators_and_six_measures_are_one_page() -> None:
    wanted = {each.name for each in MEASURES[:6]}
    rows = [row for row in many(GENERATORS.names()) if row.measure.name in wanted]
    (scene,) = plot(rows, ABOUT)
    assert scene.width <= 297
    assert scene.height <= 210


def test_long_names_are_cut(monkeypatch: pytest.MonkeyPatch, rows: list[Row]) -> None:
    long = "A generator with a name that goes on for ever and then some"
    known = {name: replace(GENERATORS[name], label=f"{name} {long}") for name in GENERATED}
    monkeypatch.setattr(plotting, "GENERATORS", known)
    for scene in plot(rows, "words that go on " * 40):
        check_words(scene)
        assert any(each.text.startswith("kruskal A gen") for each, _box in texts(scene))


@pytest.mark.parametrize(
    "exporter", [each for each in EXPORTERS if each.drawn], ids=lambda one: one.name
)
def test_every_format_writes_the_same_bytes_again(exporter: Exporter, rows: list[Row]) -> None:
    path = Path(f"plot{exporter.suffix}")
    first = encode_scenes(plot(rows, ABOUT), path)
    assert encode_scenes(plot(rows, ABOUT), path) == first
    assert all(first.values())
    pages = len(plot(rows, ABOUT))
    names = ["plot" + (f"-{page}" if page > 1 else "") for page in range(1, pages + 1)]
    wanted = names[:1] if exporter.paged else names
    assert [each.stem for each in first] == wanted


@given(st.lists(st.floats(0, 80), min_size=1, max_size=300))
def test_dots_stand_at_their_values_within_the_line(places: list[float]) -> None:
    sorted_places = np.sort(np.array(places))
    dots = swarm(sorted_places, 10.0)
    assert len(dots) <= len(places)
    assert np.abs(dots[:, 1] - 10.0).max() <= SWARM + 0.026
    wanted = {round(float(place) / SNAP) for place in sorted_places}
    assert {round(x / SNAP) for x in dots[:, 0].tolist()} == wanted
    counts = np.unique(np.rint(sorted_places / SNAP), return_counts=True)[1]
    if counts.max() <= 2 * SWARM / GAP:
        assert len(dots) == len(places)


def test_a_great_many_mazes_make_no_great_many_dots() -> None:
    places = np.sort(np.random.default_rng(1).normal(30, 4, 200_000))
    assert len(swarm(places, 0.0)) < 10_000


def test_the_mazes_are_described() -> None:
    lattice = build("rectangular", rows=9, columns=11)
    words = described(lattice, range(1, 101), 0.25)
    for part in ("100 mazes", "9 rows", "11 columns", "seeds 1 to 100", "braid 0.25"):
        assert part in words
    assert "1 maze of each" in described(lattice, [4])
    assert described(lattice, [4]).endswith("seed 4")
