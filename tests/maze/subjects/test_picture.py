"""A picture in the route of a maze: exact, filled, reversed, and what is left of it after edits."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from benchmarks.picturesque import hands, shown_cells, told
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import check_all
from mazeeditor.maze.completing import Growth
from mazeeditor.maze.masks.picture import PICTURE as MASK
from mazeeditor.maze.random import seeded
from mazeeditor.maze.shapes import build
from mazeeditor.maze.subjects.picturesque.mazes import Drawn, exact_maze, scale_grid
from mazeeditor.maze.subjects.picturesque.picture import chosen_pixels, effort_note
from tests.breadth import repeats, stress
from tests.maze.subjects.pictures import (
    PICTURE,
    Grid,
    covered,
    drawn,
    graph_of,
    looked,
    places_of,
    route_in,
    split,
    toggled,
)

EXACT: list[dict[str, Any]] = [
    {"pixels": 16},
    {"figure": "ring", "pixels": 15, "grain": "4x4"},
    {"text": "ab", "pixels": 24},
    {"figure": "star", "pixels": 20, "reversed": True},
    {"figure": "ellipse", "pixels": 9, "margin": 0, "smooth": 0},
]


def cells_in(options: dict[str, Any], columns: int) -> tuple[Grid, Grid]:
    """Return the cells of a picture, and those of its cover, bridges included."""
    pixels = chosen_pixels(check_all(PICTURE.options, options), Job())
    scale = columns // pixels.cover.shape[1]
    return scale_grid(pixels.shown, scale), scale_grid(pixels.cover, scale)


@pytest.mark.parametrize("options", EXACT, ids=str)
def test_the_only_route_covers_exactly_the_picture(options: dict[str, Any]) -> None:
    maze = drawn(**options)
    _shown, cover = cells_in(options, maze.lattice.columns)
    inside, outside = split(route_in(maze), cover)
    assert inside == places_of(cover)
    margin = options.get("margin", 2)
    assert bool(outside) == (margin > 0 and not options.get("reversed"))
    state = looked(maze, **options)
    assert (state.lost, len(state.cells)) == ("", 0)
    assert covered(maze, **options) == 1


def random_picture(rows: int, columns: int, steps: list[int]) -> Grid:
    """Return a connected picture that grows from its middle; each step picks a pixel at its rim."""
    picture = np.zeros((rows, columns), np.bool_)
    picture[rows // 2, columns // 2] = True
    for step in steps:
        grown = picture.copy()
        grown[1:] |= picture[:-1]
        grown[:-1] |= picture[1:]
        grown[:, 1:] |= picture[:, :-1]
        grown[:, :-1] |= picture[:, 1:]
        rim = np.argwhere(grown & ~picture)
        if len(rim):
            row, column = rim[step % len(rim)]
            picture[row, column] = True
    return picture


def check_exact(picture: Grid, made: Drawn) -> None:
    scale = made.route.shape[1] // picture.shape[1]
    inside, outside = split(route_in(made.maze), scale_grid(picture, scale))
    assert inside == places_of(scale_grid(picture, scale))
    assert len(outside) == made.outside
    assert places_of(made.route) == inside | outside


@pytest.mark.slow
@settings(max_examples=600 if stress() else 40, deadline=None)
@given(
    st.integers(1, 7),
    st.integers(2, 7),
    st.lists(st.integers(0, 60), min_size=1, max_size=40),
    st.integers(0, 99),
)
def test_every_connected_picture_has_an_exact_route(
    rows: int, columns: int, steps: list[int], seed: int
) -> None:
    picture = random_picture(rows, columns, steps)
    check_exact(picture, exact_maze(picture, (1, 2), seeded(seed), Job()))
    check_exact(picture, exact_maze(picture, (2,), seeded(seed), Job()))


def test_lines_of_one_pixel_may_need_4x4() -> None:
    cross = np.zeros((11, 11), np.bool_)
    cross[5, 1:10] = cross[1:10, 5] = True
    padded = np.zeros((11, 11), np.bool_)
    padded[5, :] = True
    padded[1:10, 5] = True
    check_exact(cross, exact_maze(cross, (1, 2), seeded(1), Job()))
    check_exact(padded, exact_maze(padded, (2,), seeded(1), Job()))


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{}, {"text": "OK", "pixels": 100}, {"figure": "ring"}], ids=str
)
def test_filled_leaves_out_few_pixels_and_names_them(options: dict[str, Any]) -> None:
    chosen = {"fill": "filled", "pixels": 60, **options}
    maze = drawn(**chosen)
    shown, cover = cells_in(chosen, maze.lattice.columns)
    inside, outside = split(route_in(maze), cover)
    state = looked(maze, **chosen)
    places = {maze.lattice.place(cell) for cell in state.cells.tolist()}
    assert places == places_of(shown) - inside
    assert covered(maze, **chosen) >= 0.93
    assert state.figures["outside"] == len(outside) + len(inside - places_of(shown))
    assert str(len(places)) in state.lost


@pytest.mark.parametrize("fill", ["exact", "filled"])
@pytest.mark.parametrize("figure", ["heart", "star", "ring"])
def test_both_hands_explore_a_part_of_the_ground(figure: str, fill: str) -> None:
    for seed in repeats(1, 5):
        assert min(hands(drawn(seed, figure=figure, fill=fill, pixels=30))) >= 0.3


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"fill": "filled"}], ids=str)
def test_walls_do_not_tell_the_picture_from_the_ground(options: dict[str, Any]) -> None:
    chosen = {"pixels": 60, **options}
    mazes = [drawn(seed, **chosen) for seed in range(9)]
    assert told(mazes[:5], mazes[5:], shown_cells(mazes[0], chosen)) <= 0.6


@pytest.mark.slow
def test_an_edit_costs_the_pixels_that_the_route_no_longer_passes() -> None:
    maze = drawn(pixels=16)
    route = route_in(maze)
    assert looked(toggled(maze, (route[20], route[21])), pixels=16).figures["covered"] == 0
    order = {place: number for number, place in enumerate(route)}
    grid = nx.grid_2d_graph(maze.lattice.rows, maze.lattice.columns)
    on_route = [edge for edge in grid.edges if {*edge} <= {*route}]
    edges = [edge for edge in on_route if abs(order[edge[0]] - order[edge[1]]) > 40]
    shortcut = toggled(maze, edges[len(edges) // 2])
    ends = route[0], route[-1]
    kept = {*nx.shortest_path(graph_of(shortcut), *ends)}
    _shown, cover = cells_in({"pixels": 16}, maze.lattice.columns)
    lost = places_of(cover) - kept
    pixels = {(row // 2, column // 2) for row, column in lost}
    state = looked(shortcut, pixels=16)
    assert state.lost == f"The picture has lost {len(pixels)} pixels."
    assert {shortcut.lattice.place(cell) for cell in state.cells.tolist()} == lost


def test_another_size_is_not_compared() -> None:
    state = looked(drawn(pixels=16), pixels=17)
    assert "size" in state.lost
    assert state.figures["covered"] == 0


def test_walls_of_the_route_are_locked() -> None:
    maze = drawn(pixels=12)
    route = {*route_in(maze)}
    for one, two in nx.grid_2d_graph(maze.lattice.rows, maze.lattice.columns).edges:
        cell, other = maze.lattice.cell(*one), maze.lattice.cell(*two)
        wall = maze.lattice.wall(cell, maze.lattice.slot_between(cell, other))
        assert maze.is_locked(np.array([wall]))[0] == ({one, two} <= route)


def test_the_same_seed_gives_the_same_maze_for_ever() -> None:
    digests = {
        fill: hashlib.sha256(drawn(7, fill=fill, pixels=20).walls.tobytes()).hexdigest()[:12]
        for fill in ("exact", "filled")
    }
    assert digests == {"exact": "935818509392", "filled": "35ea23a0cd9b"}


def test_notes_name_lines_bridges_and_long_routes() -> None:
    job = Job()
    maze = drawn(job=job, text="il", pixels=30)
    assert "cells lead from the border to the picture and back" in job.note
    assert "its 3 pieces" in job.note
    assert "pencil" not in job.note
    assert maze.lattice.cells
    assert effort_note(1000) == ""
    assert "2 hours" in effort_note(14_400)
    assert "60 minutes" in effort_note(7_200)


def test_a_file_by_its_darkness_and_as_projects_keep_it(tmp_path: Path) -> None:
    path = tmp_path / "moon.png"
    image = Image.new("L", (90, 70), 255)
    pen = ImageDraw.Draw(image)
    pen.ellipse((30, 10, 70, 60), fill=90)
    image.save(path)
    plain = chosen_pixels(
        check_all(PICTURE.options, {"picture": NamedFile(path), "pixels": 20}), Job()
    )
    assert plain.shown.shape == (25 + 4, 20 + 4)  # without the empty border around
    kept = check_all(PICTURE.options, {"picture": MASK.keep(path), "pixels": 20})
    assert np.array_equal(chosen_pixels(kept, Job()).shown, plain.shown)
    with pytest.raises(UsageError, match="dark"):
        drawn(picture=NamedFile(path), threshold=0.9)
    light = check_all(PICTURE.options, {"picture": NamedFile(path), "pixels": 20, "invert": True})
    assert chosen_pixels(light, Job()).shown.shape == (16 + 4, 20 + 4)


def test_smoothing_takes_specks_away(tmp_path: Path) -> None:
    path = tmp_path / "specks.png"
    image = Image.new("1", (40, 40), 1)
    image.paste(0, (5, 5, 35, 35))
    for place in ((0, 0), (39, 0), (2, 38)):
        image.putpixel(place, 0)
    image.putpixel((20, 20), 1)
    image.save(path)
    options = {"picture": NamedFile(path), "pixels": 40, "margin": 0}
    rough = chosen_pixels(check_all(PICTURE.options, options | {"smooth": 0}), Job())
    smooth = chosen_pixels(check_all(PICTURE.options, options | {"smooth": 1}), Job())
    assert (rough.pieces, smooth.pieces) == (4, 1)
    assert smooth.shown[20, 20]
    assert not rough.shown[20, 20]


def test_what_cannot_be_made_is_refused(tmp_path: Path) -> None:
    options = check_all(PICTURE.options, {})
    path = tmp_path / "black.png"
    Image.new("L", (9, 9), 0).save(path)
    with pytest.raises(UsageError, match="rectangular"):
        PICTURE.run(build("hexagonal"), Growth("backtracker", 1), Job(), **options)
    with pytest.raises(UsageError, match="leaves nothing for the route"):
        drawn(picture=NamedFile(path), margin=0, smooth=0, reversed=True)


def test_interpreted_kernels_give_the_same(interpreted: None) -> None:  # noqa: ARG001
    maze = drawn(7, fill="filled", pixels=20)
    route = route_in(maze)
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairwise(route))


@pytest.mark.slow(2)
@pytest.mark.parametrize("figure", ["heart", "star", "ring", "ellipse", "diamond"])
def test_small_pictures_are_nearly_filled_and_each_hand_explores_a_third(figure: str) -> None:
    for seed in repeats(3, 12):
        options: dict[str, Any] = {"figure": figure, "pixels": 25, "fill": "filled"}
        maze = drawn(seed, **options)
        route_in(maze)  # a tree
        assert covered(maze, **options) >= 0.93
        assert min(hands(maze)) >= 0.35
