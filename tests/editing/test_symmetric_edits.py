"""What a tool does to one wall or cell is done to its whole orbit, as one step, on every shape."""

from __future__ import annotations

from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest

from mazeeditor.app.shown.chosen_symmetry import ChosenSymmetry
from mazeeditor.app.toolbox import Toolbox
from mazeeditor.editing.document import Document
from mazeeditor.editing.tools import LOCKED_IMAGE
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.transforms.symmetry.group import group_of
from tests.breadth import repeats
from tests.maze.transforms.test_symmetric_maze import able, orbits_of, outlined, walls_of

MASKS = ("", "ring", "ellipse", "diamond")
CASES = [
    (shape, mask, symmetry)
    for shape in SHAPES.names()
    for mask in MASKS
    for symmetry in able(outlined(shape, mask))
]


class Status:
    """The status bar: the last message."""

    text = ""

    def show_status(self, text: str) -> None:
        self.text = text


def begun(lattice: Lattice, symmetry: str) -> tuple[Document, Toolbox, Status]:
    """Return a document of a full grid with a symmetry, and its tools."""
    document, ui = Document(Maze(lattice)), Status()
    chosen = ChosenSymmetry(document, ui)  # type: ignore[arg-type]
    chosen.choose(symmetry)
    none: Any = lambda *_args: None  # noqa: E731
    return document, Toolbox(document, ui, none, none, none), ui  # type: ignore[arg-type]


def states(maze: Maze, symmetry: str) -> list[set[bool]]:
    """Return for each orbit of walls whether some are closed, and whether some are open."""
    orbits, cells = orbits_of(maze.lattice, symmetry), walls_of(maze.lattice)
    result: dict[int, set[bool]] = {}
    for orbit, wall in zip(orbits, cells, strict=True):
        one, other = sorted(wall)
        slot = maze.lattice.slot_between(one, other)
        result.setdefault(orbit, set()).add(bool(maze.walls[one] >> slot & 1))
    return list(result.values())


def opened(maze: Maze) -> int:
    return len(walls_of(maze.lattice)) - (len(maze.closed_walls()) - outer(maze.lattice))


def outer(lattice: Lattice) -> int:
    return len(Maze(lattice).closed_walls()) - len(walls_of(lattice))


@pytest.mark.each_value_once
@pytest.mark.parametrize(("shape", "mask", "symmetry"), CASES)
def test_strokes_keep_every_orbit_alike(shape: str, mask: str, symmetry: str) -> None:
    lattice = outlined(shape, mask)
    for seed in repeats(1, 200):
        random = Random(seed)
        document, toolbox, _ui = begun(lattice, symmetry)
        before = document.maze.walls.copy()
        for name in ("wall", "erase", "room", "wall"):
            toolbox.choose(name)
            cells = np.array(random.sample(lattice.inside_cells().tolist(), 3))
            points = lattice.geometry.centres(cells).tolist()
            steps = len(document.history)
            toolbox.press(*points[0], extend=False)
            for point in points[1:]:
                toolbox.drag(*point)
            toolbox.release(*points[-1])
            assert len(document.history) <= steps + 1
            assert all(len(state) == 1 for state in states(document.maze, symmetry))
        document.maze.check()
        assert document.can_undo
        while document.can_undo:
            document.undo()
        assert (document.maze.walls == before).all()


@pytest.mark.each_value_once
@pytest.mark.parametrize(("shape", "mask", "symmetry"), CASES)
def test_a_key_changes_the_orbit_and_what_is_shown_before(
    shape: str, mask: str, symmetry: str
) -> None:
    document, toolbox, _ui = begun(outlined(shape, mask), symmetry)
    lattice, random = document.maze.lattice, Random(1)
    orbits, walls = orbits_of(lattice, symmetry), walls_of(lattice)
    for place in random.sample(range(len(walls)), 5):
        one, other = sorted(walls[place])
        number = lattice.wall(one, lattice.slot_between(one, other))
        ends = lattice.geometry.post_positions(lattice.geometry.posts(np.array([number])))[0]
        toolbox.choose("wall")
        preview = toolbox.preview(*ends.mean(axis=0).tolist(), extend=False)
        assert preview
        if number in preview.walls:  # an arc may bend away from the middle of its ends
            assert len(preview.walls) == orbits.count(orbits[place])
        before = opened(document.maze)
        assert toolbox.toggle(one, lattice.slot_between(one, other)) == ""
        assert abs(opened(document.maze) - before) == orbits.count(orbits[place])
        assert all(len(state) == 1 for state in states(document.maze, symmetry))


