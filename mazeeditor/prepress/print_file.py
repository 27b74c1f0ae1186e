"""A file as a print shop sees it: where each page is cut, what bleeds, what each page paints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from mazeeditor.core.job import Job
from mazeeditor.core.lengths import POINTS
from mazeeditor.prepress.content.ink import LEFT, MIN_LINE_POINTS, RIGHT, Ink
from mazeeditor.prepress.content.interpreter import paint_page
from mazeeditor.prepress.document.document import PdfDocument, PdfPage
from mazeeditor.prepress.document.values import Rectangle

Size = tuple[float, float]  # width and height in points
TOLERANCE = 0.5 * POINTS  # sizes that differ by less are meant to be the same


@dataclass(frozen=True)
class Frame:
    """Where pages are to be cut, in points; None where the file itself shall say so.

    ``trims`` are the sizes that are usual, ``bleed`` what goes beyond a page's outer side, and its
    top and bottom together. ``bound_right`` is whether the binding is at the right of the cover.
    """

    trim: Size | None = None
    bleeds: bool | None = None
    bleed: Size = (0.125 * 72, 0.25 * 72)
    trims: tuple[Size, ...] = ()
    bound_right: bool | None = None

    def inner(self, number: int) -> int:
        """The side of the binding of a page: left on odd ones, unless bound at the right."""
        return RIGHT if (number % 2 == 0) != bool(self.bound_right) else LEFT


@dataclass
class PrintPage:
    """A page, where it is cut, what it paints; ``bleed`` is left, bottom, right, top.

    ``inner`` is the side of the binding.
    """

    source: PdfPage
    trim: Rectangle
    bleed: tuple[float, float, float, float]
    ink: Ink
    inner: int

    @property
    def number(self) -> int:
        """Its number, from 1."""
        return self.source.number

    @property
    def size(self) -> Size:
        return size_of(self.source.visible)


@dataclass
class PrintFile:
    """An open file, its pages, and how it was asked to be cut."""

    document: PdfDocument
    frame: Frame
    pages: list[PrintPage] = field(default_factory=list)

    @property
    def trim(self) -> Size:
        """The size of the first page after it was cut."""
        return size_of(self.pages[0].trim)

    @property
    def bleeds(self) -> bool:
        """Whether something is printed beyond the edge of a page."""
        return any(any(page.bleed) for page in self.pages)


def read_pages(
    document: PdfDocument, frame: Frame, job: Job, thin: float = MIN_LINE_POINTS
) -> PrintFile:
    """Return a file with what all its pages paint; raises ``MazeError``.

    Areas are measured where they are thinner than ``thin`` points.
    """
    pages = document.pages
    if frame.bound_right is None:
        frame = replace(frame, bound_right=document.is_read_leftwards)
    result = PrintFile(document, frame)
    known: dict[object, Ink] = {}  # pages of a notebook are all the same
    job.phase(len(pages))
    for done, source in enumerate(pages):
        trim, bleed = cut(source, frame)
        look = document.look_of(source)
        ink = known.get((look, trim, bleed)) if look else None
        if ink is None:
            ink = known[look, trim, bleed] = Ink(trim, bleed, thin=thin)
            paint_page(document, source, ink)
            ink.finish()
        page = PrintPage(source, trim, bleed, ink, frame.inner(source.number))
        result.pages.append(page)
        job.step(done + 1)
    return result


def cut(page: PdfPage, frame: Frame) -> tuple[Rectangle, tuple[float, float, float, float]]:
    """Return where a page is cut, and how much is printed beyond that on each side.

    ::

        left page (even)   right page (odd)       binding |, bleed .
        ..............     ..............
        .            |     |            .
        .            |     |            .
        ..............     ..............

    Bound at the right, the left pages are the odd ones.
    """
    area = page.visible
    marked = page.boxes.get("TrimBox")
    if marked is not None and not same_size(size_of(marked), size_of(area)):
        beyond = (
            max(0.0, marked[0] - area[0]),
            max(0.0, marked[1] - area[1]),
            max(0.0, area[2] - marked[2]),
            max(0.0, area[3] - marked[3]),
        )
        return marked, beyond
    for width, height in _candidates(size_of(area), frame):
        if same_size((width + frame.bleed[0], height + frame.bleed[1]), size_of(area)):
            up = frame.bleed[1] / 2
            sides = (0.0, up, frame.bleed[0], up)
            if frame.inner(page.number) == RIGHT:
                sides = (frame.bleed[0], up, 0.0, up)
            return _inset(area, sides), sides
        if same_size((width + 2 * frame.bleed[0], height + frame.bleed[1]), size_of(area)):
            sides = (frame.bleed[0], frame.bleed[1] / 2) * 2
            return _inset(area, sides), sides
    return area, (0.0, 0.0, 0.0, 0.0)


def _candidates(size: Size, frame: Frame) -> Iterator[Size]:
    """Yield the sizes to which a page with a bleed may be cut."""
    if frame.bleeds is False:
        return
    if frame.trim is not None:
        yield frame.trim
    elif frame.bleeds:
        yield (size[0] - frame.bleed[0], size[1] - frame.bleed[1])
    elif not any(same_size(size, one) for one in frame.trims):
        yield from frame.trims


def _inset(area: Rectangle, by: tuple[float, float, float, float]) -> Rectangle:
    return (area[0] + by[0], area[1] + by[1], area[2] - by[2], area[3] - by[3])


def size_of(area: Rectangle) -> Size:
    """Return width and height of a box."""
    return area[2] - area[0], area[3] - area[1]


def same_size(first: Size, second: Size, tolerance: float = TOLERANCE) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(first, second, strict=True))
