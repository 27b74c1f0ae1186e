"""Sheets repeat an outline that was painted by hand, in workers too, at any size."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mazeeditor.app.printing.sheet_draft import SheetRequest
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import Workers
from mazeeditor.editing.changes.blanking import blanking
from mazeeditor.editing.document import Document
from mazeeditor.maze.generators import generate
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import build
from mazeeditor.page.page import Page
from mazeeditor.sheets.pages.page_files import PageFormat
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_files import Printing


def painted() -> Document:
    """Return a maze of 8 x 8 cells without nine of them."""
    maze = generate("prim", build("rectangular", rows=8, columns=8), 1)
    recipe = Recipe("prim", seed=1, sizes={"rows": 8, "columns": 8})
    document = Document(maze, recipe)
    cells = np.array([maze.lattice.cell(row, column) for row in range(3) for column in range(3)])
    document.apply(blanking(document.maze, recipe, cells))
    return document


def request(document: Document, audience: str = "") -> SheetRequest:
    return SheetRequest(
        *(Sheet(count=3), Page(page="A4"), "", document.recipe, None),
        audience=audience,
        painted=document.maze.lattice,
    )


def test_each_maze_of_a_sheet_has_the_painted_outline() -> None:
    document = painted()
    order = request(document).order(rows=[])
    mazes = [puzzle.maze(Job()) for puzzle in order.puzzles()]
    assert len({maze.walls.tobytes() for maze in mazes}) == 3, "three different mazes"
    for maze in mazes:
        assert np.array_equal(maze.lattice.inside, document.maze.lattice.inside)
    assert mazes[0].lattice is mazes[2].lattice, "so pages share their layout"


def test_it_is_scaled_where_the_audience_wants_other_sizes() -> None:
    document = painted()
    order = request(document, "adult").order(rows=[])
    maze = order.puzzles()[0].maze(Job())
    lattice = maze.lattice
    assert lattice.size > 64
    assert 0.1 < 1 - lattice.cells / lattice.size < 0.3
    assert not lattice.inside[0], "the corner without cells is"
    assert lattice.inside[lattice.cell(lattice.rows // 2, lattice.columns // 2)]


def test_it_is_printed(tmp_path: Path) -> None:
    order = request(painted()).order(rows=[])
    printing = Printing.of(order, tmp_path / "a.pdf", PageFormat("pdf"), Job())
    files = printing.write(Job(), workers=Workers(1)).files
    assert files[0].read_bytes().startswith(b"%PDF")
