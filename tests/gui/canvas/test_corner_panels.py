"""What lies over the picture: each in a corner of its own, and the scale of the distances."""

from __future__ import annotations

import tkinter as tk
from itertools import combinations, product
from typing import Any

import numpy as np

from mazeeditor.gui.canvas.corner_panels import LOWER_RIGHT, UPPER_LEFT, Corners
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.look import apply
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.area import Area
from mazeeditor.screen.cell_paint import DistanceLevels
from mazeeditor.screen.pixel_colours import distance_colours
from mazeeditor.screen.viewport import Viewport
from tests.events import click, screenshot, settle
from tests.gui.canvas.conftest import RecordingTool, option
from tests.gui.canvas.truth import show
from tests.screen.mazes import box

GAP, BARS = 8, 12


class Panel:
    """A panel that notes where it lies, for a widget."""

    def __init__(self, width: int, height: int, corner: int) -> None:
        self.size, self.corner, self.shown = (width, height), corner, True
        self.area: Area | None = None
        self.widget: Any = self

    def fit(self, room: int) -> tuple[int, int]:
        return min(self.size[0], room), self.size[1]

    def place(self, x: int, y: int) -> None:
        self.area = Area(x, y, x + self.size[0], y + self.size[1])

    def place_forget(self) -> None:
        self.area = None


def three() -> tuple[Panel, Panel, Panel]:
    """Return panels as wide as a note, a legend and the overview."""
    return Panel(180, 40, UPPER_LEFT), Panel(170, 60, LOWER_RIGHT), Panel(80, 60, LOWER_RIGHT)


def placed(width: int, height: int, *panels: Panel) -> list[Area]:
    Corners(panels).place(Viewport(30, 20, width=width, height=height), GAP, BARS)
    return [panel.area for panel in panels if panel.area]


def test_none_lies_over_another_in_any_window() -> None:
    for width, height in product(range(200, 900, 70), range(160, 700, 60)):
        panels = three()
        areas = placed(width, height, *panels)
        assert panels[0].area, "the first is always seen"
        for one, other in combinations(areas, 2):
            assert one.cut(other).size == 0, (width, height)
    assert len(placed(700, 500, *three())) == 3, "where there is room"
    assert len(placed(240, 400, *three())) == 2, "two below each other, none beside them"


def test_one_that_had_no_room_comes_back() -> None:
    panels = three()
    corners = Corners(panels)
    for width, seen in ((240, False), (700, True), (240, False)):
        corners.place(Viewport(30, 20, width=width, height=400), GAP, BARS)
        assert (panels[2].area is not None) is seen
    panels[0].shown = False
    corners.place(Viewport(30, 20, width=240, height=400), GAP, BARS)
    assert panels[0].area is None
    assert panels[2].area


def some_heat(
    maze: Maze, farthest: int, *, complete: bool = True, title: str = "Steps"
) -> DistanceLevels:
    distance = np.where(maze.lattice.inside, 0, -1).astype(np.int32)
    cells = maze.lattice.inside_cells()
    distance[cells[0]] = farthest
    if not complete:
        distance[cells[1]] = -1
    return DistanceLevels.of(maze.lattice, distance, title)


def words(view: MazeView) -> list[str]:
    canvas = view.legend.canvas
    texts = [item for item in canvas.find_all() if str(canvas.type(item)) == "text"]
    return [option(canvas, item, "text") for item in texts]


def corner(view: MazeView) -> str:
    legend, canvas = view.legend.canvas, view.canvas
    down = "top" if legend.winfo_y() < canvas.winfo_height() / 3 else "bottom"
    across = "left" if legend.winfo_x() < canvas.winfo_width() / 3 else "right"
    return f"{down} {across}"


def test_all_of_it_can_be_seen_and_the_bar_has_every_colour_in_order(
    root: tk.Tk, view: MazeView
) -> None:
    maze = show(view, box(6, 6))
    for farthest, numbers in ((0, "0"), (1, "0 1"), (2, "0 1 2"), (2143, "0 1,071 2,143")):
        for complete, more in ((True, []), (False, ["cannot be reached"])):
            view.show_distances(some_heat(maze, farthest, complete=complete))
            settle(view)
            assert words(view) == ["Steps", *numbers.split(), *more]
    heat = some_heat(maze, 4321, complete=False, title="Steps from row 123, column 456")
    for width, mode in ((700, "light"), (230, "dark"), (170, "light")):
        view.set_theme(apply(root, mode, view.theme.scale))
        root.geometry(f"{width}x400")
        settle(root)
        view.show_distances(heat)
        settle(root)
        legend = view.legend.canvas
        left, top, right, bottom = legend.bbox("all")
        assert min(left, top) > 0
        assert right < legend.winfo_width()
        assert bottom < legend.winfo_height()
        assert legend.winfo_x() + legend.winfo_width() <= view.canvas.winfo_width()
        bar = next(item for item in legend.find_all() if str(legend.type(item)) == "image")
        x0, y0, x1, _y1 = legend.bbox(bar)
        row = np.asarray(screenshot(legend).convert("RGB"))[y0 + 3, x0:x1]
        colours = [tuple(colour) for colour in distance_colours(view.theme).tolist()]
        result = [colours.index(tuple(pixel)) for pixel in row.tolist()]
        assert result == sorted(result)
        assert result[0] == 0
        assert result[-1] > len(colours) * 0.97


def test_beside_the_maze_where_there_is_room(view: MazeView) -> None:
    maze = show(view, box(14, 40))
    view.show_distances(some_heat(maze, 9))
    settle(view)
    assert corner(view) == "bottom right"
    assert view.legend.canvas.winfo_y() > view.viewport.to_px(0, 14)[1]
    view.actual_size()
    for dy, where in ((1000, "bottom"), (-1000, "top"), (1000, "bottom")):
        view.pan(0, dy)  # the maze goes up, and down
        settle(view)
        assert where in corner(view)


def test_it_stays_where_it_is_and_takes_clicks(view: MazeView, tool: RecordingTool) -> None:
    maze = show(view, box(90, 90))
    view.actual_size()
    view.show_distances(some_heat(maze, 9))
    settle(view)
    before = corner(view)
    for _again in range(5):
        view.pan(60, 40)
        settle(view)
        assert corner(view) == before
    click(view.legend.canvas, 40, 20)
    assert tool.names() == [], "nothing below it is clicked"
