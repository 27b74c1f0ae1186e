r"""The corners of the bands of walls: where the edge of one goes over into the edge of the next.

Left of the way that arrives at a post along one wall and leaves along another::

        |                      u  a unit on the way to a post, v one on the way from it
    u   |  <- outline          n  the unit to the left of each
    ->  +----                  corner = post + half * (n(u) + n(v)) / (1 + n(u) . n(v))

That is where two lines beside straight walls meet. Beside an arc runs an arc of another radius;
from that corner a few of Newton's steps lead to where the two really meet.
"""

from __future__ import annotations

from mazeeditor.compiled import F64, I32, kernel
from mazeeditor.drawing.graph import bulge_from, goes_on, is_straight, leaving

SHARP = -0.5 - 1e-9  # u . v: a corner sharper than 60 degrees is cut square, not mitred
NEWTON = 5  # steps: each doubles the digits that are right


@kernel
def corners(ends: I32, x: F64, y: F64, bulges: F64, arrive: int, leave: int) -> int:
    """Return how many corners the outline has on the left of a post: 0 to 4."""
    if len(bulges):
        return _curved_corners(ends, x, y, bulges, arrive, leave)
    before, post, after = ends[arrive ^ 1], ends[arrive], ends[leave ^ 1]
    if is_straight(x, y, before, post, after):
        return 0
    ux, uy = x[post] - x[before], y[post] - y[before]
    vx, vy = x[after] - x[post], y[after] - y[post]
    lengths = ((ux * ux + uy * uy) * (vx * vx + vy * vy)) ** 0.5
    cross, dot = ux * vy - uy * vx, ux * vx + uy * vy
    return 2 if dot < SHARP * lengths and cross >= -1e-9 * lengths else 1


@kernel
def _curved_corners(ends: I32, x: F64, y: F64, bulges: F64, arrive: int, leave: int) -> int:
    """Return the number of corners where walls may be arcs, whose ends are corners too."""
    if goes_on(ends, x, y, bulges, arrive, leave):
        return 0
    ux, uy, _ = leaving(ends, x, y, bulges, arrive)
    vx, vy, _ = leaving(ends, x, y, bulges, leave)
    cross, dot = uy * vx - ux * vy, -ux * vx - uy * vy
    if dot >= SHARP or cross < -1e-9:
        return 1
    arcs = (bulge_from(bulges, arrive) != 0.0) + (bulge_from(bulges, leave) != 0.0)
    return 2 + arcs


@kernel
def write_corners(
    ends: I32,
    x: F64,
    y: F64,
    bulges: F64,
    arrive: int,
    leave: int,
    half: float,
    points: F64,
    used: int,
) -> int:
    """Write the corners on the left of a post; return the new ``used``."""
    count = corners(ends, x, y, bulges, arrive, leave)
    if count == 0:
        return used
    before, post, after = ends[arrive ^ 1], ends[arrive], ends[leave ^ 1]
    if len(bulges):
        ux, uy, _ = leaving(ends, x, y, bulges, arrive)
        vx, vy, _ = leaving(ends, x, y, bulges, leave)
        ux, uy = -ux, -uy
    else:
        ux, uy = x[post] - x[before], y[post] - y[before]
        vx, vy = x[after] - x[post], y[after] - y[post]
        u, v = (ux * ux + uy * uy) ** 0.5, (vx * vx + vy * vy) ** 0.5
        ux, uy, vx, vy = ux / u, uy / u, vx / v, vy / v
    if count == 1:
        reach = half / (1.0 + ux * vx + uy * vy)
        points[2 * used] = x[post] + reach * (uy + vy)
        points[2 * used + 1] = y[post] - reach * (ux + vx)
        if len(bulges):
            _meet(ends, x, y, bulges, arrive, leave, half, points, used)
        return used + 1
    if len(bulges) and bulge_from(bulges, arrive) != 0.0:
        points[2 * used] = x[post] + half * uy
        points[2 * used + 1] = y[post] - half * ux
        used += 1
    points[2 * used] = x[post] + half * (uy + ux)
    points[2 * used + 1] = y[post] + half * (uy - ux)
    points[2 * used + 2] = x[post] + half * (vy - vx)
    points[2 * used + 3] = y[post] - half * (vx + vy)
    used += 2
    if len(bulges) and bulge_from(bulges, leave) != 0.0:
        points[2 * used] = x[post] + half * vy
        points[2 * used + 1] = y[post] - half * vx
        used += 1
    return used


@kernel
def centre_of(ends: I32, x: F64, y: F64, bulges: F64, end: int) -> tuple[float, float, float]:
    """Return the centre of the circle of an arc, and its radius."""
    post, other, bulge = ends[end], ends[end ^ 1], bulge_from(bulges, end)
    dx, dy = x[other] - x[post], y[other] - y[post]
    share = (1.0 - bulge * bulge) / (4.0 * bulge)
    radius = (dx * dx + dy * dy) ** 0.5 * (1.0 + bulge * bulge) / (4.0 * abs(bulge))
    middle_x, middle_y = (x[post] + x[other]) / 2, (y[post] + y[other]) / 2
    return middle_x + share * dy, middle_y - share * dx, radius


@kernel
def _off(
    ends: I32,
    x: F64,
    y: F64,
    bulges: F64,
    end: int,
    half: float,
    at_x: float,
    at_y: float,
) -> tuple[float, float, float]:
    """Return how far a point is left of the left edge of a wall, and where to that grows.

    The wall is seen as one leaves from ``end``.
    """
    bulge = bulge_from(bulges, end)
    if bulge == 0.0:
        ux, uy, _ = leaving(ends, x, y, bulges, end)
        post = ends[end]
        return (at_x - x[post]) * uy - (at_y - y[post]) * ux - half, uy, -ux
    centre_x, centre_y, radius = centre_of(ends, x, y, bulges, end)
    dx, dy = at_x - centre_x, at_y - centre_y
    away = (dx * dx + dy * dy) ** 0.5
    left = 1.0 if bulge > 0.0 else -1.0  # of an arc that turns anticlockwise lies its centre
    return left * (radius - away) - half, -left * dx / away, -left * dy / away


@kernel
def _meet(
    ends: I32,
    x: F64,
    y: F64,
    bulges: F64,
    arrive: int,
    leave: int,
    half: float,
    points: F64,
    corner: int,
) -> int:
    """Move a corner to where the edges of two walls meet; the steps taken."""
    if bulge_from(bulges, arrive) == 0.0 and bulge_from(bulges, leave) == 0.0:
        return 0
    for _step in range(NEWTON):
        at_x, at_y = points[2 * corner], points[2 * corner + 1]
        # along the wall that arrives one looks back: its left edge is on the right then
        f, fx, fy = _off(ends, x, y, bulges, arrive, -half, at_x, at_y)
        g, gx, gy = _off(ends, x, y, bulges, leave, half, at_x, at_y)
        det = fx * gy - fy * gx
        if abs(det) < 1e-3:
            return 0
        points[2 * corner] = at_x - (f * gy - g * fy) / det
        points[2 * corner + 1] = at_y - (fx * g - gx * f) / det
    return NEWTON
