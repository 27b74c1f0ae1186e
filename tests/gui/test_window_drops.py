"""Files dropped onto the window: a maze is opened, a picture is offered as the outline."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from mazeeditor import api
from mazeeditor.files import read
from tests.dialogs import TclWindow, dialog
from tests.drops import drop
from tests.events import click, key
from tests.gui.desk import Answers, Desk, open_desk

pytest.importorskip("tkinterdnd2")
pytestmark = [
    pytest.mark.usefixtures("display"),
    pytest.mark.own_window("a drop onto a window of other cases sometimes gets no answer"),
    pytest.mark.skipif("sys.platform != 'linux'", reason="XDND is the protocol of X"),
]


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.root.update()
    return desk


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my maze {é} %41.maze"
    api.save(api.generate("prim", rows=5, columns=8, seed=3), path)
    return path


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "disc.png"
    image = Image.new("L", (90, 90), 255)
    ImageDraw.Draw(image).ellipse((5, 5, 85, 85), 0)
    image.save(path)
    return path


def test_a_dropped_maze_is_opened(desk: Desk, file: Path) -> None:
    assert drop(desk.root, [file]).accepted
    desk.wait(lambda: desk.document.path == file, "the file")
    desk.wait_for_work()
    assert desk.document.maze.walls.tolist() == read(file).maze.walls.tolist()
    assert desk.answers.errors == []


@pytest.mark.slow
def test_unsaved_work_stays_in_its_window(desk: Desk, file: Path) -> None:
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    drop(desk.root, [file])
    desk.wait(lambda: len(desk.windows) == 2, "another window")
    assert desk.windows[-1].session.document.path == file
    assert desk.document.path is None
    assert desk.document.dirty
    drop(desk.windows[-1].root, [file.with_name("missing.maze")])
    answers = desk.windows[-1].dialogs
    assert isinstance(answers, Answers)
    desk.wait(lambda: bool(answers.errors), "an error in the other window")
    assert desk.answers.errors == []


@pytest.mark.slow
def test_a_picture_becomes_the_outline(desk: Desk, picture: Path) -> None:
    before = desk.document.maze
    desk.answers.chosen = [None]
    drop(desk.root, [picture])
    desk.wait(lambda: not desk.answers.chosen, "the question")
    desk.wait_for_work()
    assert desk.document.maze is before
    desk.answers.chosen = ["outline"]
    drop(desk.root, [picture])
    desk.wait(lambda: desk.document.maze is not before, "the maze")
    desk.wait_for_work()
    lattice = desk.document.maze.lattice
    assert not lattice.whole
    assert lattice.inside[lattice.cell(15, 20)]
    assert desk.document.recipe.masks[0].name == "picture"
    key(desk.root, "ctrl+z")
    desk.wait(lambda: desk.document.maze.lattice.whole, "the maze before")


def test_nothing_is_taken_under_a_dialog_and_during_a_game(desk: Desk, file: Path) -> None:
    def check(window: TclWindow) -> None:
        assert drop(desk.root, [file]).accepted is False
        key(window, "Escape")

    with dialog(desk.root, check, "First steps"):
        key(desk.root, "shift+F1")
    desk.wait_for_work()
    key(desk.root, "F8")
    desk.wait(lambda: desk.session.view.playing, "the game")
    assert drop(desk.root, [file]).accepted is False
    assert desk.document.path is None


def test_without_the_package_all_else_works(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setitem(sys.modules, "tkinterdnd2", None)
    desk = open_desk(path=file)
    desk.wait(lambda: desk.document.path == file, "the file")
