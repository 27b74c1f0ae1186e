"""A picture in its colours: how many are left, where they are, how seldom they change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.job import Job
from mazeeditor.core.options import check_all
from mazeeditor.maze.photo.pencils import in_few, names_of, smooth_paints, without_specks
from mazeeditor.maze.subjects import FIRST_COLOUR, Drawing
from mazeeditor.maze.subjects.picturesque.coloured import IN_COLOURS, paints_along
from tests.maze.subjects.pictures import PICTURE, drawn, looked, mended, route_in, toggled

FACE = ("#f7d51d", "#1f5fd0", "#d62020")


@pytest.fixture
def face(tmp_path: Path) -> Path:
    """A yellow face with blue eyes and a red mouth."""
    image = Image.new("RGB", (200, 200), "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((10, 10, 190, 190), fill=FACE[0])
    for left in (50, 115):
        draw.rectangle((left, 50, left + 35, 85), fill=FACE[1])
    draw.rectangle((55, 115, 145, 150), fill=FACE[2])
    path = tmp_path / "face.png"
    image.save(path)
    return path


def drawing(maze: Any, **options: Any) -> Drawing:
    assert PICTURE.drawing
    return PICTURE.drawing(maze, Job(), **check_all(PICTURE.options, options))


@pytest.mark.parametrize(("fill", "pixels", "least"), [("exact", 26, 0.93), ("filled", 50, 0.9)])
def test_the_route_has_the_colours_of_the_picture(
    fill: str, pixels: int, least: float, face: Path
) -> None:
    options: dict[str, Any] = {
        "picture": NamedFile(face),
        "picture_colours": 6,
        "pixels": pixels,
        "fill": fill,
    }
    maze = drawn(**options)
    route = route_in(maze)  # networkx: a tree
    figures = looked(maze, **options).figures
    assert figures["colours"] == 3
    assert 6 <= int(figures["changes"]) <= 14  # into and out of three areas, on an only route
    shown = drawing(maze, **options)
    assert set(shown.colours) == set(FACE)
    source = np.asarray(Image.open(face).convert("RGB"))
    scale = 2 if fill == "exact" else 1
    size, alike, counted = 181 / pixels, 0, 0
    for row, column in route:
        y, x = (10 + (place / scale - 2 + 0.5 / scale) * size for place in (row, column))
        if not (10 < x < 190 and 10 < y < 190):
            continue
        wanted = "#{:02x}{:02x}{:02x}".format(*source[int(y), int(x)])
        if wanted in FACE:
            counted += 1
            alike += wanted == shown.colours[shown.cells[row, column] - FIRST_COLOUR]
    assert counted > 0.9 * len(route)
    assert alike >= least * counted


def test_one_colour_is_the_picture_of_before_and_more_take_yellow_too(face: Path) -> None:
    dark = looked(
        drawn(picture=NamedFile(face), pixels=20), picture=NamedFile(face), pixels=20
    ).figures
    options: dict[str, Any] = {"picture": NamedFile(face), "pixels": 20, "picture_colours": 3}
    all_of_it = looked(drawn(**options), **options).figures
    assert dark["colours"] == 1
    assert "changes" not in dark
    assert int(all_of_it["covered"]) == all_of_it["pixels"]
    two: dict[str, Any] = {**options, "picture_colours": 2}
    assert looked(drawn(**two), **two).figures["colours"] == 2


def test_a_project_keeps_the_colours_and_gives_the_same_maze(face: Path) -> None:
    options: dict[str, Any] = {"picture": NamedFile(face), "pixels": 16, "picture_colours": 4}
    kept: dict[str, Any] = {**options, "picture": IN_COLOURS.keep(face)}
    one, other = drawn(**options), drawn(**kept)
    assert np.array_equal(one.walls, other.walls)
    assert drawing(one, **options).colours == drawing(other, **kept).colours
    assert PICTURE.page
    values = PICTURE.page(one, **check_all(PICTURE.options, kept))
    assert values["along"] == "pencils"
    assert values["pencils"].startswith("data:image/png;name=face.png")
    assert PICTURE.page(one, **check_all(PICTURE.options, {})) == {"solution_fill": True}


def test_a_changed_wall_is_changed_back(face: Path) -> None:
    options: dict[str, Any] = {"picture": NamedFile(face), "pixels": 16, "picture_colours": 4}
    maze = drawn(**options)
    route = route_in(maze)
    broken = toggled(maze, (route[40], route[41]))
    assert looked(broken, **options).lost
    again = mended(broken, **options)
    assert np.array_equal(again.walls, maze.walls)


def test_colours_become_few_and_keep_their_names() -> None:
    random = np.random.default_rng(2)
    pure = np.array([(214, 32, 32), (31, 95, 208), (46, 139, 46)], np.float64)
    pixels = pure[random.integers(0, 3, 500)] + random.normal(0, 6, (500, 3))
    for most in range(1, 7):
        numbers, colours = in_few(pixels.clip(0, 255), most)
        assert len(colours) == min(most, 3)
        assert set(numbers.tolist()) == set(range(len(colours)))
    assert sorted(names_of(colours)) == ["Blue", "Green", "Red"]
    assert names_of(("#ff0000", "#e01010")) == ["Red", "Red 2"]
    assert names_of(()) == []


def test_specks_and_short_ways_take_the_colour_around_them() -> None:
    paints = np.zeros((12, 12), np.int8)
    paints[:, 6:] = 1
    paints[2, 2] = paints[9, 8:10] = 2
    assert set(np.unique(smooth_paints(paints, 1))) == {0, 1}
    clean = without_specks(paints, 8)
    assert clean[2, 2] == 0
    assert set(clean[9, 8:10].tolist()) == {1}
    row = np.array([[-1, 0, 0, 0, 1, 0, 0, 0, 2, 2, 2, -1]], np.int8)
    places = [(0, column) for column in range(12)]
    assert paints_along(row, 1, places) == [0] * 8 + [2] * 4
