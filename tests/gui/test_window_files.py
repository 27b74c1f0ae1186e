"""Files through the window: nothing is lost without a question, nothing breaks by a bad file."""

from __future__ import annotations

import tkinter
from pathlib import Path

import numpy as np
import pytest

import mazeeditor
from mazeeditor.app.ui import Unsaved
from mazeeditor.files import read
from mazeeditor.gui.dialogs import Dialogs
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from tests.dialogs import dialog
from tests.events import alive, click, close, key, settle
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


def edit(desk: Desk) -> None:
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    assert desk.document.dirty


@pytest.mark.own_window("it closes the window")
def test_closing_asks_about_changes(desk: Desk, tmp_path: Path) -> None:
    edit(desk)
    desk.answers.unsaved = [Unsaved.KEEP]
    close(desk.root)
    assert alive(desk.root)
    desk.answers.unsaved, desk.answers.paths = [Unsaved.SAVE], [None]
    close(desk.root)
    settle(desk.root)
    assert alive(desk.root), "no file was named, so nothing was saved"
    desk.answers.unsaved, desk.answers.paths = [Unsaved.SAVE], [tmp_path / "kept.maze"]
    walls = desk.document.maze.walls.copy()
    close(desk.root)
    desk.wait(lambda: not alive(desk.root), "the end")
    assert np.array_equal(read(tmp_path / "kept.maze").maze.walls, walls)


def test_save_as_adds_the_suffix_and_what_was_saved_is_clean(desk: Desk, tmp_path: Path) -> None:
    desk.answers.paths = [tmp_path / "plain"]
    key(desk.root, "ctrl+shift+s")
    desk.wait_for_work()
    assert desk.document.path == tmp_path / "plain.maze"
    edit(desk)
    assert desk.root.title() == "plain.maze* — mazeeditor"
    key(desk.root, "ctrl+z")
    assert desk.root.title() == "plain.maze — mazeeditor"
    edit(desk)
    key(desk.root, "ctrl+s")  # asks for no name now
    desk.wait_for_work()
    assert not desk.document.dirty


BAD = {
    "empty.maze": b"",
    "binary.maze": bytes(range(256)) * 4,
    "words.txt": b"This is no maze at all.\n",
    "cut.maze": b'{\n"format": "mazeeditor",\n"version": 1,\n',
    "newer.maze": b'{\n"format": "mazeeditor",\n"version": 999\n}\n',
    "newer.mazebook": b'{"format": "mazeeditor book", "version": 2, "program": "0.9.2"}\n',
    "picture.png": b"\x89PNG\r\n\x1a\n" + bytes(40),
}


def test_a_bad_file_is_one_sentence_and_changes_nothing(desk: Desk, tmp_path: Path) -> None:
    edit(desk)
    maze, walls = desk.document.maze, desk.document.maze.walls.copy()
    for name, data in BAD.items():
        (tmp_path / name).write_bytes(data)
        desk.answers.unsaved, desk.answers.paths = [Unsaved.DISCARD], [tmp_path / name]
        desk.answers.chosen = ["maze"] if name.endswith(".png") else []
        key(desk.root, "ctrl+o")
        desk.wait(lambda: bool(desk.answers.errors), f"the sentence about {name}")
        (sentence,) = desk.answers.errors
        assert name in sentence
        assert "\n" not in sentence
        desk.answers.errors.clear()
    assert desk.document.maze is maze
    assert np.array_equal(maze.walls, walls)
    assert desk.document.dirty
    assert desk.document.can_undo


def test_an_import_is_a_new_document_that_save_asks_about(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "drawn.txt"
    path.write_text("+---+---+\n|S      |\n+---+   +\n|      G|\n+---+---+\n")
    desk.answers.paths = [path]
    key(desk.root, "ctrl+i")
    desk.wait(lambda: desk.document.maze.lattice.rows == 2, "the import")
    assert desk.root.title() == "drawn — mazeeditor"
    assert desk.document.path is None
    desk.answers.paths = [None]
    key(desk.root, "ctrl+s")
    assert desk.answers.asked[-1] == "Save as"


@pytest.mark.slow
@pytest.mark.own_window("it closes the window")
def test_a_file_of_the_command_line_is_opened_or_said_to_be_bad(tmp_path: Path) -> None:
    maze = generate("prim", build("rectangular", rows=8, columns=10), 1)
    mazeeditor.save(maze, tmp_path / "a.maze")
    desk = open_desk(path=tmp_path / "a.maze")
    desk.wait(lambda: desk.document.path is not None, "the file")
    assert np.array_equal(desk.document.maze.walls, maze.walls)
    assert desk.root.title() == "a.maze — mazeeditor"
    close(desk.root)
    (tmp_path / "bad.maze").write_bytes(b"nonsense")
    desk = open_desk(path=tmp_path / "bad.maze")
    desk.wait(lambda: bool(desk.answers.errors), "the sentence")
    assert desk.document.maze.lattice.cells == 1200


def test_questions_in_a_real_dialog(desk: Desk) -> None:
    real = Dialogs(desk.root)
    for keys, expected in {"Return": Unsaved.SAVE, "Escape": Unsaved.KEEP}.items():
        with dialog(desk.root, lambda window, keys=keys: key(window, keys)):  # type: ignore[misc]
            assert real.ask_unsaved("a.maze") is expected
    with dialog(desk.root, lambda window: click(window.find("TButton", "Don't save"))):
        assert real.ask_unsaved("a.maze") is Unsaved.DISCARD
    with dialog(desk.root, lambda window: key(window, "Return")):
        assert real.confirm("Replace a.svg?", "It is there already.", "Replace") is False
    with dialog(desk.root, lambda window: click(window.find("TButton", "Replace"))):
        assert real.confirm("Replace a.svg?", "It is there already.", "Replace") is True
    with dialog(desk.root, lambda window: click(window.find("TButton", "OK"))):
        real.show_error("The maze is too large.")

    def ask(default: str | None) -> str | None:
        actions = {"overwrite": "Overwrite", "reload": "Reload"}
        return real.ask("a.maze", "It has changed.", actions, "Cancel", default)

    for default, keys, answer in (
        (None, "Return", None),
        ("reload", "Return", "reload"),
        ("reload", "Escape", None),
    ):
        with dialog(desk.root, lambda window, keys=keys: key(window, keys)):  # type: ignore[misc]
            assert ask(default) == answer
    with dialog(desk.root, lambda window: click(window.find("TButton", "Overwrite"))):
        assert ask("reload") == "overwrite"


@pytest.mark.slow
def test_a_file_changed_behind_the_window_is_noticed(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    desk.answers.paths = [path]
    key(desk.root, "ctrl+s")
    desk.wait_for_work()
    edit(desk)
    key(desk.root, "ctrl+s")
    desk.wait_for_work()
    walls = desk.document.maze.walls.copy()
    (tmp_path / "a.maze~").replace(path)
    desk.answers.chosen = ["reload"]

    def another_window() -> bool:
        other = tkinter.Toplevel(desk.root)
        other.update()
        other.focus_force()
        other.update()
        desk.canvas.focus_force()
        desk.root.update()
        other.destroy()
        return not desk.answers.chosen

    desk.wait(another_window, "the question")
    desk.wait_for_work()
    assert not np.array_equal(desk.document.maze.walls, walls)
    assert np.array_equal(desk.document.maze.walls, read(path).maze.walls)
    assert not desk.document.dirty
