"""A reader of PDF for tests: objects by pattern, zlib, and the operators of pages by PDF 1.7."""

from __future__ import annotations

import re
import struct
import zlib
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise

import numpy as np
from PIL import Image

from tests.page.formats.drawn import Letters, Point, Shape, Sheet

INCH = 25.4
MM = INCH / 72
FINE = 24  # lines that a curve is read as
CAPS = ("butt", "round", "square")


def objects_of(data: bytes) -> dict[int, bytes]:
    """Return the bodies of all objects."""
    assert data.startswith(b"%PDF-1.")
    assert data.rstrip().endswith(b"%%EOF")
    result = re.finditer(rb"(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj", data, re.DOTALL)
    return {int(match[1]): match[2] for match in result}


def stream_of(body: bytes) -> bytes:
    """Return the bytes of a stream, unpacked where it is packed by Flate."""
    result = re.search(rb"stream\r?\n(.*)\r?\nendstream", body, re.DOTALL)
    assert result
    packed = result[1]
    return zlib.decompress(packed) if b"/FlateDecode" in body else packed


def pages_of(data: bytes) -> list[tuple[bytes, bytes]]:
    """Return the dictionary and the operators of each page."""
    objects = objects_of(data)
    (tree,) = (body for body in objects.values() if b"/Type /Pages" in body)
    kids = re.search(rb"/Kids \[(.*?)\]", tree, re.DOTALL)
    assert kids
    pages = []
    for number in re.findall(rb"(\d+) 0 R", kids[1]):
        page = objects[int(number)]
        content = re.search(rb"/Contents (\d+) 0 R", page)
        assert content
        pages.append((page, stream_of(objects[int(content[1])])))
    return pages


def box_of(data: bytes, page: bytes) -> tuple[float, float]:
    """Return the size of a page in points."""
    result = re.search(rb"/MediaBox \[([^\]]*)\]", page)
    if not result:
        (tree,) = (body for body in objects_of(data).values() if b"/Type /Pages" in body)
        result = re.search(rb"/MediaBox \[([^\]]*)\]", tree)
    assert result
    left, bottom, right, top = map(float, result[1].split())
    assert (left, bottom) == (0, 0)
    return right, top


def read_pdf(data: bytes) -> list[Sheet]:
    """Return the pages; all shapes are in the layer ``""``, for PDF has none."""
    sheets = []
    for page, content in pages_of(data):
        width, height = box_of(data, page)
        sheet = Sheet(width * MM, height * MM, {"": []})
        _Reader(sheet, height).read(content)
        sheets.append(sheet)
    return sheets


@dataclass
class _State:
    matrix: np.ndarray[tuple[int, int], np.dtype[np.float64]]
    width: float = 1.0
    cap: str = "butt"
    stroke: str = "000000"
    fill: str = "000000"
    font: float = 0.0
    render: int = 0

    def copy(self) -> _State:
        return _State(
            self.matrix.copy(), self.width, self.cap, self.stroke, self.fill, self.font, self.render
        )


