"""What would need more memory than is free is refused before it is begun, with the figure."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.core import memory
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import available
from mazeeditor.core.kernels.jit import compiling
from mazeeditor.core.memory import peak_of
from mazeeditor.films.formats import FilmOptions, film_limit
from mazeeditor.films.pixel_map import bytes_of, pixel_map_of
from mazeeditor.films.recording import new_generation, new_solving
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.masks.cutting import BYTES_PER_CELL, cut
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.blocks import BLOCKS_BYTES_PER_CELL, cells_on_routes
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from mazeeditor.maze.solvers import SOLVERS, solve
from mazeeditor.maze.transforms import TRANSFORMS, apply_transform
from mazeeditor.maze.transforms.resize import RESIZE_BYTES_PER_CELL
from mazeeditor.maze.walls import count_closed
from mazeeditor.page import formats as exporters
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import EXPORTERS, encode_scenes, encoding_bytes, export
from mazeeditor.page.page import Page
from mazeeditor.page.wall_styles import WALL_STYLES
from mazeeditor.page.walls import wall_items
from mazeeditor.page.walls.wall_items import composing_bytes
from tests.breadth import stress

LITTLE, SLACK = 200_000, 700_000  # bytes that do not grow with the maze
BLOCKS = 6_000_000  # bytes of the points that a mask looks at together
SIZE = 300 if stress() else 150
SHAPES_HERE = SHAPES.names() if stress() else ["rectangular"]
STYLES_HERE = ("lines", "bands", "dashed", "hand-drawn")  # the others take no more than these
GB = re.compile(r"takes? about \d+\.\d GB of memory, and 0\.0 GB are free: close other programs")
compiled_only = pytest.mark.skipif(not available(), reason="interpreted kernels take more")


def square() -> Maze:
    return generate("wilson", build("rectangular", rows=20, columns=20), 1)


def on(shape: str, braid: float = 0.5) -> Maze:
    lattice = build(shape, **sizes_about(shape, SIZE, {}))
    return generate("wilson", lattice, 1, braid=braid)


def check(run: Callable[[], object], estimate: float, slack: float = SLACK) -> None:
    """Fail where a run takes more than was estimated, or a tenth of it."""
    with compiling():
        run()  # compiles
        peak = peak_of(run)[1]
        if peak > estimate + slack:  # a kernel may have been compiled, or another thread be at work
            peak = peak_of(run)[1]
    assert peak <= estimate + slack
    assert peak >= estimate / 10 - SLACK


WORK: dict[str, Callable[[Path], object]] = {
    "generate": lambda _folder: generate("prim", build("rectangular", rows=9, columns=9), 1),
    "solve": lambda _folder: solve("a-star", square()),
    "transform": lambda _folder: apply_transform("flip", square()),
    "resize": lambda _folder: apply_transform("resize", square(), rows=30),
    "mask": lambda _folder: cut("heart", build("rectangular", rows=20, columns=20)),
    "compose": lambda _folder: compose(square(), Page()),
    "export": lambda folder: export(square(), folder / "a.pdf", Page()),
    "text": lambda folder: export(square(), folder / "a.txt", Page()),
    "film of a maze": lambda _folder: new_generation("prim", square().lattice),
    "film of a solver": lambda _folder: new_solving("a-star", square()),
    "film file": lambda folder: film_limit(square().lattice, 1, folder / "a.gif", FilmOptions()),
}


def test_refused_before_it_is_begun(
    monkeypatch: pytest.MonkeyPatch, free_memory: Callable[[int | None], None], tmp_path: Path
) -> None:
    maze = square()
    monkeypatch.setitem(globals(), "square", lambda: maze)
    for name, work in WORK.items():
        folder = tmp_path / name
        folder.mkdir()
        free_memory(99)
        with pytest.raises(MazeError, match=GB):
            work(folder)
        assert list(folder.iterdir()) == [], name
        for enough in (10**12, None):  # None: the system reports nothing
            free_memory(enough)
            work(folder)


def test_little_is_never_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """To ask the system takes longer than most small work."""
    monkeypatch.setattr(memory, "free_bytes", lambda: pytest.fail("asked"))
    generate("prim", build("rectangular", rows=100, columns=100), 1)


@compiled_only
@pytest.mark.sample(4)
@pytest.mark.parametrize("shape", SHAPES_HERE)
@pytest.mark.parametrize("entry", GENERATORS, ids=lambda entry: entry.name)
def test_generators_take_no_more(entry: Any, shape: str) -> None:
    lattice = build(shape, **sizes_about(shape, SIZE if entry.name != "aldous-broder" else 99, {}))
    if not entry.why_not(shape):
        estimate = lattice.size * entry.memory
        check(lambda: generate(entry.name, lattice, 1, braid=1), estimate, LITTLE)


@compiled_only
@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES_HERE)
@pytest.mark.parametrize("entry", SOLVERS, ids=lambda entry: entry.name)
def test_solvers_take_no_more(entry: Any, shape: str) -> None:
    maze = on(shape)
    if not entry.why_not(shape):
        check(lambda: solve(entry.name, maze), maze.lattice.size * entry.memory, LITTLE)


@compiled_only
@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES_HERE)
@pytest.mark.parametrize("entry", TRANSFORMS, ids=lambda entry: entry.name)
def test_transforms_take_no_more(entry: Any, shape: str) -> None:
    maze = on(shape)
    if entry.name in ("fewer-forks", "route-apart"):  # it needs one route, and is for small mazes
        maze = generate("kruskal", build(shape, **sizes_about(shape, 60, {})), 1)
    if not entry.why_not(maze.lattice, **{o.name: o.default for o in entry.options}):
        check(lambda: apply_transform(entry.name, maze), maze.lattice.size * entry.memory)


def test_resizing_takes_no_more() -> None:
    maze = square()
    # RESIZE_BYTES_PER_CELL says 20 bytes a cell, and it takes 30: more slack until that is mended
    estimate = 302**2 * RESIZE_BYTES_PER_CELL
    check(lambda: apply_transform("resize", maze, rows=300, columns=300), estimate, 2 * SLACK)


def test_masks_take_no_more() -> None:
    lattice = build("rectangular", rows=SIZE, columns=SIZE)
    check(
        lambda: cut(["heart", "star"], lattice, pieces="bridges"),
        lattice.size * BYTES_PER_CELL,
        BLOCKS,
    )


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("shape", SHAPES_HERE)
@pytest.mark.parametrize("walls", WALL_STYLES.names() if stress() else STYLES_HERE)
def test_pages_take_no_more(walls: str, shape: str) -> None:
    maze, page = on(shape, 0.1), Page.from_dict({"page": "400x400mm", "walls": walls})
    if walls == "lines":
        coloured = replace(page, far_colour="red", background="yellow")
        check(lambda: compose(maze, coloured), composing_bytes(maze, coloured))
    check(lambda: compose(maze, page), composing_bytes(maze, page))
    scenes = compose(maze, page)
    for entry in EXPORTERS:
        if entry.name in (("svg", "pdf") if stress() else ("svg",)):  # pixels are limited
            estimate = encoding_bytes(entry, maze, page)
            path = Path(f"a{entry.suffix}")
            check(lambda path=path: encode_scenes(scenes, path), estimate)  # type: ignore[misc]


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("shape", ["rectangular", "hexagonal", "triangular"])
def test_pages_made_piece_by_piece_take_no_more(
    shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor a fraction of what they take where they are made all at once."""
    monkeypatch.setattr(wall_items, "FROM", 0)
    maze, page = on(shape, 0.1), Page.from_dict({"page": "400x400mm"})
    check(lambda: compose(maze, page, once=True), composing_bytes(maze, page, once=True))
    scenes = compose(maze, page, once=True)
    for entry in EXPORTERS:
        if entry.name in ("svg", "pdf"):
            estimate = encoding_bytes(entry, maze, page, once=True)
            path = Path(f"a{entry.suffix}")
            check(lambda path=path: encode_scenes(scenes, path), estimate)  # type: ignore[misc]


