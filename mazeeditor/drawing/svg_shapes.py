"""Reads what an SVG file draws: areas and lines in one colour each, curves in straight pieces.

Nothing else of the file is followed: no link, no entity, no script, no other file. What cannot be
kept as areas and lines is refused by name, so that no drawing is printed with a part missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from math import ceil, cos, hypot, radians, sin, sqrt, tan
from typing import Any
from xml.etree.ElementTree import Element, ParseError

import numpy as np

from mazeeditor.drawing.scene import Points
from mazeeditor.errors import UsageError
from mazeeditor.translation import _

MOST_BYTES = 4_000_000  # of a file
MOST_SHAPES = 5_000
MOST_POINTS = 200_000
DEEPEST = 50  # groups in groups, and shapes used again
ROUGH = 0.0005  # of the larger side: the largest error of a flattened curve
LARGEST = 1e7  # a coordinate
MOST_RINGS = 500  # of one shape
SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
GROUPS = {"svg", "g", "a", "symbol"}
IGNORED = {"title", "desc", "metadata", "defs", "style", "namedview", "script", "sodipodi"}
REFUSED = {
    "text": _("it has text: make paths of that first."),
    "image": _("it has pictures in it: choose those as a file of their own."),
    "foreignObject": _("it has parts that only a browser shows."),
}
STYLE = ("fill", "stroke", "stroke-width", "fill-rule", "display", "visibility", "color")
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
Matrix = tuple[float, float, float, float, float, float]
UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class DrawnPart:
    """An area with holes where ``width`` is 0, else lines of that width; ``colour`` ``#rrggbb``.

    ``rings`` are float64[k, 2] each; of lines, ``closed`` indicates which lead back.
    """

    rings: tuple[Points, ...]
    closed: tuple[bool, ...]
    colour: str
    width: float = 0.0


@dataclass(frozen=True)
class _State:
    """What a shape inherits: its style, where it lies, and how deep it is."""

    style: Mapping[str, str]
    matrix: Matrix = UNIT
    depth: int = 0


def read_shapes(data: bytes) -> tuple[list[DrawnPart], Mapping[str, str]]:
    """Return what an SVG draws, in its own unit, and the attributes of its root.

    Raises ``UsageError`` with the reason.
    """
    root = _root(data)
    reader = _Reader(root)
    try:
        shapes = list(reader.shapes(root, _State({})))
    except (ValueError, OverflowError, IndexError, TypeError, AttributeError, KeyError) as error:
        raise UsageError(_("it is damaged ({error}).").format(error=str(error)[:80])) from None
    if not shapes:
        raise UsageError(_("nothing is drawn in it."))
    return shapes, root.attrib


def _root(data: bytes) -> Element:
    library: Any = import_module("defusedxml.ElementTree")
    common: Any = import_module("defusedxml.common")
    if len(data) > MOST_BYTES:
        raise UsageError(_("it has more than {most:,} bytes.").format(most=MOST_BYTES))
    try:
        root: Element = library.fromstring(data)
    except common.DefusedXmlException:
        raise UsageError(_("it declares entities, which are not followed.")) from None
    except (ParseError, ValueError, LookupError) as error:
        raise UsageError(_("it is damaged ({error}).").format(error=error)) from None
    except RecursionError:
        raise UsageError(_too_deep()) from None
    if _name(root) != "svg":
        raise UsageError(_("it is no SVG drawing."))
    return root


def _too_deep() -> str:
    return _("its groups lie more than {most} deep.").format(most=DEEPEST)


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


class _Reader:
    """Walks through the elements of a file."""

    def __init__(self, root: Element) -> None:
        self._count = self._points = 0
        self._ids: dict[str, Element] = {}
        rules = []
        stack = [root]
        while stack:
            element = stack.pop()
            stack += list(element)
            if "id" in element.attrib:
                self._ids.setdefault(element.attrib["id"], element)
            if _name(element) == "style":
                rules.append(element.text or "")
        self._rules = _rules("\n".join(rules))

    def shapes(self, element: Element, state: _State) -> Iterator[DrawnPart]:
        """Yield what an element draws, in the order in which it does."""
        name = _name(element)
        if state.depth > DEEPEST:
            raise UsageError(_too_deep())
        if not name or name in IGNORED or ":" in name:
            return
        if name in REFUSED:
            raise UsageError(REFUSED[name])
        if name == "symbol" and not state.depth:
            return
        style = {**state.style, **self._style(element)}
        if style.get("display") == "none":
            return
        matrix = _product(state.matrix, _transform(element.get("transform", "")))
        inner = _State(style, matrix, state.depth + 1)
        if name in GROUPS:
            for child in element:
                if _name(child) != "symbol":
                    yield from self.shapes(child, inner)
        elif name == "use":
            yield from self._used(element, inner)
        elif name in SHAPES and style.get("visibility") not in ("hidden", "collapse"):
            yield from self._drawn(element, inner)

    def _style(self, element: Element) -> dict[str, str]:
        """Return what an element says about its ink; refuses what changes how it looks."""
        style = {name: element.attrib[name] for name in STYLE if name in element.attrib}
        selectors = [_name(element), *(f".{name}" for name in element.get("class", "").split())]
        for selector in [*selectors, f"#{element.get('id', '')}"]:
            style.update(self._rules.get(selector, {}))
        style.update(_declared(element.get("style", "")))
        for name in ("mask", "filter"):
            if (element.get(name) or style.get(name, "none")) != "none":
                text = _("it has masks or filters, which are no lines: remove them first.")
                raise UsageError(text)
        return style

    def _used(self, element: Element, state: _State) -> Iterator[DrawnPart]:
        """Yield what is drawn again somewhere else; links out of the file are not followed."""
        link = element.get("href") or element.get("{http://www.w3.org/1999/xlink}href") or ""
        if not link.startswith("#"):
            raise UsageError(_("it draws what is in another file."))
        target = self._ids.get(link[1:])
        if target is not None:
            x, y = (_number(element.get(axis, "0")) for axis in "xy")
            moved = replace(state, matrix=_product(state.matrix, (1.0, 0.0, 0.0, 1.0, x, y)))
            yield from self.shapes(target, moved)

    def _drawn(self, element: Element, state: _State) -> Iterator[DrawnPart]:
        """Yield the area and the line of a shape."""
        self._count += 1
        if self._count > MOST_SHAPES:
            raise UsageError(_("it has more than {most:,} shapes.").format(most=MOST_SHAPES))
        pieces = _pieces(element, state.matrix)
        self._points += sum(len(points) for points, _closed in pieces)
        if self._points > MOST_POINTS:
            raise UsageError(_("it has more than {most:,} points.").format(most=MOST_POINTS))
        if not pieces:
            return
        rings, closed = zip(*pieces, strict=True)
        style = state.style
        fill = _colour(style.get("fill", "black"), style)
        if fill:
            areas = _arranged([ring for ring in rings if len(ring) > 2], style.get("fill-rule"))
            if areas:
                yield DrawnPart(areas, (True,) * len(areas), fill)
        stroke = _colour(style.get("stroke", "none"), style)
        a, b, c, d = state.matrix[:4]
        width = _number(style.get("stroke-width", "1")) * sqrt(abs(a * d - b * c))
        if stroke and width > 0:
            yield DrawnPart(rings, closed, stroke, width)


def _arranged(rings: list[Points], rule: str | None) -> tuple[Points, ...]:
    """Return the outlines of an area; holes run against the rings around them.

    A ring that changes nothing, as the rule non-zero may have it, is left out.
    """
    if len(rings) > MOST_RINGS:
        text = _("it has a shape of more than {most:,} outlines.")
        raise UsageError(text.format(most=MOST_RINGS))
    turns = [1 if _area(ring) > 0 else -1 for ring in rings]
    within = [[_is_in(ring[0], other) for other in rings] for ring in rings]
    depths = [0] * len(rings)
    kept = []
    for at, around in enumerate(within):
        outside = sum(turns[other] for other, holds in enumerate(around) if holds and other != at)
        if rule == "evenodd" or (outside == 0) != (outside + turns[at] == 0):
            kept.append(at)
    for at in kept:
        depths[at] = sum(within[at][other] for other in kept if other != at)
    return tuple(
        rings[at] if (depths[at] % 2 == 0) == (turns[at] > 0) else rings[at][::-1] for at in kept
    )


def _area(ring: Points) -> float:
    x, y = ring.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def _is_in(point: Points, ring: Points) -> bool:
    """Whether a point lies in a ring: an odd number of sides is right of it."""
    x, y = point
    after = np.roll(ring, -1, axis=0)
    at = np.flatnonzero((ring[:, 1] <= y) != (after[:, 1] <= y))
    one, two = ring[at], after[at]
    across = one[:, 0] + (y - one[:, 1]) / (two[:, 1] - one[:, 1]) * (two[:, 0] - one[:, 0])
    return bool(np.count_nonzero(across > x) % 2)


def _rules(text: str) -> dict[str, dict[str, str]]:
    """Return the declarations of plain selectors: of a class, an id or an element."""
    result: dict[str, dict[str, str]] = {}
    for selectors, body in _RULE.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
        for selector in selectors.split(","):
            result.setdefault(selector.strip(), {}).update(_declared(body))
    return result


def _declared(text: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in text.split(";"))
    return {name.strip(): value.strip() for name, colon, value in pairs if colon}


def _colour(value: str, style: Mapping[str, str]) -> str:
    """Return ``#rrggbb``, "" for none; raises ``UsageError`` for gradients and unknown colours."""
    from PIL import ImageColor

    value = value.strip().removesuffix("!important").strip()
    if value in ("none", "transparent", ""):
        return ""
    if value.lower() == "currentcolor":
        value = style.get("color", "black")
    if value.startswith("url"):
        raise UsageError(_("it has gradients or patterns: give each area one colour."))
    try:
        red, green, blue = ImageColor.getrgb(value)[:3]
    except ValueError:
        raise UsageError(_("there is no colour {colour}.").format(colour=value[:40])) from None
    return f"#{red:02x}{green:02x}{blue:02x}"


