"""Reads what an SVG file draws: areas and lines in one colour each, curves in straight pieces.

Nothing else of the file is followed: no link, no entity, no script, no other file. What cannot be
kept as areas and lines is refused by name, so that no drawing is printed with a part missing.

One ink is laid on paper: what is not fully transparent is drawn solid, in its own colour, so an
opacity of 0 leaves a part out, and any other does nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any
from xml.etree.ElementTree import Element, ParseError

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.svg import Cap, Join
from mazeeditor.core.svg.area_union import (
    TOLERANCE,
    Clips,
    RingArea,
    arrange_rings,
    common_area,
    cross_themselves,
    cutting,
    size_of,
)
from mazeeditor.core.svg.geometry import (
    CURVE_ERROR,
    UNIT,
    Matrix,
    PathLine,
    Points,
    View,
    box_of,
    length,
    outlines_of,
    page_size,
    product,
    scale_of,
    size_word,
    transform_of,
    viewport,
)
from mazeeditor.core.svg.strokes import (
    StrokePen,
    dash_lines,
    is_long,
    pattern_of,
    pen_of,
    stroke_area,
    with_ends,
)
from mazeeditor.core.svg.styles import (
    ELEMENT,
    Styles,
    colour_of,
    inherit_style,
    name_of,
    own_value,
    share_of,
)
from mazeeditor.core.translation import _, quote_value
from mazeeditor.core.work import TooMuchWorkError, Work

MOST_SHAPES = 5_000
MOST_ELEMENTS = 100_000  # used again ones too
MOST_POINTS = 200_000
MOST_RINGS = 500  # of one shape that are looked at one by one
MOST_BYTES = 4_000_000  # of a file
AREA, CORNER = 160, 3  # steps of work: what an area and its corners take beside the outlines
FEW_CLIPS = 3  # in each other: more are made one
MAX_DEPTH = 50  # groups in groups, and shapes used again
SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
GROUPS = {"svg", "g", "a", "symbol"}
NEVER_DRAWN = {
    *("title", "desc", "metadata", "defs", "style", "script", "clipPath", "mask", "filter"),
    *("linearGradient", "radialGradient", "pattern", "marker", "view", "cursor", "font"),
    *("font-face", "color-profile", "solidcolor", "hatch", "meshgradient", "mesh"),
}
ROUGHER = 0.002  # as ``CURVE_ERROR``, for drawings that stand on a page many times
DAMAGES = ValueError, ArithmeticError, IndexError, TypeError, AttributeError, KeyError
STRICT: Any = dict.fromkeys(("divide", "over", "invalid"), "raise")  # no warnings of numpy
REFUSED = {
    **dict.fromkeys(["text", "tref", "textArea"], _("it has text: make paths of that first.")),
    "image": _("it has pictures in it: choose those as a file of their own."),
    "foreignObject": _("it has parts that only a browser shows."),
    **dict.fromkeys(
        ["animate", "animateTransform", "animateMotion", "animateColor", "set", "discard"],
        _("it moves."),
    ),
}


@dataclass(frozen=True, eq=False)
class DrawnPart:
    """An area with holes where ``width`` is 0, else lines of that width; ``colour`` ``#rrggbb``.

    ``rings`` are float64[k, 2] each; of lines, ``closed`` indicates which lead back.
    """

    rings: tuple[Points, ...]
    closed: tuple[bool, ...]
    colour: str
    width: float = 0.0
    cap: Cap = "round"
    join: Join = "round"


@dataclass(frozen=True)
class _State:
    """What a shape inherits: style, where it lies, what it is clipped by, and how deep it is."""

    style: Mapping[str, str]
    matrix: Matrix = UNIT
    depth: int = 0
    view: View | None = None
    clips: Clips = ()


def read_shapes(
    data: bytes, *, centre_lines: bool = False
) -> tuple[list[DrawnPart], Mapping[str, str]]:
    """Return what an SVG draws, in px, and the attributes of its root.

    A line with dashes or of a pen that is not one of ``DrawnPart``, and one that is short for its
    width, is the area it covers. With ``centre_lines``, each is the line along its middle, as long
    as nothing clips it. Raises ``UsageError`` with the reason.
    """
    root, work = root_of(data), Work(len(data))
    try:
        with np.errstate(**STRICT):
            reader = _Reader(root, work, centre_lines=centre_lines)
            shapes = list(reader.shapes(root, _State({})))
    except (TooMuchWorkError, *DAMAGES) as error:
        raise UsageError(_reason_of(error, data)) from None
    if not shapes:
        raise UsageError(_("nothing is drawn in it."))
    return shapes, root.attrib


def _reason_of(error: Exception, data: bytes) -> str:
    if isinstance(error, TooMuchWorkError):
        text = _(
            "it takes more work than a drawing of {size:,} bytes may: simplify its lines, styles "
            "and clip paths, or make several drawings of it."
        )
        return text.format(size=len(data))
    if isinstance(error, UsageError):
        return str(error)
    return _("it is damaged ({error}).").format(error=str(error)[:80])


def read_drawings(
    data: bytes,
) -> tuple[dict[str, tuple[list[DrawnPart], Mapping[str, str]]], Mapping[str, str]]:
    """Return what each named group of an SVG draws, with its attributes, and those of the root.

    A group counts if it lies right in the root and has an id; where it lies does not matter, as
    nothing outside of the page is cut off. The title of a group is its attribute ``title``. Raises
    ``UsageError`` with the reason, which names the group.
    """
    root, work = root_of(data), Work(len(data))
    try:
        reader = _Reader(root, work, centre_lines=False, rough=ROUGHER)
    except TooMuchWorkError as error:
        raise UsageError(_reason_of(error, data)) from None
    drawings: dict[str, tuple[list[DrawnPart], Mapping[str, str]]] = {}
    for group in root:
        name = group.get("id", "")
        if name_of(group) != "g" or not name:
            continue
        try:
            with np.errstate(**STRICT):
                parts = list(reader.shapes(group, _State(reader.style_of(root))))
        except (UsageError, *DAMAGES) as error:
            text = _("{name}: {reason}")
            known = {"name": quote_value(name, 40), "reason": _reason_of(error, data)}
            raise UsageError(text.format(**known)) from None
        drawings[name] = parts, _with_title(group)
    return drawings, _with_title(root)


def _with_title(element: Element) -> Mapping[str, str]:
    titles = ((each.text or "").strip() for each in element if name_of(each) == "title")
    return {**element.attrib, "title": next(titles, "")}


_CLIPPING = SHAPES | {"use"} | set(REFUSED)


class _Reader:
    """Walks through the elements of a file."""

    def __init__(
        self, root: Element, work: Work, *, centre_lines: bool, rough: float = CURVE_ERROR
    ) -> None:
        self._centre_lines, self._rough = centre_lines, rough
        self._count = self._points = self._elements = 0
        self._ids: dict[str, Element] = {}
        for element in root.iter():
            if "id" in element.attrib:
                self._ids.setdefault(element.attrib["id"], element)
        self._work = work
        self._styles = Styles(root, work)

    def style_of(self, element: Element) -> Mapping[str, str]:
        return self._styles.of(element)

    def shapes(
        self, element: Element, state: _State, size: tuple[str | None, str | None] | None = None
    ) -> Iterator[DrawnPart]:
        """Yield what an element draws, in the order in which it does.

        ``size`` is that which a ``use`` gives to it, which alone draws symbols.
        """
        name = name_of(element)
        self._elements += 1
        self._work.spend(ELEMENT)
        if state.depth > MAX_DEPTH:
            raise UsageError(too_deep())
        if self._elements > MOST_ELEMENTS:
            raise UsageError(_("it has more than {most:,} parts.").format(most=MOST_ELEMENTS))
        if not name or name in NEVER_DRAWN or (name == "symbol" and size is None):
            return
        own = self._styles.own(element)
        if own_value(own, "display") == "none" or not applies(element):
            return
        if share_of(own_value(own, "opacity")) <= 0:
            return
        style = inherit_style(state.style, own)
        hidden = style["visibility"] != "visible"
        if why := why_refused(element):
            if hidden or is_empty_text(element):
                return
            raise UsageError(why)
        matrix = product(state.matrix, transform_of(element.get("transform", "")))
        inner = replace(state, style=style, matrix=matrix, depth=state.depth + 1)
        if (clip := own_value(own, "clip-path")) != "none":
            clips = (*inner.clips, *self._clips(clip, element, inner))
            if len(clips) > FEW_CLIPS:  # each shape would be cut by all of them
                clips = ((RingArea(common_area(clips, self._work)),),)
            inner = replace(inner, clips=clips)
        if name in ("svg", "symbol"):
            overflow = own_value(own, "overflow")
            viewed = self._in_viewport(element, inner, size, shown=overflow in ("visible", "auto"))
            if viewed is None:
                return
            inner = viewed
        if name in GROUPS:
            for child in element:
                yield from self.shapes(child, inner)
        elif name == "switch":
            for child in element:
                if name_of(child) and applies(child):
                    yield from self.shapes(child, inner)
                    return
        elif name == "use":
            yield from self._used(element, inner)
        else:
            refuse_motion(element)
            if not hidden:
                yield from self._drawn(element, inner)

    def _in_viewport(
        self,
        element: Element,
        state: _State,
        size: tuple[str | None, str | None] | None,
        *,
        shown: bool,
    ) -> _State | None:
        """Return the state within an element that has a viewport, None where that is empty.

        What lies outside is cut off, unless it is ``shown``.
        """
        asked = [element.get(key) for key in ("width", "height")]
        if size is not None:
            asked = [given or own for given, own in zip(size, asked, strict=True)]
        view = state.view
        if state.depth == 1:  # the page: nothing but its own attributes says how large it is
            page = page_size(element, asked)
            if page is None:
                return state
            (width, height), shown = page, False
        else:
            x, y = (length(element.get(key, "0"), view, axis) for axis, key in enumerate("xy"))
            if name_of(element) == "svg":
                state = replace(state, matrix=product(state.matrix, (1.0, 0.0, 0.0, 1.0, x, y)))
            usual = (size_word(word) or "100%" for word in asked)
            width, height = (length(word, view, axis) for axis, word in enumerate(usual))
        if min(width, height) < 0:
            raise ValueError(_("a size is negative"))
        if min(width, height) == 0:
            return None
        clips = state.clips
        if not shown:
            clips = (*clips, (RingArea([box_of(0.0, 0.0, width, height, state.matrix)]),))
        inner, view = viewport(element, width, height)
        return replace(state, matrix=product(state.matrix, inner), view=view, clips=clips)

    def _used(self, element: Element, state: _State) -> Iterator[DrawnPart]:
        """Yield what is drawn again somewhere else; links out of the file are not followed."""
        target, state = self._target(element, state)
        size = None
        if name_of(target) in ("svg", "symbol"):
            size = element.get("width"), element.get("height")
        yield from self.shapes(target, state, size)

    def _target(self, element: Element, state: _State) -> tuple[Element, _State]:
        """Return what a ``use`` draws again, and where."""
        link = element.get("href") or element.get("{http://www.w3.org/1999/xlink}href") or ""
        if not link.startswith("#"):
            raise UsageError(_("it draws what is in another file."))
        x, y = (length(element.get(key, "0"), state.view, axis) for axis, key in enumerate("xy"))
        matrix = product(state.matrix, (1.0, 0.0, 0.0, 1.0, x, y))
        return self._named(link[1:]), replace(state, matrix=matrix)

    def _named(self, name: str) -> Element:
        if name not in self._ids:
            text = _("it refers to {name}, which is not in it.")
            raise UsageError(text.format(name=f"#{name[:40]}"))
        return self._ids[name]

    def _clips(self, value: str, element: Element, state: _State) -> Clips:
        """Return what an element is clipped by: areas of which each point lies in some."""
        match = re.fullmatch(r"url\(\s*['\"]?#([^'\")]+?)['\"]?\s*\)", value)
        if not match:
            raise UsageError(_("it has a clip path that is not understood: remove it first."))
        target = self._named(match[1])
        if name_of(target) != "clipPath":
            raise UsageError(_("it has a clip path that is not understood: remove it first."))
        if state.depth > MAX_DEPTH:
            raise UsageError(too_deep())
        inner = replace(state, depth=state.depth + 1, style=self._styles.of(target), clips=())
        if target.get("clipPathUnits") == "objectBoundingBox":
            inner = replace(inner, matrix=product(state.matrix, self._box(element, state)))
        turn = transform_of(target.get("transform", ""))
        inner = replace(inner, matrix=product(inner.matrix, turn))
        areas = tuple(area for child in target for area in self._clip_areas(child, inner))
        more = own_value(self._styles.own(target), "clip-path")
        return (areas, *(self._clips(more, element, inner) if more != "none" else ()))

    def _box(self, element: Element, state: _State) -> Matrix:
        """Return the matrix that makes the unit square the box around a shape."""
        if name_of(element) not in SHAPES:
            raise UsageError(_("it has a clip path that is not understood: remove it first."))
        lines = outlines_of(element, UNIT, state.view, self._work)
        every = np.concatenate([np.zeros((0, 2)), *(line.points for line in lines)])
        if not len(every):
            return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        (left, top), (wide, high) = every.min(axis=0).tolist(), np.ptp(every, axis=0).tolist()
        return wide, 0.0, 0.0, high, left, top

    def _clip_areas(self, element: Element, state: _State) -> Iterator[RingArea]:
        """Yield the areas of a child of a clip path."""
        name = name_of(element)
        self._work.spend(ELEMENT)
        if name not in _CLIPPING:
            return
        own = self._styles.own(element)
        style = inherit_style(state.style, own)
        if own_value(own, "display") == "none" or not applies(element):
            return
        if name in REFUSED:
            raise UsageError(REFUSED[name])
        matrix = product(state.matrix, transform_of(element.get("transform", "")))
        state = replace(state, style=style, matrix=matrix, depth=state.depth + 1)
        if state.depth > MAX_DEPTH:
            raise UsageError(too_deep())
        clip = own_value(own, "clip-path")
        clips = self._clips(clip, element, state) if clip != "none" else ()
        if name == "use":
            areas = tuple(self._clip_areas(*self._target(element, state)))
        else:
            rings = self._rings(self._outlines(element, state))
            seen = rings and style["visibility"] == "visible"
            areas = (RingArea(rings, style["clip-rule"] == "evenodd"),) if seen else ()
        if clips and areas:
            areas = (RingArea(common_area([areas, *clips], self._work)),)
        yield from (area for area in areas if area.rings)

    def _outlines(self, element: Element, state: _State) -> list[PathLine]:
        self._count += 1
        if self._count > MOST_SHAPES:
            raise UsageError(_("it has more than {most:,} shapes.").format(most=MOST_SHAPES))
        lines = outlines_of(element, state.matrix, state.view, self._work, self._rough)
        self._counted(line.points for line in lines)
        return lines

    def _counted(self, rings: Iterable[Points]) -> None:
        self._points += sum(map(len, rings))
        if self._points > MOST_POINTS:
            raise UsageError(_("it has more than {most:,} points.").format(most=MOST_POINTS))

    @staticmethod
    def _rings(lines: list[PathLine]) -> list[Points]:
        return [line.points for line in lines if len(line.points) > 2]

    def _drawn(self, element: Element, state: _State) -> Iterator[DrawnPart]:
        """Yield the area and the line of a shape."""
        a, b, c, d = state.matrix[:4]
        lines = self._outlines(element, state)
        if not lines or a * d == b * c:
            return
        style = state.style
        if name_of(element) in ("path", "line", "polyline", "polygon"):
            for place in ("start", "mid", "end"):
                if style[f"marker-{place}"] != "none":
                    raise UsageError(_("it has arrowheads or other markers: make paths of them."))
        order = tuple(style["paint-order"].split())
        if not set(order) <= {"normal", "fill", "stroke", "markers"}:
            raise ValueError(style["paint-order"][:40])
        painted = [self._area(lines, state), self._line(element, lines, state)]
        if "stroke" in order and "fill" not in order[: order.index("stroke")]:
            painted.reverse()
        for part in painted:
            yield from part

    def _area(self, lines: list[PathLine], state: _State) -> Iterator[DrawnPart]:
        style = state.style
        fill = colour_of(style["fill"], style, style["fill-opacity"])
        rings = self._rings(lines)
        if not fill or not rings:
            return
        odd = {"nonzero": False, "evenodd": True}[style["fill-rule"]]
        self._work.spend(AREA + CORNER * sum(map(len, rings)))
        clips = cutting(rings, 0.0, state.clips)
        if clips or len(rings) > MOST_RINGS or cross_themselves(rings, self._work):
            areas = tuple(common_area([(RingArea(rings, odd),), *clips], self._work))
            self._counted(areas)
        else:
            areas = arrange_rings(rings, self._work, odd=odd)
        if areas:
            yield DrawnPart(areas, (True,) * len(areas), fill)

    def _line(self, element: Element, lines: list[PathLine], state: _State) -> Iterator[DrawnPart]:
        style = state.style
        colour = colour_of(style["stroke"], style, style["stroke-opacity"])
        width = length(style["stroke-width"], state.view)
        if width < 0:
            raise ValueError(_("a size is negative"))
        if not colour or not width:
            return
        if self._centre_lines:
            rings = tuple(line.points for line in lines)
            if not cutting(list(rings), 0.0, state.clips):
                yield DrawnPart(rings, tuple(line.back for line in lines), colour, width)
                return
        scale, matrix = scale_of(state.matrix), UNIT
        if not scale:  # the pen is an ellipse
            lines, matrix = outlines_of(element, UNIT, state.view, self._work), state.matrix
        pen = pen_of(style, width * (scale or 1.0))
        pattern = pattern_of(style, state.view)
        if pattern:
            if element.get("pathLength"):
                raise UsageError(_("it has dashes by pathLength: make paths of them."))
            offset = length(style["stroke-dashoffset"], state.view)
            sizes = [size * (scale or 1.0) for size in pattern]
            lines = dash_lines(lines, sizes, offset * (scale or 1.0), self._work)
            self._counted(line.points for line in lines)
        if pen.cap != "round" or pen.join != "round":
            lines = [with_ends(line) for line in lines]
        long = [line for line in lines if is_long(line, pen)] if scale and pen.usual else []
        if long:
            yield from self._clipped_line(long, pen, colour, state.clips)
        if rest := [line for line in lines if not any(line is other for other in long)]:
            area = stroke_area(rest, pen, self._work, matrix)
            yield from self._clipped_area(area, colour, state.clips)

    def _clipped_line(
        self, lines: list[PathLine], pen: StrokePen, colour: str, clips: Clips
    ) -> Iterator[DrawnPart]:
        """Yield lines of one width, or the area of what is left of them."""
        rings = tuple(line.points for line in lines)
        reach = (
            pen.width
            / 2
            * max(pen.limit if pen.join == "miter" else 1.0, 2**0.5 if pen.cap == "square" else 1.0)
        )
        if clips := cutting(list(rings), reach, clips):
            area = stroke_area(lines, pen, self._work)
            cut = common_area([(area,), *clips], self._work)
            if size_of(cut) < (1 - TOLERANCE) * size_of(area.rings):
                yield from self._clipped_area(RingArea(cut), colour, ())
                return
        closed = tuple(line.back for line in lines)
        yield DrawnPart(rings, closed, colour, pen.width, pen.cap, pen.join)

    def _clipped_area(self, area: RingArea, colour: str, clips: Clips) -> Iterator[DrawnPart]:
        clips = cutting(list(area.rings), 0.0, clips) if area.rings else ()
        rings = common_area([(area,), *clips], self._work) if clips else area.rings
        self._counted(rings)
        if rings:
            yield DrawnPart(tuple(rings), (True,) * len(rings), colour)


def root_of(data: bytes, largest: int = MOST_BYTES) -> Element:
    """Return the root of a file of ``largest`` bytes at most; raises ``UsageError``."""
    library: Any = import_module("defusedxml.ElementTree")
    common: Any = import_module("defusedxml.common")
    if len(data) > largest:
        raise UsageError(_("it has more than {most:,} bytes.").format(most=largest))
    if b"<?xml-stylesheet" in data:
        raise UsageError(_("its style sheet is in another file."))
    try:
        root: Element = library.fromstring(data)
    except common.DefusedXmlException:
        raise UsageError(_("it declares entities, which are not followed.")) from None
    except (ParseError, ValueError, LookupError) as error:
        raise UsageError(_("it is damaged ({error}).").format(error=error)) from None
    except RecursionError:
        raise UsageError(too_deep()) from None
    if name_of(root) != "svg":
        raise UsageError(_("it is not an SVG drawing."))
    return root


def too_deep() -> str:
    """Return why a file that refers to itself is refused."""
    return _("its groups lie more than {most} deep.").format(most=MAX_DEPTH)


def applies(element: Element) -> bool:
    """Whether an element is for programs like this one."""
    if element.get("systemLanguage") is not None:
        raise UsageError(_("it shows other parts in other languages: keep one of them."))
    features = element.get("requiredFeatures")
    extensions = element.get("requiredExtensions")
    return not (extensions or "").strip() and (features is None or bool(features.strip()))


def why_refused(element: Element) -> str:
    """Return why an element cannot be drawn, "" where it can."""
    name = name_of(element)
    if name in SHAPES | GROUPS | {"use", "switch"}:
        return ""
    unknown = _("it has an element {name}, which is not understood.")
    return REFUSED.get(name) or unknown.format(name=name[:40])


def is_empty_text(element: Element) -> bool:
    """Whether an element is a text without a letter, as drawing programs leave them."""
    return name_of(element) == "text" and not "".join(element.itertext())


def refuse_motion(shape: Element) -> None:
    """Raise ``UsageError`` where a shape moves."""
    for child in shape:
        if name_of(child) in REFUSED:
            raise UsageError(REFUSED[name_of(child)])
