"""A picture that is opened: what it is, the walls that were read in it, and the maze in the end."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mazeeditor.gui.dialogs.picture_review_dialog import PictureReviewDialog
from tests.dialogs import TclWindow, dialog
from tests.events import click, drag, key
from tests.gui.desk import Desk
from tests.recognition.half_walls import HalfWalls, picture_with_half_walls

pytestmark = [pytest.mark.usefixtures("display"), pytest.mark.slow]
TITLE = "Maze in a.png"


@pytest.fixture
def half(tmp_path: Path) -> HalfWalls:
    half = picture_with_half_walls()
    half.picture.save(tmp_path / "a.png")
    return half


def opening(desk: Desk, path: Path, answer: str = "maze") -> None:
    """Open a picture, and say what it is."""
    desk.answers.paths, desk.answers.chosen = [path], [answer]
    key(desk.root, "ctrl+o")
    desk.wait_for_work()


def shown(desk: Desk, window: TclWindow) -> PictureReviewDialog:
    """Return the dialog once the maze is found and drawn."""
    found = desk.root.nametowidget(str(window))
    assert isinstance(found, PictureReviewDialog)
    desk.wait(lambda: found.settled and bool(found._photos), "the walls")
    return found


def test_keys_alone_mend_what_is_doubtful(desk: Desk, half: HalfWalls, tmp_path: Path) -> None:
    def answer(window: TclWindow) -> None:
        found = shown(desk, window)
        review = found.review
        for number in range(len(half.middles)):
            key(window, "Tab")
            assert review.current == number
            wall = review.current_wall
            assert wall is not None
            if not review.closed[wall]:
                key(window, "Return")
            assert review.closed[wall]
        key(window, "Tab")
        assert desk.root.focus_get() is not found.canvas, "past the last one Tab goes on"
        found.use.focus_set()
        key(window, "Return")

    with dialog(desk.root, answer, TITLE):
        opening(desk, tmp_path / "a.png")
    desk.wait_for_work()
    assert np.array_equal(desk.document.maze.walls, half.maze.walls)
    assert desk.document.path is None, "it is not saved as a picture"
    assert desk.document.name == "a"
    assert desk.answers.errors == []


@pytest.mark.own_window("a small one on a large screen")
def test_a_click_turns_a_wall_and_a_dragged_corner_or_a_typed_size_looks_again(
    desk: Desk, half: HalfWalls, tmp_path: Path
) -> None:
    def answer(window: TclWindow) -> None:
        found = shown(desk, window)
        assert found.winfo_rootx() + found.winfo_width() <= found.winfo_screenwidth()
        assert found.winfo_rooty() + found.winfo_height() <= found.winfo_screenheight()
        review, (left, top), scale = found.review, found.offset, found.scale
        x, y = half.middles[0]
        wall = review.wall_at(x, y, 5)
        assert wall is not None
        before = bool(review.closed[wall])
        click(found.canvas, left + scale * x, top + scale * y)
        assert bool(review.closed[wall]) != before
        corner = review.seen.corners[2]  # type: ignore[union-attr]
        place = left + scale * corner[0], top + scale * corner[1]
        drag(found.canvas, [place, (place[0] - 60, place[1] - 60), place])
        desk.wait(lambda: found.settled, "the walls")
        assert review.choices.corners
        assert (review.seen.rows, review.seen.columns) == (6, 8)  # type: ignore[union-attr]
        found.kept.set(True)
        found._keep()
        rows, columns = (found.form.boxes[name].typed_in for name in ("rows", "columns"))
        for field, text in ((rows, "3"), (columns, "4")):
            field.focus_set()
            key(window, "ctrl+slash")
            key(window, text)
        key(window, "Tab")
        desk.wait(lambda: found.settled and review.choices.cells == (3, 4), "the grid")
        click(found.use)

    desk.root.geometry("700x500+800+400")
    with dialog(desk.root, answer, TITLE):
        opening(desk, tmp_path / "a.png")
    desk.wait_for_work()
    assert desk.document.underlay.picture
    lattice = desk.document.maze.lattice
    assert (lattice.rows, lattice.columns) == (3, 4)


def test_where_there_is_no_maze_it_says_so(desk: Desk, tmp_path: Path) -> None:
    Image.new("L", (300, 200), 255).save(tmp_path / "a.png")

    def answer(window: TclWindow) -> None:
        found = shown(desk, window)
        assert "no maze was found" in str(found.text.cget("text")).lower()
        assert found.use.instate(["disabled"])
        key(window, "Return")
        assert found.winfo_exists()
        key(window, "Escape")

    with dialog(desk.root, answer, TITLE):
        opening(desk, tmp_path / "a.png")
    assert desk.answers.errors == []


def test_a_picture_to_trace_lies_behind_it(desk: Desk, half: HalfWalls, tmp_path: Path) -> None:
    before = desk.document.maze
    opening(desk, tmp_path / "a.png", "trace")
    desk.wait(lambda: bool(desk.document.underlay.picture), "the picture")
    assert desk.document.maze is before
    assert half.picture
