"""Pictures of mazes open as the mazes they were made of, or say why not."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageOps

import mazeeditor
from mazeeditor.core.errors import MazeError
from mazeeditor.files import UNKNOWN, Expected, Project, read
from mazeeditor.maze.maze import Maze
from tests.cli.run import mazeeditor as run
from tests.files.mazes import assert_same, read_or_refuse
from tests.files.mutants import by_bytes
from tests.recognition.damage import Drawing, draw, maze_of


def small(form: str = "PNG", **options: Any) -> tuple[Maze, bytes]:
    """Return a maze of 6 x 8 cells and a picture of it."""
    maze = maze_of(6, 8, 4)
    drawn = Image.fromarray(draw(Drawing(maze, 12, 0.25, 1)))
    file = BytesIO()
    drawn.save(file, form, **options)
    return maze, file.getvalue()


def opened(folder: Path, data: bytes, expected: Expected = UNKNOWN) -> Project:
    (folder / "a.png").write_bytes(data)
    return read(folder / "a.png", expected=expected)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "TIFF", "GIF", "BMP"])
def test_every_format_of_pictures(form: str, tmp_path: Path) -> None:
    maze, data = small(form)
    project = opened(tmp_path, data)
    assert_same(project.maze, maze)
    assert project.read_as == "Read as a picture of 6 × 8 cells"
    assert project.guessed
    assert project.doubtful == []


def test_one_pixel_a_tile(tmp_path: Path) -> None:
    maze = maze_of(5, 7, 2)
    tiles = np.full((11, 15), True)
    tiles[1::2, 1::2] = False
    for row in range(5):
        for column in range(7):
            place = row, column
            if column < 6 and maze.is_open(place, (row, column + 1)):
                tiles[2 * row + 1, 2 * column + 2] = False
            if row < 4 and maze.is_open(place, (row + 1, column)):
                tiles[2 * row + 2, 2 * column + 1] = False
    tiles[1, 0] = tiles[-2, -1] = False
    for picture in (tiles, np.pad(tiles, 1)):
        file = BytesIO()
        Image.fromarray(np.uint8(255 * ~picture)).convert("1").save(file, "PNG")
        assert_same(opened(tmp_path, file.getvalue()).maze, maze)


QUICK: list[tuple[str, dict[str, Any]]] = [
    ("rectangular", {"rows": 5, "columns": 7}),
    ("hexagonal", {"rows": 5, "columns": 6}),
    ("triangular", {"rows": 4, "columns": 9}),
]
SHAPES: list[tuple[str, dict[str, Any]]] = [
    ("hexagonal", {"rows": 9, "columns": 11}),
    ("hexagonal", {"rows": 9, "columns": 9, "outline": "hexagon"}),
    ("triangular", {"rows": 8, "columns": 13}),
    ("triangular", {"rows": 7, "columns": 15, "outline": "triangle"}),
    ("polar", {"rings": 8}),
    ("polar", {"rings": 7, "hole": 2}),
]


@pytest.mark.parametrize(("shape", "sizes"), QUICK, ids=str)
def test_small_exports_open_as_they_were(shape: str, sizes: dict[str, Any], tmp_path: Path) -> None:
    """With arrows at both openings and a title."""
    maze = mazeeditor.generate("wilson", shape=shape, seed=3, **sizes)
    mazeeditor.export(maze, tmp_path / "a.png", page="fit", cell=8.0, dpi=75, title="Otto")
    assert_same(read(tmp_path / "a.png").maze, maze)


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "sizes"), SHAPES, ids=str)
def test_pages_of_each_shape_open_as_they_were(
    shape: str, sizes: dict[str, Any], tmp_path: Path
) -> None:
    """With arrows, or a target in the middle."""
    maze = mazeeditor.generate("backtracker", shape=shape, seed=5, **sizes)
    mazeeditor.export(maze, tmp_path / "a.png", page="A5", dpi=130)
    assert_same(read(tmp_path / "a.png").maze, maze)


@pytest.mark.slow
def test_an_outline_becomes_a_mask(tmp_path: Path) -> None:
    maze = mazeeditor.generate("backtracker", rows=16, columns=16, seed=3, mask="ellipse")
    mazeeditor.export(maze, tmp_path / "a.png", page="fit", cell=6.0, dpi=75)
    project = read(tmp_path / "a.png")
    assert project.maze.lattice.cells == maze.lattice.cells
    assert_same(project.maze, maze)


def test_an_exit_is_told_from_an_entrance_by_its_arrow(tmp_path: Path) -> None:
    maze = mazeeditor.generate(
        "wilson", rows=6, columns=6, seed=3, entrance=(5, 5, "right"), exit=(0, 0, "left")
    )
    mazeeditor.export(maze, tmp_path / "a.png", page="fit", cell=8.0, dpi=90)
    assert_same(read(tmp_path / "a.png").maze, maze)


def test_a_route_in_colour_is_no_wall(tmp_path: Path) -> None:
    maze = maze_of(6, 8, 4)
    picture = draw(Drawing(maze, 24, 0.2, 1))
    picture[40:52, 30:190] = np.where(picture[40:52, 30:190] > 128, [230, 20, 20], 0)
    file = BytesIO()
    Image.fromarray(picture).save(file, "PNG")
    project = opened(tmp_path, file.getvalue())
    assert_same(project.maze, maze)
    assert any("colour" in warning for warning in project.warnings)


def test_what_was_read_stands_in_info(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(small()[1])
    done = run("info", tmp_path / "a.png", "--json")
    assert '"doubtful": []' in done.out
    assert '"read_as": "Read as a picture of 6' in done.out
    assert run("solve", tmp_path / "a.png", "--as", "picture").status == 0
    assert run("info", tmp_path / "a.png", "--cells", "6x8").status == 0
    done = run("info", tmp_path / "a.png", "--as", "blocks")
    assert (done.status, "another kind" in done.error) == (1, True)


def refused(folder: Path, picture: Image.Image) -> str:
    file = BytesIO()
    picture.save(file, "PNG")
    with pytest.raises(MazeError) as caught:
        opened(folder, file.getvalue())
    text = str(caught.value)
    assert text.endswith(".")
    assert text.isprintable()
    return text


def test_one_colour_is_refused(tmp_path: Path) -> None:
    for size in ((300, 400), (1, 1)):
        picture = Image.new("L", size, 7)
        assert "no maze was found" in refused(tmp_path, picture)


@pytest.mark.slow
def test_pictures_without_a_maze_are_refused(tmp_path: Path) -> None:
    y, x = np.mgrid[0:300, 0:400]
    pictures = {
        "stripes": 255 * (x // 9 % 2),
        "noise": np.random.default_rng(1).integers(0, 256, (300, 400)),
        "light": 128 + 60 * np.sin(x / 70) + 60 * np.cos(y / 50 + x / 90),
        "a line": 255 * (np.arange(900)[None] % 7 > 2),
    }
    for name, picture in pictures.items():
        text = refused(tmp_path, Image.fromarray(np.uint8(picture)))
        assert "no maze was found" in text or "no grid fits" in text, name


def test_damaged_pictures_are_named(tmp_path: Path) -> None:
    data = small()[1]
    for broken in (data[: len(data) // 2], data[:20], b"\x89PNG\r\n\x1a\n" + b"\0" * 300):
        with pytest.raises(MazeError, match="damaged"):
            opened(tmp_path, broken)


def test_a_moving_picture_is_its_first_frame(tmp_path: Path) -> None:
    maze, data = small()
    first = Image.open(BytesIO(data)).convert("L")
    file = BytesIO()
    first.save(file, "GIF", save_all=True, append_images=[ImageOps.invert(first)], duration=50)
    assert_same(opened(tmp_path, file.getvalue()).maze, maze)


@pytest.mark.slow
def test_mutants_of_pictures_open_or_are_refused(tmp_path: Path) -> None:
    files = [small(form)[1] for form in ("PNG", "GIF", "JPEG")]
    for number in range(12):
        (tmp_path / "a.png").write_bytes(by_bytes(Random(f"picture {number}"), files))
        project = read_or_refuse(tmp_path / "a.png")
        if project is not None:
            project.maze.check()
