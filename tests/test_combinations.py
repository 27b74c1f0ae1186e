"""Every generator, shape, mask, solver and format together: from the recipe to the file.

Pairs of them as a rule, all of them under ``--stress``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import pytest
from PIL import Image

import mazeeditor
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.files.plain_text import why_no_text
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.solvers import SOLVERS, Solution
from mazeeditor.page.formats import EXPORTERS, exporter_for
from tests.breadth import combinations
from tests.graphs import graph_of
from tests.oracle import parse
from tests.page.formats import read_html
from tests.page.formats.read_pdf import read_pdf
from tests.page.formats.read_svg import read_svg

SIZES: dict[str, dict[str, Any]] = {"polar": {"rings": 6}}
# those that give the size of the maze, from a file, have tests of their own
DRAWN = ("none", *(mask.name for mask in MASKS if mask.sizes is None))
SUFFIXES = [exporter.suffix for exporter in EXPORTERS]
BRAIDS, PIECES = (0.0, 0.4), ("bridges", "each", "largest")


def grouped(names: list[str], *axes: Sequence[Any]) -> dict[str, list[tuple[Any, ...]]]:
    """Return combinations of one value of each axis for each name."""
    groups: dict[str, list[tuple[Any, ...]]] = {name: [] for name in names}
    for name, *values in combinations(names, *axes):
        groups[name].append(tuple(values))
    return groups


FILES = grouped(SOLVERS.names(), SHAPES.names(), DRAWN, SUFFIXES, BRAIDS)
COARSE: dict[str, dict[str, Any]] = {".png": {"dpi": 60}}
READERS: dict[str, Callable[[bytes], object]] = {
    ".svg": read_svg,
    ".pdf": read_pdf,
    ".png": lambda data: Image.open(BytesIO(data)).tobytes(),
    ".html": lambda data: read_html.Page(data).data,
    ".txt": lambda data: parse(data.decode()),
    ".map": lambda data: parse(data.decode()),
    ".num": lambda data: data.decode("ascii").splitlines(),
    ".maz": lambda data: len(data) == 256,
    ".tmx": lambda data: ElementTree.fromstring(data).tag == "map",
    ".mcfunction": lambda data: data.startswith(b"# "),
    ".dd2vtt": lambda data: json.loads(data)["line_of_sight"],
}


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a picture of a black square, for the mask that takes one."""
    path = tmp_path_factory.mktemp("mask") / "square.png"
    Image.new("L", (30, 30), 255).save(path)
    with Image.open(path) as image:
        image.paste(0, (4, 4, 26, 26))
        image.save(path)
    return path


@pytest.mark.slow(7)
@pytest.mark.parametrize("solver", SOLVERS.names())
def test_every_solution_in_every_file(solver: str, picture: Path, tmp_path: Path) -> None:
    for number, (shape, mask, suffix, braid) in enumerate(FILES[solver]):
        print(shape, mask, suffix, braid)  # pytest shows the last one where the test fails
        maze = maze_of("prim", shape, mask, picture, braid=braid)
        if SOLVERS[solver].why_not(shape):
            with pytest.raises(UsageError, match="turns"):
                mazeeditor.solve(maze, solver)
        else:
            solution = solved(maze, graph_of(maze), solver)
            check_file(maze, solution, tmp_path / f"{number}{suffix}")


def maze_of(generator: str, shape: str, mask: str, picture: Path, **options: Any) -> Maze:
    """Return a small maze."""
    if mask != "none":
        mask_options = {"text": {"text": "IO"}, "picture": {"picture": str(picture)}}
        options |= {"mask": mask, **mask_options.get(mask, {})}
    else:
        options.pop("pieces", None)
    sizes = SIZES.get(shape, {"rows": 9, "columns": 10})
    return mazeeditor.generate(generator, shape=shape, **{"seed": 5, **sizes, **options})


def solved(maze: Maze, graph: Any, solver: str) -> Solution:
    """Return the solver's solution, compared with networkx."""
    solution = mazeeditor.solve(maze, solver)
    assert maze.entrance
    start, goals = maze.entrance.cell, {opening.cell for opening in maze.exits}
    steps = nx.single_source_shortest_path_length(graph, start)
    route = solution.route.tolist()
    assert all(graph.has_edge(*step) for step in pairwise(route))
    if route:
        assert (route[0], route[-1] in goals) == (start, True)
    if SOLVERS[solver].shortest:
        assert len(route) == min((steps[goal] + 1 for goal in goals if goal in steps), default=0)
    return solution


def check_file(maze: Maze, solution: Solution, path: Path) -> None:
    """The file can be read, or there is a reason why not, and it is the same a second time."""
    shown = solution if solution.solved else None
    in_tiles = {
        ".tmx": ("rectangular", "hexagonal"),
        ".mcfunction": ("rectangular",),
        ".dd2vtt": SHAPES.names(),
    }
    shapes = in_tiles.get(path.suffix)
    wrong = maze.lattice.shape not in shapes if shapes else why_no_text(maze.lattice)
    if path.suffix == ".maz" or (not exporter_for(path).drawn and wrong):
        with pytest.raises(
            MazeError, match=r"whole rectangles only|16 × 16|squares (and hexagons )?only"
        ):
            mazeeditor.export(maze, path, solution=shown)
        assert not path.exists()
        return
    files = []
    for _time in range(2):
        mazeeditor.export(maze, path, solution=shown, **COARSE.get(path.suffix, {}))
        files.append(path.read_bytes())
    assert files[0] == files[1]
    assert READERS[path.suffix](files[0])
