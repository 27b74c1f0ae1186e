"""PDF: pages at true size, as lines that stay sharp or as a lossless picture of black and white.

What ``pdf_operators`` yields is compressed as it comes, so no page is in memory as it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any
from zlib import compressobj

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import INCH, POINTS
from mazeeditor.core.options import Between, Label, OnlyWhere
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.typefaces import BUNDLED
from mazeeditor.page.formats import exporter
from mazeeditor.page.formats.pdf_operators import ink_of, operators_of, parts_of
from mazeeditor.page.formats.shaped_text import PageLine, ShapedText
from mazeeditor.page.marks.free_ground import Box
from mazeeditor.page.raster.raster import check_size, draw_bits, ink_box
from mazeeditor.page.scene import Picture, Scene, Text
from mazeeditor.page.text.lettering import clean
from mazeeditor.page.text.shaping import is_plain

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.prefs import ViewerPreferences
    from PIL import Image

STREAM = b"stream\n"  # before what a stream contains
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


class Deflated(bytearray):
    """The operators of a page, compressed as they come: as they are, they take five times as much.

    It contains nothing as a ``bytearray``, which fpdf2 takes for its own.
    """

    def __init__(self, begin: bytes) -> None:
        super().__init__()
        self._deflate = compressobj()
        self._parts = [self._deflate.compress(begin)]

    def extend(self, data: Any) -> None:
        """Add operators."""
        self._parts.append(self._deflate.compress(bytes(data)))

    def append(self, byte: Any) -> None:
        """Add one byte."""
        self.extend((byte,))

    def finished(self) -> list[bytes]:
        """Return all operators, compressed, the last part first; nothing can be added any more."""
        parts, self._parts = [*self._parts, self._deflate.flush()], []
        return parts[::-1]


@dataclass(frozen=True, eq=False)
class DrawnPage:
    """A page ready to be put into a file, which other processes can send: what is drawn, in order.

    ``parts`` are operators, texts and pictures. Where it is all one picture of pixels, ``pixels``
    is what fpdf2 knows of that picture, ``corner`` its place and ``size`` its width and height, in
    mm. ``trim`` is where the page is cut: left, top, right and bottom in mm.
    """

    width: float
    height: float
    parts: Iterable[str | Text | Picture] = ()
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

    Of those that are ``bound_right`` viewers show the first of two at the right.
    Lines that are not plain come last, over all else on their pages: only then it is known which
    glyphs the typefaces need. fpdf2, which takes 30 MB, is imported by this call: other processes
    that draw pages should have ended before.
    """
    lines: list[PageLine] = []
    boxes: list[dict[str, str]] = []
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, _document(title) as document:
        for page in pages:
            (job or Job()).check()
            boxes.append(_boxes_of(page))
            lines += _add_page(document, page)
        ShapedText(document, lines, Path(folder)).write()
        if bound_right:
            document.viewer_preferences = _read_leftwards()
        return _written(document, boxes)


def _read_leftwards() -> ViewerPreferences:
    """Return that pages are read from right to left, for which fpdf2 writes a word of its own."""
    from fpdf.prefs import ViewerPreferences

    class Leftwards(ViewerPreferences):
        def serialize(self, *_args: Any, **_others: Any) -> str:
            return "<< /Direction /R2L >>"

    return Leftwards()


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
    sheet: Any = document.pages[document.page]
    sheet.contents = Deflated(sheet.contents)
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
    writes each attribute of a page as a key of that, and knows no boxes itself. It would make
    texts of what is compressed, four times one after the other.
    """
    from fpdf.output import OutputProducer, PDFPage
    from fpdf.syntax import PDFContentStream

    contents: list[Any] = [document.pages[number].contents for number in sorted(document.pages)]
    streams: dict[str, list[bytes]] = {}  # by the object that they are written in, without them

    class Stream(PDFContentStream):
        def __init__(self, parts: list[bytes], number: int) -> None:
            super().__init__(b"", compress=True)
            self._contents, self._parts = b"", parts
            self.length, self.id = sum(len(part) for part in parts), number

        def serialize(self, *args: Any, **others: Any) -> str:
            text = super().serialize(*args, **others)
            streams[text] = self._parts
            return text

    class Producer(OutputProducer):
        def _add_pages(self, _slice: slice = slice(0, None)) -> list[PDFPage]:
            pages = super()._add_pages(_slice)
            for page, boxes_of_page in zip(pages, boxes, strict=True):
                page.group = None
                empty: Any = page.contents
                stream = Stream(contents.pop(0).finished(), empty.id)
                self.pdf_objs[self.pdf_objs.index(empty)] = page.contents = stream
                for name, box in boxes_of_page.items():
                    setattr(page, name, box)
            return pages

        def _out(self, data: bytes | bytearray | str) -> None:
            parts = streams.pop(data, None) if isinstance(data, str) else None
            if parts is None:
                super()._out(data)
                return
            text = str(data).encode("latin-1")
            cut = text.index(STREAM) + len(STREAM)
            self.buffer += text[:cut]
            while parts:  # the lowest is gone as soon as it is written
                self.buffer += parts.pop()
            self.buffer += text[cut:] + b"\n"

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
