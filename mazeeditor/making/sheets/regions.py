"""What of a sheet stays and what falls out, as areas: before and after tabs hold it together.

::

    +----------------+     stays      what is to be made, in one piece, or as several that are meant
    | +--+   .--.    |     loose      what is to stay, and falls out as nothing holds it
    | |##|   |  |    |     falls out  waste within a part
    | +--+   `--'  o |     hole       a round one, such as those for screws
    +----------------+     tab        what holds two pieces together

Areas end at the middle of what the tool takes: the kerf is not taken off, but for tabs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.parts import CutPart
from mazeeditor.making.paths.nesting import Nested
from mazeeditor.making.paths.tool_paths import (
    Operation,
    ToolPaths,
    areas_of,
    cuts_around,
    join_paths,
    no_paths,
    paths_of,
    rectangle,
)
from mazeeditor.making.sheets.layout import SheetLayout
from mazeeditor.making.tabs.cuts import points_at
from mazeeditor.making.tabs.places import ACROSS
from mazeeditor.making.tabs.tabs import Tabs
from mazeeditor.page.scene import Ids, Points


class Kind(Enum):
    """What becomes of an area."""

    STAYS = "stays"
    LOOSE = "loose"
    FALLS_OUT = "falls-out"
    HOLE = "hole"
    TAB = "tab"

    @property
    def label(self) -> str:
        """What users read."""
        return {
            Kind.STAYS: _("Stays"),
            Kind.LOOSE: _("Falls out, but should stay"),
            Kind.FALLS_OUT: _("Falls out"),
            Kind.HOLE: _("Hole"),
            Kind.TAB: _("Tab"),
        }[self]


@dataclass(frozen=True, eq=False)
class Region:
    """An area of a sheet in mm: the first ring goes around it, all others around what it lacks.

    ``part`` is the number of its part on the sheet, ``area`` in mm².
    """

    kind: Kind
    rings: ToolPaths
    area: float
    part: int


def regions_of(
    sheet: SheetLayout, *, tabs: bool = True, loose: bool = False, job: Job | None = None
) -> tuple[Region, ...]:
    """Return the areas of a sheet, with its ``tabs`` or as it would be without.

    ``loose`` pieces are meant to be, as in a product whose pieces are glued one by one. Raises
    ``CancelledError``.
    """
    job = job or Job()
    regions: list[Region] = []
    for number, part in enumerate(sheet.parts):
        job.check()
        regions += _of_part(part, number, sheet, tabs=tabs, loose=loose, job=job)
    return tuple(regions)


def areas_by_kind(regions: tuple[Region, ...]) -> dict[str, float]:
    return {
        kind.value: sum(region.area for region in regions if region.kind == kind) for kind in Kind
    }


def _of_part(
    part: CutPart, number: int, sheet: SheetLayout, *, tabs: bool, loose: bool, job: Job
) -> Iterator[Region]:
    rings = _rings(part, sheet, tabs=tabs)
    if not len(rings):
        return
    nested = Nested.of(rings, job)
    kept = np.flatnonzero(nested.depth % 2 == 0)
    whole = loose or (part.pieces == 1 and (tabs or part.tabs is None))
    largest = kept[int(nested.areas[kept].argmax())]
    by_parent = np.argsort(nested.parent, kind="stable")
    ends = np.searchsorted(nested.parent[by_parent], np.arange(len(rings) + 1))
    for ring, (first, last) in enumerate(pairwise(ends.tolist())):
        mine = by_parent[first:last]
        some = rings.chosen(np.concatenate([[ring], mine]))
        area = float(nested.areas[ring] - nested.areas[mine].sum())
        if nested.depth[ring] % 2:
            yield Region(_waste(some), some, area, number)
        else:
            stays = whole or ring == largest
            yield Region(Kind.STAYS if stays else Kind.LOOSE, some, area, number)
    if tabs and part.tabs:
        yield from _of_tabs(part, part.tabs, number)


@dataclass(frozen=True, eq=False)
class BareRings:
    """The rings of a part as it would be without tabs, and what lies right within each.

    ``kept`` bool[r] is whether material stays, ``cut`` bool[r] whether a tool follows the ring.
    ``loose`` int64[r] is the number of a loose piece, from 1 on in the order of their areas; 0 of
    the largest piece, and of waste.
    """

    rings: ToolPaths
    kept: NDArray[np.bool_]
    cut: NDArray[np.bool_]
    loose: Ids

    @classmethod
    def of(cls, part: CutPart, sheet: SheetLayout, job: Job) -> BareRings:
        """Return those of a part; raises ``CancelledError``."""
        rings, outer = _rings(part, sheet, tabs=False), _cuts(part, tabs=False)[0]
        loose = np.zeros(len(rings), np.int64)
        cut = np.ones(len(rings), np.bool_)
        cut[: 0 if len(outer) else 1] = False  # the sheet itself
        if not len(rings):
            return cls(rings, loose > 0, cut, loose)
        nested = Nested.of(rings, job)
        kept = nested.depth % 2 == 0
        pieces = np.flatnonzero(kept)
        pieces = pieces[np.argsort(-nested.areas[pieces], kind="stable")]
        if part.tabs is not None or part.pieces > 1:
            loose[pieces] = np.arange(len(pieces))
        return cls(rings, kept, cut, loose)


def _rings(part: CutPart, sheet: SheetLayout, *, tabs: bool) -> ToolPaths:
    """Return the closed cuts of a part, and around it where there are none the whole sheet."""
    outer, inner = _cuts(part, tabs=tabs)
    if not len(outer) and len(inner):
        # nothing is cut around it: the rest of the sheet stays
        outer = rectangle(0.0, 0.0, sheet.width, sheet.height)
    return join_paths([outer, inner])


def _cuts(part: CutPart, *, tabs: bool) -> tuple[ToolPaths, ToolPaths]:
    """Return the closed cuts around a part and within it, without its tabs where asked."""
    cuts = {kind: part.paths.get(kind, no_paths()) for kind in Operation if kind.cuts}
    if not tabs and part.tabs:
        finder = part.tabs.finder
        bare = finder.rings
        placed = ToolPaths(
            part.placing.to_sheet(bare.points),
            bare.starts,
            bare.closed,
            -bare.bulges if part.placing.mirrored else bare.bulges,
        )
        if finder.kind == ACROSS:
            cuts[Operation.INNER_CUT] = placed
        else:
            cuts |= cuts_around(placed)
    outer, inner = (
        paths.chosen(np.flatnonzero(paths.closed))
        for paths in (cuts[Operation.OUTER_CUT], cuts[Operation.INNER_CUT])
    )
    return outer, inner


def _waste(rings: ToolPaths) -> Kind:
    """Return whether what falls out leaves a round hole: a circle is two arcs."""
    is_round = len(rings) == 1 and len(rings.points) == 2 and bool((rings.bulges != 0).all())
    return Kind.HOLE if is_round else Kind.FALLS_OUT


def _of_tabs(part: CutPart, tabs: Tabs, number: int) -> Iterator[Region]:
    """Yield what of tabs lies between the two edges that each joins."""
    share = (tabs.finder.width - tabs.finder.tab) / tabs.finder.width / 2
    for crossings in tabs.crossings:
        ends = points_at(tabs.finder.rings, crossings.edge.ravel(), crossings.share.ravel())
        (one_near, one_far), (other_near, other_far) = ends.reshape(2, 2, 2)
        near, far = other_near - one_near, other_far - one_far
        corners: Points = np.array(
            [
                one_near + share * near,
                one_far + share * far,
                other_far - share * far,
                other_near - share * near,
            ]
        )
        rings = paths_of(part.placing.to_sheet(corners), np.array([0, 4]), None, closed=True)
        yield Region(Kind.TAB, rings, float(np.abs(areas_of(rings)).sum()), number)
