"""Files of at most 1 MB that would cost much: one a format and way to nest, repeat, inflate, chain.

A generator returns the bytes of a file; its name, with spaces, is that of the case, and the first
word of it the ending of the file. ``READERS`` has what reads each ending.
"""

from __future__ import annotations

import base64
import json
import random
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from io import BytesIO
from itertools import accumulate
from typing import Any

import numpy as np

from tests.core.typefaces.small_fonts import font_of
from tests.files.projects import signed

MOST = 1_000_000  # bytes of such a file
GENERATORS: dict[str, Callable[[], bytes]] = {}
COSTLY: set[str] = set()  # those that take over 0.3 s of the processor to read, or to make


def cheap(generator: Callable[[], bytes], name: str = "") -> None:
    """Note a generator, under its own name or a given one."""
    GENERATORS[name or generator.__name__.replace("_", " ")] = generator


def costly(generator: Callable[[], bytes], name: str = "") -> None:
    """Note a generator whose case is for the wider suites."""
    cheap(generator, name)
    COSTLY.add(next(reversed(GENERATORS)))


def filled(begin: str, part: str, end: str = "", most: int = MOST) -> bytes:
    """Return a text with a part as often as there is room for."""
    room = most - len(begin) - len(end)
    return (begin + part * (room // len(part)) + end).encode()


def nested(begin: str, before: str, inner: str, after: str, end: str, deep: int) -> bytes:
    """Return a text whose parts lie in each other."""
    return (begin + before * deep + inner + after * deep + end).encode()


def document(kind: str, **values: Any) -> bytes:
    """Return a file of JSON that the program writes."""
    return json.dumps({"format": f"mazeeditor {kind}", "version": 1, **values}).encode()


# Text of others


def noise(signs: str, rows: int = 990, columns: int = 1000) -> bytes:
    """Return rows of signs in no order."""
    random_ = random.Random(1)
    lines = ("".join(random_.choices(signs, k=columns)) for _row in range(rows))
    return "\n".join(lines).encode()


costly(lambda: noise("% "), "txt blocks without order")
cheap(lambda: noise("+-| "), "txt lines without order")
costly(lambda: noise("%G "), "txt goals without end")
cheap(lambda: b"%" * 40_000 + b"\n" + b"%.\n" * 90_000, "txt rows of other lengths")
cheap(lambda: b"(" + b")" * 990_000 + b"x\n((", "txt brackets in a row")
cheap(lambda: b"B93\nC6E\n\n" + b"0,0\n" * 99_000, "txt places below digits")


# SVG

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">'
CIRCLE = '<circle cx="50" cy="50" r="40"/>'


def svg(*parts: str) -> bytes:
    """Return a drawing."""
    return (SVG + "".join(parts) + "</svg>").encode()


cheap(
    lambda: svg(f'<path d="M0 0H9V9z" style="{"fill:red;" * 20_000}"/>'),
    "svg declarations in one style",
)
cheap(
    lambda: svg(f'<path d="M0 0H9V9z" style="{"fill:rgb(" * 90_000}"/>'),
    "svg brackets in one style",
)
cheap(
    lambda: svg(f'<path d="M0 0H9V9z" style="fill:a{" " * 900_000}b"/>'),
    "svg spaces in a declaration",
)
costly(
    lambda: svg(f'<path d="M0 0H9V9z" style="{"/*" * 450_000}"/>'), "svg comments that do not end"
)


@costly
def svg_rules_times_elements() -> bytes:
    rules = "".join(f".c{number}{{fill:red}}" for number in range(2_000))
    return svg(f"<style>{rules}</style>", '<rect width="9" height="9" class="c1"/>' * 5_000)


@costly
def svg_rules_for_every_element() -> bytes:
    rules = "*{fill:red}" * 2_000
    return svg(f"<style>{rules}</style>", '<rect width="9" height="9"/>' * 5_000)


@costly
def svg_descendant_selectors() -> bytes:
    rules = "".join(f"g g g g.c{number}{{fill:red}}" for number in range(400))
    inner = '<rect width="9" height="9"/>' * 2_000
    return svg(f"<style>{rules} g g g .x rect{{fill:red}}</style>", "<g>" * 40, inner, "</g>" * 40)


@costly
def svg_selectors_that_nearly_fit() -> bytes:
    rules = ".x g g rect{fill:red}" * 400
    inner = '<rect width="9" height="9"/>' * 2_000
    return svg(f"<style>{rules}</style>", "<g>" * 40, inner, "</g>" * 40)


cheap(
    lambda: svg(f"<style>g{' ' * 900_000}rect{{fill:red}}</style>", CIRCLE),
    "svg spaces in a selector",
)
costly(lambda: svg(f"<style>{'/*' * 450_000}</style>", CIRCLE), "svg comments in a style sheet")
costly(
    lambda: svg(f"<style>{'a,' * 400_000}a{{}}</style>", CIRCLE),
    "svg empty rules of many selectors",
)


@costly
def svg_chain_of_clip_paths() -> bytes:
    clips = "".join(
        f'<clipPath id="c{n}" clip-path="url(#c{n + 1})">'
        f'<circle cx="5{n}" cy="50" r="40"/></clipPath>'
        for n in range(45)
    )
    end = '<clipPath id="c45"><circle cx="50" cy="50" r="40"/></clipPath>'
    shapes = '<circle cx="50" cy="50" r="45"/>' * 2_000
    return svg(clips, end, f'<g clip-path="url(#c0)">{shapes}</g>')


@costly
def svg_clip_path_of_each_shape() -> bytes:
    clip = f'<clipPath id="c">{CIRCLE * 40}</clipPath>'
    return svg(clip, '<circle cx="50" cy="50" r="45" clip-path="url(#c)"/>' * 4_000)


@costly
def svg_clip_paths_that_double() -> bytes:
    uses = "".join(
        f'<clipPath id="c{n}"><use href="#r" clip-path="url(#c{n + 1})"/>'
        f'<use href="#r" clip-path="url(#c{n + 1})"/></clipPath>'
        for n in range(20)
    )
    end = f'<clipPath id="c20">{CIRCLE}</clipPath>'
    return svg(
        '<circle id="r" cx="50" cy="50" r="40"/>',
        uses,
        end,
        '<g clip-path="url(#c0)">',
        CIRCLE,
        "</g>",
    )


@costly
def svg_uses_that_double() -> bytes:
    groups = "".join(
        f'<g id="g{n}"><use href="#g{n + 1}"/><use href="#g{n + 1}"/></g>' for n in range(22)
    )
    return svg("<defs>", groups, f'<g id="g22">{CIRCLE}</g></defs><use href="#g0"/>')


@costly
def svg_uses_of_empty_groups() -> bytes:
    groups = "".join(f'<g id="g{n}">{f"""<use href="#g{n + 1}"/>""" * 30}</g>' for n in range(20))
    return svg("<defs>", groups, '<g id="g20"/></defs><use href="#g0"/>', CIRCLE)


costly(lambda: nested(SVG, "<g>", CIRCLE, "</g>", "</svg>", 130_000), "svg groups in each other")
costly(lambda: filled(SVG, "<g/>", "</svg>"), "svg empty elements")
costly(
    lambda: svg("<g ", " ".join(f'a{n}=""' for n in range(90_000)), "/>"),
    "svg attributes of one element",
)


@cheap
def svg_entities_of_entities() -> bytes:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n + 1};" * 10}">' for n in range(20))
    return f'<!DOCTYPE svg [{entities}<!ENTITY e20 "x">]>{SVG}&e0;</svg>'.encode()


costly(lambda: filled(SVG + '<path d="M0 0', "h1", '"/></svg>'), "svg lines of one path")
costly(lambda: filled(SVG + '<path d="M0 0', "C9 9 0 9 1 1", '"/></svg>'), "svg curves of one path")


@costly
def svg_curves_that_need_many_points() -> bytes:
    path = "M0 0" + "c0 1e6 1e6 0 1 0" * 50_000
    return svg(f'<path d="{path}"/>')


costly(lambda: filled(SVG + '<path d="M0 0', "a1 1 0 0 0 1 1", '"/></svg>'), "svg arcs of one path")


@costly
def svg_lines_that_cross() -> bytes:
    draw = random.Random(1)
    points = " ".join(f"{draw.random() * 100:.2f},{draw.random() * 100:.2f}" for _ in range(4_000))
    return svg(f'<polygon points="{points}"/>')


@costly
def svg_shapes_whose_lines_cross() -> bytes:
    draw = random.Random(1)
    shapes = []
    for _shape in range(100):
        points = (f"{draw.random() * 99:.2f},{draw.random() * 99:.2f}" for _ in range(500))
        shapes.append(f'<polygon points="{" ".join(points)}"/>')
    return svg(*shapes)


@costly
def svg_rings_of_one_path() -> bytes:
    rings = "".join(f"M{n % 22 * 4} {n // 22 * 4}h3v3z" for n in range(499))
    return svg(f'<path d="{rings}"/>' * 100)


costly(
    lambda: svg('<path d="M0 0H1000" stroke="red" stroke-dasharray="0.06" fill="none"/>' * 5_000),
    "svg dashes",
)


@costly
def svg_dashes_of_nothing() -> bytes:
    pattern = ",".join(["0"] * 400_000 + ["1"])
    return svg(f'<path d="M0 0H1000" stroke="red" stroke-dasharray="{pattern}" fill="none"/>')


@costly
def svg_thick_lines() -> bytes:
    path = "M0 0" + "".join(f"L{n % 97} {n * 7 % 89}" for n in range(10_000))
    return svg(
        f'<path d="{path}" fill="none" stroke="red" stroke-width="30" stroke-miterlimit="9"/>'
    )


@costly
def svg_round_lines_of_an_even_pen() -> bytes:
    look = 'fill="none" stroke="red" stroke-linejoin="round" transform="scale(1 2)"'
    path = "M0 0" + "".join(f"L{n % 97} {n * 7 % 89}" for n in range(4_000))
    return svg(f'<path d="{path}" {look}/>')


cheap(
    lambda: svg(f'<g transform="scale(1){" " * 900_000}x">{CIRCLE}</g>'),
    "svg spaces in a transformation",
)
cheap(lambda: svg(f'<circle cx="{"9" * 900_000}" r="1"/>'), "svg digits of a number")
costly(lambda: svg('<path d="M1 1z" stroke="red" stroke-linecap="round"/>' * 5_000), "svg dots")


# fields

KML = '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>'
PLACES = "0,0 0.001,0 0.001,0.001"
POLYGON = (
    f"<Polygon><outerBoundaryIs><LinearRing><coordinates>{PLACES}</coordinates>"
    "</LinearRing></outerBoundaryIs></Polygon>"
)
costly(
    lambda: nested(KML, "<Polygon>", POLYGON, "</Polygon>", "</Document></kml>", 40_000),
    "kml polygons in each other",
)
costly(
    lambda: filled(KML, f"<Placemark>{POLYGON}</Placemark>", "</Document></kml>"), "kml polygons"
)


@costly
def kml_corners_of_one_polygon() -> bytes:
    begin = f"{KML}<Polygon><outerBoundaryIs><coordinates>"
    return filled(begin, "0,1 2,3 ", "</coordinates></outerBoundaryIs></Polygon></Document></kml>")


costly(lambda: filled(KML, "<a/>", "</Document></kml>"), "kml empty elements")


@cheap
def kml_entities() -> bytes:
    text = '<!DOCTYPE kml [<!ENTITY a "0,0 "><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    return (text + KML + "&b;" * 100_000 + "</Document></kml>").encode()


def packed(name: str, data: bytes) -> bytes:
    """Return an archive with one file."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr(name, data)
    return file.getvalue()


costly(
    lambda: packed("doc.kml", filled(KML, '<a b="c"/>', "</Document></kml>", 2_990_000)),
    "kmz of attributes",
)
costly(
    lambda: packed("doc.kml", filled(KML, "<a/>", "</Document></kml>", 19_900_000)),
    "kmz that inflates",
)


@costly
def kmz_of_many_files() -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(9_000):
            archive.writestr(f"{number}.txt", b"")
    return file.getvalue()


@costly
def kmz_that_says_less_than_it_has() -> bytes:
    data = bytearray(packed("doc.kml", bytes(200_000_000)))
    at = data.index(b"PK\x01\x02") + 24
    data[at : at + 4] = struct.pack("<I", 1000)
    return bytes(data)


cheap(
    lambda: nested("", '{"type":"GeometryCollection","geometries":[', "", "]}", "", 20_000),
    "geojson collections in each other",
)
cheap(lambda: b"[" * 990_000, "geojson lists in each other")
costly(lambda: filled('{"type":"Polygon","coordinates":[[', "[],", "[]]]}"), "geojson empty lists")
costly(
    lambda: filled('{"type":"Polygon","coordinates":[[', "[0,1],[2,3],", "[5,5]]]}"),
    "geojson corners",
)
cheap(lambda: b'{"type":"Polygon","coordinates":[[[' + b"9" * 900_000 + b",1]]]}", "geojson digits")
cheap(
    lambda: b'{"type":"Polygon","coordinates":[[[0.' + b"9" * 900_000 + b",1]]]}",
    "geojson fraction",
)
costly(
    lambda: ("{" + ",".join(f'"{n}":1' for n in range(80_000)) + "}").encode(),
    "geojson keys of one object",
)


# maps and blocks


def tmx(rows: int, columns: int, data: str, sets: str = "") -> bytes:
    """Return a map."""
    sets = sets or '<tileset firstgid="1" tilewidth="8" tileheight="8"/>'
    return (
        f'<map orientation="orthogonal" width="{columns}" height="{rows}" tilewidth="8" '
        f'tileheight="8">{sets}<layer name="walls" width="{columns}" height="{rows}">{data}'
        "</layer></map>"
    ).encode()


def zipped_layer(tiles: bytes, packing: str = "zlib") -> str:
    """Return the data of a layer."""
    wbits = zlib.MAX_WBITS | (16 if packing == "gzip" else 0)
    machine = zlib.compressobj(9, zlib.DEFLATED, wbits)
    data = machine.compress(tiles) + machine.flush()
    text = base64.b64encode(data).decode()
    return f'<data encoding="base64" compression="{packing}">{text}</data>'


def repeated_tiles(count: int) -> bytes:
    """Return numbers of tiles: lines of walls and of floor."""
    return (struct.pack("<4I", 1, 0, 1, 0) * (count // 4 + 1))[: 4 * count]


costly(lambda: tmx(8_000, 8_750, zipped_layer(repeated_tiles(70_000_000))), "tmx layer of zlib")
costly(
    lambda: tmx(3_001, 3_001, zipped_layer(repeated_tiles(3_001 * 3_001), "gzip")),
    "tmx layer of gzip",
)


@costly
def tmx_layers_of_zlib() -> bytes:
    layer = zipped_layer(repeated_tiles(1_001 * 1_001))
    more = f'</layer><layer name="b" width="1001" height="1001">{layer}' * 60
    return tmx(1_001, 1_001, layer + more)


costly(
    lambda: tmx(2_401, 2_401, zipped_layer(struct.pack("<I", 1) + bytes(4 * 2_401**2 - 4))),
    "tmx open field of zlib",
)
costly(lambda: tmx(9, 9, zipped_layer(bytes(200_000_000))), "tmx stream that goes on")
costly(lambda: tmx(300, 400, "<data>" + "<tile/>" * 120_000 + "</data>"), "tmx tiles as elements")
costly(
    lambda: tmx(700, 700, '<data encoding="csv">' + ",".join(["1", "0"] * 245_000) + "</data>"),
    "tmx tiles as text",
)
cheap(
    lambda: tmx(1, 2, f'<data encoding="csv">1{" " * 900_000}x</data>'), "tmx spaces between tiles"
)


@costly
def tmx_maze_of_zlib() -> bytes:
    row, between = [1, 0] * 1_500 + [1], [1] * 3_001
    tiles = struct.pack("<6002I", *between, *row) * 1_500 + struct.pack("<3001I", *between)
    return tmx(3_001, 3_001, zipped_layer(tiles))


costly(
    lambda: tmx(3_001, 2_999, zipped_layer(repeated_tiles(2_999 * 3_001))).replace(
        b'"orthogonal"', b'"hexagonal" hexsidelength="4"'
    ),
    "tmx hexagons of zlib",
)
costly(
    lambda: nested("<map>", "<group>", "", "</group>", "</map>", 60_000), "tmx groups in each other"
)


@costly
def tmx_layers_in_each_other() -> bytes:
    layer = '<layer name="a" width="1" height="1">'
    begin = '<map width="1" height="1" tilewidth="8" tileheight="8">'
    return nested(begin, layer, "", "</layer>", "</map>", 20_000)


@costly
def tmx_tile_sets() -> bytes:
    data = '<data encoding="csv">0</data>'
    sets = "".join(f'<tileset firstgid="{n}" source="{n}.tsx"/>' for n in range(1, 20_000))
    return tmx(1, 1, data, sets)


@costly
def tmx_missing_tile_sets_of_many_tiles() -> bytes:
    sets = "".join(f'<tileset firstgid="{n * 2 + 90_000}" source="x.tsx"/>' for n in range(10_000))
    data = ",".join(str(n) for n in range(60_000))
    return tmx(200, 300, f'<data encoding="csv">{data}</data>', sets)


@costly
def tmx_objects() -> bytes:
    head = tmx(3, 3, '<data encoding="csv">1,1,1,1,0,1,1,1,1</data>').removesuffix(b"</map>")
    marks = b'<object name="goal"/>' * 45_000
    return head + b"<objectgroup>" + marks + b"</objectgroup></map>"


costly(
    lambda: "".join(f"setblock {2 * n} 0 {2 * n} stone\n" for n in range(1_700)).encode(),
    "mcfunction cells of a large maze",
)


@costly
def mcfunction_hollow_boxes() -> bytes:
    lines = (f"fill 0 {n % 15} 0 9 {n % 15 + 2} 9 stone hollow\n" for n in range(24_000))
    return "".join(lines).encode()


costly(
    lambda: b"fill 0 0 0 8000 0 8000 air\nsetblock 0 0 0 stone\nsetblock 8000 0 8000 stone\n",
    "mcfunction far corners",
)


@costly
def mcfunction_fills_over_each_other() -> bytes:
    lines = (f"fill {n} {n % 30} {n} 30000 {n % 30} 30000 stone\n" for n in range(6_000))
    return "".join(lines).encode()


@costly
def mcfunction_fills_of_the_same_box() -> bytes:
    edges = "".join(f"setblock {2 * n} 0 {2 * n} air\n" for n in range(1_000))
    return (edges + "fill 0 0 0 1999 0 1999 stone keep\n" * 25_000).encode()


costly(
    lambda: "".join(f"setblock {2 * n} {n % 32} {2 * n} stone\n" for n in range(1_200)).encode(),
    "mcfunction heights",
)
costly(
    lambda: "".join(f"setblock 0 0 0 a{n}\n" for n in range(45_000)).encode(),
    "mcfunction kinds of blocks",
)
costly(lambda: b"setblock 0 0 0 stone\n" + b"#\n" * 480_000, "mcfunction comments")
cheap(lambda: b" \n" * 480_000 + b"x", "mcfunction blank lines")
costly(lambda: b"setblock 0 0 0 stone " + b"a " * 480_000, "mcfunction words of one line")


# PDF


def pdf(objects: Iterable[bytes]) -> bytes:
    """Return a file of objects from number 1 on, the first of which is the catalogue."""
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer <</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, start)
    return bytes(out)


def stream(data: bytes, more: bytes = b"", *, zipped: bool = True) -> bytes:
    """Return a stream."""
    packing = b"/Filter /FlateDecode" if zipped else b""
    data = zlib.compress(data, 9) if zipped else data
    return b"<</Length %d %b %b>>\nstream\n%b\nendstream" % (len(data), packing, more, data)


def one_page(content: bytes, resources: bytes = b"", objects: Iterable[bytes] = ()) -> bytes:
    """Return a file of one page; ``content`` is a stream, further objects begin at number 5."""
    return pdf(
        [
            b"<</Type /Catalog /Pages 2 0 R>>",
            b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
            b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R "
            b"/Resources <<%b>>>>" % resources,
            content,
            *objects,
        ]
    )


FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 600 800] "


@costly
def pdf_forms_that_paint_each_other() -> bytes:
    forms = [
        stream(b"/F Do " * 10, FORM + b"/Resources <</XObject <</F %d 0 R>>>>" % (6 + n))
        for n in range(19)
    ]
    last = stream(b"0 0 m 9 9 l S", FORM)
    return one_page(stream(b"/F Do"), b"/XObject <</F 5 0 R>>", [*forms, last])


@costly
def pdf_forms_that_move_each_other() -> bytes:
    content = b"q 1 0 0 1 1 0 cm /F Do Q " * 10
    forms = [
        stream(content, FORM + b"/Resources <</XObject <</F %d 0 R>>>>" % (6 + n))
        for n in range(19)
    ]
    last = stream(b"0 0 m 9 9 l S", FORM)
    return one_page(stream(b"/F Do"), b"/XObject <</F 5 0 R>>", [*forms, last])


@costly
def pdf_form_of_many_lines() -> bytes:
    form = stream(b"0 0 m 9 9 l S\n" * 40_000, FORM)
    return one_page(stream(b"/F Do " * 2_000), b"/XObject <</F 5 0 R>>", [form])


costly(lambda: one_page(stream(b"0 0 m " + b"9 9 l " * 4_500_000 + b"S")), "pdf stream of one line")
costly(
    lambda: one_page(stream(b"0 0 m " + b"9 9 1 2 3 4 c " * 1_900_000 + b"S")),
    "pdf stream of curves",
)
costly(
    lambda: one_page(stream(b"0 0 m " + b"9 9 l 1 3 l " * 500_000 + b"B")),
    "pdf stream of one line that ends",
)
costly(
    lambda: one_page(stream(b"0 0 m " + b"0 9999 9999 0 1 1 c " * 100_000 + b"f")),
    "pdf stream of large curves",
)
costly(
    lambda: one_page(stream(b"2 J 0 0 m " + b"0 9999 9999 0 1 1 c " * 100_000 + b"S")),
    "pdf stream of large curves as lines",
)
costly(lambda: one_page(stream(b"1 2 3 4 re " * 2_500_000 + b"f")), "pdf stream of rectangles")
costly(lambda: one_page(stream(b"0 0 m 9 9 l 0 9 l f " * 1_300_000)), "pdf stream of areas")
costly(lambda: one_page(stream(b"q Q " * 6_000_000)), "pdf stream of saved states")
costly(
    lambda: one_page(stream(b"0 0 m 9 9 l 0 9 l W n " * 1_000_000 + b"0 0 9 9 re f")),
    "pdf stream of clips",
)
costly(lambda: one_page(stream(b" " * 200_000_000)), "pdf stream of spaces")
costly(lambda: one_page(stream(b"1 " * 10_000_000)), "pdf stream of numbers")
costly(lambda: one_page(stream(b"(" + b"a" * 50_000_000 + b") Tj")), "pdf stream of a text")
costly(lambda: one_page(stream(b"(a(" * 10_000_000)), "pdf stream of brackets")


@costly
def pdf_stream_packed_twice() -> bytes:
    data = zlib.compress(zlib.compress(b"0 0 m 9 9 l S " * 10_000_000, 9), 9)
    head = b"<</Length %d /Filter [/FlateDecode /FlateDecode]>>" % len(data)
    return one_page(b"%b\nstream\n%b\nendstream" % (head, data))


@costly
def pdf_streams_of_one_page() -> bytes:
    content = stream(b"q Q " * 100_000)
    page = b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents [%b] /Resources <<>>>>"
    return pdf(
        [
            b"<</Type /Catalog /Pages 2 0 R>>",
            b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
            page % (b"4 0 R " * 5_000),
            content,
        ]
    )


@costly
def pdf_pages_of_one_stream() -> bytes:
    kids, count = b"3 0 R " * 15_000, 15_000
    return pdf(
        [
            b"<</Type /Catalog /Pages 2 0 R>>",
            b"<</Type /Pages /Kids [%b] /Count %d>>" % (kids, count),
            b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R>>",
            stream(b"0 0 m 9 9 l S " * 100),
        ]
    )


@costly
def pdf_pages() -> bytes:
    count = 5_000
    kids = b" ".join(b"%d 0 R" % (4 + n) for n in range(count))
    page = b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 3 0 R>>"
    return pdf(
        [
            b"<</Type /Catalog /Pages 2 0 R>>",
            b"<</Type /Pages /Kids [%b] /Count %d>>" % (kids, count),
            stream(b"0 0 m 9 9 l S " * 1_000),
            *[page] * count,
        ]
    )


@costly
def pdf_patterns_in_each_other() -> bytes:
    tile = b"/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 "
    paint = b"/Pattern cs " + b"q 1 0 0 1 1 0 cm /P scn 0 0 9 9 re f Q " * 10
    patterns = [
        stream(paint, tile + b"/Resources <</Pattern <</P %d 0 R>>>>" % (6 + n)) for n in range(19)
    ]
    last = stream(b"0 0 m 9 9 l S", tile + b"/Resources <<>>")
    return one_page(stream(paint), b"/Pattern <</P 5 0 R>>", [*patterns, last])


@costly
def pdf_soft_masks_of_each_other() -> bytes:
    group = b"/Group <</S /Transparency>> "
    state = b"/Resources <</ExtGState <</G <</SMask <</S /Alpha /G %d 0 R>>>>>>>>"
    forms = [stream(b"/G gs " * 10, FORM + group + state % (6 + n)) for n in range(19)]
    last = stream(b"0 0 m 9 9 l S", FORM + group)
    resources = b"/ExtGState <</G <</SMask <</S /Alpha /G 5 0 R>>>>>>"
    return one_page(stream(b"/G gs 0 0 9 9 re f"), resources, [*forms, last])


UNKNOWN = b" ".join(b"/k%d 1" % n for n in range(20_000))
PLAIN_PICTURE = b"/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 "
PLAIN_PICTURE += b"/ColorSpace /DeviceGray "


@costly
def pdf_form_with_many_keys() -> bytes:
    form = stream(b"0 0 m 9 9 l S", FORM + UNKNOWN)
    return one_page(stream(b"/F Do " * 1_000), b"/XObject <</F 5 0 R>>", [form])


costly(
    lambda: one_page(
        stream(b"/G gs " * 1_000), b"/ExtGState <</G 5 0 R>>", [b"<<" + UNKNOWN + b">>"]
    ),
    "pdf graphics state with many keys",
)
costly(
    lambda: one_page(stream(b"/G gs " * 1_000), b"/ExtGState <</G <<" + UNKNOWN + b">>>>"),
    "pdf direct graphics state with many keys",
)


@costly
def pdf_picture_with_many_keys() -> bytes:
    picture = stream(b"\0", PLAIN_PICTURE + UNKNOWN)
    return one_page(stream(b"/F Do " * 1_000), b"/XObject <</F 5 0 R>>", [picture])


@costly
def pdf_layer_of_many_layers() -> bytes:
    members = b"<</Type /OCMD /OCGs [" + b"6 0 R " * 90_000 + b"]>>"
    return one_page(
        stream(b"/OC /M BDC EMC " * 400), b"/Properties <</M 5 0 R>>", [members, b"<</Type /OCG>>"]
    )


@costly
def pdf_usual_space_with_a_large_palette() -> bytes:
    """Each grey asks for the space; a call of it unpacks 3 MB."""
    return one_page(
        stream(b"0 g " * 80_000),
        b"/ColorSpace <</DefaultGray 5 0 R>>",
        [b"[/Indexed /DeviceGray 255 6 0 R]", stream(b"a" * 3_000_000)],
    )


costly(lambda: one_page(stream(b"%\n" * 3_000_000)), "pdf stream of comments")


@costly
def pdf_typeface_of_a_page_with_many_widths() -> bytes:
    widths = b"<</W [" + b"1 [1] " * 40_000 + b"]>>"
    return one_page(
        stream(b"BT " + b"/F 9 Tf " * 400 + b"ET"),
        b"/Font <</F <</Subtype /Type0 /Encoding /Identity-H /DescendantFonts [%b]>>>>" % widths,
    )


@costly
def pdf_object_stream_that_inflates() -> bytes:
    objects = b"5 0 " + b"[" + b"null " * 20_000_000 + b"]"
    held = stream(objects, b"/Type /ObjStm /N 1 /First 4")
    return one_page(b"5 0 R", objects=[held])


cheap(
    lambda: one_page(stream(b""), b"/X " + b"[" * 450_000 + b"]" * 450_000),
    "pdf arrays in each other",
)
costly(
    lambda: b"%PDF-1.7\n" + b"1 0 obj<</Type/Catalog>>endobj\n" * 30_000,
    "pdf objects without a table",
)


@costly
def pdf_comments() -> bytes:
    kids = b"<</Subtype /Square /F 4 /Rect [0 0 9 9]>>" * 20_000
    page = b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Annots [%b]>>" % kids
    tree = b"<</Type /Pages /Kids [3 0 R] /Count 1>>"
    return pdf([b"<</Type /Catalog /Pages 2 0 R>>", tree, page])


# pictures


@cache
def png(
    width: int, height: int, kind: int, bits: int, pixel_bytes: float, more: bytes = b""
) -> bytes:
    """Return a picture in one colour of a kind of PNG; ``more`` are chunks before its pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        check = zlib.crc32(name + data)
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0))
    palette = chunk(b"PLTE", bytes(range(6))) if kind == 3 else b""
    machine, row = zlib.compressobj(9), bytes(1 + int(width * pixel_bytes))
    data = b"".join(machine.compress(row) for _row in range(height)) + machine.flush()
    ends = chunk(b"IDAT", data) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + head + palette + more + ends


