"""The keys reach every cell and every wall, whatever the shape."""

from __future__ import annotations

from itertools import product

import networkx as nx
import pytest

from mazeeditor.editing.cursor import ARROWS, MOVES, next_cell, slot_towards, toggle
from mazeeditor.editing.document import Document
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from tests.breadth import stress
from tests.editing.samples import box, closed
from tests.maze.shapes.cases import EVERY

RINGS = ((18, 0), (9, 4)) if stress() else ((8, 0), (5, 4))
ROUND = [("polar", {"rings": rings, "hole": hole}) for rings, hole in RINGS]
MANY = 45  # cells: in rings the walls of each take milliseconds to find
LATTICE = build("rectangular", rows=25, columns=4)


def test_where_keys_lead() -> None:
    for keys, start, end in [
        ("Left", (3, 2), (3, 1)),
        ("Right", (3, 2), (3, 3)),
        ("Up", (3, 2), (2, 2)),
        ("Down", (3, 2), (4, 2)),
        ("Left", (3, 0), (3, 0)),
        ("Up", (0, 1), (0, 1)),
        ("Home", (3, 2), (3, 0)),
        ("End", (3, 2), (3, 3)),
        ("Mod+Home", (3, 2), (0, 0)),
        ("Mod+End", (3, 2), (24, 3)),
        ("Prior", (12, 2), (2, 2)),
        ("Prior", (7, 2), (0, 2)),
        ("Next", (12, 2), (22, 2)),
        ("Next", (20, 2), (24, 2)),
    ]:
        found = LATTICE.place(MOVES[keys](LATTICE, LATTICE.cell(*start)))
        assert found == end, (keys, start)


@pytest.mark.parametrize(
    "lattice",
    [build(shape, **sizes_about(shape, 8, {})) for shape in SHAPES.names()],
    ids=lambda one: one.shape,
)
def test_arrows_reach_every_cell(lattice: Lattice) -> None:
    steps = nx.DiGraph()
    for cell in lattice.inside_cells().tolist():
        steps.add_edges_from(
            (cell, next_cell(lattice, cell, *direction)) for direction in ARROWS.values()
        )
    assert nx.is_strongly_connected(steps)
    assert len(steps) == lattice.cells


@pytest.mark.sample(1)
@pytest.mark.parametrize("shape", SHAPES.names())
def test_shift_and_arrow_reach_every_wall(shape: str) -> None:
    """From one of its sides at least; a cell of a ring may have five, and there are four arrows."""
    for parameters in [sizes for name, sizes in EVERY + ROUND if name == shape]:
        lattice = build(shape, **parameters)
        if lattice.cells > MANY and not stress():
            continue
        reached, expected = set(), set()
        for cell in lattice.inside_cells().tolist():
            for slot in range(lattice.degree):
                if lattice.is_inner(lattice.wall(cell, slot)):
                    expected.add(lattice.wall(cell, slot))
            for (dx, dy), last in product(ARROWS.values(), (-1, 1)):
                side = slot_towards(lattice, cell, dx, dy, last)
                reached |= {lattice.wall(cell, side)} if side is not None else set()
        assert expected <= reached, parameters


@pytest.mark.parametrize("columns", [1, 2, 6])
def test_down_leads_to_the_last_row_along_the_ends_too(columns: int) -> None:
    """A row that is moved to the right ends above nothing on the right."""
    lattice = build("hexagonal", rows=7, columns=columns)
    for start, lean in product(range(columns), (-1.0, 0.0, 1.0)):
        cell = lattice.cell(0, start)
        for row in range(1, 7):
            cell = next_cell(lattice, cell, *ARROWS["Down"], lean)
            assert lattice.place(cell)[0] == row
        assert next_cell(lattice, cell, *ARROWS["Down"], lean) == cell


def test_shift_and_arrow_toggle_the_wall_on_that_side() -> None:
    document = Document(box(3, 4))
    lattice = document.maze.lattice
    cell = lattice.cell(1, 1)
    for dx, dy in ARROWS.values():
        slot = slot_towards(lattice, cell, dx, dy)
        assert slot is not None
        before = closed(document.maze)
        assert toggle(document, cell, slot) == ""
        assert document.maze.is_open((1, 1), (1 + dy, 1 + dx))
        assert (len(before - closed(document.maze)), document.undo_name) == (1, "Erase 1 wall")
    toggle(document, cell, 0)
    assert document.undo_name == "Add 1 wall"


def test_the_outer_wall_reports_why_not() -> None:
    document = Document(box(3, 4))
    before = closed(document.maze)
    reason = toggle(document, document.maze.lattice.cell(0, 1), 0)
    assert reason == "The outer wall opens only by an entrance or an exit."
    assert (closed(document.maze), document.can_undo) == (before, False)
