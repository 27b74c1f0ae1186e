"""Score: the centre lines of the walls, to be engraved or drawn with a pen."""

from __future__ import annotations

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design, centre_lines
from mazeeditor.making.jobs import OUTLINED, machine_job
from mazeeditor.making.parts import CutPart, Product
from mazeeditor.making.paths.tool_paths import Operation


@machine_job("score", _("Engraving"), order=1, uses=frozenset({*OUTLINED, "rim_text", "corners"}))
def score(design: Design, job: Job) -> Product:
    """The walls as lines to engrave, or to draw with a pen, each once."""
    paths = {Operation.ENGRAVE: design.engraved, Operation.SCORE: centre_lines(design, job)}
    return Product((CutPart("maze", _("Maze"), design.on_plate(paths)),))
