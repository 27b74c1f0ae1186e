"""What is drawn of a sheet, in mm: paths with the time of the head, areas, tabs, thin places.

All are flat arrays of many straight lines, of which those within a box are found at once: lines
that follow each other on a path lie near each other, so blocks of them have small boxes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.making.parts import CutPart
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, areas_of, join_paths
from mazeeditor.making.presets.machines import Machine
from mazeeditor.making.sheets.layout import SheetLayout
from mazeeditor.making.sheets.regions import BareRings
from mazeeditor.making.tabs.sheet_tabs import SheetTabs
from mazeeditor.page.colours import hexadecimal
from mazeeditor.page.curves import flatten
from mazeeditor.page.scene import Box, Ids, Numbers, Points

BLOCK_POINTS = 1024  # points
Corners = NDArray[np.float32]
ARC_ERROR_MM = 0.005  # mm: how far lines may be from arcs
TINTS = 5  # colours of loose pieces
CORNERS = 5  # of a quad that ends where it begins
KEPT, TINT = 1, 256  # what a ring raises: by one where material stays, by its tint in steps of TINT
Point = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Segments:
    """Paths of straight lines; ``points`` float32[m, 2], path ``p`` from ``starts[p]`` on.

    ``starts`` int64[k + 1]. A path that is closed ends with its first point.
    """

    points: Corners
    starts: Ids

    @classmethod
    def of(cls, paths: ToolPaths, error: float) -> Segments:
        """Return tool paths as lines, nowhere farther than ``error`` mm from their arcs."""
        lines = flatten(paths.drawn(1.0, ""), error)
        lasts, back = lines.starts[1:], lines.closed
        firsts = lines.points[lines.starts[:-1][back]]
        points = np.insert(lines.points.astype(np.float32), lasts[back], firsts, axis=0)
        return cls(points, lines.starts + np.concatenate([[0], np.cumsum(back)]))

    @cached_property
    def leads_on(self) -> NDArray[np.bool_]:
        """bool[m], whether a line begins at each point: at the last of a path none does."""
        result = np.ones(len(self.points), np.bool_)
        result[self.starts[1:] - 1] = False
        return result

    @cached_property
    def _boxes(self) -> NDArray[np.float32]:
        """float32[4, b]: left, top, right and bottom of each block of lines."""
        firsts = np.arange(0, len(self.points), BLOCK_POINTS)
        # the last line of a block leads to the first point of the next
        nexts = self.points[np.minimum(firsts + BLOCK_POINTS, len(self.points) - 1)].T
        left, top, right, bottom = boxes_of(self.points, firsts)
        low, high = np.minimum((left, top), nexts), np.maximum((right, bottom), nexts)
        return np.concatenate([low, high])

    def within(self, box: Box) -> Ids:
        """Return int64[j], the points from which lines lead that may reach into a box in mm."""
        if not len(self.points):
            return np.zeros(0, np.int64)
        blocks = np.flatnonzero(meet(self._boxes, box))
        ids = (blocks[:, None] * BLOCK_POINTS + np.arange(BLOCK_POINTS)).ravel()
        ids = ids[ids < len(self.points)]
        ids = ids[self.leads_on[ids]]
        one, other = self.points[ids], self.points[ids + 1]
        boxes = np.concatenate([np.minimum(one, other), np.maximum(one, other)], axis=1).T
        return ids[meet(boxes, box)]

    def ends(self, ids: Ids) -> tuple[Points, Points]:
        """Return float64[j, 2] twice: where lines begin and where they end."""
        return self.points[ids].astype(np.float64), self.points[ids + 1].astype(np.float64)


def boxes_of(points: Corners, firsts: Ids) -> NDArray[np.float32]:
    """Return float32[4, b]: left, top, right and bottom of the points from each of ``firsts`` on.

    One coordinate at a time: so numpy lets other threads run meanwhile, and otherwise does not.
    """
    if not len(firsts):
        return np.zeros((4, 0), np.float32)
    low, high = (
        [reduced.reduceat(points[:, axis], firsts) for axis in (0, 1)]
        for reduced in (np.minimum, np.maximum)
    )
    return np.stack([*low, *high])


def meet(boxes: NDArray[np.float32], box: Box) -> NDArray[np.bool_]:
    """Return bool[k], which of boxes float32[4, k] touch one."""
    left, top, right, bottom = box
    result: NDArray[np.bool_] = boxes[0] <= right
    result &= boxes[1] <= bottom
    result &= boxes[2] >= left
    result &= boxes[3] >= top
    return result


@dataclass(frozen=True, eq=False)
class DrawnPaths:
    """Paths in the order in which the head follows them.

    ``seconds`` float64[m] is when it comes to each of the points of ``lines``, ``colour`` uint8[m]
    the number of its colour.
    """

    lines: Segments
    seconds: Numbers
    colour: NDArray[np.uint8]

    @property
    def duration(self) -> float:
        """How long the head is on its way, in s."""
        return float(self.seconds[-1]) if len(self.seconds) else 0.0

    def head_at(self, seconds: float) -> Point | None:
        """Return where the head is then, in mm, on its way from path to path too."""
        if not len(self.seconds):
            return None
        after = int(np.searchsorted(self.seconds, seconds, side="right"))
        before, after = max(after - 1, 0), min(after, len(self.seconds) - 1)
        took = self.seconds[after] - self.seconds[before]
        share = (seconds - self.seconds[before]) / took if took > 0 else 0.0
        one, other = self.lines.points[[before, after]].astype(np.float64)
        x, y = one + min(max(share, 0.0), 1.0) * (other - one)
        return float(x), float(y)


@dataclass(frozen=True, eq=False)
class DrawnAreas:
    """Rings around what stays or is cut away; a line of them raises by ``raised`` int32[m]."""

    lines: Segments
    raised: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class DrawnThin:
    """Thin places: the middle of each, float64[k, 2], and what lies between their sides.

    ``breaks`` bool[k] and ``quad_breaks`` bool[p] specify which are thinner than may hold.
    ``turns`` int32[p] is 1 for a quad whose corners follow each other clockwise, else -1.
    """

    at: Points
    breaks: NDArray[np.bool_]
    quads: Segments
    quad_breaks: NDArray[np.bool_]
    turns: NDArray[np.int32]

    @property
    def corners(self) -> NDArray[np.float32]:
        """float32[p, 5, 2], the corners of the quads, the first once more at the end."""
        return self.quads.points.reshape(-1, CORNERS, 2)

    @cached_property
    def boxes(self) -> NDArray[np.float32]:
        """float32[4, p]: left, top, right and bottom of each quad."""
        return boxes_of(self.quads.points, self.quads.starts[:-1])


@dataclass(frozen=True, eq=False)
class SheetDrawing:
    """A sheet of ``size`` mm; ``colours`` are those of operations.

    Lifts and the ways back between passes are left out of ``paths``, unlike in the figures:
    nothing is seen of them. ``tabs`` float64[k, 2] are their middles, ``cell`` mm apart or more.
    ``lines`` are names of operations with their colours, of those that have lines here.
    """

    size: Point
    colours: tuple[str, ...]
    paths: DrawnPaths
    areas: DrawnAreas
    thin: DrawnThin
    tabs: Points
    cell: float
    lines: tuple[tuple[str, str], ...] = ()

    @property
    def marks(self) -> tuple[str, ...]:
        cut = bool(self.areas.raised.any())
        there = {
            "stays": cut,
            "falls": cut,
            "tab": len(self.tabs) > 0,
            "breaks": bool(self.thin.breaks.any()),
            "warps": bool((~self.thin.breaks).any()),
            "loose": bool((np.abs(self.areas.raised) >= TINT - KEPT).any()),
        }
        return tuple(name for name, is_there in there.items() if is_there)

    @classmethod
    def of(cls, sheet: SheetLayout, machine: Machine) -> SheetDrawing:
        colours = tuple(hexadecimal(machine.settings[one].colour) for one in sheet.paths)
        sheet_tabs = SheetTabs.of(sheet)
        tabs, cell = np.zeros((0, 2)), 0.0
        if sheet_tabs is not None:
            tabs = sheet_tabs.ends(sheet_tabs.tabs.bridges).mean(axis=2).reshape(-1, 2)
            cell = sheet_tabs.finder.design.cell
        if sheet.held is not None and len(sheet.held.tabs):
            tabs = np.concatenate([tabs, sheet.held.tabs])
            cell = cell or float(sheet.held.widths.max())
        return cls(
            (sheet.width, sheet.height),
            colours,
            _drawn_paths(sheet, machine),
            _drawn_areas(sheet),
            _drawn_thin(sheet),
            tabs,
            cell,
            _lines_on(sheet, colours),
        )


class BareSheet:
    """A sheet as it would be without its tabs, drawn when that is asked for.

    Its cuts are those around whole pieces, which no head follows, so they take no time.
    """

    def __init__(self, sheet: SheetLayout, machine: Machine) -> None:
        self._sheet, self._machine = sheet, machine
        self._drawing: SheetDrawing | None = None
        self.size = sheet.width, sheet.height
        #: How many pieces there would be.
        self.pieces = sum(part.tabs.pieces if part.tabs else part.pieces for part in sheet.parts)

    @property
    def marks(self) -> tuple[str, ...]:
        loose = self.pieces > len(self._sheet.parts)
        return ("stays", "falls", "loose") if loose else ("stays", "falls")

    def drawing(self, job: Job) -> SheetDrawing:
        """Return what is drawn; raises ``CancelledError``."""
        if self._drawing is None:
            self._drawing = self._drawn(job)
        return self._drawing

    def _drawn(self, job: Job) -> SheetDrawing:
        sheet, machine = self._sheet, self._machine
        every: list[DrawnAreas] = []
        cuts: dict[Operation, list[ToolPaths]] = {}
        for part in sheet.parts:
            bare = BareRings.of(part, sheet, job)
            tints = np.where(bare.loose > 0, 1 + (bare.loose - 1) % (TINTS - 1), 0)
            raised = np.where(bare.kept, KEPT, -KEPT) + TINT * tints
            raised *= np.where(areas_of(bare.rings) > 0, 1, -1)
            lines = Segments.of(bare.rings, ARC_ERROR_MM)
            raised = np.repeat(raised, np.diff(lines.starts)).astype(np.int32)
            every.append(DrawnAreas(lines, raised))
            for operation, which in (
                (Operation.INNER_CUT, ~bare.kept),
                (Operation.OUTER_CUT, bare.kept),
            ):
                chosen = bare.rings.chosen(np.flatnonzero(which & bare.cut))
                cuts.setdefault(operation, []).append(chosen)
        paths = {kind: paths for kind, paths in sheet.paths.items() if not kind.cuts}
        paths |= {operation: join_paths(parts) for operation, parts in cuts.items()}
        sheet = replace(sheet, paths=paths, thin=())
        drawn = _drawn_paths(sheet, machine)
        return SheetDrawing(
            self.size,
            tuple(hexadecimal(machine.settings[one].colour) for one in sheet.paths),
            replace(drawn, seconds=np.zeros(len(drawn.seconds))),
            _all_areas(every),
            _drawn_thin(sheet),
            np.zeros((0, 2)),
            0.0,
        )


def _lines_on(sheet: SheetLayout, colours: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return each operation that has lines, with its colour: the first one of each colour."""
    named: dict[str, str] = {}
    for (operation, paths), colour in zip(sheet.paths.items(), colours, strict=True):
        if len(paths):
            named.setdefault(colour, operation.value)
    return tuple((name, colour) for colour, name in named.items())


