"""Tools in the window: what the pointer and the keys do to the maze, and what they show before."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.editing.tools import MODES, Mode
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from tests.breadth import in_turns
from tests.events import click, display_of, drag, held, key, move, settle
from tests.gui.desk import Desk


def walls(desk: Desk) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return desk.document.maze.walls.copy()


def test_the_outer_wall_tells_why_it_stays(desk: Desk) -> None:
    before = walls(desk)
    move(desk.canvas, *desk.middle_of(0, 5, "top"))
    assert "outer wall" in desk.hint
    click(desk.canvas, *desk.middle_of(0, 5, "top"))
    assert np.array_equal(before, walls(desk))
    move(desk.canvas, *desk.middle_of(5, 5, "right"))
    assert desk.hint == desk.session.view.toolbox.mode.hint


def test_keys_alone_edit_and_move_far(desk: Desk) -> None:
    for name in ("Right", "Right", "Down"):
        key(desk.root, name)
    lattice = desk.document.maze.lattice
    assert desk.view.cell is not None
    row, column = lattice.place(desk.view.cell)
    before = desk.is_closed(row, column, "right")
    key(desk.root, "shift+Right")
    assert desk.is_closed(row, column, "right") is not before
    key(desk.root, "ctrl+z")
    assert desk.is_closed(row, column, "right") is before
    key(desk.root, "n")
    key(desk.root, "Return")
    entrance = desk.document.maze.entrance
    assert entrance is not None
    assert entrance.cell == desk.view.cell
    key(desk.root, "Delete")
    assert desk.document.maze.entrance is None
    places = []
    for combination in ("ctrl+Home", "End", "Next", "Home", "ctrl+End"):
        key(desk.root, combination)
        places.append(lattice.place(desk.view.cell))
    assert places == [(0, 0), (0, 39), (10, 39), (10, 0), (29, 39)]


def test_shift_adds_an_exit_and_takes_it_away(desk: Desk) -> None:
    key(desk.root, "x")
    place = desk.middle_of(0, 20, "top")
    move(desk.canvas, *place)
    assert desk.hint == "Move exit"
    with held(desk.canvas, "shift"):
        assert desk.hint == "Add exit"
    assert desk.hint == "Move exit"
    click(desk.canvas, *place, keys="shift")
    assert len(desk.document.maze.exits) == 2
    click(desk.canvas, *place, keys="shift")
    assert len(desk.document.maze.exits) == 1
    click(desk.canvas, *place)
    (only,) = desk.document.maze.exits
    assert desk.document.maze.lattice.place(only.cell) == (0, 20)


def test_the_cell_under_the_pointer_is_named(desk: Desk) -> None:
    move(desk.canvas, *desk.at(12.5, 7.5))
    settle(desk.root)
    assert desk.window.status.cell.cget("text") == "row 12, column 7"
    move(desk.canvas, 2, 2)
    assert desk.window.status.cell.cget("text") == ""
    lattice = build("polar", rings=6)
    desk.document.new(generate("prim", lattice, 4))
    settle(desk.root)
    place = lattice.geometry.centres(np.array([lattice.cell(3, 7)]))[0]
    move(desk.canvas, *desk.view.viewport.to_px(*place))
    assert desk.window.status.cell.cget("text") == "ring 3, place 7"


@pytest.mark.slow
def test_the_hint_is_about_keys_while_they_are_used(desk: Desk) -> None:
    for tool in MODES:
        key(desk.root, tool.key.lower())
        assert desk.hint == tool.hint, tool.name
        key(desk.root, "Down")
        assert desk.hint.startswith("Shift+arrow toggles a wall"), tool.name
        assert desk.hint.endswith(tool.enter), tool.name
        used = desk.session.view.toolbox.enter(desk.view.cell or 0, extend=False)
        assert used == bool(tool.enter), f"{tool.name}: Enter is explained where it does anything"
        key(desk.root, "Escape")
        move(desk.canvas, *desk.middle_of(5, 5, "right"))
        assert "Shift+arrow" not in desk.hint, tool.name
        desk.document.new(desk.document.maze.copy())  # without what Enter has done
        display_of(desk.root).screen.let_go()  # the pointer shows no hints beside the window
        settle(desk.root)


FAR = in_turns(["rectangular", "hexagonal"], MODES.names())


@pytest.mark.slow
@pytest.mark.parametrize(
    "shape", ["rectangular", pytest.param("hexagonal", marks=pytest.mark.slow)]
)
def test_no_wall_is_changed_that_nobody_can_see(desk: Desk, shape: str) -> None:
    maze = generate("backtracker", build(shape, rows=400, columns=500), seed=1)
    for tool in reversed([MODES[name] for other, name in FAR if other == shape]):
        move(desk.canvas, 2, 2)
        desk.wait_for_work()  # that a drag of the tool before has begun
        desk.document.new(maze.copy())
        desk.view.fit()
        settle(desk.root)
        key(desk.root, tool.key.lower())
        check_far_away(desk, tool)


def check_far_away(desk: Desk, tool: Mode) -> None:
    """Drag in the middle of a maze of small cells: that shows them larger, and changes nothing."""
    before, far = walls(desk), desk.view.viewport.zoom
    spot = desk.at(200.3, 250.4)
    move(desk.canvas, *spot)
    assert ("Click to zoom in" in desk.hint) == tool.closeup, tool.name
    drag(desk.canvas, [spot, (spot[0] + 40, spot[1])])
    if not tool.closeup:
        return
    assert np.array_equal(before, walls(desk)), tool.name
    assert desk.view.viewport.zoom > 4 * far
    assert np.allclose(desk.at(200.3, 250.4), spot, atol=12)  # what was under the pointer still is
    assert "zoom in" not in desk.hint, tool.name
    click(desk.canvas, *spot)
    if tool.name == "wall":  # the others may find nothing to do here
        assert desk.document.can_undo
