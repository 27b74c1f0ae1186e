"""The web page in a real browser: keys, mouse, finger, hint, solution, time, print, light and dark.

Skipped where Chromium is not installed; ``.ci/setup test`` installs it where Debian has it.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.page.formats import export, route_for
from mazeeditor.page.page import Page
from tests import browser
from tests.page.formats import read_html
from tests.page.mazes import made

pytestmark = pytest.mark.skipif(
    browser.installed() is None, reason="needs Chromium (Debian: chromium-headless-shell)"
)
A5 = Page(page="A5", title="Otto’s </script> Maze")
DESKTOP, PHONE = (1600, 1000), (360, 640)
ARROWS = {(0, -1): "ArrowUp", (1, 0): "ArrowRight", (0, 1): "ArrowDown", (-1, 0): "ArrowLeft"}
LETTERS = dict(zip(ARROWS, "wdsa", strict=True))


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[browser.Tab]:
    with browser.started(tmp_path_factory.mktemp("profile")) as tab:
        yield tab


FORGET = "try { localStorage.clear() } catch {}"


@dataclass
class Game:
    """A page that is open, and what its file says of the maze."""

    tab: browser.Tab
    file: Path
    data: dict[str, Any]
    route: list[int]
    found: read_html.Page

    def place(self, cell: int) -> tuple[float, float]:
        """Return where the middle of a cell is in the window, in px."""
        x, y = self.data["cells"][cell]
        left, top, width, height = self.data["view"]
        box = self.tab.ask(
            "(() => { const b = document.getElementById('play-layer').getBoundingClientRect();"
            " return [b.left, b.top, b.width, b.height]; })()"
        )
        return box[0] + (x - left) / width * box[2], box[1] + (y - top) / height * box[3]

    @property
    def trail(self) -> list[tuple[float, float]]:
        points = self.tab.ask("document.getElementById('play-trail').getAttribute('points')")
        return [(float(x), float(y)) for x, y in (p.split(",") for p in points.split())]

    @property
    def at(self) -> int:
        """The cell of the player."""
        return self.data["cells"].index(list(self.trail[-1]))

    def ways(self) -> list[tuple[int, int]]:
        """Return the direction of each step of the route through squares."""
        cells = self.data["cells"]
        steps = [np.sign(np.subtract(cells[b], cells[a])) for a, b in pairwise(self.route)]
        return [(int(x), int(y)) for x, y in steps]

    def check_won(self, steps: int) -> None:
        assert self.at == self.route[-1]
        text = self.tab.text("play-status")
        assert text.startswith("You are out: "), text
        assert f" {steps} steps. The shortest way has {len(self.route) - 1}." in text
        assert self.tab.errors == []


def opened(
    tab: browser.Tab,
    maze: Maze,
    folder: Path,
    size: tuple[int, int] = DESKTOP,
    page: Page = A5,
    *,
    known: bool = False,
) -> Game:
    """Open a maze; unless ``known``, what the browser keeps of others is forgotten before."""
    (file,) = export(maze, folder / "maze.html", page)
    tab.prefer("light")
    tab.requests.clear()
    tab.errors.clear()
    # by the new page, before its own script: the old one may be gone before the browser stores it
    source = "" if known else FORGET
    script = tab.call("Page.addScriptToEvaluateOnNewDocument", source=source)
    tab.open(file, *size, touch=size == PHONE)
    tab.call("Page.removeScriptToEvaluateOnNewDocument", **script)
    found = read_html.Page(file.read_bytes())
    route: list[int] = []
    if "cells" in found.data:
        route = nx.shortest_path(found.graph, found.data["start"], found.data["goals"][0])
    return Game(tab, file, found.data, route, found)


def test_played_by_keys_alone(tab: browser.Tab, tmp_path: Path) -> None:
    for keys in (ARROWS, LETTERS):
        game = opened(tab, made(6, 6, seed=4), tmp_path)
        assert game.at == game.route[0]
        for way in game.ways():
            tab.press(keys[way])
        game.check_won(len(game.route) - 1)
        tab.press(keys[game.ways()[-1]])
        assert game.at == game.route[-1], "nothing moves at the exit"
        assert tab.requests == [game.file.as_uri()], "nothing else is loaded"


def test_a_wall_stops_and_going_back_shortens_the_trail(tab: browser.Tab, tmp_path: Path) -> None:
    game = opened(tab, made(6, 6, seed=4), tmp_path)
    first = game.ways()[0]
    open_ = set(game.ways()[:1])
    for way, key in ARROWS.items():
        if way not in open_:
            tab.press(key)
            if game.at != game.route[0]:  # another passage: back
                tab.press("Backspace")
    assert game.at == game.route[0]
    steps = int(tab.text("play-steps"))
    tab.press(ARROWS[first])
    assert len(game.trail) == 2
    tab.press(ARROWS[-first[0], -first[1]])
    assert len(game.trail) == 1
    assert int(tab.text("play-steps")) == steps + 2
    tab.press(ARROWS[first], shift=True)
    assert len(game.trail) > 1
    tab.click("play-restart")
    assert len(game.trail) == 1
    assert tab.text("play-steps") == "0"


@pytest.mark.slow
def test_played_by_drawing_with_the_mouse(tab: browser.Tab, tmp_path: Path) -> None:
    for shape in SHAPES.names():
        sizes = {"rings": 5} if shape == "polar" else {"rows": 5, "columns": 7}
        maze = generate("backtracker", build(shape, **sizes), 3, braid=0.2)
        game = opened(tab, maze, tmp_path)
        places = [game.place(cell) for cell in game.route]
        tab.mouse("mousePressed", *places[0], held=True)
        for place in places:
            tab.mouse("mouseMoved", *place, held=True)
        tab.mouse("mouseReleased", *places[-1])
        game.check_won(len(game.route) - 1)


def test_played_with_a_finger_on_a_phone(tab: browser.Tab, tmp_path: Path) -> None:
    game = opened(tab, made(6, 6, seed=4), tmp_path, PHONE)
    places = [game.place(cell) for cell in game.route]
    tab.finger("touchStart", places[0])
    for place in places:
        tab.finger("touchMove", place)
    tab.finger("touchEnd")
    game.check_won(len(game.route) - 1)


def test_a_swipe_runs_to_the_next_fork(tab: browser.Tab, tmp_path: Path) -> None:
    game = opened(tab, made(6, 6, seed=4), tmp_path, PHONE)
    x, y = game.ways()[0]
    middle = game.place(21)
    tab.finger("touchStart", middle)
    tab.finger("touchMove", (middle[0] + 60 * x, middle[1] + 60 * y))
    tab.finger("touchEnd")
    assert len(game.trail) > 1


def test_a_hint_shows_the_way_and_counts(tab: browser.Tab, tmp_path: Path) -> None:
    game = opened(tab, made(6, 6, seed=4), tmp_path)
    tab.click("play-hint")
    points = tab.ask("document.getElementById('play-hint-line').getAttribute('points')")
    shown = [list(map(float, point.split(","))) for point in points.split()]
    assert 2 <= len(shown) <= 7
    assert shown == [game.data["cells"][cell] for cell in game.route[: len(shown)]]
    assert tab.text("play-status").startswith("The way goes on: ")
    for way in game.ways():
        tab.press(ARROWS[way])
    assert "Hints: 1. So the time does not count as your best." in tab.text("play-status")
    assert tab.text("play-best") == "–"


def test_the_solution_is_hidden_until_it_is_asked_for(tab: browser.Tab, tmp_path: Path) -> None:
    opened(tab, made(6, 6, seed=4), tmp_path)
    display = "getComputedStyle(document.getElementById('solution')).display"
    assert tab.ask(display) == "none"
    tab.click("play-reveal")
    assert tab.ask(display) == "inline"
    assert tab.ask("document.getElementById('play-reveal').ariaPressed") == "true"
    tab.click("play-reveal")
    assert tab.ask(display) == "none"
    tab.click("play-reveal")
    tab.click("play-restart")
    assert tab.ask(display) == "none"


def test_the_best_time_is_kept_for_this_maze_alone(tab: browser.Tab, tmp_path: Path) -> None:
    end, best = monotonic() + 30, "–"
    while monotonic() < end:  # a browser may lose what a page has stored just before it goes
        game = opened(tab, made(6, 6, seed=14), tmp_path)
        assert tab.text("play-best") == "–"
        for way in game.ways():
            tab.press(ARROWS[way])
        best = tab.text("play-best")
        assert f"You are out: {best}" in tab.text("play-status")
        opened(tab, made(6, 6, seed=14), tmp_path, known=True)
        if tab.text("play-best") == best:
            break
    assert tab.text("play-best") == best != "–"
    opened(tab, made(6, 6, seed=15), tmp_path, known=True)
    assert tab.text("play-best") == "–"


def test_buttons_by_keyboard_alone(tab: browser.Tab, tmp_path: Path) -> None:
    opened(tab, made(6, 6), tmp_path)
    focused = "document.activeElement.id"
    assert tab.ask(focused) == "play-board"
    tab.ask("document.activeElement.blur()")
    seen = []
    for _press in range(8):
        tab.press("Tab")
        seen.append(tab.ask(focused))
    buttons = ("hint", "reveal", "restart", "larger", "print", "theme", "board")
    assert {f"play-{name}" for name in buttons} <= set(seen), "the smallest cannot be smaller"
    tab.ask("document.getElementById('play-hint').focus()")
    tab.press("Enter")
    assert tab.text("play-status").startswith("The way goes on")


def pixels(data: bytes) -> NDArray[np.int64]:
    with Image.open(BytesIO(data)) as image:
        return np.asarray(image.convert("L")).astype(np.int64)


def test_dark_and_light_follow_the_system_and_the_switch(tab: browser.Tab, tmp_path: Path) -> None:
    opened(tab, made(6, 6), tmp_path)
    assert pixels(tab.picture()).mean() > 200
    tab.prefer("dark")
    dark = pixels(tab.picture())
    assert dark.mean() < 60
    assert dark.max() > 220, "light walls"
    tab.click("play-theme")
    assert pixels(tab.picture()).mean() > 200


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_nothing_is_cut_off(tab: browser.Tab, tmp_path: Path, size: tuple[int, int]) -> None:
    """The page does not scroll, and the sheet and all buttons are within the window."""
    title = replace(A5, title="A title of many words about a maze that is printed on paper")
    for rows in (3, 20, 60):
        opened(tab, made(rows, 20), tmp_path, size, title)
        element = "document.documentElement"
        assert tab.ask(f"[{element}.scrollWidth, {element}.scrollHeight]") == list(size)
        boxes = tab.ask(
            "[...document.querySelectorAll('button, #play-sheet, #play-layer')]"
            ".map((e) => e.getBoundingClientRect()).map((b) => [b.left, b.top, b.right, b.bottom])"
        )
        assert all(0 <= left < right <= size[0] for left, _top, right, _bottom in boxes)
        assert all(0 <= top < bottom <= size[1] for _left, top, _right, bottom in boxes)
        sides = np.array(boxes)[:-2]
        if size == PHONE:
            assert (sides[:, 3] - sides[:, 1] >= 38).all(), "large enough for fingers"
        width = boxes[-1][2] - boxes[-1][0], boxes[-1][3] - boxes[-1][1]
        assert max(width[0] / size[0], width[1] / size[1]) > 0.6, "the maze is large"


def test_larger_follows_the_player(tab: browser.Tab, tmp_path: Path) -> None:
    game = opened(tab, made(40, 40), tmp_path, PHONE)
    for _press in range(4):
        tab.click("play-larger")
    for way in game.ways()[:60]:
        tab.press(ARROWS[way])
    x, y = game.place(game.at)
    assert 0 < x < PHONE[0]
    assert 120 < y < PHONE[1] - 60


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs poppler")
@pytest.mark.parametrize("shape", ["rectangular", "polar"])
def test_it_prints_the_page_as_the_program_does(
    tab: browser.Tab, tmp_path: Path, shape: str
) -> None:
    """Walls, marks and title lie on those of the program's PDF; controls and trail are not there.

    Also where the window is dark. A browser paints lines a fraction of a pixel thicker or thinner:
    what is dark in one lies within a pixel of what is dark in the other.
    """
    sizes = {"rings": 7} if shape == "polar" else {"rows": 12, "columns": 10}
    maze = generate("backtracker", build(shape, **sizes), 3)
    page = replace(A5, page="150x190mm")
    game = opened(tab, maze, tmp_path, page=page)
    tab.press("h")
    tab.ask("document.documentElement.dataset.theme = 'dark'")
    mine, own = tmp_path / "printed.pdf", tmp_path / "maze.pdf"
    mine.write_bytes(tab.printed())
    export(maze, own, page)
    pictures = []
    for file in (mine, own):
        command = ["pdftoppm", "-r", "120", "-gray", str(file), str(file.with_suffix(""))]
        subprocess.run(command, check=True)
        (picture,) = tmp_path.glob(f"{file.stem}-*.pgm")
        with Image.open(picture) as image:
            darkest = image.filter(ImageFilter.MinFilter(3))
            pictures.append((np.asarray(image) < 128, np.asarray(darkest) < 160))
    (dark, near), (own_dark, own_near) = pictures
    assert np.abs(np.subtract(dark.shape, own_dark.shape)).max() <= 1, "whole pixels of a browser"
    both = tuple(slice(min(pair)) for pair in zip(dark.shape, own_dark.shape, strict=True))
    assert own_dark.sum() > 5000
    assert not (dark[both] & ~own_near[both]).any()
    assert not (own_dark[both] & ~near[both]).any()
    assert game.tab.errors == []


def arrows(game: Game, cells: list[int]) -> list[str]:
    """Return the keys that walk through cells, each next to the one before."""
    places = game.data["cells"]
    steps = [np.sign(np.subtract(places[b], places[a])) for a, b in pairwise(cells)]
    return [ARROWS[int(x), int(y)] for x, y in steps]


def tour_of(maze: Maze, page: Page) -> list[int]:
    """Return the cells of the shortest tour by their numbers in the file."""
    tour = route_for(maze, replace(page, solution="page"))
    assert tour
    number = {cell: at for at, cell in enumerate(maze.lattice.inside_cells().tolist())}
    return [number[cell] for cell in tour.route.tolist()]


def test_stops_are_visited_and_doors_need_their_keys(tab: browser.Tab, tmp_path: Path) -> None:
    maze = generate("kruskal", build("rectangular", rows=7, columns=7), 4)
    page = replace(A5, along="stops", stops="2", keys="1")
    game = opened(tab, maze, tmp_path, page=page)
    (_key, one, other, name), stops = game.data["keys"][0], game.data["stops"]
    assert name == "A"
    before = nx.shortest_path(game.found.graph, game.data["start"], one)
    for key in arrows(game, [*before, other]):
        tab.press(key)
    assert game.at == one, "the door is shut"
    assert tab.text("play-status") == "The door A is shut: fetch its key."
    tab.click("play-restart")
    tour = tour_of(maze, page)
    assert {*stops, game.data["keys"][0][0]} <= set(tour)
    said = []
    for key in arrows(game, tour)[:-1]:
        tab.press(key)
        said.append(tab.text("play-status"))
    assert [text for text in said if text.startswith("Visited")] == [
        "Visited: 1 of 2.", "Visited: 2 of 2."
    ]  # fmt: skip
    assert said.count("The key opens the door A.") == 1
    tab.press(arrows(game, tour)[-1])
    text = tab.text("play-status")
    assert f" {len(tour) - 1} steps. The shortest way has {len(tour) - 1}." in text
    assert tab.errors == []


@pytest.mark.slow
def test_the_exit_waits_for_all_stops_and_hints_lead_to_them(
    tab: browser.Tab, tmp_path: Path
) -> None:
    maze = generate("kruskal", build("rectangular", rows=4, columns=5), 8)
    page = replace(A5, along="stops", stops="2", stops_order="any")
    game = opened(tab, maze, tmp_path, page=page)
    for key in arrows(game, game.route):
        tab.press(key)
    missing = tab.text("play-status")
    assert missing.startswith("Not yet: ")
    for _hint in range(200):
        if tab.text("play-status").startswith("You are out"):
            break
        tab.press("h")
        points = tab.ask("document.getElementById('play-hint-line').getAttribute('points')")
        places = [[float(value) for value in point.split(",")] for point in points.split()]
        path = [game.data["cells"].index(place) for place in places]
        for key in arrows(game, path):
            tab.press(key)
    assert tab.text("play-status").startswith("You are out")
    taken = tab.ask("document.querySelectorAll('.play-thing.play-taken').length")
    assert taken == 2
    assert tab.errors == []
