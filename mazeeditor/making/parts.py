"""Parts to be cut and engraved: their tool paths by operation, and what else is needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, bounding_box
from mazeeditor.making.presets.materials import Material
from mazeeditor.making.solid import Solid
from mazeeditor.making.tabs.tabs import Tabs
from mazeeditor.page.scene import Box


class Placing(NamedTuple):
    """Where a part lies: its point ``x + yi`` mm is at ``turn * (x + yi) + shift`` on the sheet."""

    turn: complex = 1.0
    shift: complex = 0.0

    def translated(self, x: float, y: float) -> Placing:
        """Return the placing translated by so many mm."""
        return Placing(self.turn, self.shift + complex(x, y))

    def rotated(self) -> Placing:
        """Return the placing rotated clockwise by a quarter around (0, 0)."""
        return Placing(self.turn * 1j, self.shift * 1j)

    def to_sheet(self, points: NDArray[Any]) -> NDArray[Any]:
        """Return where points of the part are, [..., 2] of the same type."""
        places = self.turn * (points[..., 0] + 1j * points[..., 1]) + self.shift
        return np.stack([places.real, places.imag], axis=-1)

    def to_part(self, x: float, y: float) -> tuple[float, float]:
        """Return which point of the part is there."""
        point = (complex(x, y) - self.shift) / self.turn
        return point.real, point.imag


AS_DESIGNED = Placing()


@dataclass(frozen=True, eq=False)
class CutPart:
    """One piece to be made, or several that lie as they belong to each other, in mm.

    ``pieces`` is how many loose ones it falls into, held together by ``tabs``. ``material`` is None
    where it is that of the product; a clear lid has another one. ``placing`` is where the part lies
    on its sheet.
    """

    name: str
    label: str
    paths: Mapping[Operation, ToolPaths]
    pieces: int = 1
    count: int = 1
    material: Material | None = None
    tabs: Tabs | None = None
    placing: Placing = AS_DESIGNED

    @cached_property
    def box(self) -> Box:
        """What it takes of the sheet: left, top, right and bottom in mm."""
        return bounding_box(paths.box for paths in self.paths.values() if len(paths))

    def translated(self, x: float, y: float) -> CutPart:
        """Return the part translated by so many mm."""
        paths = {kind: paths.translated(x, y) for kind, paths in self.paths.items()}
        return replace(self, paths=paths, placing=self.placing.translated(x, y))

    def rotated(self) -> CutPart:
        """Return the part rotated clockwise by a quarter around (0, 0)."""
        paths = {kind: paths.rotated() for kind, paths in self.paths.items()}
        return replace(self, paths=paths, placing=self.placing.rotated())

    def in_order(self) -> Iterator[tuple[Operation, ToolPaths]]:
        """Yield its paths operation by operation, as they must be done."""
        for operation in Operation:
            if operation in self.paths and len(self.paths[operation]):
                yield operation, self.paths[operation]


@dataclass(frozen=True, eq=False)
class Product:
    """What a job makes of a maze: parts, and what else is needed to put them together.

    ``shopping`` are lines for people: "4 screws M3 × 16". ``warnings`` are sentences about what
    may go wrong. ``narrowest`` is the smallest feature that stays, in mm, 0 where nothing is cut.
    ``solid`` is what a printer makes, without parts. ``loose`` is whether pieces are to fall
    out, or to be glued one by one.
    """

    parts: tuple[CutPart, ...]
    shopping: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    narrowest: float = 0.0
    details: Mapping[str, float] = field(default_factory=dict)
    solid: Solid | None = None
    loose: bool = False

    @property
    def tabs(self) -> tuple[Tabs, ...]:
        """The tabs of its parts."""
        return tuple(part.tabs for part in self.parts if part.tabs)
