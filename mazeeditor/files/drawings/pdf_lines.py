"""The lines and areas of a page of a PDF, and the project that a PDF keeps."""

from __future__ import annotations

import numpy as np

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files.drawings.line_drawing import Collector, Drawing, Look
from mazeeditor.page.kept_project import ATTACHED
from mazeeditor.prepress.content.drawn_paths import DrawnPages, drawn_pages


def pages_of(data: bytes, most: int, job: Job) -> DrawnPages:
    """Return the project of ``most`` bytes that a PDF keeps, or what it draws.

    Raises ``MazeError`` with the reason alone, and ``CancelledError``.
    """
    return drawn_pages(data, ATTACHED, most, job)


def pdf_drawing(pages: DrawnPages) -> Drawing:
    """Return the lines of a page; raises ``MazeError`` where there are none."""
    if not pages.paths:
        pictures = _("its pages hold no lines, only {what}: open a picture of the page.")
        what = ", ".join(pages.left_out) or _("nothing")
        raise MazeError(pictures.format(what=what))
    collector = Collector()
    for path in pages.paths:
        points = path.places[:, :2] * (1.0, -1.0)
        begins = np.flatnonzero(path.places[:, 2] == 0)
        look = Look("", path.colour, path.width, path.filled)
        for first, last in zip(begins, [*begins[1:], len(points)], strict=True):
            line = points[first:last]
            back = len(line) > 2 and bool(np.allclose(line[0], line[-1], rtol=0, atol=1e-6))
            collector.add(line[:-1] if back else line, look, closed=back)
    collector.left_out.update(pages.left_out)
    if pages.pages > 1:
        text = _("all pages but page {number}")
        collector.left_out[text.format(number=pages.page)] += 1
    return collector.drawing()
