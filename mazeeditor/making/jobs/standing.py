r"""Standing walls: each straight run of walls is an upright strip, whose tabs stand in a base.

::

        top-open slots first, then the others from above       where strips meet without crossing,
      +-----+  +-----+       +--------------+                  each ends at the side of the others
      |     |  |     |       |              |
      |     +--+     |       |     +--+     |                     |     |
      +--+        +--+       +--+  |  |  +--+                   --+-- --+
         +--------+             +--+  +--+                        |

Strips are flat: arcs of rings become straight between their ends.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import atan2, ceil, cos, pi, sin, tan

import numpy as np

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.design import Design, centre_lines
from mazeeditor.making.edges.finger_joints import outline_of
from mazeeditor.making.edges.hanging import Mass
from mazeeditor.making.jobs import ASSEMBLED, OUTLINED, machine_job
from mazeeditor.making.kerf import cut_out
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import CutPart, Mark, NamePlace, Narrow, Product, Seat
from mazeeditor.making.paths.tool_paths import Operation, join_paths
from mazeeditor.making.presets.materials import Material
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page
from mazeeditor.page.paper import FIT
from mazeeditor.page.scene import Box
from mazeeditor.page.walls.wall_graph import graph_of

LEAST_WALL = 15.0  # mm: how long the shortest wall is, where nothing is chosen
TAB, LONGEST_TAB = 0.4, 12.0  # of a wall, mm
WALLS_PER_TAB = 3  # every which wall of a strip has a tab; the first and the last one have one
MAX_WALLS = 4000  # walls
TOLERANCE = 1e-6
IN_TAB, ROOM = 0.6, 0.6  # of the thickness: letters in a tab; mm beside them
EXPLODED_GAP = 2.5  # heights of walls between base and strips in an exploded picture
AXES = "ABCDEF"


def page_for_strips(
    maze: Maze, page: Page, options: MakeOptions, material: Material
) -> tuple[Page, tuple[str, ...]]:
    """Return the page with walls as thick as the material, in cells that strips fit into."""
    thickness = material.thickness
    cell = page.cell
    if not page.sized and options.overall is None:
        shortest = float(_lengths(maze).min(initial=1.0))
        needed = max(LEAST_WALL, 5 * material.safe) / shortest
        cell = ceil(needed * 100 - TOLERANCE) / 100
    return replace(page, page=FIT, cell=cell, wall=thickness, walls="bands"), ()


def _lengths(maze: Maze) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    graph = graph_of(maze)
    first, last = graph.ends.reshape(-1, 2).T
    return np.hypot(graph.x[last] - graph.x[first], graph.y[last] - graph.y[first])


@machine_job(
    "standing",
    _("Standing walls"),
    order=10,
    border=10.0,
    uses=frozenset({*OUTLINED, "corners", "upright", "play", *ASSEMBLED}),
    page=page_for_strips,
    outlined=True,
    memory=6000,
    ignores=frozenset({"wall", "walls"}),
)
def standing(design: Design, job: Job) -> Product:
    """Walls as upright strips that stand in slots of a base; crossing ones interlock."""
    strips = list(Strips(design, job).strips())
    thickness, kerf, play = design.material.thickness, design.kerf, design.options.play
    slots = []
    for strip in strips:
        job.check()
        for low, high in strip.tabs:
            box = (low - play / 2, -(thickness + play) / 2, high + play / 2, (thickness + play) / 2)
            slot = cut_out(box, kerf).turned(strip.angle)
            slots.append(slot.translated(strip.x, strip.y))
    paths = {Operation.ENGRAVE: design.engraved, Operation.INNER_CUT: join_paths(slots)}
    walls = Mass.of_lines(centre_lines(design, job), design.options.upright)
    base = CutPart("base", _("Base"), design.on_plate(paths, more=walls))
    if Operation.OUTER_CUT in base.paths:
        base = replace(base, seats=(Seat("B"),))
    alike: dict[tuple[Box, ...], list[Strip]] = defaultdict(list)
    for strip in strips:
        alike[tuple(strip.boxes(design))].append(strip)
    parts = [base]
    for number, (boxes, some) in enumerate(alike.items(), start=1):
        job.check()
        first = some[0]
        place = None
        if design.options.part_names:
            low, high = first.tabs[0]
            down = design.options.upright + thickness / 2
            letters = IN_TAB * thickness
            place = NamePlace((low + high) / 2 - first.low, down, letters, high - low - ROOM)
        label = _("Strip {length:.0f} mm").format(length=first.high - first.low)
        path = {Operation.OUTER_CUT: outline_of(boxes, kerf)}
        seats = tuple(strip.seat(design) for strip in some)
        parts.append(
            CutPart(f"strip-{number}", label, path, 1, len(some), seats=seats, name_place=place)
        )
    shortest = min(high - low for strip in strips for low, high in strip.tabs)
    lowest = design.options.upright
    if any(strip.below for strip in strips):
        lowest /= 2  # where one stands in the other
    return Product(
        tuple(parts),
        (_("glue"),),
        narrowest=min(shortest, lowest),
        narrow=_narrow(design, shortest, lowest),
        details={"strips": float(len(strips)), "cell": design.cell},
        loose=True,
        steps=tuple(_steps(strips)),
        marks=tuple(strip.mark for strip in strips),
    )


def _narrow(design: Design, shortest: float, lowest: float) -> Narrow:
    """Return what is said of strips whose tabs, or which themselves are too narrow, in mm."""
    if shortest < lowest:
        return Narrow(_("The narrowest tab of a strip is only {smallest:.2f} mm. {about}"))
    text = _("The lowest strip is only {smallest:.2f} mm high. {about}")
    safe = design.material.safe
    if shortest < safe:
        return Narrow(text)
    high = float(ceil(safe * design.options.upright / lowest - TOLERANCE))
    return Narrow(text, _("Make walls {high:g} mm high").format(high=high), {"upright": high})


def _steps(strips: list[Strip]) -> Iterator[str]:
    yield _("Lay the base down. The plan of strips says which strip stands where.")
    axes = sorted({strip.axis for strip in strips})
    for axis in axes:
        text = _("Put the strips {axis} into their slots, with a drop of glue in each.")
        if any(strip.below for strip in strips if strip.axis == axis):
            text = _(
                "Put the strips {axis} into their slots from above, over the ones that they cross, "
                "with a drop of glue in each."
            )
        yield text.format(axis=AXES[axis])


@dataclass(frozen=True)
class Strip:
    """A straight run of walls, in mm along it from ``x``, ``y`` at ``angle``, clockwise as seen.

    It reaches from ``low`` to ``high``. ``above`` are where slots that are open above are, and
    ``below`` those that are open below; ``tabs`` are where it stands in the base.
    """

    name: str
    axis: int
    x: float
    y: float
    angle: float
    low: float
    high: float
    above: tuple[float, ...]
    below: tuple[float, ...]
    tabs: tuple[tuple[float, float], ...]

    def at(self, along: float) -> tuple[float, float]:
        """Return a place so far along it on the base, in mm."""
        return self.x + along * cos(self.angle), self.y + along * sin(self.angle)

    @property
    def mark(self) -> Mark:
        return Mark(self.name, *self.at(self.low), *self.at(self.high))

    def boxes(self, design: Design) -> Iterator[Box]:
        """Yield the rectangles that it consists of; 0, 0 is its end above."""
        high, thick = design.options.upright, design.material.thickness
        half, wide = high / 2, (thick + design.options.play) / 2
        crossings = sorted([(at, True) for at in self.above] + [(at, False) for at in self.below])
        begin = self.low
        for at, is_above in crossings:
            yield self._box(begin, 0.0, at - wide, high)
            top, bottom = (half, high) if is_above else (0.0, half)
            yield self._box(at - wide, top, at + wide, bottom)
            begin = at + wide
        yield self._box(begin, 0.0, self.high, high)
        for low, end in self.tabs:
            yield self._box(low, high, end, high + thick)

    def _box(self, left: float, top: float, right: float, bottom: float) -> Box:
        return round(left - self.low, 6), top, round(right - self.low, 6), bottom

    def seat(self, design: Design) -> Seat:
        thick, high = design.material.thickness, design.options.upright
        right = np.array([np.cos(self.angle), -np.sin(self.angle), 0.0])
        across = np.array([right[1], -right[0], 0.0])
        at = np.array([self.x, -self.y, thick + high]) + self.low * right - across * thick / 2
        axes = (_vector(right), (0.0, 0.0, -1.0), _vector(across))
        away = (0.0, 0.0, EXPLODED_GAP * high * (1 + self.axis))
        return Seat(self.name, 1 + self.axis, _vector(at), axes, away)


def _vector(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return x, y, z


class Strips:
    """The closed walls as straight runs, and where these meet.

    Walls are numbered as in the graph; an end is ``2 * wall`` or ``2 * wall + 1``.
    """

    def __init__(self, design: Design, job: Job) -> None:
        graph = design.graph
        self.design, self.job = design, job
        count = len(graph.ends) // 2
        if not count:
            raise MazeError(_("There are no walls to put up: close some."))
        if count > MAX_WALLS:
            text = _("{count:,} walls would have to be put up one by one; the limit is {most:,}.")
            raise MazeError(text.format(count=count, most=MAX_WALLS))
        places = design.to_mm(np.stack([graph.x, graph.y], axis=1))
        self.posts: list[int] = graph.ends.tolist()
        self.places: list[complex] = [complex(x, y) for x, y in places.tolist()]
        self.at: dict[int, list[int]] = defaultdict(list)
        for end, post in enumerate(self.posts):
            self.at[post].append(end)
        self._check_lengths()
        angles = [self._angle(end) % pi for end in range(0, 2 * count, 2)]
        known = sorted({round(angle % (pi - TOLERANCE), 4) for angle in angles})
        self.axis = [known.index(round(angle % (pi - TOLERANCE), 4)) for angle in angles]
        self.groups = len(known) if len(known) <= len(AXES) else 1
        self.onward: dict[int, int] = {}  # the end that a run goes on with, by the end before it
        self.crossed: set[int] = set()  # posts at which two runs cross
        for post in self.at:
            job.check()
            self._join(post)

    def _check_lengths(self) -> None:
        """Raise ``UsageError`` where a wall has no length: one that runs round in a ring."""
        ends = zip(self.posts[::2], self.posts[1::2], strict=True)
        if any(abs(self.places[one] - self.places[other]) < TOLERANCE for one, other in ends):
            raise MazeError(_("A wall that is a whole ring cannot stand as a flat strip."))

    def _angle(self, end: int) -> float:
        """Return the direction in which a wall leaves the post of its end, in radians."""
        away = self.places[self.posts[end ^ 1]] - self.places[self.posts[end]]
        return atan2(away.imag, away.real)

    def _join(self, post: int) -> None:
        """Let runs go on through a post: one, or two that cross at right angles."""
        pairs: dict[int, list[int]] = defaultdict(list)
        for end in self.at[post]:
            pairs[self.axis[end // 2]].append(end)
        through = sorted(axis for axis, ends in pairs.items() if len(ends) == 2)
        if len(through) == 2 and len(pairs) == 2:
            one, other = (self._angle(pairs[axis][0]) for axis in through)
            if abs(abs(one - other) % pi - pi / 2) < TOLERANCE:
                self.crossed.add(post)
                for axis in through:
                    self._connect(*pairs[axis])
                return
        if through:
            self._connect(*pairs[through[0]])

    def _connect(self, one: int, other: int) -> None:
        self.onward[one], self.onward[other] = other, one

    def strips(self) -> Iterator[Strip]:
        """Yield the strips, numbered by their axes; raises ``UsageError`` for cells too small."""
        numbers: dict[int, int] = defaultdict(int)
        begins = [end for end in range(len(self.posts)) if end not in self.onward]
        done: set[int] = set()
        for begin in sorted(begins, key=self._order):
            self.job.check()
            if begin in done:
                continue
            ends = [begin]  # at which each wall of the run begins
            while ends[-1] ^ 1 in self.onward:
                ends.append(self.onward[ends[-1] ^ 1])
            done.update((begin, ends[-1] ^ 1))
            group = self.axis[begin // 2] if self.groups > 1 else 0
            numbers[group] += 1
            yield self._strip(f"{AXES[group]}{numbers[group]}", group, ends)

    def _order(self, end: int) -> tuple[int, float, float]:
        place = self.places[self.posts[end]]
        axis = self.axis[end // 2] if self.groups > 1 else 0
        return axis, round(place.imag, 3), round(place.real, 3)

    def _strip(self, name: str, group: int, ends: list[int]) -> Strip:
        start = self.places[self.posts[ends[0]]]
        stops = [abs(self.places[self.posts[end ^ 1]] - start) for end in ends]
        starts = [0.0, *stops[:-1]]
        low = self._trimmed(ends[0])
        high = stops[-1] - self._trimmed(ends[-1] ^ 1)
        tabs = []
        for number, (begin, stop) in enumerate(zip(starts, stops, strict=True)):
            if number % WALLS_PER_TAB and number < len(ends) - 1:
                continue
            left, right = max(begin, low), min(stop, high)
            middle, half = (left + right) / 2, min(TAB * (stop - begin), LONGEST_TAB) / 2
            if middle - half < left + TOLERANCE or 2 * half < self.design.material.least:
                self._refuse()
            tabs.append((middle - half, middle + half))
        crossed = [
            at
            for end, at in zip(ends[1:], starts[1:], strict=True)
            if self.posts[end] in self.crossed
        ]
        above, below = (
            (crossed, []) if self.axis[ends[0] // 2] == self._first_axis(ends) else ([], crossed)
        )
        return Strip(
            name,
            group,
            start.real,
            start.imag,
            self._angle(ends[0]),
            low,
            high,
            tuple(above),
            tuple(below),
            tuple(tabs),
        )

    def _first_axis(self, ends: list[int]) -> int:
        """Return the lower of the axes that cross along a run, which is put up first."""
        crossing = [end for end in ends[1:] if self.posts[end] in self.crossed]
        axes = [self.axis[other // 2] for end in crossing for other in self.at[self.posts[end]]]
        return min(axes, default=0)

    def _trimmed(self, end: int) -> float:
        """Return how much shorter a run is where it ends, so that it meets the sides of others."""
        half = self.design.material.thickness / 2
        here, axis = self._angle(end), self.axis[end // 2]
        others = [other for other in self.at[self.posts[end]] if other != end]
        if not others:
            return 0.0
        trims = []
        for other in others:
            between = abs(here - self._angle(other)) % (2 * pi)
            between = min(between, 2 * pi - between)
            trims.append(half / tan(between / 2) if between < pi - TOLERANCE else 0.0)
            square = abs(between - pi / 2) < TOLERANCE
            if len(others) == 1 and square and axis < self.axis[other // 2]:
                return -half  # at a corner one strip covers the end of the other
        return max(trims)

    def _refuse(self) -> None:
        text = _(
            "Cells of {cell:g} mm are too small for walls of {thickness:g} mm that stand on "
            "tabs: make them larger, or use a thinner material."
        )
        known = {"cell": self.design.cell, "thickness": self.design.material.thickness}
        raise UsageError(text.format(**known))
