"""The ground of a maze: an outline in degrees, and the grid of cells that is laid on it in metres.

::

       north
         |         the rows lead in the direction ``bearing``, clockwise from north, the columns 90
         |         degrees farther; the middle of the grid lies in the middle of the outline, as it
        / --__     is seen in that direction
       /      rows
    columns

A cell is as wide as a path and a hedge. Hedges lie on the lines between cells, half on either side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.ground.area import (
    TOLERANCE_M,
    Bools,
    contains,
    crossing_of,
    sides_of,
    size_of,
    squares_within,
)
from mazeeditor.maze.ground.outline_files import Polygon, polygons_of
from mazeeditor.maze.ground.plane import LocalPlane
from mazeeditor.maze.lattice import MAX_ROWS, Lattice

MAX_WIDTH_M = 20_000.0  # metres across
MIN_AREA_M2 = 1.0  # square metres
NORTHERNMOST = 85.0  # degrees
BYTES_PER_CELL = 8  # bytes that a cell takes while it is found whether it lies within
DIRECTIONS = 90  # of which one is chosen as that of the longest sides
LISTED = 12  # polygons of a file that a message names


@dataclass(frozen=True, eq=False)
class Ground:
    """An outline on the ground, and how the grid lies on it; made by ``ground_of``.

    ``rings`` are the rings of the outline in metres, float64[k, 2], along the rows and down the
    columns of the grid, from the origin of ``plane``. ``bearing`` is in degrees, all other numbers
    are metres. ``headland`` is what stays free along the outline.
    """

    name: str
    plane: LocalPlane
    rings: tuple[Points, ...]
    bearing: float
    path: float
    hedge: float
    headland: float

    @property
    def cell(self) -> float:
        """From the middle of a hedge to the next, in metres."""
        return self.path + self.hedge

    @cached_property
    def _turn(self) -> Points:
        """float64[2, 2]: x and y in the plane of a metre along the rows, and down the columns."""
        angle = np.radians(self.bearing)
        turn: Points = np.array(
            [[np.sin(angle), np.cos(angle)], [np.cos(angle), -np.sin(angle)]], np.float64
        )
        return turn

    @cached_property
    def _box(self) -> tuple[Points, Points]:
        return self.rings[0].min(axis=0), self.rings[0].max(axis=0)

    @property
    def sizes(self) -> dict[str, int]:
        """The rows and columns for which the outline has room; raises ``UsageError``."""
        low, high = self._box
        room = high - low - 2 * self.headland - self.hedge
        columns, rows = (int(number) for number in np.floor((room + 2 * TOLERANCE_M) / self.cell))
        if min(rows, columns) < 1:
            raise UsageError(self._too_small(high - low))
        if max(rows, columns) > MAX_ROWS:
            text = _(
                "The outline {name} would have {rows:,} rows of {columns:,} cells, more than "
                "{most:,}: make path and hedge wider."
            )
            raise UsageError(
                text.format(name=quote_value(self.name), rows=rows, columns=columns, most=MAX_ROWS)
            )
        return {"rows": rows, "columns": columns}

    def _too_small(self, size: Points) -> str:
        text = _(
            "The outline {name}, {width:.1f} × {height:.1f} m along the rows, has no room for a "
            "path of {path:g} m between hedges of {hedge:g} m{headland}."
        )
        around = _(" with a headland of {headland:g} m").format(headland=self.headland)
        width, height = size.tolist()
        return text.format(
            name=quote_value(self.name),
            width=width,
            height=height,
            path=self.path,
            hedge=self.hedge,
            headland=around if self.headland else "",
        )

    def corner(self, rows: int, columns: int) -> Points:
        """Return float64[2]: where the first cell of a grid has its top left corner, in metres."""
        low, high = self._box
        corner: Points = (low + high) / 2 - np.array([columns, rows]) * self.cell / 2
        return corner

    def within(self, rows: int, columns: int, job: Job, headland: float | None = None) -> Bools:
        """Return bool[rows, columns]: the cells that lie within with the hedges around them.

        They are ``headland`` metres from the outline, or as far as was chosen. Raises ``MazeError``
        where memory is short, and ``CancelledError``.
        """
        what = _("A field of {cells:,} cells").format(cells=rows * columns)
        check_free(what, rows * columns * BYTES_PER_CELL)
        return squares_within(
            self.rings,
            self.corner(rows, columns),
            self.cell,
            (rows, columns),
            self.hedge / 2,
            self.headland if headland is None else headland,
            job,
        )

    def check_within(self, lattice: Lattice, job: Job) -> None:
        """Raise ``UsageError`` where cells of a maze, or hedges around them, leave the outline."""
        beyond = self.cells_beyond(lattice, job)
        if beyond:
            text = _(
                "{cells:,} cells of the maze lie outside the outline {name}: generate it "
                "again in its outline."
            )
            raise UsageError(text.format(cells=beyond, name=quote_value(self.name)))

    def cells_beyond(self, lattice: Lattice, job: Job) -> int:
        """Return how many cells of a maze lie, with the hedges around them, not in the outline."""
        rows, columns = lattice.rows, lattice.columns
        within = self.within(rows, columns, job, 0.0)
        places = lattice.places(lattice.inside_cells())
        return int(np.sum(~within[places[:, 0], places[:, 1]]))

    def in_plane(self, metres: Points) -> Points:
        """Return x and y in the plane of places along the rows and down the columns."""
        return metres @ self._turn

    def degrees(self, metres: Points) -> Points:
        """Return longitudes and latitudes of places along the rows and down the columns."""
        return self.plane.degrees(self.in_plane(metres))


def ground_of(options: Mapping[str, Any]) -> Ground:
    """Return the ground of the checked options of the mask ``field``; raises ``UsageError``."""
    if not options["field"]:
        raise UsageError(_("Choose the outline of the field: a GeoJSON, KML or KMZ file."))
    polygon = _choose_polygon(polygons_of(options["field"]), options["part"])
    numbers = (options[name] for name in ("bearing", "path", "hedge", "headland"))
    return _ground(_Exact(polygon), *numbers)


@dataclass(frozen=True)
class _Exact:
    """A polygon by its coordinates, so that its ground is worked out once."""

    polygon: Polygon

    def __hash__(self) -> int:
        return hash((self.polygon.name, *(ring.tobytes() for ring in self.polygon.rings)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Exact) and hash(self) == hash(other)


@lru_cache(maxsize=4)
def _ground(
    exact: _Exact, bearing: float | None, path: float, hedge: float, headland: float
) -> Ground:
    polygon = exact.polygon
    plane = _plane_of(polygon)
    rings = tuple(plane.metres(ring) for ring in polygon.rings)
    _check_rings(polygon.name, rings, plane)
    if bearing is None:
        bearing = _longest_direction(rings[0])
    turned = Ground(polygon.name, plane, rings, bearing, path, hedge, headland)
    inverse = turned._turn.T
    rings = tuple(ring @ inverse for ring in rings)
    return Ground(polygon.name, plane, rings, bearing, path, hedge, headland)


def _choose_polygon(polygons: tuple[Polygon, ...], part: str) -> Polygon:
    """Return the polygon with a name or number, from 1; raises ``UsageError``."""
    if part:
        for polygon in polygons:
            if polygon.name == part:
                return polygon
        if part.isascii() and part.isdigit() and 1 <= int(part[:9]) <= len(polygons):
            return polygons[int(part[:9]) - 1]
    elif len(polygons) == 1:
        return polygons[0]
    names = [polygon.name or str(number) for number, polygon in enumerate(polygons, 1)]
    listed = ", ".join(names[:LISTED]) + (", …" if len(names) > LISTED else "")
    if part:
        text = _("The outline has no part {part}. There are: {parts}.")
        raise UsageError(text.format(part=quote_value(part), parts=listed))
    text = _("The outline has {number:,} polygons: choose one as its part: {parts}.")
    raise UsageError(text.format(number=len(polygons), parts=listed))


def _plane_of(polygon: Polygon) -> LocalPlane:
    """Return the plane around the middle of a polygon; raises ``UsageError``."""
    outer = polygon.rings[0]
    first = float(outer[0, 0])
    across = (outer[:, 0] - first + 180) % 360 - 180  # also over the date line
    low, high = outer[:, 1].min(), outer[:, 1].max()
    if max(-low, high) > NORTHERNMOST:
        text = _("The outline {name} lies too near to a pole: up to {most:g} degrees.")
        raise UsageError(text.format(name=quote_value(polygon.name), most=NORTHERNMOST))
    longitude = (first + (across.min() + across.max()) / 2 + 180) % 360 - 180
    return LocalPlane(round(float(longitude), 9), round(float(low + high) / 2, 9))


def _check_rings(name: str, rings: tuple[Points, ...], plane: LocalPlane) -> None:
    """Raise ``UsageError`` for an outline that no maze can lie in."""
    size = float(np.ptp(rings[0], axis=0).max())
    if not size <= MAX_WIDTH_M:
        text = _("The outline {name} is {size:,.0f} km wide: {most:g} km at most.")
        raise UsageError(
            text.format(name=quote_value(name), size=size / 1000, most=MAX_WIDTH_M / 1000)
        )
    crossing = crossing_of(rings)
    if crossing is not None:
        longitude, latitude = plane.degrees(crossing).tolist()
        text = _(
            "The outline {name} crosses itself near longitude {longitude:.6f}, latitude "
            "{latitude:.6f}: move its corners there first."
        )
        raise UsageError(
            text.format(name=quote_value(name), longitude=longitude, latitude=latitude)
        )
    if size_of(rings[0]) < MIN_AREA_M2:
        text = _("The outline {name} has {size:.2f} square metres: too little for a maze.")
        raise UsageError(text.format(name=quote_value(name), size=size_of(rings[0])))
    for hole in rings[1:]:
        if not contains(rings[0], hole[0]) and not contains(rings[0], hole.mean(axis=0)):
            text = _("A hole of the outline {name} lies outside it.")
            raise UsageError(text.format(name=quote_value(name)))


def _longest_direction(ring: Points) -> float:
    """Return the bearing from 45 to 135 degrees of the longest sides, or square to these.

    A grid turned by 90 degrees is the same, so that north stays at the top as well as it can.
    Sides count together whose directions differ by 1 degree at the most: tracks have many.
    """
    sides = sides_of([ring])
    x, y = (sides[:, 1] - sides[:, 0]).T
    bearings, lengths = np.degrees(np.arctan2(x, y)) % DIRECTIONS, np.hypot(x, y)
    longest = float(bearings[np.argmax(lengths)])
    best, total = longest, 0.0
    for middle in {longest, *range(DIRECTIONS)}:
        off = (bearings - middle + 45) % 90 - 45
        near = np.abs(off) <= 1
        if (length := float(lengths[near].sum())) > total * (1 + 1e-9):
            total, best = length, middle + float(off[near] @ lengths[near]) / length
    return round((best - 45) % 90 + 45, 6)
