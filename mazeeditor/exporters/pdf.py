"""PDF: pages at true size, as lines that stay sharp or as a lossless picture of black and white.

Strokes and areas become operators, a million walls in a second; arcs are Bezier curves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from io import BytesIO
from math import pi
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from mazeeditor.drawing.colours import rgb
from mazeeditor.drawing.curves import (
    FLAT,
    Drawn,
    closed_of,
    in_pieces,
    places_of,
    radii_of,
    with_last_arcs,
)
from mazeeditor.drawing.free_ground import Box
from mazeeditor.drawing.lettering import clean
from mazeeditor.drawing.raster import check_size, draw_bits, ink_box
from mazeeditor.drawing.scene import Ids, Numbers, Picture, Points, Polygons, Scene, Strokes, Text
from mazeeditor.drawing.shaping import is_plain
from mazeeditor.drawing.typefaces import BUNDLED
from mazeeditor.errors import UsageError
from mazeeditor.exporters import exporter
from mazeeditor.exporters.numbers import Words, chunks, decimals_of, ends_of, whole, words_of
from mazeeditor.exporters.shaped_text import PageLine, ShapedText
from mazeeditor.job import Job
from mazeeditor.lengths import INCH, POINTS
from mazeeditor.options import Between, OnlyWhere
from mazeeditor.translation import _

if TYPE_CHECKING:
    from fpdf import FPDF
    from PIL import Image

CAPS = {"square": "2 J 0 j 4 M", "round": "1 J 1 j"}
OFF = 0.0003  # mm: the largest distance of a curve from the circle
PAINTED = 1000  # strokes at a time: printers have little memory


def ink_of(colour: str, operator: str) -> str:
    """Return the operator (``RG`` for lines, ``rg`` for areas) that chooses a colour.

    Black and greys are DeviceGray: offset printers would mix RGB of all four inks.
    """
    parts = parts_of(colour)
    return " ".join([f"{part / 255:.4g}" for part in parts] + [operator[len(parts) == 1 :]])


def parts_of(colour: str) -> tuple[int, ...]:
    """Return a colour as PDF needs it, 0 to 255: one grey, or red, green and blue."""
    parts = rgb(colour)
    return parts[:1] if len(set(parts)) == 1 else parts


def operators_of(item: Strokes | Polygons, scene: Scene, job: Job) -> Iterator[str]:
    """Yield the operators that draw an item.

    Places are whole steps of a micrometre, or of a tenth of one where arcs are to be as true as
    that; a matrix turns them into points, y up.
    """
    decimals = decimals_of(scene) + (item.bulges is not None)
    step = POINTS / 10**decimals
    yield f"q {step:.10f} 0 0 {-step:.10f} 0 {scene.height * POINTS:.4f} cm"
    job.phase(len(item.starts) - 1, scene.share(item))
    if isinstance(item, Strokes):
        width = item.width * 10**decimals
        yield f"{ink_of(item.colour, 'RG')} {width:.6g} w {CAPS[item.cap]}"
        yield from _paths(item, decimals, job, paint="S")
    else:
        yield ink_of(item.colour, "rg")
        yield from _paths(item, decimals, job)
        yield "f*"
    yield "Q"


def _paths(item: Strokes | Polygons, decimals: int, job: Job, paint: str = "") -> Iterator[str]:
    """Yield the paths of strokes, ended by ``paint`` from time to time where it is given."""
    item = with_last_arcs(_in_curves(item))
    points, starts, closed = item.points, item.starts, closed_of(item)
    for part in chunks(starts, job):
        firsts, lasts = ends_of(starts, part)
        here = slice(firsts[0], lasts[-1] + 1)
        places = whole(points[here], decimals)
        firsts, lasts = firsts - firsts[0], lasts - firsts[0]
        words = _pairs(places) + " l"
        words[firsts] = [word[:-1] + "m" for word in words[firsts]]
        if item.bulges is not None:
            _bend(words, points[here], item.bulges[here], decimals)
        words[lasts[closed[part]]] += " h"
        if paint:
            words[np.append(lasts[PAINTED - 1 :: PAINTED], lasts[-1])] += " " + paint
        yield "\n".join(words.tolist())


def _pairs(places: Ids) -> Words:
    return words_of(places[:, 0]) + " " + words_of(places[:, 1])


def _in_curves(item: Drawn) -> Drawn:
    """Return an item whose arcs are short enough to be Bezier curves.

    A cubic leaves a circle by 2 / 27 * sin(angle / 4)**6 / cos(angle / 4)**2 of its radius at the
    most (Goldapp, Approximation of circular arcs by cubic polynomials, 1991).
    """
    if item.bulges is None:
        return item
    quarters = (OFF * 13 / radii_of(item)) ** (1 / 6)
    return in_pieces(item, np.clip(4 * quarters, 1e-3, pi / 2))


def _bend(words: Words, points: Points, bulges: Numbers, decimals: int) -> None:
    """Put a Bezier curve in the place of the word for each line that is an arc.

    Its handles lie on the tangents, 4 / 3 * bulge times as long as the radius.
    """
    arcs = np.flatnonzero(np.abs(bulges) > FLAT)
    bulge, places = bulges[arcs], places_of(points)
    before, after = places[arcs], places[arcs + 1]
    handle = (after - before) / 3 * (1 - bulge**2 + 2j * bulge)
    back = (after - before) / 3 * (1 - bulge**2 - 2j * bulge)
    stops = np.stack([before + handle, after - back, after], axis=-1)
    steps = whole(stops.view(np.float64), decimals)
    first, second, last = (_pairs(steps[:, pair : pair + 2]) for pair in (0, 2, 4))
    words[arcs + 1] = first + " " + second + " " + last + " c"


ALWAYS = datetime(2000, 1, 1, tzinfo=timezone.utc)  # the same maze gives the same bytes
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
        _("of that picture: 300, 600 or 1200"),
        OnlyWhere(lambda values: bool(values["picture"]), _("Only where Picture is on.")),
    ] = 600,
) -> bytes:
    """Pages to print, at true size."""
    pages = []
    for scene in scenes:
        with job.part(1 / len(scenes)):
            pages.append(pdf_page(scene, job, dpi=dpi if picture else 0))
    return joined_pages(pages, clean(scenes[0].title))


@dataclass(frozen=True, eq=False)
class DrawnPage:
    """A page ready to be put into a file, which other processes can send: what is drawn, in order.

    ``parts`` are operators, texts and pictures. Where it is all one picture of pixels, ``pixels``
    is what fpdf2 knows of that picture, ``corner`` its place and ``size`` its width and height, in
    mm. ``trim`` is where the page is cut: left, top, right and bottom in mm.
    """

    width: float
    height: float
    parts: tuple[str | Text | Picture, ...] = ()
    pixels: Mapping[str, Any] | None = None
    corner: tuple[float, float] = (0.0, 0.0)
    size: tuple[float, float] = (0.0, 0.0)
    trim: Box | None = None


def pdf_page(scene: Scene, job: Job, *, dpi: int = 0) -> DrawnPage:
    """Return a page as vectors, or as black and white pixels where ``dpi`` is not 0.

    Raises ``UsageError`` where it is too large, and ``CancelledError``.
    """
    _check(scene, dpi)
    if dpi:
        return _page_of_pixels(scene, dpi, job)
    parts: list[str | Text | Picture] = []
    for item in scene.items:
        parts += [item] if isinstance(item, Text | Picture) else operators_of(item, scene, job)
    job.check()
    return DrawnPage(scene.width, scene.height, tuple(parts))


def joined_pages(pages: Iterable[DrawnPage], title: str, job: Job | None = None) -> bytes:
    """Return the file of pages in their order; the same pages give the same bytes.

    Lines that are not plain come last, over all else on their pages: only then it is known which
    glyphs the typefaces need. fpdf2, which takes 30 MB, is imported once all pages are there, as
    the processes that draw them have ended by then.
    """
    pages = list(pages)
    lines: list[PageLine] = []
    boxes: list[dict[str, str]] = []
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, _document(title) as document:
        for page in pages:
            (job or Job()).check()
            boxes.append(_boxes_of(page))
            lines += _add_page(document, page)
        ShapedText(document, lines, Path(folder)).write()
        return _written(document, boxes)


def _boxes_of(page: DrawnPage) -> dict[str, str]:
    """Return the boxes of a page that is cut, in points, y up: what is beyond the cut bleeds."""
    if page.trim is None:
        return {}
    left, top, right, bottom = page.trim
    trim = left, page.height - bottom, right, page.height - top
    bleed = 0.0, 0.0, page.width, page.height
    return {
        name: f"[{' '.join(f'{side * POINTS:.2f}' for side in sides)}]"
        for name, sides in (("trim_box", trim), ("bleed_box", bleed))
    }


def _add_page(document: FPDF, page: DrawnPage) -> list[PageLine]:
    """Add a page with all but the lines that are not plain, and return these."""
    lines: list[PageLine] = []
    document.add_page(format=(page.width, page.height))
    if page.pixels is not None:
        _add_pixels(document, page)
    for part in page.parts:
        if isinstance(part, Text) and not is_plain(part.text, part.lettering):
            lines.append(PageLine(document.page, page.height, part, _ink_of_letters(part)))
        else:
            _add(document, part)
    return lines


def _written(document: FPDF, boxes: Sequence[Mapping[str, str]]) -> bytes:
    """Return the file, whose pages have ``boxes`` and blend pictures in the colours of the printer.

    For pictures with alpha fpdf2 makes pages blend all in RGB: black would become four inks. It
    writes each attribute of a page as a key of that, and knows no boxes itself.
    """
    from fpdf.output import OutputProducer, PDFPage

    class Producer(OutputProducer):
        def _add_pages(self, _slice: slice = slice(0, None)) -> list[PDFPage]:
            pages = super()._add_pages(_slice)
            for page, boxes_of_page in zip(pages, boxes, strict=True):
                page.group = None
                for name, box in boxes_of_page.items():
                    setattr(page, name, box)
            return pages

    return bytes(document.output(output_producer_class=Producer))


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


@contextmanager
def _document(title: str) -> Iterator[FPDF]:
    """Make an empty document; in the end the files of its fonts are closed, also after Cancel."""
    from fpdf import FPDF

    document = FPDF(unit="mm")
    document.set_margin(0)
    document.set_auto_page_break(False)
    document.set_creation_date(ALWAYS)
    document.set_producer("mazeeditor")
    if title:
        document.set_title(title)
    try:
        yield document
    finally:
        fonts: Any = document.fonts
        for font in fonts.values():
            font.close()


def _add(document: FPDF, part: str | Text | Picture) -> None:
    if isinstance(part, Text):
        _write(document, part)
    elif isinstance(part, Picture):
        document.image(BytesIO(part.data), part.x, part.y, part.width, part.height)
    else:
        # the polyline of fpdf2 takes 20 s for a million walls
        document._out(part)


def _write(document: FPDF, item: Text) -> None:
    """Write a line in the bundled typeface, of which the file gets what is used."""
    family = BUNDLED.stem.lower()
    if family not in document.fonts:
        document.add_font(family, fname=BUNDLED)
    document.set_font(family, size=item.size * POINTS)
    width = document.get_string_width(item.text)
    x = item.x - {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]
    document.set_text_color(*parts_of(item.colour))
    if item.outline:
        document._out(f"{ink_of(item.colour, 'RG')} {item.outline * POINTS:.4f} w 1 Tr")
    document.text(x, item.y, item.text)
    if item.outline:
        document._out("0 Tr")


def _ink_of_letters(item: Text) -> str:
    """Return the operators that choose whether letters are filled or outlined, and the colour."""
    if item.outline:
        return f"{ink_of(item.colour, 'RG')} {item.outline * POINTS:.4f} w 1 Tr"
    return ink_of(item.colour, "rg")


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
    return DrawnPage(scene.width, scene.height, pixels=_fax_of(image), corner=corner, size=size)


def _fax_of(image: Image.Image) -> dict[str, Any]:
    """Return what fpdf2 knows of a picture of bits, as it would make it itself.

    It would copy the picture twice, and be imported by each process that draws pages: 90 MB.
    """
    from PIL.TiffImagePlugin import STRIPBYTECOUNTS, STRIPOFFSETS, TiffImageFile

    width, height = image.size
    file = BytesIO()
    # PDF knows no strips
    image.save(file, "TIFF", compression="group4", strip_size=(width + 7) // 8 * height)
    file.seek(0)
    with TiffImageFile(file) as tiff:
        (start,), (length,) = tiff.tag_v2[STRIPOFFSETS], tiff.tag_v2[STRIPBYTECOUNTS]
    coding = f"/BlackIs1 true /Columns {width} /K -1 /Rows {height}"
    return {
        "data": file.getbuffer()[start : start + length].tobytes(),
        "w": width,
        "h": height,
        "f": "CCITTFaxDecode",
        "dp": coding,
        "cs": "DeviceGray",
        "bpc": 1,
        "dpn": 1,
        "iccp": None,
        "inverted": False,
    }


def _add_pixels(document: FPDF, page: DrawnPage) -> None:
    """Put a picture on the page that has been compressed already: fpdf2 finds it by its name."""
    from fpdf.image_datastructures import RasterImageInfo

    images = document.image_cache.images
    name = f"pixels of page {document.page}"
    images[name] = RasterImageInfo(page.pixels or {}, i=len(images) + 1, usages=0, iccp_i=None)
    document.image(name, *page.corner, *page.size)
