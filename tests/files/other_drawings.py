"""Drawings of one maze as other programs write them, made by hand from what these are known for."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO, StringIO
from math import atan2, degrees
from typing import Any

import ezdxf
import numpy as np
import pikepdf

from mazeeditor.maze.geometry import Points
from mazeeditor.maze.maze import Maze

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" '
)
Row = list[float]


def walls_of(maze: Maze) -> Points:
    """Return float64[k, 4], both ends of each wall that stands, in cells; y down."""
    lattice, found = maze.lattice, dict[int, None]()
    for cell in lattice.inside_cells().tolist():
        for slot in range(lattice.degree):
            if maze.walls[cell] >> slot & 1:
                found[lattice.wall(cell, slot)] = None
    posts = lattice.geometry.posts(np.array([*found], np.int64))
    return lattice.geometry.post_positions(posts).reshape(-1, 4)


def placed(walls: Points, scale: float, beside: float) -> list[Row]:
    rows: list[Row] = (walls * scale + beside).round(4).tolist()
    return rows


def svg(body: str, attributes: str) -> bytes:
    return f"{SVG}{attributes}>{body}</svg>".encode()


def svgwrite(walls: Points) -> bytes:
    """A line with its own style for each wall."""
    look = 'stroke="black" stroke-width="2"'
    lines = (
        f'<line {look} x1="{a}" y1="{b}" x2="{c}" y2="{d}" />'
        for a, b, c, d in placed(walls, 10, 5)
    )
    return svg("<defs />" + "".join(lines), 'width="200" height="200" version="1.1"')


def mazegenerator(walls: Points) -> bytes:
    """Lines in one group, with a title."""
    lines = "".join(
        f'<line x1="{a}" y1="{b}" x2="{c}" y2="{d}" />' for a, b, c, d in placed(walls, 16, 2)
    )
    group = '<g fill="none" stroke="#000000" stroke-width="2" stroke-linecap="square">'
    return svg(f"<title>9 by 12 maze</title>{group}{lines}</g>", 'width="196" height="148"')


def one_path(walls: Points) -> bytes:
    data = " ".join(f"M{a},{b} L{c},{d}" for a, b, c, d in placed(walls, 10, 5))
    return svg(f'<path style="fill:none;stroke:#333" d="{data}"/>', 'viewBox="0 0 140 110"')


def inkscape(walls: Points) -> bytes:
    """Millimetres, layers, a turned group of clones of one wall; a frame, a route and a title."""
    uses = "".join(
        f'<use xlink:href="#w" transform="matrix({c - a} {d - b} {b - d} {c - a} '
        f'{10 * a} {10 * b})"/>'
        for a, b, c, d in walls.tolist()
    )
    layer = '<g inkscape:groupmode="layer" inkscape:label='
    body = (
        '<sodipodi:namedview pagecolor="#ffffff"/>'
        f'{layer}"Frame"><rect x="2" y="2" width="206" height="293" '
        'style="fill:none;stroke:#00ff00;stroke-width:1"/></g>'
        f'{layer}"Walls" transform="translate(20,30) rotate(0.5)"><defs>'
        '<path id="w" d="m 0,0 h 10" style="fill:none;stroke:#000000;stroke-width:1px"/></defs>'
        f'{uses}</g>{layer}"Solution">'
        '<path style="fill:none;stroke:#ff0000" d="M 25,35 h 30 v 20 h 10 l 4,8"/>'
        '<text x="25" y="22" style="font-size:8px;-inkscape-font-specification:Sans">Maze</text>'
        "</g>"
    )
    return svg(body, 'width="210mm" height="297mm" viewBox="0 0 210 297"')


def illustrator(walls: Points) -> bytes:
    lines = "".join(
        f'<polyline class="st0" points="{a},{b} {c},{d} "/>'
        for a, b, c, d in placed(walls, 28.35, 5)
    )
    style = "<style type='text/css'>.st0{fill:none;stroke:#231F20;stroke-miterlimit:10;}</style>"
    head = (
        b'<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator: Adobe Illustrator -->\n'
        b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
        b'"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n'
    )
    attributes = 'x="0px" y="0px" viewBox="0 0 400 320" xml:space="preserve"'
    return head + svg(f'{style}<g id="Walls_1_">{lines}</g>', attributes)


def rectangles(walls: Points) -> bytes:
    """A thin rectangle for each wall, on a white ground."""
    rows = placed(walls, 10, 5)
    bars = "".join(
        f'<rect x="{min(a, c) - 1}" y="{min(b, d) - 1}" width="{abs(c - a) + 2}" '
        f'height="{abs(d - b) + 2}"/>'
        for a, b, c, d in rows
    )
    ground = '<rect width="100%" height="100%" fill="white"/>'
    return svg(ground + bars, 'width="200" height="200"')


def tiles(walls: Points) -> bytes:
    """A square for each tile of a wall, half a cell wide, with a tile at each post."""
    ends = walls.reshape(-1, 2, 2)
    places = np.unique(np.concatenate([ends[:, 0], ends[:, 1], ends.mean(axis=1)]) * 2, axis=0)
    squares = "".join(
        f'<rect x="{20 * x}" y="{20 * y}" width="20" height="20" fill="#222"/>'
        for x, y in places.tolist()
    )
    return svg(f'<rect width="100%" height="100%" fill="#fff"/>{squares}', 'viewBox="0 0 500 380"')


def squared_paper(walls: Points) -> bytes:
    """Walls on a grey grid that is drawn between all cells."""
    right, lower = walls.max(axis=0)[:2].tolist()
    grid = "".join(f"M{10 * x} 0V{10 * lower}" for x in range(int(right) + 1))
    grid += "".join(f"M0 {10 * y}H{10 * right}" for y in range(int(lower) + 1))
    lines = "".join(f"M{a} {b}L{c} {d}" for a, b, c, d in placed(walls, 10, 0))
    style = "<style>.grid{stroke:#ddd;stroke-width:.3} .wall{stroke:#000;fill:none}</style>"
    body = f'{style}<path class="grid" d="{grid}"/><path class="wall" d="{lines}"/>'
    return svg(body, 'viewBox="-5 -5 140 110"')


def tiled_cells(walls: Points) -> bytes:
    """An area for each cell, and each wall twice, as both cells beside it draw it."""
    right, lower = walls.max(axis=0)[:2].astype(int).tolist()
    cells = "".join(
        f'<rect x="{40 * x}" y="{40 * y}" width="40" height="40" fill="#f8f8f8"/>'
        for y in range(lower)
        for x in range(right)
    )
    lines = "".join(
        f'<line x1="{a}" y1="{b}" x2="{c}" y2="{d}" style="stroke: #000; stroke-width: 2px"/>'
        for a, b, c, d in placed(walls, 40, 0) * 2
    )
    return svg(cells + lines, 'width="490" height="370"')


def libreoffice(walls: Points) -> bytes:
    """A group with a box that is not drawn for each wall, in hundredths of a millimetre."""
    shapes = "".join(
        '<g class="com.sun.star.drawing.LineShape"><g><rect class="BoundingBox" stroke="none" '
        f'fill="none" x="{a}" y="{b}" width="9" height="9"/>'
        f'<path fill="none" stroke="rgb(52,101,164)" d="M {a},{b} L {c},{d}"/></g></g>'
        for a, b, c, d in placed(walls, 1000, 2000)
    )
    size = 'width="210mm" height="297mm" viewBox="0 0 21000 29700" stroke-width="28.222"'
    return svg(f'<g class="Page">{shapes}</g>', size)


def matplotlib_svg(walls: Points) -> bytes:
    lines = "".join(
        f'<g id="line2d_{number}"><path d="M {a} {b} L {c} {d}" clip-path="url(#p1)" '
        'style="fill: none; stroke: #000000; stroke-width: 2; stroke-linecap: square"/></g>'
        for number, (a, b, c, d) in enumerate(placed(walls, 25.3, 20))
    )
    body = (
        "<defs><style type='text/css'>*{stroke-linejoin: round}</style></defs>"
        '<g id="figure_1"><g id="patch_1"><path d="M 0 300 L 400 300 L 400 0 L 0 0 z" '
        f'style="fill: #ffffff"/></g><g id="axes_1">{lines}</g></g>'
        '<defs><clipPath id="p1"><rect x="10" y="10" width="400" height="300"/></clipPath></defs>'
    )
    return svg(body, 'width="460.8pt" height="345.6pt" viewBox="0 0 460.8 345.6"')


def autocad_r12(walls: Points) -> bytes:
    """Lines without a header or tables, y up, in inches of a millimetre."""
    lines = "".join(
        f"  0\nLINE\n  8\nWALLS\n 10\n{a}\n 20\n{-b}\n 30\n0.0\n 11\n{c}\n 21\n{-d}\n 31\n0.0\n"
        for a, b, c, d in placed(walls, 25.4, 0)
    )
    return f"  0\nSECTION\n  2\nENTITIES\n{lines}  0\nENDSEC\n  0\nEOF\n".encode()


def _dxf(draw: Callable[[Any, Any], None], version: str) -> bytes:
    document, file = ezdxf.new(version), StringIO()  # type: ignore[attr-defined]
    draw(document, document.modelspace())
    document.write(file)
    return file.getvalue().encode()


def qcad(walls: Points) -> bytes:
    """A block that is inserted for each wall, turned; a word at the start, a hole."""

    def draw(document: Any, space: Any) -> None:
        document.blocks.new("wall").add_line((0, 0), (1, 0))
        for a, b, c, d in walls.tolist():
            turn = {"xscale": 8, "yscale": 8, "rotation": degrees(atan2(b - d, c - a))}
            space.add_blockref("wall", (a * 8, -b * 8), dxfattribs=turn)
        space.add_text("Start").set_placement((-9, -4))
        space.add_circle((50, -100), 3, dxfattribs={"layer": "holes"})

    return _dxf(draw, "R2010")


def lightburn(walls: Points) -> bytes:
    def draw(_document: Any, space: Any) -> None:
        for a, b, c, d in (walls * 5).tolist():
            space.add_lwpolyline([(a, -b), (c, -d)], dxfattribs={"layer": "C00", "color": 5})

    return _dxf(draw, "R2000")


def librecad(walls: Points) -> bytes:
    """A hatch for each wall, as programs for signs and cutters fill areas."""

    def draw(_document: Any, space: Any) -> None:
        for a, b, c, d in (walls * 10).tolist():
            wide, tall = (0, 1) if b == d else (1, 0)
            corners = [(a - wide, tall - b), (c - wide, tall - d), (c + wide, -d - tall)]
            edge = [*corners, (a + wide, -b - tall)]
            space.add_hatch(color=7).paths.add_polyline_path(edge, is_closed=True)

    return _dxf(draw, "R2007")


def pdf_of(operators: str) -> bytes:
    document, file = pikepdf.new(), BytesIO()
    page = document.add_blank_page(page_size=(400, 400))
    page.Contents = document.make_stream(operators.encode())
    document.save(file, deterministic_id=True)
    return file.getvalue()


def tikz(walls: Points) -> bytes:
    lines = " ".join(f"{a} {-b} m {c} {-d} l S" for a, b, c, d in placed(walls, 19.925, 0))
    return pdf_of(f"q 1 0 0 1 72 300 cm 0 g 0 G q 0.3985 w {lines} Q Q")


def matplotlib_pdf(walls: Points) -> bytes:
    lines = " ".join(
        f"q 20 20 360 360 re W n 1.5 w 2 J 0 G {a} {400 - b} m {c} {400 - d} l S Q"
        for a, b, c, d in placed(walls, 25.11, 30)
    )
    return pdf_of(f"1 j 1 g 0 0 400 400 re f {lines}")


DRAWINGS: dict[str, Callable[[Points], bytes]] = {
    "svgwrite.svg": svgwrite,
    "mazegenerator.svg": mazegenerator,
    "one-path.svg": one_path,
    "inkscape.svg": inkscape,
    "illustrator.svg": illustrator,
    "rectangles.svg": rectangles,
    "tiles.svg": tiles,
    "squared-paper.svg": squared_paper,
    "tiled-cells.svg": tiled_cells,
    "libreoffice.svg": libreoffice,
    "matplotlib.svg": matplotlib_svg,
    "autocad-r12.dxf": autocad_r12,
    "qcad.dxf": qcad,
    "lightburn.dxf": lightburn,
    "librecad.dxf": librecad,
    "tikz.pdf": tikz,
    "matplotlib.pdf": matplotlib_pdf,
}
