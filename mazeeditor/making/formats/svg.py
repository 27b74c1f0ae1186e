"""SVG for cutters: true sizes, hairlines, one layer and colour an operation; no fills, no texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.core.job import Job
from mazeeditor.making.formats import cut_format
from mazeeditor.page.formats.svg import svg
from mazeeditor.page.scene import Layer, Scene

if TYPE_CHECKING:
    from mazeeditor.making.presets.machines import Machine
    from mazeeditor.making.sheets.layout import SheetLayout


@cut_format("svg", "SVG", suffix=".svg", order=1, memory=800)
def machine_svg(layout: SheetLayout, machine: Machine, job: Job) -> bytes:
    """Paths in millimetres, a layer and a colour for each operation."""
    layers = tuple(
        Layer(
            operation.value,
            operation.label,
            (paths.drawn(machine.hairline, machine.settings[operation].colour),),
        )
        for operation, paths in layout.paths.items()
    )
    scene = Scene(layout.width, layout.height, layers, layout.title, "", cell=1.0, wall=1.0)
    return bytes(svg([scene], job, letters="outlines"))
