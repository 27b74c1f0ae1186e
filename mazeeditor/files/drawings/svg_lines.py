"""The lines and areas of an SVG as other programs write them, for mazes that are drawn there.

What is no line is left out and counted: texts (kept as words), pictures, gradients, filters. Only
references within the file are followed; entities, too deep groups and too much work are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element

import numpy as np

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.svg.geometry import (
    UNIT,
    Matrix,
    View,
    length,
    numbers_in,
    outlines_of,
    page_size,
    place_points,
    product,
    size_word,
    transform_of,
    viewport,
)
from mazeeditor.core.svg.shapes import (
    DAMAGES,
    GROUPS,
    MAX_DEPTH,
    NEVER_DRAWN,
    SHAPES,
    STRICT,
    applies,
    root_of,
    too_deep,
)
from mazeeditor.core.svg.styles import (
    ELEMENT,
    STYLED_BY_ATTRIBUTE,
    Styles,
    colour_of,
    inherit_style,
    name_of,
)
from mazeeditor.core.translation import _
from mazeeditor.core.work import TooMuchWorkError, Work
from mazeeditor.files.drawings.line_drawing import Collector, Drawing, Look
from mazeeditor.maze.geometry import Points

MAX_SVG_BYTES = 1 << 26  # bytes
STEPS, STEPS_OF_A_BYTE = 2_000_000, 4  # of the work that a file may be, see ``core/work.py``
MOST_ELEMENTS = 2_000_000  # those that are used again too
CURVE_ERROR = 0.00005  # of the larger side: the largest error of a flattened curve
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
MIXED = "mixed"  # the colour of what has several, such as a gradient
TEXTS = {"text", "textArea"}


class _Place(NamedTuple):
    """What an element inherits: style, where it lies, its layer, and how deep it is."""

    style: Mapping[str, str]
    matrix: Matrix = UNIT
    view: View | None = None
    layer: str = ""
    depth: int = 0


def svg_drawing(data: bytes) -> Drawing:
    """Return the lines of an SVG; raises ``MazeError`` with the reason alone."""
    work = Work(len(data), STEPS, STEPS_OF_A_BYTE)
    try:
        root = root_of(data, MAX_SVG_BYTES)
        with np.errstate(**STRICT):
            reader = _Reader(root, work)
            reader.read(root, _Place({}))
    except TooMuchWorkError:
        text = _("it takes more work than a drawing of {size:,} bytes may.")
        raise MazeError(text.format(size=len(data))) from None
    except UsageError as error:
        raise MazeError(str(error)) from None
    except RecursionError:
        raise MazeError(too_deep()) from None
    except DAMAGES as error:
        text = _("it is damaged ({error}).")
        raise MazeError(text.format(error=str(error)[:80])) from None
    return reader.collector.drawing()


class _Reader:
    """Walks through the elements of a file."""

    def __init__(self, root: Element, work: Work) -> None:
        self._work, self._elements = work, 0
        self._ids: dict[str, Element] = {}
        for element in root.iter():
            if "id" in element.attrib:
                self._ids.setdefault(element.attrib["id"], element)
        try:
            self._styles: Styles | None = Styles(root, work)
        except TooMuchWorkError:
            raise
        except (UsageError, *DAMAGES):  # a style sheet that is not understood
            self._styles = None
        self.collector = Collector()

    def _own(self, element: Element) -> dict[str, str]:
        """Return what is declared for an element, without what is not understood."""
        if self._styles is not None:
            try:
                return self._styles.own(element)
            except TooMuchWorkError:
                raise
            except (UsageError, *DAMAGES):
                self.collector.left_out[_("effects")] += 1
        declared = {name: element.attrib[name] for name in STYLED_BY_ATTRIBUTE & {*element.attrib}}
        style = element.get("style", "")
        self._work.spend(len(style) / 4)
        for each in style.split(";"):
            name, colon, value = each.partition(":")
            if colon and name.strip() in STYLED_BY_ATTRIBUTE:
                declared[name.strip()] = value.partition("!")[0].strip()
        return declared

    def read(self, element: Element, place: _Place, *, used: bool = False) -> None:
        """Take what an element draws; a symbol draws only where it is ``used``."""
        name = name_of(element)
        self._elements += 1
        self._work.spend(ELEMENT)
        if place.depth > MAX_DEPTH:
            raise UsageError(too_deep())
        if self._elements > MOST_ELEMENTS:
            raise UsageError(_("it has more than {most:,} parts.").format(most=MOST_ELEMENTS))
        if not name or name in NEVER_DRAWN or (name == "symbol" and not used):
            return
        own = self._own(element)
        if own.get("display", "").strip() == "none" or not applies(element):
            return
        if own.get("opacity", "").strip() in ("0", "0.0", "0%"):
            return
        style = inherit_style(place.style, own)
        matrix = product(place.matrix, transform_of(element.get("transform", "")))
        layer = element.get(f"{INKSCAPE}label") or ("" if name == "svg" else element.get("id", ""))
        inside = name in GROUPS and (
            element.get(f"{INKSCAPE}groupmode") == "layer" or place.depth == 1
        )
        inner = place._replace(
            style=style,
            matrix=matrix,
            depth=place.depth + 1,
            layer=layer if inside and layer else place.layer,
        )
        if name in ("svg", "symbol"):
            inner = self._in_viewport(element, inner)
        if name in GROUPS or name == "switch":
            for child in element:
                if name != "switch":
                    self.read(child, inner)
                elif name_of(child) and applies(child):
                    self.read(child, inner)
                    return
        elif name == "use":
            self._use(element, inner)
        elif name in TEXTS:
            self._words(element, inner)
        elif name in SHAPES:
            if style["visibility"] == "visible" if "visibility" in style else True:
                self._draw(element, inner)
        elif name == "image":
            self.collector.left_out[_("pictures")] += 1
        else:
            self.collector.left_out[f"<{name[:30]}>"] += 1

    def _in_viewport(self, element: Element, place: _Place) -> _Place:
        asked = [element.get(key) for key in ("width", "height")]
        if place.depth == 1:
            page = page_size(element, asked)
            if page is None or min(page) <= 0:
                return place
            width, height = page
        else:
            x, y = (length(element.get(k, "0"), place.view, axis) for axis, k in enumerate("xy"))
            place = place._replace(matrix=product(place.matrix, (1.0, 0.0, 0.0, 1.0, x, y)))
            usual = (size_word(word) or "100%" for word in asked)
            if place.view is None and not all(asked):
                return place
            width, height = (length(word, place.view, axis) for axis, word in enumerate(usual))
        matrix, view = viewport(element, width, height)
        return place._replace(matrix=product(place.matrix, matrix), view=view)

    def _use(self, element: Element, place: _Place) -> None:
        """Draw what an element refers to, in this file."""
        link = element.get("{http://www.w3.org/1999/xlink}href") or element.get("href") or ""
        target = self._ids.get(link.strip().removeprefix("#")) if link.strip()[:1] == "#" else None
        if target is None:
            self.collector.left_out[_("links")] += 1
            return
        x, y = (length(element.get(key, "0"), place.view, axis) for axis, key in enumerate("xy"))
        matrix = product(place.matrix, (1.0, 0.0, 0.0, 1.0, x, y))
        self.read(target, place._replace(matrix=matrix), used=True)

    def _words(self, element: Element, place: _Place) -> None:
        """Keep a text, about where its middle is."""
        text = " ".join("".join(element.itertext()).split())
        self._work.spend(len(text))
        holder = next((each for each in element.iter() if each.get("x")), element)
        try:
            at = [numbers_in(holder.get(key, "0"))[:1] or [0.0] for key in "xy"]
        except ValueError:  # with a unit
            at = [[length(holder.get(key, "0"), place.view)] for key in "xy"]
        (x, y), _size = place_points(
            place.matrix, np.array([[at[0][0], at[1][0]], [0.0, 0.0]])
        ).tolist()
        self.collector.word(text, x, y)
        self.collector.left_out[_("texts")] += 1

    def _draw(self, element: Element, place: _Place) -> None:
        """Take the lines of a shape."""
        if place.matrix[0] * place.matrix[3] == place.matrix[1] * place.matrix[2]:
            return
        for look in self._looks(element, place):
            for points, closed in self._lines(element, place):
                self.collector.add(points, look, closed=closed)

    def _lines(self, element: Element, place: _Place) -> Iterator[tuple[Points, bool]]:
        for line in outlines_of(element, place.matrix, place.view, self._work, CURVE_ERROR):
            yield line.points, line.closed or line.back

    def _looks(self, element: Element, place: _Place) -> Iterator[Look]:
        """Yield the line and the area as which a shape is drawn."""
        style = place.style
        stroke = _colour(style.get("stroke", "none"), style, style.get("stroke-opacity", "1"))
        fill = _colour(style.get("fill", "black"), style, style.get("fill-opacity", "1"))
        a, b, c, d = place.matrix[:4]
        if stroke:
            try:
                width = length(style.get("stroke-width", "1"), place.view)
            except UsageError:
                width = 1.0
            width *= abs(a * d - b * c) ** 0.5
            yield Look(place.layer, stroke, float(f"{width:.4g}"), filled=False)
        if fill and name_of(element) != "line":
            yield Look(place.layer, fill, 0.0, filled=True)


def _colour(value: str, style: Mapping[str, str], opacity: str) -> str:
    """Return a colour as ``#rrggbb``, "" for none."""
    try:
        return colour_of(value, style, opacity)
    except (UsageError, ValueError):
        return MIXED
