"""Path: the centre line of the passages or of the route, for a router, a pen or a sand table."""

from __future__ import annotations

import numpy as np

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design, strokes_of
from mazeeditor.making.jobs import machine_job
from mazeeditor.making.parts import CutPart, Product
from mazeeditor.making.paths.passages import passage_graph
from mazeeditor.making.paths.postman import EXACT, DoubledLines, doubled_lines
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, no_paths, paths_of
from mazeeditor.making.tabs.tabs import pieces_of_walls
from mazeeditor.maze.solvers import solve
from mazeeditor.page.marks.route import route_line
from mazeeditor.page.scene import Ids, Numbers
from mazeeditor.page.walls.wall_graph import WallGraph, graph_at


@machine_job(
    "path",
    _("Path"),
    order=5,
    uses=frozenset({"border", "corners", "line", "continuous", "ends"}),
)
def path(design: Design, job: Job) -> Product:
    """The centre line of all passages, or of the route, in the fewest strokes or without a lift.

    A line without a lift is the shortest from the entrance to an exit, or with ends anywhere the
    shortest there is. It has neither title nor marks.
    """
    warnings: tuple[str, ...] = ()
    details: dict[str, float] = {}
    if design.options.line == "route":
        line = _route(design, job)
    else:
        graph, openings = passage_graph(design.maze)
        if design.options.continuous and len(graph.ends):
            lengths = _lengths(graph)
            ends = _line_ends(graph, openings) if design.options.ends == "openings" else None
            doubled = doubled_lines(graph, lengths, ends, job)
            details = {"twice": float(lengths[doubled.twice].sum()) * design.cell}
            warnings = _warnings(doubled)
            graph = _with_doubled(graph, doubled)
        line = design.to_sheet(strokes_of(graph, job))
        if not len(line):
            raise MazeError(_("The maze has no passages to be followed: open some walls."))
    # title and marks would be lifts
    marks = no_paths() if design.options.continuous else design.engraved
    paths = {Operation.ENGRAVE: marks, Operation.SCORE: line}
    part = CutPart("path", _("Path"), paths | design.plate_around(paths))
    return Product((part,), warnings=warnings, details=details)


def _route(design: Design, job: Job) -> ToolPaths:
    solution = solve("breadth-first", design.maze, job=job)
    if not solution.solved:
        raise MazeError(_("The maze has no route from the entrance to an exit to be followed."))
    points, bulges = route_line(design.maze, solution)
    line = paths_of(points, np.array([0, len(points)]), bulges, closed=False)
    return design.to_sheet(line)


def _lengths(graph: WallGraph) -> Numbers:
    """Return float64[w], the length of each line and arc in cells."""
    x, y = (axis[graph.ends.reshape(-1, 2)] for axis in (graph.x, graph.y))
    chords = np.hypot(x[:, 1] - x[:, 0], y[:, 1] - y[:, 0])
    if not len(graph.bulges):
        return chords
    result: Numbers = chords / np.sinc(2 * np.arctan(graph.bulges) / np.pi)
    return result


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
    return (text.format(most=EXACT, count=doubled.junctions),)


def _with_doubled(graph: WallGraph, doubled: DoubledLines) -> WallGraph:
    """Return the graph with some lines twice."""
    again = np.flatnonzero(doubled.twice)
    ends = np.concatenate([graph.ends, graph.ends.reshape(-1, 2)[again].ravel()])
    bulges = (
        np.concatenate([graph.bulges, graph.bulges[again]]) if len(graph.bulges) else graph.bulges
    )
    return graph_at(ends, graph.x, graph.y, bulges)
