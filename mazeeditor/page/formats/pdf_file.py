"""A PDF file, written page by page by pikepdf; operators are compressed as they come.

A page of a large maze is thus never in memory as it is drawn, which takes five times as much. What
writes text and numbers is imported where a file is begun, as exports of other formats need none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zlib import compress, compressobj

from mazeeditor.core.lengths import POINTS
from mazeeditor.core.pictures import decoded
from mazeeditor.page.scene import Picture, Text
from mazeeditor.page.text.text_items import pictures_of

if TYPE_CHECKING:
    from pikepdf import Object

    from mazeeditor.page.marks.free_ground import Box

MADE = "D:20000101000000Z"  # the same maze gives the same bytes
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
        """Return the operators of a part, and note the typefaces and pictures that they name."""
        if isinstance(part, str):
            return part
        if isinstance(part, Text):
            text, subsets = self._text.line(part, height)
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
        image = decoded(picture.data)
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

    def finished(self, *, bound_right: bool = False) -> bytes:
        """Return the file, to which nothing is added any more.

        Of two pages that are ``bound_right`` viewers show the first one at the right.
        """
        from pikepdf import Array, Dictionary, Name, ObjectStreamMode, StreamDecodeLevel

        self._text.embed()
        root = self._pdf.Root
        root.OpenAction = Array([self._pdf.pages[0].obj, Name.FitH, None])
        root.PageLayout = Name.OneColumn
        if bound_right:
            root.ViewerPreferences = Dictionary(Direction=Name.R2L)
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
