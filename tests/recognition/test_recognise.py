"""Grids and walls in pictures that are damaged as scans and photographs are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image

import mazeeditor
from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.maze.maze import Maze
from mazeeditor.recognition.choices import Choices
from mazeeditor.recognition.recognise import Recognition, recognise
from tests.recognition.damage import DAMAGES, Case, Drawing, Outcome, draw, maze_of, outcome


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


def test_a_pixel_for_each_tile_up_to_the_rim() -> None:
    """The passages of a perfect maze are a grid as well, one that leaves places without a cell."""
    maze = maze_of(10, 10, 2)
    pixels = np.full((21, 21), 255, np.uint8)
    geometry = maze.lattice.geometry
    for one, other in geometry.post_positions(geometry.posts(maze.closed_walls())).tolist():
        (left, right), (top, bottom) = sorted((one[0], other[0])), sorted((one[1], other[1]))
        tiles = (
            slice(round(2 * top), round(2 * bottom) + 1),
            slice(2 * round(left), 2 * round(right) + 1),
        )
        pixels[tiles] = 0
    seen = read(pixels)
    assert outcome(maze, seen.maze(), seen.doubtful()) == Outcome(True, 220, 0, 0, 0)


def test_what_lies_around_a_dark_sheet_is_no_part_of_it() -> None:
    drawing = Drawing(maze_of(5, 5, 3), 80, 0.17, 1.5)
    picture = 255 - draw(drawing)
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 6, 1.0)
    turned = np.asarray(
        cv2.warpAffine(picture, turn, (width, height), borderValue=(255,) * 3), np.uint8
    )
    seen = read(turned)
    assert outcome(drawing.maze, seen.maze(), seen.doubtful()).wrong == 0


def test_few_walls_whose_ends_alone_say_where_columns_are() -> None:
    """Three rows of five cells with two lines between them, in cells that are no squares."""
    picture = np.full((260, 330), 255, np.uint8)
    wide, high = 42, 50
    for row, first, last in ((0, 0, 5), (1, 1, 4), (2, 1, 4), (3, 0, 5)):
        y = 50 + row * high
        picture[y - 1 : y + 2, 60 + first * wide - 1 : 60 + last * wide + 2] = 0
    picture[50 + high : 50 + 3 * high, 59:62] = 0
    picture[50 : 50 + 2 * high, 60 + 5 * wide - 1 : 60 + 5 * wide + 2] = 0
    seen = read(picture)
    assert (seen.rows, seen.columns, seen.lattice.cells) == (3, 5, 15)


def test_a_frame_around_a_few_walls_is_no_part_of_them() -> None:
    """None of the walls touches another one inside, so that the frame is the largest piece."""
    picture = np.full((560, 420), 255, np.uint8)
    cv2.rectangle(picture, (12, 12), (407, 547), 0, 7)
    cv2.putText(picture, "MAZE 7", (60, 70), cv2.FONT_HERSHEY_TRIPLEX, 1.0, 0, 2)
    for x0, y0, x1, y1 in (
        *((0, 0, 3, 0), (0, 5, 3, 5), (0, 1, 0, 5), (3, 0, 3, 4)),
        *((2, 1, 2, 2), (1, 2, 1, 3), (2, 3, 2, 4)),
    ):
        first, last = ((120 + 60 * x, 130 + 60 * y) for x, y in ((x0, y0), (x1, y1)))
        cv2.line(picture, first, last, 0, 3)
    seen = read(picture)
    assert (seen.rows, seen.columns, seen.lattice.cells) == (5, 3, 15)
    assert int(np.count_nonzero(seen.closed)) == 3 + 3 + 4 + 4 + 3


def test_a_frame_far_from_the_maze_is_no_part_of_it() -> None:
    """Beside a title, a page number and a target, which has something inside as a maze does."""
    drawing, picture = Case(("surrounded", "blurred"), 5, 285).made()
    seen = read(picture)
    assert outcome(drawing.maze, seen.maze(), seen.doubtful()) == Outcome(True, 38, 0, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_mazes_on_a_page_the_larger_one_is_read(order: tuple[int, int]) -> None:
    """The other one is named, and read where it is cut out."""
    mazes = maze_of(9, 8, 1), maze_of(7, 10, 2)
    parts = [draw(Drawing(maze, 24, 0.15, 2)) for maze in mazes]
    high = max(len(part) for part in parts)
    padded = [
        np.pad(part, ((0, high - len(part)), (0, 0), (0, 0)), constant_values=255) for part in parts
    ]
    seen = read(np.hstack([padded[place] for place in order]))
    assert outcome(mazes[0], seen.maze(), seen.doubtful()).wrong == 0
    assert seen.beside is not None
    assert seen.beside[:3] == ("rectangular", 7, 10)
    assert read(parts[1]).beside is None


@pytest.mark.slow
@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_a_border_that_is_cut_off_is_said(side: str) -> None:
    picture = draw(Drawing(maze_of(14, 17, 1), 24, 0.15, 2))
    assert read(picture).open_side() == ""
    cut = int(24 * 2.4)
    height, width = picture.shape[:2]
    top, bottom = (cut if side == "top" else 0), height - (cut if side == "bottom" else 0)
    left, right = (cut if side == "left" else 0), width - (cut if side == "right" else 0)
    assert read(picture[top:bottom, left:right]).open_side() == side


def test_one_ring_is_a_maze() -> None:
    """Around a hole, with walls between seven of its cells; there is no second ring."""
    picture = np.full((520, 520), 255, np.uint8)
    for radius in (160, 240):
        cv2.circle(picture, (260, 260), radius, 0, 5)
    for angle in np.radians([0, 45, 90, 135, 180, 225, 270]):
        ends = [(260 + r * np.cos(angle), 260 + r * np.sin(angle)) for r in (160, 240)]
        (x, y), (other_x, other_y) = ends
        cv2.line(picture, (round(x), round(y)), (round(other_x), round(other_y)), 0, 5)
        inner, outer = (
            (round(260 + r * np.cos(angle)), round(260 + r * np.sin(angle))) for r in (160, 240)
        )
        cv2.line(picture, inner, outer, 0, 5)
    seen = read(picture, shape="polar")
    assert (seen.shape, seen.rows) == ("polar", 1)


@pytest.mark.slow
@pytest.mark.parametrize("angle", [13, 90, 200])
def test_rings_turned_by_any_angle(angle: int) -> None:
    maze = mazeeditor.generate(shape="polar", rings=6, seed=4)
    geometry = maze.lattice.geometry
    size, scale = 560, 40
    picture = np.full((size, size, 3), 255, np.uint8)
    walls = maze.closed_walls()
    middle, turn = geometry.width / 2, np.radians(angle)
    for (one, other), bulge in zip(
        geometry.post_positions(geometry.posts(walls)), geometry.bulges(walls), strict=True
    ):
        ends = [complex(*(end - middle)) * np.exp(1j * turn) for end in (one, other)]
        first, last = np.angle(ends)
        if bulge:
            last = first + (last - first + np.pi) % (2 * np.pi) - np.pi
            line = abs(ends[0]) * np.exp(1j * np.linspace(first, last, 20))
        else:
            line = np.array(ends)
        points = np.stack([line.real, line.imag], axis=-1) * scale + size / 2
        cv2.polylines(picture, [points.round().astype(np.int32)], False, (0, 0, 0), 5)
    seen = read(picture)
    assert (seen.shape, seen.rows) == ("polar", 6)
    ours, others = (sorted(degrees(one)) for one in (maze, seen.maze()))
    assert ours == others
    assert len(seen.doubtful()) <= 0.03 * len(seen.walls)


def degrees(maze: Maze) -> list[int]:
    """Return the number of walls of each cell."""
    cells = maze.lattice.inside_cells()
    return [bin(walls).count("1") for walls in maze.walls[cells].tolist()]


def test_it_can_be_cancelled() -> None:
    job = Job()
    job.cancel()
    with pytest.raises(CancelledError):
        recognise(Image.fromarray(draw(Drawing(maze_of(5, 5, 1), 20, 0.2, 1))), job=job)
