"""Pixels match the scene to half a pixel, no line is too thin; pages filled alike are alike."""

from __future__ import annotations

import tracemalloc
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from mazeeditor.core.job import Job
from mazeeditor.core.svg import Cap
from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.solvers import solve
from mazeeditor.page.compose import compose
from mazeeditor.page.curves import flatten
from mazeeditor.page.page import Page
from mazeeditor.page.raster import filling
from mazeeditor.page.raster.filling import Areas, fill, fill_areas
from mazeeditor.page.raster.raster import draw, draw_at, draw_bits, pixels
from mazeeditor.page.scene import Item, Layer, Polygons, Scene, Strokes, Text
from tests.breadth import examples, in_turns, repeats
from tests.maze.shapes.cases import largest
from tests.page.areas import in_bands, near, whole_of, winding, wound
from tests.page.mazes import made, mazes, walls_of

Grey = NDArray[np.uint8]


def page_of(*items: Item, size: float = 20.0, layer: str = "walls") -> Scene:
    return Scene(size, size, (Layer(layer, layer, items),), "", "", cell=5, wall=1)


def strokes(lines: Any, width: float, cap: Any = "square", closed: bool = False) -> Strokes:
    """Return strokes, each a list of places."""
    starts = np.cumsum([0, *map(len, lines)])
    points = np.concatenate([np.array(line, np.float64) for line in lines])
    return Strokes(points, starts, np.full(len(lines), closed), width, "black", cap)


def ink(image: Image.Image) -> Grey:
    """Return how dark each pixel is, 0 to 255."""
    return 255 - np.asarray(image.convert("L"))


def middles(image: Image.Image, scale: float) -> NDArray[np.float64]:
    """Return where the middle of each pixel lies, in mm."""
    y, x = np.mgrid[: image.height, : image.width] + 0.5
    return np.stack([x, y], axis=-1).reshape(-1, 2) / scale


@given(st.integers(0, 10**6), st.integers(1, 4))
def test_areas_are_filled_where_the_middle_of_a_sample_is_inside(seed: int, samples: int) -> None:
    """Random triangles that overlap, against the winding number."""
    random = np.random.default_rng(seed)
    corners = random.random((3, 3, 2)) * 24 - 4  # some of it off the picture
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    turn = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    corners[turn < 0] = corners[turn < 0][:, ::-1]  # all in the same orientation
    shape = Polygons(corners.reshape(-1, 2), np.array([0, 3, 6, 9]), "black")
    grey = whole_of(fill(Areas(shape, 0).edges(), (16, 12), samples, Job(), 1.0), (16, 12))
    y, x = (np.mgrid[: 12 * samples, : 16 * samples] + 0.5) / samples
    inside = winding(list(corners), np.stack([x, y], axis=-1).reshape(-1, 2)) != 0
    wanted = inside.reshape(12, samples, 16, samples).mean(axis=(1, 3)) * 255
    assert np.abs(grey - wanted).max() <= 1


def test_strips_join_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    (scene,) = compose(made(6, 5), Page(page="40x50mm", margin=3, title="Strips"))
    whole = ink(draw(scene, 150))
    for strip in (1, 700, 1500, 5000):
        monkeypatch.setattr("mazeeditor.page.raster.filling.STRIP_SAMPLES", strip)
        assert (ink(draw(scene, 150)) == whole).all(), strip


@pytest.mark.slow
@given(mazes(most=5), st.sampled_from(["lines", "bands"]), st.sampled_from([40, 97]))
@examples(15)
def test_walls_are_right_to_half_a_pixel(maze: Maze, kind: str, width: int) -> None:
    page = Page.from_dict({"page": "60x60mm", "margin": 5, "walls": kind, "marks": "none"})
    (scene,) = compose(maze, page)
    image = draw(scene, width)
    lines = np.array(sorted(walls_of(maze)), np.float64).reshape(-1, 2, 2) * scene.cell
    size = np.array([maze.lattice.columns, maze.lattice.rows]) * scene.cell
    points = middles(image, width / 60) - (60 - size) / 2
    pixel = 60 / width
    half = max(scene.wall, pixel) / 2
    dark = ink(image).ravel()
    if half > pixel / 2:
        assert (dark[in_bands(lines, half - pixel / 2 - 0.002, points)] == 255).all()
    assert (dark[~in_bands(lines, half + pixel / 2 + 0.002, points)] == 0).all()