def _number(text: str) -> float:
    """Return a length in the unit of the file; raises ``ValueError``."""
    match = re.fullmatch(r"\s*([-+.\deE]+)\s*(?:px)?\s*", text)
    number = float(match[1] if match else text)
    if not abs(number) < LARGEST:
        raise ValueError(_("a number is too large"))
    return number


def _transform(text: str) -> Matrix:
    """Return the matrix of a transformation; raises ``ValueError``."""
    result = UNIT
    for name, values in _TRANSFORM.findall(text):
        numbers = [_number(part) for part in re.split(r"[\s,]+", values.strip()) if part]
        result = _product(result, _matrix(name, numbers))
    return result


def _matrix(name: str, numbers: list[float]) -> Matrix:
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
        return _product(_product((1, 0, 0, 1, x, y), turn), (1, 0, 0, 1, -x, -y))
    if name == "skewX":
        return 1.0, 0.0, tan(angle), 1.0, 0.0, 0.0
    return 1.0, tan(angle), 0.0, 1.0, 0.0, 0.0


def _product(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (
        *(a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s),
        *(a * t + c * u + e, b * t + d * u + f),
    )


def _pieces(element: Element, matrix: Matrix) -> list[tuple[Points, bool]]:
    """Return the straight lines of a shape, and which lead back; raises ``ValueError``."""
    recording: Any = import_module("fontTools.pens.recordingPen")
    path: Any = import_module("fontTools.svgLib.path")
    shapes: Any = import_module("fontTools.svgLib.path.shapes")
    plain = Element(_name(element), {**element.attrib})
    plain.attrib.pop("transform", None)
    builder = shapes.PathBuilder()
    builder.add_path_from_element(plain)
    pen = recording.DecomposingRecordingPen({})
    for data in builder.paths:
        path.parse_path(data, pen)
    a, b, c, d, e, f = matrix
    turn, move = np.array([[a, b], [c, d]]), np.array([e, f])
    steps = [
        (name, np.array(points, np.float64).reshape(-1, 2) @ turn + move)
        for name, points in pen.value
    ]
    every = np.concatenate([np.zeros((0, 2)), *(points for _name_, points in steps)])
    if not len(every):
        return []
    if not (np.abs(every) < LARGEST).all():
        raise ValueError(_("a number is too large"))
    rough = ROUGH * max(float(np.ptp(every, axis=0).max()), 1e-9)
    return list(_flattened(steps, rough))


def _flattened(steps: list[tuple[str, Points]], rough: float) -> Iterator[tuple[Points, bool]]:
    """Yield each line of a path, curves in pieces no farther than ``rough`` from them."""
    line: list[Points] = []
    same = rough / 10
    for name, points in [*steps, ("endPath", np.zeros((0, 2)))]:
        if name in ("moveTo", "closePath", "endPath") and line:
            joined = np.concatenate(line)
            joined = joined[np.append(True, (np.abs(np.diff(joined, axis=0)) > same).any(axis=1))]
            back = len(joined) > 2 and bool((np.abs(joined[0] - joined[-1]) <= same).all())
            yield joined[:-1] if back else joined, back or name == "closePath"
            line = []
        if name in ("moveTo", "lineTo"):
            line.append(points)
        elif name == "curveTo":
            line.append(_curve(np.concatenate([line[-1][-1:], points]), rough))
        elif name == "qCurveTo":
            first, middle, last = line[-1][-1], points[0], points[-1]
            handles = [end + (middle - end) * 2 / 3 for end in (first, last)]
            line.append(_curve(np.array([first, *handles, last]), rough))


def _curve(control: Points, rough: float) -> Points:
    """Return points on a cubic Bezier curve after its first, float64[k, 2].

    Pieces of 1/k of it are at most 3/4 of its second differences / k**2 away from it.
    """
    bend = max(hypot(*(control[at] - 2 * control[at + 1] + control[at + 2])) for at in (0, 1))
    count = min(max(1, ceil(sqrt(0.75 * bend / rough))), 1000)
    t = np.arange(1, count + 1)[:, None] / count
    s = 1 - t
    weights = np.concatenate([s**3, 3 * s**2 * t, 3 * s * t**2, t**3], axis=1)
    result: Points = weights @ control
    return result
