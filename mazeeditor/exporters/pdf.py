"""PDF: pages at true size, as lines that stay sharp or as a lossless picture of black and white."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from mazeeditor.drawing.colours import rgb
from mazeeditor.drawing.lettering import clean, runs, warn_of_missing
from mazeeditor.drawing.raster import INCH, check_size, draw_bits
from mazeeditor.drawing.scene import Picture, Scene, Text
from mazeeditor.errors import UsageError
from mazeeditor.exporters import exporter
from mazeeditor.exporters.operators import POINT, ink_of, operators_of
from mazeeditor.job import Job
from mazeeditor.options import Between
from mazeeditor.words import _

if TYPE_CHECKING:
    from fpdf import FPDF

ALWAYS = datetime(2000, 1, 1, tzinfo=timezone.utc)  # the same maze gives the same bytes
LONGEST = 5080.0  # mm, the largest page of a PDF


@exporter("pdf", "PDF", suffix=".pdf", order=2, paged=True)
def pdf(
    scenes: list[Scene],
    job: Job,
    *,
    picture: Annotated[bool, _("black and white pixels, for printers that take long")] = False,
    dpi: Annotated[int, Between(150, 1200, "dpi"), _("of that picture: 300, 600 or 1200")] = 600,
) -> bytes:
    """Pages to print, at true size."""
    for scene in scenes:
        _check(scene, dpi if picture else 0)
    warn_of_missing(item.text for scene in scenes for item in scene.items if isinstance(item, Text))
    document = _document(clean(scenes[0].title))
    for scene in scenes:
        document.add_page(format=(scene.width, scene.height))
        with job.part(1 / len(scenes)):
            if picture:
                _draw_picture(document, scene, dpi, job)
            else:
                _draw(document, scene, job)
        job.check()
    return bytes(document.output())


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


def _document(title: str) -> FPDF:
    from fpdf import FPDF

    document = FPDF(unit="mm")
    document.set_margin(0)
    document.set_auto_page_break(False)
    document.set_creation_date(ALWAYS)
    document.set_producer("mazeeditor")
    if title:
        document.set_title(title)
    return document


def _draw(document: FPDF, scene: Scene, job: Job) -> None:
    """Draw a scene as lines, areas and text."""
    for item in scene.items:
        if isinstance(item, Text):
            _write(document, item)
            continue
        if isinstance(item, Picture):
            document.image(BytesIO(item.data), item.x, item.y, item.width, item.height)
            continue
        for operators in operators_of(item, scene, job):
            # fpdf2's own polyline takes 20 s for a million walls
            document._out(operators)


def _write(document: FPDF, item: Text) -> None:
    """Write a line of text, each part in its typeface, of which the file gets what is used."""
    parts = [(_typeface(document, face.path), text) for face, text in runs(item.text)]
    widths = []
    for family, text in parts:
        document.set_font(family, size=item.size * POINT)
        widths.append(document.get_string_width(text))
    x = item.x - {"start": 0.0, "middle": sum(widths) / 2, "end": sum(widths)}[item.anchor]
    document.set_text_color(*rgb(item.colour))
    if item.outline:
        document._out(f"{ink_of(item.colour, 'RG')} {item.outline * POINT:.4f} w 1 Tr")
    for (family, text), width in zip(parts, widths, strict=True):
        document.set_font(family, size=item.size * POINT)
        document.text(x, item.y, text)
        x += width
    if item.outline:
        document._out("0 Tr")


def _typeface(document: FPDF, path: Path) -> str:
    """Return the name under which the document has a typeface, adding it where it is new."""
    name = path.stem.lower()
    if name not in document.fonts:
        document.add_font(name, fname=path)
    return name


def _draw_picture(document: FPDF, scene: Scene, dpi: int, job: Job) -> None:
    """Put a page on paper as pixels, compressed as fax is (CCITT group 4), without loss."""
    image = draw_bits(scene, dpi, job=job)
    width, height = (pixels * INCH / dpi for pixels in image.size)
    with _large_pictures():
        document.image(image, 0, 0, width, height)


@contextmanager
def _large_pictures() -> Iterator[None]:
    """Let fpdf2 open a picture of A3 at 1200 dpi, which Pillow would take for an attack."""
    from PIL import Image

    most, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
    try:
        yield
    finally:
        Image.MAX_IMAGE_PIXELS = most
