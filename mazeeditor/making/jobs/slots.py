"""Slots: the walls are cut out of a plate, as slots that light falls through or sheets stand in."""

from __future__ import annotations

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design
from mazeeditor.making.jobs import OUTLINED, TABBED, machine_job
from mazeeditor.making.parts import CutPart, Product
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.sizes import page_for_slots
from mazeeditor.making.tabs.cuts import with_tabs
from mazeeditor.making.tabs.places import ACROSS
from mazeeditor.making.tabs.tabs import tabs_across_walls


@machine_job(
    "slots",
    _("Walls cut through"),
    order=2,
    border=10.0,
    uses=frozenset({*OUTLINED, "rim_text", "corners", *TABBED}),
    memory=1700,
    outlined=True,
    page=page_for_slots,
    tabs=ACROSS,
)
def slots(design: Design, job: Job) -> Product:
    """The walls are cut through a plate; narrow bridges (tabs) hold what would fall out."""
    if design.wall <= design.kerf:
        text = _(
            "Slots of {wall:g} mm are too narrow for a tool that cuts {kerf:g} mm wide: make the "
            "walls thicker, or choose Engraving."
        )
        raise UsageError(text.format(wall=design.wall, kerf=design.kerf))
    rings = design.wall_outlines(-design.half_kerf, job)
    tabs = tabs_across_walls(design, rings, job)
    paths = {
        Operation.ENGRAVE: design.engraved,
        Operation.INNER_CUT: with_tabs(rings, list(tabs.crossings), job),
    }
    part = CutPart("plate", _("Plate"), design.on_plate(paths), tabs.loose, tabs=tabs)
    return Product((part,), narrowest=design.layout.passage("bands"))
