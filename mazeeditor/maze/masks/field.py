"""A mask from the outline of a field or garden, in which paths and hedges have widths in metres."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Between, FileOf, Label, Unset
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.ground.ground import ground_of
from mazeeditor.maze.ground.outline_files import SUFFIXES, file_name_of, keep_outline
from mazeeditor.maze.masks import Bools, Covers, Stencil, mask


def _sizes(options: Mapping[str, Any]) -> Mapping[str, int]:
    return ground_of(options).sizes


@mask("field", _("Field or garden"), order=9, sizes=_sizes)
def field(
    *,
    field: Annotated[
        str,
        Label(_("Outline")),
        FileOf(_("Outlines"), SUFFIXES, keep=keep_outline, name=file_name_of),
        _(
            "outline of the field: GeoJSON, KML or KMZ with a polygon, or GPX with a track around "
            "it (WGS 84)"
        ),
    ] = "",
    path: Annotated[
        float, Label(_("Path")), Between(0.1, 100, "m"), _("clear width of the paths")
    ] = 2.0,
    hedge: Annotated[
        float,
        Label(_("Hedge")),
        Between(0.05, 100, "m"),
        _("thickness of the hedges, or of the maize that stays between paths"),
    ] = 1.0,
    headland: Annotated[
        float,
        Label(_("Headland")),
        Between(0, 1000, "m"),
        _("width of the strip that stays free along the outline"),
    ] = 0.0,
    bearing: Annotated[
        float | None,
        Label(_("Rows lead to")),
        Between(0, 360, "°"),
        Unset(_("longest side")),
        _("direction of the rows, clockwise from north"),
    ] = None,
    part: Annotated[
        str,
        Label(_("Part of the file")),
        _("name or number of the polygon, if the file has several"),
    ] = "",
) -> Stencil:
    """What lies within an outline on the ground, hedges included."""
    chosen = {"field": field, "path": path, "hedge": hedge, "headland": headland}
    ground = ground_of(chosen | {"bearing": bearing, "part": part})

    def prepare(across: float, down: float) -> Covers:
        columns, rows = round(across), round(down)
        within = ground.within(rows, columns, Job())
        if not within.any():
            text = _(
                "No cell lies within the outline {name} as a whole: make path and hedge, or the "
                "headland, narrower."
            )
            raise UsageError(text.format(name=quote_value(ground.name)))

        def covers(points: Points) -> Bools:
            places = np.floor(points * (columns, rows)).astype(np.int64)
            covered: Bools = within[places[:, 1], places[:, 0]]
            return covered

        return covers

    return Stencil(None, prepare)
