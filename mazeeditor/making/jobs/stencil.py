"""Stencil: the passages are cut out, the walls remain."""

from __future__ import annotations

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design
from mazeeditor.making.jobs import TABBED, machine_job
from mazeeditor.making.parts import CutPart, Product
from mazeeditor.making.paths.tool_paths import cuts_around
from mazeeditor.making.sizes import page_for_walls
from mazeeditor.making.tabs.cuts import with_tabs
from mazeeditor.making.tabs.places import BETWEEN
from mazeeditor.making.tabs.tabs import tabs_between_walls


@machine_job(
    "stencil",
    _("Stencil"),
    order=3,
    uses=frozenset({"overall", "corners", *TABBED}),
    memory=2700,
    outlined=True,
    page=page_for_walls,
    tabs=BETWEEN,
    marked=False,
)
def stencil(design: Design, job: Job) -> Product:
    """The passages are cut out; the walls stay, held together by narrow bridges (tabs)."""
    return Product((remaining_walls(design, job),), narrowest=design.wall)


def remaining_walls(design: Design, job: Job) -> CutPart:
    """Return the walls, with tabs, as a part; raises ``CancelledError``."""
    rings = design.wall_outlines(design.half_kerf, job)
    tabs = tabs_between_walls(design, rings, job)
    cuts = cuts_around(with_tabs(rings, list(tabs.crossings), job))
    return CutPart("walls", _("Walls"), cuts, tabs.loose, tabs=tabs)
