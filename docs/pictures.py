"""The pictures of README and manual: the window in both themes, solvers compared, pages, ..."""

from __future__ import annotations

import os
import tempfile
import time
import tkinter as tk
from collections.abc import Callable
from pathlib import Path

from gallery import gallery
from making import making
from PIL import Image, ImageDraw, ImageGrab
from sheets import sheets
from subjects import elsewhere, mended, words

import mazeeditor
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.files.user_folders import STATE
from mazeeditor.app.settings import Settings
from mazeeditor.files import Project
from mazeeditor.files.project import save as save_project
from mazeeditor.gui.app import start
from mazeeditor.gui.comparing.solvers_view import SolversView
from mazeeditor.gui.watching.film_view import FilmView
from mazeeditor.gui.watching.start_watching import show_solvers
from mazeeditor.gui.window.window import Window
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.compose import compose
from mazeeditor.page.page import Page
from mazeeditor.page.raster.raster import draw

SEED = 20261120
GROUND = "#eceef2"
WIDTH, HEIGHT = 1240, 800
WATCHED = ("dead-end-filling", "a-star", "tremaux", "bidirectional")
HALF_WAY = 900  # steps


def draw_all(folder: Path) -> None:
    """Write every picture into ``folder``; needs a display."""
    maze = mazeeditor.generate("backtracker", rows=30, columns=40, seed=SEED, braid=0.05)
    for theme in ("light", "dark"):
        with_window(
            maze, theme, lambda window: picture_of(window.root), folder / f"window-{theme}.png"
        )
    with_window(maze, "light", comparison, folder / "compare.png")
    with_window(maze, "light", watching, folder / "watch.png")
    with_window(maze, "light", playing, folder / "play.png")
    with_window(maze, "light", explaining, folder / "verdict.png")
    pages(maze, folder / "pages.png")
    sheets(folder / "sheets.png")
    making(folder / "making.png")
    gallery(folder / "shapes.png")
    words(folder / "words.png")
    mended(folder / "mended.png")
    elsewhere(folder / "elsewhere.png")


def with_window(maze: Maze, theme: str, show: Callable[[Window], Image.Image], path: Path) -> None:
    """Open a window with a solved maze, and keep what ``show`` returns."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ[STATE] = folder  # else unsaved work of the user would be offered
        file = Path(folder) / "for-otto.maze"
        recipe = Recipe("backtracker", seed=SEED, braid=0.05)
        save_project(Project(maze, recipe), file)
        window = start(Settings(theme=theme, width=WIDTH, height=HEIGHT), file)
        wait(window.root, 2.5)
        window.run(COMMANDS["solve"])
        wait(window.root, 1.5)
        small(show(window)).save(path, optimize=True)
        window.close()


def comparison(window: Window) -> Image.Image:
    """Compare the solvers, and return the picture of their table."""
    window.run(COMMANDS["compare"])
    table = window.switch.content.middle
    assert isinstance(table, SolversView)
    wait(window.root, 0.5)
    table.run()
    wait(window.root, 3.0)
    return picture_of(window.root)


def watching(window: Window) -> Image.Image:
    """Watch four solvers side by side, and return what they have found half-way."""
    window.session.services.settings.watched = list(WATCHED)
    window.parts.call(show_solvers, {name: {} for name in WATCHED})
    view = window.switch.content.middle
    assert isinstance(view, FilmView)
    wait(window.root, 4.0)
    assert view.stage
    view.stage.playback.toggle()
    view.stage.playback.seek(HALF_WAY)
    view.stage.frames.wake()
    wait(window.root, 0.5)
    return picture_of(window.root)


def playing(window: Window) -> Image.Image:
    """Play, and return the picture of a game that has just begun."""
    window.run(COMMANDS["play"])
    wait(window.root, 0.5)
    game = window.game
    assert game
    for dx, dy in ((1, 0), (0, 1), (1, 0), (0, 1), (0, -1), (1, 0)):
        game.walk_towards(dx, dy, run=True)
        wait(window.root, 0.4)
    picture = picture_of(window.root)
    game.leave()
    return picture


def explaining(window: Window) -> Image.Image:
    """Return what a click on the verdict shows."""
    window.run(COMMANDS["verdict"])
    wait(window.root, 1.0)
    return picture_of(window.root)


def wait(root: tk.Misc, seconds: float) -> None:
    """Let the window work for a while."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        root.update()
        time.sleep(0.01)


def picture_of(window: tk.Tk | tk.Toplevel) -> Image.Image:
    """Return what the screen shows where the window and its menu bar are."""
    window.lift()
    wait(window, 0.3)
    left, top = window.winfo_rootx(), window.winfo_rooty()
    right, bottom = left + window.winfo_width(), top + window.winfo_height()
    screen = ImageGrab.grab(xdisplay=window.winfo_screen().partition(".")[0])
    return screen.crop((left, top - menu_height(window), right, bottom))


def menu_height(window: tk.Tk | tk.Toplevel) -> int:
    """Return the height in px of the menu bar, which Tk keeps above the window proper."""
    children = window.tk.splitlist(window.tk.call("winfo", "children", window))
    bars = [child for child in children if "#" in child.rpartition(".")[2]]
    shown = [bar for bar in bars if window.tk.call("winfo", "ismapped", bar)]
    return max((int(window.tk.call("winfo", "height", bar)) for bar in shown), default=0)


def small(image: Image.Image) -> Image.Image:
    """Return the picture in 255 colours at most, which is enough for a window."""
    return image.convert("RGB").quantize(255, dither=Image.Dither.NONE)


def pages(maze: Maze, path: Path) -> None:
    """Draw a page and its solution side by side."""
    solution = mazeeditor.solve(maze)
    paper = Page(
        page="A5", orientation="landscape", title="For Otto", solution="page", marks="word"
    )
    images = [draw(scene, 560) for scene in compose(maze, paper, solution)]
    gap = 20
    sheet = Image.new("RGB", (len(images) * (560 + gap) + gap, images[0].height + 2 * gap), GROUND)
    for place, image in enumerate(images):
        corner = gap + place * (560 + gap), gap
        sheet.paste(image, corner)
        edge = ImageDraw.Draw(sheet)
        edge.rectangle((corner, (corner[0] + 560, corner[1] + image.height)), outline="#d4d7dd")
    small(sheet).save(path, optimize=True)
