"""The map of distances in the window: valid after every change, and shown for each cell."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from mazeeditor.api import save
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.settings import Settings
from mazeeditor.gui.window.window import Window
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.pixel_colours import LEVELS, NEAREST, UNREACHED, pixel_colours
from tests.events import click, key, move, settle
from tests.graphs import graph_of
from tests.gui.canvas.truth import on_screen
from tests.gui.desk import Desk, open_desk
from tests.screen.mazes import box

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return a window with a braided maze some of whose cells cannot be reached."""
    maze = box(12, 14, 8)
    maze.set_openings(maze.lattice.first, (maze.lattice.last,))
    save(maze, tmp_path / "braided.maze")
    return open_desk(Settings(theme="light"), tmp_path / "braided.maze")


def wait(desk: Desk) -> None:
    desk.wait_for_work()
    desk.wait(lambda: not desk.session.view.distances.counting, "the distances")
    settle(desk.root)


def far(maze: Maze, starts: list[int]) -> dict[int, int]:
    """Return the distances by networkx."""
    graph = graph_of(maze)
    return dict(nx.multi_source_dijkstra_path_length(graph, set(starts), weight=None))


def check(desk: Desk, *starts: int) -> None:
    """Check that each cell on the screen has the colour that its distance asks for."""
    wait(desk)
    assert desk.view.legend.shown
    desk.view.legend.canvas.place_forget()  # it may hide cells where there is little room
    maze, seen = desk.document.maze, on_screen(desk.view)
    known, near = far(maze, list(starts)), pixel_colours(desk.theme).closeup
    most = max(1, *known.values())
    for cell in map(int, maze.lattice.inside_cells()):
        row, column = maze.lattice.place(cell)
        x, y = desk.at(row + 0.3, column + 0.3)  # next to a dot, and what may lie over the picture
        kind = NEAREST + known[cell] * (LEVELS - 1) // most if cell in known else UNREACHED
        assert seen[round(y), round(x)] == near[kind], (row, column)


def note(desk: Desk, row: int, column: int) -> str:
    move(desk.canvas, *desk.at(row + 0.5, column + 0.5))
    return str(desk.window.status.note.cget("text"))


def entrance(desk: Desk) -> int:
    assert desk.document.maze.entrance
    return desk.document.maze.entrance.cell


@pytest.mark.slow
def test_true_after_every_edit_undo_and_another_theme_until_it_is_switched_off(desk: Desk) -> None:
    before = on_screen(desk.view)
    assert not desk.session.view.distances.shown
    key(desk.root, "h")
    for place in ((3, 3), (5, 7)):
        click(desk.canvas, *desk.middle_of(*place, "right"))
        move(desk.canvas, 3, 3)
        check(desk, entrance(desk))
    for chord in ("ctrl+z", "ctrl+z", "ctrl+y", "ctrl+z"):
        key(desk.root, chord)
        check(desk, entrance(desk))
    key(desk.root, "h")
    wait(desk)
    assert not desk.view.legend.shown
    np.testing.assert_array_equal(on_screen(desk.view), before)
    assert note(desk, 0, 0) == ""
    key(desk.root, "h")
    desk.window.windows.set_theme("dark")
    check(desk, entrance(desk))
    assert desk.theme.mode == "dark"


def test_the_status_bar_tells_the_distance(desk: Desk) -> None:
    key(desk.root, "h")
    wait(desk)
    maze = desk.document.maze
    known = far(maze, [entrance(desk)])
    cells = [int(cell) for cell in maze.lattice.inside_cells()]
    sealed = next(cell for cell in cells if cell not in known)
    for cell in (*cells[:3], cells[40], sealed):
        words = "cannot be reached"
        if cell in known:
            words = "1 step" if known[cell] == 1 else f"{known[cell]} steps"
        assert note(desk, *maze.lattice.place(cell)) == f"· {words}"
        assert desk.window.status.note.winfo_reqwidth() <= desk.window.status.note.winfo_width()
    move(desk.window.status)
    assert str(desk.window.status.note.cget("text")) == ""


@pytest.mark.slow
def test_the_cell_of_distances_before_a_new_window_is_laid_out(desk: Desk) -> None:
    """Its cells are points: the cursor that chooses one has no frame yet."""
    window: Window = desk.window.windows.open()  # type: ignore[assignment]
    window.run(COMMANDS["distances-cell"])
    settle(window.root)
    window.close()
    settle(desk.root)
