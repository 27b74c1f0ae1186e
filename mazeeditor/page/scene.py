"""A page in millimetres: what preview, files and paper draw. x goes right, y down.

Walls by the million live in flat arrays, never in one Python object each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.svg import Cap, Join
from mazeeditor.core.typefaces.shaping import PLAIN, Lettering

Points = NDArray[np.float64]
Numbers = NDArray[np.float64]
Ids = NDArray[np.int64]


Box = tuple[float, float, float, float]  # left, top, right, bottom in mm


JOINS: dict[Cap, Join] = {"square": "miter", "round": "round", "butt": "miter"}  # usual corners
Anchor = Literal["start", "middle", "end"]
BACKGROUND, SOLUTION, WALLS = "background", "solution", "walls"  # names of layers, from below


@dataclass(frozen=True, eq=False)
class Strokes:
    """Lines of one width and colour.

    Stroke ``s`` goes through ``points[starts[s]:starts[s + 1]]``, and back to its first point
    where ``closed[s]``. ``points`` float64[m, 2] in mm, ``starts`` int64[k + 1], ``closed``
    bool[k]. Corners are as ``join`` says, where it is None round with round ends, else mitred.

    ``bulges`` float64[m], where it is not None, has for each point how far the line from it is an
    arc: 0 for a straight line, else as in ``Tiling.bulges``.
    """

    points: Points
    starts: Ids
    closed: NDArray[np.bool_]
    width: float
    colour: str
    cap: Cap = "square"
    bulges: Numbers | None = None
    join: Join | None = None

    @property
    def corners(self) -> Join:
        return self.join or JOINS[self.cap]


@dataclass(frozen=True, eq=False)
class Polygons:
    """Filled areas, holes included: inside is where an odd number of rings go round.

    Ring ``r`` goes through ``points[starts[r]:starts[r + 1]]`` and back. ``points`` float64[m, 2]
    in mm, ``starts`` int64[k + 1]. Holes run against the rings around them, so the non-zero rule
    fills the same. ``thinnest`` is the width in mm of what must not vanish in a coarse picture.
    ``bulges`` are those of ``Strokes``.
    """

    points: Points
    starts: Ids
    colour: str
    thinnest: float = 0.0
    bulges: Numbers | None = None


@dataclass(frozen=True)
class Text:
    """One line of text; ``x`` and ``y`` in mm are its anchor on the baseline.

    ``size`` is the height of the em in mm. ``outline`` in mm, where not 0, is the width of the
    line that draws the letters instead of filling them.
    """

    x: float
    y: float
    size: float
    text: str
    anchor: Anchor
    colour: str
    outline: float = 0.0
    lettering: Lettering = PLAIN


@dataclass(frozen=True, eq=False)
class Picture:
    """Pixels that fill a rectangle whose top left corner is ``x``, ``y``; all in mm.

    ``data`` are the bytes of a file of ``kind`` png or jpeg; they have been decoded before, so they
    are complete and not too large. ``grey`` indicates that no pixel has a colour.
    """

    x: float
    y: float
    width: float
    height: float
    kind: str
    data: bytes
    grey: bool


@dataclass(frozen=True, eq=False)
class LongStrokes(ABC):
    """Lines of one width and colour, so many that they are made piece by piece when drawn.

    ``count`` is about how many walls they draw.
    """

    width: float
    colour: str
    cap: Cap
    count: int

    @property
    def corners(self) -> Join:
        return JOINS[self.cap]

    @abstractmethod
    def portions(self, job: Job, share: float) -> Iterator[Strokes]:
        """Yield the lines in order, some at a time; that is ``share`` of the job.

        Raises ``CancelledError``.
        """

    @abstractmethod
    def between(self, top: float, bottom: float) -> Strokes:
        """Return lines that contain all that lies between two heights in mm, cut off beyond."""

    def whole(self) -> Strokes:
        """Return all lines at once."""
        parts = list(self.portions(Job(), 1.0))
        points = np.concatenate([np.zeros((0, 2)), *(part.points for part in parts)])
        lengths = [np.diff(part.starts) for part in parts]
        starts = np.cumsum(np.concatenate([np.zeros(1, np.int64), *lengths]))
        closed = np.concatenate([np.zeros(0, np.bool_), *(part.closed for part in parts)])
        return Strokes(points, starts, closed, self.width, self.colour, self.cap)


Ink = Strokes | Polygons | Text
Item = Ink | LongStrokes | Picture


@dataclass(frozen=True, eq=False)
class Layer:
    """Items that are drawn together, later over earlier ones; ``label`` is shown to the user.

    ``things`` is how many items each thing has that stands in it, () for one each.
    """

    name: str
    label: str
    items: tuple[Item, ...]
    things: tuple[int, ...] = ()


@dataclass(frozen=True)
class DrawnMaze:
    """A maze on a page: its narrowest passage in mm, and how many cells it has.

    ``number`` is 0 if it has none. ``blocked`` is whether no route leads from its entrance to
    an exit; it is asked only of mazes that nobody has generated for the page. ``unreadable`` is why
    the letters of its outline cannot be read, "" if they can. It ``lacks_openings``
    if it has no entrance or no exit.
    """

    number: int
    passage: float
    cells: int
    blocked: bool = False
    unreadable: str = ""
    lacks_openings: bool = False


@dataclass(frozen=True, eq=False)
class Scene:
    """One page, ``width`` x ``height`` mm, its layers from the lowest to the topmost.

    ``name`` distinguishes pages and is empty for the first. ``cell`` and ``wall`` are the smallest
    sizes in mm that the layout chose; ``mazes`` are those on the page. ``cut`` are the texts of
    which only a beginning had room.
    """

    width: float
    height: float
    layers: tuple[Layer, ...]
    title: str
    description: str
    cell: float
    wall: float
    name: str = ""
    mazes: tuple[DrawnMaze, ...] = ()
    cut: tuple[str, ...] = ()

    @property
    def passage(self) -> float:
        """The narrowest passage of its mazes in mm, 0 where there are none."""
        return min((maze.passage for maze in self.mazes), default=0.0)

    @property
    def cells(self) -> int:
        """The number of cells of its largest maze, 0 where there is none."""
        return max((maze.cells for maze in self.mazes), default=0)

    @property
    def solved(self) -> bool:
        """Whether it shows a route, as pages of answers do."""
        return any(layer.name == SOLUTION for layer in self.layers)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """Everything on the page, in the order in which it is drawn."""
        return tuple(item for layer in self.layers for item in layer.items)

    def share(self, item: Item) -> float:
        """Return the share of the work that drawing one item is, 0 to 1."""
        return _points(item) / self._all_points

    @cached_property
    def _all_points(self) -> int:
        return sum(map(_points, self.items))


def _points(item: Item) -> int:
    if isinstance(item, LongStrokes):
        return item.count
    return 1 if isinstance(item, Text | Picture) else len(item.points)
