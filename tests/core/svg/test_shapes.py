"""Drawings of users, each feature of SVG in several carriers: drawn as librsvg does, or refused.

What was read is written as plain paths at the same places, and both files are rendered.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from itertools import product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFilter

from mazeeditor.core.errors import UsageError
from mazeeditor.core.svg import shapes
from mazeeditor.core.svg.shapes import read_shapes
from tests.breadth import examples, stress

pytestmark = pytest.mark.skipif(
    not shutil.which("rsvg-convert"), reason="rsvg-convert is not installed"
)
# Not compared: tips of corners where the pen is an ellipse, as cairo measures them on the page and
# not in the drawing, and dashes of upright lines, at whose corners cairo leaves parts out.
SIDE = 300
SIZE = f'width="{SIDE}" height="{SIDE}"'
MOST = 16  # pixels of 90,000, where lines meet at sharp angles
FILE = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'width="{side}" height="{side}" viewBox="0 0 100 100">{body}</svg>'
)
LINE = '<path d="M20 75L50 20L80 75" fill="none" stroke="#000" stroke-width="14" {}/>'
AREA = '<path d="M15 15H60V50H85V85H15Z" {}/>'
STAR = '<path d="M50 5L79 95L3 39H97L21 95Z" {}/>'
CLIP = "<clipPath id='k' {}>{}</clipPath>"


def file_of(body: str) -> bytes:
    return FILE.format(side=SIDE, body=body).encode()


def rendered(data: bytes, count: int = 1) -> Image.Image:
    """Return what librsvg draws, on white paper: so many drawings below each other."""
    command = ["rsvg-convert", "-w", str(SIDE), "-h", str(SIDE * count), "-b", "white"]
    done = subprocess.run(command, input=data, check=True, capture_output=True)
    return Image.open(io.BytesIO(done.stdout)).convert("RGB")


def paths_of(data: bytes) -> str:
    """Return what was read of a file as plain paths."""
    try:
        parts = read_shapes(data)[0]
    except UsageError as problem:
        if "nothing is drawn" not in str(problem):
            raise
        return ""
    paths = []
    for part in parts:
        places = ""
        for ring, closed in zip(part.rings, part.closed, strict=True):
            places += "M" + " ".join(f"{x:.4f} {y:.4f}" for x, y in ring.tolist()) + "Z" * closed
        ink = f'fill="{part.colour}" fill-rule="evenodd"'
        if part.width:
            ink = f'fill="none" stroke="{part.colour}" stroke-width="{part.width}"'
            ink += f' stroke-linecap="{part.cap}" stroke-linejoin="{part.join}"'
        paths.append(f'<path d="{places}" {ink}/>')
    return "".join(paths)


def sheet(drawings: Sequence[str]) -> bytes:
    """Return a file of drawings below each other, each cut off where it ends."""
    body = "".join(
        f'<svg y="{SIDE * at}" {SIZE}>{drawing}</svg>' for at, drawing in enumerate(drawings)
    )
    size = f'width="{SIDE}" height="{SIDE * len(drawings)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'.encode()


def differing(one: Image.Image, other: Image.Image) -> int:
    """Return how many pixels differ clearly, beyond the edges of ink."""
    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    clear = most.point([255 * (value > 100) for value in range(256)])
    return clear.filter(ImageFilter.MinFilter(3)).histogram()[255]


def box_in_user_units(data: bytes) -> bytes:
    """Return a file whose clip path of a box stands in units of the drawing.

    librsvg 2.54 takes the box around a shape on its page and turns that back, so with a skewed
    shape the clip is not where SVG has it: around the shape in its own units. The same clip path
    with its numbers written out, librsvg draws at the right place.
    """
    text = data.decode()
    clipped = re.search(r'<path d="([^"]*)"[^>]*url\(#box\)', text)
    if not clipped:
        return data
    pen = import_module("fontTools.pens.boundsPen").BoundsPen(None)  # which publishes no types
    import_module("fontTools.svgLib.path").parse_path(clipped[1], pen)
    left, top, right, bottom = pen.bounds
    if left == right or top == bottom:  # nothing is drawn; librsvg refuses a matrix of 0
        return data
    turn = f"matrix({right - left} 0 0 {bottom - top} {left} {top})"
    return text.replace("clipPathUnits='objectBoundingBox'", f"transform='{turn}'").encode()


def check(*bodies: str) -> None:
    """Check that drawings are read as librsvg draws them."""
    ours = rendered(sheet([paths_of(file_of(body)) for body in bodies]), len(bodies))
    for at, body in enumerate(bodies):
        theirs = rendered(box_in_user_units(file_of(body)))
        own = ours.crop((0, SIDE * at, SIDE, SIDE * (at + 1)))
        assert differing(theirs, own) <= MOST, body


AREAS = {
    "plain": "",
    "evenodd": 'fill-rule="evenodd"',
    "style": 'style="fill:#333;fill-rule:evenodd"',
    "class": 'class="a"',
    "id and class": 'class="a" id="b"',
    "opacity 0": 'opacity="0"',
    "fill-opacity 0": 'fill-opacity="0"',
    "fill-opacity 0%": 'fill-opacity="0%"',
    "rgba": 'fill="rgba(0,0,0,0)"',
    "rgb in percent": 'fill="rgb(20%,0%,0%)"',
    "hexadecimal with opacity": 'fill="#0000"',
    "opacity in a style": 'style="opacity:0"',
    "hidden": 'visibility="hidden"',
    "collapsed": 'visibility="collapse"',
    "not displayed": 'display="none"',
    "no fill": 'fill="none"',
    "current colour": 'fill="currentColor" color="#050"',
    "inherit": 'fill="inherit"',
    "stroke": 'stroke="#a00" stroke-width="6" stroke-linejoin="bevel"',
    "stroke first": 'stroke="#a00" stroke-width="6" paint-order="stroke" stroke-linejoin="round"',
    "stroke in percent": 'stroke="#a00" stroke-width="6%" stroke-linejoin="bevel"',
    "stroke in mm": 'stroke="#a00" stroke-width="1.5mm" stroke-linejoin="round"',
    "stroke opacity 0": 'stroke="#a00" stroke-width="6" stroke-opacity="0"',
    "clip of a circle": 'clip-path="url(#circle)"',
    "clip of two": 'clip-path="url(#two)"',
    "clip of a star": "clip-path=\"url('#star')\"",
    "clip of a box": 'clip-path="url(#box)"',
    "clip of a use": 'clip-path="url(#used)"',
    "empty clip": 'clip-path="url(#empty)"',
    "clipped stroke": 'clip-path="url(#circle)" stroke="#a00" stroke-width="8" '
    'stroke-linejoin="bevel"',
    "transform": 'transform="rotate(20 50 50) scale(.8,.6) skewX(10) translate(9)"',
}
DEFS = (
    "<style>/* c */ .a{fill:#444} path.a#b{fill:#070;} g > .a{stroke:none} "
    "@font-face{font-family:x}</style><defs>"
    "<clipPath id='circle'><circle cx='45' cy='45' r='30'/></clipPath>"
    "<clipPath id='two'><rect x='5' y='5' width='30' height='90'/>"
    "<ellipse cx='60' cy='60' rx='30' ry='12' transform='rotate(20 60 60)'/></clipPath>"
    "<clipPath id='star'><path clip-rule='evenodd' d='M50 5L79 95L3 39H97L21 95Z'/></clipPath>"
    "<clipPath id='box' clipPathUnits='objectBoundingBox'>"
    "<rect x='.2' y='.1' width='.6' height='.5'/></clipPath>"
    "<clipPath id='used' transform='translate(5 5)'><use href='#shape' x='9' y='9'/></clipPath>"
    "<clipPath id='empty'/><circle id='shape' cx='40' cy='40' r='25'/>"
    "</defs>"
)
CARRIERS = {
    "page": "{}",
    "group": '<g fill="#600" transform="translate(5 3) scale(.9)">{}</g>',
    "svg": '<svg x="10" y="20" width="80" height="60" viewBox="10 0 90 100">{}</svg>',
    "sliced": '<svg width="90%" height="40" viewBox="0 0 100 100" '
    'preserveAspectRatio="xMinYMax slice">{}</svg>',
    "stretched": '<g transform="matrix(1 .2 -.1 .7 5 5)">{}</g>',
    "symbol": '<symbol id="s" viewBox="-200 -200 500 510" preserveAspectRatio="none">{}</symbol>'
    '<use href="#s" x="-95" y="-120" width="390" height="480"/>',
    "used": '<defs><g id="s">{}</g></defs><use xlink:href="#s" x="4" y="2" fill="#006"/>',
    "clipped group": '<g clip-path="url(#two)">{}</g>',
    "switch": '<switch><foreignObject requiredExtensions="http://ns.adobe.com/x/"/>{}</switch>',
}
INKS = [shape.format(ink) for ink in AREAS.values() for shape in (AREA, STAR)]
PARTS = 5
# each ink on the page, and each in some carriers
CASES = [
    (carrier, first)
    for number, carrier in enumerate(CARRIERS)
    for first in range(PARTS)
    if stress() or carrier == "page" or first == number % PARTS
]


@pytest.mark.slow(7)
@pytest.mark.parametrize(("carrier", "first"), CASES)
def test_areas_are_drawn_as_another_program_does(carrier: str, first: int) -> None:
    check(*(DEFS + CARRIERS[carrier].format(shape) for shape in INKS[first::PARTS]))


CORNERS = ("miter", "round", "bevel")
LINES = [
    "",
    'stroke-miterlimit="1.2"',
    'stroke-dasharray="17 9"',
    'stroke-dasharray="12,7,3" stroke-dashoffset="5"',
    'stroke-dasharray="0 22"',
    'stroke-dasharray="10%"',
    'transform="scale(1 .5)"',
    'transform="matrix(.8 .3 0 .6 5 0)" stroke-dasharray="20 15"',
    'clip-path="url(#circle)"',
]


@pytest.mark.slow
@pytest.mark.parametrize("cap", ["butt", "round", "square"])
def test_lines_are_drawn_as_another_program_does(cap: str) -> None:
    """Each corner with each of the rest, under --stress with each cap."""
    first = CORNERS.index({"butt": "miter", "square": "bevel"}.get(cap, cap))
    inks = [
        f'stroke-linecap="{cap}" stroke-linejoin="{join}" {more}'
        for number, more in enumerate(LINES)
        for place, join in enumerate(CORNERS)
        if stress() or (number + place) % 3 == first
    ]
    check(*(DEFS + LINE.format(ink) for ink in inks))


OTHERS = {
    "beyond the page": '<rect x="-30" y="40" width="200" height="20"/>',
    "line beyond the page": '<path d="M-20 50H120" stroke="#000" stroke-width="20"/>',
    "units": '<rect x="2mm" y="0.1in" width="30pt" height="2pc"/>'
    '<circle cx="60%" cy="50%" r="9%"/>',
    "half a mm": '<rect x="0.5mm" y="0.5mm" width="50%" height="50%"/>',
    "rounded": '<rect x="9" y="9" width="70" height="30" ry="99"/>'
    '<rect x="9" y="50" width="60" height="40" rx="10%" ry="auto"/>',
    "tiny": '<g transform="scale(1000)"><circle cx=".0512" cy=".0498" r=".0337"/></g>',
    "closed by hand": '<path d="M20 20H80V80H20V20" fill="none" stroke="#000" stroke-width="14"/>',
    "closed and dashed": '<path d="M20 20L80 25L75 80L25 75Z" fill="none" stroke="#000" '
    'stroke-width="14" stroke-dasharray="25 10"/>',
    "dots": '<path d="M20 20h0M50 50z" stroke="#000" stroke-width="18" stroke-linecap="round"/>'
    '<path d="M80 80z" stroke="#000" stroke-width="18" stroke-linecap="square"/>'
    '<path d="M20 80z" stroke="#000" stroke-width="18"/>',
    "after z": '<path d="M10 10h30v30zl50 0v50z"/>',
    "flags": '<path d="M10 50a30 30 0 0110-20 40 30 20 11 60 30z"/>',
    "overlap": '<path d="M10 10H60V60H10ZM40 40H90V90H40Z"/>',
    "overlap the other way": '<path d="M10 10H60V60H10ZM40 40V90H90V40Z"/>',
    "twice": '<path d="M10 10H60V60H10ZM10 10H60V60H10Z"/>',
    "visible in hidden": '<g visibility="hidden"><rect width="50" height="50"/>'
    '<rect x="50" width="50" height="50" visibility="visible"/></g>',
    "text not shown": '<g display="none"><text>A</text></g><rect width="50" height="50"/>'
    '<text opacity="0">A</text><text/>',
    "filter not shown": '<g opacity="0"><rect filter="url(#f)"/></g><rect width="50" height="50"/>',
    "foreign elements": '<x:rect xmlns:x="urn:x" width="99" height="99"/>'
    '<rect width="50" height="50"/>',
    "important": "<style>rect{fill:none !important}</style>"
    '<rect width="50" height="50" style="fill:red"/><circle cx="70" cy="70" r="9"/>',
    "order of rules": "<style>.b{fill:#a00}.a{fill:#0a0}rect{fill:#00a}</style>"
    '<rect class="a b" width="50" height="50"/>',
    "children of": "<style>g>rect{fill:#a00}svg g .c{fill:#0a0}</style>"
    '<g><rect width="50" height="50"/><a><rect x="50" width="40" height="50"/>'
    '<circle class="c" cx="50" cy="70" r="20"/></a></g>',
    "cdata": "<style><![CDATA[rect{fill:#a00}]]></style><rect width='50' height='50'/>",
    "text/css": '<style type="text/css">*{fill:#a00}</style><rect width="50" height="50"/>',
    "shown beyond": '<svg x="20" y="20" width="30" height="30" overflow="visible">'
    '<rect width="60" height="60"/></svg>',
    "nothing high": '<svg width="0"><rect width="60" height="60"/></svg>',
    "transform of nothing": '<rect width="60" height="60" transform="scale(0 1)" stroke="red"/>',
    "swapped": '<rect x="10" y="20" width="60" height="30" transform="matrix(.1 1 1 .1 0 0)" '
    'stroke="#a00" stroke-width="8" stroke-dasharray="22 9"/>',
    "layers of Inkscape": '<g xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'inkscape:groupmode="layer" style="display:inline"><path style="font-size:12px;'
    "-inkscape-stroke:none;fill:#000000;fill-opacity:1;stroke:#ff0000;stroke-width:5;"
    'stroke-dasharray:none;paint-order:markers stroke fill" d="m 20,20 30,0 0,30 z"/></g>',
    "Affinity": '<g style="fill-rule:evenodd;clip-rule:evenodd;stroke-linejoin:round;'
    'stroke-miterlimit:2;"><path d="M50 5L79 95L3 39H97L21 95Z" style="fill:rgb(35,31,32);'
    'fill-rule:nonzero;stroke:black;stroke-width:6px;"/></g>',
}


@pytest.mark.slow
@pytest.mark.parametrize("half", [0, 1])
def test_what_drawing_programs_write_is_drawn(half: int) -> None:
    check(*list(OTHERS.values())[half::2])


ROOTS = {
    "only a viewBox": 'viewBox="-20 10 100 50"',
    "no size": "",
    "stretched": 'width="300" height="300" viewBox="0 0 100 50" preserveAspectRatio="none"',
    "in mm": 'width="80mm" height="80mm" viewBox="0 0 100 100"',
    "in percent": 'width="100%" height="100%" viewBox="0 0 100 100"',
    "sliced": 'width="300" height="300" viewBox="0 0 100 50" preserveAspectRatio="xMaxYMin slice"',
}


@pytest.mark.slow
def test_the_page_is_where_it_says() -> None:
    """Compared as large as they are, as files without a size have none of their own."""
    body = AREA.format("") + LINE.format('stroke-dasharray="9 9"')
    sizes = {
        "only a viewBox": 'viewBox="0 0 100 50"',
        "no size": " ",
        "in mm": 'width="80mm" height="80mm"',
        "in percent": 'width="100px" height="100px"',
    }
    for name, root in ROOTS.items():
        data = f'<svg xmlns="http://www.w3.org/2000/svg" {root}>{body}</svg>'.encode()
        plain = paths_of(data)
        own = f'<svg xmlns="http://www.w3.org/2000/svg" {sizes.get(name, SIZE)}>{plain}</svg>'
        assert differing(rendered(data), rendered(own.encode())) <= MOST, name


@pytest.mark.slow
@examples(15)
@given(
    places=st.lists(st.tuples(st.integers(5, 95), st.integers(5, 95)), min_size=3, max_size=9),
    commands=st.lists(st.sampled_from("LLLCQTZM"), min_size=9, max_size=9),
    shape=st.sampled_from([ink for ink in AREAS.values() if "stroke=" not in ink]),
    carrier=st.sampled_from([*CARRIERS]),
)
@example([(5, 5), (5, 9), (19, 5)], ["L"] * 9, AREAS["clip of a box"], "stretched")
@example([(5, 5), (95, 9), (19, 95)], ["L"] * 9, AREAS["clip of a box"], "stretched")
def test_any_path_is_drawn_as_another_program_does(
    places: list[tuple[int, int]], commands: list[str], shape: str, carrier: str
) -> None:
    data = f"M{places[0][0]} {places[0][1]}"
    needed = {"C": 3, "Q": 2, "Z": 0}
    for n, command in enumerate(commands[: len(places)]):
        points = [places[(n + k) % len(places)] for k in range(needed.get(command, 1))]
        data += command + " ".join(f"{x} {y}" for x, y in points)
    check(DEFS + CARRIERS[carrier].format(f'<path d="{data}" {shape}/>'))


RECT = '<rect width="50" height="50" {}/>'
REFUSED = {
    "text": ("<text>A</text>", "it has text"),
    "text in a switch": ("<switch><text>A</text></switch>", "it has text"),
    "text as clip": (
        CLIP.format("", "<text>A</text>") + RECT.format('clip-path="url(#k)"'),
        "text",
    ),
    "image": ('<image href="a.png"/>', "pictures in it"),
    "mask": (RECT.format('mask="url(#m)"'), "masks or filters"),
    "filter in a style": (RECT.format('style="filter:blur(2px)"'), "masks or filters"),
    "gradient": (RECT.format('fill="url(#g)"'), "gradients or patterns"),
    "pattern of a stroke": (RECT.format('stroke="url(#g) red"'), "gradients or patterns"),
    "marker": ('<path d="M0 0H9" marker-end="url(#m)"/>', "arrowheads"),
    "markers of a group": ('<g marker="url(#m)"><path d="M0 0H9"/></g>', "arrowheads"),
    "blend": (RECT.format('style="mix-blend-mode:multiply"'), "mix-blend-mode"),
    "vector effect": (RECT.format('vector-effect="non-scaling-stroke"'), "vector-effect"),
    "transform of CSS": (RECT.format('style="transform:rotate(9deg)"'), "transform"),
    "clip that is missing": (RECT.format('clip-path="url(#no)"'), "#no, which is not in it"),
    "clip of CSS": (RECT.format('style="clip-path:circle(9px)"'), "clip path"),
    "use that is missing": ('<use href="#no"/>', "#no, which is not in it"),
    "use of a file": ('<use href="a.svg#x"/>', "another file"),
    "em": ('<rect width="2em" height="9"/>', "2em"),
    "moves": ('<rect width="9" height="9"><animate attributeName="x"/></rect>', "it moves"),
    "language": ('<switch><g systemLanguage="de"/></switch>', "other languages"),
    "unknown element": ("<blink/>", "element blink"),
    "unknown property": (RECT.format('style="wobble:1"'), "wobble"),
    "variable": (RECT.format('style="fill:var(--a)"'), "fill: var"),
    "colour": (RECT.format('fill="sky"'), "no colour sky"),
    "media": ("<style>@media print{rect{fill:red}}</style>" + RECT.format(""), "@media print"),
    "import": ("<style>@import 'a.css';</style>" + RECT.format(""), "@import"),
    "selector": ("<style>rect:hover{fill:red}</style>" + RECT.format(""), "rect:hover"),
    "attribute selector": ("<style>[fill]{fill:red}</style>" + RECT.format(""), "[fill]"),
    "dashes by length": (LINE.format('stroke-dasharray="1 2" pathLength="9"'), "pathLength"),
    "too many dashes": (LINE.format('stroke-dasharray="0.001"'), "more than 20,000 dashes"),
    "join": (LINE.format('stroke-linejoin="arcs"'), "arcs"),
    "transform": (RECT.format('transform="rotate(20) wobble(9)"'), "damaged"),
    "opacity": (RECT.format('opacity="much"'), "damaged"),
    "negative": ('<circle r="-9"/>', "negative"),
    "clip of itself": (
        CLIP.format('clip-path="url(#k)"', "") + RECT.format('clip-path="url(#k)"'),
        "50 deep",
    ),
    "used without end": (
        "".join(f'<g id="g{n}">' + f'<use href="#g{n + 1}"/>' * 10 + "</g>" for n in range(12))
        + '<g id="g12"/>',
        "more than 1,000 parts",
    ),
    "name of a class on two lines": (
        "<style>.\na{fill:red}</style>" + AREA.format(""),
        r"it uses '.\na', which",
    ),
    "cap on two lines": (
        '<path d="M9 9H80" stroke="#000" stroke-linecap="a&#10;b"/>',
        r"it uses 'a\nb miter', which",
    ),
}


def test_what_cannot_be_drawn_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "MOST_ELEMENTS", 1000)
    for name, (body, reason) in REFUSED.items():
        with pytest.raises(UsageError) as caught:
            read_shapes(file_of(body))
        assert reason in str(caught.value), name
        assert str(caught.value).isprintable(), name


ABSURD = ("1e-320", "1e-300", "1e-120", "1e308", "1e999", "-1e-320", "nan", "\uff12")
HOLDERS = (
    *(
        f'<path d="M9 9H80V80" stroke="#000" style="{name}:{{0}}"/>'
        for name in (
            "stroke-dasharray",
            "stroke-width",
            "stroke-miterlimit",
            "stroke-dashoffset:3;opacity",
        )
    ),
    '<path d="M9 9H80V80" stroke="#000" stroke-dasharray="5 {0}" stroke-dashoffset="{0}"/>',
    '<path d="M9 9A{0} {0} 0 1 1 80 80" stroke="#000"/>',
    '<path d="M9 9C{0} 9 9 {0} 80 80" stroke="#000"/>',
    '<rect width="{0}" height="50" rx="{0}"/>',
    '<g transform="scale({0})"><path d="M9 9H80V80" stroke="#000" stroke-dasharray="5"/></g>',
    '<g transform="matrix({0} 0 0 {0} {0} 0)"><path d="M9 9H80V80" stroke="#000"/></g>',
)


@pytest.mark.parametrize("number", ABSURD, ids=ascii)
def test_absurd_numbers_are_drawn_or_refused(number: str) -> None:
    """Neither numpy warns of them, nor is anything divided by them."""
    for holder in HOLDERS:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with suppress(UsageError):
                read_shapes(file_of(holder.format(number)))


def test_a_style_sheet_of_another_file_is_refused() -> None:
    data = b'<?xml-stylesheet href="a.css"?>' + file_of(RECT.format(""))
    with pytest.raises(UsageError, match="style sheet is in another file"):
        read_shapes(data)


def test_a_symbol_is_cut_off_where_it_ends() -> None:
    """As CSS says, and as a drawing in the drawing is: librsvg 2.54 cuts visible symbols."""
    rect, size = '<rect x="-9" y="-9" width="90" height="90"/>', 'x="20" y="20" width="30"'
    inner = f'<svg {size} height="40" viewBox="0 0 30 30">{rect}</svg>'
    used = f'<symbol id="s" viewBox="0 0 30 30">{rect}</symbol><use href="#s" {size} height="40"/>'
    drawn = [rendered(sheet([paths_of(file_of(each))])) for each in (inner, used)]
    assert differing(*drawn) == 0
    assert differing(drawn[0], rendered(file_of(inner))) <= MOST


def test_a_clip_path_may_be_clipped() -> None:
    """As two groups, one in the other: librsvg leaves the second clip path out."""
    one = CLIP.format("clip-path='url(#circle)'", "<rect width='50' height='50'/>")
    body = DEFS + one + AREA.format('clip-path="url(#k)"')
    two = DEFS + CLIP.format("", "<rect width='50' height='50'/>")
    two += '<g clip-path="url(#circle)"><g clip-path="url(#k)">' + AREA.format("") + "</g></g>"
    drawn = [rendered(sheet([paths_of(file_of(each))])) for each in (body, two)]
    assert differing(*drawn) == 0
    assert differing(drawn[1], rendered(file_of(two))) <= MOST


def test_what_is_partly_seen_through_is_solid() -> None:
    for name in ("opacity", "fill-opacity"):
        for opacity in ("0.5", "10%", "1"):
            (part,) = read_shapes(file_of(RECT.format(f'{name}="{opacity}"')))[0]
            assert part.colour == "#000000", (name, opacity)


def test_a_view_box_lies_where_its_drawing_says() -> None:
    """What is left over lies behind it, on both sides or before it."""
    for (align, share), size in product(
        [("Min", 0.0), ("Mid", 0.5), ("Max", 1.0)], [(200, 100), (100, 300)]
    ):
        ratio = f'preserveAspectRatio="x{align}Y{align}"'
        attributes = f'width="{size[0]}" height="{size[1]}" viewBox="0 0 10 10" {ratio}'
        rect = '<rect width="10" height="10"/>'
        data = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {SIZE}><svg {attributes}>{rect}</svg></svg>'
        )
        (part,) = read_shapes(data.encode())[0]
        (ring,) = part.rings
        low = [share * (length - min(size)) for length in size]
        assert ring.min(axis=0) == pytest.approx(low), (align, size)
        assert np.ptp(ring, axis=0) == pytest.approx([100, 100]), (align, size)


def test_more_points_than_allowed_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "MOST_POINTS", 30)
    few, many = RECT.format("") * 3, RECT.format("") * 30
    assert read_shapes(file_of(few))
    with pytest.raises(UsageError, match="it has more than 30 points"):
        read_shapes(file_of(many))
