"""The preview of a picture in the route: that of a maze, seen while it is chosen in Generate."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.app.drafts.drawing_preview import PreviewedDrawing
from mazeeditor.core.job import Job
from mazeeditor.gui.panels.drawing_picture import picture_of
from mazeeditor.maze.solvers import SOLVERS
from mazeeditor.maze.subjects import FIRST_COLOUR, MISSING, PAPER, Drawing
from tests.events import key
from tests.gui.desk import Desk
from tests.gui.test_window_subjects import choose


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


def test_a_word_is_previewed_as_large_as_the_maze_has_room_for(desk: Desk) -> None:
    subject = desk.generate.subject
    choose(desk, subject.kind.boxes["shows"], "route-word")
    assert subject.options
    choose(desk, subject.options.boxes["route_word"], "No")
    small = previewed(desk)
    assert small.drawing
    desk.generate.draft.sizes.edit("columns", 90)
    desk.generate.draft.sizes.edit("rows", 70)
    large = previewed(desk)
    assert large.drawing
    assert large.drawing.cells.shape == (70, 90)
    assert large.text == "70 × 90 cells."
    assert np.count_nonzero(large.drawing.cells) > 1.5 * np.count_nonzero(small.drawing.cells)
