"""Clips hold what was copied, land on every shape turned and mirrored, and change nothing else."""

from __future__ import annotations

from itertools import product
from random import Random

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray
from shapely import MultiPoint, Point, Polygon

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.editing.changes.cell_areas import walls_within
from mazeeditor.editing.changes.clips import (
    FACING,
    MIRRORED,
    FloatingClip,
    Landing,
    _anchor,
    check_fits,
    copy_cells,
    desired_walls,
    motions,
)
from mazeeditor.editing.document import Document
from mazeeditor.editing.tools.stamp import Stamp
from mazeeditor.files import Project
from mazeeditor.files.project import as_bytes, parse
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.links import NOWHERE
from mazeeditor.maze.maze import Maze, with_locks
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.shapes.polar import Rings
from mazeeditor.maze.transforms.symmetry.motions import Motion
from tests.breadth import in_turns, repeats, stress
from tests.graphs import graph_of
from tests.lattices import LATTICES, MASKS, outlined, random_passages

SEEDS = range(200 if stress() else 8)
RANDOM = "random"  # any size and mask
PLACES = [*product(SHAPES.names(), [RANDOM]), *in_turns(SHAPES.names(), MASKS)]


def changes(maze: Maze, where: Landing, *, border: bool, leaves: Ids | None = None) -> Ids:
    """Return the walls int64[k] to toggle for a clip to be in a maze."""
    desired = desired_walls(maze, where, border=border, leaves=leaves)
    return Document(maze).walls_to_set(*desired)


def seeds(mask: str) -> range:
    return repeats(4 if mask == RANDOM else 1, 200)


def some(kind: str, seed: int, mask: str = RANDOM) -> tuple[Maze, NDArray[np.bool_], Random]:
    """Return a maze with a mask, connected cells of it, bool[n], and random numbers."""
    random = Random(seed)
    lattice = LATTICES[kind](random) if mask == RANDOM else outlined(kind, mask)
    maze, _graph = random_passages(lattice, random)
    lattice = maze.lattice
    cells = np.zeros(lattice.size, np.bool_)
    reached = [random.choice(lattice.inside_cells().tolist())]
    for _step in range(random.randint(0, 12)):
        cell = lattice.neighbour(random.choice(reached), random.randrange(lattice.degree))
        if cell != NOWHERE and lattice.inside[cell]:
            reached.append(cell)
    cells[reached] = True
    return maze, cells, random


@pytest.mark.parametrize(("kind", "mask"), PLACES)
def test_a_copy_dropped_where_it_was_changes_nothing(kind: str, mask: str) -> None:
    for seed in seeds(mask):
        maze, cells, _random = some(kind, seed, mask)
        clip = copy_cells(maze, cells, Job())
        clip.check()
        graph = graph_of(maze).subgraph(np.flatnonzero(cells).tolist())
        assert nx.is_isomorphic(graph_of(clip), graph)
        again = parse(as_bytes(Project(clip)), Job()).maze
        centre = middle_of(maze, cells, clip)
        where = FloatingClip(again, FACING).landing(maze.lattice, *centre)
        assert set(where.places.tolist()) == set(np.flatnonzero(cells).tolist())
        assert not len(changes(maze, where, border=True))
        blank = Maze(maze.lattice)
        blank.toggle(changes(blank, where, border=True))
        joined = graph_of(maze).subgraph(np.flatnonzero(cells).tolist())
        shown = {frozenset(edge) for edge in graph_of(blank).edges}
        assert {frozenset(edge) for edge in joined.edges} <= shown


def middle_of(maze: Maze, cells: NDArray[np.bool_], clip: Maze) -> tuple[float, float]:
    """Return the middle of that cell by which a clip of ``cells`` is placed."""
    geometry = clip.lattice.geometry
    points = geometry.centres(clip.lattice.inside_cells())
    if isinstance(geometry, Rings):
        points = points - np.array([geometry.width, geometry.height]) / 2
    else:
        points = points - points.mean(axis=0)
    cell = np.flatnonzero(cells)[_anchor(points)]
    x, y = maze.lattice.geometry.centres(np.array([cell]))[0].tolist()
    return x, y


