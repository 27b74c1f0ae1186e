"""Rooms and blank cells in the window: dragging, the result shown, and undo."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.gui.canvas import overlay
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.screen.overlay_shapes import covered_pixels
from mazeeditor.screen.pixel_colours import pixel_colours
from mazeeditor.screen.viewport import Viewport
from tests.editing.test_blanking import small
from tests.events import click, drag, key, move, press, release, screenshot
from tests.gui.desk import Desk


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


def test_many_cells_are_one_picture(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlay, "FEW_CELLS", 3)
    key(desk.root, "b")
    press(desk.canvas, *desk.at(2.5, 5.5))
    move(desk.canvas, *desk.at(6.5, 5.5))
    kinds = {str(desk.canvas.type(item)) for item in desk.canvas.find_withtag(overlay.STROKE)}
    assert "image" in kinds
    release(desk.canvas)
    assert desk.document.undo_name == "Blank 5 cells"


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
