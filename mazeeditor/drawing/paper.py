"""Sizes of paper: the usual ones by name, others as ``200x150mm``."""

from __future__ import annotations

import re

from mazeeditor.errors import UsageError
from mazeeditor.words import _, quoted

FIT = "fit"
SIZES = {  # mm: width, height
    "A3": (297.0, 420.0),
    "A4": (210.0, 297.0),
    "A5": (148.0, 210.0),
    "Letter": (215.9, 279.4),
    "Legal": (215.9, 355.6),
}
SMALLEST, LARGEST = 5.0, 100_000.0  # mm
_OWN = re.compile(r"(\d+(?:\.\d+)?)\s*(?:mm)?\s*[x×*]\s*(\d+(?:\.\d+)?)\s*(?:mm)?", re.IGNORECASE)


def read_paper(text: str) -> str:
    """Return the usual spelling: ``A4``, ``fit``, ``200x150mm``; raises ``UsageError``."""
    named = {name.lower(): name for name in (*SIZES, FIT)}.get(text.strip().lower())
    if named:
        return named
    own = _OWN.fullmatch(text.strip()[:100])
    if not own:
        raise UsageError(
            _("There is no page {page}. Known are {known}, and sizes like 200x150mm.").format(
                page=quoted(text), known=", ".join((*SIZES, FIT))
            )
        )
    width, height = float(own[1]), float(own[2])
    if min(width, height) < SMALLEST or max(width, height) > LARGEST:
        raise UsageError(
            _("A page must be {low:g} to {high:,g} mm wide and high, not {page}.").format(
                low=SMALLEST, high=LARGEST, page=quoted(text)
            )
        )
    return f"{width:.10g}x{height:.10g}mm"


def paper_size(page: str, landscape: bool) -> tuple[float, float] | None:
    """Return the width and height in mm of a page as ``read_paper`` spells it; None for ``fit``.

    ``landscape`` turns papers that have a name; other sizes are as they were written.
    """
    if page == FIT:
        return None
    if page not in SIZES:
        own = page.removesuffix("mm").split("x")
        return float(own[0]), float(own[1])
    width, height = SIZES[page]
    return (height, width) if landscape else (width, height)
