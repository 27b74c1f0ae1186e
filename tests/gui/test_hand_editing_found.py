"""All that shapes a maze by hand is found without reading: in three clicks at most, or by a key.

In a window under a window manager, with real events. What is clicked shows its text; the key
stands beside it in the menu.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import mazeeditor
from mazeeditor.app.settings import Settings
from mazeeditor.gui import app
from mazeeditor.gui.empty_window import MENUS
from mazeeditor.gui.widgets import child_of
from mazeeditor.gui.window.palette_popup import PalettePopup
from mazeeditor.gui.window.verdict_popup import VerdictPopup
from mazeeditor.gui.window.window import Window
from tests.desktop import Desktop
from tests.user import SECONDS, User, watch

MOST_CLICKS = 3
ENTRY = ("entry",)


class Found(NamedTuple):
    """What is clicked, the keys that do the same, and how to see that it is done."""

    clicks: tuple[str, ...]
    keys: tuple[str, ...]
    done: Callable[[Window], object]


def tool(name: str) -> Callable[[Window], bool]:
    return lambda window: window.session.view.toolbox.mode.name == name


def dialog(title: str) -> Callable[[Window], bool]:
    """Return whether a window with a title is open."""

    def is_open(window: Window) -> bool:
        call = window.root.tk.call
        paths = window.root.tk.splitlist(call("winfo", "children", "."))
        tops = [path for path in paths if str(call("winfo", "toplevel", path)) == path]
        return any(str(call("wm", "title", path)) == title for path in tops)

    return is_open


def repaired(window: Window) -> bool:
    return window.session.document.undo_name == "Make solvable"


FOUND = {
    "1 why there is no route": Found(
        ("No route",), ("F4",), lambda window: window.session.view.repair.proposed
    ),
    "1 one wall of it": Found(
        ("No route", "Open the right wall of row 8, column 7"),
        ("F4", "Up", "Return"),
        lambda window: window.session.document.undo_name == "Erase 1 wall",
    ),
    "2 select": Found(("Tools", "Select", "Select a rectangle"), ("s",), tool("select")),
    "2 dead ends": Found(
        ("Select", "Dead ends"), (), lambda window: window.session.view.selection.active
    ),
    "3 lock": Found(
        ("Edit", "Locks", "Lock or unlock"),
        ("l",),
        lambda window: window.session.document.maze.locks is not None,
    ),
    "4 finish": Found(
        ("Maze", "Finish my maze", "Apply"),
        ("ctrl+shift+k", "Return"),
        lambda window: window.session.document.undo_name == "Finish",
    ),
    "5 draw a route": Found(("Tools", "Route"), ("u",), tool("route")),
    "6 repair": Found(("Solve", "Make solvable", "Apply"), ("ctrl+alt+1", "Return"), repaired),
    "7 symmetry": Found(
        ("Edit", "Symmetric editing"),
        ("shift+s",),
        lambda window: window.session.view.symmetry.name is not None,
    ),
    "8 search": Found(("Maze", "Search…"), ("ctrl+f",), dialog("Search")),
    "9 duplicate": Found(("Edit", "Duplicate"), ("ctrl+d",), tool("stamp")),
    "9 stamps": Found(("Tools", "Stamps", "Stamps…"), ("ctrl+shift+t",), dialog("Stamps")),
    "10 tweak": Found(
        ("Maze", "Tweak"),
        ("ctrl+t",),
        lambda window: (
            str(window.root.tk.call("winfo", "class", window.root.tk.call("focus"))) == "TScale"
        ),
    ),
    "11 underlay": Found(
        ("Tools", "Underlay", "Choose underlay…"),
        ("shift+k",),
        lambda window: bool(window.session.document.underlay.picture),
    ),
    "12 compare": Found(
        ("View", "Compare", "Compare with…"),
        ("F3",),
        lambda window: window.session.view.highlight.active,
    ),
    "13 palette": Found(
        ("Help", "Command palette…"),
        ("ctrl+shift+p",),
        lambda window: child_of(window.root, PalettePopup) is not None,
    ),
}


def begin(window: Window, folder: Path) -> None:
    """Begin with a maze whose entrance is walled off by one wall, and nothing chosen."""
    session = window.session
    document, maze = session.document, mazeeditor.load(folder / "a.maze")
    document.new(maze)
    session.view.selection.clear()
    session.view.toolbox.choose("wall")
    if session.view.symmetry.name is not None:
        session.view.symmetry.choose(None)
    window.show_tab("draw")
    window.focus_maze()


def project(folder: Path) -> None:
    """Save a maze of which the fewest walls to open are one: that right of row 8, column 7."""
    maze = mazeeditor.generate("prim", rows=12, columns=16, seed=1)
    lattice = maze.lattice
    slot = lattice.sides.index("right")
    walls = [lattice.wall(lattice.cell(row, 7), slot) for row in range(12)]
    ids = np.array(walls, np.int64)
    maze.toggle(ids[~maze.is_closed(ids)])
    mazeeditor.save(maze, folder / "b.maze")
    mazeeditor.save(maze, folder / "a.maze")


class Paths:
    """Answers the questions for files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, title: str, *_others: object) -> Path:
        return self.folder / ("b.maze" if title.startswith("Compare") else "a.png")


