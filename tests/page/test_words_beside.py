"""Marks and the route, measured by shapely: in every shape, cut by masks, wherever openings are."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
import shapely

from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.core.typefaces.typefaces import CAPITAL
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of, outline_of
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.solvers import solve
from mazeeditor.page.compose import compose
from mazeeditor.page.curves import flatten
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Scene, Strokes, Text
from tests.breadth import repeats, stress
from tests.maze.shapes.cases import largest

SIZES = {
    "rectangular": {"rows": 9, "columns": 11},
    "hexagonal": {"rows": 8, "columns": 9},
    "triangular": {"rows": 8, "columns": 14},
    "polar": {"rings": 8},
}
MASKS = ("", "heart", "star", "hole", "diamond")


LOOKS: tuple[dict[str, Any], ...] = (
    {"marks": "word", "cell": 4.0, "wall": 1.2, "page": "fit"},
    {"marks": "picture"},
    {"marks": "picture", "marks_place": "inside"},
    {"marks": "letter", "marks_place": "inside"},
)


def cut(shape: str, mask: str, seed: int) -> Maze:
    """Return a maze whose entrance is a gap anywhere, and whose exit is one or a cell."""
    masks = (MaskStep(mask, {}),) if mask else ()
    recipe = Recipe("backtracker", seed=seed, shape=shape, sizes=SIZES[shape], masks=masks)
    maze = maze_of(recipe, outline_of(recipe).lattice)
    random, lattice = Random(seed), maze.lattice
    gaps = [
        Opening(cell, slot)
        for cell in lattice.inside_cells().tolist()
        for slot in lattice.outer_slots(cell)
    ]
    other = random.choice([random.choice(gaps), Opening(random.choice(lattice.inside_cells()))])
    entrance = random.choice([gap for gap in gaps if gap.cell != other.cell])
    maze.set_openings(entrance, (other,))
    return maze


def lines(item: Strokes, scale: float = 1.0) -> shapely.Geometry:
    flat = flatten(item, 1e-4)
    parts = [
        shapely.LineString(part) if len(part) > 1 else shapely.Point(part[0])
        for part in np.split(flat.points, flat.starts[1:-1])
    ]
    return shapely.union_all(parts).buffer(item.width / 2 * scale)


def letters(item: Text) -> shapely.Geometry:
    assert item.anchor == "middle"
    half = width_of(item.text) * item.size / 2
    return shapely.box(item.x - half, item.y - CAPITAL * item.size, item.x + half, item.y)


def ink(item: Strokes) -> shapely.Geometry:
    return shapely.box(*shapely.bounds(lines(item)))


def layer(scene: Scene, name: str) -> list[object]:
    return [item for layer in scene.layers if layer.name == name for item in layer.items]


def check(maze: Maze, page: Page) -> None:
    solution = solve("breadth-first", maze)
    (scene,) = compose(maze, page, solution)
    words = [letters(item) for item in layer(scene, "marks") if isinstance(item, Text)]
    pictures = [ink(item) for item in layer(scene, "marks") if isinstance(item, Strokes)]
    walls = shapely.union_all(
        [lines(item) for item in layer(scene, "walls") if isinstance(item, Strokes)]
    )
    route = [lines(item) for item in layer(scene, "solution") if isinstance(item, Strokes)]
    layout = plan_page(maze, page)
    for word in words + pictures:
        assert not shapely.intersects(word, walls)
        assert not any(shapely.intersects(word, line) for line in route)
    for opening, word in zip(maze.openings, words, strict=False):
        if len(words) == 2 and opening.slot is not None:
            mouth = gap_in_mm(maze, opening, (layout.x, layout.y), layout.scale.cell)
            assert shapely.distance(word, mouth) < 1.5 * layout.scale.letters + layout.scale.wall


def gap_in_mm(
    maze: Maze, opening: Opening, corner: tuple[float, float], cell: float
) -> shapely.Point:
    assert opening.slot is not None
    wall = np.array([maze.lattice.wall(opening.cell, opening.slot)])
    geometry = maze.lattice.geometry
    ends = geometry.post_positions(geometry.posts(wall))[0]
    return shapely.Point(ends.mean(axis=0) * cell + corner)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("shape", "mask"),
    [
        (shape, mask)
        for number, shape in enumerate(SHAPES.names())
        for turn, mask in enumerate(MASKS, number)
        if turn % 3 == 0 or stress()  # each shape with two masks, other ones than the next
    ],
)
def test_words_stand_at_their_gaps_and_cover_nothing(shape: str, mask: str) -> None:
    number = MASKS.index(mask) + SHAPES.names().index(shape)
    for seed in repeats(1, 60):
        maze = cut(shape, mask, seed)
        check(maze, Page(marks="word", solution="drawn"))
        for look in LOOKS if stress() else LOOKS[number % 4 :: 4]:
            check(maze, Page.from_dict({"solution": "drawn", **look}))


def test_a_route_that_is_a_word_in_a_cell_is_not_drawn() -> None:
    maze = generate("prim", largest("rectangular"), 3)
    start = Opening(maze.lattice.first.cell)
    maze.set_openings(start, (start,))
    (scene,) = compose(maze, Page(marks="word", solution="drawn"), solve("breadth-first", maze))
    assert not layer(scene, "solution")
    assert [item.text for item in layer(scene, "marks") if isinstance(item, Text)]
