"""Files of mazes of every shape, read back by other readers, show the very same walls."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.shapes import SHAPES as KNOWN
from mazeeditor.maze.shapes import build
from mazeeditor.page.formats import EXPORTERS, export
from mazeeditor.page.page import Page
from tests.breadth import stress
from tests.lattices import random_passages
from tests.maze.shapes.cases import CASES, EVERY, called, largest, some_of
from tests.page.formats.drawn import Shape, Sheet
from tests.page.formats.read_pdf import read_pdf
from tests.page.formats.read_svg import read_svg
from tests.page.walls import Lines, Points, fewest, lines_of, to_lines, walls_by_state

CELL, MARGIN = 7.3, 4.5
SUFFIXES = (".svg", ".pdf")
READ = pytest.mark.parametrize("suffix", SUFFIXES)
# lines likewise
KINDS = [(".svg", "lines"), (".svg", "hairlines"), (".pdf", "lines")]
DRAWN = [
    (name, parameters, *kind)
    for number, (name, parameters) in enumerate(EVERY)
    for turn, kind in enumerate(KINDS)
    if number % len(KINDS) == turn or parameters == CASES[name][-1] or stress()
]


def mazes(name: str, parameters: dict[str, Any]) -> list[Maze]:
    """Return a maze with any walls at all; of the last size also closed ones and masked ones."""
    lattice = build(name, **parameters)
    if parameters != CASES[name][-1]:
        return [opened(lattice, seed=1)]
    half = mask_lattice(lattice, some_of(lattice, Random(1), 0.6))
    most = mask_lattice(lattice, some_of(lattice, Random(2), 0.9))
    return [Maze(lattice), opened(lattice, seed=2), opened(half, seed=3), opened(most, seed=4)]


def opened(lattice: Lattice, seed: int) -> Maze:
    """Return a maze with any walls at all, an entrance and an exit."""
    maze, _ = random_passages(lattice, Random(seed))
    maze.set_openings(lattice.first, (lattice.last,))
    return maze


def drawn_walls(maze: Maze, page: Points) -> tuple[Lines, Lines, Points, Points]:
    """Return the closed and open walls, where (0, 0) lies on a page, and the maze's size in mm."""
    closed, gaps = (lines_of(maze.lattice, walls) for walls in walls_by_state(maze))
    shares = np.linspace(0, 1, 200)
    fine = np.concatenate([each.at_all(shares).reshape(-1, 2) for each in (closed, gaps)])
    low, high = fine.min(axis=0) * CELL, fine.max(axis=0) * CELL
    return closed, gaps, (page - low - high) / 2, high - low


def page_of(kind: str) -> Page:
    return Page.from_dict(
        {"page": "fit", "margin": MARGIN, "cell": CELL, "wall": CELL / 7, "walls": kind}
        | {"marks": "none"}
    )


def read_file(file: Path) -> tuple[Sheet, list[Shape]]:
    if file.suffix == ".svg":
        sheet = read_svg(file.read_bytes())
        return sheet, sheet.shapes["walls"]
    (sheet,) = read_pdf(file.read_bytes())
    return sheet, sheet.shapes[""]


def segments(shapes: list[Shape]) -> tuple[Points, Points]:
    pairs = [pair for shape in shapes for line in shape.lines() for pair in pairwise(line)]
    ends = np.array(pairs).reshape(-1, 2, 2)
    return ends[:, 0], ends[:, 1]


def test_each_format_that_draws_is_read_back() -> None:
    drawn = {exporter.suffix for exporter in EXPORTERS if exporter.drawn}
    assert drawn == {*SUFFIXES, ".png", ".html"}, (
        "write a reader of such files, and compare what they show with the walls of the maze"
    )


@pytest.mark.slow
@pytest.mark.parametrize(("suffix", "kind"), KINDS)
def test_lines_are_the_walls(tmp_path: Path, kind: str, suffix: str) -> None:
    for name, parameters, *drawn in DRAWN:
        if drawn != [suffix, kind]:
            continue
        for maze in mazes(name, parameters):
            (file,) = export(maze, tmp_path / f"maze{suffix}", page_of(kind))
            sheet, shapes = read_file(file)
            page = np.array([sheet.width, sheet.height])
            walls, gaps, corner, size = drawn_walls(maze, page)
            wall = 0.01 if kind == "hairlines" else CELL / 7
            assert page == pytest.approx(size + wall + 2 * MARGIN, abs=0.05)
            one, two = segments(shapes)
            for share in (0.02, 0.3, 0.5, 0.7, 0.98):
                assert to_lines(walls.at(share) * CELL + corner, one, two).max() < 0.05
            if len(gaps.ends):
                assert to_lines(gaps.at(0.5) * CELL + corner, one, two).min() > 0.15 * CELL
            drawn_length = np.hypot(*(two - one).T).sum()
            length = walls.lengths().sum() * CELL
            assert drawn_length == pytest.approx(length, rel=2e-3)  # nothing twice
            strokes = sum(len(shape.strokes) for shape in shapes)
            assert strokes == fewest(maze.lattice, walls_by_state(maze)[0]), (name, parameters)
            bent = {shape.cap for shape in shapes}
            assert bent == {"square" if name == "rectangular" else "round"}


