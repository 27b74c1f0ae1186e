"""Pictures of mazes made from seeds, drawn here and then damaged as scans and photographs are.

What draws them shares no code with the exports of the program, nor with what reads pictures.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

import mazeeditor
from mazeeditor.maze.maze import Maze

Picture = NDArray[np.uint8]  # uint8[h, w, 3], RGB
Random = np.random.Generator
FINE = 3  # times finer than the picture it is drawn first
GENERATORS = ("backtracker", "kruskal", "prim", "wilson", "recursive-division", "binary-tree")


@dataclass(frozen=True)
class Drawing:
    """A maze, and how it is drawn: ``pitch`` pixels a cell, walls ``share`` of that thick."""

    maze: Maze
    pitch: float
    share: float
    margin: float  # cells of paper around it

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel at a place in cells."""
        edge = self.margin * self.pitch
        return edge + x * self.pitch, edge + y * self.pitch


def maze_of(rows: int, columns: int, seed: int, braid: float = 0.0, mask: Any = None) -> Maze:
    """Return a maze by one of several generators."""
    name = GENERATORS[seed % len(GENERATORS)] if mask is None else "backtracker"
    options: dict[str, Any] = {} if mask is None else {"mask": mask}
    return mazeeditor.generate(name, rows=rows, columns=columns, seed=seed, braid=braid, **options)


def draw(drawing: Drawing) -> Picture:
    """Return the maze in black on white."""
    maze, pitch = drawing.maze, drawing.pitch * FINE
    geometry = maze.lattice.geometry
    thick = drawing.share * pitch
    edge = drawing.margin * pitch
    size = (
        round(geometry.width * pitch + 2 * edge) // FINE * FINE,
        round(geometry.height * pitch + 2 * edge) // FINE * FINE,
    )
    picture = np.full((size[1], size[0]), 255, np.uint8)
    walls = maze.closed_walls()
    for one, other in geometry.post_positions(geometry.posts(walls)).tolist():
        (left, right), (top, bottom) = sorted((one[0], other[0])), sorted((one[1], other[1]))
        x0, x1 = round(edge + left * pitch - thick / 2), round(edge + right * pitch + thick / 2)
        y0, y1 = round(edge + top * pitch - thick / 2), round(edge + bottom * pitch + thick / 2)
        picture[max(0, y0) : max(y0 + 1, y1), max(0, x0) : max(x0 + 1, x1)] = 0
    small = cv2.resize(picture, (size[0] // FINE, size[1] // FINE), interpolation=cv2.INTER_AREA)
    return np.repeat(np.asarray(small, np.uint8)[:, :, None], 3, axis=2)


Damage = Callable[[Picture, Drawing, Random], Picture]


def clean(picture: Picture, _drawing: Drawing, _random: Random) -> Picture:
    return picture


def scaled(picture: Picture, _drawing: Drawing, random: Random) -> Picture:
    """To a size at which no wall falls on whole pixels."""
    factor = random.uniform(0.75, 1.35)
    wide = random.uniform(0.9, 1.1)
    return _array(
        cv2.resize(
            picture,
            None,
            fx=factor * wide,
            fy=factor / wide,
            interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC,
        )
    )


def around(picture: Picture, random: Random) -> tuple[int, int, int]:
    """Return what is seen beside a sheet: more of its colour, or white."""
    if random.random() < 0.3:
        return 255, 255, 255
    red, green, blue = picture[0, 0].tolist()
    return red, green, blue


def rotated(picture: Picture, _drawing: Drawing, random: Random) -> Picture:
    height, width = picture.shape[:2]
    angle = random.uniform(1, 10) * random.choice([-1, 1])
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    rad = np.radians(abs(angle))
    wide = int(width * np.cos(rad) + height * np.sin(rad)) + 2
    high = int(width * np.sin(rad) + height * np.cos(rad)) + 2
    turn[:, 2] += [(wide - width) / 2, (high - height) / 2]
    return _array(
        cv2.warpAffine(
            picture, turn, (wide, high), flags=cv2.INTER_CUBIC, borderValue=around(picture, random)
        )
    )


def perspective(picture: Picture, _drawing: Drawing, random: Random) -> Picture:
    height, width = picture.shape[:2]
    shape = np.array([width, height])
    edge = 0.06 * shape.min()
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * shape + edge
    moved = corners + random.uniform(-edge, edge, (4, 2))
    size = (shape + 2 * edge).astype(int).tolist()
    first = (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * shape).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(first, moved.astype(np.float32))
    return _array(
        cv2.warpPerspective(
            picture, matrix, size, flags=cv2.INTER_CUBIC, borderValue=around(picture, random)
        )
    )


def shaded(picture: Picture, _drawing: Drawing, random: Random) -> Picture:
    height, width = picture.shape[:2]
    y, x = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    angle = random.uniform(0, 2 * np.pi)
    light = 0.75 + 0.25 * np.cos(angle) * (2 * x - 1) + 0.25 * np.sin(angle) * (2 * y - 1)
    spot = random.uniform(0.2, 0.8, 2)
    light -= 0.15 * np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / 0.08)
    seen = (35 + picture / 255.0 * 200) * light[:, :, None]
    return _array(seen)


def blurred(picture: Picture, drawing: Drawing, random: Random) -> Picture:
    wide = min(2.5, max(0.6, drawing.pitch * 0.09)) * random.uniform(0.7, 1.0)
    return _array(cv2.GaussianBlur(picture, (0, 0), wide))


def noisy(picture: Picture, _drawing: Drawing, random: Random) -> Picture:
    return _array(picture + random.normal(0, random.uniform(8, 25), picture.shape))


def jpeg(picture: Picture, _drawing: Drawing, random: Random) -> Picture:
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "JPEG", quality=int(random.integers(25, 70)))
    return np.asarray(Image.open(file).convert("RGB"))


