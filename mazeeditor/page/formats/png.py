"""PNG: pixels of a chosen size, with the resolution in the file so that it prints true."""

from __future__ import annotations

from io import BytesIO
from typing import Annotated, Any

from mazeeditor.core.job import Job
from mazeeditor.core.options import Between, Label
from mazeeditor.core.translation import _
from mazeeditor.page.formats import exporter
from mazeeditor.page.kept_project import kept_in_png
from mazeeditor.page.raster.raster import check_size, draw_at, is_grey
from mazeeditor.page.scene import Scene


@exporter("png", "PNG", words=_("image picture bitmap"), suffix=".png", order=3, keep=kept_in_png)
def png(
    scenes: list[Scene],
    job: Job,
    *,
    dpi: Annotated[
        int, Between(10, 2400, "dpi"), Label(_("Resolution")), _("resolution in pixels an inch")
    ] = 300,
    transparent: Annotated[bool, _("leave out the white paper behind the walls")] = False,
) -> bytes:
    """Picture for the web and for documents."""
    (scene,) = scenes
    check_size(scene, dpi, 4 if transparent else 1 if is_grey(scene) else 3)
    image = draw_at(scene, dpi, transparent=transparent, job=job)
    if transparent and is_grey(scene):
        image = image.convert("LA")
    file = _Cancellable(job)
    image.save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue()


class _Cancellable(BytesIO):
    """Bytes of a file that raises ``CancelledError`` while Pillow writes it."""

    def __init__(self, job: Job) -> None:
        super().__init__()
        self._job = job

    def write(self, data: Any) -> int:
        self._job.check()
        return super().write(data)
