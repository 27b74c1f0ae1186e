"""Tools in the window: what pointer and keys do, rooms and blank cells, copies and stamps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.commands.clip_menu import stamp_of
from mazeeditor.app.files.maze_library import stamps_for
from mazeeditor.editing.tools import MODES, Mode
from mazeeditor.files.project import load
from mazeeditor.gui.canvas import overlay
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.screen.overlay_shapes import covered_pixels
from mazeeditor.screen.pixel_colours import pixel_colours
from mazeeditor.screen.viewport import Viewport
from tests.breadth import in_turns, sampled
from tests.editing.test_blanking import small
from tests.events import (
    click,
    display_of,
    drag,
    held,
    key,
    move,
    press,
    release,
    screenshot,
    settle,
)
from tests.gui.desk import Desk


def walls(desk: Desk) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return desk.document.maze.walls.copy()


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


def test_a_drag_makes_a_room_unless_escape_forgets_it(desk: Desk) -> None:
    key(desk.root, "m")
    for forgotten in (True, False):
        press(desk.canvas, *desk.at(5.5, 5.5))
        move(desk.canvas, *desk.at(9.5, 12.5))
        assert desk.hint == "Make a room of 40 cells"
        assert desk.canvas.find_withtag("hover")
        if forgotten:
            key(desk.root, "Escape")
            assert not desk.canvas.find_withtag("hover")
        assert not desk.document.can_undo
        release(desk.canvas)
        assert desk.document.can_undo is not forgotten
    assert desk.document.undo_name == "Make a room of 40 cells"
    inner = [(row, column) for row in range(5, 10) for column in range(5, 13)]
    assert not any(desk.is_closed(r, c, "right") for r, c in inner if c < 12)
    assert not any(desk.is_closed(r, c, "bottom") for r, c in inner if r < 9)
    assert not desk.canvas.find_withtag("hover")
    key(desk.root, "ctrl+z")
    assert not desk.document.can_undo


@pytest.mark.slow
def test_a_stroke_is_seen_first_then_it_blanks_and_another_gives_back(desk: Desk) -> None:
    lattice = desk.document.maze.lattice
    places = [desk.at(5.5, 5.5), desk.at(5.5, 12.5), desk.at(9.5, 12.5)]
    cells = {lattice.cell(5, column) for column in range(5, 13)}
    cells |= {lattice.cell(row, 12) for row in range(5, 10)}
    key(desk.root, "b")
    before = screenshot(desk.canvas)
    press(desk.canvas, *places[0])
    move(desk.canvas, *places[1])
    assert len(desk.canvas.find_withtag(overlay.STROKE)) == 8
    assert desk.hint == "Blank 8 cells"
    assert screenshot(desk.canvas).tobytes() != before.tobytes()
    key(desk.root, "Escape")
    release(desk.canvas)
    assert desk.document.maze.lattice.whole
    assert not desk.document.can_undo
    drag(desk.canvas, places)
    now = desk.document.maze.lattice
    assert set(np.flatnonzero(lattice.inside != now.inside)) == cells
    assert desk.document.undo_name == "Blank 12 cells"
    assert len(desk.document.history) == 1
    drag(desk.canvas, places, keys="shift")
    assert desk.document.maze.lattice.whole
    assert len(desk.document.history) == 2
    key(desk.root, "ctrl+z", count=2)
    assert desk.document.maze.lattice.same(lattice)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES.names())
def test_the_pixels_of_many_cells_are_those_of_the_cells_and_no_others(shape: str) -> None:
    for zoom in (0.6, 3, 16):
        check_pixels_of_cells(small(shape), Viewport(20, 20, 700, 500).zoomed(zoom))


def check_pixels_of_cells(lattice: Lattice, view: Viewport) -> None:
    """Compare the pixels of each second cell with the cells at all pixels around."""
    cells = lattice.inside_cells()[::2]
    middles = lattice.geometry.centres(cells) * view.zoom - (view.left, view.top)
    left, top, covered = covered_pixels(lattice, cells, middles, view)
    chosen, result = set(cells.tolist()), set()
    for row, column in np.ndindex(covered.shape):
        spot = left + column + 0.5 + view.left, top + row + 0.5 + view.top
        if lattice.geometry.cell_at(spot[0] / view.zoom, spot[1] / view.zoom) in chosen:
            result.add((row + top, column + left))
    if view.zoom < 1:
        result = {(int(y), int(x)) for x, y in np.floor(middles)}
    assert {(int(row) + top, int(column) + left) for row, column in np.argwhere(covered)} == result


def test_an_opening_that_goes_is_told(desk: Desk) -> None:
    key(desk.root, "b")
    click(desk.canvas, *desk.at(0.5, 0.5))
    assert desk.document.maze.entrance is None
    assert desk.hint == "The entrance was removed: set another one."
    key(desk.root, "ctrl+z")
    assert desk.document.maze.entrance == Opening(desk.document.maze.lattice.first.cell, 3)


@pytest.mark.slow
@pytest.mark.own_window("it changes the theme")
def test_blank_cells_are_hatched_as_long_as_they_are_blank(desk: Desk) -> None:
    def hatched() -> bool:
        """Whether the middle of the cell in row 5, column 7 is hatched; paper otherwise."""
        blank = np.array(pixel_colours(desk.theme).blank, "u4")
        colours = {colour.tobytes()[:3] for colour in blank}
        x, y = desk.at(5.5, 7.5)
        part = screenshot(desk.canvas).crop((int(x) - 4, int(y) - 4, int(x) + 4, int(y) + 4))
        seen = {part.tobytes()[start : start + 3] for start in range(0, 3 * 64, 3)}
        assert seen in (colours, {bytes.fromhex(desk.theme.paper[1:])})
        return seen == colours

    key(desk.root, "b")
    drag(desk.canvas, [desk.at(5.5, 5.5), desk.at(5.5, 9.5)])
    move(desk.canvas, *desk.at(12, 12))
    assert hatched()
    key(desk.root, "F8")  # a game
    assert hatched()
    key(desk.root, "F8")
    desk.window.windows.set_theme("dark")
    assert hatched()
    key(desk.root, "ctrl+plus", count=2)
    assert hatched()
    key(desk.root, "ctrl+z")
    assert not hatched()
    key(desk.root, "ctrl+y")
    assert hatched()


def select(desk: Desk, top: int, left: int, bottom: int, right: int) -> None:
    key(desk.root, "s")
    drag(desk.canvas, [desk.at(top + 0.5, left + 0.5), desk.at(bottom + 0.5, right + 0.5)])


def inner(desk: Desk, top: int, left: int, rows: int, columns: int) -> list[bool]:
    """Return which walls within a block of cells are closed, row by row."""
    return [
        desk.is_closed(top + row, left + column, side)
        for row in range(rows)
        for column in range(columns)
        for side in (("right",) if column < columns - 1 else ())
        + (("bottom",) if row < rows - 1 else ())
    ]


@pytest.mark.slow
def test_copy_and_paste_drop_what_was_copied(desk: Desk) -> None:
    select(desk, 2, 3, 6, 9)
    expected = inner(desk, 2, 3, 5, 7)
    key(desk.root, "ctrl+c")
    assert desk.root.clipboard_get().startswith('{\n"format": "mazeeditor"')
    key(desk.root, "ctrl+v")
    assert desk.session.view.toolbox.mode.name == "stamp"
    move(desk.canvas, *desk.at(14.5, 20.5))
    assert desk.canvas.find_withtag("hover")
    click(desk.canvas, *desk.at(14.5, 20.5))
    assert inner(desk, 12, 17, 5, 7) == expected
    assert desk.document.undo_name == "Drop a piece of 35 cells"
    assert desk.session.view.selection.count == 35
    key(desk.root, "ctrl+z")
    assert not desk.document.can_undo
    key(desk.root, "Escape")
    assert desk.session.view.toolbox.mode.name == "select"


def test_a_piece_turns_and_mirrors_and_shift_leaves_the_border_out(desk: Desk) -> None:
    select(desk, 2, 3, 2, 9)  # a row becomes a column
    key(desk.root, "ctrl+d")
    key(desk.root, "bracketright")
    key(desk.root, "slash")
    with held(desk.root, "Shift_L"):
        click(desk.canvas, *desk.at(14.5, 20.5))
    cells = desk.session.view.selection.cells
    assert cells is not None
    places = desk.document.maze.lattice.places(np.flatnonzero(cells))
    assert np.ptp(places, axis=0).tolist() == [6, 0]


def test_what_is_no_maze_is_not_pasted(desk: Desk) -> None:
    for text, reason in (("hello", "holds no maze"), ('{"format": "mazeeditor"', "cannot be read")):
        desk.root.clipboard_clear()
        desk.root.clipboard_append(text)
        desk.answers.errors.clear()
        key(desk.root, "ctrl+v")
        assert reason in desk.answers.errors[0]
    desk.root.clipboard_clear()
    desk.root.clipboard_append("o---o---o\n|       |\no---o---o\n")
    key(desk.root, "ctrl+v")
    assert desk.session.view.toolbox.mode.name == "stamp"


@pytest.mark.slow
def test_every_stamp_of_the_program_is_a_maze_with_a_picture_and_drops(desk: Desk) -> None:
    offered = stamps_for("rectangular")
    for stamp in offered:
        stamp.maze.check()
        assert stamp.picture(40).size[0] <= 40
    for stamp in sampled(offered, 8):
        desk.session.view.toolbox.choose("stamp")
        desk.session.parts.call(stamp_of).take(stamp.maze)
        click(desk.canvas, *desk.at(14.5, 20.5))
        assert desk.session.view.selection.count == stamp.maze.lattice.cells, stamp.name
        desk.document.maze.check()


@pytest.mark.slow
@pytest.mark.usefixtures("settings_file")
def test_a_saved_stamp_is_offered(desk: Desk, tmp_path: Path) -> None:
    select(desk, 2, 3, 4, 6)
    desk.answers.paths = [tmp_path / "stamps" / "my-corner.maze"]
    desk.session.services.ui.show_status("")

    desk.window.run(COMMANDS["save-stamp"])
    settle(desk.root)
    assert load(tmp_path / "stamps" / "my-corner.maze").maze.lattice.cells == 12
    assert "My corner" in [stamp.name for stamp in stamps_for("rectangular")]


def test_a_fast_drag_leaves_no_holes(desk: Desk) -> None:
    key(desk.root, "a")
    drag(desk.canvas, [desk.at(8, 3.5), desk.at(8, 35.5)], step=None)
    assert all(desk.is_closed(7, column, "bottom") for column in range(3, 36))
    assert len(desk.document.history) == 1
