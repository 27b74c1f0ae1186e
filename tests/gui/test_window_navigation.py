"""Getting around in a maze that does not fit: scroll bars, overview, wheel, zoom, places."""

from __future__ import annotations

import tkinter as tk

import numpy as np
import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.settings import Settings
from mazeeditor.editing.edits import SetOpenings
from mazeeditor.gui.canvas.gestures import ZOOM_BOX
from mazeeditor.gui.widgets.fields.zoom_field import CHOICES
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from mazeeditor.screen.pixel_colours import pixel
from tests.dialogs import dialog
from tests.events import (
    click,
    drag,
    key,
    move,
    press,
    release,
    screenshot,
    settle,
    type_text,
    wait_until,
    wheel,
)
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


def zoom_in(desk: Desk, steps: int = 6) -> None:
    key(desk.root, "ctrl+plus", count=steps)


def middle(desk: Desk) -> tuple[float, float]:
    """Return the point in the middle of the canvas, in cells."""
    view = desk.view.viewport
    return desk.view.viewport.to_cells(view.width / 2, view.height / 2)


# Scroll bars


def test_scroll_bars_are_there_only_when_something_is_out_of_view(desk: Desk) -> None:
    bars = desk.view.scroll_bars
    assert bars.shown == (False, False)
    assert not bars.across.winfo_viewable()
    size = desk.canvas.winfo_width(), desk.canvas.winfo_height()
    zoom_in(desk)
    assert bars.shown == (True, True)
    assert bars.across.winfo_viewable()
    assert bars.down.winfo_viewable()
    assert size == (desk.canvas.winfo_width(), desk.canvas.winfo_height()), "nothing moves"
    assert bars.down.winfo_y() + bars.down.winfo_height() <= bars.across.winfo_y()
    key(desk.root, "ctrl+0")
    assert bars.shown == (False, False)
    assert not bars.down.winfo_viewable()


@pytest.mark.slow
def test_a_bar_leads_from_end_to_end_and_shows_where_the_view_is(desk: Desk) -> None:
    zoom_in(desk)
    bar, view = desk.view.scroll_bars.across, desk.view
    length, thick = bar.winfo_width(), bar.winfo_height()
    first, last = bar.get()[:2]
    thumb = (first + last) / 2 * length
    drag(bar, [(thumb, thick / 2), (thumb - length, thick / 2)])
    assert bar.get()[0] == 0
    assert view.viewport.left == view.viewport.paper.left
    thumb = sum(bar.get()) / 2 * length
    drag(bar, [(thumb, thick / 2), (thumb + length, thick / 2)])
    assert bar.get()[1] == pytest.approx(1)
    assert view.viewport.screen.right == view.viewport.paper.right
    before = view.viewport.left
    click(bar, 4, thick / 2)
    assert view.viewport.left == pytest.approx(before - 0.9 * view.viewport.width, abs=2)
    view.pan(0, -10_000)  # beyond the page, as far as it goes
    settle(desk.root)
    first, last = desk.view.scroll_bars.down.get()[:2]
    assert first == 0
    page, screen = view.viewport.paper, view.viewport.screen
    assert last - first == pytest.approx(screen.height / (page.bottom - screen.top))


# The wheel


@pytest.mark.slow
def test_the_wheel_scrolls_where_that_is_chosen_and_this_is_kept(desk: Desk) -> None:
    zoom_in(desk)
    before = desk.view.viewport
    wheel(desk.canvas, 2)
    assert desk.view.viewport.zoom > before.zoom
    wheel(desk.canvas, -2)
    desk.window.run(COMMANDS["wheel-scrolls"])
    before = desk.view.viewport
    wheel(desk.canvas, -2)
    after = desk.view.viewport
    assert (after.zoom, after.left, after.top) == (before.zoom, before.left, before.top + 120)
    wheel(desk.canvas, 1, keys="shift")
    assert desk.view.viewport.left == before.left - 60
    wheel(desk.canvas, 1, keys="ctrl")
    assert desk.view.viewport.zoom > before.zoom
    assert desk.session.services.settings.wheel_scrolls
    again = open_desk(Settings(wheel_scrolls=True))
    zoom_in(again)
    zoom = again.view.viewport.zoom
    wheel(again.canvas, -1)
    assert again.view.viewport.zoom == zoom


# The overview


def minimap(desk: Desk) -> tk.Canvas:
    return desk.view.minimap.widget


def test_the_overview_hides_while_all_is_in_view_and_can_be_switched_off(desk: Desk) -> None:
    assert not minimap(desk).winfo_viewable()
    zoom_in(desk)
    assert minimap(desk).winfo_viewable()
    key(desk.root, "ctrl+shift+m")
    assert not minimap(desk).winfo_viewable()
    assert not desk.session.services.settings.minimap
    key(desk.root, "ctrl+shift+m")
    assert minimap(desk).winfo_viewable()
    key(desk.root, "ctrl+0")
    assert not minimap(desk).winfo_viewable()
    assert not desk.document.can_undo


@pytest.mark.slow
def test_a_click_in_the_overview_leads_there(desk: Desk) -> None:
    for name in SHAPES.names():
        lattice = build(name, **sizes_about(name, 30, {}))
        desk.document.new(Maze(lattice))
        settle(desk.root)
        zoom_in(desk, 8)
        wait_until(desk.root, lambda: bool(minimap(desk).winfo_viewable()))
        shown = desk.view.minimap
        whole = shown.whole
        for share in (0.25, 0.7):
            x, y = share * whole.columns, (1 - share) * whole.rows
            click(minimap(desk), 1 + x * whole.zoom, 1 + y * whole.zoom)
            assert middle(desk) == pytest.approx((x, y), abs=1.5), name
            left, top, right, bottom = minimap(desk).coords(shown.frame)
            assert left <= x * whole.zoom + 1 <= right
            assert top <= y * whole.zoom + 1 <= bottom
        assert not desk.document.can_undo
        key(desk.root, "ctrl+0")