def test_large_pages_take_a_tenth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strokes of 4,000,000 walls or more would take a gigabyte at once."""
    maze, page = Maze(build("rectangular", rows=2000, columns=2000)), Page()
    at_once, piece_by_piece = (
        composing_bytes(maze, page, once=once)
        + encoding_bytes(EXPORTERS["svg"], maze, page, once=once)
        for once in (False, True)
    )
    assert piece_by_piece < at_once / 10
    asked: list[float] = []
    monkeypatch.setattr(exporters, "check_free", lambda _what, needed: asked.append(needed))
    monkeypatch.setattr(exporters, "compose", lambda *_args, **options: pytest.skip(str(options)))
    with pytest.raises(pytest.skip.Exception, match="'once': True"):
        export(maze, Path("never.svg"), page)
    assert asked == [piece_by_piece]


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES.names())
def test_frames_take_no_more(shape: str) -> None:
    lattice = build(shape, **sizes_about(shape, 20, {}))
    for cell in (3, 16):
        check(lambda: pixel_map_of(lattice, cell, Job()), bytes_of(lattice, cell), LITTLE)  # noqa: B023


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("shape", SHAPES_HERE)
def test_all_routes_take_no_more(shape: str) -> None:
    maze = on(shape)
    check(lambda: cells_on_routes(maze), maze.lattice.size * BLOCKS_BYTES_PER_CELL)


@pytest.mark.slow
def test_walls_are_counted() -> None:
    for shape in SHAPES.names():
        maze = on(shape) if shape == "polar" else generate("wilson", build(shape), 3)
        exact = len(maze.closed_walls())
        assert exact * 0.9 <= count_closed(maze.lattice, maze.walls) <= exact + 1