@dataclass
class _Reader:
    """Runs the operators of a page."""

    sheet: Sheet
    height: float
    state: _State = field(default_factory=lambda: _State(np.eye(3)))
    stack: list[_State] = field(default_factory=list)
    strokes: list[list[Point]] = field(default_factory=list)
    closed: list[bool] = field(default_factory=list)
    curves: list[list[Point]] = field(default_factory=list)
    text: Point = (0.0, 0.0)

    def read(self, content: bytes) -> None:
        """Run all operators; asserts that the page ends in the state that it began in."""
        operands: list[float] = []
        pattern = rb"\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f]*>|\[[^\]]*\]|/[^\s/]+|[^\s()<>\[\]/]+"
        for word in re.findall(pattern, content, re.DOTALL):
            if re.fullmatch(rb"[-+]?(\d+\.?\d*|\.\d+)", word):
                operands.append(float(word))
            elif word[:1] not in b"(<[/":
                self.run(word.decode(), operands)
                operands = []
        assert not self.stack

    def place(self, x: float, y: float) -> Point:
        """Return a point in mm from the top left corner."""
        points = np.array([x, y, 1.0]) @ self.state.matrix
        return float(points[0]) * MM, (self.height - float(points[1])) * MM

    def run(self, operator: str, values: list[float]) -> None:
        """Run one operator."""
        state = self.state
        match operator, values:
            case "q", []:
                self.stack.append(state.copy())
            case "Q", []:
                self.state = self.stack.pop()
            case "cm", [a, b, c, d, e, f]:
                state.matrix = np.array([[a, b, 0], [c, d, 0], [e, f, 1]]) @ state.matrix
            case "w", [width]:
                state.width = width * abs(state.matrix[0, 0]) * MM
            case "J", [cap]:
                state.cap = CAPS[int(cap)]
            case "RG", [*colour]:
                state.stroke = bytes(round(part * 255) for part in colour).hex()
            case "rg", [*colour]:
                state.fill = bytes(round(part * 255) for part in colour).hex()
            case "G", [grey]:
                state.stroke = bytes([round(grey * 255)] * 3).hex()
            case "g", [grey]:
                state.fill = bytes([round(grey * 255)] * 3).hex()
            case "Tr", [render]:
                state.render = int(render)
            case ("Td", [x, y]) | ("Tm", [1.0, 0.0, 0.0, 1.0, x, y]):
                self.text = self.place(x, y)
            case "Tf", [size]:
                state.font = size * MM
            case (("Tj" | "TJ"), []):
                stroke = state.stroke if state.render == 1 else None
                self.sheet.letters.append(Letters(*self.text, state.font, "?", stroke))
            case (("m" | "l" | "c" | "h" | "S" | "f" | "f*"), _):
                self.path(operator, values)
            case (("j" | "M" | "BT" | "ET" | "Do" | "BDC" | "EMC"), _):
                pass
            case other:
                raise AssertionError(f"unknown operator {other}")

    def path(self, operator: str, values: list[float]) -> None:
        """Build a path or paint it."""
        if operator == "m":
            self.strokes.append([self.place(*values)])
            self.closed.append(False)
        elif operator == "l":
            self.strokes[-1].append(self.place(*values))
        elif operator == "c":
            self.curves.append(self.bezier(self.strokes[-1][-1], values))
            self.strokes[-1] += self.curves[-1][1:]
        elif operator == "h":
            self.closed[-1] = True
        else:
            shape = Shape(self.strokes, self.closed, curves=self.curves)
            if operator == "S":
                shape.stroke, shape.width, shape.cap = (
                    self.state.stroke,
                    self.state.width,
                    self.state.cap,
                )
            else:
                shape.fill, shape.even_odd = self.state.fill, operator == "f*"
            self.sheet.shapes[""].append(shape)
            self.strokes, self.closed, self.curves = [], [], []

    def bezier(self, start: Point, values: list[float]) -> list[Point]:
        """Return places along a cubic, by de Casteljau's algorithm."""
        places = [start, *(self.place(*values[at : at + 2]) for at in (0, 2, 4))]
        result = []
        for step in range(FINE + 1):
            ends = [complex(*place) for place in places]
            while len(ends) > 1:
                ends = [a + (b - a) * step / FINE for a, b in pairwise(ends)]
            result.append((ends[0].real, ends[0].imag))
        return result


def read_pictures(data: bytes) -> list[tuple[Image.Image, tuple[float, float, float, float]]]:
    """Return each page as bits, and the left, top, width and height of its fax picture in mm.

    The picture is unpacked by libtiff, and put in its place on white.
    """
    result = []
    objects = objects_of(data)
    for page, content in pages_of(data):
        width, height = (size * MM for size in box_of(data, page))
        put = re.search(rb"([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([-\d.]+) cm /I(\d+) Do", content)
        assert put
        across, down, left, bottom = (float(value) * MM for value in put.groups()[:4])
        pictures = [body for body in objects.values() if b"/Subtype /Image" in body]
        image = _unpacked(pictures[int(put[5]) - 1])
        scale, top = image.width / across, height - bottom - down
        whole = Image.new("1", (round(width * scale), round(height * scale)), 1)
        whole.paste(image, (round(left * scale), round(top * scale)))
        result.append((whole, (left, top, across, down)))
    return result


def _unpacked(body: bytes) -> Image.Image:
    """Return a picture of CCITT group 4, wrapped as a TIFF of one strip."""
    assert b"/CCITTFaxDecode" in body
    assert b"/BitsPerComponent 1" in body
    assert b"/K -1" in body
    width, height = (int(_entry(body, name)) for name in (b"Width", b"Height"))
    black_is_one = b"/BlackIs1 true" in body
    strip = re.search(rb"stream\r?\n(.*)\r?\nendstream", body, re.DOTALL)
    assert strip
    tags = [
        (256, 4, width),
        (257, 4, height),
        (258, 3, 1),
        (259, 3, 4),  # group 4
        (262, 3, 0),  # fax: 0 is white
        (273, 4, 8),
        (278, 4, height),
        (279, 4, len(strip[1])),
    ]
    folder = struct.pack("<H", len(tags)) + b"".join(
        struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in tags
    )
    start = 8 + len(strip[1]) + len(strip[1]) % 2
    data = struct.pack("<2sHI", b"II", 42, start) + strip[1].ljust(start - 8, b"\0")
    image = Image.open(BytesIO(data + folder + bytes(4)))
    image.load()
    # a reader of PDF paints what fax calls black as 0, or as 1 where BlackIs1 is set
    return image.point(lambda grey: 255 - grey) if black_is_one else image


def _entry(body: bytes, name: bytes) -> bytes:
    result = re.search(rb"/" + name + rb" (\d+)", body)
    assert result
    return result[1]
