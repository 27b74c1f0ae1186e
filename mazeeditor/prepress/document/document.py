"""Opens a PDF of unknown origin for checking, with bounds to the memory and work it may take."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.core.disk import input_files
from mazeeditor.core.disk.file_kinds import why_not
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.logged import keep_log
from mazeeditor.core.translation import _, printable
from mazeeditor.core.work import allowance
from mazeeditor.prepress.document.colours import DEFAULTS, Space, as_device, space_of
from mazeeditor.prepress.document.fonts import FontFacts, font_facts
from mazeeditor.prepress.document.language import KnownEntries, known_entries
from mazeeditor.prepress.document.streams import PictureData, data_of, holds, parts_of
from mazeeditor.prepress.document.values import (
    ENTRIES,
    IDENTITY,
    MAX_DEPTH,
    Matrix,
    Rectangle,
    UnreadError,
    box,
    entries,
    entry,
    finite,
    identity,
    intersection,
    is_empty,
    items,
    kind_of,
    multiply,
    name,
    number,
    transform_box,
)

if TYPE_CHECKING:
    from pikepdf import Pdf

MOST_PAGES = 20_000
PAGES, PAGES_OF_A_BYTE = 5_000, 0.01  # of a small file, more of a larger one
# bytes that qpdf unpacks of a stream of a small file: of objects, 300 MB
UNPACKED_BYTES = 4_000_000
MOST_OPERATIONS_OF_ALL = 100_000_000  # of all pages: a few minutes
OPERATIONS = 350_000  # of a small file: about 2 s
OPERATIONS_OF_A_BYTE = 2  # more than programs pack into one, but for the same form many times
BYTES_PER_OPERATOR = 40  # bytes that take as long as an operator
MOST_FONTS = 2_000  # kept
MAX_PIPED_BYTES = 500_000_000  # bytes of a file from a pipe, which is kept in memory
MOST_MESSAGES = 100  # that pikepdf logs
LONGEST_MESSAGE = 200  # characters
HEADER_BYTES = 1024  # bytes in which a PDF begins
BOXES = ("MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox")
LETTER: Rectangle = (0.0, 0.0, 612.0, 792.0)  # of a page that names no size
UNPACKED_OF_A_BYTE = 3  # more of a larger file, up to MOST_UNPACKED
MOST_UNPACKED = 50_000_000
LARGEST_SIDE, LARGEST_UNIT = 14_400, 75_000  # of a page: units, and what they are of 1/72 in
_HIDDEN, _PRINTED = 0b10, 0b100  # flags of an annotation
SIZES = ("flate", "run_length", "png", "tiff", "dct")
# A file of 1 MB could otherwise take several GB of memory. Pages are unpacked without qpdf.
LIMITS = {
    "max_stream_filters": 5,
    "parser_max_container_size": 2_000_000,
    "doc_max_warnings": 30_000,
}


@dataclass(frozen=True)
class PdfPage:
    """A page: its number from 1, its boxes in points as they are seen, and what it refers to.

    ``upright`` is the matrix that turns and scales user space as /Rotate and /UserUnit ask for.
    ``problems`` is why readers may show it in another size or turn.
    """

    number: int
    page: Any
    resources: Any
    boxes: dict[str, Rectangle]
    upright: Matrix
    problems: tuple[str, ...] = ()

    @property
    def visible(self) -> Rectangle:
        """What viewers and print shops see of the page."""
        return self.boxes.get("CropBox", self.boxes["MediaBox"])


@contextmanager
def open_pdf(path: Path, job: Job) -> Iterator[PdfDocument]:
    """Open a PDF for a ``with`` block; ``MazeError`` raised within it names the file."""
    try:
        source, size = _source(path, job)
        with (
            _collect_warnings("pikepdf") as messages,
            _limit_memory(size),
            _open(source, path) as pdf,
        ):
            yield PdfDocument(pdf, path, size, job, messages)
    except OSError as error:
        reason = f"{error.strerror or error}."
    except MazeError as error:
        reason = str(error)
    else:
        return
    raise MazeError(
        _("{file} cannot be checked: {reason}").format(file=printable(path), reason=reason)
    )


@contextmanager
def opened_data(data: bytes, job: Job) -> Iterator[PdfDocument]:
    """Open the bytes of a PDF for a ``with`` block; raises ``MazeError`` with the reason alone."""
    nameless = Path()
    with (
        _collect_warnings("pikepdf") as messages,
        _limit_memory(len(data)),
        _open(BytesIO(data), nameless) as pdf,
    ):
        yield PdfDocument(pdf, nameless, len(data), job, messages)


def _source(path: Path, job: Job) -> tuple[Path | BytesIO, int]:
    """Return the file, or what standard input or a pipe holds, and how many bytes those are."""
    with input_files.open_input(path, job) as file:
        head = file.file.read(HEADER_BYTES)
        if b"%PDF-" not in head:
            raise MazeError(why_not(head, path.name, "PDF"))
        if file.ordinary and path != input_files.STANDARD_INPUT:
            return path, file.status.st_size
        data = head + file.read(MAX_PIPED_BYTES - len(head), job)
        return BytesIO(data), len(data)


@contextmanager
def _collect_warnings(library: str) -> Iterator[list[str]]:
    """Collect what a library warns of in this thread within the ``with``, each first line once."""
    texts: list[str] = []

    def keep(record: logging.LogRecord) -> None:
        text = (record.getMessage().splitlines() or [""])[0][:LONGEST_MESSAGE]
        if text not in texts and len(texts) < MOST_MESSAGES:
            texts.append(text)

    with keep_log(library, keep):
        yield texts


@contextmanager
def _limit_memory(size: int) -> Iterator[None]:
    """Limit what qpdf may take for a file of so many bytes.

    Its limits are those of the process, and it does not guard them: no other thread of this process
    may use it meanwhile (``preflight`` has ``apart`` for that).
    """
    import pikepdf

    set_limits = getattr(pikepdf.settings, "set_qpdf_limits", None)
    if set_limits is None:  # before pikepdf 10.17
        yield
        return
    most = min(MOST_UNPACKED, max(UNPACKED_BYTES, UNPACKED_OF_A_BYTE * size))
    before = set_limits(**LIMITS, **{f"{one}_max_memory": most for one in SIZES})
    try:
        yield
    finally:
        set_limits(**before)


def _open(source: Path | BytesIO, path: Path) -> Pdf:
    import pikepdf

    try:
        return pikepdf.open(source, suppress_warnings=True)
    except pikepdf.PasswordError:
        message = _("it is locked with a password: save it without one.")
        raise MazeError(message) from None
    except (pikepdf.PikepdfError, ValueError, RuntimeError, RecursionError) as error:
        raise MazeError(_("it is damaged ({reason}).").format(reason=_short(error, path))) from None


_STREAM = re.compile(r"stream <[^>]*>")  # of a PDF that is read from memory


def _short(error: Exception, path: Path) -> str:
    """Return what qpdf says without the name of the file, which it repeats, or of the stream."""
    return _STREAM.sub("", str(error)).replace(str(path), "").strip(" :.")[:200]


class TooMuchError(Exception):
    """A page, or the file, is more work than a check may be; its text is the reason."""


class PdfDocument:
    """An open PDF; typefaces, colour spaces and layers are looked up once.

    ``messages`` are what pikepdf logs meanwhile.
    """

    def __init__(
        self, pdf: Pdf, path: Path, size: int, job: Job, messages: list[str] | None = None
    ) -> None:
        self.pdf, self.path, self.size, self.job = pdf, path, size, job
        self.messages = [] if messages is None else messages
        operations = allowance(self.size, OPERATIONS, OPERATIONS_OF_A_BYTE)
        self._left = min(operations, MOST_OPERATIONS_OF_ALL)
        self._fonts: dict[tuple[int, int], FontFacts] = {}
        self._known: dict[tuple[str, tuple[int, int]], KnownEntries] = {}
        self._hidden: dict[tuple[int, int], bool] = {}
        self._spaces: dict[tuple[int, int], Space] = {}
        self._pictures: dict[tuple[int, int], PictureData | None] = {}
        self._enough: dict[tuple[int, int], bool] = {}

    @cached_property
    def pages(self) -> list[PdfPage]:
        """All pages; raises ``MazeError`` where there are none, or too many."""
        self._check_tree()
        try:
            pages = [page.obj for page in self.pdf.pages]
        except Exception as error:  # qpdf raises several kinds
            reason = _short(error, self.path)
            raise MazeError(_("it is damaged ({reason}).").format(reason=reason)) from None
        if not pages:
            raise MazeError(_("it has no pages."))
        return [_page(number, page) for number, page in enumerate(pages, 1)]

    @property
    def is_read_leftwards(self) -> bool:
        """Whether viewers show the first of two pages at the right."""
        return name(entry(entry(self.pdf.Root, "ViewerPreferences"), "Direction")) == "R2L"

    def _check_tree(self) -> None:
        """Count the pages without making a list of them, which takes a kilobyte for each."""
        most = min(MOST_PAGES, allowance(self.size, PAGES, PAGES_OF_A_BYTE))
        waiting, pages = [entry(self.pdf.Root, "Pages")], 0
        seen: set[tuple[int, int] | None] = set()
        while waiting:
            node = waiting.pop()
            kids = entry(node, "Kids")
            if kids is None or identity(node) in seen:
                pages += 1
            else:
                seen.add(identity(node))
                waiting += items(kids, most) or [None] * len(kids)
            if pages + len(waiting) > most:
                text = _("it has more than {most:,} pages: check parts of it.")
                raise MazeError(text.format(most=most))

    def work(self, steps: int) -> None:
        """Count operators; raises ``TooMuchError`` where they are too many, ``CancelledError``."""
        self.job.check()
        self._left -= steps
        if self._left <= 0:
            raise TooMuchError(_("the file has more drawing operators than can be checked"))

    def parts(self, stream: Any) -> Iterator[bytes]:
        """Yield the operators of a stream in parts; raises ``UnreadError``, ``TooMuchError``."""
        if kind_of(stream) != "stream":
            raise UnreadError(_("operators are not a stream"))
        for part in parts_of(stream):
            self.work(len(part) // BYTES_PER_OPERATOR + 1)
            yield part

    def look_of(self, page: PdfPage) -> bytes:
        """Return what two pages that look the same have in common, b"" where that is not known.

        Raises ``CancelledError``.
        """
        self.job.check()
        contents = entry(page.page, "Contents")
        if kind_of(contents) != "stream" or entry(page.page, "Annots") is not None:
            return b""
        try:
            resources = page.resources.unparse() if page.resources is not None else b""
            packing = [entry(contents, key) for key in ("Filter", "DecodeParms", "F")]
            named = [one.unparse(resolved=True) for one in packing if one is not None]
            data = contents.read_raw_bytes()
        except Exception:  # pikepdf raises several kinds for damaged objects
            return b""
        known = repr((resources, named, page.visible, page.upright)).encode()
        return sha256(known).digest() + sha256(data).digest()

    def font(self, font: Any) -> FontFacts:
        """Return what is known of a typeface."""
        which = identity(font)
        if which is None:
            return font_facts(font, self.work)
        if which not in self._fonts and len(self._fonts) < MOST_FONTS:
            self._fonts[which] = font_facts(font, self.work)
        return self._fonts.get(which) or font_facts(font, self.work)

    def known_entries(self, kind: str, holder: Any) -> KnownEntries:
        """Return what is known of a dictionary of a kind; raises ``TooMuchError``.

        It is read once; one that is no object of its own is read, and counted, at each use.
        """
        which = identity(holder)
        if which is not None and (kind, which) in self._known:
            return self._known[kind, which]
        every = entries(holder)
        self.work(len(every) // ENTRIES)
        known = known_entries(kind, every)
        if which is not None:
            self._known[kind, which] = known
        return known

    def space(self, value: Any, resources: Any) -> Space:
        """Return the colour space of an object or a name, as ``resources`` have it.

        Raises ``UnreadError``, ``TooMuchError``.
        """
        if isinstance(value, str):
            value = entry(entry(resources, "ColorSpace"), value) or value
        return self.usual_space(self._space(value, resources), resources)

    def usual_space(self, space: Space, resources: Any) -> Space:
        """Return the space that stands for one of the device (/DefaultGray and the like).

        Raises ``UnreadError``, ``TooMuchError``.
        """
        called = DEFAULTS.get(space.label, "") if space.device else ""
        usual = entry(entry(resources, "ColorSpace"), called) if called else None
        return space if usual is None else as_device(space, self._space(usual, None), called)

    def _space(self, value: Any, resources: Any) -> Space:
        which = identity(value)
        if which is not None and which in self._spaces:
            return self._spaces[which]
        found = space_of(value, resources, self.work)
        if which is not None:
            self._spaces[which] = found
        return found

    def picture(self, stream: Any, filters: list[str]) -> PictureData | None:
        """Return what the data of a picture say of it; raises ``UnreadError``."""
        which = identity(stream)
        if which is None or which not in self._pictures:
            self.work(int(number(entry(stream, "Length"))) // BYTES_PER_OPERATOR)
            found = data_of(stream, filters, self.work)
            if which is None:
                return found
            self._pictures[which] = found
        return self._pictures[which]

    def has_pixels(self, stream: Any, filters: list[str], needed: int, rows: int) -> bool:
        """Whether a picture has the bytes that its pixels take, as far as its filters show that.

        Raises ``UnreadError``, ``TooMuchError``.
        """
        which = identity(stream)
        if which is None or which not in self._enough:
            found = holds(stream, filters, needed, rows, self.work)
            if which is None:
                return found
            self._enough[which] = found
        return self._enough[which]

    @cached_property
    def warnings(self) -> list[str]:
        """What qpdf has repaired so far, without the name of the file, and what pikepdf has."""
        texts = [str(warning) for warning in self.pdf.get_warnings()]  # which forgets them
        texts += self.messages
        return [text.replace(str(self.path), "").strip(" :.") for text in texts]

    @cached_property
    def layers(self) -> Any:
        """The dictionary of layers, None where there are none."""
        return entry(self.pdf.Root, "OCProperties")

    @cached_property
    def hidden_layers(self) -> set[tuple[int, int] | None]:
        """The layers that are switched off."""
        usual = entry(self.layers, "D")
        every = {identity(layer) for layer in items(entry(self.layers, "OCGs"))}
        on, off = ({identity(one) for one in items(entry(usual, key))} for key in ("ON", "OFF"))
        start = every if name(entry(usual, "BaseState")) == "OFF" else set()
        hidden = (start - on) | off
        for layer, shown in self._printed_layers(usual):
            (hidden.discard if shown else hidden.add)(layer)
        return hidden

    def _printed_layers(self, usual: Any) -> Iterator[tuple[tuple[int, int] | None, bool]]:
        """Yield the layers that change when a file is printed, and whether they are shown then."""
        for change in items(entry(usual, "AS")):
            if name(entry(change, "Event")) != "Print":
                continue
            for layer in items(entry(change, "OCGs")):
                state = name(entry(entry(entry(layer, "Usage"), "Print"), "PrintState"))
                if state in ("ON", "OFF"):
                    yield identity(layer), state == "ON"

    def is_hidden(self, layer: Any) -> bool:
        """Whether a layer, or all layers of a membership dictionary, are switched off."""
        if layer is None:
            return False
        if name(entry(layer, "Type")) != "OCMD":
            return identity(layer) in self.hidden_layers
        which = identity(layer)
        if which is not None and which in self._hidden:
            return self._hidden[which]
        hidden = self._are_hidden(layer)
        if which is not None:
            self._hidden[which] = hidden
        return hidden

    def _are_hidden(self, layer: Any) -> bool:
        """Whether all layers of a membership dictionary are switched off."""
        members = entry(layer, "OCGs")
        every = items(members) or [members]
        self.work(len(every) // ENTRIES)
        off = [identity(one) in self.hidden_layers for one in every]
        policy = name(entry(layer, "P")) or "AnyOn"
        if entry(layer, "VE") is not None or members is None:
            return False
        shown = {
            "AllOn": not any(off),
            "AnyOff": any(off),
            "AllOff": all(off),
        }.get(policy, not all(off))
        return not shown


def is_printed(annotation: Any) -> bool:
    """Whether a comment, link or field is printed, as its flags say."""
    flags = int(number(entry(annotation, "F")))
    shown = flags & _PRINTED and not flags & _HIDDEN
    return bool(shown) and name(entry(annotation, "Subtype")) != "Popup"


def border_width(annotation: Any) -> float:
    """Return how thick the frame around a link is."""
    border = items(entry(annotation, "Border"))
    if len(border) > 2:
        return number(border[2])
    return number(entry(entry(annotation, "BS"), "W"), 1.0)


def _page(number_of_page: int, page: Any) -> PdfPage:
    unit = number(entry(page, "UserUnit"), 1.0)
    unit = unit if 0 < unit <= LARGEST_UNIT else 1.0
    upright = _upright(number(_inherited_value(page, "Rotate")), unit)
    given = {called: _inherited_value(page, called) for called in BOXES}
    found = {called: box(value) for called, value in given.items()}
    boxes = {
        called: transform_box(area, upright) for called, area in found.items() if area is not None
    }
    media = boxes.setdefault("MediaBox", LETTER)
    crop = intersection(boxes.get("CropBox", media), media)
    if "CropBox" in boxes and not is_empty(crop):
        boxes["CropBox"] = crop
    resources, problems = _inherited_value(page, "Resources"), tuple(_problems(page, given, crop))
    return PdfPage(number_of_page, page, resources, boxes, upright, problems)


def _problems(page: Any, boxes: dict[str, Any], crop: Rectangle) -> Iterator[str]:
    """Yield what is wrong with the size and the turn of a page, without a full stop."""
    if boxes["MediaBox"] is None:
        yield _("the page has no MediaBox, so its size is unknown")
    for called, value in boxes.items():
        if value is not None and (reason := _why_no_box(value)):
            yield f"{_('the {box} of the page').format(box=called)} {reason}"
    if boxes["CropBox"] is not None and (crop[0] >= crop[2] or crop[1] >= crop[3]):
        yield _("the CropBox of the page is beside its MediaBox")
    turn, unit = _inherited_value(page, "Rotate"), entry(page, "UserUnit")
    if turn is not None and finite(turn) is None:
        yield _("the turn of the page (/Rotate) is not a number")
    elif turn is not None and float(turn) % 90:
        text = _("the page is turned by {turn:g}° (/Rotate), which must be a multiple of 90")
        yield text.format(turn=float(turn))
    if unit is not None and not 0 < (finite(unit) or 0) <= LARGEST_UNIT:
        text = _("the unit of the page (/UserUnit) must be above 0, and at most {most:,}")
        yield text.format(most=LARGEST_UNIT)


def _why_no_box(value: Any) -> str:
    """Return why a box of a page cannot be one, "" where it can."""
    numbers = [finite(one) for one in items(value, 5)]
    if len(numbers) != 4 or None in numbers:
        return _("is not four numbers")
    x, y, other_x, other_y = (one or 0.0 for one in numbers)
    sides = abs(other_x - x), abs(other_y - y)
    if not all(sides):
        return _("has no area")
    if max(sides) > LARGEST_SIDE:
        text = _("has {width:,g} × {height:,g} units, and pages of PDF may have {most:,}")
        return text.format(width=sides[0], height=sides[1], most=LARGEST_SIDE)
    return ""


def _upright(degrees: float, unit: float) -> Matrix:
    """Return the matrix that turns a page as /Rotate asks for, clockwise."""
    turn: Matrix = {
        90: (0.0, -1.0, 1.0, 0.0, 0.0, 0.0),
        180: (-1.0, 0.0, 0.0, -1.0, 0.0, 0.0),
        270: (0.0, 1.0, -1.0, 0.0, 0.0, 0.0),
    }.get(int(degrees) % 360, IDENTITY)
    return multiply(turn, (unit, 0.0, 0.0, unit, 0.0, 0.0))


def _inherited_value(page: Any, key: str) -> Any:
    """Return what a page or the nearest of its parents has under a key."""
    for _level in range(MAX_DEPTH):
        value = entry(page, key)
        if value is not None or page is None:
            return value
        page = entry(page, "Parent")
    return None
