"""The first start: eight cards over the canvas, by mouse and by keys, gone after the first use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mazeeditor import api
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.settings import Settings
from mazeeditor.gui.window.welcome import CARDS, Welcome
from tests.dialogs import TclWindow, dialog
from tests.display import Display
from tests.events import click, key, settle, type_text
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")
NUMBERS = {card.label: number for number, card in enumerate(CARDS, 1)}


def cards_of(desk: Desk) -> Welcome | None:
    shown = [child for child in desk.root.winfo_children() if isinstance(child, Welcome)]
    return shown[0] if shown else None


@pytest.fixture
def desk() -> Desk:
    desk = open_desk(Settings(welcome=True))
    desk.wait(lambda: bool((cards := cards_of(desk)) and cards.cards[0].winfo_viewable()), "cards")
    return desk


def wait_for_keyboard(desk: Desk, window: TclWindow) -> None:
    """Wait until keys go into a dialog."""
    desk.wait(lambda: str(desk.root.tk.call("focus")).startswith(f"{window}."), "the keyboard")


def cards(desk: Desk) -> Welcome:
    shown = cards_of(desk)
    assert shown
    return shown


def wait_for_the_maze(desk: Desk) -> None:
    desk.wait(lambda: cards_of(desk) is None, "the canvas")
    desk.wait_for_work()
    assert not desk.workspace.services.settings.welcome
    assert desk.answers.errors == []


def test_they_cover_the_canvas_and_have_the_keyboard(desk: Desk) -> None:
    frame = cards(desk)
    middle = desk.canvas.winfo_rootx() + 5, desk.canvas.winfo_rooty() + 5
    assert str(desk.root.winfo_containing(*middle)).startswith(str(frame))
    assert desk.root.focus_get() is frame.cards[0]
    assert len(frame.cards) == 8


@pytest.mark.parametrize("by", ["pointer", "number", "arrows"])
def test_a_heart(desk: Desk, by: str) -> None:
    if by == "pointer":
        click(cards(desk).cards[NUMBERS["A heart"] - 1])
    elif by == "number":
        key(desk.root, str(NUMBERS["A heart"]))
    else:
        for _card in range(NUMBERS["A heart"] - 1):
            key(desk.root, "Right")
        key(desk.root, "Return")
    wait_for_the_maze(desk)
    assert desk.document.recipe.masks[0].name == "heart"
    assert desk.document.page.solution == "page"
    assert str(desk.root.focus_get()) == str(desk.canvas)


def test_a_sheet_a_round_one_and_an_empty_grid(desk: Desk) -> None:
    for label, shape in (("A page", "rectangular"), ("A round one", "polar")):
        key(desk.root, str(NUMBERS[label]))
        wait_for_the_maze(desk)
        assert desk.document.maze.lattice.shape == shape
        assert desk.verdict == "Exactly one route"
        desk.window.run(COMMANDS["welcome"])
        settle(desk.root)
    key(desk.root, str(NUMBERS["Draw by hand"]))
    wait_for_the_maze(desk)
    assert not desk.is_closed(3, 3, "right")
    assert desk.workspace.view.toolbox.tool.name == "wall"


def test_nothing_is_said_of_the_maze_below(desk: Desk) -> None:
    status = desk.window.status
    assert not status.chip.winfo_ismapped()
    assert status.figures.cget("text") == ""
    key(desk.root, "Escape")
    desk.wait_for_work()
    assert status.chip.winfo_ismapped()
    assert desk.verdict == "Exactly one route"
    assert "dead ends" in status.figures.cget("text")


def test_a_class_and_a_book(desk: Desk) -> None:
    with dialog(desk.root, lambda window: key(window, "Escape"), "Sheet"):
        key(desk.root, str(NUMBERS["A class"]))
    assert desk.workspace.view.draft.sizes.read() == {"rows": 16, "columns": 12}
    assert cards_of(desk), "nothing was made yet"
    with dialog(desk.root, lambda window: key(window, "Escape"), "New Book"):
        key(desk.root, str(NUMBERS["A book"]))
    assert cards_of(desk)


def test_a_word(desk: Desk) -> None:
    def answer(window: TclWindow) -> None:
        wait_for_keyboard(desk, window)
        type_text(window, "HI")
        key(window, "Return")

    with dialog(desk.root, answer):
        key(desk.root, str(NUMBERS["A word"]))
    wait_for_the_maze(desk)
    assert desk.document.recipe.masks[0].options["text"] == "HI"
    assert not desk.document.maze.lattice.whole


def test_a_word_that_is_not_given_leaves_the_cards(desk: Desk) -> None:
    with dialog(desk.root, lambda window: key(window, "Escape")):
        key(desk.root, str(NUMBERS["A word"]))
    assert cards_of(desk)


def test_open(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    api.save(api.generate("prim", rows=5, columns=8, seed=3), path)
    desk.answers.paths = [path]
    key(desk.root, str(NUMBERS["Open"]))
    wait_for_the_maze(desk)
    assert desk.document.path == path


def test_an_example(desk: Desk) -> None:
    def choose(window: TclWindow) -> None:
        wait_for_keyboard(desk, window)
        for name in ("Right", "Down", "Left", "Right", "Return"):
            key(window, name)

    with dialog(desk.root, choose, "Examples"):
        key(desk.root, "ctrl+shift+o")
    wait_for_the_maze(desk)
    assert desk.document.path is None
    assert desk.document.maze.lattice.rows == 24  # the second one of the second row


@pytest.mark.parametrize("how", ["Escape", "generate"])
def test_they_go_at_any_use(desk: Desk, how: str) -> None:
    if how == "Escape":
        key(desk.root, "Escape")
    else:
        desk.window.run(COMMANDS["generate"])
    wait_for_the_maze(desk)


@pytest.mark.parametrize("how", ["ctrl+a", "s", "l", "ctrl+t"])
def test_they_go_where_the_canvas_shows_something(desk: Desk, how: str) -> None:
    key(desk.root, how)
    if how == "ctrl+t":
        settle(desk.root)
        assert cards_of(desk), "the sliders are beside it"
        key(desk.root, "End")
        slider = desk.root.focus_get()
    desk.wait(lambda: cards_of(desk) is None, "the canvas")
    if how == "ctrl+t":
        desk.wait(lambda: desk.view.maze is not desk.document.maze, "the tweaked maze")
        assert desk.root.focus_get() is slider


def test_the_help_menu_brings_them_back(desk: Desk) -> None:
    key(desk.root, "Escape")
    wait_for_the_maze(desk)
    key(desk.root, "shift+F1")
    settle(desk.root)
    assert cards_of(desk)
    key(desk.root, "shift+F1")  # there already
    assert len([1 for child in desk.root.winfo_children() if isinstance(child, Welcome)]) == 1


@pytest.mark.parametrize("size", ["700x500", "1600x1200"])
def test_all_are_seen_at_any_size(desk: Desk, size: str) -> None:
    desk.root.geometry(size)
    width = int(size.partition("x")[0])
    desk.wait(lambda: desk.root.winfo_width() == width, "the size")
    _check_all_seen(desk)


@pytest.mark.dpi(192)
def test_all_are_seen_on_a_fine_screen(desk: Desk) -> None:
    _check_all_seen(desk)


def _check_all_seen(desk: Desk) -> None:
    desk.root.update()
    frame = cards(desk)
    for card in frame.cards:
        left, top = (
            card.winfo_rootx() - frame.winfo_rootx(),
            card.winfo_rooty() - frame.winfo_rooty(),
        )
        assert left >= 0
        assert top >= 0
        assert left + card.winfo_width() <= frame.winfo_width()
        assert top + card.winfo_height() <= frame.winfo_height()


def test_no_cards_with_a_file_or_later(tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    api.save(api.generate("prim", rows=5, columns=8, seed=3), path)
    assert cards_of(open_desk(Settings(welcome=True), path)) is None
    assert cards_of(open_desk(Settings())) is None


START = """
import sys
from mazeeditor.cli import main
from mazeeditor.gui import app
from mazeeditor.gui.window.welcome import Welcome
from mazeeditor.app.commands import COMMANDS

def start(*what):
    window = original(*what)
    shown = [child for child in window.root.winfo_children() if isinstance(child, Welcome)]
    print(len(shown))
    for child in shown:
        child.close()
    window.root.after(1, window.run, COMMANDS["close"])
    return window

original, app.start = app.start, start
sys.exit(main([]))
"""


def test_they_are_shown_at_the_first_start_alone(display: Display, tmp_path: Path) -> None:
    settings = tmp_path / "settings.json"
    shown = []
    for _time in range(2):
        environment = {"DISPLAY": display.name, "MAZEEDITOR_SETTINGS": str(settings)}
        done = subprocess.run(
            [sys.executable, "-c", START],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        shown.append(done.stdout.strip())
    assert shown == ["1", "0"]
    assert json.loads(settings.read_text())["welcome"] is False
