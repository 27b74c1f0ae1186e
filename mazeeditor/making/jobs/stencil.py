r"""Stencil: the passages are cut out, the walls remain, alone or within a frame.

::

    o---o---o---o       ###################      with an outline the outer walls have no gaps,
    |           |       ##               ##      and what is around them stays up to the edge;
    o   o---o   o       ##  ########  ##  ##     entrance and exits are marked on it
            |                   ##  ##
"""

from __future__ import annotations

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design
from mazeeditor.making.jobs import OUTLINED, TABBED, USUAL_BORDER, machine_job
from mazeeditor.making.parts import CutPart, Product
from mazeeditor.making.paths.nesting import within_frame
from mazeeditor.making.paths.tool_paths import Operation, cuts_around, join_paths, no_paths
from mazeeditor.making.sizes import page_for_walls
from mazeeditor.making.tabs.cuts import with_tabs
from mazeeditor.making.tabs.places import BETWEEN
from mazeeditor.making.tabs.tabs import tabs_between_walls


@machine_job(
    "stencil",
    _("Stencil"),
    order=3,
    border=USUAL_BORDER,
    uses=frozenset({*OUTLINED, "rim_text", "corners", *TABBED}),
    memory=2700,
    outlined=True,
    page=page_for_walls,
    tabs=BETWEEN,
    bare=True,
)
def stencil(design: Design, job: Job) -> Product:
    """The passages are cut out; the walls stay, held together by narrow bridges (tabs)."""
    part = remaining_walls(design, job) if design.outline is None else _framed_walls(design, job)
    return Product((part,), narrowest=design.wall)


def remaining_walls(design: Design, job: Job) -> CutPart:
    """Return the walls, with tabs, as a part; raises ``CancelledError``."""
    rings = design.wall_outlines(design.half_kerf, job)
    tabs = tabs_between_walls(design, rings, job)
    cuts = cuts_around(with_tabs(rings, list(tabs.crossings), job))
    return CutPart("walls", _("Walls"), cuts, tabs.loose, tabs=tabs)


def _framed_walls(design: Design, job: Job) -> CutPart:
    """Return the walls in a frame, which all walls at the rim are part of, with tabs."""
    closed = design.without_openings()
    rings = closed.wall_outlines(design.half_kerf, job)
    tabs = tabs_between_walls(closed, rings, job, framed=True)
    cuts = within_frame(cuts_around(with_tabs(rings, list(tabs.crossings), job)), job)
    paths = {
        Operation.ENGRAVE: design.engraved,
        Operation.INNER_CUT: cuts[Operation.INNER_CUT],
    }
    alone = design.mass_of({Operation.OUTER_CUT: cuts[Operation.OUTER_CUT]}, job)
    paths = design.on_plate(paths, {**paths, Operation.SCORE: design.rim}, alone)
    around = paths.get(Operation.OUTER_CUT, no_paths())
    paths[Operation.OUTER_CUT] = join_paths([cuts[Operation.OUTER_CUT], around])
    # the walls at the rim are as wide as the frame, and that is thin where its edge or hole is near
    inner = paths[Operation.INNER_CUT]
    holes = inner.chosen(np.arange(len(cuts[Operation.INNER_CUT]), len(inner)))
    whole = within_frame(cuts_around(rings), job)
    untabbed = {
        Operation.INNER_CUT: join_paths([whole[Operation.INNER_CUT], holes]),
        Operation.OUTER_CUT: join_paths([whole[Operation.OUTER_CUT], around]),
    }
    return CutPart("walls", _("Walls"), paths, tabs.loose, tabs=tabs, untabbed=untabbed)
