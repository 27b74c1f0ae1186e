"""The holes to hang a piece by on a sheet: where they are, and which place of a piece is where."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mazeeditor.making.parts import Hung, Placing
from mazeeditor.making.sheets.layout import SheetLayout
from mazeeditor.page.scene import Points


@dataclass(frozen=True, eq=False)
class SheetHoles:
    """Holes of equal parts on a sheet: ``at`` float64[copies, k, 2] in mm."""

    hung: Hung
    at: Points
    placings: tuple[Placing, ...]

    @classmethod
    def of(cls, sheet: SheetLayout, hung: Hung | None) -> SheetHoles | None:
        """Return the holes on a sheet, None where it has none."""
        if hung is None:
            return None
        placings = tuple(part.placing for part in sheet.parts if part.name == hung.part)
        if not placings:
            return None
        at = np.array([placing.to_sheet(hung.middles) for placing in placings])
        return cls(hung, at, placings)

    def hole_at(self, x: float, y: float, reach: float) -> int | None:
        """Return the number of the copy whose hole is within ``reach`` mm of a place, or None."""
        away = np.hypot(*np.moveaxis(self.at - (x, y), -1, 0)).min(axis=1)
        nearest = int(away.argmin())
        return nearest if away[nearest] <= max(reach, self.hung.radius) else None

    def place_of(self, copy: int, x: float, y: float) -> str:
        """Return a place on the sheet as one of the piece, as ``hole_at`` of options has it."""
        return self.hung.place_of(*self.placings[copy].to_part(x, y))
