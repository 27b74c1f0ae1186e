"""Parts to be cut and engraved: their tool paths by operation, and what else is needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from mazeeditor.drawing.free_ground import Box
from mazeeditor.making.material_files import Material
from mazeeditor.making.solids import Solid
from mazeeditor.making.tool_paths import ToolPaths, around
from mazeeditor.translation import _


class Operation(Enum):
    """What the machine does along paths, in the order in which a part needs it done.

    What is cut loose may move: so engravings come first, and holes before the outline around them.
    """

    ENGRAVE = "engrave"
    SCORE = "score"
    INNER_CUT = "inner-cut"
    OUTER_CUT = "outer-cut"

    @property
    def label(self) -> str:
        """What users read."""
        return {
            Operation.ENGRAVE: _("Engrave"),
            Operation.SCORE: _("Score"),
            Operation.INNER_CUT: _("Cut inside"),
            Operation.OUTER_CUT: _("Cut outside"),
        }[self]

    @property
    def cuts(self) -> bool:
        """Whether it goes through the material."""
        return self in (Operation.INNER_CUT, Operation.OUTER_CUT)


@dataclass(frozen=True, eq=False)
class CutPart:
    """One piece to be made, or several that lie as they belong to each other, in mm.

    ``pieces`` is how many loose ones it falls into. ``stock`` is the material where it is
    not that of the product, such as a clear lid.
    """

    name: str
    label: str
    paths: Mapping[Operation, ToolPaths]
    pieces: int = 1
    count: int = 1
    stock: Material | None = None

    @cached_property
    def box(self) -> Box:
        """What it takes of the sheet: left, top, right and bottom in mm."""
        return around(paths.box for paths in self.paths.values() if len(paths))

    def moved(self, x: float, y: float) -> CutPart:
        """Return the part moved by so many mm."""
        return replace(self, paths={kind: paths.moved(x, y) for kind, paths in self.paths.items()})

    def turned(self) -> CutPart:
        """Return the part turned clockwise by a quarter around (0, 0)."""
        return replace(self, paths={kind: paths.turned() for kind, paths in self.paths.items()})

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
    ``solid`` is what a printer makes, without parts. ``loose`` is whether pieces are to fall out.
    """

    parts: tuple[CutPart, ...]
    shopping: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    narrowest: float = 0.0
    details: Mapping[str, float] = field(default_factory=dict)
    solid: Solid | None = None
    loose: bool = False