costly(lambda: png(7_000, 7_000, 2, 8, 3), "png of one colour")
costly(lambda: png(7_000, 7_000, 0, 16, 2), "png of 16 bits")
costly(lambda: png(1, 65_000, 2, 8, 3), "png narrow")


@costly
def jpeg_in_steps() -> bytes:
    from PIL import Image

    file = BytesIO()
    Image.new("RGB", (7_000, 7_000), "red").save(file, "JPEG", progressive=True, quality=5)
    return file.getvalue()


@costly
def jpeg_in_many_steps() -> bytes:
    from PIL import Image

    file = BytesIO()
    Image.new("L", (5_000, 5_000), 9).save(file, "JPEG", progressive=True, quality=5)
    data = file.getvalue()
    last = data.rindex(b"\xff\xda")
    step = data[last:-2]
    return data[:-2] + step * ((MOST - len(data)) // len(step)) + data[-2:]


@costly
def gif_of_one_colour() -> bytes:
    from PIL import Image

    file = BytesIO()
    Image.new("P", (7_000, 7_000), 1).save(file, "GIF")
    return file.getvalue()


@costly
def bmp_of_runs() -> bytes:
    runs = b"\xff\x01" * (7_000 * 7_000 // 255) + b"\x00\x01"
    head = struct.pack("<IiiHHIIiiII", 40, 7_000, 7_000, 1, 8, 1, len(runs), 0, 0, 256, 0)
    place = 14 + len(head) + 1024
    return b"BM" + struct.pack("<IHHI", place + len(runs), 0, 0, place) + head + bytes(1024) + runs


# text
costly(lambda: b"o" + b"---o" * 240_000, "txt of one line")


@costly
def txt_of_posts() -> bytes:
    line = b"o---" * 350 + b"o\n"
    return line + (b"|   " * 350 + b"|\n" + line) * 350


costly(lambda: b"o---o\n" + b"|   |\no---o\n" * 80_000, "txt of one column")
cheap(lambda: b"\n" * 900_000 + b"o---o\n|   |\no---o\n", "txt of blank lines")
costly(
    lambda: b"#" * 999 + b"\n" + (b"#" + b" " * 997 + b"#\n") * 997 + b"#" * 999, "txt of blocks"
)
costly(
    lambda: (b"o   " * 350 + b"o\n" + b"    " * 350 + b" \n") * 300 + b"o   " * 350 + b"o",
    "txt of gaps",
)
cheap(lambda: b"a\n" * 480_000, "csv of rows")
costly(lambda: b"a," * 480_000, "csv of columns")
costly(lambda: b"q,a" + b",b" * 100_000 + b"\n", "csv of wrong answers")
cheap(lambda: b'"' * 900_001, "csv of quotes")


# what the program itself writes
costly(
    lambda: b'{"format": "mazeeditor project", "version": 1, "x": ' + b"[" * 900_000,
    "maze of lists in each other",
)
costly(
    lambda: filled('{"format": "mazeeditor project", "version": 1, "x": [', "[],", "[]]}"),
    "maze of empty lists",
)
cheap(
    lambda: document("project", shape="rectangular", rows=10_000, columns=10_000),
    "maze that says it is large",
)
cheap(
    lambda: document("project", **{f"k{number}": number for number in range(60_000)}),
    "maze of keys",
)


@costly
def mazebook_of_entries() -> bytes:
    pages = [{"maze": "a.maze"}] * 40_000
    return document("book", pages=pages)


costly(
    lambda: document("preset", page={f"k{number}": [] for number in range(60_000)}),
    "json preset of values",
)
costly(lambda: bytes(range(256)) * 3_900, "maz of walls")
costly(
    lambda: "".join(f"{n % 300} {n // 300} 1 1 1 1\n" for n in range(60_000)).encode(),
    "num of cells",
)
cheap(lambda: b"9999 9999 1 1 1 1\n0 0 1 1 1 1\n", "num of one corner")


# typefaces


def typeface(tables: dict[str, bytes]) -> bytes:
    """Return a typeface with the letter A, some tables of which are given."""
    font = font_of("Costly", "A")
    font["post"].formatType = 3.0  # without names of glyphs
    file = BytesIO()
    font.save(file)
    library = import_module("fontTools.ttLib")
    font = library.TTFont(BytesIO(file.getvalue()), recalcBBoxes=False, recalcTimestamp=False)
    for name, data in tables.items():
        font[name] = import_module("fontTools.ttLib.tables.DefaultTable").DefaultTable(name)
        font[name].data = data
    file = BytesIO()
    font.save(file, reorderTables=False)
    return file.getvalue()


def characters(ranges: int, tables: int = 1) -> bytes:
    """Return a table of characters, which maps all of them to glyph 0, and may be there often."""
    every = struct.pack(">III", 0, 0x10FFFF, 0) * ranges
    table = struct.pack(">HHIII", 12, 0, 16 + len(every), 0, ranges) + every
    places = struct.pack(">HHI", 3, 10, 4 + 8 * tables) * tables
    return struct.pack(">HH", 0, tables) + places + table


cheap(lambda: typeface({"cmap": characters(1)}), "ttf characters of one range")
cheap(lambda: typeface({"cmap": characters(80_000)}), "ttf characters of many ranges")
cheap(lambda: typeface({"cmap": characters(1, 60_000)}), "ttf tables of characters")


@cheap
def ttf_names_of_the_same_letters() -> bytes:
    records = struct.pack(">6H", 3, 1, 0x409, 1, 0xFFFE, 0) * 60_000
    return typeface({"name": struct.pack(">3H", 0, 60_000, 0xFFFF) + records + b"\0A" * 99_999})


def glyphs(*outlines: bytes) -> bytes:
    """Return a typeface with these outlines, those of the letter A are the second."""
    places = list(accumulate((len(outline) for outline in outlines), initial=0))
    most = struct.pack(">I14H", 0x10000, len(outlines), *[0xFFFF] * 4, 2, *[0] * 6, *[0xFFFF] * 2)
    tables = {
        "glyf": b"".join(outlines),
        "loca": struct.pack(f">{len(places)}I", *places),
        "maxp": most,
        "hmtx": struct.pack(">HH", 700, 0) * len(outlines),
    }
    data = bytearray(typeface(tables))
    for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16):
        name, _check, place, _length = struct.unpack_from(">4s3I", data, at)
        if name == b"head":
            data[place + 50 : place + 52] = b"\0\1"  # places have four bytes
        if name == b"hhea":
            data[place + 34 : place + 36] = struct.pack(">H", len(outlines))
    return bytes(data)


BOX = struct.pack(">5h", 1, 0, 0, 500, 500)
TRIANGLE = BOX + struct.pack(">HH4B8h", 2, 0, 1, 1, 1, 0, *[0, 500, 0, 0, 0, 500, 0, 0]) + b"\0\0"


def glyph_of(*parts: int) -> bytes:
    """Return an outline that is made of other ones."""
    rows = (struct.pack(">HHhh", 0x23, part, 0, 0) for part in parts)
    last = struct.pack(">HHhh", 0x3, parts[-1], 0, 0)
    return struct.pack(">5h", -1, 0, 0, 500, 500) + b"".join(rows)[: -len(last)] + last


cheap(
    lambda: glyphs(TRIANGLE, *(glyph_of(number, number) for number in range(2, 40)), TRIANGLE),
    "ttf glyphs that double",
)
cheap(
    lambda: glyphs(TRIANGLE, *(glyph_of(number) for number in range(2, 30_000)), TRIANGLE),
    "ttf glyphs in each other",
)
cheap(lambda: glyphs(TRIANGLE, glyph_of(*[2] * 100_000), TRIANGLE), "ttf glyph of many")


@costly
def ttf_points_of_one_glyph() -> bytes:
    count = 60_000
    flags, steps = b"\1" * count, struct.pack(">h", 5) * count * 2
    return glyphs(TRIANGLE, BOX + struct.pack(">HH", count - 1, 0) + flags + steps)


@cheap
def ttf_letters_of_one_letter() -> bytes:
    count, lookups = 30_000, 9
    glyph_list = struct.pack(">HHH", 1, 1, 1)
    many = struct.pack(f">H{count}H", count, *[1] * count)
    lookup = struct.pack(">8H", 2, 0, 1, 8, 1, 8, 1, 14) + glyph_list + many
    order = struct.pack(f">{lookups + 1}H", lookups, *[2 + 2 * lookups] * lookups)
    feature = struct.pack(f">H4s{lookups + 3}H", 1, b"ccmp", 8, 0, lookups, *range(lookups))
    script = struct.pack(">H4s7H", 1, b"DFLT", 8, 4, 0, 0, 0xFFFF, 1, 0)
    places = 10, 10 + len(script), 10 + len(script) + len(feature)
    head = struct.pack(">I3H", 0x10000, *places)
    return typeface({"GSUB": head + script + feature + order + lookup})


@costly
def ttf_packed() -> bytes:
    font = import_module("fontTools.ttLib").TTFont(BytesIO(typeface({"cvt ": bytes(90_000_000)})))
    font.flavor, file = "woff", BytesIO()
    font.save(file)
    return file.getvalue()


@cheap
def ttf_names_without_texts() -> bytes:
    records = struct.pack(">6H", 3, 1, 0x409, 1, 1, 0xFFFE) * 65_535
    return typeface({"name": struct.pack(">3H", 0, 65_535, 0) + records})


cheap(lambda: collection(200_000, typeface({})), "ttc of one font")
cheap(
    lambda: collection(20, typeface({"name": struct.pack(">3H", 0, 65_535, 0)})),
    "ttc names that are missing",
)


def collection(count: int, font: bytes) -> bytes:
    """Return a collection that has the same typeface so many times."""
    data = bytearray(font)
    for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16):
        (place,) = struct.unpack_from(">I", data, at + 8)
        struct.pack_into(">I", data, at + 8, place + 12 + 4 * count)
    places = struct.pack(">I", 12 + 4 * count) * count
    return b"ttcf" + struct.pack(">II", 0x10000, count) + places + data


