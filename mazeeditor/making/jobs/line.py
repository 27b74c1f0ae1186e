"""Line: all passages as one line without a lift, for a pen, a router or a sand table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design, strokes_of
from mazeeditor.making.jobs import OUTLINED, machine_job
from mazeeditor.making.parts import CutPart, Product
from mazeeditor.making.paths.passages import passage_graph
from mazeeditor.making.paths.postman import EXACT_POSTS, DoubledLines, doubled_lines
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, no_paths
from mazeeditor.making.tabs.tabs import pieces_of_walls
from mazeeditor.page.scene import Ids
from mazeeditor.page.walls.wall_graph import WallGraph, graph_at


@machine_job(
    "line",
    _("One line"),
    order=5,
    uses=frozenset({*OUTLINED, "corners", "ends"}),
    marked=False,
)
def line(design: Design, job: Job) -> Product:
    """The maze as one line without a lift, the shortest that runs through all passages.

    It runs from the entrance to an exit, or its ends may be anywhere: then it is the shortest there
    is. It has neither title nor marks, which would be lifts.
    """
    return one_line(design, job).product(design, "line", _("One line"))


class OneLine(NamedTuple):
    """A line through all passages, one for each piece of the maze, in mm.

    ``twice`` mm of it are drawn twice; ``notes`` are for people.
    """

    paths: ToolPaths
    twice: float
    warnings: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def product(self, design: Design, name: str, label: str) -> Product:
        """Return what is made of it: the line, and what is cut around it."""
        paths = {Operation.ENGRAVE: no_paths(), Operation.SCORE: self.paths}
        part = CutPart(name, label, design.on_plate(paths))
        details = {"twice": self.twice}
        return Product((part,), warnings=self.warnings, details=details, notes=self.notes)


def one_line(design: Design, job: Job) -> OneLine:
    """Return the line; raises ``MazeError`` without passages, and ``CancelledError``."""
    graph, openings = passage_graph(design.maze)
    if not len(graph.ends):
        raise no_passages()
    lengths = graph.lengths
    ends = _line_ends(graph, openings) if design.options.ends == "openings" else None
    doubled = doubled_lines(graph, lengths, ends, job)
    paths = design.to_sheet(strokes_of(_with_doubled(graph, doubled), job))
    twice = float(lengths[doubled.twice].sum()) * design.cell
    notes: tuple[str, ...] = ()
    if ends is not None and not len(ends):
        text = _(
            "The line ends where it begins, as no entrance and exit are joined: a closed line, "
            "which can be begun anywhere."
        )
        notes = (text,)
    return OneLine(paths, twice, _warnings(doubled), notes)


def no_passages() -> MazeError:
    return MazeError(_("The maze has no passages to follow: open some walls."))


def _line_ends(graph: WallGraph, openings: Ids) -> Ids:
    """Return the posts of the first opening and of the next one joined to it, else none."""
    first, others = openings[:1], openings[1:]
    piece = pieces_of_walls(graph)
    joined = others[(piece[others] == piece[first]) & (others != first)]
    return np.concatenate([first, joined[:1]]) if len(joined) else joined


def _warnings(doubled: DoubledLines) -> tuple[str, ...]:
    if doubled.shortest:
        return ()
    text = _(
        "This line may not be the shortest: that is found for up to {most:,} junctions on loops, "
        "and this maze has {count:,}."
    )
    return (text.format(most=EXACT_POSTS, count=doubled.junctions),)


def _with_doubled(graph: WallGraph, doubled: DoubledLines) -> WallGraph:
    again = np.flatnonzero(doubled.twice)
    ends = np.concatenate([graph.ends, graph.ends.reshape(-1, 2)[again].ravel()])
    bulges = (
        np.concatenate([graph.bulges, graph.bulges[again]]) if len(graph.bulges) else graph.bulges
    )
    return graph_at(ends, graph.x, graph.y, bulges)