@pytest.mark.parametrize(("kind", "mask"), PLACES)
def test_a_clip_lands_turned_and_mirrored(kind: str, mask: str) -> None:
    """What lands whole has the passages of the clip; nothing outside of it changes."""
    landed = 0
    for seed, mirrored in product(seeds(mask), [False, True]):
        maze, cells, random = some(kind, seed, mask)
        clip = copy_cells(maze, cells, Job())
        target, _graph = random_passages(maze.lattice, random)
        for motion in motions(clip.lattice):
            if mirrored:
                (a, b), (c, d) = (MIRRORED.matrix @ motion.matrix).tolist()
                motion = Motion((a, b), (c, d))
            x, y = (random.uniform(0, end) for end in sizes(target))
            try:
                where = FloatingClip(clip, motion).landing(target.lattice, x, y)
            except UsageError:
                continue
            for border in (False, True):
                after = target.copy()
                walls = changes(after, where, border=border)
                after.toggle(walls)
                after.check()
                inside = set(where.landed.tolist())
                lower, _slots, upper, _backs = after.lattice.sides_of(walls)
                for one, other in zip(lower.tolist(), upper.tolist(), strict=True):
                    assert one in inside or other in inside
                    assert border or {one, other} <= inside
            if len(where.landed) == len(where.cells):
                landed += 1
                expected = graph_of(clip)
                result = graph_of(after).subgraph(inside)
                assert nx.is_isomorphic(result, expected)
                names = dict(zip(where.cells.tolist(), where.places.tolist(), strict=True))
                assert nx.utils.graphs_equal(nx.relabel_nodes(expected, names), nx.Graph(result))
    assert landed or len(seeds(mask)) < 8


def sizes(maze: Maze) -> tuple[float, float]:
    return maze.lattice.geometry.width, maze.lattice.geometry.height


@pytest.mark.parametrize(("kind", "mask"), PLACES)
def test_locked_walls_stay_and_moving_leaves_a_room(kind: str, mask: str) -> None:
    for seed in seeds(mask):
        maze, cells, random = some(kind, seed, mask)
        ids = np.flatnonzero(cells)
        locked = np.array([random.random() < 0.3 for _cell in range(maze.lattice.size)])
        maze.set_locks(with_locks(maze, locked, locked=True))
        clip = copy_cells(maze, cells, Job())
        x, y = (random.uniform(0, end) for end in sizes(maze))
        try:
            where = FloatingClip(clip, FACING).landing(maze.lattice, x, y)
        except UsageError:
            continue
        after = maze.copy()
        after.toggle(changes(maze, where, border=True, leaves=ids))  # a locked one would raise
        left = walls_within(maze.lattice, ids)
        lower, _slots, upper, _backs = maze.lattice.sides_of(left)
        free = ~maze.is_locked(left)
        for places in (lower, upper):
            free &= ~np.isin(places, where.landed)
        assert not after.is_closed(left[free]).any()


@pytest.mark.parametrize("kind", SHAPES.names())
def test_the_outline_of_a_floating_piece_lies_around_where_it_lands(kind: str) -> None:
    fitted = 0
    for seed in SEEDS:
        maze, cells, random = some(kind, seed)
        clip = copy_cells(maze, cells, Job())
        for motion in motions(clip.lattice):
            x, y = (random.uniform(0, end) for end in sizes(maze))
            floating = FloatingClip(clip, motion)
            try:
                outline = Polygon(floating.outline(maze.lattice, x, y))
            except UsageError:
                continue
            landed = floating.landing(maze.lattice, x, y).landed
            points = MultiPoint(maze.lattice.geometry.centres(landed))
            assert points.is_empty or outline.buffer(0.1).contains(points)
            away = outline.centroid.distance(Point(x, y))
            turned = isinstance(maze.lattice.geometry, Rings)
            fitted += turned or away < 3
    assert fitted


def test_other_shapes_and_no_cells_are_refused() -> None:
    squares, hexagons = (build(name, rows=3, columns=3) for name in ("rectangular", "hexagonal"))
    with pytest.raises(UsageError, match="hexagonal maze"):
        check_fits(hexagons, squares)
    with pytest.raises(UsageError, match="larger or smaller"):
        check_fits(build("polar", rings=3), build("polar", rings=4))
    with pytest.raises(UsageError, match="none is selected"):
        copy_cells(Maze(squares), np.zeros(squares.size, np.bool_), Job())


def test_the_preview_shows_what_the_click_does() -> None:
    for seed in SEEDS:
        maze, cells, random = some("rectangular", seed)
        document, gesture = Document(maze), Stamp()
        gesture.take(copy_cells(maze, cells, Job()))
        gesture.resize(random.randrange(4))
        x, y = (random.uniform(0, end) for end in sizes(maze))
        before = maze.walls.copy()
        preview = gesture.hover(document, x, y)
        gesture.press(document, x, y)
        gesture.release(document, x, y)
        changed = {
            maze.lattice.wall(cell, slot)
            for cell in np.flatnonzero(before != maze.walls).tolist()
            for slot in range(4)
            if (before[cell] ^ maze.walls[cell]) >> slot & 1
        }
        assert preview
        assert changed == {*preview.walls, *preview.erased}
        assert document.can_undo == bool(changed)
        if changed:
            document.undo()
            assert (maze.walls == before).all()
