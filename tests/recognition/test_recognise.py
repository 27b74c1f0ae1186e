"""Grids and walls in pictures that are damaged as scans and photographs are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.recognition.choices import Choices
from mazeeditor.recognition.recognise import Recognition, recognise
from tests.recognition.damage import (
    DAMAGES,
    Case,
    Drawing,
    draw,
    maze_of,
    outcome,
)


def read(picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], **known: object) -> Recognition:
    return recognise(Image.fromarray(picture), Choices(**known))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", DAMAGES)
def test_each_damage_alone(name: str) -> None:
    drawing = Drawing(maze_of(9, 12, 3), 26.3, 0.17, 1.2)
    picture = DAMAGES[name](draw(drawing), drawing, np.random.default_rng(5))
    seen = read(picture)
    result = outcome(drawing.maze, seen.maze(), seen.doubtful())
    assert result.grid
    assert result.wrong == 0
    assert result.doubtful <= 0.03 * result.walls


@pytest.mark.parametrize("share", [0.04, 0.1, 0.35, 0.6])
def test_walls_of_any_thickness(share: float) -> None:
    drawing = Drawing(maze_of(6, 7, 5), 40, share, 1)
    seen = read(draw(drawing))
    result = outcome(drawing.maze, seen.maze(), seen.doubtful())
    assert (result.grid, result.wrong, result.doubtful) == (True, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_two_damages_together(seed: int) -> None:
    names = [name for name in DAMAGES if name != "clean"]
    first = names[seed % len(names)]
    second = names[(seed * 5 + 3) % len(names)]
    case = Case(tuple({first, second}), 20, 500 + seed)
    drawing, picture = case.made()
    seen = read(picture)
    result = outcome(drawing.maze, seen.maze(), seen.doubtful())
    assert result.grid
    assert result.wrong <= 0.005 * result.walls


def test_corners_are_where_opencv_has_put_them() -> None:
    drawing = Drawing(maze_of(8, 10, 3), 25, 0.16, 1)
    picture = draw(drawing)
    height, width = picture.shape[:2]
    rectangle = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = np.array([[12, 5], [width - 3, 18], [width - 14, height - 2], [4, height - 15]])
    turn = cv2.getPerspectiveTransform(rectangle, moved.astype(np.float32))
    seen = read(
        np.asarray(cv2.warpPerspective(picture, turn, (width, height), borderValue=(255,) * 3))
    )
    places = [drawing.at(*corner) for corner in ((0, 0), (10, 0), (10, 8), (0, 8))]
    expected = cv2.perspectiveTransform(np.array([places], np.float64), turn)[0]
    assert np.abs(np.array(seen.corners) - expected).max() < 1.5


def test_corners_and_cells_that_are_known_decide() -> None:
    drawing = Drawing(maze_of(5, 6, 3), 30, 0.15, 1)
    edge = 30.0
    corners = ((edge, edge), (edge + 180, edge), (edge + 180, edge + 150), (edge, edge + 150))
    seen = read(draw(drawing), cells=(5, 6), corners=corners)
    assert outcome(drawing.maze, seen.maze(), seen.doubtful()).wrong == 0
    assert read(draw(drawing), cells=(10, 12)).rows == 10


def test_how_sure_a_wall_is_follows_from_how_dark_it_is() -> None:
    """A wall drawn half as dark as the others is among the doubtful ones, alone."""
    drawing = Drawing(maze_of(7, 7, 3), 30, 0.2, 1)
    picture = draw(drawing).astype(np.float64)
    x, y = drawing.at(3.5, 0)
    part = picture[round(y - 3) : round(y + 3), round(x - 12) : round(x + 12)]
    part[:] = 255 - (255 - part) * 0.5
    seen = read(picture.astype(np.uint8))
    wall = seen.lattice.wall(seen.lattice.cell(0, 3), 0)
    assert [seen.lattice.wall(*one) for one in seen.doubtful()] == [wall]


def test_it_can_be_cancelled() -> None:
    job = Job()
    job.cancel()
    with pytest.raises(CancelledError):
        recognise(Image.fromarray(draw(Drawing(maze_of(5, 5, 1), 20, 0.2, 1))), job=job)
