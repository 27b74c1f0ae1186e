"""Stencil: the passages are cut out, the walls remain."""

from __future__ import annotations

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design
from mazeeditor.making.jobs import machine_job
from mazeeditor.making.parts import Product
from mazeeditor.making.tabs.places import BETWEEN
from mazeeditor.making.walls import TABBED, remaining_walls


@machine_job(
    "stencil",
    _("Stencil"),
    order=3,
    uses=frozenset({"corners", *TABBED}),
    memory=2700,
    outlined=True,
    tabs=BETWEEN,
)
def stencil(design: Design, job: Job) -> Product:
    """The passages are cut out and the walls remain, held together by tabs."""
    return Product((remaining_walls(design, job),), narrowest=design.wall)