@READ
@pytest.mark.parametrize("kind", ["lines", "bands"])
@pytest.mark.parametrize("case", [{"rings": 5}, {"rings": 4, "hole": 2}], ids=called)
def test_arcs_are_arcs(tmp_path: Path, case: dict[str, Any], kind: str, suffix: str) -> None:
    """Every curve keeps to a circle, within a micrometre in PDF, and what is round is a curve."""
    maze = opened(build("polar", **case), seed=2)
    (file,) = export(maze, tmp_path / f"maze{suffix}", page_of(kind))
    sheet, shapes = read_file(file)
    middle = np.array([sheet.width, sheet.height]) / 2
    circles: NDArray[np.float64] = np.arange(12.0) * CELL
    if kind == "bands":
        circles = np.concatenate([circles + CELL / 14, circles - CELL / 14])
    curves = [np.array(curve) for shape in shapes for curve in shape.curves]
    assert curves
    precision = 0.001 if suffix == ".pdf" else 0.003
    middle += _off(np.concatenate(curves) - middle, circles)
    for curve in curves:
        assert np.abs(_off_circles(curve - middle, circles)).max() < precision
    round_about = sum(np.hypot(*np.diff(curve, axis=0).T).sum() for curve in curves)
    straight = [line for line in _chords(shapes, curves) if _around(line - middle)]
    assert not straight
    walls = lines_of(maze.lattice, walls_by_state(maze)[0])
    arcs = walls.lengths()[walls.curved].sum() * CELL
    if kind == "lines":
        assert round_about == pytest.approx(arcs, rel=1e-3)
    else:
        assert round_about == pytest.approx(2 * arcs, rel=0.25)


def _off_circles(away: Points, circles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return float64[k], how far places are outside of the nearest of the circles."""
    apart = np.hypot(*away.T)[:, None] - circles
    nearest: NDArray[np.float64] = apart[np.arange(len(away)), np.abs(apart).argmin(axis=1)]
    return nearest


def _off(away: Points, circles: NDArray[np.float64]) -> Points:
    """Return how far the middle is from where the size of the page, which is rounded, tells."""
    units = away / np.hypot(*away.T)[:, None]
    result: Points = np.linalg.lstsq(units, _off_circles(away, circles), rcond=None)[0]
    assert np.hypot(*result) < 0.005
    return result


def _chords(shapes: list[Shape], curves: list[Points]) -> list[Points]:
    """Return the lines that are drawn as lines."""
    of_curves = {(*one.tolist(), *two.tolist()) for curve in curves for one, two in pairwise(curve)}
    result = []
    for one, two in zip(*segments(shapes), strict=True):
        if (*one.tolist(), *two.tolist()) not in of_curves:
            result.append(np.stack([one, two]))
    return result


def _around(line: Points) -> bool:
    """Whether a line, longer than the end of a wall, goes round the middle."""
    along, away = line[1] - line[0], line.mean(axis=0)
    length = float(np.hypot(*along))
    if length < 1.2 * CELL / 7:
        return False
    return abs(float(along @ away)) < 0.7 * length * float(np.hypot(*away))


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", KNOWN.names())
def test_what_a_format_does_not_hold_is_refused(tmp_path: Path, name: str) -> None:
    maze = generate("growing-tree", largest(name), 7)
    page = Page(page="90x90mm", margin=4, solution="page", marks="word", walls="bands")
    for found in EXPORTERS:
        path = tmp_path / f"maze{found.suffix}"
        fits = (name == "rectangular" and found.name != "maz") or found.name == "dd2vtt"
        if found.drawn or fits or f"{name} {found.name}" == "hexagonal tmx":
            options: dict[str, Any] = {"dpi": 60} if found.name == "png" else {}
            export(maze, path, page, **options)
        else:
            with pytest.raises(MazeError, match=r"\.maze|16 × 16 cells"):
                export(maze, path, page)
            assert not path.exists()
