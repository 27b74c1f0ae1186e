r"""How a router holds what it would cut free: by tabs that it leaves in the depth, or by a skin.

A laser leaves a piece where it lies; a router throws it. So each piece that would be free once all
is cut, and is larger than the tool is wide, keeps to the rest of the sheet::

         tab                         tabs join the pieces like a tree that begins at the rim of the
     ////|  |////  ===============   sheet, over one cut each; long pieces get further ones, each as
     ////+--+////  ////////////////  far from the others as it can be
     part |  rest   skin below a cut

Where a piece has no place for a tab, a skin holds the whole sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, ngettext
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, join_paths
from mazeeditor.making.presets.machines import Machine
from mazeeditor.making.presets.materials import Material
from mazeeditor.making.sheets.freed import SWEPT, Pieces, can_sample, pieces_left
from mazeeditor.making.sheets.layout import NO_TABS, Held, SheetLayout
from mazeeditor.maze.pieces import find
from mazeeditor.page.curves import flatten
from mazeeditor.page.scene import Ids, Numbers, Points
from mazeeditor.page.wall_styles import Bools

ARC_ERROR_MM = 0.01  # mm: how far lines may be from arcs where places for tabs are looked for
USUAL_EVERY = 120.0  # mm of the rim of a piece for each of its tabs
MAX_WIDTH_MM = 6.0  # mm of tabs, unless the tool is wider
SMALL_PIECE_TABS = 8.0  # widths of a tab: one holds a piece that is no longer
BESIDE_SAMPLES = 1.5  # samples from the edge of a strip: what lies there is asked for
NARROW_SHARE = 0.3  # of the longer side of a small piece: how wide its tab is
TABS_APART = 3.0  # widths of a tab between two that hold the same piece
SWEEPING = 0.6  # of the work, about


NOTHING_HELD = Held(NO_TABS, np.zeros(0), {})


def tab_width(material: Material, kerf: float) -> float:
    """Return how wide tabs are in mm: as wide as the material is safe, and as the tool."""
    return min(max(material.safe, kerf), max(MAX_WIDTH_MM, kerf))


def with_holding(
    sheet: SheetLayout,
    machine: Machine,
    material: Material,
    kerf: float,
    every: float | None,
    job: Job,
) -> SheetLayout:
    """Return a sheet with what holds its pieces while a router cuts; raises ``CancelledError``.

    ``every`` so many mm of its rim a piece has a tab, None: as usual.
    """
    cuts = {one: paths for one, paths in sheet.paths.items() if one.cuts and len(paths)}
    if machine.hold == "none" or not cuts:
        return sheet
    size = sheet.width, sheet.height
    own = sheet.material or material
    if not can_sample(size, kerf):
        return replace(sheet, held=_with_skin(cuts, whole=machine.hold == "tabs"))
    paths = join_paths(list(cuts.values()))
    width = tab_width(own, kerf)
    pieces = pieces_left(paths, kerf, size, job, SWEEPING)
    free = ~pieces.fixed & (pieces.longest > kerf)
    if not free.any():
        return sheet
    sides = _Sides.of(paths, pieces, kerf + 2 * machine.finish, width)
    if machine.hold == "skin":
        return replace(sheet, held=_skin_for(cuts, paths, sides, kerf, size, job))
    choice = _Choice(sides, pieces, free, width, every or USUAL_EVERY, job)
    if not choice.holds_all():
        return replace(sheet, held=_with_skin(cuts, whole=True))
    none = {one: np.zeros(len(some), np.bool_) for one, some in cuts.items()}
    return replace(sheet, held=Held(*choice.tabs(kerf), none))


def _with_skin(cuts: Mapping[Operation, ToolPaths], *, whole: bool) -> Held:
    skinned = {one: np.ones(len(paths), np.bool_) for one, paths in cuts.items()}
    return replace(NOTHING_HELD, skinned=skinned, whole=whole)


def _skin_for(
    cuts: Mapping[Operation, ToolPaths],
    paths: ToolPaths,
    sides: _Sides,
    kerf: float,
    size: tuple[float, float],
    job: Job,
) -> Held:
    """Return a skin below the cuts that have a piece on either side; others go through.

    What these leave must hang together: else there is a skin below all.
    """
    parting = np.zeros(len(paths), np.bool_)
    parting[sides.path[(sides.one != SWEPT) & (sides.other != SWEPT)]] = True
    through = paths.chosen(np.flatnonzero(~parting))
    if len(through):
        left = pieces_left(through, kerf, size, job)
        if (~left.fixed & (left.longest > kerf)).any():
            return _with_skin(cuts, whole=False)
    ends = np.cumsum([len(some) for some in cuts.values()])[:-1]
    parts = np.split(parting, ends)
    return replace(NOTHING_HELD, skinned=dict(zip(cuts, parts, strict=True)))


@dataclass(frozen=True, eq=False)
class _Sides:
    """Places along paths, and the pieces to both sides of the strip of the tool there.

    ``at`` float64[k, 2] in mm, ``path`` int64[k], ``one`` and ``other`` int64[k], ``SWEPT`` where
    the tool has been; ``roomy`` bool[k]: they are the same as far as a tab is wide.
    """

    at: Points
    path: Ids
    one: Ids
    other: Ids
    roomy: Bools

    @classmethod
    def of(cls, paths: ToolPaths, pieces: Pieces, strip: float, width: float) -> _Sides:
        """Look at both sides of paths, ``strip`` mm apart, half a width of a tab further on."""
        at, ahead, path = _along(paths, width / 2)
        aside = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
        beside = strip / 2 + BESIDE_SAMPLES * pieces.sample
        sides = []
        roomy = np.ones(len(at), np.bool_)
        for way in (1, -1):
            middle = pieces.at(at + way * beside * aside)
            for on in (-0.5, 0.5):
                end = pieces.at(at + way * beside * aside + on * width * ahead)
                roomy &= end == middle
            sides.append(middle)
        return cls(at, path, sides[0], sides[1], roomy)


def _along(paths: ToolPaths, step: float) -> tuple[Points, Points, Ids]:
    """Return places on all lines at most ``step`` mm apart, the direction there, and the path."""
    lines = flatten(paths.drawn(1.0, ""), ARC_ERROR_MM)
    own = ToolPaths(lines.points, lines.starts, lines.closed, np.zeros(len(lines.points)))
    last = own.starts[1:] - 1
    after = np.arange(len(own.points)) + 1
    after[last] = np.where(own.closed, own.starts[:-1], last)
    along = own.points[np.minimum(after, len(own.points) - 1)] - own.points
    long = np.hypot(*along.T)
    path = np.repeat(np.arange(len(own)), np.diff(own.starts))
    count = np.where(long > 0, np.maximum(1, np.ceil(long / step)), 0).astype(np.int64)
    edge = np.repeat(np.arange(len(long)), count)
    number = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    share = (number + 0.5) / count[edge]
    unit = along[edge] / long[edge][:, None]
    return own.points[edge] + share[:, None] * along[edge], unit, path[edge]


class _Choice:
    """Chooses places for tabs."""

    def __init__(
        self, sides: _Sides, pieces: Pieces, free: Bools, width: float, every: float, job: Job
    ) -> None:
        self.pieces, self.free, self.width, self.every, self.job = pieces, free, width, every, job
        held = np.append(free | pieces.fixed, False)  # SWEPT is the last one
        useful = held[sides.one] & held[sides.other] & (sides.one != sides.other)
        low, high = np.minimum(sides.one, sides.other), np.maximum(sides.one, sides.other)
        chosen = np.flatnonzero(useful)
        # whatever reaches the rim of the sheet is one: it is clamped
        rim = int(np.flatnonzero(pieces.fixed)[0]) if pieces.fixed.any() else 0
        low, high = (np.where(pieces.fixed[ends], rim, ends) for ends in (low, high))
        chosen = chosen[low[chosen] != high[chosen]]
        # where there is room first, then in the order of the paths
        chosen = chosen[np.argsort(~sides.roomy[chosen], kind="stable")]
        self.at, self.roomy = sides.at[chosen], sides.roomy[chosen]
        self.ends = np.stack([low[chosen], high[chosen]], axis=1)
        self.rim = rim
        self.taken: list[int] = []
        self._tree()

    def tabs(self, kerf: float) -> tuple[Points, Numbers]:
        """Return the middles of tabs, float64[k, 2], and how wide they are.

        One that holds a small piece is narrower, but as wide as the tool.
        """
        for piece in self._by_piece():
            self._further(*piece)
        long = np.where(self.free, self.pieces.longest, np.inf)
        least = long[self.ends[self.taken]].min(axis=1)
        widths = np.minimum(self.width, np.maximum(NARROW_SHARE * least, min(kerf, self.width)))
        return self.at[self.taken], widths

    def _tree(self) -> None:
        """Take the first place between each two pieces that do not hold together yet."""
        self.parent = np.arange(len(self.free), dtype=np.int32)
        _pairs, first = np.unique(self.ends, axis=0, return_index=True)
        join = find.interpreted()
        parents = self.parent.data
        for number in np.sort(first).tolist():
            one, other = (join(parents, int(end)) for end in self.ends[number])
            if one != other:
                self.parent[max(one, other)] = min(one, other)
                self.taken.append(number)

    def holds_all(self) -> bool:
        """Whether tabs can hold all pieces."""
        join, parents = find.interpreted(), self.parent.data
        root = join(parents, self.rim)
        return all(join(parents, piece) == root for piece in np.flatnonzero(self.free).tolist())

    def _by_piece(self) -> Iterator[tuple[int, Ids]]:
        """Yield each free piece with the places at its rim, those with room alone if it has any."""
        both = np.concatenate([self.ends[:, 0], self.ends[:, 1]])
        number = np.tile(np.arange(len(self.at)), 2)
        order = np.argsort(both, kind="stable")
        pieces = np.flatnonzero(self.free)
        first = np.searchsorted(both[order], pieces)
        last = np.searchsorted(both[order], pieces, side="right")
        for piece, low, high in zip(pieces.tolist(), first, last, strict=True):
            self.job.check()
            mine = number[order[low:high]]
            yield piece, mine[self.roomy[mine]] if self.roomy[mine].any() else mine

    def _further(self, piece: int, places: Ids) -> None:
        """Take further places at the rim of a piece, each as far from its tabs as it can be."""
        left, top, right, bottom = self.pieces.boxes[piece]
        least = 1 if max(right - left, bottom - top) <= SMALL_PIECE_TABS * self.width else 2
        count = max(least, ceil(2 * (right - left + bottom - top) / self.every))
        taken = [number for number in self.taken if piece in self.ends[number]]
        far = np.full(len(places), np.inf)
        for number in taken:
            far = np.minimum(far, np.hypot(*(self.at[places] - self.at[number]).T))
        for _more in range(count - len(taken)):
            best = int(far.argmax())
            if far[best] < TABS_APART * self.width:
                break
            self.taken.append(int(places[best]))
            far = np.minimum(far, np.hypot(*(self.at[places] - self.at[places[best]]).T))


def about_holding(machine: Machine, sheets: Sequence[SheetLayout]) -> Iterator[str]:
    """Yield how a router holds what it cuts, and what has to lie below it: sentences."""
    cut = [sheet for sheet in sheets if any(one.cuts for one in sheet.paths)]
    if not machine.is_router or not cut:
        return
    through = any(not sheet.skinned(one).all() for sheet in cut for one in sheet.paths if one.cuts)
    if machine.through and through:
        text = _(
            "The router cuts {through:g} mm deeper than the sheet is thick: lay a spoil board "
            "below it."
        )
        yield text.format(through=machine.through)
    held = [sheet.held for sheet in cut if sheet.held is not None]
    count = sum(len(one.tabs) for one in held)
    if count:
        high = min(min(machine.tab_height, sheet.thickness / 2) for sheet in cut)
        text = ngettext(
            "One tab of {width:g} × {height:g} mm is left at the bottom of the cuts, so that "
            "nothing flies: cut it when all is done.",
            "{count} tabs of {width:g} × {height:g} mm are left at the bottom of the cuts, so that "
            "nothing flies: cut them when all is done.",
            count,
        )
        wide = max(float(one.widths.max(initial=0.0)) for one in held)
        yield text.format(count=count, width=round(wide, 3), height=high)
    if any(one.has_skin for one in held):
        skin = min(min(machine.skin, sheet.thickness / 2) for sheet in cut)
        text = _(
            "A skin of {skin:g} mm is left below the cuts, so that nothing flies: cut it with a "
            "knife when all is done."
        )
        yield text.format(skin=skin)
