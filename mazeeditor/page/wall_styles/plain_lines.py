"""Plain lines: what print shops and lasers take best."""

from __future__ import annotations

import math

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.page.scene import Strokes
from mazeeditor.page.wall_styles import Pen, Usual, lines_of, wall_style
from mazeeditor.page.walls.wall_graph import WallGraph

HAIRLINE = 0.01  # mm


@wall_style("lines", _("Lines"), order=1, memory=180, plain=True)
def lines(graph: WallGraph, pen: Pen, job: Job) -> Strokes:
    """Stroked lines."""
    return lines_of(graph, pen, job)[0]


@wall_style(
    "hairlines",
    _("Hairlines (laser)"),
    order=9,
    memory=180,
    plain=True,
    usual=Usual(math.inf, HAIRLINE),
    fixed=_("Hairlines have one thickness"),
)
def hairlines(graph: WallGraph, pen: Pen, job: Job) -> Strokes:
    """Centre lines for a laser."""
    return lines_of(graph, pen, job)[0]