def inverted(picture: Picture, _drawing: Drawing, _random: Random) -> Picture:
    return 255 - picture


def coloured(picture: Picture, _drawing: Drawing, random: Random) -> Picture:
    """Walls in a dark colour on paper in a light one."""
    paper = random.uniform(190, 255, 3)
    ink = random.uniform(0, 110, 3)
    share = picture / 255.0
    return _array(ink + share * (paper - ink))


def surrounded(picture: Picture, drawing: Drawing, random: Random) -> Picture:
    """A title, a frame, a page number and a drawing around it."""
    pitch = max(drawing.pitch, 12.0)
    space = int(max(70, picture.shape[0] * 0.12))
    bordered = cv2.copyMakeBorder(
        picture, space, space, space, space, cv2.BORDER_CONSTANT, value=(255, 255, 255)
    )
    page = np.asarray(bordered, np.uint8)
    height, width = page.shape[:2]
    text = str(random.choice(["MAZE No. 7", "Find the way!", "Labyrinth 12", "Help the Hill"]))
    title, number = cv2.FONT_HERSHEY_TRIPLEX, str(random.integers(1, 300))
    _write(page, text, (space, int(space * 0.7)), space / 70, space // 40, title)
    _write(page, number, (width // 2, height - space // 4), space / 90, space // 50)
    inset = int(space * random.uniform(0.05, 0.15))
    cv2.rectangle(
        page, (inset, inset), (width - inset, height - inset), (0, 0, 0), max(1, int(pitch * 0.1))
    )
    centre = (width - space // 2, height - space // 2)
    cv2.circle(page, centre, space // 4, (0, 0, 0), max(1, space // 30), cv2.LINE_AA)
    cv2.circle(page, centre, space // 9, (0, 0, 0), -1, cv2.LINE_AA)
    return _array(page)


def routed(picture: Picture, drawing: Drawing, random: Random) -> Picture:
    """A route in colour through the passages."""
    solution = mazeeditor.solve(drawing.maze, "breadth-first")
    lattice = drawing.maze.lattice
    cells = np.array([lattice.cell(*place) for place in solution.path], np.int64)
    points = [drawing.at(*point) for point in lattice.geometry.centres(cells).tolist()]
    colour = [(230, 20, 20), (20, 60, 230), (10, 160, 40), (240, 120, 0)][int(random.integers(4))]
    line = np.array(points).round().astype(np.int32).reshape(-1, 1, 2)
    wide = max(1, round(drawing.pitch * (1 - drawing.share) * 0.35))
    page = picture.copy()
    cv2.polylines(page, [line], False, colour, wide, cv2.LINE_AA)
    return _array(page)


def lettered(picture: Picture, drawing: Drawing, _random: Random) -> Picture:
    """S and G in the first and the last cell."""
    lattice = drawing.maze.lattice
    page = picture.copy()
    room = drawing.pitch * (1 - drawing.share)
    for letter, opening in zip("SG", drawing.maze.openings, strict=True):
        x, y = drawing.at(*lattice.geometry.centres(np.array([opening.cell]))[0].tolist())
        scale = room * 0.6 / 22
        at = (round(x - 9.5 * scale), round(y + 10.5 * scale))
        _write(page, letter, at, scale, round(room / 14))
    return _array(page)


def _write(
    page: Picture,
    text: str,
    at: tuple[int, int],
    scale: float,
    thick: int,
    font: int = cv2.FONT_HERSHEY_SIMPLEX,
) -> None:
    cv2.putText(page, text, at, font, scale, (0, 0, 0), max(1, thick), cv2.LINE_AA)


DAMAGES: dict[str, Damage] = {  # in the order in which they are done
    "clean": clean,
    "routed": routed,
    "lettered": lettered,
    "scaled": scaled,
    "surrounded": surrounded,
    "coloured": coloured,
    "inverted": inverted,
    "rotated": rotated,
    "perspective": perspective,
    "blurred": blurred,
    "shaded": shaded,
    "noisy": noisy,
    "jpeg": jpeg,
}
THICKNESS = {"usual": (0.08, 0.3), "thin": (0.04, 0.08), "thick": (0.4, 0.6)}
CLEAN = ("clean", "inverted", "coloured", "surrounded", "routed", "lettered")


def _array(picture: Any) -> Picture:
    return np.clip(np.asarray(picture), 0, 255).astype(np.uint8)


@dataclass(frozen=True)
class Case:
    """A picture to be made: the kinds of damage in order, the longer side in cells, a seed."""

    damages: tuple[str, ...]
    size: int
    seed: int
    thickness: str = "usual"

    @property
    def name(self) -> str:
        return "+".join((*self.damages, *([] if self.thickness == "usual" else [self.thickness])))

    def made(self) -> tuple[Drawing, Picture]:
        """Return what was drawn, and the picture of it."""
        random = np.random.default_rng(self.seed)
        rows = columns = self.size
        if random.random() < 0.7:
            rows = max(3, int(self.size * random.uniform(0.55, 1.0)))
        if random.random() < 0.3:
            rows, columns = columns, rows
        share = random.uniform(*THICKNESS[self.thickness])
        least = max(8.0, 1.5 / share, 3.5 / (1 - share))
        pitch = float(np.clip(random.uniform(500, 1700) / self.size, least, 80))
        if random.random() < 0.3 and set(self.damages) <= {*CLEAN}:
            pitch = round(pitch)
        braid = float(random.choice([0, 0, 0.3, 1.0]))
        maze = maze_of(rows, columns, self.seed, braid)
        drawing = Drawing(maze, pitch, share, random.uniform(0.8, 3.0))
        picture = draw(drawing)
        for name in sorted(self.damages, key=[*DAMAGES].index):
            picture = DAMAGES[name](picture, drawing, random)
        return drawing, picture


@dataclass(frozen=True)
class Outcome:
    """What was read: ``grid`` right or not, how many ``walls``, ``wrong`` and ``doubtful`` ones."""

    grid: bool
    walls: int
    wrong: int
    doubtful: int
    seen: int  # of the wrong ones that are among the doubtful ones


def outcome(truth: Maze, read: Maze, doubtful: list[tuple[int, int]]) -> Outcome:
    """Compare the maze that was drawn with the one that was read."""
    if not truth.lattice.same(read.lattice):
        return Outcome(False, 1, 1, 0, 0)
    lattice = truth.lattice
    _cells, ids = lattice.walls_of(lattice.inside_cells())
    ids = np.array(sorted({*ids.tolist()}), np.int64)
    wrong = {*ids[truth.is_closed(ids) != read.is_closed(ids)].tolist()}
    unsure = {lattice.wall(cell, slot) for cell, slot in doubtful}
    return Outcome(True, len(ids), len(wrong), len(unsure), len(wrong & unsure))
