"""PDF: pages at true size, as lines that stay sharp or as a lossless picture of black and white."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Annotated

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import INCH
from mazeeditor.core.options import Between, Label, OnlyWhere
from mazeeditor.core.translation import _
from mazeeditor.page.formats import exporter
from mazeeditor.page.formats.pdf_file import Bits, DrawnPage, PdfFile
from mazeeditor.page.formats.pdf_operators import operators_of
from mazeeditor.page.raster.raster import check_size, draw_bits, ink_box
from mazeeditor.page.scene import Picture, Scene, Text
from mazeeditor.page.text.lettering import clean

if TYPE_CHECKING:
    from PIL import Image

LONGEST = 5080.0  # mm, the largest page of a PDF


@exporter("pdf", "PDF", suffix=".pdf", order=2, paged=True)
def pdf(
    scenes: list[Scene],
    job: Job,
    *,
    picture: Annotated[bool, _("black and white pixels, for printers that take long")] = False,
    dpi: Annotated[
        int,
        Between(150, 1200, "dpi"),
        Label(_("Resolution")),
        _("of that picture: 300, 600 or 1200"),
        OnlyWhere(lambda values: bool(values["picture"]), _("Only where Picture is on.")),
    ] = 600,
) -> bytes:
    """Pages to print, at true size."""
    pages = _drawn_one_by_one(scenes, job, dpi if picture else 0)
    return joined_pages(pages, clean(scenes[0].title))


def _drawn_one_by_one(scenes: list[Scene], job: Job, dpi: int) -> Iterator[DrawnPage]:
    """Yield the pages; each is written while the job is at its part."""
    for scene in scenes:
        with job.part(1 / len(scenes)):
            _check(scene, dpi)
            page = _page_of_pixels(scene, dpi, job) if dpi else None
            parts = () if dpi else _parts_of(scene, job)
            yield page or DrawnPage(scene.width, scene.height, parts)


def pdf_page(scene: Scene, job: Job, *, dpi: int = 0) -> DrawnPage:
    """Return a page as vectors, or as black and white pixels where ``dpi`` is not 0.

    Raises ``UsageError`` where it is too large, and ``CancelledError``.
    """
    _check(scene, dpi)
    if dpi:
        return _page_of_pixels(scene, dpi, job)
    return DrawnPage(scene.width, scene.height, tuple(_parts_of(scene, job)))


def _parts_of(scene: Scene, job: Job) -> Iterator[str | Text | Picture]:
    """Yield what is drawn on a page of vectors, in order; raises ``CancelledError``."""
    for item in scene.items:
        if isinstance(item, Text | Picture):
            yield item
        else:
            yield from operators_of(item, scene, job)
    job.check()


def joined_pages(
    pages: Iterable[DrawnPage], title: str, job: Job | None = None, *, bound_right: bool = False
) -> bytes:
    """Return the file of pages in their order; the same pages give the same bytes.

    Each page is taken, compressed and forgotten before the next. Of pages that are
    ``bound_right`` viewers show the first of two at the right. Raises ``CancelledError``.
    """
    file = PdfFile(title)
    for page in pages:
        (job or Job()).check()
        file.add(page)
    return file.finished(bound_right=bound_right)


def _check(scene: Scene, dpi: int) -> None:
    """Raise ``UsageError`` for a page, or a picture where ``dpi`` is not 0, that is too large."""
    if max(scene.width, scene.height) > LONGEST:
        raise UsageError(
            _(
                "Pages of PDF end at {most:,.0f} mm, this one has {width:,.0f} × {height:,.0f}."
            ).format(width=scene.width, height=scene.height, most=LONGEST)
        )
    if dpi:
        check_size(scene, dpi, 1)


def _page_of_pixels(scene: Scene, dpi: int, job: Job) -> DrawnPage:
    """Return a page as pixels, compressed as fax is (CCITT group 4), without loss.

    The white around the ink is left out: print shops measure the margins of a page by pictures.
    """
    image = draw_bits(scene, dpi, job=job)
    box = ink_box(image)
    image = image.crop(box)
    corner, size = (
        (across * INCH / dpi, down * INCH / dpi) for across, down in (box[:2], image.size)
    )
    width, height = image.size
    bits = Bits(_fax_of(image), width, height, corner, size)
    return DrawnPage(scene.width, scene.height, (bits,))


def _fax_of(image: Image.Image) -> bytes:
    """Return a picture of bits compressed as fax is, in one strip, as PDF knows no more."""
    from PIL.TiffImagePlugin import STRIPBYTECOUNTS, STRIPOFFSETS, TiffImageFile

    width, height = image.size
    file = BytesIO()
    image.save(file, "TIFF", compression="group4", strip_size=(width + 7) // 8 * height)
    file.seek(0)
    with TiffImageFile(file) as tiff:
        (start,), (length,) = tiff.tag_v2[STRIPOFFSETS], tiff.tag_v2[STRIPBYTECOUNTS]
    return file.getbuffer()[start : start + length].tobytes()