def _drawn_paths(sheet: SheetLayout, machine: Machine) -> DrawnPaths:
    """Return the paths of all operations, with the times at which the head follows them."""
    every = [Segments.of(paths, ARC_ERROR_MM) for paths in sheet.paths.values()]
    lines = all_of(every)
    pace = np.empty(len(lines.points))  # s for a mm
    colour = np.empty(len(lines.points), np.uint8)
    first = 0
    for number, (operation, own) in enumerate(zip(sheet.paths, every, strict=True)):
        setting, last = machine.settings[operation], first + len(own.points)
        pace[first:last] = 60 * machine.rounds(operation, sheet.thickness) / setting.speed
        colour[first:last] = number
        first = last
    pace[lines.starts[:-1]] = 60 / machine.travel
    steps = np.diff(lines.points, axis=0, prepend=lines.points[:1]).astype(np.float64)
    return DrawnPaths(lines, np.cumsum(np.hypot(*steps.T) * pace), colour)


def all_of(parts: list[Segments]) -> Segments:
    """Return the paths of all parts, in their order."""
    offsets = np.cumsum([0, *(len(part.points) for part in parts)])
    starts = [part.starts[:-1] + at for part, at in zip(parts, offsets[:-1], strict=True)]
    points = [np.zeros((0, 2), np.float32), *(part.points for part in parts)]
    return Segments(np.concatenate(points), np.concatenate([*starts, offsets[-1:]]))


