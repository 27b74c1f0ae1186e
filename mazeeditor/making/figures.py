"""What making takes: strokes, lengths, time, pieces, material; known before a file is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from mazeeditor.core.translation import _
from mazeeditor.making.parts import Product
from mazeeditor.making.paths.operations import Operation
from mazeeditor.making.paths.order import travel_of
from mazeeditor.making.presets.machines import Machine
from mazeeditor.making.sheets.layout import SheetLayout


@dataclass(frozen=True)
class MakingFigures:
    """Lengths in mm, seconds by the speeds of the machine, without its acceleration.

    ``strokes`` are paths that begin after a travel; ``cut`` is the length of all cuts, ``drawn``
    that of engravings and scores. ``smallest`` is the smallest feature that stays, 0 where nothing
    is cut. ``sheet_sizes`` are width and height of each sheet, and ``used`` the share of their area
    within the boxes of parts.
    """

    strokes: int
    cut: float
    drawn: float
    travel: float
    seconds: float
    pieces: int
    parts: int
    smallest: float
    sheet_sizes: tuple[tuple[float, float], ...]
    used: float

    @property
    def summary(self) -> tuple[str, str, str]:
        """Parts and sheets, strokes and lengths, time: three lines for people."""
        parts = _("Parts {parts:,} · pieces {pieces:,} · sheets {sheets} mm")
        lengths = _(
            "Strokes {strokes:,} · cut {cut:.2f} m · drawn {drawn:.2f} m · travel {travel:.2f} m"
        )
        known = (f"{width:.0f} × {height:.0f}" for width, height in self.sheet_sizes)
        sheets = ", ".join(_counted(known))
        in_m = {name: getattr(self, name) / 1000 for name in ("cut", "drawn", "travel")}
        return (
            parts.format(parts=self.parts, pieces=self.pieces, sheets=sheets),
            lengths.format(strokes=self.strokes, **in_m),
            _time(round(self.seconds)),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as ``--json`` prints them: lengths to a micrometre."""
        sizes = [list(size) for size in self.sheet_sizes]
        values = asdict(self) | {"sheets": len(sizes), "sheet_sizes": sizes}
        return {name: _rounded(value) for name, value in values.items()}


def _time(seconds: int) -> str:
    minutes, seconds = divmod(seconds, 60)
    if not minutes:
        return _("About {seconds} s at the speeds of the machine").format(seconds=seconds)
    if minutes < 60:
        text = _("About {minutes} min {seconds:02} s at the speeds of the machine")
        return text.format(minutes=minutes, seconds=seconds)
    hours, minutes = divmod(minutes, 60)
    text = _("About {hours} h {minutes:02} min at the speeds of the machine")
    return text.format(hours=hours, minutes=minutes)


def _counted(texts: Iterable[str]) -> Iterator[str]:
    """Yield different texts in their order, with how often each is there: ``2 of 600 × 300``."""
    for text, count in Counter(texts).items():
        yield _("{count:,} of {size}").format(count=count, size=text)


def _rounded(value: Any) -> Any:
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    return round(value, 3) if isinstance(value, float) else value


def _lifting(machine: Machine, operation: Operation, thickness: float) -> float:
    """Return how many minutes a tool takes to go down and up for a path, in all passes.

    Each pass goes deeper by the same amount; a beam need not be lifted.
    """
    if machine.tool == "laser":
        return 0.0
    passes = machine.settings[operation].passes
    height = passes * machine.lift + machine.depth(operation, thickness) * (passes + 1) / 2
    return height / machine.plunge + height / machine.travel


def _widths(sheets: Sequence[SheetLayout]) -> Iterator[float]:
    """Yield the least width of each part that is thin somewhere, in mm."""
    for sheet in sheets:
        yield from (float(thin.width.min()) for thin in sheet.thin if len(thin.width))


def figures_of(product: Product, sheets: Sequence[SheetLayout], machine: Machine) -> MakingFigures:
    """Return the figures of a product on its sheets."""
    strokes, cut, drawn, travel, minutes = 0, 0.0, 0.0, 0.0, 0.0
    for sheet in sheets:
        end = None
        for operation, paths in sheet.paths.items():
            setting = machine.settings[operation]
            length = paths.length * setting.passes
            back = float(np.hypot(*(paths.heads[0] - paths.tails[-1])))  # to begin another pass
            between = travel_of(paths) * setting.passes + back * (setting.passes - 1)
            if end is not None:
                between += float(np.hypot(*(paths.heads[0] - end)))
            end = paths.tails[-1]
            strokes += len(paths)
            cut += length if operation.cuts else 0.0
            drawn += 0.0 if operation.cuts else length
            travel += between
            minutes += length / setting.speed + between / machine.travel
            minutes += len(paths) * _lifting(machine, operation, sheet.thickness)
    boxes = [part.box for sheet in sheets for part in sheet.parts]
    covered = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)
    sizes = tuple((sheet.width, sheet.height) for sheet in sheets)
    return MakingFigures(
        strokes=strokes,
        cut=cut,
        drawn=drawn,
        travel=travel,
        seconds=minutes * 60,
        pieces=sum(part.pieces for sheet in sheets for part in sheet.parts),
        parts=len(boxes),
        smallest=min([product.narrowest, *_widths(sheets)]),
        sheet_sizes=sizes,
        used=covered / sum(width * height for width, height in sizes) if sizes else 0.0,
    )
