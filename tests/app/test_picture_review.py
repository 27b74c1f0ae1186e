"""What is read in a picture is corrected wall by wall, and becomes a project."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mazeeditor.app.drafts.picture_review import PictureReview, try_recognise
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.pictures import load_logo
from mazeeditor.recognition.choices import Guess, NoGridError
from tests.recognition.half_walls import CELL, MARGIN, HalfWalls, picture_with_half_walls


@pytest.fixture
def half() -> HalfWalls:
    return picture_with_half_walls()


@pytest.fixture
def review(half: HalfWalls) -> PictureReview:
    review = PictureReview(half.picture, "a.png")
    review.take(try_recognise(half.picture, review.choices, Job()))
    return review


def test_doubtful_walls_lie_as_in_the_picture(review: PictureReview, half: HalfWalls) -> None:
    assert len(review.doubtful) == len(half.middles)
    seen = review.lines[review.doubtful, 1]
    for middle in half.middles:
        assert np.hypot(*(seen - middle).T).min() < CELL / 8
    assert review.text.startswith("6 × 8 cells were found. 2 walls are doubtful")


def test_steps_lead_from_one_doubtful_wall_to_the_next(review: PictureReview) -> None:
    places = []
    for by in (1, 1, 1, -1, -1):
        review.step(by)
        places.append(review.current)
    assert places == [0, 1, 0, 1, 0]
    assert review.current_wall == review.doubtful[0]


def test_a_turned_wall_is_another_in_the_maze(review: PictureReview, half: HalfWalls) -> None:
    for x, y in half.middles:
        wall = review.wall_at(x, y, CELL / 4)
        assert wall is not None
        assert wall in review.doubtful
        if not review.closed[wall]:
            review.turn(wall)
    maze = review.project().maze
    assert np.array_equal(maze.walls, half.maze.walls)
    wall = int(review.doubtful[0])
    review.turn(wall)
    changed = review.project().maze
    assert (changed.walls != half.maze.walls).sum() == 2, "both cells of one wall"
    assert review.wall_at(MARGIN + CELL / 2, MARGIN, CELL / 4) is None, "of the border"
    assert review.wall_at(2, 2, CELL / 4) is None, "far away"


def test_the_picture_lies_where_the_maze_is(half: HalfWalls, tmp_path: Path) -> None:
    half.picture.save(tmp_path / "a.png")
    review = PictureReview(half.picture, "a.png", load_logo(tmp_path / "a.png"))
    review.take(try_recognise(half.picture, review.choices, Job()))
    assert review.can_keep_picture
    assert review.project().underlay.picture == ""
    review.keeps_picture = True
    underlay = review.project().underlay
    assert underlay.left == pytest.approx(-MARGIN / CELL, abs=0.08)
    assert underlay.top == pytest.approx(-MARGIN / CELL, abs=0.08)
    assert underlay.width == pytest.approx(half.picture.width / CELL, rel=0.02)


@pytest.mark.slow
def test_what_is_known_decides(review: PictureReview, half: HalfWalls) -> None:
    assert review.choices.cells is None, "what was only found is no knowledge"
    review.know(rows=3)
    assert review.choices.cells == (3, 8), "as many columns as were found"
    review.know(columns=4)
    assert review.choices.cells == (3, 4)
    review.take(try_recognise(half.picture, review.choices, Job()))
    assert review.seen
    assert (review.seen.rows, review.seen.columns) == (3, 4)
    review.know(shape="rectangular")
    assert review.choices.cells is None, "another shape has another size"


def test_without_a_maze_it_says_why(review: PictureReview) -> None:
    review.take(MazeError("no maze was found in this picture."))
    assert review.seen is None
    assert review.text == "No maze was found in this picture."
    assert review.wall_at(100, 100, 1000) is None
    assert review.guesses == []


def test_where_no_grid_fits_well_the_nearest_are_offered(review: PictureReview) -> None:
    nearest = (Guess("rectangular", 3, 4, 0.4), Guess("rectangular", 6, 8, 0.3))
    review.take(NoGridError("no grid fits: --as picture --cells 3x4.", nearest))
    assert review.seen is None
    assert review.guesses == [*nearest]
    assert "nearest" in review.text
    assert "--cells" not in review.text, "that is for the command line"
    review.take(MazeError("no maze was found in this picture."))
    assert review.guesses == []
