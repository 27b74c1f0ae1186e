"""Sizes of paper: those with a name, and any other, in millimetres, centimetres or inches."""

from __future__ import annotations

import re
from typing import Literal

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import NUMBER, UNIT, UNITS, unit_of
from mazeeditor.core.translation import _, quote_value

FIT = "fit"
SIZES = {  # mm: width, height (ISO 216, ANSI Y14.1)
    "A2": (420.0, 594.0),
    "A3": (297.0, 420.0),
    "A4": (210.0, 297.0),
    "A5": (148.0, 210.0),
    "A6": (105.0, 148.0),
    "B4": (250.0, 353.0),
    "B5": (176.0, 250.0),
    "Letter": (215.9, 279.4),
    "Legal": (215.9, 355.6),
    "Tabloid": (279.4, 431.8),
}
BOOKS = ("8.5x11in", "8x10in", "6x9in", "5.5x8.5in")  # usual trims of printed books
OFFERS = (*SIZES, *BOOKS, FIT)
SINGLE = "1x1"  # sheets of a page that is no poster
GRIDS = (SINGLE, "2x1", "2x2", "2x3", "3x3", "3x4")
MOST_SHEETS = 20  # of a poster, across and down
MIN_SIDE_MM, MAX_SIDE_MM = 5.0, 100_000.0  # mm
AUTOMATIC, PORTRAIT, LANDSCAPE = "automatic", "portrait", "landscape"
Orientation = Literal["automatic", "portrait", "landscape"]
_GRID = re.compile(r"([0-9]{1,3})\s*[x×*]\s*([0-9]{1,3})", re.IGNORECASE)
_OWN = re.compile(rf"({NUMBER})\s*({UNIT})?\s*[x×*]\s*({NUMBER})\s*({UNIT})?", re.IGNORECASE)


def read_paper(text: str) -> str:
    """Return the usual spelling: ``A4``, ``fit``, ``200x150mm``; raises ``UsageError``."""
    named = {name.lower(): name for name in (*SIZES, FIT)}.get(text.strip().lower())
    if named:
        return named
    own = _OWN.fullmatch(text.strip()[:100])
    if not own:
        raise UsageError(
            _(
                "There is no page {page}. Choose one of {known}, or a size such as "
                "200x150mm or 6x9in."
            ).format(page=quote_value(text), known=", ".join((*SIZES, FIT)))
        )
    after = unit_of(own[4] or own[2] or "mm")
    before = unit_of(own[2]) if own[2] else after
    width = float(own[1]) * UNITS[before] / UNITS[after]
    spelled = f"{width:.10g}x{float(own[3]):.10g}{after}"
    size = _own_size(spelled)
    if min(size) < MIN_SIDE_MM or max(size) > MAX_SIDE_MM:
        raise UsageError(
            _("A page must be {low:g} to {high:,g} mm wide and high, not {page}.").format(
                low=MIN_SIDE_MM, high=MAX_SIDE_MM, page=quote_value(text)
            )
        )
    return spelled


def paper_words(page: str) -> str:
    """Return a page as people read it: "A4", "Fit", "200 × 150 mm"; ``read_paper`` takes it too."""
    if page in SIZES:
        return page
    if page == FIT:
        return _("Fit")
    own = _OWN.fullmatch(page)
    return f"{own[1]} × {own[3]} {own[4]}" if own and own[4] else page


def _own_size(page: str) -> tuple[float, float]:
    unit = next(unit for unit in UNITS if page.endswith(unit))
    width, height = page.removesuffix(unit).split("x")
    return round(float(width) * UNITS[unit], 6), round(float(height) * UNITS[unit], 6)


def read_grid(text: str) -> str:
    """Return the usual spelling of how many sheets a poster has: ``2x3``; raises ``UsageError``."""
    grid = _GRID.fullmatch(text.strip()[:100])
    if not grid or not all(1 <= int(part) <= MOST_SHEETS for part in grid.groups()):
        message = _("Write sheets of a poster as 2x3, {most} at most each way, not {text}.")
        raise UsageError(message.format(most=MOST_SHEETS, text=quote_value(text)))
    return "x".join(str(int(part)) for part in grid.groups())


def larger_papers(page: str) -> list[str]:
    """Return the names of papers by size, those of the standard of ``page`` first."""

    def standard(name: str) -> str:
        return name[0] if name[0] in "AB" and name in SIZES else "A" if name not in SIZES else ""

    return sorted(SIZES, key=lambda name: (standard(name) != standard(page), SIZES[name]))


def paper_sizes(page: str, orientation: str) -> list[tuple[float, float]]:
    """Return the widths and heights in mm that a page may have, the usual one first.

    ``page`` is spelled as by ``read_paper``; for ``fit`` there are none. Papers that have a name
    may be turned automatically, other sizes are as they are written until they are turned.
    """
    if page == FIT:
        return []
    width, height = SIZES.get(page) or _own_size(page)
    short, long = sorted((width, height))
    if orientation == AUTOMATIC:
        return [(short, long), (long, short)] if page in SIZES else [(width, height)]
    return [(short, long) if orientation == PORTRAIT else (long, short)]
