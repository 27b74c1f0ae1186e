"""A sheet as a picture: its paths in the colours of the machine, and how far the head has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from mazeeditor.drawing.colours import hexadecimal
from mazeeditor.drawing.curves import flattened
from mazeeditor.drawing.scene import Numbers, Points
from mazeeditor.making.machine_files import Machine
from mazeeditor.making.parts import CutPart, Operation
from mazeeditor.making.sheet_layout import SheetLayout
from mazeeditor.making.tab_board import TabBoard
from mazeeditor.making.tool_paths import areas_of, together

SHEET, MATERIAL, EDGE = "#fbf8f2", "#ecdcbf", "#c9bfae"
PALE = 0.72  # of the sheet: paths that the head has not followed yet
TRAVEL, HEAD = "#8a8a8a", "#d0021b"
BREAKS, WARPS = "#e5484d", "#f5b400"  # where a part is thinner than holds, or may warp
RING, FEW = 7, 200  # px of a ring around a thin place; with more of them none has one
TAB, TAB_DOT = "#b5179e", 4.0  # of a tab: its colour, and px of its mark
TINTS = ("#cfe3f7", "#f7d9cf", "#d6efd0", "#efe3a8", "#e2d3f2", "#cdeeee")  # of loose pieces
SMOOTH = 0.25  # px: how far lines may be from arcs
SUPER = 2  # samples a pixel, each way


class Followed(NamedTuple):
    """A path in px: points float64[m, 2], seconds float64[m] at each, and its colours."""

    points: Points
    seconds: Numbers
    colour: str
    pale: str


@dataclass(frozen=True, eq=False)
class SheetPicture:
    """A sheet of ``size`` px; ``seconds`` is how long the head is on its way.

    Lifts and the ways back between passes are left out, unlike in the figures: nothing is seen of
    them. ``scale`` is how many px a mm takes.
    """

    size: tuple[int, int]
    base: Image.Image
    paths: tuple[Followed, ...]
    seconds: float
    scale: float

    @classmethod
    def of(cls, sheet: SheetLayout, machine: Machine, box: tuple[int, int]) -> SheetPicture:
        """Draw a sheet as large as it fits ``box`` (px)."""
        scale = min(box[0] / sheet.width, box[1] / sheet.height)
        size = max(1, int(sheet.width * scale)), max(1, int(sheet.height * scale))
        paths = tuple(_followed(sheet, machine, scale * SUPER))
        seconds = float(paths[-1].seconds[-1]) if paths else 0.0
        return cls(size, _pieces(sheet, size, scale * SUPER), paths, seconds, scale)

    def image(self, share: float = 1.0) -> Image.Image:
        """Return the sheet when a ``share`` of the time is over; at 1 without the head."""
        image = self.base.copy()
        draw = ImageDraw.Draw(image)
        until = share * self.seconds
        for path in self.paths:
            if path.seconds[-1] > until:
                _line(draw, path.points, path.pale)
        place = None
        for number, path in enumerate(self.paths):
            if path.seconds[0] > until:
                break
            if share < 1 and number:
                last = self.paths[number - 1].points[-1]
                draw.line([*last, *path.points[0]], fill=TRAVEL, width=1)
            done = int(np.searchsorted(path.seconds, until, side="right"))
            points, place = path.points[:done], path.points[min(done, len(path.points)) - 1]
            if done < len(path.points):
                begin, end = path.seconds[done - 1], path.seconds[done]
                part = (until - begin) / (end - begin) if end > begin else 0.0
                place = path.points[done - 1] * (1 - part) + path.points[done] * part
                points = np.concatenate([points, place[None]])
            _line(draw, points, path.colour)
        if share < 1 and place is not None:
            _head(draw, place)
        return image.resize(self.size, Image.Resampling.BOX)


def _followed(sheet: SheetLayout, machine: Machine, scale: float) -> list[Followed]:
    """Return the paths in the order in which the head follows them."""
    result: list[Followed] = []
    now, here = 0.0, None
    for operation, paths in sheet.paths.items():
        setting = machine.settings[operation]
        colour = hexadecimal(setting.colour)
        lines = flattened(paths.drawn(1.0, ""), SMOOTH / scale)
        for low, high, closed in zip(
            lines.starts[:-1], lines.starts[1:], lines.closed, strict=True
        ):
            points = lines.points[low:high]
            points = np.concatenate([points, points[:1]]) if closed else points
            if here is not None:
                now += float(np.hypot(*(points[0] - here))) / machine.travel * 60
            steps = np.hypot(*np.diff(points, axis=0).T) * setting.passes / setting.speed * 60
            seconds = now + np.concatenate([[0.0], np.cumsum(steps)])
            now, here = float(seconds[-1]), points[-1]
            result.append(Followed(points * scale, seconds, colour, _paler(colour)))
    return result


def _paler(colour: str) -> str:
    """Return a colour between one and the sheet."""
    one, other = (
        np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)]) for text in (colour, SHEET)
    )
    return "#" + "".join(f"{int(value):02x}" for value in one * (1 - PALE) + other * PALE)


def _pieces(sheet: SheetLayout, size: tuple[int, int], scale: float) -> Image.Image:
    """Return the sheet without its paths; loose pieces of one part have colours of their own."""
    image = Image.new("RGB", (size[0] * SUPER, size[1] * SUPER), SHEET)
    draw = ImageDraw.Draw(image)
    for part in sheet.parts:
        _fill(draw, part, scale)
    _mark_thin(draw, sheet, scale)
    _mark_tabs(draw, sheet, scale)
    draw.rectangle((0, 0, image.width - 1, image.height - 1), outline=EDGE, width=SUPER)
    return image


def _fill(draw: ImageDraw.ImageDraw, part: CutPart, scale: float) -> None:
    """Fill what a part consists of, the largest rings first, holes with what lies behind them."""
    cuts = [part.paths[kind] for kind in Operation if kind.cuts and kind in part.paths]
    rings = together(cuts)
    if not len(rings):
        return
    areas = areas_of(rings)
    # around a part the material is to the inside of outer cuts; what they leave of slots is not
    outer = len(part.paths.get(Operation.OUTER_CUT, ()))
    kept = np.arange(len(rings)) >= len(rings) - outer
    kept |= (areas < 0) & (outer <= 1) & ~kept & _has_slots(part)
    lines = flattened(rings.drawn(1.0, ""), SMOOTH / scale)
    tint = 0
    for ring in np.argsort(-np.abs(areas)).tolist():
        points = lines.points[lines.starts[ring] : lines.starts[ring + 1]] * scale
        if len(points) < 3:
            continue
        fill = SHEET
        if kept[ring]:
            fill = TINTS[tint % len(TINTS)] if part.pieces > 1 else MATERIAL
            tint += 1
        draw.polygon(list(map(tuple, points)), fill=fill)


def _mark_thin(draw: ImageDraw.ImageDraw, sheet: SheetLayout, scale: float) -> None:
    """Fill where parts are thin, with rings around these places where they are few."""
    few = sum(len(thin.width) for thin in sheet.thin) <= FEW
    for thin in sheet.thin:
        for quad, width in zip(thin.quads * scale, thin.quad_width, strict=True):
            colour = BREAKS if width < sheet.least else WARPS
            draw.polygon(quad.ravel().tolist(), fill=colour, outline=colour)
        for (x, y), width in zip(thin.at * scale, thin.width, strict=True) if few else ():
            colour, radius = BREAKS if width < sheet.least else WARPS, RING * SUPER
            corners = x - radius, y - radius, x + radius, y + radius
            draw.ellipse(corners, outline=colour, width=2 * SUPER)


def _mark_tabs(draw: ImageDraw.ImageDraw, sheet: SheetLayout, scale: float) -> None:
    """Mark the middle of each tab with a dot."""
    board = TabBoard.of(sheet, scale)
    if board is None:
        return
    radius = min(TAB_DOT, board.ground.design.cell * scale / SUPER / 4) * SUPER
    for x, y in board.ends(board.tabs.bridges).mean(axis=2).reshape(-1, 2).tolist():
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=TAB)


def _has_slots(part: CutPart) -> bool:
    """Whether the inner cuts of a part are slots, within which islands may remain."""
    inner = part.paths.get(Operation.INNER_CUT)
    return inner is not None and len(inner) > 0 and bool((areas_of(inner) > 0).any())


def _line(draw: ImageDraw.ImageDraw, points: Points, colour: str) -> None:
    if len(points) > 1:
        draw.line(points.ravel().tolist(), fill=colour, width=SUPER, joint="curve")


def _head(draw: ImageDraw.ImageDraw, place: Points) -> None:
    """Draw where the head is."""
    x, y = place.tolist()
    radius = 4 * SUPER
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=HEAD, width=SUPER)