def otf(code: bytes, routines: Iterable[bytes] = ()) -> bytes:
    """Return a typeface whose letter A is drawn by the program ``code``, with its subroutines."""
    builder = import_module("fontTools.fontBuilder").FontBuilder(1000, isTTF=False)
    builder.font.recalcBBoxes = False
    names = [".notdef", "A"]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord("A"): "A"})
    program = import_module("fontTools.misc.psCharStrings").T2CharString
    programs = {name: program(bytecode=code) for name in names}
    builder.setupCFF("Costly", {"FullName": "Costly"}, programs, {})
    private = builder.font["CFF "].cff.topDictIndex[0].Private
    index = import_module("fontTools.cffLib").SubrsIndex()
    for routine in routines:
        index.append(program(bytecode=routine))
    private.Subrs = private.rawDict["Subrs"] = index
    builder.setupHorizontalMetrics(dict.fromkeys(names, (700, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Costly", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    file = BytesIO()
    builder.font.save(file)
    return file.getvalue()


BEGIN, LINE, CURVE = b"\x8b\x8b\x15", b"\x8c\x8c\5", b"\x8c" * 6 + b"\x08"
CALL, RETURN, END = b"\n\x0b\x0e"


@costly
def otf_routines_that_call_each_other() -> bytes:
    # number 0 is called as -107, which is the byte 32
    calls = [bytes([33 + number, CALL] * 10 + [RETURN]) for number in range(9)]
    return otf(BEGIN + bytes([32, CALL, END]), [*calls, LINE * 20 + bytes([RETURN])])


cheap(
    lambda: otf(BEGIN + bytes([32, CALL, END]), [bytes([32, CALL, 32, CALL, RETURN])]),
    "otf routine that calls itself",
)
costly(lambda: otf(BEGIN + LINE * 160_000 + bytes([END])), "otf lines")
costly(lambda: otf(BEGIN + CURVE * 70_000 + bytes([END])), "otf curves")


# themes
costly(lambda: filled(SVG, f'<g id="star">{CIRCLE}</g>', "</svg>"), "theme of many groups")
costly(lambda: filled(SVG + '<g id="start">', CIRCLE, "</g></svg>"), "theme of shapes")
costly(
    lambda: filled(SVG + '<g id="start"><path d="M0 0', "C9 9 0 9 1 1", '"/></g></svg>'),
    "theme of curves",
)
cheap(lambda: filled(SVG, " id ", "</svg>"), "theme of names")


# projects that are valid, and snapshots of them


def rows_of(rows: int, columns: int) -> list[str]:
    """Return the walls of a maze that has only those around it."""
    walls = np.zeros((rows, columns), np.uint8)
    walls[0] |= 1
    walls[:, -1] |= 2
    walls[-1] |= 4
    walls[1:, 0] |= 8
    walls[-1, -1] &= ~np.uint8(2)
    return ["".join(f"{cell:x}" for cell in row) for row in walls]


def maze(rows: int = 3, columns: int = 3, **values: Any) -> bytes:
    """Return a project with an entrance at the upper left and an exit at the lower right."""
    last = {"row": rows - 1, "column": columns - 1, "side": "right"}
    head = {"format": "mazeeditor", "version": 1, "shape": "rectangular", "exits": [last]}
    head |= {"entrance": {"row": 0, "column": 0, "side": "left"}}
    sizes = {"parameters": {"rows": rows, "columns": columns}}
    text = json.dumps({**head, **sizes, **values, "walls": rows_of(rows, columns), "sha256": ""})
    return signed(text.replace(', "sha256"', ',\n"sha256"').encode())


def data_uri(data: bytes, kind: str) -> str:
    """Return a file as a text."""
    return f"data:{kind};name=a;base64,{base64.b64encode(data).decode()}"


costly(lambda: maze(995, 995), "info of many cells")
costly(
    lambda: maze(exits=[{"row": 2, "column": 2, "side": "right"}] * 20_000),
    "info of one exit again and again",
)
costly(lambda: maze(recipe={"generator": "prim", "mask": ["heart"] * 100_000}), "info of masks")


@costly
def info_of_parts() -> bytes:
    part = {"generator": "prim", "seed": 1, "cells": 4, "rows": [0, 1], "columns": [0, 1]}
    return maze(recipe={"generator": "prim", "parts": [part] * 10_000})


costly(
    lambda: maze(
        recipe={"generator": "prim", **{f"k{number}": number for number in range(60_000)}}
    ),
    "info of options",
)
costly(lambda: maze(9_000, 50, locks={str(row): "0" * 50 for row in range(9_000)}), "info of locks")


@costly
def info_of_an_underlay_that_inflates() -> bytes:
    picture = data_uri(png(7_000, 7_000, 2, 8, 3), "image/png")
    return maze(underlay={"picture": picture, "width": 5.0})


@costly
def info_of_a_photo_that_inflates() -> bytes:
    photo = data_uri(png(7_000, 7_000, 2, 8, 3), "image/png")
    return maze(9, 9, recipe={"generator": "photo", "subject": {"name": "photo", "photo": photo}})


@costly
def info_of_stops() -> bytes:
    page = {"along": "stops", "stops": " ".join(f"0,{column}" for column in range(8_000))}
    return maze(1, 9_000, page=page)


cheap(lambda: maze(tabs={"places": "0.5,0 0.5,1; " * 60_000}), "info of tabs")
costly(lambda: maze(900, 900), "page of many cells")
costly(lambda: maze(page={"title": "Maze " * 180_000}), "page of a long title")
costly(lambda: maze(page={"title": "e" + "\u0301" * 150_000}), "page of marks")
costly(lambda: maze(page={"title": "a\n" * 300_000}), "page of lines")
costly(lambda: maze(page={"title": "a\u05d0" * 120_000}), "page of both directions")
costly(
    lambda: maze(page={"title": "\u202b" * 60_000 + "a" + "\u202c" * 60_000}), "page of embeddings"
)
cheap(
    lambda: maze(1, 90, page={"along": "questions", "questions": "1+1 = 2 | 3 | 4\n" * 50_000}),
    "page of questions",
)
costly(
    lambda: maze(1, 900, page={"along": "letters", "sentence": "maze" * 200_000}),
    "page of a sentence",
)
costly(
    lambda: maze(9, 9, page={"logo": data_uri(png(7_000, 7_000, 2, 8, 3), "image/png")}),
    "page of a logo that inflates",
)


@costly
def page_of_a_tone_that_inflates() -> bytes:
    tone = data_uri(png(7_000, 7_000, 2, 8, 3), "image/png")
    return maze(9, 9, page={"walls": "toned", "tone": tone})


@costly
def page_of_a_costly_drawing() -> bytes:
    drawing = base64.b64encode(svg(CIRCLE * 15_000)).decode()
    return maze(
        9,
        9,
        page={"marks": "picture", "start_picture": f"data:image/svg+xml;name=a;base64,{drawing}"},
    )


def snapshot(history: Any = None, rows: int = 3) -> bytes:
    """Return a snapshot, whose journal belongs to ``KEY``."""
    origin = {"time": "2026-11-22T10:15:30+00:00", "title": "a", "file": None, "state": None}
    known = {"history": history or {}, "changes": 0, "key": KEY}
    return maze(rows, rows, recovery={**origin, **known})


KEY = "a"


def journal(*records: Any) -> bytes:
    """Return changes, again and again, as many as there is room for."""
    lines, size, number = [], 0, 0
    while size < MOST - 200:
        number += 1
        line = json.dumps([number, 1.0, *records[number % len(records)]]).encode()
        lines.append(b"%08x %b\n" % (zlib.crc32(line, zlib.crc32(KEY.encode())), line))
        size += len(lines[-1])
    return b"".join(lines[:-1])


NO_OPENINGS: dict[str, Any] = {"kind": "openings", "name": "a", "entrance": None, "exits": []}
WALLS = {"kind": "walls", "name": "a", "walls": [20]}


def steps(record: Any, count: int) -> Any:
    """Return the history of a snapshot."""
    return {"done": [record] * count, "undone": [], "saved_after": None, "dropped": 0, "texts": []}


costly(lambda: snapshot(steps(WALLS, 18_000)), "snapshot of steps")
costly(lambda: snapshot(steps(NO_OPENINGS, 8_000), 600), "snapshot of openings of a large maze")


@costly
def snapshot_of_mazes() -> bytes:
    project = maze(40, 40).decode()
    record = {"kind": "maze", "name": "a", "project": project, "lines": None, "needs": None}
    return snapshot(steps(record, 400))


costly(lambda: journal(["toggle", [20]]), "journal of walls")
costly(lambda: journal(["do", WALLS], ["undo", WALLS]), "journal of steps")
costly(lambda: journal(["do", NO_OPENINGS]), "journal of openings")
costly(
    lambda: journal(["do", {"kind": "page", "name": "a", "page": {"margin": 9.0}, "gone": []}]),
    "journal of pages",
)
costly(lambda: b"\n" * 900_000, "journal of blank lines")


@cheap
def journal_of_mazes() -> bytes:
    project = maze(100, 100).decode()
    record = {"kind": "maze", "name": "a", "project": project, "lines": None, "needs": None}
    return journal(["do", record], ["undo", record])


# other files of JSON
costly(
    lambda: document("machine", **{f"k{number}": {} for number in range(60_000)}), "machine of keys"
)


@cheap
def machine_of_a_long_name() -> bytes:
    return document("machine", like="x" * 900_000)


@cheap
def rules_of_keys() -> bytes:
    rules: dict[str, None] = {f"k{number}": None for number in range(60_000)}
    return document("rules", rules=rules)


@cheap
def rules_of_a_long_name() -> bytes:
    return document("rules", based_on="x" * 900_000)


@costly
def mazebook_of_chapters() -> bytes:
    chapter = {"title": "a", "count": 1, "recipe": {"generator": "prim"}}
    chapters = [chapter] * 12_000
    return document("book", chapters=chapters)


@cheap
def mazebook_of_many_mazes() -> bytes:
    chapters = [{"title": "a", "count": 10**9}]
    return document("book", chapters=chapters)


@costly
def mazebook_of_replaced_mazes() -> bytes:
    replaced = {str(number): {"seed": 5} for number in range(1, 40_000)}
    chapters = [{"title": "a", "count": 5}]
    values = {"chapters": chapters, "replaced": replaced}
    return document("book", **values)


@costly
def mazebook_of_masks() -> bytes:
    chapters = [{"title": "a", "count": 5, "recipe": {"mask": ["heart"] * 100_000}}]
    return document("book", chapters=chapters)


cheap(lambda: document("preset", recipe={"mask": ["heart"] * 100_000}), "json preset of masks")
costly(lambda: b"0.5,0 0.5,1\n" * 80_000, "places of tabs")
costly(lambda: b"1 " * 480_000, "places of one line")
costly(lambda: b"0,0\n" * 240_000, "route of places")


SMALL_FILES = {  # ordinary ones, which are read
    "svg": svg(CIRCLE),
    "kml": (KML + POLYGON + "</Document></kml>").encode(),
    "kmz": packed("doc.kml", (KML + POLYGON + "</Document></kml>").encode()),
    "geojson": b'{"type":"Polygon","coordinates":[[[0,0],[0,1],[1,1]]]}',
    "tmx": tmx(3, 3, zipped_layer(struct.pack("<9I", 1, 1, 1, 1, 0, 1, 1, 1, 1))),
    "mcfunction": b"fill 0 0 0 2 0 2 stone\nsetblock 1 0 1 air\n",
    "pdf": one_page(stream(b"0 0 m 9 9 l S")),
    "png": png(9, 9, 2, 8, 3),
    "txt": b"o---o\n|   |\no---o\n",
    "csv": b"1+1,2\n1+2,3\n",
    "num": b"0 0 1 1 1 1\n",
    "json": b'{"format": "mazeeditor preset", "version": 1}',
    "ttf": typeface({}),
    "otf": otf(BEGIN + LINE + bytes([END])),
    "theme": svg(f'<g id="start">{CIRCLE}</g>'),
    "info": maze(),
    "page": maze(),
    "snapshot": snapshot(),
    "journal": journal(["toggle", [20]])[:200],
    "machine": b'{"format": "mazeeditor machine", "version": 1}',
    "rules": b'{"format": "mazeeditor rules", "version": 1}',
    "mazebook": b'{"format": "mazeeditor book", "version": 1, "chapters": [{"count": 1}]}',
    "places": b"0.5,0 0.5,1\n",
    "route": b"0,0\n0,1\n",
}
