"""Pointer, wheel and keys on the canvas, as the user operates them."""

from __future__ import annotations

import tkinter as tk

import pytest

from mazeeditor.gui.canvas.gestures import notches
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.desktop.touchpad import fingers
from mazeeditor.maze.lattice import Opening
from tests.events import click, drag, held, key, move, press, release, settle, wait_until, wheel
from tests.gui.canvas.conftest import RecordingTool
from tests.screen.mazes import box


@pytest.fixture(autouse=True)
def maze(view: MazeView) -> None:
    view.show(box(40, 40, seed=1))
    settle(view)


def test_the_wheel_zooms_at_the_pointer_and_pans_with_shift(view: MazeView) -> None:
    zoom, place = view.viewport.zoom, view.viewport.to_cells(200, 300)
    for keys in ("", "ctrl"):
        wheel(view.canvas, 3, 200, 300, keys=keys)
        assert view.viewport.zoom > 1.3 * zoom
        assert view.viewport.to_cells(200, 300) == pytest.approx(place, abs=1.1 / zoom)
        wheel(view.canvas, -3, 200, 300, keys=keys)
        assert view.viewport.zoom == zoom
    view.zoom_by(4)
    before = view.viewport
    wheel(view.canvas, -1, keys="shift")
    assert (view.viewport.zoom, view.viewport.top) == (before.zoom, before.top)
    assert view.viewport.left == before.left + 60


def test_touchpads_turn_by_parts_of_a_notch(view: MazeView, tool: RecordingTool) -> None:
    zoom = view.viewport.zoom
    move(view.canvas, 200, 200)
    for _ in range(3):
        view.canvas.event_generate("<MouseWheel>", x=200, y=200, delta=30)
    assert view.viewport.zoom == zoom
    view.canvas.event_generate("<MouseWheel>", x=200, y=200, delta=30)
    assert view.viewport.zoom > zoom
    assert tool.names() == []
    for delta, system, version, number in (
        (120, "win32", 8.6, 1),
        (-240, "x11", 9.0, -2),
        (-3, "aqua", 8.6, -3),
        (120, "aqua", 9.0, 1),
    ):
        assert notches(delta, system, version) == number


def test_two_fingers_of_tk_9(view: MazeView) -> None:
    assert [fingers(dx << 16 | dy & 0xFFFF) for dx, dy in ((3, 4), (-3, -4), (0, -1), (-9, 0))] == [
        (3, 4),
        (-3, -4),
        (0, -1),
        (-9, 0),
    ]
    before = view.viewport
    event = tk.Event()
    event.delta, event.x, event.y = -7 << 16 | 5, 100, 100
    view._gestures.wheel.slide(event)  # Tk 8.6 cannot make such events
    assert (view.viewport.left, view.viewport.top) == (before.left + 7, before.top - 5)
    event.delta = 80
    view._gestures.wheel.pinch(event)
    assert view.viewport.zoom > before.zoom


def test_the_tool_gets_positions_in_cells(view: MazeView, tool: RecordingTool) -> None:
    near = 1 / view.viewport.zoom
    move(view.canvas, *view.viewport.to_px(2.5, 2.5))
    name, *place = tool.calls[-1]
    assert name == "hover"
    assert place == pytest.approx((2.5, 2.5), abs=near)
    move(view.rulers[0].canvas)
    assert tool.left == 1
    drag(view.canvas, [view.viewport.to_px(3.5, 4.5), view.viewport.to_px(6.5, 4.5)])
    names = tool.names()
    assert (names[0], names[-1]) == ("press", "release")
    assert set(names[1:-1]) == {"drag"}
    calls = [(x, y) for name, x, y in tool.calls if name != "hover"]
    assert calls[0] == pytest.approx((3.5, 4.5), abs=near)
    assert calls[-1] == pytest.approx((6.5, 4.5), abs=near)
    move(view.canvas, 300, 200)
    view.zoom_by(3, 100, 100)  # the maze moves under the pointer
    settle(view)
    assert tool.calls[-1] == ("hover", *view.viewport.to_cells(300, 200))


def test_the_middle_button_pans_also_a_fast_hand(view: MazeView, tool: RecordingTool) -> None:
    before = view.viewport
    drag(view.canvas, [(300, 200), (340, 170)], button=2)
    after = view.viewport
    assert (after.left, after.top) == (before.left - 40, before.top + 30)
    assert view.canvas["cursor"] == ""
    drag(view.canvas, [(300, 200), (320, 220), (360, 180)], button=2, step=None)
    assert (view.viewport.left, view.viewport.top) == (after.left - 60, after.top + 20)
    assert tool.names() == []


