"""3MF for printers: walls and floor as two bodies of two colours, in millimetres.

A ZIP of a list of kinds of files, of what the model is, and of the model in XML (3MF Core
Specification 1.3). It is written piece by piece, as STL is.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import RawIOBase
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.making.formats import cut_format
from mazeeditor.making.formats.coordinates import words_for
from mazeeditor.page.formats.numbers import join_words

if TYPE_CHECKING:
    from mazeeditor.making.presets.machines import Machine
    from mazeeditor.making.solid import Corners, Solid

BLOCK_CORNERS = 1 << 15  # corners or triangles written together
EPOCH = (1980, 1, 1, 0, 0, 0)  # the first moment that a ZIP knows: no file says when it was made
WALLS, FLOOR = "#1D3557FF", "#E9C46AFF"
KINDS = """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"""
PARTS = """<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/3D/3dmodel.model" Id="rel0" \
Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""
BEGIN = f"""<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xml:lang="en-US" \
xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
<resources>
<basematerials id="1">
<base name="Walls" displaycolor="{WALLS}"/>
<base name="Floor" displaycolor="{FLOOR}"/>
</basematerials>
"""
END = """<object id="4" type="model">
<components><component objectid="2"/><component objectid="3"/></components>
</object>
</resources>
<build><item objectid="4"/></build>
</model>
"""


class _Sink(RawIOBase):
    """Keeps what a ZIP writes until it is taken."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        self._parts.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """Return what was written since the last time."""
        result = b"".join(self._parts)
        self._parts.clear()
        return result


@cut_format("3mf", "3MF", suffix=".3mf", order=10, solid=True, memory=0)
def three_mf(solid: Solid, machine: Machine, job: Job) -> Iterator[bytes]:  # noqa: ARG001 - as all formats
    """A solid for printers, walls and floor in two colours, in millimetres, z up."""
    sink = _Sink()
    job.phase(4 * len(solid.triangles))
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:
        for name, text in (("[Content_Types].xml", KINDS), ("_rels/.rels", PARTS)):
            archive.writestr(_entry(name), text)
        with archive.open(_entry("3D/3dmodel.model"), "w", force_zip64=True) as model:
            for number, text in enumerate(_model(solid)):
                job.step(min(number * BLOCK_CORNERS, 4 * len(solid.triangles)))
                model.write(text.encode())
                yield sink.taken()
    yield sink.taken()


def _entry(name: str) -> ZipInfo:
    entry = ZipInfo(name, EPOCH)
    entry.compress_type = ZIP_DEFLATED
    entry.create_system = 0  # else it says on which system it was made
    return entry


def _model(solid: Solid) -> Iterator[str]:
    yield BEGIN
    for number, (name, triangles) in enumerate(
        zip(("Walls", "Floor"), solid.walls_and_floor(), strict=True)
    ):
        yield f'<object id="{2 + number}" type="model" name="{name}" pid="1" pindex="{number}">\n'
        yield from _mesh(solid, triangles)
        yield "</object>\n"
    yield END


def _mesh(solid: Solid, triangles: Corners) -> Iterator[str]:
    used, corners = np.unique(triangles, return_inverse=True)
    corners = corners.reshape(-1, 3)
    yield "<mesh>\n<vertices>\n"
    for first in range(0, len(used), BLOCK_CORNERS):
        points = solid.points[used[first : first + BLOCK_CORNERS]].astype(np.float64)
        x, y, z = words_for(points.T, lambda length: f"{length:.9g}")
        yield join_words('<vertex x="' + x + '" y="' + y + '" z="' + z + '"/>\n')
    yield "</vertices>\n<triangles>\n"
    for first in range(0, len(corners), BLOCK_CORNERS):
        one, two, three = words_for(corners[first : first + BLOCK_CORNERS].T, str)
        yield join_words('<triangle v1="' + one + '" v2="' + two + '" v3="' + three + '"/>\n')
    yield "</triangles>\n</mesh>\n"