def places(points: NDArray[np.complex128]) -> NDArray[np.float64]:
    return np.stack([points.real, points.imag], axis=-1)


def test_bends_of_any_angle_are_mitred() -> None:
    """The outline is the two sides moved aside, cut where they meet, with square ends."""
    for turn in (30, 60, 90, 120, 140, -30, -90, -120):
        check_mitred(turn)


def check_mitred(turn: int) -> None:
    u = np.array([1.0, 0.0])
    v = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    bend, half = np.array([30.0, 30.0]), 2.0
    start, end = bend - 20 * u, bend + 20 * v
    sides = []
    for side in (half, -half):
        aside = [side * np.array([-way[1], way[0]]) for way in (u, v)]
        reach = np.linalg.solve(np.stack([u, -v], axis=1), aside[1] - aside[0])[0]
        tip = bend + aside[0] + reach * u
        sides.append([start - half * u + aside[0], tip, end + half * v + aside[1]])
    outline = np.array([*sides[0], *sides[1][::-1]])
    edges = Areas(strokes([[start, bend, end]], 1), 2 * half).edges()
    grid = np.stack(np.meshgrid(*[np.arange(0.1, 60, 0.37)] * 2), axis=-1).reshape(-1, 2)
    inside = wound(places(edges.before), places(edges.after), grid)
    assert (inside >= 0).all()
    assert ((inside > 0) == (winding([outline], grid) != 0)).all()


def test_a_bend_too_sharp_is_cut_off() -> None:
    edges = Areas(strokes([[(0, 0), (20, 0), (0, 1)]], 1), 2).edges()
    assert max(edges.before.real.max(), edges.after.real.max()) < 22


def test_round_strokes_reach_half_their_width() -> None:
    line = [(4.0, 4.0), (15.0, 4.0), (9.0, 14.0)]
    for closed in (False, True):
        item = strokes([line], 2, "round", closed)
        image = draw(page_of(item), 200)
        ends = np.array(line + line[:1] * closed)
        apart = near(np.stack([ends[:-1], ends[1:]], axis=1), middles(image, 10))
        dark = ink(image).ravel()
        assert (dark[apart < 0.9] == 255).all()
        assert (dark[apart > 1.1] == 0).all()


