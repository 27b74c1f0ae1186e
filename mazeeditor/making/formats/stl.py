"""STL for printers: triangles of a solid, binary, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.making.formats import cut_format

if TYPE_CHECKING:
    from mazeeditor.making.presets.machines import Machine
    from mazeeditor.making.solid import Solid

HEADER = b"mazeeditor, mm".ljust(80)  # a text that begins with "solid" would be another format
FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])


@cut_format("stl", "STL", suffix=".stl", order=9, solid=True, memory=0)
def stl(solid: Solid, machine: Machine, job: Job) -> Iterator[bytes]:  # noqa: ARG001 - as all formats
    """A solid for printers, in millimetres, z up."""
    count = len(solid.triangles)
    yield HEADER + np.uint32(count).astype("<u4").tobytes()
    job.phase(count)
    written = 0
    for corners in solid.blocks():
        job.step(written)
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        facets = np.zeros(len(corners), FACET)
        facets["normal"] = np.divide(
            normals, lengths, out=np.zeros_like(normals), where=lengths > 0
        )
        facets["corners"] = corners
        yield facets.tobytes()
        written += len(corners)
