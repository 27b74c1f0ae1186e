"""The maze on the screen has the pictures at start and goal that the page prints."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.canvas.overlay import OPENINGS
from mazeeditor.gui.look import current
from tests.events import screenshot, settle
from tests.gui.desk import Desk


def set_page(desk: Desk, **values: Any) -> None:
    page = desk.document.page
    desk.document.apply(SetPage(page, replace(page, **values)))
    desk.wait(lambda: desk.window.marks_layer.settled, "the pictures")
    settle(desk.root)


def kinds(desk: Desk) -> list[str]:
    return [str(desk.canvas.type(item)) for item in desk.canvas.find_withtag(OPENINGS)]


def ink(desk: Desk) -> list[np.ndarray]:
    """Return the pixels of the marks, of the exit first, that are not paper."""
    picture = np.array(screenshot(desk.canvas).convert("RGB")).astype(int)
    paper = np.array([*bytes.fromhex(current(desk.root).paper[1:])])
    found = []
    for item in desk.canvas.find_withtag(OPENINGS):
        left, top, right, bottom = desk.canvas.bbox(item)
        part = picture[top:bottom, left:right]
        found.append(part[abs(part - paper).max(axis=2) > 60])
    return found


@pytest.mark.slow
def test_arrows_become_a_mouse_and_a_cheese(desk: Desk) -> None:
    assert kinds(desk) == ["polygon"] * 2
    coloured = ink(desk)
    set_page(desk, marks="picture")
    assert kinds(desk) == ["image"] * 2
    drawn = ink(desk)
    for pixels in drawn:
        assert len(pixels) > 40
        assert np.ptp(pixels, axis=1).max() < 40, "black, as it is printed"
    assert any(np.ptp(pixels, axis=1).max() > 60 for pixels in coloured), "arrows are green and red"
    desk.document.undo()
    desk.wait(lambda: kinds(desk) == ["polygon"] * 2, "the arrows")


def test_in_the_cell_and_at_every_zoom(desk: Desk) -> None:
    set_page(desk, marks="picture", marks_place="inside")
    entrance = desk.document.maze.entrance
    assert entrance
    for _step in range(3):
        desk.view.zoom_by(1)
        settle(desk.root)
        desk.window.navigation.go_to(entrance.cell)
        settle(desk.root)
        place = desk.canvas.find_withtag(OPENINGS)[-1]
        left, top, right, bottom = desk.canvas.bbox(place)
        row, column = desk.document.maze.lattice.place(entrance.cell)
        x, y = desk.at(row + 0.5, column + 0.5)
        assert abs((left + right) / 2 - x) < 2
        assert abs((top + bottom) / 2 - y) < 2
        assert max(right - left, bottom - top) <= max(desk.view.viewport.zoom, 14)


@pytest.mark.own_window("it changes the theme")
@pytest.mark.slow
def test_a_theme_has_its_own_and_the_dark_look_white_ones(desk: Desk) -> None:
    set_page(desk, theme="dinosaurs")
    assert kinds(desk) == ["image"] * 2
    set_page(desk, theme_pictures=False)
    assert kinds(desk) == ["polygon"] * 2
    set_page(desk, marks="picture")
    desk.window.windows.set_theme("dark")
    desk.wait(lambda: desk.window.marks_layer.settled, "the pictures")
    settle(desk.root)
    assert all(pixels.mean() > 128 for pixels in ink(desk))
