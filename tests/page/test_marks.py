"""Marks show the direction by arrows or words, and do not overlap."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, OUTWARD, RIGHT, TOP
from mazeeditor.page.curves import flatten, places_of
from mazeeditor.page.marks.marks import Scale, marks_of
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Picture, Polygons, Strokes, Text
from tests.page.mazes import gap_of, made, mazes, openings_of

SCALE = Scale(cell=6, wall=0.6, outline=0)
CELLS = {TOP: (0, 2), RIGHT: (2, 5), BOTTOM: (4, 2), LEFT: (2, 0)}


def opened(entrance: Opening | None, *exits: Opening) -> Maze:
    maze = made(5, 6)
    maze.set_openings(entrance, exits)
    return maze


def test_an_arrow_stands_before_its_gap_and_points_the_way() -> None:
    for side, enters in product(CELLS, [True, False]):
        opening = Opening(made(5, 6).lattice.cell(*CELLS[side]), side)
        maze = opened(opening) if enters else opened(None, opening)
        (mark,) = marks_of(maze, Page(), SCALE)
        assert isinstance(mark.item, Polygons)
        gap = np.array(gap_of(maze.lattice, opening)).reshape(2, 2).mean(axis=0) * 6
        out = np.array(OUTWARD[side])
        away, aside = (mark.item.points - gap) @ out, (mark.item.points - gap) @ out[::-1]
        assert away.min() > 0.3, (side, enters)  # clear of the wall
        assert aside.max() == pytest.approx(-aside.min())
        tip = away.argmin() if enters else away.argmax()
        assert aside[tip] == pytest.approx(0), (side, enters)
        assert np.count_nonzero(np.isclose(away, away[tip])) == 1, "a point, not the shaft"


def test_an_opening_for_both_gets_an_arrow_with_two_heads() -> None:
    opening = Opening(made(5, 6).lattice.cell(0, 0), LEFT)
    (mark,) = marks_of(opened(opening, opening), Page(), SCALE)
    assert isinstance(mark.item, Polygons)
    x = mark.item.points[:, 0]
    assert np.count_nonzero(x == x.min()) == np.count_nonzero(x == x.max()) == 1
    assert len(x) == 10
    (word,) = marks_of(opened(opening, opening), Page(marks="word"), SCALE)
    assert isinstance(word.item, Text)
    assert word.item.text == "Start / Finish"


def test_a_cell_in_the_middle_holds_its_mark() -> None:
    lattice = made(5, 6).lattice
    maze = opened(Opening(lattice.cell(2, 3)), Opening(lattice.cell(1, 1)))
    for kind in ("arrow", "word"):
        marks = marks_of(maze, Page.from_dict({"marks": kind}), SCALE)
        for mark, (row, column) in zip(marks, [(2, 3), (1, 1)], strict=True):
            left, top, right, bottom = mark.box
            assert column * 6 + 0.29 < left < right < column * 6 + 5.71
            assert row * 6 + 0.29 < top < bottom < row * 6 + 5.71


@pytest.mark.parametrize(("kind", "text"), [("word", "Start / Finish"), ("letter", "S / F")])
def test_a_cell_with_two_gaps_holds_one_mark(kind: str, text: str) -> None:
    """Both marks lay on each other, in the middle of the corner."""
    corner = made(5, 6).lattice.cell(0, 0)
    maze = opened(Opening(corner, LEFT), Opening(corner, TOP))
    page = Page.from_dict({"marks": kind, "marks_place": "inside"})
    (mark,) = marks_of(maze, page, SCALE)
    assert isinstance(mark.item, Text)
    assert mark.item.text == text
    assert len(marks_of(maze, Page.from_dict({"marks": kind}), SCALE)) == 2, "one before each gap"


def test_a_start_is_a_disc_and_a_goal_a_ring_round_one() -> None:
    lattice = made(5, 6).lattice
    maze = opened(Opening(lattice.cell(2, 3)), Opening(lattice.cell(1, 1)))
    start, goal = (mark.item for mark in marks_of(maze, Page(), SCALE))
    assert isinstance(start, Polygons)
    assert isinstance(goal, Polygons)
    assert (len(start.starts), len(goal.starts)) == (2, 4)


@pytest.mark.parametrize("outline", [0.0, 0.01])
def test_discs_are_circles(outline: float) -> None:
    """Arcs, not corners: a laser would cut each of these."""
    lattice = made(5, 6).lattice
    maze = opened(Opening(lattice.cell(1, 1)), Opening(lattice.cell(3, 4)))
    start, goal = marks_of(maze, Page(), Scale(cell=6, wall=0.6, outline=outline))
    for mark, middle, count in ((start, (9, 9), 1), (goal, (27, 21), 3)):
        assert not isinstance(mark.item, Text | Picture)
        flat = flatten(mark.item, 1e-5)
        away = np.hypot(*(flat.points - middle).T)
        rings = np.split(np.arange(len(away)), flat.starts[1:-1])
        radii = [away[ring].mean() for ring in rings]
        assert all(np.ptp(away[ring]) < 1e-9 and len(ring) > 60 for ring in rings)
        assert radii == sorted(radii, reverse=True)
        assert len(radii) == count
        left, top, right, bottom = mark.box
        assert 0.5 < 2 * radii[0] / min(right - left, bottom - top) < 1
        spokes = places_of(flat.points - middle)
        turns = [(spokes[ring[0]].conj() * spokes[ring[1]]).imag > 0 for ring in rings]
        assert turns == [True, False, True][:count], "holes run in the opposite direction"


@given(mazes(most=5), st.sampled_from(["arrow", "word"]), st.sampled_from([0.5, 3.0, 9.0]))
def test_every_opening_is_told_and_words_never_overlap(maze: Maze, kind: str, cell: float) -> None:
    scale = Scale(cell, cell / 10, 0)
    marks = marks_of(maze, Page.from_dict({"marks": kind}), scale)
    places = set(openings_of(maze))
    if kind == "arrow":
        assert len(marks) == len(places)
        return
    words = {mark.item.text for mark in marks if isinstance(mark.item, Text)}
    assert ("Start" in " ".join(words)) == (maze.entrance is not None)
    assert ("Finish" in " ".join(words)) == bool(maze.exits)
    for one, other in combinations([mark.box for mark in marks], 2):
        apart = one[2] <= other[0] or other[2] <= one[0]
        assert apart or one[3] <= other[1] or other[3] <= one[1]


def test_nothing_is_filled_for_a_laser() -> None:
    lattice = made(5, 6).lattice
    maze = opened(lattice.first, Opening(lattice.cell(2, 2)))
    for kind in ("arrow", "word"):
        for mark in marks_of(maze, Page.from_dict({"marks": kind}), Scale(6, 0.01, 0.01)):
            item = mark.item
            assert item.outline == 0.01 if isinstance(item, Text) else isinstance(item, Strokes)


def test_none() -> None:
    assert marks_of(made(3, 3), Page(marks="none"), SCALE) == []


def test_two_exits_never_read_as_one_word() -> None:
    """Words of gaps two cells apart stood beside each other as FinishFinish."""
    lattice = made(5, 9).lattice
    maze = made(5, 9)
    for columns, cell in product(range(1, 6), [3.0, 5.0, 7.3, 9.0, 12.0]):
        exits = [Opening(lattice.cell(0, column), TOP) for column in (1, 1 + columns)]
        maze.set_openings(Opening(lattice.cell(4, 0), BOTTOM), tuple(exits))
        marks = marks_of(maze, Page(marks="word"), Scale(cell, cell / 10, 0))
        for one, other in combinations(marks, 2):
            assert isinstance(one.item, Text)
            assert isinstance(other.item, Text)
            size = max(one.item.size, other.item.size)
            beside = one.box[1] < other.box[3] and other.box[1] < one.box[3]
            gap = max(one.box[0], other.box[0]) - min(one.box[2], other.box[2])
            assert not beside or gap >= 0.3 * size - 1e-6, (columns, cell)
