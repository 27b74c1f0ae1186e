"""A reader of SVG for tests: XML by the standard library, paths by its own reading of SVG 1.1."""

from __future__ import annotations

import cmath
import math
import re
from importlib import import_module
from xml.etree import ElementTree

from tests.page.formats.drawn import Letters, Point, Shape, Sheet

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
LINK = "{http://www.w3.org/1999/xlink}href"
FINE = 0.03  # radians that a line of an arc turns
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"


def read_svg(data: bytes) -> Sheet:
    """Return the page; asserts that a unit is a millimetre and that nothing moves it."""
    root = ElementTree.fromstring(data)
    assert root.tag == SVG + "svg"
    width, height = (float(root.attrib[name].removesuffix("mm")) for name in ("width", "height"))
    assert root.attrib["viewBox"] == f"0 0 {width:.10g} {height:.10g}"
    sheet = Sheet(width, height, title=root.findtext(SVG + "title") or "")
    for group in root.findall(SVG + "g"):
        assert group.attrib[INKSCAPE + "groupmode"] == "layer"
        assert group.attrib[INKSCAPE + "label"]
        assert "transform" not in group.attrib
        shapes = sheet.shapes.setdefault(group.attrib["id"], [])
        for element in group:
            if element.tag == SVG + "path":
                shapes.append(_shape(element))
            elif element.tag == SVG + "g":
                shapes += _outlines(element, sheet)
            else:
                assert element.tag == SVG + "text"
                sheet.letters.append(_letters(element))
    return sheet


def curved_box(data: bytes) -> tuple[float, float, float, float]:
    """Return the box of all paths as fontTools has them, which takes arcs for Bezier curves."""
    pen = import_module("fontTools.pens.boundsPen").BoundsPen(None)  # which publishes no types
    for path in ElementTree.fromstring(data).iter(SVG + "path"):
        import_module("fontTools.svgLib.path").parse_path(path.attrib["d"], pen)
    left, top, right, bottom = pen.bounds
    return left, top, right, bottom


def _outlines(group: ElementTree.Element, sheet: Sheet) -> list[Shape]:
    """Return the outlines of a line of text; the sheet gets the text that is kept with them."""
    assert set(group.attrib) == {"aria-label"}
    shapes = [_shape(element) for element in group if element.tag == SVG + "path"]
    points = [point for shape in shapes for line in shape.strokes for point in line]
    x, y = min(points, default=(0.0, 0.0))[0], max((y for _x, y in points), default=0.0)
    stroke = shapes[0].stroke if shapes else None
    sheet.letters.append(Letters(x, y, 0.0, group.attrib["aria-label"], stroke))
    for element in group:
        if element.tag == SVG + "image":
            assert element.attrib[LINK].startswith("data:image/png;base64,")
    return shapes


def _colour(element: ElementTree.Element, name: str) -> str | None:
    value = element.get(name, "none" if name == "stroke" else "#000000")
    return None if value == "none" else value.removeprefix("#")


def _shape(element: ElementTree.Element) -> Shape:
    assert "transform" not in element.attrib
    strokes, closed, curves = read_path(element.attrib["d"])
    stroke = _colour(element, "stroke")
    width = float(element.get("stroke-width", 1 if stroke else 0))
    assert not stroke or width > 0
    rule = element.get("fill-rule") == "evenodd"
    cap = element.get("stroke-linecap", "butt")
    return Shape(strokes, closed, stroke, _colour(element, "fill"), width, cap, rule, curves)


def _letters(element: ElementTree.Element) -> Letters:
    x, y, size = (float(element.attrib[name]) for name in ("x", "y", "font-size"))
    return Letters(x, y, size, element.text or "", _colour(element, "stroke"))


def read_path(data: str) -> tuple[list[list[Point]], list[bool], list[list[Point]]]:
    """Return the lines of a path's ``d``, which of them are closed, and the curves among them."""
    words = re.findall(rf"[A-Za-z]|{NUMBER}", data)
    assert re.sub(rf"[A-Za-z]|{NUMBER}|[\s,]", "", data) == ""
    strokes: list[list[Point]] = []
    closed: list[bool] = []
    curves: list[list[Point]] = []
    x = y = 0.0
    place, command = 0, ""
    while place < len(words):
        if words[place].isalpha():
            command, place = words[place], place + 1
        elif command in "mM":
            command = "l" if command == "m" else "L"
        if command in "zZ":
            closed[-1] = True
            x, y = strokes[-1][0]
            continue
        take = {"h": 1, "v": 1, "a": 7}.get(command.lower(), 2)
        values = [float(word) for word in words[place : place + take]]
        place += take
        base = (x, y) if command.islower() else (0.0, 0.0)
        before = (x, y)
        match command.lower():
            case "h":
                x = base[0] + values[0]
            case "v":
                y = base[1] + values[0]
            case "l" | "m" | "a":
                x, y = base[0] + values[-2], base[1] + values[-1]
            case other:
                raise AssertionError(f"unknown command {other}")
        if command in "mM":
            strokes.append([(x, y)])
            closed.append(False)
            continue
        if closed[-1]:  # a line after z begins a new stroke at the old start
            strokes.append([strokes[-1][0]])
            closed.append(False)
        if command in "aA":
            curves.append(_arc(before, (x, y), values))
            strokes[-1] += curves[-1][1:-1]
        strokes[-1].append((x, y))
    return strokes, closed, curves


def _arc(start: Point, end: Point, values: list[float]) -> list[Point]:
    """Return places along an arc, from its ends to its centre as in SVG 1.1, F.6.5."""
    radius, other, turned, large, sweep = values[:5]
    assert radius == other > 0
    assert turned == 0
    assert large in (0, 1)
    assert sweep in (0, 1)
    one, two = complex(*start), complex(*end)
    half = (one - two) / 2
    inside = radius**2 - abs(half) ** 2
    assert inside > -1e-3 * radius  # else no circle is as small
    aside = max(inside, 0.0) ** 0.5 * half / abs(half) * (1 if large != sweep else -1)
    centre = (one + two) / 2 + aside * complex(0, -1)
    begin, stop = cmath.phase(one - centre), cmath.phase(two - centre)
    angle = (stop - begin) % (2 * math.pi)
    angle = angle if sweep else angle - 2 * math.pi
    assert (abs(angle) > math.pi) == bool(large)
    count = math.ceil(abs(angle) / FINE)
    places = [centre + cmath.rect(radius, begin + angle * at / count) for at in range(1, count)]
    return [start, *((place.real, place.imag) for place in places), end]