@pytest.mark.slow
def test_the_overview_shows_edits_and_openings(desk: Desk) -> None:
    zoom_in(desk, 8)

    def colours() -> set[int]:
        picture = screenshot(minimap(desk)).convert("RGBA")
        return {*np.asarray(picture).view(np.uint32).ravel().tolist()}

    theme = desk.theme
    assert {pixel(theme.entrance), pixel(theme.exit)} <= colours()
    before = screenshot(minimap(desk)).tobytes()
    key(desk.root, "F5")
    desk.wait_for_work()
    wait_until(desk.root, lambda: pixel(theme.route) in colours())
    key(desk.root, "r")
    wait_until(desk.root, lambda: pixel(theme.route) not in colours())
    key(desk.root, "ctrl+g")
    desk.wait_for_work()
    zoom_in(desk, 8)
    wait_until(desk.root, lambda: screenshot(minimap(desk)).tobytes() != before)


# The zoom box


def test_a_box_is_shown_as_large_as_it_fits(desk: Desk) -> None:
    key(desk.root, "z")
    assert "Drag a box" in desk.hint
    assert str(desk.canvas.cget("cursor")) == "plus"
    assert COMMANDS["zoom-box"].checked
    assert desk.session.parts.call(COMMANDS["zoom-box"].checked)
    press(desk.canvas, *desk.at(4, 6))
    move(desk.canvas, *desk.at(10, 12))
    assert desk.canvas.find_withtag(ZOOM_BOX)
    assert not desk.canvas.find_withtag("hover")
    release(desk.canvas)
    assert not desk.canvas.find_withtag(ZOOM_BOX)
    assert middle(desk) == pytest.approx((9, 7), abs=0.3)
    view = desk.view.viewport
    assert 6 * view.zoom <= min(view.width, view.height) < 6 * (view.zoom + 1.5)
    assert not desk.document.can_undo
    assert not desk.session.parts.call(COMMANDS["zoom-box"].checked)
    click(desk.canvas, *desk.middle_of(7, 8, "right"))
    assert desk.document.can_undo, "the tool is back"


def test_a_click_zooms_in_and_escape_stops(desk: Desk) -> None:
    zoom = desk.view.viewport.zoom
    key(desk.root, "z")
    x, y = desk.at(5.5, 7.5)
    click(desk.canvas, x, y)
    assert desk.view.viewport.zoom > 1.4 * zoom
    assert desk.view.viewport.to_cells(x, y) == pytest.approx((7.5, 5.5), abs=0.1)
    for stop in ("Escape", "z", "e"):
        key(desk.root, "z")
        key(desk.root, stop)
        assert not desk.view.zoom_box.armed
        assert str(desk.canvas.cget("cursor")) == "crosshair"
    key(desk.root, "z")
    press(desk.canvas, *desk.at(4, 6))
    move(desk.canvas, *desk.at(10, 12))
    before = desk.view.viewport
    key(desk.root, "Escape")
    assert not desk.canvas.find_withtag(ZOOM_BOX)
    release(desk.canvas)
    assert desk.view.viewport == before
    assert not desk.document.can_undo


# The zoom that is typed


def test_a_zoom_is_typed_after_one_click_or_chosen_by_keys(desk: Desk) -> None:
    field = desk.window.status.zoom
    for text, percent in {"250%": 250, " 50 % ": 50, "250": 250, "62,5%": 62.5}.items():
        click(field, 12)
        type_text(desk.root, text)
        key(desk.root, "Return")
        assert desk.view.viewport.percent == pytest.approx(percent, abs=3), text
        assert field.get() == f"{desk.view.viewport.percent:.0f} %"
        assert desk.root.focus_get() is desk.canvas
    click(field, 12)
    type_text(desk.root, "fit")
    key(desk.root, "Return")
    assert desk.view.fitted
    field.focus_set()
    for _time in range(CHOICES.index("400 %") + 1):
        key(desk.root, "Down")
    key(desk.root, "Return")
    wait_until(desk.root, lambda: desk.view.viewport.percent == pytest.approx(400, abs=3))
    wheel(field, 3)
    assert field.get() == "400 %"


# Going to places


@pytest.mark.slow
def test_entrance_and_each_exit_in_turn(desk: Desk) -> None:
    lattice = desk.document.maze.lattice
    exits = tuple(Opening(lattice.cell(row, 39), 1) for row in (3, 9, 20))
    desk.document.apply(SetOpenings(desk.document.maze, desk.document.maze.entrance, exits))
    zoom_in(desk, 8)
    cells = [lattice.first.cell, *(exit_.cell for exit_ in (*exits, exits[0]))]
    for keys, cell in zip(["alt+Home", *["alt+End"] * 4], cells, strict=True):
        key(desk.root, keys)
        assert desk.view.cell == cell
        row, column = lattice.place(cell)
        x, y = desk.at(row + 0.5, column + 0.5)
        assert 0 < x < desk.canvas.winfo_width()
        assert 0 < y < desk.canvas.winfo_height()


def test_from_far_away_a_place_is_shown_large_enough(desk: Desk) -> None:
    lattice = build("rectangular", rows=500, columns=700)
    desk.document.new(generate("wilson", lattice, 1))
    settle(desk.root)
    assert desk.view.is_overview
    with dialog(desk.root, lambda window: type_text(window, "123\t456\n")):
        key(desk.root, "ctrl+j")
    assert not desk.view.is_overview
    assert desk.view.cell == lattice.cell(123, 456)
    assert middle(desk) == pytest.approx((456.5, 123.5), abs=0.1)
