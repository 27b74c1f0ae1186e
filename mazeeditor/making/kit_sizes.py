r"""Sizes of a marble maze, from the ball's diameter and the thickness of the material.

::

    =================   lid
    |  | (o)  |  |  |   frame and walls: as many layers as the ball is high
    ------------ ----   base, with a hole to the level below
    |  |  |  |      |
    -----------------
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.presets.material_files import Material
from mazeeditor.maze.maze import Maze
from mazeeditor.page.extent import extent_of
from mazeeditor.page.page import Page

PLAY, LEAST_PLAY = 0.2, 1.0  # between ball and walls, both sides together: diameters; mm
HEADROOM, LEAST_HEADROOM = 0.05, 0.5  # above the ball below a lid: diameters; mm
OPEN = 0.6  # how high walls are without a lid, in diameters: above the ball's middle
FIT = 0.1  # mm between walls and frame
SCREW, SCREW_HOLE, NUT = "M3", 3.4, 2.4  # its hole (ISO 273, medium) and nut (ISO 4032) in mm
NUT_AND_END = NUT + 1.0  # mm beyond the last part
SCREW_LENGTHS = (6, 8, 10, 12, 16, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 80, 90, 100)  # mm


@dataclass(frozen=True)
class KitSizes:
    """Lengths in mm; ``layers`` of the material are as high as walls and frame of one level."""

    ball: float
    thickness: float
    border: float
    levels: int
    lid: float

    @classmethod
    def of(cls, options: MakeOptions, material: Material, border: float, lid: float) -> KitSizes:
        """Return the sizes; ``border`` is the width of the frame, ``lid`` 0 without one.

        Raises ``UsageError`` where the screws would break the frame.
        """
        least = SCREW_HOLE + 2 * material.least
        if border < least:
            text = _("The screws need a frame of {least:g} mm or more: choose a wider border.")
            raise UsageError(text.format(least=least))
        return cls(options.ball, material.thickness, border, options.levels, lid)

    @property
    def passage(self) -> float:
        """How wide passages are at least."""
        return passage_for(self.ball)

    @property
    def hole(self) -> float:
        """The diameter of the holes to the level below: wider than the ball, not than passages."""
        return (self.ball + self.passage) / 2

    @property
    def layers(self) -> int:
        """How many layers of walls there are on each level."""
        covered = self.lid > 0 or self.levels > 1
        headroom = max(HEADROOM * self.ball, LEAST_HEADROOM)
        needed = self.ball + headroom if covered else OPEN * self.ball
        return ceil(needed / self.thickness - 1e-9)

    @property
    def height(self) -> float:
        """From below the lowest base to the top of the lid."""
        return self.levels * (1 + self.layers) * self.thickness + self.lid

    @property
    def screw(self) -> float | None:
        """The length of the screws, None where there are none as long."""
        needed = self.height + NUT_AND_END
        return next((length for length in SCREW_LENGTHS if length >= needed), None)


def passage_for(ball: float) -> float:
    """Return how wide passages for a ball are, in mm."""
    return ball + max(PLAY * ball, LEAST_PLAY)


def page_for_ball(
    maze: Maze, page: Page, options: MakeOptions, material: Material
) -> tuple[Page, tuple[str, ...]]:
    """Return the page with cells that a ball runs through, and that they differ from its own.

    Walls are as thick as the page has them, else as the material is safe.
    """
    wall = material.safe if page.wall is None else page.wall
    places = extent_of(maze.lattice).bands
    passage = passage_for(options.ball)
    cell = max(passage / place.width + wall / place.filled for place in places)
    cell = ceil(cell * 100 - 1e-6) / 100
    warnings: tuple[str, ...] = ()
    if page.cell is not None and abs(page.cell - cell) > 1e-6:
        text = _(
            "A ball of {ball:g} mm and walls of {wall:g} mm need cells of {cell:g} mm, not the "
            "{other:g} mm of the page: the kit is made with these."
        )
        known = {"ball": options.ball, "wall": wall, "cell": cell, "other": page.cell}
        warnings = (text.format(**known),)
    page = replace(page, page="fit", cell=cell, wall=wall, walls="bands", title="", marks="none")
    return page, warnings
