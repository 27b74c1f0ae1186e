"""PDF: pages at true size, as lines that stay sharp or as a lossless picture of black and white.

Strokes and areas become operators, a million walls in a second; arcs are Bezier curves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from io import BytesIO
from math import pi
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
from mazeeditor.drawing.lettering import clean, warn_of_missing
from mazeeditor.drawing.raster import INCH, check_size, draw_bits
from mazeeditor.drawing.scene import Ids, Numbers, Picture, Points, Polygons, Scene, Strokes, Text
from mazeeditor.drawing.shaping import Run, runs
from mazeeditor.drawing.typefaces import Face
from mazeeditor.errors import UsageError
from mazeeditor.exporters import exporter
from mazeeditor.exporters.numbers import Words, chunks, decimals_of, ends_of, whole, words_of
from mazeeditor.job import Job
from mazeeditor.options import Between, OnlyWhere
from mazeeditor.translation import _

if TYPE_CHECKING:
    from fpdf import FPDF

POINT = 72 / 25.4  # points in a mm
CAPS = {"square": "2 J 0 j 4 M", "round": "1 J 1 j"}
OFF = 0.0003  # mm: the largest distance of a curve from the circle
PAINTED = 1000  # strokes at a time: printers have little memory


def ink_of(colour: str, operator: str) -> str:
    """Return the operator (``RG`` for lines, ``rg`` for areas) that chooses a colour."""
    return " ".join([f"{part / 255:.4g}" for part in rgb(colour)] + [operator])


def operators_of(item: Strokes | Polygons, scene: Scene, job: Job) -> Iterator[str]:
    """Yield the operators that draw an item.

    Places are whole steps of a micrometre, or of a tenth of one where arcs are to be as true as
    that; a matrix turns them into points, y up.
    """
    decimals = decimals_of(scene) + (item.bulges is not None)
    step = POINT / 10**decimals
    yield f"q {step:.10f} 0 0 {-step:.10f} 0 {scene.height * POINT:.4f} cm"
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
    warn_of_missing(item.text for scene in scenes for item in scene.items if isinstance(item, Text))
    pages = []
    for scene in scenes:
        with job.part(1 / len(scenes)):
            pages.append(pdf_page(scene, job, dpi=dpi if picture else 0))
    return joined_pages(pages, clean(scenes[0].title))


@dataclass(frozen=True, eq=False)
class DrawnPage:
    """A page ready to be put into a file, which other processes can send: what is drawn, in order.

    ``parts`` are operators, texts and pictures. Where it is all one picture of pixels, ``pixels``
    is what fpdf2 knows of that picture and ``size`` its width and height in mm.
    """

    width: float
    height: float
    parts: tuple[str | Text | Picture, ...] = ()
    pixels: Mapping[str, Any] | None = None
    size: tuple[float, float] = (0.0, 0.0)


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
    """Return the file of pages in their order; the same pages give the same bytes."""
    document = _document(title)
    for page in pages:
        (job or Job()).check()
        document.add_page(format=(page.width, page.height))
        if page.pixels is not None:
            _add_pixels(document, page)
        for part in page.parts:
            _add(document, part)
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


def _add(document: FPDF, part: str | Text | Picture) -> None:
    if isinstance(part, Text):
        _write(document, part)
    elif isinstance(part, Picture):
        document.image(BytesIO(part.data), part.x, part.y, part.width, part.height)
    else:
        # the polyline of fpdf2 takes 20 s for a million walls
        document._out(part)


def _write(document: FPDF, item: Text) -> None:
    """Write a line of text, each part in its typeface, of which the file gets what is used."""
    parts = [(_typeface(document, run.face), run) for run in runs(item.text, item.typeface)]
    widths = []
    for family, run in parts:
        document.set_font(family, size=item.size * POINT)
        plain = 0.0 if run.shaped else document.get_string_width(run.text)
        widths.append(run.width * item.size if run.shaped else plain)
    x = item.x - {"start": 0.0, "middle": sum(widths) / 2, "end": sum(widths)}[item.anchor]
    document.set_text_color(*rgb(item.colour))
    if item.outline:
        document._out(f"{ink_of(item.colour, 'RG')} {item.outline * POINT:.4f} w 1 Tr")
    for (family, run), width in zip(parts, widths, strict=True):
        document.set_font(family, size=item.size * POINT)
        if run.shaped:
            _write_shaped(document, run, x, item)
        else:
            document.text(x, item.y, run.text)
        x += width
    if item.outline:
        document._out("0 Tr")


def _write_shaped(document: FPDF, run: Run, x: float, item: Text) -> None:
    """Write a run whose letters join; only the cells of fpdf2 can do that.

    The letters of a cell without height stand on a baseline 0.3 em below it.
    """
    document.set_text_shaping(True, direction="rtl" if run.leftwards else "ltr")
    document.c_margin = 0
    document.set_xy(x, item.y - 0.3 * item.size)
    document.cell(w=None, h=0, text=run.text)
    document.set_text_shaping(False)


def _typeface(document: FPDF, face: Face) -> str:
    """Return the name under which the document has a typeface, adding it where it is new."""
    name = face.path.stem.lower()
    if name not in document.fonts:
        document.add_font(name, fname=face.path)
    return name


def _page_of_pixels(scene: Scene, dpi: int, job: Job) -> DrawnPage:
    """Return a page as pixels, compressed as fax is (CCITT group 4), without loss."""
    from fpdf.image_parsing import get_img_info

    image = draw_bits(scene, dpi, job=job)
    width, height = (pixels * INCH / dpi for pixels in image.size)
    with _large_pictures():
        info = get_img_info("", image, "AUTO")
    return DrawnPage(scene.width, scene.height, pixels=dict(info), size=(width, height))


def _add_pixels(document: FPDF, page: DrawnPage) -> None:
    """Put a picture on the page that has been compressed already: fpdf2 finds it by its name."""
    from fpdf.image_datastructures import RasterImageInfo

    images = document.image_cache.images
    name = f"pixels of page {document.page}"
    images[name] = RasterImageInfo(page.pixels or {}, i=len(images) + 1, usages=0, iccp_i=None)
    document.image(name, 0, 0, *page.size)


@contextmanager
def _large_pictures() -> Iterator[None]:
    """Let fpdf2 open a picture of A3 at 1200 dpi, which Pillow would take for an attack."""
    from PIL import Image

    most, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
    try:
        yield
    finally:
        Image.MAX_IMAGE_PIXELS = most
