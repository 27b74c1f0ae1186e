r"""Parts side by side on sheets of material, with a gap between them.

::

    +----------------------------+
    | +------+ +----+ +--------+ |     a sheet that was not chosen is as large as its parts need,
    | |  1   | | 2  | |   3    | |     up to the bed of the machine; a part is turned by a quarter
    | +------+ |    | +--------+ |     where that saves some of the sheet
    | +------+ +----+            |
    +----------------------------+

Without a bed a sheet is no larger than is sold and easily handled: more parts take several.
Copies of one part lie in rows moved by half a part, where that takes less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, quote_value
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import CutPart
from mazeeditor.making.paths.nesting import within_frame
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, join_paths, no_paths
from mazeeditor.making.presets.machines import Machine
from mazeeditor.making.presets.materials import Material
from mazeeditor.making.sheets.staggered import Rows, StaggeredCopies, rows_of
from mazeeditor.making.thin_places import ThinPlaces
from mazeeditor.page.paper import paper_sizes
from mazeeditor.page.scene import Numbers, Points
from mazeeditor.page.wall_styles import Bools

MAX_SHEET_MM = 1000.0, 700.0  # mm of a sheet where no bed limits it
USUAL_SHEET_MM = 600.0, 400.0  # mm of each of several sheets then
WIDTH_SHARES = (0.85, 0.7, 0.55, 0.4)  # shares of that width, tried for a sheet of less area
SIMILAR = 1.25  # of the least area: of such sheets the one that is least long is taken
MAX_WIDTHS = 2.0  # widths of a sheet: longer ones are for no machine
WORTH = 0.9  # of a sheet: parts are turned where less than that is taken then


NO_TABS: Points = np.zeros((0, 2))


@dataclass(frozen=True, eq=False)
class Held:
    """What holds the pieces of a sheet: ``tabs`` float64[k, 2], the middles of tabs in mm.

    They are ``widths`` float64[k] mm wide. ``skinned`` bool[k] of an operation specifies which of
    its paths do not go through. ``whole`` is whether a skin takes the place of tabs that have none.
    """

    tabs: Points
    widths: Numbers
    skinned: Mapping[Operation, Bools]
    whole: bool = False

    @property
    def has_skin(self) -> bool:
        return any(bool(which.any()) for which in self.skinned.values())


@dataclass(frozen=True, eq=False)
class SheetLayout:
    """A sheet of material, ``width`` × ``height`` mm, with its parts in place.

    ``paths`` are those of all parts by operation, in the order in which these are done.
    ``material`` is None where it is that of the product; ``thickness`` is its thickness in mm.
    ``thin`` is where each of the parts may warp, or break where it is thinner than ``least`` mm.
    ``kerf`` is how wide the tool cuts it, ``held`` what holds its pieces while a router does.
    """

    width: float
    height: float
    parts: tuple[CutPart, ...]
    paths: Mapping[Operation, ToolPaths]
    title: str = ""
    material: Material | None = None
    thickness: float = 0.0
    thin: tuple[ThinPlaces, ...] = ()
    least: float = 0.0
    kerf: float = 0.0
    held: Held | None = None

    def skinned(self, operation: Operation) -> NDArray[np.bool_]:
        """Return bool[k], which paths of an operation leave a skin."""
        none = np.zeros(len(self.paths[operation]), np.bool_)
        return self.held.skinned.get(operation, none) if self.held else none

    def share(self, operation: Operation) -> float:
        """Return the share of the work that writing one operation is, 0 to 1."""
        points = sum(len(paths.points) for paths in self.paths.values())
        return len(self.paths[operation].points) / max(1, points)


def paths_by_operation(parts: Iterable[CutPart]) -> dict[Operation, ToolPaths]:
    """Return the paths of all parts by operation, in the order in which these are done."""
    every = [dict(part.in_order()) for part in parts]
    return {
        operation: join_paths([paths[operation] for paths in every if operation in paths])
        for operation in Operation
        if any(operation in paths for paths in every)
    }


class TooLargeError(UsageError):
    """A part is larger than a bed; ``share`` of it would fit."""

    def __init__(self, text: str, share: float) -> None:
        super().__init__(text)
        self.share = share


def lay_out(
    parts: Iterable[CutPart], options: MakeOptions, machine: Machine, job: Job | None = None
) -> tuple[SheetLayout, ...]:
    """Return the sheets that the parts take, the parts of each material on sheets of their own.

    Raises ``TooLargeError`` where one does not fit, and ``CancelledError``.
    """
    if machine.is_router:  # so much material is left beside the strip that it takes
        options = replace(options, gap=options.gap + (options.kerf or 0.0))
    sheets: list[SheetLayout] = []
    for alike in _by_material(parts, options, machine):
        hosts = [part for part in alike if not part.within]
        best = _best(hosts, options, machine, job or Job())
        sheets += _sheets(hosts, _guests(hosts, alike), best, alike[0].material, job or Job())
    return tuple(sheets)


def _guests(hosts: list[CutPart], parts: list[CutPart]) -> list[list[CutPart]]:
    """Return for each part those that are cut out of it: of each copy, the copy of its number."""
    result: list[list[CutPart]] = [[] for _host in hosts]
    for name in dict.fromkeys(part.within for part in parts if part.within):
        holding = [number for number, host in enumerate(hosts) if host.name == name]
        for number, part in zip(holding, (one for one in parts if one.within == name), strict=True):
            result[number].append(part)
    return result


def _by_material(
    parts: Iterable[CutPart], options: MakeOptions, machine: Machine
) -> Iterator[list[CutPart]]:
    """Yield the parts, as often as they are made, that may lie on the same sheets."""
    made = [part for part in parts if part.paths]
    if machine.single:
        yield from ([replace(part, within="")] for part in made)
        return
    copies = [
        part.copied(number % part.count, single=options.in_single_lines)
        for part in made
        for number in range(part.count * options.copies)
    ]
    for material in dict.fromkeys(part.material for part in copies):
        yield [part for part in copies if part.material == material]


def ordering_notes(
    parts: Iterable[CutPart], options: MakeOptions, machine: Machine
) -> Iterator[str]:
    """Yield of which parts several are needed, where each file holds one alone."""
    for part in parts if machine.single else ():
        count = part.count * options.copies
        if count > 1:
            text = _("{machine} takes one part a file: order {count:,} of {part}.")
            yield text.format(machine=machine.label, count=count, part=part.label)


@dataclass(frozen=True)
class _Layout:
    """Parts on sheets of ``room`` mm, ``margins`` (to the left, above) mm away from the edges."""

    room: Size
    margins: Size
    gap: float
    nesting: Nesting

    @property
    def size(self) -> Size:
        """Width and height of a sheet that has room for what lies on the last one."""
        taken = self.nesting.width, self.nesting.height
        width, height = (
            length - self.gap + 2 * margin
            for length, margin in zip(taken, self.margins, strict=True)
        )
        return width, height

    @property
    def effort(self) -> tuple[int, float]:
        """How many sheets it takes, and what of the last one in mm²."""
        width, height = self.size
        return self.nesting.sheets, width * height


def _sheets(
    parts: list[CutPart],
    guests: list[list[CutPart]],
    layout: _Layout,
    material: Material | None,
    job: Job,
) -> Iterator[SheetLayout]:
    """Yield the sheets with their parts in place, and within these the ``guests`` of each."""
    on_sheet: list[list[CutPart]] = [[] for _sheet in range(layout.nesting.sheets)]
    for part, within, place in zip(parts, guests, layout.nesting.places, strict=True):
        lying = [part, *within]
        for _quarter in range(place.turned + 2 * place.half):
            lying = [one.rotated() for one in lying]
        left, top = (
            at + margin for at, margin in zip((place.x, place.y), layout.margins, strict=True)
        )
        x, y = left - lying[0].box[0], top - lying[0].box[1]
        on_sheet[place.sheet] += [one.translated(x, y) for one in lying]
    for lying_there in on_sheet:
        paths = paths_by_operation(_cut_once(part, job) for part in lying_there)
        yield SheetLayout(*layout.room, tuple(lying_there), paths, material=material)


def _cut_once(part: CutPart, job: Job) -> CutPart:
    """Return a part without the cut around it where another part has that."""
    if not part.within:
        return part
    cuts = {one: part.paths.get(one, no_paths()) for one in Operation if one.cuts}
    return replace(part, paths={**part.paths, **within_frame(cuts, job)})


def _size(part: CutPart) -> Size:
    left, top, right, bottom = part.box
    return right - left, bottom - top


def _best(parts: list[CutPart], options: MakeOptions, machine: Machine, job: Job) -> _Layout:
    """Return the layout that takes the least material; raises ``UsageError`` where none does."""
    sizes = [_size(part) for part in parts]
    bed = machine.bed
    copies = parts[0] if len(parts) > 1 and all(part is parts[0] for part in parts) else None
    rows = rows_of(copies, options.gap, job, turn=options.turn) if copies else []
    if options.sheet is not None:
        room = _chosen_sheet(options.sheet, machine)
        limit = _("the sheet of {width:g} × {height:g} mm").format(width=room[0], height=room[1])
        _check(parts, _held_at(room, machine, options), options, limit, _("a larger sheet"))
        return _in_fixed_room(sizes, rows, room, machine, options, job)
    if bed:
        text = _("the bed of {machine}, {width:g} × {height:g} mm")
        known = {"machine": machine.label, "width": bed[0], "height": bed[1]}
        _check(parts, _held_at(bed, machine, options), options, text.format(**known))
    room = bed or _holding(sizes, MAX_SHEET_MM, options)
    # only what a bed limits may touch the edges: other sheets are as large as is handy
    touching = bed and not machine.is_router
    layout = (_in_room if touching else _off_the_edges)(sizes, room, options, job)
    layouts = [layout] if layout.nesting.sheets == 1 else []
    for share in WIDTH_SHARES if len(sizes) <= MANY_RECTANGLES and layouts else ():
        less = share * room[0], room[1]
        if all(_fits(size, less, options) for size in sizes):
            narrower = _off_the_edges(sizes, less, options, job)
            layouts += [narrower] if narrower.nesting.sheets == 1 else []
    layouts += _in_rows(rows, len(sizes), room, options)
    if not layouts:
        usual = bed or _holding(sizes, USUAL_SHEET_MM, options)
        return _in_fixed_room(sizes, rows, usual, machine, options, job)
    least_area = min(one.effort for one in layouts)[1]
    small = [one for one in layouts if one.effort[1] <= SIMILAR * least_area]
    # of copies it is worth most to save material; else sheets that are not long are handier
    layout = min(small, key=lambda one: one.effort[1] if rows else max(one.size))
    return replace(layout, room=layout.size)


def _holding(sizes: Sequence[Size], sheet: Size, options: MakeOptions) -> Size:
    """Return the size of a sheet, or of a larger one that holds the largest part too."""
    lying = [size if not options.turn else (max(size), min(size)) for size in sizes]
    wide, high = (max(lengths) + 2 * options.gap for lengths in zip(*lying, strict=True))
    return max(sheet[0], wide), max(sheet[1], high)


def _held_at(room: Size, machine: Machine, options: MakeOptions) -> Size:
    """Return what of a sheet parts may take: a router needs its edges to hold it."""
    edges = 2 * options.gap if machine.is_router else 0.0
    return max(room[0] - edges, 0.0), max(room[1] - edges, 0.0)


def _in_fixed_room(
    sizes: Sequence[Size],
    rows: Sequence[Rows],
    room: Size,
    machine: Machine,
    options: MakeOptions,
    job: Job,
) -> _Layout:
    """Return parts on sheets of one size: in rows where that takes fewer sheets."""
    best = (_off_the_edges if machine.is_router else _in_room)(sizes, room, options, job)
    for edge in (options.gap,) if machine.is_router else (options.gap, 0.0):
        inner = room[0] - 2 * edge, room[1] - 2 * edge
        for one in rows:
            placed = one.in_room(len(sizes), inner)
            if placed:
                layout = _stagger(placed, room, edge, options.gap)
                best = min(best, layout, key=lambda known: known.effort)
    return best


def _in_rows(
    rows: Sequence[Rows], count: int, room: Size, options: MakeOptions
) -> Iterator[_Layout]:
    """Yield layouts in rows on one sheet that is no longer than twice as wide, within a room."""
    edge = options.gap
    for one in rows:
        for placed in one.open_ended(count, (room[0] - 2 * edge, room[1] - 2 * edge)):
            layout = _stagger(placed, room, edge, options.gap)
            if max(layout.size) <= MAX_WIDTHS * min(layout.size):
                yield layout


def _stagger(placed: StaggeredCopies, room: Size, edge: float, gap: float) -> _Layout:
    places = tuple(Place(sheet, x, y, False, half) for sheet, x, y, half in placed.places)
    nesting = Nesting(places, placed.sheets, placed.width + gap, placed.height + gap)
    return _Layout(room, (edge, edge), gap, nesting)


def _chosen_sheet(sheet: str, machine: Machine) -> Size:
    """Return width and height of a sheet as it lies on the bed; raises ``UsageError``."""
    sizes = paper_sizes(sheet, "automatic")
    size, bed = sizes[0], machine.bed or (inf, inf)
    for lying in (*sizes, size[::-1]):
        if _within(lying, bed):
            return lying
    text = _(
        "The sheet of {width:.0f} × {height:.0f} mm is larger than the bed of {machine}, "
        "{bed_width:g} × {bed_height:g} mm: choose a smaller sheet."
    )
    known = {"machine": machine.label, "bed_width": bed[0], "bed_height": bed[1]}
    raise UsageError(text.format(width=size[0], height=size[1], **known))


def _within(size: Size, room: Size) -> bool:
    return size[0] <= room[0] + TOLERANCE_MM and size[1] <= room[1] + TOLERANCE_MM


def _fits(size: Size, room: Size, options: MakeOptions) -> bool:
    return _within(size, room) or (options.turn and _within(size[::-1], room))


def _check(
    parts: list[CutPart], room: Size, options: MakeOptions, limit: str, larger: str = ""
) -> None:
    """Raise ``TooLargeError`` where a part is larger than a room in mm, called ``limit``.

    ``larger`` is what would help besides smaller parts.
    """
    too_large = (part for part in parts if not _fits(_size(part), room, options))
    part = next(too_large, None)
    if part is None:
        return
    width, height = _size(part)
    text = _("The part {part} takes {width:.1f} × {height:.1f} mm, more than {limit}")
    text = text.format(part=quote_value(part.label), width=width, height=height, limit=limit)
    smaller = JOBS[options.job].smaller
    if options.overall is not None and "overall" in JOBS[options.job].uses:
        smaller = _("a smaller overall size")
    ways = [way for way in (smaller, larger) if way]
    advice = _(": use {ways}.").format(ways=_(" or ").join(ways)) if ways else "."
    lying = ((width, height), (height, width)) if options.turn else ((width, height),)
    share = max(min(room[0] / across, room[1] / down) for across, down in lying)
    raise TooLargeError(text + advice, share)


def _in_room(sizes: Sequence[Size], room: Size, options: MakeOptions, job: Job) -> _Layout:
    """Return parts of ``sizes`` on sheets of ``room`` mm, a gap away from the edges.

    Where that takes more sheets they may touch the edges.
    """
    layout = _off_the_edges(sizes, room, options, job)
    if layout.nesting.sheets == 1 or not options.gap:
        return layout
    touching = _turned_or_not(sizes, room, options, 0.0, job)
    return touching if touching.nesting.sheets < layout.nesting.sheets else layout


def _off_the_edges(sizes: Sequence[Size], room: Size, options: MakeOptions, job: Job) -> _Layout:
    """Return parts of ``sizes`` on sheets of ``room`` mm, always a gap away from the edges."""
    return _turned_or_not(sizes, room, options, options.gap, job)


def _turned_or_not(
    sizes: Sequence[Size], room: Size, options: MakeOptions, edge: float, job: Job
) -> _Layout:
    """Return parts on sheets, turned only where that saves material, ``edge`` mm from the edges."""
    if not options.turn:
        return _nest(sizes, room, options.gap, edge, job, turn=False)
    turned = _nest(sizes, room, options.gap, edge, job, turn=True)
    if not all(_within(size, room) for size in sizes):
        return turned
    layout = _nest(sizes, room, options.gap, edge, job, turn=False)
    if turned.nesting.sheets != layout.nesting.sheets:
        return min(layout, turned, key=lambda one: one.nesting.sheets)
    return turned if turned.effort[1] < WORTH * layout.effort[1] else layout


def _nest(
    sizes: Sequence[Size], room: Size, gap: float, edge: float, job: Job, *, turn: bool
) -> _Layout:
    margins = _margins(sizes, room, edge, turn=turn)
    # a gap to the right of each part and below it, for which the sheet has room too
    width, height = (
        length - 2 * margin + gap for length, margin in zip(room, margins, strict=True)
    )
    apart = [(wide + gap, high + gap) for wide, high in sizes]
    return _Layout(room, margins, gap, nest_rectangles(apart, (width, height), job, turn=turn))


def _margins(sizes: Iterable[Size], room: Size, edge: float, *, turn: bool) -> Size:
    """Return how far parts stay from the edges in mm: ``edge`` where each has room for that."""
    margins = edge, edge
    for size in sizes:
        ways = [size, size[::-1]] if turn else [size]
        rooms = [
            tuple(min(edge, (free - taken) / 2) for free, taken in zip(room, way, strict=True))
            for way in ways
            if _within(way, room)
        ]
        widest = max(rooms, key=min)
        margins = min(margins[0], widest[0]), min(margins[1], widest[1])
    return max(margins[0], 0.0), max(margins[1], 0.0)


# Rectangles placed on sheets, so that they take few of them
#
# Each sheet keeps all largest free rectangles (MaxRects: Jylänki, "A Thousand Ways to Pack the
# Bin", 2010); one that is placed cuts those that it overlaps into up to four others:
#
#     +-----------+      +-----------+     +---+.......+
#     |           |      |   above   |     |   |       :
#     |   +---+   |  ->  +-----------+  +  |   |       :  +  right of it, below it
#     |   |   |   |      :           :     |   |       :
#     |   +---+   |      :...........:     +---+.......+
#     +-----------+                       left of it

TOLERANCE_MM = 1e-6  # mm
MANY_RECTANGLES = 200  # rectangles: of more only the usual order is tried
NO_RECTANGLES: NDArray[np.float64] = np.zeros((0, 4))
Size = tuple[float, float]


class Place(NamedTuple):
    """Where a rectangle lies: its left upper corner in mm, on which sheet; turned by a quarter.

    ``half`` is whether it is turned by half a turn besides.
    """

    sheet: int
    x: float
    y: float
    turned: bool
    half: bool = False


@dataclass(frozen=True)
class Nesting:
    """A place for each rectangle on ``sheets``, and what they take of the last one, in mm."""

    places: tuple[Place, ...]
    sheets: int
    width: float
    height: float


def nest_rectangles(sizes: Sequence[Size], room: Size, job: Job, *, turn: bool) -> Nesting:
    """Return places for rectangles of ``sizes`` mm on sheets of ``room`` mm.

    Each must fit, as it is or (where ``turn``) turned. The best of several orders is taken: the
    fewest sheets, then the smallest part of the last one. Raises ``CancelledError``.
    """
    orders = ORDERS[:1] if len(sizes) > MANY_RECTANGLES else ORDERS
    known = [_in_order(sizes, room, order, job, turn=turn) for order in orders]
    return min(known, key=lambda one: (one.sheets, one.width * one.height))


ORDERS: tuple[Callable[[Size], Size], ...] = (
    lambda size: (-size[1], -size[0]),  # rows, the highest first
    lambda size: (-max(size), -min(size)),
    lambda size: (-size[0] * size[1], -max(size)),
    lambda size: (-size[0], -size[1]),
)


def _in_order(
    sizes: Sequence[Size], room: Size, order: Callable[[Size], Size], job: Job, *, turn: bool
) -> Nesting:
    """Place the rectangles one by one, each on the first sheet with a place for it."""
    empty = _Sheet(np.array([(0.0, 0.0, *room)]), (0.0, 0.0), turn=turn)
    sheets: list[_Sheet] = []
    first: dict[Size, int] = {}  # the sheets before have no place for one of that size
    places: dict[int, Place] = {}
    for number in sorted(range(len(sizes)), key=lambda number: order(sizes[number])):
        job.check()
        size = sizes[number]
        at = first.get(size, 0)
        while at == len(sheets) or (added := sheets[at].with_one(size)) is None:
            if at == len(sheets):
                sheets.append(empty)
            else:
                at += 1
        first[size] = at
        place, sheets[at] = added
        places[number] = place._replace(sheet=at)
    last = sheets[-1]
    return Nesting(tuple(places[n] for n in range(len(sizes))), len(sheets), *last.taken)


class _Sheet:
    """The largest free rectangles float64[n, 4] of a sheet: left, top, right, bottom in mm.

    It does not change: with one more rectangle it is another one, and always the same one. So
    sheets that are filled alike, with copies, are computed once.
    """

    def __init__(self, free: NDArray[np.float64], taken: Size, *, turn: bool) -> None:
        self._free, self.taken, self._turn = free, taken, turn
        self._next: dict[Size, tuple[Place, _Sheet] | None] = {}

    def with_one(self, size: Size) -> tuple[Place, _Sheet] | None:
        """Return where a rectangle lies, and the sheet with it; None if it cannot be."""
        if size not in self._next:
            self._next[size] = self._added(size)
        return self._next[size]

    def _added(self, size: Size) -> tuple[Place, _Sheet] | None:
        """Place a rectangle as far up as it can be, then to the left."""
        options = [(self._corner(size), size, False)]
        if self._turn and size[0] != size[1]:
            options.append((self._corner(size[::-1]), size[::-1], True))
        known = [
            (y + height, x, turned, y, (width, height))
            for (x, y), (width, height), turned in options
            if x >= 0
        ]
        if not known:
            return None
        bottom, x, turned, y, (width, _height) = min(known)
        free = self._without((x, y, x + width, bottom))
        taken = max(self.taken[0], x + width), max(self.taken[1], bottom)
        return Place(0, x, y, turned), _Sheet(free, taken, turn=self._turn)

    def _corner(self, size: Size) -> Size:
        """Return the left upper corner for a rectangle of a size, (-1, -1) where there is none."""
        left, top, right, bottom = self._free.T
        room = (right - left >= size[0] - TOLERANCE_MM) & (bottom - top >= size[1] - TOLERANCE_MM)
        fits = np.flatnonzero(room)
        if not len(fits):
            return -1.0, -1.0
        best = fits[np.lexsort([left[fits], top[fits]])[0]]
        return float(left[best]), float(top[best])

    def _without(self, box: tuple[float, float, float, float]) -> NDArray[np.float64]:
        """Return the free rectangles without what a rectangle takes of them."""
        left, top, right, bottom = self._free.T
        over = (left < box[2] - TOLERANCE_MM) & (right > box[0] + TOLERANCE_MM)
        over &= (top < box[3] - TOLERANCE_MM) & (bottom > box[1] + TOLERANCE_MM)
        hit, parts = self._free[over], [NO_RECTANGLES]
        for side, edge in enumerate(box):
            beyond = (
                hit[:, side] < edge - TOLERANCE_MM
                if side < 2
                else hit[:, side] > edge + TOLERANCE_MM
            )
            part = hit[beyond]
            part[:, (side + 2) % 4] = edge
            parts.append(part)
        return _largest(self._free[~over], np.concatenate(parts))


def _largest(old: NDArray[np.float64], new: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the rectangles that lie in none of the others; ``old`` ones lie in none."""
    new = np.unique(new, axis=0)
    every = np.concatenate([old, new])
    inside = np.ones((len(new), len(every)), np.bool_)
    for side in range(4):
        one, other = new[:, side, None], every[None, :, side]
        inside &= one >= other - TOLERANCE_MM if side < 2 else one <= other + TOLERANCE_MM
    inside[np.arange(len(new)), len(old) + np.arange(len(new))] = False
    # of two that are the same but for rounding the first is kept
    same = inside[:, len(old) :] & inside[:, len(old) :].T
    inside[:, len(old) :] &= ~np.triu(same)
    kept: NDArray[np.float64] = np.concatenate([old, new[~inside.any(axis=1)]])
    return kept
