"""The walls of a maze as tool paths: their centre lines, or cuts around what remains of them."""

from __future__ import annotations

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design
from mazeeditor.making.parts import CutPart
from mazeeditor.making.paths.operations import Operation
from mazeeditor.making.paths.tool_paths import ToolPaths, areas_of, no_paths
from mazeeditor.making.tabs.cuts import with_tabs
from mazeeditor.making.tabs.tabs import tabs_between_walls
from mazeeditor.page.walls.pen_strokes import chains_of
from mazeeditor.page.walls.wall_graph import WallGraph

STROKES = 0.3  # of the work, about
TABBED = ("tabs", "tabs_at", "tab")  # options of jobs whose parts are held together


def centre_lines(design: Design, job: Job) -> ToolPaths:
    """Return the walls as the fewest lines, in mm; raises ``CancelledError``."""
    return design.to_sheet(strokes_of(design.graph, job))


def strokes_of(graph: WallGraph, job: Job) -> ToolPaths:
    """Return the lines of a graph as the fewest strokes, in cells; raises ``CancelledError``."""
    if not len(graph.ends):
        return no_paths()
    job.phase(len(graph.ends), STROKES)
    chains = chains_of(graph, job)
    points = np.stack([graph.x[chains.posts], graph.y[chains.posts]], axis=1)
    bulges = chains.bulges if len(chains.bulges) else np.zeros(len(points))
    return ToolPaths(points, chains.starts, chains.closed, bulges)


def remaining_walls(design: Design, job: Job) -> CutPart:
    """Return the walls, with tabs, as a part; raises ``CancelledError``."""
    rings = design.wall_outlines(design.half_kerf, job)
    tabs = tabs_between_walls(design, rings, job)
    cuts = cuts_around(with_tabs(rings, list(tabs.crossings), job))
    return CutPart("walls", _("Walls"), cuts, tabs.loose, tabs=tabs)


def cuts_around(rings: ToolPaths) -> dict[Operation, ToolPaths]:
    """Return the rings around walls as outer cuts, those around what they enclose as inner ones."""
    outside = areas_of(rings) > 0
    return {
        Operation.INNER_CUT: rings.chosen(np.flatnonzero(~outside)),
        Operation.OUTER_CUT: rings.chosen(np.flatnonzero(outside)),
    }
