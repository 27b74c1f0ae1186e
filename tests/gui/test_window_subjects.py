"""What a maze shows: chosen in Generate, previewed, watched by the verdict, brought back."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path

import numpy as np
import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.drafts.drawing_preview import PreviewedDrawing
from mazeeditor.core.job import Job
from mazeeditor.editing.edits import SetLocks, SetOpenings, ToggleWalls
from mazeeditor.gui.forms.fields import Box
from mazeeditor.gui.panels.drawing_picture import picture_of
from mazeeditor.maze.recipe import maze_of
from mazeeditor.maze.solvers import SOLVERS
from mazeeditor.maze.subjects import FIRST_COLOUR, MISSING, PAPER, SUBJECTS, ChosenSubject, Drawing
from mazeeditor.page.scene import Strokes
from tests.events import key, settle
from tests.gui.books import book_in, fields_of, open_book, settled, show_tab
from tests.gui.desk import Desk
from tests.maze.photo.pictures import saved
from tests.maze.subjects.examples import example, losing

FIRST = SUBJECTS.names()[0]


VERDICTS = {"fake-exits": "Exactly one route, 2 fake exits", "goals": "One route to each exit"}


def choose(desk: Desk, box: Box, value: object) -> None:
    box.variable.set(box.text.of(value))
    box.commit()
    settle(desk.root)


def show(desk: Desk, chosen: ChosenSubject) -> None:
    """Choose a subject in the panel, fill in its fields, and press Enter in the first."""
    choice = desk.generate.subject
    choose(desk, choice.kind.boxes["shows"], chosen.name)
    assert choice.options
    boxes = choice.options.boxes
    assert set(boxes) == {option.name for option in chosen.known_options}
    for name, value in chosen.options.items():
        choose(desk, boxes[name], value)
    first = boxes[chosen.known_options[0].name].typed_in
    assert isinstance(first, tk.Widget)
    first.focus_force()
    key(desk.root, "Return")
    desk.wait_for_work()
    assert desk.answers.errors == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", SUBJECTS.names())
def test_a_subject_is_made_watched_and_brought_back(name: str, desk: Desk, tmp_path: Path) -> None:
    show(desk, example(name, tmp_path))
    document, restore = desk.document, COMMANDS["restore-shown"]
    assert desk.verdict == VERDICTS.get(name, "Exactly one route")
    assert document.recipe.subject
    assert document.recipe.subject.name == name
    assert np.array_equal(maze_of(document.recipe).walls, document.maze.walls)
    assert restore.why_not(desk.session.parts) == "Nothing of what the maze shows is missing."
    maze = document.maze
    if name == "goals":
        document.apply(SetOpenings(maze, maze.entrance, maze.exits[:1]))
    else:
        none = np.zeros(maze.lattice.size, np.uint8)
        walls = losing(document.maze, document.recipe.subject)
        document.apply(SetLocks(document.maze, none, "Unlock"))
        document.apply(ToggleWalls.of(document.maze, walls))
    shown = desk.session.view.subject
    desk.wait(lambda: bool(shown.lost), "the loss")
    assert shown.lost in desk.session.view.verdict.explanation()
    restore.perform(desk.session.parts)
    desk.wait_for_work()
    desk.wait(lambda: not shown.lost, "what came back")
    key(desk.root, "ctrl+z")
    desk.wait(lambda: bool(shown.lost), "the loss again")


def test_a_maze_that_shows_nothing_any_more_has_no_locks(desk: Desk, tmp_path: Path) -> None:
    show(desk, example(FIRST, tmp_path))
    choose(desk, desk.generate.subject.kind.boxes["shows"], "nothing")
    assert desk.generate.subject.options is None
    key(desk.root, "ctrl+g")
    desk.wait_for_work()
    assert desk.document.maze.locks is None
    assert desk.document.recipe.subject is None
    assert (
        COMMANDS["restore-shown"].why_not(desk.session.parts).startswith("The maze shows nothing")
    )
    key(desk.root, "ctrl+z")
    assert desk.generate.draft.subject.name == FIRST


@pytest.mark.slow
def test_a_chapter_keeps_its_photo_and_prints_its_tones(desk: Desk, tmp_path: Path) -> None:
    """Its file may lie anywhere: a book names files as seen from its folder alone."""
    (tmp_path / "book").mkdir()
    book_in(desk, tmp_path / "book", chapters=[{"count": 1}], cover=False, how_to=False)
    book = open_book(desk)
    show_tab(book, "chapter")
    fields = fields_of(book)
    assert fields
    choose(desk, fields.subject.kind.boxes["shows"], "photo")
    assert fields.subject.options
    desk.answers.paths = [Path(saved(tmp_path))]
    fields.subject.options.files["photo"].invoke()
    desk.wait_for_work()
    choose(desk, fields.subject.options.boxes["detail"], 20)
    settled(book)
    assert fields.subject.options.boxes["photo"].variable.get() == "face.png"
    planned = book.editor.preview.planned
    assert planned.problem == ""
    assert planned.printing
    page = next(page for page in planned.printing.pages if page.kind == "puzzles")
    walls = next(layer for layer in page.composed(Job()).layers if layer.name == "walls")
    assert len({item.width for item in walls.items if isinstance(item, Strokes)}) > 10
    assert desk.answers.errors == []


def previewed(desk: Desk) -> PreviewedDrawing:
    preview = desk.generate.subject.preview
    desk.wait(lambda: preview.settled and preview.shown is not None, "the preview")
    assert preview.shown
    return preview.shown


def show_picture(desk: Desk, **options: object) -> PreviewedDrawing:
    subject = desk.generate.subject
    choose(desk, subject.kind.boxes["shows"], "picture")
    assert subject.options
    for name, value in options.items():
        choose(desk, subject.options.boxes[name], value)
    return previewed(desk)


@pytest.mark.slow
@pytest.mark.parametrize("fill", ["exact", "filled"])
def test_the_preview_is_the_route_of_the_maze_of_the_same_seed(fill: str, desk: Desk) -> None:
    draft = desk.generate.draft
    draft.rest.edit("seed", 7)  # kept
    shown = show_picture(desk, pixels=14, fill=fill)
    assert shown.drawing
    key(desk.root, "ctrl+g")
    desk.wait_for_work()
    maze = desk.document.maze
    route = SOLVERS["breadth-first"].run(maze, Job()).route
    cells = shown.drawing.cells
    assert cells.shape == (maze.lattice.rows, maze.lattice.columns)
    filled = np.zeros_like(cells, np.bool_)
    filled[tuple(maze.lattice.places(route).T)] = True
    assert np.array_equal(cells == FIRST_COLOUR, filled)
    state = desk.session.view.subject
    desk.wait(lambda: state.state is not None, "the look")
    assert state.state
    missing = np.count_nonzero(cells == MISSING)
    assert missing == len(state.state.cells)
    assert ("in pink" in shown.text) == (missing > 0) == (fill == "filled")
    assert desk.generate.subject.drawing.picture.winfo_ismapped()


@pytest.mark.slow
def test_the_preview_follows_the_fields_and_says_what_is_wrong(desk: Desk) -> None:
    first = show_picture(desk, pixels=10)
    again = show_picture(desk, pixels=12)
    assert (first.drawing and first.drawing.cells.shape) != (
        again.drawing and again.drawing.cells.shape
    )
    assert "is long" not in again.note
    wrong = show_picture(desk, text="a" * 100 + "\\n" * 100, pixels=5)
    assert wrong.problem
    assert wrong.drawing is None
    assert desk.generate.subject.drawing.problem.cget("text") == wrong.problem
    choose(desk, desk.generate.subject.kind.boxes["shows"], "nothing")
    assert desk.generate.subject.preview.shown is None
    assert not desk.generate.subject.drawing.winfo_ismapped()


def test_pictures_have_whole_pixels_or_fit_the_box() -> None:
    cells = np.array([[PAPER, MISSING], [FIRST_COLOUR, FIRST_COLOUR + 1]], np.uint8)
    image = picture_of(Drawing(cells, ("#102030", "#405060")), 21, 100)
    assert image.size == (20, 20)
    assert [image.getpixel(at) for at in ((0, 0), (10, 0), (0, 10), (19, 19))] == [
        (255, 255, 255),
        (255, 46, 166),
        (16, 32, 48),
        (64, 80, 96),
    ]
    large = Drawing(np.full((600, 300), PAPER, np.uint8), ("#102030",))
    assert picture_of(large, 200, 150).size == (75, 150)
