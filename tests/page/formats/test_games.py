"""Files for games: Tiled's map, read as games do, and Minecraft's commands, by a small world."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Callable
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from PIL import Image
from pytmx import TiledMap

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.maze import Maze, empty_grid
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.page.formats import export, mcfunction
from mazeeditor.page.page import Page
from tests.graphs import graph_of
from tests.lattices import inner_walls
from tests.page.mazes import made

Place = tuple[int, int]
SIDES_OF_MAPS = (("x", "width"), ("y", "height"))
FILL = re.compile(r"fill ~(\d+) ~(-?\d+) ~(\d+) ~(\d+) ~(-?\d+) ~(\d+) (\S+)")
STONE, SMOOTH = "minecraft:stone_bricks", "minecraft:smooth_stone"


def heart() -> Maze:
    lattice = cut("heart", build("rectangular", rows=16, columns=16)).lattice
    return generate("prim", lattice, 2, braid=0.5)


MAZES: dict[str, Callable[[], Maze]] = {
    "perfect": lambda: made(7, 9),
    "loops": lambda: made(6, 6, braid=1.0),
    "one row": lambda: made(1, 4),
    "one cell": lambda: made(1, 1),
    "mask": heart,
    "empty": lambda: empty_grid(build("rectangular", rows=4, columns=5)),
}


def ground(maze: Maze) -> tuple[Any, dict[int, Place]]:
    """Return the passages of a maze as a graph of cells, and the row and column of each."""
    graph = graph_of(maze)
    return graph, {cell: maze.lattice.place(cell) for cell in graph}


def check_floor(maze: Maze, floor: set[Place], width: int = 1) -> None:
    """On floor alone one gets from cell to cell as in the maze, and out at each opening once.

    ``floor`` are free places as (row, column); cells are ``width`` wide, and walls 1.
    """
    graph, places = ground(maze)
    pitch = width + 1
    lit = {cell: (row * pitch + 1, column * pitch + 1) for cell, (row, column) in places.items()}
    areas = {
        cell: {(y + a, x + b) for a in range(width) for b in range(width)}
        for cell, (y, x) in lit.items()
    }
    assert all(area <= floor for area in areas.values())
    by_place = {place: cell for cell, place in places.items()}
    for cell, (row, column) in places.items():
        y, x = lit[cell]
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            across = range(width)
            sides = {
                (0, 1): {(y + a, x + width) for a in across},
                (0, -1): {(y + a, x - 1) for a in across},
                (1, 0): {(y + width, x + a) for a in across},
                (-1, 0): {(y - 1, x + a) for a in across},
            }[down, right]
            other = by_place.get((row + down, column + right))
            slot = {(-1, 0): 0, (0, 1): 1, (1, 0): 2, (0, -1): 3}[down, right]
            free = other is not None and graph.has_edge(cell, other)
            free |= Opening(cell, slot) in maze.openings
            assert sides <= floor if free else not sides & floor


def map_of(file: Path) -> Any:
    reader: Any = TiledMap
    return reader(str(file))


def test_tiled(tmp_path: Path) -> None:
    for name, make in MAZES.items():
        maze = make()
        files = export(maze, tmp_path / "a.tmx", Page(), tile_pixels=16)
        assert [file.name for file in files] == ["a.tmx", "maze-tiles-16.png"]
        map_ = map_of(files[0])
        rows, columns = maze.lattice.rows, maze.lattice.columns
        assert (map_.width, map_.height) == (2 * columns + 1, 2 * rows + 1), name
        assert (map_.tilewidth, map_.tileheight, map_.orientation) == (16, 16, "orthogonal")
        (layer,) = map_.visible_tile_layers
        tiles = {
            (y, x): map_.get_tile_properties(x, y, layer)
            for y in range(map_.height)
            for x in range(map_.width)
            if map_.get_tile_gid(x, y, layer)
        }
        check_floor(maze, {place for place, about in tiles.items() if not about["solid"]})
        assert {about["type"] for about in tiles.values()} <= {"floor", "wall"}
        if name == "mask":
            assert len(tiles) < map_.width * map_.height
        points = map_.get_layer_by_name("Openings")
        ends = [("start", maze.entrance), *(("goal", exit_) for exit_ in maze.exits)]
        assert [(point.name, point.y // 16, point.x // 16) for point in points] == [
            (word, 2 * row + 1, 2 * column + 1)
            for word, opening in ends
            if opening
            for row, column in [maze.lattice.place(opening.cell)]
        ]
        with Image.open(files[1]) as picture:
            assert picture.size == (32, 16)
            assert picture.getpixel((8, 8)) != picture.getpixel((24, 8))


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES.names())
def test_nobody_on_a_virtual_table_sees_through_a_wall(shape: str, tmp_path: Path) -> None:
    """From cell to cell, where passages lead; in rings a straight look may cut a corner."""
    maze = generate("backtracker", build(shape), 3)
    (file,) = export(maze, tmp_path / "a.dd2vtt", Page(), grid_pixels=40)
    map_ = json.loads(file.read_text("ascii"))
    size = map_["resolution"]["map_size"]
    with Image.open(BytesIO(b64decode(map_["image"]))) as picture:
        assert picture.size == (size["x"] * 40, size["y"] * 40)
        grey = np.asarray(picture.convert("L"))
    lines = [[(point["x"], point["y"]) for point in line] for line in map_["line_of_sight"]]
    for (x, y), (to_x, to_y) in (line[:2] for line in lines):
        middle = int((y + to_y) * 20), int((x + to_x) * 20)
        assert grey[middle[0] - 1 : middle[0] + 2, middle[1] - 1 : middle[1] + 2].min() < 128
    lattice, walls = maze.lattice, shapely.MultiLineString(lines)
    shift = [(size[to] - getattr(lattice.geometry, of)) / 2 for to, of in SIDES_OF_MAPS]
    if shape == "rectangular":
        assert shift == [1, 1], "cells lie on those of the grid"
    if shape == "polar":
        return
    ids = np.array(inner_walls(lattice))
    one, _slots, other, _backs = lattice.sides_of(ids)
    ends = [lattice.geometry.centres(cells) + shift for cells in (one, other)]
    for sight, closed in zip(np.stack(ends, axis=1), maze.is_closed(ids).tolist(), strict=True):
        assert shapely.LineString(sight).intersects(walls) == closed


def test_a_map_with_too_many_pixels_is_refused(tmp_path: Path) -> None:
    maze = Maze(build("rectangular", rows=190, columns=190))
    with pytest.raises(UsageError, match="px a square at most"):
        export(maze, tmp_path / "a.dd2vtt", Page(), grid_pixels=300)


def world_of(data: bytes) -> dict[tuple[int, int, int], str]:
    """Return the block at each x, y, z after the commands of a function."""
    world: dict[tuple[int, int, int], str] = {}
    lines = [line for line in data.decode("ascii").splitlines() if not line.startswith("#")]
    assert 0 < len(lines) <= 65_536
    for line in lines:
        match = FILL.fullmatch(line)
        assert match, line
        x, y, z, to_x, to_y, to_z = map(int, match.groups()[:6])
        assert (to_x - x + 1) * (to_y - y + 1) * (to_z - z + 1) <= 32_768
        assert x <= to_x
        assert y <= to_y
        assert z <= to_z
        for place in np.ndindex(to_x - x + 1, to_y - y + 1, to_z - z + 1):
            world[x + place[0], y + place[1], z + place[2]] = match[7]
    return world


@pytest.mark.parametrize("width", [1, 3])
def test_minecraft(width: int, tmp_path: Path) -> None:
    for maze in [make() for make in MAZES.values()]:
        path = tmp_path / "a.mcfunction"
        export(maze, path, Page(), passage_blocks=width, block_height=2)
        world = world_of(path.read_bytes())
        air = {place for place, block in world.items() if block == "minecraft:air"}
        for level in (0, 1):
            check_floor(maze, {(z, x) for x, y, z in air if y == level}, width)
        assert {y for _x, y, _z in world} == {-1, 0, 1}
        walls = {block for (_x, y, _z), block in world.items() if y >= 0}
        assert walls == {STONE, "minecraft:air"}
        below = {(z, x): block for (x, y, z), block in world.items() if y == -1}
        assert below.keys() == {(z, x) for x, y, z in world if y == 0}
        pitch = width + 1
        for opening in maze.openings[:1] if maze.entrance else ():
            row, column = maze.lattice.place(opening.cell)
            assert below[row * pitch + 1, column * pitch + 1] == "minecraft:emerald_block"


def test_blocks_are_chosen(tmp_path: Path) -> None:
    chosen: dict[str, Any] = {"wall_block": "oak_leaves[persistent=true]", "floor_block": "none"}
    (file,) = export(made(3, 3), tmp_path / "a.mcfunction", Page(), **chosen)
    world = world_of(file.read_bytes())
    assert set(world.values()) == {
        "minecraft:oak_leaves[persistent=true]",
        *("minecraft:air", "minecraft:emerald_block", "minecraft:gold_block"),
    }
    assert mcfunction.read_block("create:brass_block") == "create:brass_block"


def test_a_name_that_is_no_block_is_refused(tmp_path: Path) -> None:
    for name in ("Stone", "a b", "stone\nop @a", "", "minecraft:", "a[b]", "x" * 300):
        for option in ("wall_block", "floor_block"):
            chosen: dict[str, Any] = {option: name}
            with pytest.raises(UsageError) as caught:
                export(made(3, 3), tmp_path / "a.mcfunction", Page(), **chosen)
            assert str(caught.value).isprintable()
    assert list(tmp_path.iterdir()) == []


def test_too_many_commands_and_cells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcfunction, "MOST_COMMANDS", 20)
    with pytest.raises(UsageError, match="commands, and Minecraft runs 20 in one"):
        export(made(9, 9), tmp_path / "a.mcfunction", Page())
    with pytest.raises(UsageError, match="250,000 cells at most"):
        export(Maze(build("rectangular", rows=501, columns=500)), tmp_path / "a.mcfunction", Page())
    with pytest.raises(UsageError, match="1,000,000 cells at most"):
        export(Maze(build("rectangular", rows=1001, columns=1000)), tmp_path / "a.tmx", Page())
    assert list(tmp_path.iterdir()) == []


def test_other_shapes_are_refused(tmp_path: Path) -> None:
    for shape, suffix in product(SHAPES.names(), (".tmx", ".mcfunction")):
        if shape == "rectangular" or (shape, suffix) == ("hexagonal", ".tmx"):
            continue
        sizes = {"rings": 4} if shape == "polar" else {"rows": 4, "columns": 4}
        maze = generate("prim", build(shape, **sizes), 1)
        with pytest.raises(UsageError, match=r"holds squares (and hexagons )?only, and this maze"):
            export(maze, tmp_path / f"a{suffix}", Page())


def test_a_lone_post_is_floor(tmp_path: Path) -> None:
    """As the middle of a contest maze: nothing stands there."""
    maze = empty_grid(build("rectangular", rows=2, columns=2))
    (file, _picture) = export(maze, tmp_path / "a.tmx", Page())
    map_ = map_of(file)
    assert not map_.get_tile_properties(2, 2, 0)["solid"]


@pytest.mark.parametrize("wall", [2, 3])
def test_walls_of_minecraft_are_as_thick_as_asked(wall: int, tmp_path: Path) -> None:
    maze = made(4, 5)
    chosen: dict[str, Any] = {"passage_blocks": 2, "wall_blocks": wall, "block_height": 1}
    (file,) = export(maze, tmp_path / "a.mcfunction", Page(), **chosen)
    world = world_of(file.read_bytes())
    walls = {(z, x) for (x, y, z), block in world.items() if y == 0 and block == STONE}
    pitch = 2 + wall
    assert max(z for z, _x in walls) == 4 * pitch + wall - 1
    for row, column in np.ndindex(4, 4):  # between each cell and the next to its right
        shut = not maze.is_open((row, column), (row, column + 1))
        between = {
            (row * pitch + wall + z, (column + 1) * pitch + x) in walls
            for z, x in np.ndindex(2, wall)
        }
        assert between == {shut}