def test_space_and_drag_pan(root: tk.Tk, view: MazeView, tool: RecordingTool) -> None:
    click(view.canvas, 5, 5)
    tool.calls.clear()
    before = view.viewport
    with held(view.canvas, "space"):
        assert view.canvas["cursor"] == "fleur"
        drag(view.canvas, [(300, 200), (340, 170)])
    assert (view.viewport.left, view.viewport.top) == (before.left - 40, before.top + 30)
    assert tool.names() == []
    wait_until(view, lambda: view.canvas["cursor"] == "")
    click(view.canvas, 300, 200)
    assert tool.names() == ["press", "release"]
    tool.calls.clear()
    for _ in range(5):  # what X sends while a key is held
        view.canvas.event_generate("<KeyRelease-space>")
        view.canvas.event_generate("<KeyPress-space>")
    press(view.canvas, 300, 200)
    release(view.canvas)
    assert tool.names() == []
    view.canvas.event_generate("<KeyRelease-space>")
    view.destroy()  # just after the space bar
    root.after(100, root.quit)
    root.mainloop()


def test_the_left_button_pans_with_the_pan_tool(view: MazeView, tool: RecordingTool) -> None:
    view.pans = True
    view.set_cursor("crosshair")
    assert view.canvas["cursor"] == "fleur"
    before = view.viewport
    drag(view.canvas, [(300, 200), (310, 200)])
    assert view.viewport.left == before.left - 10
    assert tool.names() == []
    view.pans = False
    view.set_cursor("crosshair")
    assert view.canvas["cursor"] == "crosshair"


def test_a_click_of_another_button_does_not_end_a_drag(view: MazeView, tool: RecordingTool) -> None:
    press(view.canvas, 200, 200)
    click(view.canvas, 220, 200, button=2)
    assert "release" not in tool.names()
    before = view.viewport
    move(view.canvas, 260, 200)
    assert tool.calls[-1] == ("drag", *view.viewport.to_cells(260, 200))
    release(view.canvas)
    assert (tool.names()[-1], tool.names().count("release")) == ("release", 1)
    assert view.viewport == before
    tool.calls.clear()
    press(view.canvas, 200, 200, button=2)
    click(view.canvas, 220, 200)
    before = view.viewport
    move(view.canvas, 260, 210)
    assert (view.viewport.left, view.viewport.top) == (before.left - 40, before.top - 10)
    release(view.canvas, button=2)
    assert tool.names() == []


def test_arrows_move_the_cell_cursor_and_the_view_follows(view: MazeView) -> None:
    assert view.maze
    lattice = view.maze.lattice
    view.canvas.focus_force()
    settle(view)
    key(view.canvas, "Right")
    first = view.cell
    assert first is not None
    key(view.canvas, "Right")
    key(view.canvas, "Down", 2)
    assert view.cell == first + 1 + 2 * 41
    view.cell = lattice.cell(0, 0)
    key(view.canvas, "Left")
    key(view.canvas, "Up")
    assert view.cell == lattice.cell(0, 0), "the cursor stays inside"
    view.zoom_by(8)
    for name in ("Right", "Down"):
        key(view.canvas, name, 20)
        assert view.cell is not None
        x, y = view.viewport.to_px(*lattice.geometry.centres([view.cell])[0])  # type: ignore[arg-type]
        assert 0 < x < view.viewport.width
        assert 0 < y < view.viewport.height
    maze = box(3, 3, holes=0.0)
    maze.set_openings(Opening(maze.lattice.cell(2, 1)), ())
    view.show(maze)
    view.pan(-900, -900)
    settle(view)
    view.cursor.step(1, 0)
    assert view.cell is not None, "an entrance in the middle is where the keys begin"


def test_without_a_maze_nothing_happens(root: object, view: MazeView, tool: RecordingTool) -> None:  # noqa: ARG001
    empty = MazeView(view.master, view.theme)
    view.pack_forget()
    empty.pack(fill="both", expand=True)
    settle(empty)
    empty.canvas.focus_force()
    key(empty.canvas, "Right")
    key(empty.canvas, "shift+Right")
    wheel(empty.canvas, 2)
    drag(empty.canvas, [(300, 200), (310, 200)], button=2)
    click(empty.canvas)
    assert empty.cell is None
    assert empty.pointer.cell is None
