"""Path: the centre line of the passages or of the route, for a router, a pen or a sand table."""

from __future__ import annotations

import numpy as np

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design, strokes_of
from mazeeditor.making.jobs import OUTLINED, machine_job
from mazeeditor.making.jobs.line import no_passages, one_line
from mazeeditor.making.parts import CutPart, Product
from mazeeditor.making.paths.passages import passage_graph
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, no_paths, paths_of
from mazeeditor.maze.solvers import solve
from mazeeditor.page.marks.route import route_line


@machine_job(
    "path",
    _("Passages as lines"),
    order=6,
    uses=frozenset({*OUTLINED, "corners", "line", "continuous", "ends"}),
)
def path(design: Design, job: Job) -> Product:
    """The middle of all passages as lines, as few as there can be, or of the route.

    ``continuous`` makes what the job line makes, for projects and commands of earlier versions.
    """
    options = design.options
    if options.continuous and options.line == "passages":
        return one_line(design, job).product(design, "path", _("Path"))
    if options.line == "route":
        line = _route(design, job)
    else:
        graph, _openings = passage_graph(design.maze)
        line = design.to_sheet(strokes_of(graph, job))
        if not len(line):
            raise no_passages()
    # title and marks would be lifts
    marks = no_paths() if options.continuous else design.engraved
    paths = {Operation.ENGRAVE: marks, Operation.SCORE: line}
    part = CutPart("path", _("Path"), design.on_plate(paths))
    return Product((part,))


def _route(design: Design, job: Job) -> ToolPaths:
    solution = solve("breadth-first", design.maze, job=job)
    if not solution.solved:
        raise MazeError(_("The maze has no route to follow from the entrance to an exit."))
    points, bulges = route_line(design.maze, solution)
    line = paths_of(points, np.array([0, len(points)]), bulges, closed=False)
    return design.to_sheet(line)
