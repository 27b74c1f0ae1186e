"""Universal VTT: a map for virtual tables, with the walls that nobody sees through.

The format is that of Dungeondraft, which Foundry, Roll20, Fantasy Grounds and others read: JSON
with a picture, its grid, and lines in units of that grid from the top left corner.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO
from math import ceil
from typing import Annotated

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import INCH
from mazeeditor.core.options import Between, Label
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.page.formats import exporter
from mazeeditor.page.scene import Scene

CELL_MM = 10.0
MARGIN_CELLS = 1  # around the maze, so that its cells lie on those of the grid
ARC_ERROR_MM = 0.1  # of lines that stand for the arcs of rings
MAX_PIXELS = 100_000_000  # of the picture
FORMAT = 0.3


@exporter(
    "dd2vtt",
    _("Virtual table"),
    words=_("roll20 foundry game map"),
    suffix=".dd2vtt",
    order=11,
    drawn=False,
    memory=1200,
    most=40_000,
)
def dd2vtt(
    maze: Maze,
    job: Job,
    *,
    grid_pixels: Annotated[
        int, Between(20, 300, "px"), Label(_("Grid")), _("width of a square of the grid")
    ] = 70,
) -> bytes:
    """Map for virtual tables (Foundry, Roll20 and others) with walls that block the view."""
    from mazeeditor.page.compose import compose  # here: it is what all pages are made with
    from mazeeditor.page.page import Page
    from mazeeditor.page.raster.raster import draw_at

    geometry = maze.lattice.geometry
    across, down = (
        ceil(round(length, 6)) + 2 * MARGIN_CELLS for length in (geometry.width, geometry.height)
    )
    largest = int((MAX_PIXELS / across / down) ** 0.5)
    if grid_pixels > largest:
        text = _("A map of {across} × {down} squares has room for {largest} px a square at most.")
        raise UsageError(text.format(across=across, down=down, largest=largest))
    page = Page(
        page=f"{across * CELL_MM:g}x{down * CELL_MM:g}mm",
        cell=CELL_MM,
        margin=0.0,
        marks="none",
    )
    (scene,) = compose(maze, page, None, job)
    image = draw_at(scene, grid_pixels * INCH / CELL_MM, job=job).convert("RGB")
    image = image.resize((across * grid_pixels, down * grid_pixels))
    picture = BytesIO()
    image.save(picture, "PNG")
    job.check()
    values = {
        "format": FORMAT,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": across, "y": down},
            "pixels_per_grid": grid_pixels,
        },
        "line_of_sight": list(_lines_of(scene)),
        "objects_line_of_sight": [],
        "portals": [],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [],
        "image": b64encode(picture.getvalue()).decode("ascii"),
    }
    return json.dumps(values, separators=(",", ":")).encode("ascii")


def _lines_of(scene: Scene) -> Iterator[list[dict[str, float]]]:
    """Yield each line of walls as points in squares of the grid."""
    from mazeeditor.page.curves import flatten, with_last_arcs
    from mazeeditor.page.scene import Strokes

    for layer in scene.layers:
        for item in layer.items if layer.name == "walls" else ():
            if not isinstance(item, Strokes):
                continue
            lines = flatten(with_last_arcs(item), ARC_ERROR_MM)
            points = [{"x": x, "y": y} for x, y in (lines.points / CELL_MM).round(4).tolist()]
            bounds = lines.starts.tolist()
            for first, last, closed in zip(bounds, bounds[1:], lines.closed.tolist(), strict=False):
                yield points[first:last] + ([points[first]] if closed else [])
