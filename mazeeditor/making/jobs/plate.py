"""Plate: walls of a height on a floor, as a solid for printers."""

from __future__ import annotations

from dataclasses import replace

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design
from mazeeditor.making.edges.outline import NONE
from mazeeditor.making.jobs import OUTLINED, machine_job
from mazeeditor.making.parts import Product
from mazeeditor.making.paths.tool_paths import Operation, join_paths, no_paths
from mazeeditor.making.solid import walls_on_floor

MIN_MM = 0.05  # mm: less is lost in files, which round to six digits


@machine_job(
    "plate",
    _("Plate"),
    order=7,
    border=2.0,
    uses=frozenset({*OUTLINED, "floor", "height"}),
    solid=True,
    outlined=True,
    memory=1200,
    marked=False,
)
def plate(design: Design, job: Job) -> Product:
    """Walls on a floor, in one piece without gaps, for a 3D printer."""
    options = design.options
    if options.outline == NONE:
        raise UsageError(_("A plate needs a floor: choose another outline than none."))
    if design.border < MIN_MM:
        text = _("The floor must reach beyond the walls: choose a border of {least:g} mm or more.")
        raise UsageError(text.format(least=MIN_MM))
    design = replace(design, options=replace(options, kerf=0.0))  # a printer takes nothing away
    walls = design.wall_outlines(0.0, job)
    standing = design.mass_of({Operation.OUTER_CUT: walls}, job)
    hung = standing.times(options.height / options.floor)
    rings = design.on_plate({}, {Operation.SCORE: walls}, hung)
    ground = join_paths([rings[Operation.OUTER_CUT], rings.get(Operation.INNER_CUT, no_paths())])
    solid = walls_on_floor(walls, ground, options.floor, options.height, job)
    details = {"volume": solid.volume, "triangles": float(len(solid.triangles))}
    return Product((), details=details, solid=solid)
