"""Inlay: the walls as a part of their own, to be glued on a base that shows where they belong."""

from __future__ import annotations

from dataclasses import replace

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design, centre_lines
from mazeeditor.making.jobs import OUTLINED, TABBED, machine_job
from mazeeditor.making.jobs.stencil import remaining_walls
from mazeeditor.making.parts import CutPart, Product, Seat
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.sizes import page_for_walls
from mazeeditor.making.tabs.places import BETWEEN

EXPLODED_GAP = 0.15  # of its width: how far above the base walls are in an exploded picture
WALLS = 0.6  # of the work, about; the rest are centre lines


@machine_job(
    "inlay",
    _("Inlay"),
    order=4,
    border=10.0,
    uses=frozenset({*OUTLINED, "rim_text", "corners", *TABBED, "assembly"}),
    memory=2800,
    outlined=True,
    page=page_for_walls,
    tabs=BETWEEN,
)
def inlay(design: Design, job: Job) -> Product:
    """The walls are cut out, to be glued on a base with their places engraved."""
    with job.part(WALLS):
        walls = remaining_walls(design, job)
    paths = {Operation.ENGRAVE: design.engraved, Operation.SCORE: centre_lines(design, job)}
    hung = design.mass_of(walls.paths, job)
    around = design.on_plate(paths, {**paths, **walls.paths}, hung)
    seats = (Seat(""),) if Operation.OUTER_CUT in around else ()  # a base without edge is no body
    base = CutPart("base", _("Base"), around, seats=seats)
    thickness = design.material.thickness
    above = Seat(
        "", 1, (0.0, 0.0, thickness), away=(0.0, 0.0, EXPLODED_GAP * (walls.box[2] - walls.box[0]))
    )
    walls = replace(walls, seats=(above,) if seats else ())
    steps = (_("Lay the base down with its lines up."), _("Glue the walls on the lines."))
    return Product((base, walls), (_("glue"),), narrowest=design.wall, steps=steps)
