"""The lines and areas that a page of a PDF of unknown origin draws, and a file attached to it.

The interpreter of the checks carries out the operators, within its bounds; what it paints is kept
instead of judged. Texts and pictures are counted alone.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from typing import Any

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import STEPS, run_apart
from mazeeditor.core.translation import _
from mazeeditor.prepress.content.ink import Ink
from mazeeditor.prepress.content.interpreter import ACTIONS
from mazeeditor.prepress.content.painter import PAINTED, Action, PagePainter
from mazeeditor.prepress.content.paths import PagePath, Points
from mazeeditor.prepress.document.colours import CMYK, GREY, RGB, Colour
from mazeeditor.prepress.document.document import PdfDocument, PdfPage, TooMuchError, opened_data
from mazeeditor.prepress.document.values import UnreadError, entry, kind_of, name

MOST_POINTS = 12_000_000  # of all paths
SHOWING = (b"Tj", b"TJ", b"'", b'"')  # operators that show text
MIXED = "mixed"


@dataclass(frozen=True, eq=False)
class DrawnPath:
    """A path: ``places`` float64[k, 3] are x and y in points, y up, and 0 where a line begins.

    ``width`` is that of a line in points, or 0 for an area; ``colour`` is ``#rrggbb``.
    """

    places: Points
    width: float
    colour: str
    filled: bool


@dataclass
class DrawnPages:
    """What the first page with lines draws, which page that is, and what was not kept.

    ``attached`` is the file that was looked for, None where there is none.
    """

    paths: list[DrawnPath] = field(default_factory=list)
    page: int = 0
    pages: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    attached: bytes | None = None


def drawn_pages(data: bytes, attachment: str, most: int, job: Job) -> DrawnPages:
    """Return the file ``attachment`` of ``most`` bytes within a PDF, else what is drawn.

    A thread lets another process read it: the limits of qpdf are those of a whole process. Raises
    ``MazeError`` with the reason alone, and ``CancelledError``.
    """
    if threading.current_thread() is threading.main_thread():
        return _read(data, attachment, most, job)
    job.phase(STEPS)
    return run_apart(job, _read, data, attachment, most, job)


def _read(data: bytes, attachment: str, most: int, job: Job) -> DrawnPages:
    with opened_data(data, job) as document:
        result = DrawnPages(pages=len(document.pages))
        result.attached = _attachment(document, attachment, most)
        if result.attached is not None:
            return result
        for page in document.pages:
            keeping = _Keeping(document, result)
            try:
                keeping.draw(page)
            except TooMuchError as error:
                raise MazeError(f"{error}.") from None
            if result.paths:
                result.page = page.number
                return result
    return result


def _attachment(document: PdfDocument, called: str, most: int) -> bytes | None:
    """Return a file within a PDF, None where there is none; raises ``MazeError``."""
    try:
        files = document.pdf.attachments
        if called not in files:
            return None
        stream = files[called].get_file().obj
        if kind_of(stream) != "stream":
            return None
        data = bytearray()
        for part in document.parts(stream):
            data += part
            if len(data) > most:
                text = _("the project that it keeps has more than {most:,} bytes.")
                raise MazeError(text.format(most=most))
        return bytes(data)
    except (MazeError, TooMuchError) as error:
        raise MazeError(str(error)) from None
    except (UnreadError, Exception):  # pikepdf raises several kinds for damaged objects
        return None


class _Keeping:
    """Keeps what a page draws."""

    def __init__(self, document: PdfDocument, result: DrawnPages) -> None:
        self._document, self._result, self._points = document, result, 0
        draw = partial
        self._actions: dict[bytes, Action] = {
            **ACTIONS,
            **dict.fromkeys((b"f", b"F", b"f*"), draw(self._draw, True, False, False)),
            **dict.fromkeys((b"B", b"B*"), draw(self._draw, True, True, False)),
            **dict.fromkeys((b"b", b"b*"), draw(self._draw, True, True, True)),
            b"S": draw(self._draw, False, True, False),
            b"s": draw(self._draw, False, True, True),
            b"n": draw(self._draw, False, False, False),
            b"sh": self._leave_out(_("shadings")),
            b"BI": self._leave_out(_("pictures")),
            b"Do": self._object,
            **dict.fromkeys(SHOWING, self._leave_out(_("texts"))),
        }

    def draw(self, page: PdfPage) -> None:
        """Keep what a page draws; raises ``TooMuchError``, ``MazeError``."""
        painter = PagePainter(self._document, Ink(page.visible), self._actions)
        content = painter.content_of_page(page.page)
        painter.page(content, page.resources, page.upright, page.visible)

    def _leave_out(self, what: str) -> Action:
        def action(painter: PagePainter, _operands: list[Any]) -> None:
            painter.work(PAINTED)
            self._result.left_out[what] += 1

        return action

    def _object(self, painter: PagePainter, operands: list[Any]) -> None:
        if name(entry(painter.resource("XObject", operands[-1]), "Subtype")) == "Image":
            self._result.left_out[_("pictures")] += 1
        else:
            ACTIONS[b"Do"](painter, operands)

    def _draw(
        self, fill: bool, stroke: bool, close: bool, painter: PagePainter, _operands: list[Any]
    ) -> None:
        path, state = painter.path, painter.state
        if close and path:
            path.close(state.ctm)
        painter.path, painter.clipping = PagePath(), ""
        if not path or not (fill or stroke):
            return
        painter.work(PAINTED)
        if painter.visible(path.box) is None and not _is_flat(path):
            return
        places = path.places()
        self._points += path.amount
        if places is None or self._points > MOST_POINTS:
            text = _("it has more than {most:,} points: open a part of it.")
            raise MazeError(text.format(most=MOST_POINTS))
        painter.work(path.given // 8)
        a, b, c, d, _e, _f = state.ctm
        width = state.line_width * sqrt(abs(a * d - b * c))
        if fill:
            self._result.paths.append(DrawnPath(places, 0.0, _hexadecimal(state.fill), True))
        if stroke:
            colour = _hexadecimal(state.stroke)
            self._result.paths.append(DrawnPath(places, float(f"{width:.4g}"), colour, False))


def _is_flat(path: PagePath) -> bool:
    """Whether a path is a level or upright line, whose box is empty."""
    left, low, right, top = path.box
    return left <= right and low <= top


def _hexadecimal(colour: Colour) -> str:
    """Return a colour as ``#rrggbb``, about."""
    kind, values = colour.space.kind, colour.values
    if colour.pattern is not None or colour.space.palette is not None:
        return MIXED
    if kind == GREY and len(values) == 1:
        parts = [values[0]] * 3 if colour.space.label.startswith("Device") else [1 - values[0]] * 3
    elif kind == RGB and len(values) == 3:
        parts = list(values)
    elif kind == CMYK and len(values) == 4:
        parts = [(1 - ink) * (1 - values[3]) for ink in values[:3]]
    else:
        return MIXED
    return "#" + "".join(f"{round(255 * min(max(part, 0.0), 1.0)):02x}" for part in parts)
