"""Files of micromouse contests and simulators: walls of whole rectangles, one format each."""

from __future__ import annotations

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files.micromouse import MAX_CELLS, map_chunks, maz_of, num_chunks
from mazeeditor.maze.maze import Maze
from mazeeditor.page.formats import exporter


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
