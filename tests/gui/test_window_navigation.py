"""Getting around in a maze that does not fit: scroll bars, overview, wheel, zoom, places."""

from __future__ import annotations

import tkinter as tk

import numpy as np
import pytest

from mazeeditor.generators import generate
from mazeeditor.screen.pixel_colours import pixel
from mazeeditor.shapes import SHAPES, build, sizes_about
from mazeeditor.workspace.commands import COMMANDS
from mazeeditor.workspace.settings import Settings
from tests.events import click, drag, key, move, screenshot, settle, wait_until, wheel
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    return open_desk()


def zoom_in(desk: Desk, steps: int = 6) -> None:
    key(desk.root, "ctrl+plus", count=steps)


def middle(desk: Desk) -> tuple[float, float]:
    """Return the point in the middle of the canvas, in cells."""
    view = desk.view.viewport
    return desk.view.to_cells(view.width / 2, view.height / 2)


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


def test_a_bar_leads_from_end_to_end(desk: Desk) -> None:
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


def test_the_thumb_is_where_the_view_is(desk: Desk) -> None:
    zoom_in(desk)
    view, bar = desk.view, desk.view.scroll_bars.down
    view.pan(0, -10_000)  # beyond the page, as far as it goes
    settle(desk.root)
    assert bar.get()[0] == 0
    first, last = bar.get()[:2]
    page, screen = view.viewport.paper, view.viewport.screen
    assert last - first == pytest.approx(screen.height / (page.bottom - screen.top))


# The wheel


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
    assert desk.workspace.settings.wheel_scrolls
    again = open_desk(Settings(wheel_scrolls=True))
    zoom_in(again)
    zoom = again.view.viewport.zoom
    wheel(again.canvas, -1)
    assert again.view.viewport.zoom == zoom


@pytest.mark.parametrize(("button", "step"), [(6, -60), (7, 60)])
@pytest.mark.parametrize("scrolls", [False, True])
def test_a_wheel_to_the_side_scrolls_to_the_side(button: int, step: int, scrolls: bool) -> None:
    desk = open_desk(Settings(wheel_scrolls=scrolls))
    zoom_in(desk)
    before = desk.view.viewport
    click(desk.canvas, button=button)
    after = desk.view.viewport
    assert (after.zoom, after.left, after.top) == (before.zoom, before.left + step, before.top)
    assert not desk.document.can_undo


# The overview


def minimap(desk: Desk) -> tk.Canvas:
    return desk.view.minimap.widget


def test_the_overview_hides_while_all_is_in_view_and_can_be_switched_off(desk: Desk) -> None:
    assert not minimap(desk).winfo_viewable()
    zoom_in(desk)
    assert minimap(desk).winfo_viewable()
    key(desk.root, "ctrl+shift+m")
    assert not minimap(desk).winfo_viewable()
    assert not desk.workspace.settings.minimap
    key(desk.root, "ctrl+shift+m")
    assert minimap(desk).winfo_viewable()
    key(desk.root, "ctrl+0")
    assert not minimap(desk).winfo_viewable()
    assert not desk.document.can_undo


@pytest.mark.parametrize("name", SHAPES.names())
def test_a_click_in_the_overview_leads_there(desk: Desk, name: str) -> None:
    lattice = build(name, **sizes_about(name, 30, {}))
    desk.document.new(generate("wilson", lattice, 1))
    settle(desk.root)
    zoom_in(desk, 8)
    shown = desk.view.minimap
    whole = shown._whole
    for share in (0.25, 0.7):
        x, y = share * whole.columns, (1 - share) * whole.rows
        click(minimap(desk), 1 + x * whole.zoom, 1 + y * whole.zoom)
        assert middle(desk) == pytest.approx((x, y), abs=1.5)
        left, top, right, bottom = minimap(desk).coords(shown._frame)
        assert left <= x * whole.zoom + 1 <= right
        assert top <= y * whole.zoom + 1 <= bottom
    assert not desk.document.can_undo


def test_a_drag_in_the_overview_takes_the_view_along(desk: Desk) -> None:
    zoom_in(desk, 8)
    whole = desk.view.minimap._whole
    seen = []
    desk.view.bind("<<ViewChanged>>", lambda _event: seen.append(middle(desk)), add=True)
    drag(minimap(desk), [(whole.width * 0.3, 40), (whole.width * 0.6, 40)])
    across = [x for x, _y in seen]
    assert len(across) > 4
    assert across == sorted(across)
    assert across[-1] == pytest.approx(0.6 * whole.width / whole.zoom, abs=1)


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


def test_overview_scale_and_note_lie_in_corners_of_their_own(desk: Desk) -> None:
    zoom_in(desk, 8)
    key(desk.root, "h")
    desk.wait(lambda: desk.view.legend.shown)
    key(desk.root, "F4")
    key(desk.root, "Return")
    desk.wait(lambda: desk.view.note.shown)
    settle(desk.root)
    parts = [desk.view.minimap.widget, desk.view.legend.widget, desk.view.note.widget]
    bars = [desk.view.scroll_bars.across, desk.view.scroll_bars.down]
    boxes = [
        (part.winfo_x(), part.winfo_y(), part.winfo_width(), part.winfo_height())
        for part in (*parts, *bars)
        if part.winfo_viewable()
    ]
    assert len(boxes) == 5
    for number, (x, y, width, height) in enumerate(boxes):
        for left, top, wide, high in boxes[number + 1 :]:
            apart = x + width <= left or left + wide <= x or y + height <= top or top + high <= y
            assert apart
    move(desk.canvas, 300, 200)
