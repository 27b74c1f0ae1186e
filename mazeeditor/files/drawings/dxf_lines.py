"""The lines of a DXF as CAD programs and cutters write them: lines, polylines, arcs, blocks."""

from __future__ import annotations

from typing import Any

from mazeeditor.core.dxf_entities import areas_of, lines_of, read_entities
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files.drawings.line_drawing import Collector, Drawing, Look

TEXTS = {"TEXT", "MTEXT", "ATTRIB", "ATTDEF"}


def dxf_drawing(data: bytes, job: Job) -> Drawing:
    """Return the lines of a DXF; raises ``MazeError`` with the reason alone."""
    collector = Collector()
    read_entities(data, lambda entity: _take(entity, collector), job)
    return collector.drawing()


def _take(entity: Any, collector: Collector) -> None:
    """Take the lines of an entity, with y down."""
    kind = entity.dxftype()
    look = Look(entity.dxf.layer, f"colour {entity.dxf.color}", 0.0, filled=False)
    lines = list(lines_of(entity))
    for points, closed in lines:
        collector.add(points, look, closed=closed)
    areas = list(areas_of(entity))
    for corners in areas:
        collector.add(corners, look._replace(filled=True), closed=True)
    if kind in TEXTS:
        text = entity.plain_text() if kind == "MTEXT" else entity.dxf.text
        x, y = tuple(entity.dxf.insert)[:2]
        collector.word(" ".join(str(text).split()), float(x), -float(y))
        collector.left_out[_("texts")] += 1
    elif not lines and not areas:
        collector.left_out[kind[:30]] += 1