@pytest.mark.each_value_once
@pytest.mark.parametrize(("shape", "mask", "symmetry"), CASES)
def test_blank_cells_keep_the_outline_symmetric(shape: str, mask: str, symmetry: str) -> None:
    lattice = outlined(shape, mask)
    document, toolbox, _ui = begun(lattice, symmetry)
    toolbox.choose("blank")
    cell = int(Random(3).choice(lattice.inside_cells().tolist()))
    x, y = lattice.geometry.centres(np.array([cell]))[0].tolist()
    preview = toolbox.preview(x, y, extend=False)
    assert preview
    if preview.patch is None:
        pytest.skip("all cells are one orbit")
    assert toolbox.enter(cell, extend=False)
    after = document.maze.lattice
    assert {*np.flatnonzero(lattice.inside & ~after.inside)} == {*preview.patch.cells}
    assert not after.inside[cell]
    if nx.is_connected(nx.Graph(tuple(wall) for wall in walls_of(after))):
        assert group_of(after, symmetry)
    assert toolbox.enter(cell, extend=True)  # Shift gives them back
    assert np.array_equal(document.maze.lattice.inside, lattice.inside)
    document.undo()
    document.undo()
    assert document.maze.lattice.same(lattice)


def test_a_lock_keeps_the_whole_orbit() -> None:
    lattice = outlined("rectangular", "")
    document, toolbox, _ui = begun(lattice, "both")
    locked, image = (lattice.cell(*place) for place in ((2, 3), (2, lattice.columns - 4)))
    locks = np.zeros(lattice.size, np.uint8)
    slot = lattice.slot(locked, "right")
    locks[locked] |= np.uint8(1 << slot)
    locks[lattice.neighbour(locked, slot)] |= np.uint8(1 << lattice.back(locked, slot))
    document.maze.set_locks(locks)
    back = lattice.slot(image, "left")
    assert toolbox.toggle(image, back) == LOCKED_IMAGE
    x, y = lattice.geometry.centres(np.array([image]))[0].tolist()
    preview = toolbox.preview(x - 0.5, y, extend=False)
    assert preview
    assert (preview.walls, preview.hint) == ((), LOCKED_IMAGE)
    toolbox.press(x - 0.5, y, extend=False)
    toolbox.release(x - 0.5, y)
    assert not document.can_undo
    assert toolbox.toggle(image, lattice.slot(image, "top")) == ""
    assert document.can_undo


def test_what_is_not_symmetric_yet_becomes_so_where_it_is_changed() -> None:
    lattice = outlined("rectangular", "")
    document, toolbox, _ui = begun(lattice, "left-right")
    cell, image = lattice.cell(4, 1), lattice.cell(4, lattice.columns - 2)
    document.maze.toggle_wall((4, 1), (5, 1))  # open here, closed there
    toolbox.toggle(image, lattice.slot(image, "bottom"))
    assert document.maze.is_open((4, 1), (5, 1))
    assert document.maze.is_open((4, lattice.columns - 2), (5, lattice.columns - 2))
    toolbox.toggle(cell, lattice.slot(cell, "bottom"))
    assert not document.maze.is_open((4, lattice.columns - 2), (5, lattice.columns - 2))


def test_a_symmetry_that_the_maze_has_lost_does_nothing() -> None:
    document, toolbox, ui = begun(outlined("rectangular", ""), "quarters")
    assert "Quarters" in ui.text
    document.new(Maze(outlined("rectangular", "heart", 20)))
    cell = int(document.maze.lattice.inside_cells()[40])
    slot = next(
        s for s in range(4) if document.maze.lattice.is_inner(document.maze.lattice.wall(cell, s))
    )
    before = opened(document.maze)
    assert toolbox.toggle(cell, slot) == ""
    assert opened(document.maze) == before + 1
