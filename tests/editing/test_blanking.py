"""Cells removed by hand: the maze stays valid, undo restores them, no opening is misplaced."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.editing.changes.blanking import blanking, fits, removed_openings, switch_blank
from mazeeditor.editing.changes.cell_areas import SAMPLE_CELLS, SIZES, swept
from mazeeditor.editing.document import Document
from mazeeditor.editing.tools.blank import Blank
from mazeeditor.maze.generators import generate
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.masks.cutting import cut, mask_steps
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import BY_HAND, Recipe
from mazeeditor.maze.shapes import SHAPES, build
from tests.breadth import examples

SMALL = {"rows": 9, "columns": 17, "rings": 6, "hole": 0}


def small(shape: str, **more: object) -> Lattice:
    """Return a small lattice of a shape."""
    known = {option.name for option in SHAPES[shape].options}
    return build(shape, **{k: v for k, v in {**SMALL, **more}.items() if k in known})


def places(lattice: Lattice) -> NDArray[np.bool_]:
    """Return bool[n]: every cell that the shape has, also those that are taken out."""
    return lattice.are_places(np.arange(lattice.size))


ALL = pytest.mark.parametrize("shape", SHAPES.names())
LATTICES = [small(name) for name in SHAPES.names()]
LATTICES += [cut("heart", each).lattice for each in LATTICES] + [small("polar", hole=3)]


def test_places_are_the_cells_without_a_mask() -> None:
    for lattice in LATTICES:
        whole = build(lattice.shape, **lattice.parameters)
        assert np.array_equal(places(lattice), whole.inside), lattice.shape


@pytest.mark.sample(3)
@pytest.mark.parametrize("lattice", LATTICES, ids=lambda each: f"{each.shape}-{each.cells}")
@examples(10)
@given(data=st.data())
def test_the_maze_stays_sound_and_undo_brings_all_back(
    lattice: Lattice, data: st.DataObject
) -> None:
    document = Document(generate("prim", lattice, 3, braid=0.2))
    for _step in range(3):
        before = document.maze
        taking = data.draw(st.booleans())
        can = np.flatnonzero(places(lattice) & (before.lattice.inside == taking))
        if len(can) < 2:
            continue
        some = data.draw(st.sets(st.sampled_from(can.tolist()), min_size=1, max_size=len(can) // 2))
        cells = np.array(sorted(some), np.int64)
        document.apply(blanking(before, Recipe(), cells))
        sound(before, document.maze, cells)
    for _step in range(3):
        document.undo()
    assert document.maze.lattice.same(lattice)
    document.maze.check()


def sound(before: Maze, after: Maze, cells: Ids) -> None:
    """Assert that only ``cells`` and the walls around them are others than before."""
    after.check()
    lattice = after.lattice
    assert set(np.flatnonzero(before.lattice.inside != lattice.inside)) == set(cells.tolist())
    for each in (lattice.first, lattice.last):
        assert fits(lattice, each)
    sides = [(c, s) for c in cells.tolist() for s in range(lattice.degree)]
    touching = {lattice.wall(*side) for side in sides if lattice.neighbour(*side)}
    gaps = {lattice.wall(o.cell, o.slot) for o in openings(before) if o.slot is not None}
    for wall in set(before.closed_walls()) ^ set(after.closed_walls()):
        assert wall in touching | gaps
    # what lies between two cells that both stay is unchanged; around the others all is closed
    shut = set(after.closed_walls().tolist())
    left = {lattice.wall(o.cell, o.slot) for o in openings(after) if o.slot is not None}
    for wall in touching - left:
        lower, _slot, upper, _back = (int(each[0]) for each in lattice.sides_of(np.array([wall])))
        if upper and (lattice.inside[lower] or lattice.inside[upper]):
            assert wall in shut
    assert set(openings(after)) == {
        opening for opening in openings(before) if fits(lattice, opening)
    }


def openings(maze: Maze) -> list[Opening]:
    """Return entrance and exits."""
    return [*([maze.entrance] if maze.entrance else []), *maze.exits]


def test_all_cells_cannot_go() -> None:
    maze = generate("prim", small("rectangular"), 1)
    with pytest.raises(UsageError, match="One cell"):
        switch_blank(maze, maze.lattice.inside_cells())


def test_a_removed_opening_is_reported() -> None:
    maze = generate("prim", small("rectangular"), 1)
    lattice = maze.lattice
    for cells, words in (
        ([lattice.first.cell], "entrance was"),
        ([lattice.last.cell], "exit was"),
        ([lattice.first.cell, lattice.last.cell], "Entrance and exit"),
        ([lattice.cell(3, 3)], ""),
    ):
        after = switch_blank(maze, np.array(cells, np.int64))
        assert words in removed_openings(maze, after)
        assert bool(removed_openings(maze, after)) == bool(words)


def test_a_gap_closes_where_a_cell_comes_back_before_it() -> None:
    """The gap would lie between two cells."""
    lattice = small("rectangular")
    corner = np.array([lattice.cell(0, 0)], np.int64)
    maze = switch_blank(generate("prim", lattice, 1), corner)
    maze.set_openings(Opening(lattice.cell(0, 1), lattice.slot(0, "left")), maze.exits)
    after = switch_blank(maze, corner)
    assert after.entrance is None
    after.check()


# The brush


@pytest.mark.slow
@ALL
@examples(12)
@given(data=st.data())
def test_a_brush_takes_what_it_covers(shape: str, data: st.DataObject) -> None:
    lattice = small(shape)
    geometry = lattice.geometry
    x, y = st.floats(-1, geometry.width + 1), st.floats(-1, geometry.height + 1)
    path = data.draw(st.tuples(x, y, x, y))
    size = data.draw(st.sampled_from(SIZES[:6]))
    got = set(swept(lattice, path, size).tolist()) & set(lattice.inside_cells().tolist())
    track = [
        np.array(path[:2]) + t * (np.array(path[2:]) - path[:2]) for t in np.linspace(0, 1, 900)
    ]
    under = Counter(geometry.cell_at(*point) for point in track)
    del under[None]
    near = np.array([np.hypot(*(geometry.centres(lattice.inside_cells()) - p).T) for p in track])
    covered = set(lattice.inside_cells()[near.min(axis=0) < size / 2 - 0.01].tolist())
    if size == 1:
        covered = set()
    reached = set(lattice.inside_cells()[near.min(axis=0) < size / 2 + 0.01].tolist())
    # a path may cut the corner of a cell between two of the sampled points
    assert covered <= got
    assert got <= reached | set(under) | adjacent(lattice, track)
    # a short path may cross a corner between two of the points at which the brush looks
    many = max(
        40,
        SAMPLE_CELLS
        * len(track)
        / max(np.hypot(path[2] - path[0], path[3] - path[1]), SAMPLE_CELLS),
    )
    corners = {cell for cell, number in under.items() if number > many}
    assert corners <= got


def adjacent(
    lattice: Lattice, track: list[np.ndarray[tuple[int], np.dtype[np.float64]]]
) -> set[int]:
    """Return the cells within 0.01 of a path."""
    cells = set()
    for one, _other in pairwise(track):
        for dx, dy in ((0.01, 0), (-0.01, 0), (0, 0.01), (0, -0.01)):
            cell = lattice.geometry.cell_at(one[0] + dx, one[1] + dy)
            cells |= {cell} if cell is not None else set()
    return cells


@ALL
def test_a_second_stroke_gives_back(shape: str) -> None:
    lattice = small(shape)
    document, tool = Document(generate("prim", lattice, 1)), Blank()
    middle = lattice.geometry.centres(np.array([lattice.inside_cells()[lattice.cells // 2]]))[0]
    x, y = middle.tolist()
    tool.resize(2)
    for inside in (False, True):
        tool.press(document, x, y)
        tool.move(document, x + 2, y)
        tool.release(document, x + 2, y)
        cell = document.maze.lattice.geometry.cell_at(x, y)
        assert (cell is not None) == inside
        document.maze.check()
    assert len(document.history) == 2
    assert document.recipe.masks == (BY_HAND,)
    assert np.array_equal(document.maze.lattice.inside, lattice.inside)


def test_a_painted_outline_stands_for_all_that_was_there() -> None:
    document = Document(generate("prim", cut(["heart", "hole"], small("polar")).lattice, 1))
    recipe = Recipe("prim", masks=mask_steps(["heart", "hole"]), pieces="largest")
    cells = document.maze.lattice.inside_cells()[:1]
    document.apply(blanking(document.maze, recipe, cells))
    painted = Recipe("prim", masks=(BY_HAND,))
    assert document.recipe == painted.at(document.maze.lattice)


def test_shift_never_takes_cells() -> None:
    document, tool = Document(generate("prim", small("rectangular"), 1)), Blank()
    tool.press(document, 4.5, 4.5, extend=True)
    tool.release(document, 8.5, 4.5)
    assert not document.can_undo
    tool.press(document, 4.5, 4.5)
    tool.release(document, 8.5, 4.5)
    tool.press(document, 2.5, 4.5, extend=True)
    tool.release(document, 8.5, 4.5)
    assert document.maze.lattice.whole
