"""Where the shapes of an SVG lie: lengths, transformations, viewports, lines flattened."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import accumulate
from math import cos, hypot, isfinite, radians, sin, sqrt, tan
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.numbers import real
from mazeeditor.core.svg.styles import name_of
from mazeeditor.core.translation import _
from mazeeditor.core.work import Work

Points = NDArray[np.float64]
Ids = NDArray[np.int64]
CURVE_ERROR = 0.0005  # of the larger side: the largest error of a flattened curve
MAX_COORDINATE = 1e7  # a coordinate
OUTLINE, CHARACTER = 150, 0.3  # steps of work: a shape, what it is read of
STEP, ARC = 4, 60  # the same for a line or curve with its letter
POINTS = 2  # that a step of work flattens
UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4}
NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
Matrix = tuple[float, float, float, float, float, float]
View = tuple[float, float]  # the width and height of which lengths are percentages
UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_LENGTH = re.compile(rf"\s*({NUMBER})\s*([a-zA-Z%]*)\s*")
_TRANSFORM = re.compile(r"(?:,\s*)?(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*")
_ALIGN = re.compile(r"\s*(?:defer\s+)?(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?\s*")
_PATH = re.compile(r"[MmZzLlHhVvCcSsQqTtAaEe0-9+\-.,\s]*", re.ASCII)
_EXPONENT = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)[eE][-+]?[0-9]+")
PLACED = {  # lengths of the attributes of shapes: across, down, or neither
    "rect": {"x": 0, "y": 1, "width": 0, "height": 1, "rx": 0, "ry": 1},
    "circle": {"cx": 0, "cy": 1, "r": 2},
    "ellipse": {"cx": 0, "cy": 1, "rx": 0, "ry": 1},
    "line": {"x1": 0, "y1": 1, "x2": 0, "y2": 1},
}


class PathLine(NamedTuple):
    """A line of a path; ``closed`` is whether it says so, ``back`` whether it leads back or does.

    ``points`` float64[k, 2] hold no point twice in a row; where ``back``, not the first one again.
    """

    points: Points
    closed: bool
    back: bool


def length(text: str, view: View | None = None, axis: int = 2) -> float:
    """Return a length in px; raises ``ValueError``, and ``UsageError`` for an unknown unit.

    Percentages are of the width, the height, or what SVG says, for the axes 0 to 2.
    """
    match = _LENGTH.fullmatch(text)
    if not match:
        raise ValueError(text[:40])
    number, unit = real(match[1]), match[2].lower()
    if unit == "%" and view:
        number *= (*view, hypot(*view) / sqrt(2))[axis] / 100
    elif unit in UNITS:
        number *= UNITS[unit]
    else:
        text = _("it has the length {length}: give it in mm, in, pt or px.")
        raise UsageError(text.format(length=match[0].strip()[:40]))
    if not abs(number) < MAX_COORDINATE:
        raise ValueError(_("a number is too large"))
    return number


def numbers_in(text: str) -> list[float]:
    """Return numbers between commas or spaces; raises ``ValueError``."""
    if re.sub(NUMBER, "", text).strip(" ,\t\r\n"):
        raise ValueError(text[:40])
    numbers = [real(number) for number in re.findall(NUMBER, text)]
    if not all(isfinite(number) and abs(number) < MAX_COORDINATE for number in numbers):
        raise ValueError(_("a number is too large"))
    return numbers


def transform_of(text: str) -> Matrix:
    """Return the matrix of a transformation; raises ``ValueError``."""
    result, at = UNIT, 0
    text = text.strip()
    if text == "none":
        return result
    while at < len(text):
        match = _TRANSFORM.match(text, at)
        if not match:
            raise ValueError(text[:40])
        result, at = product(result, _matrix(match[1], numbers_in(match[2]))), match.end()
    return result


def _matrix(name: str, numbers: list[float]) -> Matrix:
    counts = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3)}
    if len(numbers) not in counts.get(name, (1,)):
        raise ValueError(f"{name} {numbers}"[:40])
    if name == "matrix":
        a, b, c, d, e, f = numbers
        return a, b, c, d, e, f
    if name == "translate":
        return 1.0, 0.0, 0.0, 1.0, numbers[0], numbers[1] if len(numbers) > 1 else 0.0
    if name == "scale":
        return numbers[0], 0.0, 0.0, numbers[-1], 0.0, 0.0
    angle = radians(numbers[0])
    if name == "rotate":
        x, y = numbers[1:] or (0.0, 0.0)
        turn = cos(angle), sin(angle), -sin(angle), cos(angle), 0.0, 0.0
        return product(product((1, 0, 0, 1, x, y), turn), (1, 0, 0, 1, -x, -y))
    if name == "skewX":
        return 1.0, 0.0, tan(angle), 1.0, 0.0, 0.0
    return 1.0, tan(angle), 0.0, 1.0, 0.0, 0.0


def product(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that does ``inner`` first."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (
        *(a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s),
        *(a * t + c * u + e, b * t + d * u + f),
    )


def place_points(matrix: Matrix, points: Points) -> Points:
    """Return points float64[k, 2] where a matrix places them."""
    a, b, c, d, e, f = matrix
    result: Points = points @ np.array([[a, b], [c, d]]) + np.array([e, f])
    return result


def scale_of(matrix: Matrix) -> float:
    """Return how many times as large a matrix makes things, 0 where that is not one number."""
    a, b, c, d = matrix[:4]
    larger = (hypot(a + d, b - c) + hypot(a - d, b + c)) / 2
    smaller = abs(hypot(a + d, b - c) - hypot(a - d, b + c)) / 2
    return sqrt(abs(a * d - b * c)) if larger - smaller <= 1e-6 * larger else 0.0


def viewport(element: Element, width: float, height: float) -> tuple[Matrix, View]:
    """Return what a viewBox does in an area of a size, and the size of which % are.

    Raises ``ValueError`` and ``UsageError``.
    """
    if "viewBox" not in element.attrib:
        return UNIT, (width, height)
    left, top, across, down = numbers_in(element.attrib["viewBox"])
    match = _ALIGN.fullmatch(element.get("preserveAspectRatio", "xMidYMid"))
    if not match or min(across, down) <= 0:
        raise ValueError("viewBox")
    x, y = width / across, height / down
    if match[1] != "none":
        x = y = max(x, y) if match[4] == "slice" else min(x, y)
    shares = {None: 0.0, "Min": 0.0, "Mid": 0.5, "Max": 1.0}
    right, below = (
        (room - size * scale) * shares[align]
        for room, size, scale, align in ((width, across, x, match[2]), (height, down, y, match[3]))
    )
    return (x, 0.0, 0.0, y, right - left * x, below - top * y), (across, down)


def size_word(word: str | None) -> str:
    """Return a width or height, "" for the usual one."""
    return "" if word is None or word.strip() in ("", "auto") else word


def page_size(root: Element, asked: list[str | None]) -> tuple[float, float] | None:
    """Return the width and height of the page in px, None where nothing says these."""
    words = [size_word(word) for word in asked]
    known = [None if not word or word.strip().endswith("%") else length(word) for word in words]
    width, height = known
    if "viewBox" in root.attrib:
        across, down = numbers_in(root.attrib["viewBox"])[2:]
        if min(across, down) <= 0:
            raise ValueError("viewBox")
        if width is None:
            return (across, down) if height is None else (height * across / down, height)
        if height is None:
            return width, width * down / across
    return (width, height) if width is not None and height is not None else None


def box_of(x: float, y: float, width: float, height: float, matrix: Matrix) -> Points:
    """Return the corners float64[4, 2] of a rectangle where a matrix places them."""
    corners = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
    return place_points(matrix, corners)


def outlines_of(
    element: Element, matrix: Matrix, view: View | None, work: Work, rough: float = CURVE_ERROR
) -> list[PathLine]:
    """Return the straight lines of a shape where a matrix places them.

    ``rough`` is the largest error of a flattened curve, of the larger side of the shape.
    Raises ``ValueError``, ``UsageError`` and ``TooMuchWorkError``.
    """
    recording: Any = import_module("fontTools.pens.recordingPen")
    path: Any = import_module("fontTools.svgLib.path")
    data = _path_data(element, view)
    if not data:
        return []
    work.spend(OUTLINE + CHARACTER * len(data))
    work.spend(sum(STEP * data.count(one) for one in "LHVCSQTlhvcsqt"))
    work.spend(ARC * (data.count("A") + data.count("a")))
    pen = recording.DecomposingRecordingPen({})
    path.parse_path(data, pen)
    steps = pen.value
    a, b, c, d, e, f = matrix
    turn, move = np.array([[a, b], [c, d]]), np.array([e, f])
    places = [place for _name, points in steps for place in points]
    if not places:
        return []
    every = np.array(places, np.float64) @ turn + move
    if not (np.abs(every) < MAX_COORDINATE).all():
        raise ValueError(_("a number is too large"))
    rough *= max(float(np.ptp(every, axis=0).max()), 1e-9)
    return list(_flatten(steps, every, rough, work))


def _path_data(element: Element, view: View | None) -> str:
    """Return a shape as data of a path, "" where it is not drawn."""
    name = name_of(element)
    if name == "path":
        data = element.get("d", "").strip()
        if not _PATH.fullmatch(data):
            raise ValueError(data[:40])
        return _EXPONENT.sub(lambda found: repr(real(found[0])), data)
    if name in ("polyline", "polygon"):
        numbers = numbers_in(element.get("points", ""))
        if len(numbers) % 2:
            raise ValueError("points")
        return f"M{_words(*numbers)}{'z' * (name == 'polygon')}" if numbers else ""
    sizes = {
        key: length(element.attrib[key], view, axis)
        for key, axis in PLACED[name].items()
        if element.get(key, "").strip() not in ("", "auto")
    }
    if min(sizes.get(key, 0.0) for key in ("width", "height", "r", "rx", "ry")) < 0:
        raise ValueError(_("a size is negative"))
    rx, ry = (sizes.get(one, sizes.get(other, 0.0)) for one, other in (("rx", "ry"), ("ry", "rx")))
    if name == "line":
        ends = [sizes.get(key, 0.0) for key in ("x1", "y1", "x2", "y2")]
        return f"M{_words(*ends[:2])}L{_words(*ends[2:])}"
    if name == "rect":
        x, y, width, height = (sizes.get(key, 0.0) for key in ("x", "y", "width", "height"))
        return _rectangle(x, y, width, height, min(rx, width / 2), min(ry, height / 2))
    x, y = sizes.get("cx", 0.0), sizes.get("cy", 0.0)
    if name == "circle":
        rx = ry = sizes.get("r", 0.0)
    arc = f"A{_words(rx, ry)} 0 1 1 "
    left, right = _words(x - rx, y), _words(x + rx, y)
    return f"M{left}{arc}{right}{arc}{left}z" if min(rx, ry) > 0 else ""


def _rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> str:
    if min(width, height) <= 0:
        return ""
    right, below = x + width, y + height
    if min(rx, ry) <= 0:
        return f"M{_words(x, y)}H{right!r}V{below!r}H{x!r}V{y!r}z"
    arc = f"A{_words(rx, ry)} 0 0 1 "
    return (
        f"M{_words(x + rx, y)}H{right - rx!r}{arc}{_words(right, y + ry)}"
        f"V{below - ry!r}{arc}{_words(right - rx, below)}"
        f"H{x + rx!r}{arc}{_words(x, below - ry)}V{y + ry!r}{arc}{_words(x + rx, y)}z"
    )


def _words(*numbers: float) -> str:
    return " ".join(map(repr, numbers))


def _flatten(
    steps: Sequence[tuple[str, Sequence[object]]], control: Points, rough: float, work: Work
) -> Iterator[PathLine]:
    """Yield each line of a path, curves in pieces no farther than ``rough`` from them.

    ``control`` float64[k, 2] are the points of all steps of a pen.
    """
    counts = [min(len(points), 1) for _name, points in steps]
    points = control
    if len(control) > sum(counts):
        sizes = [len(points) for _name, points in steps]
        points = _with_curves(sizes, counts, control, rough, work)
    begin = end = 0
    for (name, _points), count in zip([*steps, ("endPath", ())], [*counts, 0], strict=True):
        if name in ("moveTo", "closePath", "endPath") and end > begin:
            closed = name == "closePath"
            if closed or end > begin + 1:
                yield _line(points[begin:end], rough / 10, closed=closed)
            begin = end
        end += count


def _with_curves(
    sizes: list[int], counts: list[int], control: Points, rough: float, work: Work
) -> Points:
    """Return the points of all steps, those of curves too, and note how many each has."""
    curves = [at for at, size in enumerate(sizes) if size > 1]
    firsts = list(accumulate(sizes, initial=0))
    handles = _handles(
        control, np.array([firsts[at] for at in curves]), [sizes[at] == 2 for at in curves]
    )
    pieces = _pieces(handles, rough)
    for at, count in zip(curves, pieces, strict=True):
        counts[at] = count
    begins = list(accumulate(counts, initial=0))
    work.spend(begins[-1] / POINTS)
    points = np.empty((begins[-1], 2))
    straight = [at for at, size in enumerate(sizes) if size == 1]
    points[[begins[at] for at in straight]] = control[[firsts[at] for at in straight]]
    if len(set(pieces)) == len(curves):
        for at, count, curve in zip(curves, pieces, handles, strict=True):
            points[begins[at] : begins[at + 1]] = _bezier(curve, count)
        return points
    starts, all_pieces = np.array([begins[at] for at in curves]), np.array(pieces)
    for count in set(pieces):
        alike = all_pieces == count
        points[starts[alike][:, None] + np.arange(count)] = _bezier(handles[alike], count)
    return points


def _line(points: Points, same: float, *, closed: bool) -> PathLine:
    """Return a line without points that are about the ``same`` as the one before."""
    moved = np.append(True, (np.abs(np.diff(points, axis=0)) > same).any(axis=1))
    points = points[moved]
    back = len(points) > 2 and bool((np.abs(points[0] - points[-1]) <= same).all())
    return PathLine(points[:-1] if back else points, closed, back or closed)


def _handles(control: Points, first: Ids, quadratic: list[bool]) -> Points:
    """Return cubic Bezier curves float64[k, 4, 2]: where each begins, two handles, its end.

    Their points in ``control`` begin at ``first``; those that are ``quadratic`` have one handle.
    """
    curves: Points = control[np.minimum(first[:, None] + np.arange(-1, 3), len(control) - 1)]
    if any(quadratic):
        begin, middle, end = (curves[quadratic, at] for at in range(3))
        inner = (near + (middle - near) * 2 / 3 for near in (begin, end))
        curves[quadratic] = np.stack([begin, *inner, end], axis=1)
    return curves


def _pieces(curves: Points, rough: float) -> list[int]:
    """Return in how many pieces each curve is drawn.

    Pieces of 1/k of one are at most 3/4 of its second differences / k**2 away from it.
    """
    second = curves[:, :2] - 2 * curves[:, 1:3] + curves[:, 2:]
    bend = np.hypot(second[..., 0], second[..., 1]).max(axis=1)
    pieces: list[int] = np.ceil(np.sqrt(0.75 * bend / rough)).clip(1, 1000).astype(int).tolist()
    return pieces


def _bezier(curves: Points, count: int) -> Points:
    """Return points float64[..., count, 2] on Bezier curves [..., 4, 2] after their first ones."""
    t = np.arange(1, count + 1)[:, None] / count
    s = 1 - t
    weights = np.concatenate([s**3, 3 * s**2 * t, 3 * s * t**2, t**3], axis=1)
    result: Points = weights @ curves
    return result