def test_hairlines_are_a_pixel_wide() -> None:
    """However coarse the picture, each line is there with the ink of one pixel."""
    item = strokes([[(2.0, y), (18.0, y)] for y in (3.03, 7.3, 11.77)], 0.01)
    for width in (100, 101, 333):
        dark = ink(draw(page_of(item), width)).astype(float) / 255
        assert dark[:, width // 2].sum() == pytest.approx(3, abs=0.1), width


def test_a_picture_of_bits_has_lines_of_whole_pixels() -> None:
    (scene,) = compose(made(12, 9), Page(page="90x120mm", wall=0.31, marks="none"))
    image = draw_bits(scene, 300)
    assert image.mode == "1"
    assert image.size == pixels(scene, 300) == (1063, 1417)
    dark = ink(image) == 255
    column = dark[:, image.width // 2]
    runs = np.flatnonzero(np.diff(np.concatenate([[0], column.astype(int), [0]])))
    assert {int(end - begin) for begin, end in runs.reshape(-1, 2)} >= {4}
    assert min(runs[1::2] - runs[::2]) == 4  # 0.31 mm are 3.7 pixels


def test_the_route_of_bits_is_a_screen_of_dots() -> None:
    maze = made(6, 5)
    page = Page(page="60x60mm", margin=5, solution="drawn", marks="none")
    (scene,) = compose(maze, page, solve("breadth-first", maze))
    (plain,) = compose(maze, Page(page="60x60mm", margin=5, marks="none"))
    both, walls = ink(draw_bits(scene, 600)) > 0, ink(draw_bits(plain, 600)) > 0
    route = ink(draw(Scene(60, 60, scene.layers[:1], "", "", 5, 1), both.shape[1]))
    route = route == route.max()
    assert both[walls].all()
    assert 0.35 < both[route & ~walls].mean() < 0.65


def test_colours_and_transparency() -> None:
    red = Strokes(np.array([(2.0, 5), (18, 5)]), np.array([0, 2]), np.array([False]), 2, "red")
    scene = page_of(red)
    assert draw_at(page_of(strokes([[(2, 5), (18, 5)]], 2)), 100).mode == "L"
    solid = draw_at(scene, 254)
    assert solid.mode == "RGB"
    assert solid.size == (200, 200)
    assert (solid.getpixel((100, 50)), solid.getpixel((100, 150))) == ((255, 0, 0), (255,) * 3)
    clear = draw_at(scene, 254, transparent=True)
    assert clear.getpixel((100, 50)) == (255, 0, 0, 255)
    assert clear.getchannel("A").getextrema() == (0, 255)
    assert clear.getpixel((100, 150))[3] == 0  # type: ignore[index]
    paper = Image.new("RGBA", clear.size, "white")
    paper.alpha_composite(clear)
    assert np.abs(np.asarray(paper.convert("RGB")).astype(int) - np.asarray(solid)).max() <= 1


def test_text_stands_where_it_should() -> None:
    width = 3 * 3 * 0.752
    anchors: dict[Any, float] = {"start": 0, "middle": width / 2, "end": width}
    for (anchor, before), draw_text in product(anchors.items(), (draw_bits, draw_at)):
        image = draw_text(page_of(Text(10, 10, 3, "HHH", anchor, "black")), 508)
        rows, columns = np.nonzero(ink(image) > 127)
        left = 10 - before
        assert columns.min() / 20 == pytest.approx(left + 0.3, abs=0.15)
        assert columns.max() / 20 == pytest.approx(left + width - 0.3, abs=0.15)
        assert rows.max() / 20 == pytest.approx(10, abs=0.1)
        assert rows.min() / 20 == pytest.approx(10 - 3 * 0.729, abs=0.1)


SIZE = (70, 90)


def grey(strokes: Strokes, samples: int, most: int) -> NDArray[np.uint8]:
    """Return the whole picture, drawn in bands where there are more than ``most`` points."""
    parts = fill_areas(Areas(strokes, 1.7), 1.3, SIZE, samples, Job(), 1.0, most)
    return whole_of(parts, SIZE)


@pytest.mark.parametrize(
    ("name", "most", "walls"), in_turns(SHAPES.names(), [3, 40], ["lines", "bands"])
)
def test_a_page_has_the_same_pixels(
    name: str, most: int, walls: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for maze in (generate("growing-tree", largest(name), 1, braid=1.0), Maze(largest(name))):
        maze.set_openings(maze.lattice.first, (maze.lattice.last,))
        solution = solve("breadth-first", maze)
        drawn = "drawn" if solution.solved else "none"
        page = Page.from_dict({"solution": drawn, "walls": walls})
        (scene,) = compose(maze, page, solution)
        monkeypatch.setattr(filling, "MANY_POINTS", 10**9)
        whole = np.asarray(draw_at(scene, 40))
        monkeypatch.setattr(filling, "MANY_POINTS", most)
        assert np.array_equal(np.asarray(draw_at(scene, 40)), whole)
        assert whole.min() < 100


@pytest.mark.sample(1)
@pytest.mark.parametrize("cap", ["round", "square"])
def test_any_strokes(cap: Cap) -> None:
    """Open ones, closed ones and dots, within the picture and beyond it."""
    for seed in repeats(12, 200):
        random = Random(seed)
        lengths = [random.choice([1, 2, 3, 9]) for _ in range(random.randrange(1, 9))]
        places = [(random.uniform(-20, 80), random.uniform(-20, 90)) for _ in range(sum(lengths))]
        closed = [length > 2 and random.random() < 0.5 for length in lengths]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        strokes = Strokes(np.array(places), starts, np.array(closed), 1.7, "#000000", cap)
        whole = grey(strokes, 4, 10**9)
        for most in (1, 4):
            parted = grey(strokes, 4, most).astype(int)
            assert np.abs(parted - whole).max() <= 32, seed  # corners of round ends


@pytest.mark.parametrize("walls", ["lines", "bands"])
def test_many_walls_take_little_memory(walls: str) -> None:
    """A million hexagons as a picture took 4 GB as lines, and 6 GB as bands."""
    lattice = build("hexagonal", rows=36, columns=36)
    (scene,) = compose(generate("kruskal", lattice, 1), Page.from_dict({"walls": walls}))
    (item,) = (each for each in scene.layers[0].items if isinstance(each, Strokes | Polygons))
    areas = Areas(flatten(item, 0.1), 0.3)
    most = []
    for many in (10**9, areas.points // 10):
        tracemalloc.start()
        for _part in fill_areas(areas, 0.5, (105, 149), 1, Job(), 1.0, many):
            pass
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert most[1] < most[0] / 4
