"""Text, tables and Micromouse mazes: signs for walls and cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files.micromouse import MAX_CELLS, map_chunks, maz_of, num_chunks
from mazeeditor.files.plain_text import Forms, Posts, text_chunks
from mazeeditor.maze.maze import Maze
from mazeeditor.page.formats import exporter


@exporter("text", _("Text"), suffix=".txt", order=5, drawn=False, memory=20)
def text(
    maze: Maze,
    job: Job,
    *,
    signs: Annotated[
        Forms,
        _("signs that draw the maze: posts and lines, blocks, box drawing, or a digit a cell"),
    ] = "lines",
    posts: Annotated[Posts, _("sign for posts between lines")] = "o",
) -> bytes:
    """Plain text that reads back as the same maze."""
    return b"".join(text_chunks(maze, form=signs, posts=posts, job=job))


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


@exporter("map", _("Micromouse text"), suffix=".map", order=6, drawn=False, memory=20)
def map_(maze: Maze, job: Job) -> bytes:
    """Text for the simulator mms, with a closed border and letters in the cells."""
    return b"".join(map_chunks(maze, job))


@exporter(
    "num", _("Micromouse cells"), suffix=".num", order=7, drawn=False, memory=200, most=MAX_CELLS
)
def num(maze: Maze, job: Job) -> bytes:
    """A line a cell for the simulator mms: place and four walls, no openings."""
    return b"".join(num_chunks(maze, job))


@exporter("maz", _("Micromouse 16 × 16"), suffix=".maz", order=8, drawn=False, memory=20)
def maz(maze: Maze, job: Job) -> bytes:
    """The 256 bytes of a contest maze of 16 × 16 cells, without openings."""
    job.phase(1)
    data = maz_of(maze)
    job.step(1)
    return data
