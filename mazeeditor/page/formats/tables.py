"""Tables for spreadsheets and programs: 1 for walls, 0 for passages, letters for the openings."""

from __future__ import annotations

from collections.abc import Iterator

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files.plain_text import text_chunks
from mazeeditor.maze.maze import Maze
from mazeeditor.page.formats import exporter

MAX_TABLE_CELLS = 450_000  # cells: each is four fields, and so many are read
_FIELDS = str.maketrans("# ", "10")


@exporter("csv", _("Table"), suffix=".csv", order=5, drawn=False, memory=60, most=MAX_TABLE_CELLS)
def csv(maze: Maze, job: Job) -> bytes:
    """A table with a field for each wall, post and cell that reads back as the same maze."""
    return "".join(",".join(row) + "\n" for row in _rows(maze, job)).encode()


@exporter("json", _("JSON"), suffix=".json", order=5, drawn=False, memory=80, most=MAX_TABLE_CELLS)
def json_(maze: Maze, job: Job) -> bytes:
    """An array of rows of walls, posts and cells that reads back as the same maze."""
    rows = (",".join(_value(field) for field in row) for row in _rows(maze, job))
    return ("[[" + "],\n[".join(rows) + "]]\n").encode()


def _value(field: str) -> str:
    return field if field in "01" else f'"{field}"'


def _rows(maze: Maze, job: Job) -> Iterator[str]:
    """Yield the rows of the block form with 1 for walls and 0 for passages."""
    for chunk in text_chunks(maze, form="blocks", job=job):
        yield from chunk.decode().translate(_FIELDS).splitlines()
