"""A route drawn in colour in a picture is the solution of the maze that is read."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.editing.document import Document
from mazeeditor.files.picture import parse_picture
from mazeeditor.recognition.recognise import recognise
from tests.recognition.damage import (
    Damage,
    Drawing,
    Picture,
    clean,
    draw,
    jpeg,
    maze_of,
    noisy,
    rotated,
    routed,
    shaded,
)

Place = tuple[int, int]


def solved(maze: mazeeditor.Maze) -> list[Place]:
    """Return the route that a solver finds."""
    return list(mazeeditor.solve(maze, "breadth-first").path)


def seen_in(picture: Picture) -> tuple[mazeeditor.Maze, list[Place]]:
    """Return the maze of a picture, and the route that is drawn in it."""
    seen = recognise(Image.fromarray(picture))
    maze = seen.maze()
    places = maze.lattice.places(seen.route(maze))
    return maze, [(int(row), int(column)) for row, column in places]


@pytest.mark.parametrize(
    "damages", [(clean,), (jpeg,), (rotated,), (shaded, noisy)], ids=lambda all_: all_[-1].__name__
)
def test_it_is_the_route_that_was_drawn(damages: Sequence[Damage]) -> None:
    maze = maze_of(12, 16, 5)
    drawing, random = Drawing(maze, 24.0, 0.12, 1.5), np.random.default_rng(2)
    picture = routed(draw(drawing), drawing, random)
    for damage in damages:
        picture = damage(picture, drawing, random)
    read, route = seen_in(picture)
    assert (read.entrance, read.exits) == (maze.entrance, maze.exits)
    assert route == solved(maze)


def test_what_is_no_route_is_none() -> None:
    maze = maze_of(12, 16, 5)
    drawing = Drawing(maze, 24.0, 0.12, 1.5)
    plain = draw(drawing)
    part = plain.copy()
    middle = part.shape[1] // 2
    with_route = routed(plain.copy(), drawing, np.random.default_rng(2))
    part[:, :middle] = with_route[:, :middle]
    assert seen_in(part)[1] == [], "half a route leads nowhere"
    red = np.where(plain > 128, np.array([255, 120, 120], np.uint8), plain)
    red[: red.shape[0] // 5] = plain[: red.shape[0] // 5]
    assert seen_in(np.asarray(red, np.uint8))[1] == [], "paper in colour is no route"
    assert seen_in(plain)[1] == []


def test_the_document_shows_it_as_the_solution() -> None:
    maze = maze_of(8, 9, 3)
    drawing = Drawing(maze, 24.0, 0.12, 1.5)
    picture = Image.fromarray(routed(draw(drawing), drawing, np.random.default_rng(4)))
    file = BytesIO()
    picture.save(file, "png")
    project = parse_picture(file.getvalue(), Job())
    assert any("drawn in colour is the solution" in text for text in project.warnings)
    document = Document(maze)
    document.open(project, None, "scan")
    assert document.solution
    assert list(document.solution.path) == solved(maze)
    assert not document.stale
