"""PDF: pages at true size, as lines that stay sharp or as a lossless picture of black and white.

The operators that draw a page are made a million walls in a second, and compressed as they come: a
page of a large maze is never in memory as it is drawn, which takes five times as much. pikepdf
writes the file page by page. What writes text and numbers is imported where a file is begun, as
exports of other formats need none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from math import pi
from typing import TYPE_CHECKING, Annotated, Any
from zlib import compress, compressobj

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import INCH, POINTS
from mazeeditor.core.options import Between, Label, OnlyWhere
from mazeeditor.core.pictures import decode_picture
from mazeeditor.core.translation import _
from mazeeditor.page.colours import rgb
from mazeeditor.page.curves import (
    STRAIGHT_BULGE,
    Drawn,
    closed_of,
    in_pieces,
    places_of,
    radii_of,
    with_last_arcs,
)
from mazeeditor.page.formats import exporter
from mazeeditor.page.formats.numbers import Words, chunks, decimals_of, ends_of, whole, words_of
from mazeeditor.page.imposition import (
    ALONE,
    ONE_EACH,
    THICKNESS,
    Creep,
    CropMarks,
    Impose,
    Imposition,
    lay_out,
)
from mazeeditor.page.kept_project import MADE, kept_in_pdf
from mazeeditor.page.raster.raster import check_size, draw_bits, ink_box
from mazeeditor.page.scene import (
    Ids,
    LongStrokes,
    Numbers,
    Picture,
    Points,
    Polygons,
    Scene,
    Strokes,
    Text,
)
from mazeeditor.page.text.lettering import clean
from mazeeditor.page.text.placed_text import pictures_of

if TYPE_CHECKING:
    from PIL import Image

MAX_LENGTH_MM = 5080.0  # mm, the largest page of a PDF


@exporter(
    "pdf", "PDF", words=_("print document"), suffix=".pdf", order=2, paged=True, keep=kept_in_pdf
)
def pdf(
    scenes: list[Scene],
    job: Job,
    *,
    picture: Annotated[
        bool, _("write the page as black and white pixels, for printers that are slow with lines")
    ] = False,
    dpi: Annotated[
        int,
        Between(150, 1200, "dpi"),
        Label(_("Resolution")),
        _("resolution of these pixels: 300, 600 or 1200 an inch"),
        OnlyWhere(lambda values: bool(values["picture"]), _("Only if Picture is on.")),
    ] = 600,
    impose: Impose = ALONE,
    crop_marks: CropMarks = False,
    creep: Creep = THICKNESS,
) -> bytes:
    """Pages to print, at true size."""
    pages = _drawn_one_by_one(scenes, job, dpi if picture else 0)
    imposition = Imposition(impose, crop_marks, creep)
    return joined_pages(pages, clean(scenes[0].title), imposition=imposition)


def _drawn_one_by_one(scenes: list[Scene], job: Job, dpi: int) -> Iterator[DrawnPage]:
    """Yield the pages; each is written while the job is at its part."""
    for scene in scenes:
        with job.part(1 / len(scenes)):
            yield _page_of(scene, job, dpi)


def pdf_page(scene: Scene, job: Job, *, dpi: int = 0) -> DrawnPage:
    """Return a page as vectors, or as black and white pixels where ``dpi`` is not 0.

    Raises ``UsageError`` where it is too large, and ``CancelledError``.
    """
    page = _page_of(scene, job, dpi)
    return replace(page, parts=tuple(page.parts))


def _page_of(scene: Scene, job: Job, dpi: int) -> DrawnPage:
    """Return such a page, whose vectors are made as they are taken."""
    _check(scene, dpi)
    if dpi:
        return _page_of_pixels(scene, dpi, job)
    return DrawnPage(scene.width, scene.height, _parts_of(scene, job))


def _parts_of(scene: Scene, job: Job) -> Iterator[str | Text | Picture]:
    """Yield what is drawn on a page of vectors, in order; raises ``CancelledError``."""
    for item in scene.items:
        if isinstance(item, Text | Picture):
            yield item
        else:
            yield from operators_of(item, scene, job)
    job.check()


def joined_pages(
    pages: Iterable[DrawnPage],
    title: str,
    job: Job | None = None,
    *,
    imposition: Imposition = ONE_EACH,
) -> bytes:
    """Return the file of pages in their order; the same pages give the same bytes.

    Each page is taken, compressed and forgotten before the next. Of pages that are bound at the
    right viewers show the first of two at the right. Raises ``CancelledError``.
    """
    file = PdfFile(title)
    for page in pages:
        (job or Job()).check()
        file.add(page)
    return file.finished(imposition)


def _check(scene: Scene, dpi: int) -> None:
    """Raise ``UsageError`` for a page, or a picture where ``dpi`` is not 0, that is too large."""
    if max(scene.width, scene.height) > MAX_LENGTH_MM:
        raise UsageError(
            _(
                "Pages of PDF end at {most:,.0f} mm, this one has {width:,.0f} × {height:,.0f}."
            ).format(width=scene.width, height=scene.height, most=MAX_LENGTH_MM)
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


if TYPE_CHECKING:
    from pikepdf import Object

    from mazeeditor.page.scene import Box


CAPS = {"square": "2 J", "round": "1 J", "butt": "0 J"}
JOINS = {"miter": "0 j 4 M", "round": "1 j", "bevel": "2 j"}
ARC_ERROR_MM = 0.0003  # mm: the largest distance of a curve from the circle
PAINTED = 1000  # strokes at a time: printers have little memory


def ink_of(colour: str, operator: str) -> str:
    """Return the operator (``RG`` for lines, ``rg`` for areas) that chooses a colour.

    Black and greys are DeviceGray: offset printers would mix RGB of all four inks.
    """
    parts = _components(colour)
    return " ".join([f"{part / 255:.4g}" for part in parts] + [operator[len(parts) == 1 :]])


def _components(colour: str) -> tuple[int, ...]:
    """Return a colour as PDF needs it, 0 to 255: one grey, or red, green and blue."""
    parts = rgb(colour)
    return parts[:1] if len(set(parts)) == 1 else parts


def operators_of(item: Strokes | LongStrokes | Polygons, scene: Scene, job: Job) -> Iterator[str]:
    """Yield the operators that draw an item.

    Places are whole steps of a micrometre, or of a tenth of one where arcs are to be as true as
    that; a matrix turns them into points, y up.
    """
    curved = not isinstance(item, LongStrokes) and item.bulges is not None
    decimals, share = decimals_of(scene) + curved, scene.share(item)
    step = POINTS / 10**decimals
    yield f"q {step:.10f} 0 0 {-step:.10f} 0 {scene.height * POINTS:.4f} cm"
    if isinstance(item, Strokes | LongStrokes):
        width = _plain(item.width * 10**decimals)
        yield f"{ink_of(item.colour, 'RG')} {width} w {CAPS[item.cap]} {JOINS[item.corners]}"
    if isinstance(item, LongStrokes):
        for portion in item.portions(job, share):
            yield from _paths(portion, decimals, Job(), paint="S")
    elif isinstance(item, Strokes):
        job.phase(len(item.starts) - 1, share)
        yield from _paths(item, decimals, job, paint="S")
    else:
        job.phase(len(item.starts) - 1, share)
        yield ink_of(item.colour, "rg")
        yield from _paths(item, decimals, job)
        yield "f*"
    yield "Q"


def _plain(number: float) -> str:
    """Return a number of six digits without an exponent, which PDF does not know."""
    text = f"{number:.6g}"
    return f"{number:.0f}" if "e" in text else text


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
    quarters = (ARC_ERROR_MM * 13 / radii_of(item)) ** (1 / 6)
    return in_pieces(item, np.clip(4 * quarters, 1e-3, pi / 2))


def _bend(words: Words, points: Points, bulges: Numbers, decimals: int) -> None:
    """Put a Bezier curve in the place of the word for each line that is an arc.

    Its handles lie on the tangents, 4 / 3 * bulge times as long as the radius.
    """
    arcs = np.flatnonzero(np.abs(bulges) > STRAIGHT_BULGE)
    bulge, places = bulges[arcs], places_of(points)
    before, after = places[arcs], places[arcs + 1]
    handle = (after - before) / 3 * (1 - bulge**2 + 2j * bulge)
    back = (after - before) / 3 * (1 - bulge**2 - 2j * bulge)
    stops = np.stack([before + handle, after - back, after], axis=-1)
    steps = whole(stops.view(np.float64), decimals)
    first, second, last = (_pairs(steps[:, pair : pair + 2]) for pair in (0, 2, 4))
    words[arcs + 1] = first + " " + second + " " + last + " c"


SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB"}


@dataclass(frozen=True, eq=False)
class Bits:
    """A picture in black and white on a page, compressed as fax is (CCITT group 4).

    ``width`` and ``height`` are those of ``data`` in px, ``corner`` and ``size`` its place on the
    page in mm.
    """

    data: bytes
    width: int
    height: int
    corner: tuple[float, float]
    size: tuple[float, float]


@dataclass(frozen=True, eq=False)
class DrawnPage:
    """A page ready to be put into a file, which other processes can send: what is drawn, in order.

    ``parts`` are operators and other things to draw. ``trim`` is where the page is cut: left, top,
    right and bottom in mm.
    """

    width: float
    height: float
    parts: Iterable[str | Text | Picture | Bits] = ()
    trim: Box | None = None


class PdfFile:
    """A document whose pages are added one after the other."""

    def __init__(self, title: str) -> None:
        import pikepdf

        from mazeeditor.page.formats.pdf_text import PdfText

        self._pdf = pikepdf.new()
        self._text = PdfText(self._pdf)
        self._pictures: dict[bytes, tuple[str, Object]] = {}  # by their files, once each
        self._count = 0  # of pictures
        self._version = "1.3"
        self._pdf.docinfo.CreationDate = pikepdf.String(MADE)
        self._pdf.docinfo.Producer = pikepdf.String("mazeeditor")
        if title:
            self._pdf.docinfo.Title = pikepdf.String(title)

    def add(self, page: DrawnPage) -> None:
        """Add a page, whose parts are taken one by one."""
        from pikepdf import Dictionary, Name, Page

        fonts: dict[str, Object] = {}
        pictures: dict[str, Object] = {}
        deflate, packed = compressobj(), []
        for part in page.parts:
            operators = self._operators(part, page.height, fonts, pictures)
            packed.append(deflate.compress(f"{operators}\n".encode("ascii")))
        packed.append(deflate.flush())
        used = {"/Font": Dictionary(fonts), "/XObject": Dictionary(pictures)}
        width, height = page.width, page.height
        entries = Dictionary(
            Type=Name.Page,
            MediaBox=_rectangle(0.0, 0.0, width, height),
            Resources=Dictionary({name: held for name, held in used.items() if len(held)}),
            Contents=self._pdf.make_stream(b"".join(packed), Filter=Name.FlateDecode),
        )
        if page.trim is not None:  # what is beyond the cut bleeds
            left, top, right, bottom = page.trim
            entries.TrimBox = _rectangle(left, height - bottom, right, height - top)
            entries.BleedBox = _rectangle(0.0, 0.0, width, height)
        self._pdf.pages.append(Page(self._pdf.make_indirect(entries)))

    def _operators(
        self,
        part: str | Text | Picture | Bits,
        height: float,
        fonts: dict[str, Object],
        pictures: dict[str, Object],
    ) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, Text):
            letters, subsets = self._text.line(part, height)
            ink = ink_of(part.colour, "rg")
            if part.outline:
                ink = f"{ink_of(part.colour, 'RG')} {part.outline * POINTS:.4f} w 1 Tr"
            text = f"q {ink}\n{letters}\nQ"
            fonts.update((f"/F{subset.number}", subset.font) for subset in subsets)
            emoji = pictures_of(part)
            return "\n".join(
                [text, *(self._operators(one, height, fonts, pictures) for one in emoji)]
            )
        if isinstance(part, Bits):
            name, picture = self._named(self._bits(part))
            left, top, wide, high = *part.corner, *part.size
        else:
            if part.data not in self._pictures:
                self._pictures[part.data] = self._named(self._picture(part))
            name, picture = self._pictures[part.data]
            left, top, wide, high = part.x, part.y, part.width, part.height
        pictures[name] = picture
        x, y = _points(left), _points(height - top - high)
        return f"q {_points(wide)} 0 0 {_points(high)} {x} {y} cm {name} Do Q"

    def _named(self, picture: Object) -> tuple[str, Object]:
        self._count += 1
        return f"/I{self._count}", picture

    def _bits(self, bits: Bits) -> Object:
        from pikepdf import Dictionary, Name

        fax = Dictionary(K=-1, Columns=bits.width, Rows=bits.height, BlackIs1=True)
        size, space = (bits.width, bits.height), Name.DeviceGray
        return self._image(
            size, space, bits.data, depth=1, Filter=Name.CCITTFaxDecode, DecodeParms=fax
        )

    def _picture(self, picture: Picture) -> Object:
        """Return a photograph as it is, any other picture as pixels and a mask of what is clear."""
        from pikepdf import Array, Name
        from PIL import Image

        if picture.kind == "jpeg":
            with Image.open(BytesIO(picture.data)) as file:
                size, mode, profile = file.size, file.mode, file.info.get("icc_profile")
            if mode in SPACES and not profile:
                grey_or_rgb = Name(SPACES[mode])
                return self._image(size, grey_or_rgb, picture.data, Filter=Name.DCTDecode)
        image = decode_picture(picture.data)
        space: Object
        more: dict[str, Any] = {}
        if image.has_transparency_data:
            alpha = image.convert("RGBA").getchannel("A")
            if alpha.getextrema() != (255, 255):
                more["SMask"] = self._image(image.size, Name.DeviceGray, alpha.tobytes())
                self._version = "1.4"
        if image.mode == "P":
            palette = bytes(image.getpalette("RGB") or ())
            last = len(palette) // 3 - 1
            space = Array([Name.Indexed, Name.DeviceRGB, last, self._packed(palette)])
        else:
            image = image.convert("L" if image.mode in ("1", "L", "LA") else "RGB")
            space = Name(SPACES[image.mode])
        return self._image(image.size, space, image.tobytes(), **more)

    def _image(
        self, size: tuple[int, int], space: Object, data: bytes, *, depth: int = 8, **entries: Any
    ) -> Object:
        """Return pixels of ``depth`` bits a channel, compressed here unless by their ``Filter``."""
        from pikepdf import Name

        width, height = size
        stream = self._pdf.make_stream if "Filter" in entries else self._packed
        return stream(
            data,
            Type=Name.XObject,
            Subtype=Name.Image,
            Width=width,
            Height=height,
            ColorSpace=space,
            BitsPerComponent=depth,
            **entries,
        )

    def _packed(self, data: bytes, **entries: Any) -> Object:
        from pikepdf import Name

        return self._pdf.make_stream(compress(data), Filter=Name.FlateDecode, **entries)

    def finished(self, imposition: Imposition) -> bytes:
        """Return the file, to which nothing is added any more."""
        from pikepdf import Array, Dictionary, Name, ObjectStreamMode, StreamDecodeLevel

        self._text.embed()
        if imposition.changes:
            lay_out(self._pdf, imposition)
        root = self._pdf.Root
        root.OpenAction = Array([self._pdf.pages[0].obj, Name.FitH, None])
        root.PageLayout = Name.OneColumn
        preferences = Dictionary(PrintScaling=Name("/None"))  # paper keeps its size
        if imposition.bound_right and not imposition.changes:
            preferences.Direction = Name.R2L
        if imposition.turned:  # over the left or right side
            wide = self._pdf.pages[0].mediabox[2] > self._pdf.pages[0].mediabox[3]
            preferences.Duplex = Name.DuplexFlipShortEdge if wide else Name.DuplexFlipLongEdge
        root.ViewerPreferences = preferences
        file = BytesIO()
        self._pdf.save(
            file,
            min_version=self._version,
            deterministic_id=True,
            object_stream_mode=ObjectStreamMode.disable,
            stream_decode_level=StreamDecodeLevel.none,
        )
        return file.getvalue()


def _rectangle(*sides: float) -> Object:
    """Return the left, lower, right and upper side of a rectangle in mm, y up, in points."""
    from decimal import Decimal

    from pikepdf import Array

    return Array([Decimal(_points(side)) for side in sides])


def _points(length: float) -> str:
    """Return a length in mm as points in a file."""
    return f"{length * POINTS:.2f}"
