"""Plate: walls of a height on a floor, as a solid for printers."""

from __future__ import annotations

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design
from mazeeditor.making.jobs import machine_job
from mazeeditor.making.parts import Product
from mazeeditor.making.solid import walls_on_floor
from mazeeditor.page.marks.free_ground import grown

LEAST = 0.05  # mm: less is lost in files, which round to six digits


@machine_job(
    "plate",
    _("Plate"),
    order=7,
    border=2.0,
    uses=frozenset({"border", "floor", "height"}),
    solid=True,
    outlined=True,
    memory=1200,
)
def plate(design: Design, job: Job) -> Product:
    """Walls of a height on a floor, watertight, to be printed."""
    options = design.options
    border = design.border
    if border < LEAST:
        text = _("The floor must reach beyond the walls: choose a border of {least:g} mm or more.")
        raise UsageError(text.format(least=LEAST))
    walls = design.wall_outlines(0.0, job)
    box = grown(walls.box, border, border)
    solid = walls_on_floor(walls, box, options.floor, options.height, job)
    details = {"volume": solid.volume, "triangles": float(len(solid.triangles))}
    return Product((), details=details, solid=solid)
