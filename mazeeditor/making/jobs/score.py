"""Score: the centre lines of the walls, to be engraved or drawn with a pen."""

from __future__ import annotations

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design, centre_lines
from mazeeditor.making.jobs import OUTLINED, USUAL_BORDER, machine_job
from mazeeditor.making.parts import CutPart, Product
from mazeeditor.making.paths.shading import PEN, shade
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths
from mazeeditor.page.scene import Strokes
from mazeeditor.page.wall_styles import WALL_STYLES
from mazeeditor.page.walls.wall_items import wall_items


@machine_job(
    "score",
    _("Engraving"),
    order=1,
    border=USUAL_BORDER,
    uses=frozenset({*OUTLINED, "rim_text", "corners"}),
)
def score(design: Design, job: Job) -> Product:
    """The walls as lines to engrave, or to draw with a pen, each once; with a photo shaded."""
    paths = {Operation.ENGRAVE: design.engraved, Operation.SCORE: _walls(design, job)}
    return Product((CutPart("maze", _("Maze"), design.on_plate(paths)),))


def _walls(design: Design, job: Job) -> ToolPaths:
    """Return the walls as lines, or with the tones of a photo as lines side by side."""
    page = design.page
    if page is None or not page.tone or not WALL_STYLES[page.walls].toned:
        return centre_lines(design, job)
    items = wall_items(design.maze, page, design.layout, job)
    return shade([item for item in items if isinstance(item, Strokes)], design.kerf or PEN)