def _drawn_areas(sheet: SheetLayout) -> DrawnAreas:
    """Return the rings of all parts, and what lies within them."""
    return _all_areas([_areas_of_part(part) for part in sheet.parts])


def _all_areas(parts: list[DrawnAreas]) -> DrawnAreas:
    raised = [np.zeros(0, np.int32), *(part.raised for part in parts)]
    return DrawnAreas(all_of([part.lines for part in parts]), np.concatenate(raised))


def _areas_of_part(part: CutPart) -> DrawnAreas:
    """Return the rings of a part: what stays is raised, what is cut away lowered again.

    Loose pieces have tints, but for the largest one.
    """
    cuts = [part.paths[kind] for kind in Operation if kind.cuts and kind in part.paths]
    rings = join_paths(cuts)
    lines = Segments.of(rings, ARC_ERROR_MM)
    if not len(rings):
        return DrawnAreas(lines, np.zeros(0, np.int32))
    areas = areas_of(rings)
    # around a part the material is to the inside of outer cuts; what they leave of slots is not
    outer = len(part.paths.get(Operation.OUTER_CUT, ()))
    kept = np.arange(len(rings)) >= len(rings) - outer
    kept |= (areas < 0) & (outer <= 1) & ~kept & _has_slots(part)
    raised = np.where(kept, KEPT, -KEPT if outer else 0)
    if part.pieces > 1:
        pieces = np.flatnonzero(kept)[np.argsort(-np.abs(areas[kept]), kind="stable")]
        raised[pieces[1:]] += TINT * (1 + np.arange(len(pieces) - 1) % (TINTS - 1))
    raised *= np.where(areas > 0, 1, -1) * rings.closed  # nothing lies within an open cut
    return DrawnAreas(lines, np.repeat(raised, np.diff(lines.starts)).astype(np.int32))


def _has_slots(part: CutPart) -> bool:
    """Whether the inner cuts of a part are slots, within which islands may remain."""
    inner = part.paths.get(Operation.INNER_CUT)
    return inner is not None and len(inner) > 0 and bool((areas_of(inner) > 0).any())


def _drawn_thin(sheet: SheetLayout) -> DrawnThin:
    """Return the thin places of all parts."""
    at = np.concatenate([np.zeros((0, 2)), *(thin.at for thin in sheet.thin)])
    width = np.concatenate([np.zeros(0), *(thin.width for thin in sheet.thin)])
    quads = np.concatenate([np.zeros((0, 4, 2)), *(thin.quads for thin in sheet.thin)])
    widths = np.concatenate([np.zeros(0), *(thin.quad_width for thin in sheet.thin)])
    around = np.concatenate([quads, quads[:, :1]], axis=1)
    lines = Segments(around.reshape(-1, 2).astype(np.float32), CORNERS * np.arange(len(quads) + 1))
    one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]  # the diagonals
    clockwise = one[:, 0] * other[:, 1] > one[:, 1] * other[:, 0]
    turns = np.where(clockwise, 1, -1).astype(np.int32)
    return DrawnThin(at, width < sheet.least, lines, widths < sheet.least, turns)
