"""What machines would cut, as areas of shapely, which knows nothing of the program's outlines."""

from __future__ import annotations

import numpy as np
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from mazeeditor.making.design import Design
from mazeeditor.making.parts import CutPart
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, join_paths

FINE = 5e-3  # radians: pieces of arcs


def corners_of(
    points: np.ndarray, bulges: np.ndarray, closed: bool, fine: float = FINE
) -> list[tuple[float, float]]:
    """Return points along lines and arcs, close to each other on arcs."""
    result = []
    for i in range(len(points) - (not closed)):
        here, there = complex(*points[i]), complex(*points[(i + 1) % len(points)])
        angle = -4 * np.arctan(bulges[i])  # from x towards y, as they lie on paper
        steps = max(1, int(np.ceil(abs(angle) / fine)))
        if steps == 1:
            result.append((here.real, here.imag))
            continue
        centre = (here + there) / 2 + 1j * (there - here) / 2 / np.tan(angle / 2)
        turned = centre + (here - centre) * np.exp(1j * angle * np.arange(steps) / steps)
        result += list(zip(turned.real, turned.imag, strict=True))
    if not closed:
        result.append(tuple(points[-1]))
    return result


def middles_of(points: np.ndarray, bulges: np.ndarray) -> list[tuple[float, float]]:
    """Return the midpoint of each line and arc of a ring."""
    after = np.roll(points, -1, axis=0)
    along = after - points
    right = np.stack([-along[:, 1], along[:, 0]], axis=1)
    return [tuple(place) for place in (points + after) / 2 + right * bulges[:, None] / 2]


def rings_of(paths: ToolPaths) -> list[Polygon]:
    """Return the area in each ring."""
    return [
        Polygon(corners_of(paths.points[low:high], paths.bulges[low:high], closed=True))
        for low, high in zip(paths.starts[:-1], paths.starts[1:], strict=True)
    ]


def area_within(paths: ToolPaths) -> BaseGeometry:
    """Return what lies in an odd number of rings, each of which must be simple."""
    result: BaseGeometry = Polygon()
    for ring in rings_of(paths):
        assert ring.is_valid
        result = result.symmetric_difference(ring)
    return result


def piece_of(part: CutPart, kerf: float) -> BaseGeometry:
    """Return what is left of a part after a tool of that kerf has cut it."""
    cuts = [part.paths[kind] for kind in Operation if kind.cuts and kind in part.paths]
    area = area_within(join_paths(cuts))
    return area.buffer(-kerf / 2, join_style="mitre", mitre_limit=20) if kerf else area


def lines_of(paths: ToolPaths, fine: float = FINE) -> list[LineString]:
    """Return the lines as shapely has them, rings included."""
    lines = []
    for low, high, closed in zip(paths.starts[:-1], paths.starts[1:], paths.closed, strict=True):
        corners = corners_of(paths.points[low:high], paths.bulges[low:high], bool(closed), fine)
        lines.append(LineString([*corners, corners[0]] if closed else corners))
    return lines


def walls_area(design: Design, width: float) -> BaseGeometry:
    """Return the walls as bands of a width in mm that end at their posts, united by shapely."""
    maze = design.maze
    geometry, walls = maze.lattice.geometry, maze.closed_walls()
    places = geometry.post_positions(geometry.posts(walls)) * design.cell
    places += np.array([design.layout.x, design.layout.y])
    lines = [
        LineString(corners_of(ends, np.array([bulge, 0.0]), closed=False))
        for ends, bulge in zip(places, geometry.bulges(walls), strict=True)
    ]
    return unary_union([line.buffer(width / 2, cap_style="flat") for line in lines])


def count_of(area: BaseGeometry) -> int:
    """Return how many pieces an area has."""
    return len(getattr(area, "geoms", [area]))