@pytest.fixture
def window(desktop: Desktop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Window:
    assert desktop
    Image.new("RGB", (20, 10), "red").save(tmp_path / "a.png")
    project(tmp_path)
    window = app.start(Settings())
    monkeypatch.setattr(window.dialogs, "file_to_open", Paths(tmp_path))
    return window


def leave(user: User, window: Window, folder: Path) -> None:
    """Close what is open, by Escape, and begin again."""
    until = time.monotonic() + SECONDS
    while user.ask(lambda: is_something_open(window)):
        assert time.monotonic() < until, "something stays open"
        user.press("Escape")
        time.sleep(0.1)
    user.ask(lambda: window.root.after(1, lambda: begin(window, folder)))
    session = window.session
    user.wait(
        lambda: session.view.verdict.settled and not session.services.jobs.busy, "the verdict"
    )
    user.find("No route")


def is_something_open(window: Window) -> bool:
    """Whether a menu, a dialog, a list or a popup is open, which take keys and clicks."""
    call = window.root.tk.call
    paths = window.root.tk.splitlist(call("winfo", "children", "."))
    tops = [path for path in paths if str(call("winfo", "toplevel", path)) == path]
    tops = [path for path in tops if str(call("winfo", "class", path)) != "Menu"]
    dialogs = set(tops) - {str(window.root)}  # one that has no pictures yet comes into view later
    popup = child_of(window.root, PalettePopup) or child_of(window.root, VerdictPopup)
    return bool(dialogs or call("grab", "current") or popup)


NEED_CELLS = ("3 lock", "9 duplicate")  # what is done with selected cells alone


def every(window: Window) -> NDArray[np.bool_]:
    return window.session.document.maze.lattice.inside


QUICK = ("2 select", "9 duplicate")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("by", "names"),
    [
        ("keys", QUICK),
        pytest.param("clicks", FOUND, marks=pytest.mark.slow),
        pytest.param("keys", FOUND, marks=pytest.mark.slow),
    ],
    ids=["some by keys", "all by clicks", "all by keys"],
)
def test_each_of_them(
    window: Window, desktop: Desktop, tmp_path: Path, by: str, names: Iterable[str]
) -> None:
    def act(user: User) -> None:
        user.wait_for_window("Untitled")
        for name in names:
            found = FOUND[name]
            leave(user, window, tmp_path)
            if name in NEED_CELLS:
                user.ask(lambda: window.session.view.selection.select(every(window)))
            steps = len(user.steps)
            if by == "clicks":
                in_menu = found.clicks[0].lower() in MENUS
                for number, text in enumerate(found.clicks):  # tabs and sections have such names
                    kind = ("bar",) if not number else () if text == "Apply" else ENTRY
                    user.click(text, kind if in_menu else ())
                assert len(user.steps) - steps <= MOST_CLICKS
            elif found.keys:
                for number, key in enumerate(found.keys):
                    if number:
                        user.wait(lambda: window.session.view.repair.result, "the walls")
                        time.sleep(0.1)
                    user.press(key)
            if by == "clicks" or found.keys:
                user.wait(lambda found=found: found.done(window), name)  # type: ignore[misc]
        leave(user, window, tmp_path)

    watch(window.root, desktop, act)
