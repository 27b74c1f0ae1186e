"""Pictures of all that the window shows, as contact sheets, to be looked at.

    python -m tests.looks FOLDER                  both themes, 96 and 192 dpi, four sizes: minutes
    python -m tests.looks FOLDER 192 dark 700x500 some of them
    python -m tests.looks FOLDER controls         each control in each of its states alone

On displays of their own, with the screen that a window of that size would have.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tkinter as tk
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from math import ceil
from pathlib import Path

from PIL import Image, ImageDraw

import mazeeditor
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.files.user_folders import STATE
from mazeeditor.app.settings import Settings
from mazeeditor.files import Project
from mazeeditor.files.project import save
from mazeeditor.gui import app
from mazeeditor.gui.dialogs import Dialogs
from mazeeditor.gui.panels import SECTIONS
from mazeeditor.gui.window.window import Window
from mazeeditor.gui.workspaces import WORKSPACES
from mazeeditor.maze.recipe import Recipe
from tests.asked import asked
from tests.controls import table
from tests.dialogs import TclWindow, dialog
from tests.display import Display
from tests.events import key, wait_until

THEMES, DPI = ("light", "dark"), (96, 192)
SIZES = ((700, 500), (1000, 700), (1366, 768), (2560, 1600))
DIALOGS = (
    *("help", "shortcuts", "change-shortcuts", "about", "report-problem", "settings"),
    *("size", "choose-generator", "route-text", "export", "go-cell", "search", "stamps"),
)
POPUPS = ("verdict", "palette")
SEED, WIDE = 20261120, 1900  # px of a contact sheet
GROUND = "#808080"


class Shots:
    """The pictures of one window, by what they show."""

    def __init__(self, window: Window, display: Display, begin: str) -> None:
        self.window, self.root, self.display = window, window.root, display
        self.pictures: dict[str, Image.Image] = {}
        self._begin = begin  # of the names of the files

    def wait(self, seconds: float) -> None:
        """Let the window work for a while."""
        done = tk.BooleanVar(self.root)
        self.root.after(int(1000 * seconds), lambda: done.set(True))
        self.root.wait_variable(done)

    def settle(self) -> None:
        """Let the window come to its end."""
        self.wait(0.2)
        background = self.window.session.services.background
        wait_until(self.root, lambda: not background.busy, 60, "the work")
        self.wait(0.3)

    def take(self, name: str) -> None:
        """Keep a picture of the screen."""
        self.settle()
        screen = self.display.screen
        screen.sync()
        picture = self.pictures[name] = screen.picture(screen.box)
        picture.save(f"{self._begin} {name}.png")

    def take_dialog(self, name: str) -> None:
        """Keep a picture of the screen with the dialog of a command."""
        self.take_shown(name, lambda: self.window.run(COMMANDS[name]))

    def take_shown(self, name: str, show: Callable[[], object]) -> None:
        """Keep a picture of the screen with what a function shows, and close that."""

        def act(opened: TclWindow) -> None:
            self.take(name)
            key(opened, "Escape")

        try:
            with dialog(self.root, act, seconds=60):
                show()
        except AssertionError as problem:
            print(f"{name}: {problem}", file=sys.stderr)

    def workspaces(self) -> None:
        """Take each workspace, with each of its views and tabs."""
        for workspace in WORKSPACES:
            for view in ("", *(view for view in _views(workspace.name))):
                self.window.show_workspace(workspace.name, view)
                self.take(f"{workspace.name} {view}".strip())
        self.window.show_workspace("draw", "")
        for section in SECTIONS:
            self.window.show_section(section.name)
            self.take(f"section {section.name}")

    def dialogs(self) -> None:
        """Take what opens above the window."""
        for name in DIALOGS:
            if name in COMMANDS:
                self.take_dialog(name)
        for name, show in asked(self.window, Path(os.environ[STATE])).items():
            self.take_shown(name, show)
        self.window.show_workspace("draw", "")
        for name in POPUPS:
            self.window.run(COMMANDS[name])
            self.take(name)
            key(self.root, "Escape")
            self.settle()


def _views(name: str) -> Iterator[str]:
    """Yield the views of a workspace that need nothing but to be shown."""
    if name == "teach":
        yield from ("watch-generating", "watch-solving", "watch-generators", "watch-solvers")
        yield from ("compare", "compare-generators")


@contextmanager
def window_on(display: Display, theme: str, size: tuple[int, int]) -> Iterator[Window]:
    """Open a window with a solved maze that is as large as ``size`` px, and close it."""
    os.environ["DISPLAY"] = display.name
    scale = display.dpi / 96
    with tempfile.TemporaryDirectory() as folder:
        os.environ[STATE] = folder  # else unsaved work of the user would be offered
        maze = mazeeditor.generate("backtracker", rows=20, columns=26, seed=SEED, braid=0.05)
        file = Path(folder) / "For Otto.maze"
        save(Project(maze, Recipe("backtracker", seed=SEED, braid=0.05)), file)
        settings = Settings(theme=theme, width=int(size[0] / scale), height=int(size[1] / scale))
        window = app.start(settings, file, Dialogs)
        window.root.geometry("{}x{}+0+0".format(*size))
        try:
            yield window
        finally:
            window.close()


def pictures(dpi: int, theme: str, size: tuple[int, int], begin: str) -> dict[str, Image.Image]:
    """Return all pictures of a window on a screen that is little larger than it, and keep each."""
    display = Display(dpi=dpi, width=size[0], height=size[1] + 40)
    with window_on(display, theme, size) as window:
        shots = Shots(window, display, begin)
        shots.settle()  # the file is being opened
        window.run(COMMANDS["solve"])
        shots.workspaces()
        shots.dialogs()
        return shots.pictures


def controls(dpi: int, theme: str) -> dict[str, Image.Image]:
    """Return the picture of the table of controls."""
    size = 1600 * dpi // 96, 1100 * dpi // 96
    display = Display(dpi=dpi, width=size[0], height=size[1])
    with window_on(display, theme, size) as window:
        shots = Shots(window, display, "")
        shots.settle()
        top = tk.Toplevel(window.root)
        frame = table(top, window.icons, window.session.services.background)
        frame.pack(fill="both", expand=True)
        top.geometry("+0+0")
        shots.settle()
        left, upper = frame.winfo_rootx(), frame.winfo_rooty()
        display.screen.sync()
        box = left, upper, left + frame.winfo_width(), upper + frame.winfo_height()
        return {"controls": display.screen.picture(box)}


def contact_sheets(shown: dict[str, Image.Image], name: str, folder: Path) -> None:
    """Write the pictures, each with its name, as many beside each other as fit into ``WIDE`` px."""
    widest = max(picture.width for picture in shown.values())
    highest = max(picture.height for picture in shown.values())
    scale = min(1.0, WIDE / 2 / widest)
    wide, high = int(widest * scale), int(highest * scale) + 16
    columns = max(1, WIDE // wide)
    sheet = Image.new("RGB", (columns * wide, ceil(len(shown) / columns) * high), GROUND)
    pen = ImageDraw.Draw(sheet)
    for place, (title, picture) in enumerate(shown.items()):
        row, column = divmod(place, columns)
        small = picture.resize((int(picture.width * scale), int(picture.height * scale)))
        sheet.paste(small, (column * wide, row * high + 16))
        pen.text((column * wide + 4, row * high + 2), title, "#ffffff")
    sheet.save(folder / f"{name}.png")


def main(folder: str, *chosen: str) -> None:
    """Write the pictures of all combinations, or of those ``chosen``, each in a process."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    themes = [theme for theme in THEMES if theme in chosen] or THEMES
    resolutions = [dpi for dpi in DPI if str(dpi) in chosen] or DPI
    sizes = [size for size in SIZES if "{}x{}".format(*size) in chosen] or SIZES
    for dpi, theme in product(resolutions, themes):
        for size in [None] if "controls" in chosen else [*sizes]:
            args = [folder, str(dpi), theme, *map(str, size or ())]
            subprocess.run([sys.executable, "-m", "tests.looks", "--one", *args], check=True)


def one(folder: str, dpi: str, theme: str, *size: str) -> None:
    """Write the pictures of one combination, the table of controls without a size."""
    if size:
        width, height = map(int, size)
        name = f"{dpi} {theme} {width}x{height}"
        shown = pictures(int(dpi), theme, (width, height), str(Path(folder) / name))
        contact_sheets(shown, name, Path(folder))
    else:
        contact_sheets(controls(int(dpi), theme), f"{dpi} {theme}", Path(folder))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
