"""A book that is one maze, read back from its files: walls, rings and pages, by networkx."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest

import mazeeditor
from mazeeditor.core.disk.json_files import to_json
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.files import Project
from mazeeditor.files.project import as_bytes
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.portals.network import START
from mazeeditor.maze.recipe import Recipe
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_mazes import Known
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from mazeeditor.sheets.pages.text_pages import TextPlan
from tests.cli.run import mazeeditor as run
from tests.page.formats.drawn import Letters, Sheet
from tests.page.formats.read_pdf import read_pdf
from tests.page.formats.read_svg import read_svg

ROWS, COLUMNS = 8, 7
Cell = tuple[int, int, int]  # page, row, column


def values_of(count: int = 6, **values: Any) -> dict[str, Any]:
    chapter = {
        "count": count,
        "sizes": {"rows": ROWS, "columns": COLUMNS},
        "page": {"marks": "none"},
        **values.pop("chapter", {}),
    }
    plain = {"cover": False, "how_to": False, "chapter_pages": False, "trim": "5.5x8.5in"}
    head = {"format": "mazeeditor book", "version": 1, "one_maze": True, **plain}
    return {**head, "seed": 7, "chapters": [chapter], **values}


def planned(folder: Path = Path(), known: Known | None = None, **values: Any) -> BookPrinting:
    job = Job()
    return BookPrinting.of(
        book_of(to_json(values_of(**values)), AllowedFiles(folder), job), job, known=known
    )


# What the files say


@dataclass
class Read:
    """The walls of a page between cells, its gaps, and the portals: cell, number, page."""

    open_ways: list[tuple[tuple[int, int], tuple[int, int]]]
    gaps: list[tuple[int, int]]
    portals: list[tuple[tuple[int, int], int, int]]


def read_page(sheet: Sheet, layer: str, texts: list[Letters]) -> Read:
    """Read a page of a maze of squares; texts are where their middles are."""
    walls = [
        (before, after)
        for shape in sheet.shapes[layer]
        if shape.stroke
        for line in shape.lines()
        for before, after in pairwise(line)
    ]
    xs, ys = zip(*(point for wall in walls for point in wall), strict=True)
    left, top, cell = min(xs), min(ys), (max(xs) - min(xs)) / COLUMNS
    assert max(ys) - top == pytest.approx(ROWS * cell, abs=0.05)
    closed = set()
    for (x0, y0), (x1, y1) in walls:
        steps = round(hypot(x1 - x0, y1 - y0) / cell)
        for step in range(steps):
            share = (step + 0.5) / steps
            middle = x0 + (x1 - x0) * share - left, y0 + (y1 - y0) * share - top
            closed.add((round(2 * middle[0] / cell), round(2 * middle[1] / cell)))
    ways, gaps = [], []
    for row in range(ROWS):
        for column in range(COLUMNS):
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                if (2 * column + 1 + right, 2 * row + 1 + down) in closed:
                    continue
                other = row + down, column + right
                if 0 <= other[0] < ROWS and 0 <= other[1] < COLUMNS:
                    ways.append(((row, column), other))
                else:
                    gaps.append((row, column))
    inside = {
        (int((text.y - top) / cell), int((text.x - left) / cell)): int(text.text)
        for text in texts
        if text.text.isdecimal() and top < text.y < top + ROWS * cell
    }
    leads: dict[int, int] = {}
    for text in texts:
        if found := re.fullmatch(r"p\. (\d+)", text.text):
            place = int((text.y - top) / cell), int((text.x - left) / cell)
            leads[inside[place]] = int(found[1])
        elif found := re.fullmatch(r"(\d+) → p\. (\d+)", text.text):
            leads[int(found[1])] = int(found[2])
    return Read(ways, gaps, [(place, number, leads[number]) for place, number in inside.items()])


def whole_of(pages: list[Read]) -> tuple[nx.Graph[Cell], list[Cell]]:
    """Return all pages as one graph with the gaps; asserts that each portal leads to its pair."""
    graph: nx.Graph[Cell] = nx.Graph()
    ends: dict[int, list[tuple[Cell, int]]] = {}
    for number, page in enumerate(pages, 1):
        graph.add_nodes_from((number, r, c) for r in range(ROWS) for c in range(COLUMNS))
        graph.add_edges_from(((number, *one), (number, *other)) for one, other in page.open_ways)
        for place, portal, leads in page.portals:
            ends.setdefault(portal, []).append(((number, *place), leads))
    for (one, to), (other, back) in ends.values():
        assert (one[0], other[0]) == (back, to)
        graph.add_edge(one, other)
    return graph, [(number, *gap) for number, page in enumerate(pages, 1) for gap in page.gaps]


def check_whole(pages: list[Read], visits: int) -> None:
    """Assert that all pages are a tree, and that the way from gap to gap passes so many."""
    graph, gaps = whole_of(pages)
    assert nx.is_tree(graph)
    assert [gap[0] for gap in gaps] == [1, len(pages)]
    path = nx.shortest_path(graph, *gaps)
    assert len({page for page, _row, _column in path}) >= visits
    taken = {frozenset(step) for step in pairwise(path) if step[0][0] != step[1][0]}
    for number, page in enumerate(pages, 1):
        ends = {(number, *place) for place, _portal, _leads in page.portals}
        assert any(not any(end in step for step in taken) for end in ends)


@pytest.mark.slow
def test_pages_read_back_from_svg(tmp_path: Path) -> None:
    """The page stands in the rings."""
    values = values_of(14, answers="none", mazes_passed=11, page_numbers="center")
    files = mazeeditor.book(values, tmp_path / "a.svg")
    assert len(files) == 14
    pages = []
    for file in files:
        sheet = read_svg(file.read_bytes())
        groups = ElementTree.fromstring(file.read_bytes())
        (group,) = [each for each in groups if each.get("id") == "tokens"]
        shown = {child.text for child in group}
        texts = [text for text in sheet.letters if text.text in shown and text.size]
        pages.append(read_page(sheet, "walls", texts))
    check_whole(pages, 11)


@pytest.mark.slow
def test_pages_read_back_from_pdf(tmp_path: Path) -> None:
    """The page stands below the maze where rings are small: words as poppler finds them."""
    look = {"marks": "none", "cell": 9.0}
    values = values_of(12, answers="none", mazes_passed=9, chapter={"page": look})
    (file,) = mazeeditor.book(values, tmp_path / "a.pdf")
    command = ["pdftotext", "-bbox-layout", str(file), "-"]
    words = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    root = ElementTree.fromstring(re.sub(r'xmlns="[^"]*"|<!DOCTYPE[^>]*>', "", words))
    pages = []
    for sheet, page in zip(read_pdf(file.read_bytes()), root.iter("page"), strict=True):
        texts = []
        for line in page.iter("line"):
            text = " ".join(word.text or "" for word in line.iter("word"))
            box = [
                float(line.attrib[name]) * 25.4 / 72 for name in ("xMin", "yMin", "xMax", "yMax")
            ]
            middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            entries = re.findall(r"\d+ → p\. \d+|^\d+$", text)
            texts += [Letters(*middle, 1.0, entry) for entry in entries]
        assert any("→" in text.text for text in texts)
        bottom = max(text.y for text in texts if "→" in text.text)  # above the page number
        texts = [text for text in texts if text.y <= bottom]
        walls = [shape for shape in sheet.shapes[""] if shape.stroke]
        pages.append(read_page(Sheet(0, 0, {"": walls}), "", texts))
    check_whole(pages, 9)


# Answers


@pytest.mark.slow
def test_answers_have_the_way_and_the_order_of_the_portals() -> None:
    printing = planned(count=10)
    assert printing.whole
    way = printing.whole.way
    (table,) = [page.table for page in printing.pages if isinstance(page, TextPlan) and page.table]
    pages = {
        page.puzzles[0].number: page.number
        for page in printing.pages
        if isinstance(page, PagePlan) and page.kind == "puzzles"
    }
    assert [row[:2] for row in table.rows] == [
        (str(step), str(pages[visit.maze])) for step, visit in enumerate(way, 1)
    ]
    assert table.rows[0][2] == "Start"
    assert table.rows[-1][3] == "Finish"
    assert all(one[3] == other[2] for one, other in pairwise(table.rows))
    answered = [
        puzzle.number
        for page in printing.pages
        if isinstance(page, PagePlan) and page.kind == "answers"
        for puzzle in page.puzzles
    ]
    assert answered == sorted({visit.maze for visit in way})
    for page in printing.pages:
        page.composed(Job())


# Edited by hand


def edited(folder: Path, number: int, edit: Any, **values: Any) -> dict[str, Any]:
    """Return a book whose maze of that number is a file, changed by ``edit``."""
    printing = planned(**values)
    maze = printing.mazes[number - 1].puzzle.maze(Job())
    edit(printing, maze)
    (folder / "own.maze").write_bytes(as_bytes(Project(maze, Recipe())))
    return {**values, "replaced": {str(number): {"file": "own.maze"}}}


def cut_way(number: int) -> Any:
    """Return what closes a passage on the way through a maze."""

    def edit(printing: BookPrinting, maze: Maze) -> None:
        puzzle = printing.mazes[number - 1].puzzle
        assert puzzle.part
        leg = puzzle.part.links.legs[0]
        placed = puzzle.linked(Job())
        cells = dict(
            zip((one.number for one in puzzle.part.links.portals), placed.cells, strict=True)
        )
        end = leg.leaves if leg.enters == START else leg.enters
        lattice, cell = maze.lattice, cells[end]
        slot = next(slot for slot in range(4) if not maze.walls[cell] >> slot & 1)
        maze.toggle(np.array([lattice.wall(cell, slot)]))

    return edit


@pytest.mark.slow
def test_a_page_edited_by_hand_keeps_the_verdict_true(tmp_path: Path) -> None:
    known, before = Known(), planned(count=8)
    assert before.whole
    number = before.whole.way[1].maze
    values = edited(tmp_path, number, cut_way(number), count=8)
    printing = planned(tmp_path, known, **values)
    assert printing.whole
    assert not printing.whole.is_one
    page = next(
        page.number
        for page in printing.pages
        if isinstance(page, PagePlan) and page.puzzles[0].number == number
    )
    assert printing.wrong_with_whole == [f"The way is cut on page {page}."]
    untouched = edited(tmp_path, number, lambda _printing, _maze: None, count=8)
    again = planned(tmp_path, known, **untouched)
    assert again.whole == before.whole
    graphs = len(known.graphs)
    planned(tmp_path, known, **untouched)
    assert len(known.graphs) == graphs == 7 + 2  # each maze is looked at once


def test_another_maze_of_the_chapter_can_be_edited_as_well(tmp_path: Path) -> None:
    """Its file says by its seed which one it was: portals are where they were in that."""
    other = planned(count=4, replaced={"2": {"seed": 99}})
    assert other.whole
    assert other.whole.is_one
    puzzle = other.mazes[1].puzzle
    assert isinstance(puzzle.source, Recipe)
    project = Project(puzzle.maze(Job()), puzzle.source)
    (tmp_path / "own.maze").write_bytes(as_bytes(project))
    again = planned(tmp_path, count=4, replaced={"2": {"file": "own.maze"}})
    assert again.whole == other.whole
    assert again.mazes[1].puzzle.linked(Job()).cells == puzzle.linked(Job()).cells


def test_a_file_of_another_size_has_no_place_for_portals(tmp_path: Path) -> None:
    (tmp_path / "own.maze").write_bytes(
        as_bytes(Project(mazeeditor.generate(rows=5, columns=5, seed=1), Recipe()))
    )
    printing = planned(tmp_path, count=4, replaced={"2": {"file": "own.maze"}})
    assert printing.whole
    assert not printing.whole.is_one
    assert "Maze 2 has another shape or size" in printing.wrong_with_whole[0]
    with pytest.raises(MazeError, match="Maze 2 has another shape or size"):
        printing.pages[1].composed(Job())


def test_the_flags_of_the_command_line(tmp_path: Path) -> None:
    values = values_of(6, answers="none")
    del values["one_maze"]
    (tmp_path / "a.mazebook").write_text(json.dumps(values))
    flags = ["--one-maze", "--maze-parts", 3, "--mazes-passed", 5, "--workers", 1]
    ran = run("book", "a.mazebook", *flags, "-o", "a.pdf", cwd=tmp_path)
    assert ran.status == 0
    assert re.search(r"One way through [56] of 6 mazes, \d+ of 17 portals are right", ran.out)


def test_what_cannot_be_one_maze() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"page_numbers": "none"}, "needs page numbers"),
        ({"count": 1}, "needs 2 mazes at least, not 1"),
        ({"mazes_passed": 9}, "can pass 6 of 6 mazes at most, not 9"),
        ({"chapter": {"recipe": {"braid": 0.5}}}, "has no loops .braid.: chapter 1 does"),
        ({"chapter": {"page": {"along": "numbers"}}}, "has no things along the route: chapter 1"),
    ]
    for values, message in cases:
        with pytest.raises(UsageError, match=message):
            planned(**values)


def test_cells_too_small_for_portals_are_named() -> None:
    printing = planned(count=2, chapter={"sizes": {"rows": 50, "columns": 40}})
    with pytest.raises(UsageError, match="too small to be read"):
        printing.pages[0].composed(Job())
