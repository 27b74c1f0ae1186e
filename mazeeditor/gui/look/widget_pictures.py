"""Every picture of which the theme is made: faces, boxes, switches, thumbs, arrow heads, chips.

The state follows a dash: ``button``, ``button-over``, ``button-down``, ``button-dim``. They are
drawn for the current screen, so that they are sharp on any: the coverage of a pixel follows from
the distance of its centre to the outline (signed, after Inigo Quilez, "2D distance functions");
straight edges are on whole pixels. All pictures of a mode are sent to Tk in one image.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageTk

from mazeeditor.gui.look.classic import INSET
from mazeeditor.gui.look.theme import Theme

Floats = npt.NDArray[np.float32]
_SHEET_WIDTH = 1024  # px
# px at 96 dpi. Tk fills a face with copies of its picture, and sends each to the X server at once:
# a window of narrow pictures takes 14,000 of them, and 80 ms.
WIDE_PX = 64  # of a face that few widgets show at a time: a few copies, not dozens
WIDEST, HIGHEST = 192, 44  # of those on the screen by the dozen: larger than most, so one copy
BY_THE_DOZEN = "button", "button-dim", "field", "field-dim"
BORDER = 5  # px at 96 dpi, of faces: what is copied to the corners
MENU_ROW, MENU_ROW_LOW = 26, 19  # px at 96 dpi of an entry; screens that are narrow are low too
MENU_GAP = 2  # px that Tk 8 adds to an entry at every resolution, and Tk 9 at 96 dpi
_MARKS = {"tick": [(0.27, 0.52), (0.43, 0.68), (0.74, 0.34)], "dash": [(0.3, 0.5), (0.7, 0.5)]}
_TURNS = {
    "up": lambda x, y: (x, y),
    "down": lambda x, y: (x, 1 - y),
    "right": lambda x, y: (1 - y, x),
}


class Sprite:
    """A picture being drawn: ``rgba`` is float32[height, width, 4] in 0..1, colours premultiplied.

    Sizes and places are device pixels; later shapes lie over earlier ones. The ``ground`` is
    clear where no colour is given.
    """

    def __init__(self, width: int, height: int, ground: str = "") -> None:
        self.width, self.height = width, height
        self.rgba: Floats = np.zeros((height, width, 4), np.float32)
        if ground:
            self.rgba += _paint(ground)
        self._y = np.arange(height, dtype=np.float32)[:, None] + 0.5
        self._x = np.arange(width, dtype=np.float32)[None, :] + 0.5

    def _cover(self, distance: Floats, colour: str) -> Sprite:
        share = np.clip(0.5 - distance, 0.0, 1.0)[..., None]
        paint = _paint(colour) if colour else np.zeros(4, np.float32)
        self.rgba = paint * share + self.rgba * (1 - share)
        return self

    def stretch(self, width: int, height: int = 0) -> Sprite:
        """Repeat middle row and column: Tk tiles the middle, and so has fewer copies to make."""
        for axis, more in enumerate((height - self.height, width - self.width)):
            middle = self.rgba.shape[axis] // 2
            line = self.rgba.take([middle], axis)
            self.rgba = np.insert(self.rgba, [middle] * max(more, 0), line, axis)
        self.height, self.width, _channels = self.rgba.shape
        return self

    def box(
        self,
        colour: str,
        radius: float,
        left: float = 0,
        top: float | None = None,
        bottom: float | None = None,
    ) -> Sprite:
        """Fill a rounded box within the edges (as far from the right one as from the left one).

        ``top`` is ``left`` where not given, ``bottom`` is ``top``. No colour cuts a hole.
        """
        top = left if top is None else top
        bottom = top if bottom is None else bottom
        half_w, half_h = self.width / 2 - left, (self.height - top - bottom) / 2
        radius = max(min(radius, half_w, half_h), 0)
        dx = np.abs(self._x - self.width / 2) - half_w + radius
        dy = np.abs(self._y - top - half_h) - half_h + radius
        outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
        return self._cover(outside + np.minimum(np.maximum(dx, dy), 0) - radius, colour)

    def disc(self, colour: str, radius: float, x: float | None = None) -> Sprite:
        """Fill a disc around the middle, or around ``x`` on the middle line."""
        across = self._x - (self.width / 2 if x is None else x)
        return self._cover(np.hypot(across, self._y - self.height / 2) - radius, colour)

    def line(self, colour: str, thick: float, points: Sequence[tuple[float, float]]) -> Sprite:
        """Stroke a polyline with round ends; ``points`` are shares (x, y) of width and height."""
        distance = np.full((self.height, self.width), np.inf, np.float32)
        ends = np.array(points) * (self.width, self.height)
        for (ax, ay), (bx, by) in pairwise(ends):
            px, py, dx, dy = self._x - ax, self._y - ay, bx - ax, by - ay
            along = np.clip((px * dx + py * dy) / (dx * dx + dy * dy), 0, 1)
            distance = np.minimum(distance, np.hypot(px - along * dx, py - along * dy))
        return self._cover(distance - thick / 2, colour)


def _paint(colour: str) -> Floats:
    """Return ``#rrggbb`` as float32[4] in 0..1, opaque."""
    return np.array([*(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)), 1.0], np.float32)


class SpriteSheet(NamedTuple):
    """Sprites in one picture, as Tk takes them, and the box of each: left, top, right, bottom."""

    picture: Image.Image
    boxes: dict[str, tuple[int, int, int, int]]

    @classmethod
    def of(cls, sprites: dict[str, Sprite]) -> SpriteSheet:
        places, height = _places(sprites)
        sheet = np.zeros((height, _SHEET_WIDTH, 4), np.float32)
        boxes = {}
        for name, (x, y) in places.items():
            sprite = sprites[name]
            boxes[name] = x, y, x + sprite.width, y + sprite.height
            sheet[y : y + sprite.height, x : x + sprite.width] = sprite.rgba
        alpha = sheet[..., 3:]
        sheet[..., :3] /= np.where(alpha == 0, 1, alpha)  # Tk does not premultiply
        return cls(Image.fromarray(np.round(sheet * 255).astype(np.uint8)), boxes)

    def send(self, root: tk.Misc, prefix: str) -> None:
        """Make a Tk image ``prefix`` + name of every sprite; they live as long as ``root``."""
        photo = ImageTk.PhotoImage(self.picture, master=root)
        call: Any = root.tk.call
        for name, (left, top, right, bottom) in self.boxes.items():
            size = "-width", right - left, "-height", bottom - top
            image = call("image", "create", "photo", prefix + name, *size)
            call(image, "copy", photo, "-from", left, top, right, bottom)


def _places(sprites: dict[str, Sprite]) -> tuple[dict[str, tuple[int, int]], int]:
    """Return the place of each sprite on the sheet, row under row, and the sheet's height in px."""
    places, x, y, row = {}, 0, 0, 0
    for name, sprite in sorted(sprites.items(), key=lambda item: item[1].height):
        if x + sprite.width > _SHEET_WIDTH:
            x, y, row = 0, y + row, 0
        places[name] = (x, y)
        x, row = x + sprite.width, max(row, sprite.height)
    return places, y + row


@dataclass(frozen=True)
class PicturePainter:
    """Draws the parts of widgets in a theme's colours and sizes; lengths are px at 96 dpi."""

    theme: Theme

    def blank(self, width: float, height: float) -> Sprite:
        """Return a sprite of nothing but the window: what is opaque, X copies without mixing."""
        return Sprite(self.theme.px(width), self.theme.px(height), self.theme.window)

    def face(self, fill: str, edge: str, under: str = "", thick: float = 1) -> Sprite:
        """Return a button or a field; ``under`` colours its lower edge, ``thick`` px of it."""
        px = self.theme.px
        sprite = self.blank(20, 20)
        if under:
            sprite.box(under, px(4), 0, px(10), 0)
        lift = px(thick) if under else 0
        sprite.box(edge, px(4), 0, 0, lift)
        sprite.box(fill, px(4) - px(1), px(1), px(1), lift or px(1))
        return sprite.stretch(px(WIDE_PX))

    def framed(self, fill: str, ring: str, inner: str = "") -> Sprite:
        """Return a field or list with the ring of the focus, and an ``inner`` line of its own."""
        px, sprite = self.theme.px, self.blank(20, 20).box(ring, self.theme.px(4))
        wide = px(2)
        if inner:
            sprite.box(inner, px(4) - wide, wide)
            wide += px(1)
        return sprite.box(fill, px(4) - wide, wide).stretch(px(WIDE_PX))

    def underline(self, colour: str) -> Sprite:
        """Return the line below a tab that is chosen."""
        px = self.theme.px
        sprite = Sprite(px(20), px(20))
        # above the ring of the focus, which does not hide it
        sprite.box(colour, px(1), px(4), sprite.height - px(5), px(3))
        return sprite.stretch(px(WIDE_PX))

    def ring(self) -> Sprite:
        """Return the focus ring: one line that shows on pale faces, one on the accent."""
        px, theme = self.theme.px, self.theme
        sprite = Sprite(px(20), px(20)).box(theme.focus, px(4))
        sprite.box(theme.focus_gap, px(4) - px(2), px(2))
        return sprite.box("", 0, 2 * px(2)).stretch(px(WIDE_PX))

    def tick_box(self, fill: str, edge: str, mark: str = "", colour: str = "") -> Sprite:
        """Return a check box holding a ``tick``, a ``dash`` or nothing."""
        px = self.theme.px
        sprite = self.blank(18, 18).box(edge, px(4)).box(fill, px(4) - px(1), px(1))
        return sprite.line(colour, 1.6 * self.theme.scale, _MARKS[mark]) if mark else sprite

    def radio(self, fill: str, edge: str, dot: str = "") -> Sprite:
        """Return a radio button, with a dot where picked."""
        sprite, size = self.blank(18, 18), self.theme.px(18)
        sprite.disc(edge, size / 2).disc(fill, size / 2 - self.theme.px(1))
        return sprite.disc(dot, 4 * self.theme.scale) if dot else sprite

    def in_menu(self, colour: str, mark: str = "", wider: float = 0) -> Sprite:
        """Return what stands left of an entry of a menu, as high as the entry.

        Tk puts the inset of the menu before a tick, so others are ``wider`` by that.
        """
        px = self.theme.px
        height = px(MENU_ROW_LOW if self.theme.narrow else MENU_ROW)
        if tk.TkVersion >= 9:
            height -= px(MENU_GAP) - MENU_GAP
        sprite = Sprite(px(MENU_ROW) + px(wider), height)
        if mark == "dot":
            return sprite.disc(colour, 3 * self.theme.scale)
        points = [(0.2 + 0.6 * x, 0.2 + 0.6 * y) for x, y in _MARKS["tick"]]
        return sprite.line(colour, 1.6 * self.theme.scale, points) if mark else sprite

    def switch(self, fill: str, edge: str, knob: str, *, on: bool) -> Sprite:
        """Return a switch; its knob is left when off, right when on."""
        sprite, line = self.blank(38, 20), self.theme.px(1)
        end = sprite.height / 2
        sprite.box(edge, end).box(fill, end - line, line)
        return sprite.disc(knob, 6 * self.theme.scale, sprite.width - end if on else end)

    def thumb(self, fill: str, dot: float) -> Sprite:
        """Return the thumb of a slider: a disc with a dot of that radius."""
        size = self.theme.px(20)
        sprite = Sprite(size, size).disc(self.theme.outline, size / 2)
        sprite.disc(self.theme.raised, size / 2 - self.theme.px(1))
        return sprite.disc(fill, dot * self.theme.scale)

    def bar(self, colour: str, size: tuple[float, float], thick: float) -> Sprite:
        """Return a bar with round ends in the middle of a strip, along its longer side."""
        px, sprite = self.theme.px, self.blank(*size)
        gap = (px(min(size)) - px(thick)) / 2
        left, top = (0, gap) if size[0] > size[1] else (gap, 0)
        return sprite.box(colour, px(thick) / 2, left, top)

    def chevron(self, direction: str, colour: str, size: tuple[float, float] = (12, 12)) -> Sprite:
        """Return an arrow head that points ``up``, ``down`` or ``right``."""
        sprite = Sprite(self.theme.px(size[0]), self.theme.px(size[1]))
        reach, rise = 3.75 / size[0], 1.9 / size[1]
        head = [(0.5 - reach, 0.5 + rise), (0.5, 0.5 - rise), (0.5 + reach, 0.5 + rise)]
        points = [_TURNS[direction](x, y) for x, y in head]
        return sprite.line(colour, 1.4 * self.theme.scale, points)


def catalogue(theme: Theme) -> dict[str, Sprite]:
    """Draw every sprite of the theme, by name."""
    painter = PicturePainter(theme)
    sprites = _plain(painter) | _arrows(painter) | _of_menus(painter) | _with_states(painter)
    for name in BY_THE_DOZEN:
        sprites[name].stretch(theme.px(WIDEST), theme.px(HIGHEST))
    return sprites


@cache
def sheet_of(mode: str, scale: float, *, narrow: bool = False) -> SpriteSheet:
    """Return every picture of a look, drawn once a process; raises ``KeyError``."""
    return SpriteSheet.of(catalogue(Theme(mode, scale, narrow=narrow)))


def _plain(painter: PicturePainter) -> dict[str, Sprite]:
    t = painter.theme
    sprites = {
        # as large as its borders: of what is between them Tk draws nothing
        "empty": Sprite(2 * t.px(BORDER), 2 * t.px(BORDER)),
        "gap": Sprite(t.px(8), t.px(8)),
        "ring": painter.ring(),
        "frame": painter.face(t.raised, t.border),
        # one pixel at every scale: Tk puts the list one pixel inside
        "popdown": Sprite(t.px(WIDE_PX), t.px(20)).box(t.outline, 0).box(t.raised, 0, 1),
        "tip": painter.face(t.tip, t.tip),
        "flat-over": painter.face(t.over, t.border),
        "flat-down": painter.face(t.down, t.border),
        "tint": painter.face(t.tint, t.tint),
        "tint-over": painter.face(t.tint_over, t.tint_over),
        "tint-dim": painter.face(t.down, t.down),
        "tab-on": painter.underline(t.accent),
        "tab-dim": painter.underline(t.text_off),
        "field": painter.face(t.raised, t.border, t.outline),
        "field-over": painter.face(t.raised, t.outline, t.outline),
        "field-focus": painter.framed(t.raised, t.focus),
        "field-bad": painter.face(t.raised, t.exit, t.exit, 2),
        "field-bad-focus": painter.framed(t.raised, t.focus, t.exit),
        "field-dim": painter.face(t.window, t.border),
        "heading": painter.face(t.window, t.window, t.border),
        "heading-over": painter.face(t.over, t.over, t.border),
        "trough": painter.bar(t.outline, (WIDE_PX, 20), 4),
        "trough-dim": painter.bar(t.border, (WIDE_PX, 20), 4),
        "thumb": painter.thumb(t.accent, 5),
        "thumb-over": painter.thumb(t.accent_over, 6.5),
        "thumb-down": painter.thumb(t.accent_down, 4),
        "thumb-dim": painter.thumb(t.accent_off, 5),
        "progress": painter.bar(t.down, (WIDE_PX, 6), 6),
        "progress-done": painter.bar(t.accent, (WIDE_PX, 6), 6),
    }
    for kind in ("good", "warn", "bad", "neutral"):
        sprites[f"chip-{kind}"] = painter.face(getattr(t, kind), getattr(t, kind))
        sprites[f"chip-{kind}-over"] = painter.face(getattr(t, kind), getattr(t, f"{kind}_text"))
    for name, size in (("bar-flat", (24, 12)), ("bar-tall", (12, 24))):
        sprites[name] = painter.bar(t.text_off, size, 4)
        sprites[f"{name}-over"] = painter.bar(t.text_soft, size, 8)
        # as large: Tk hangs where the borders of an element are larger than its picture
        sprites[f"{name}-none"] = Sprite(t.px(size[0]), t.px(size[1]))
    return sprites


def _arrows(painter: PicturePainter) -> dict[str, Sprite]:
    t = painter.theme
    sprites = {
        "chevron-right": painter.chevron("right", t.text_soft),
        "chevron-down": painter.chevron("down", t.text_soft),
        "chevron-down-dim": painter.chevron("down", t.text_off),
    }
    for state, colour in (("", t.text_soft), ("-over", t.accent), ("-dim", t.text_off)):
        for direction in ("up", "down"):
            sprites[f"step-{direction}{state}"] = painter.chevron(direction, colour, (20, 12))
    return sprites


def _of_menus(painter: PicturePainter) -> dict[str, Sprite]:
    """Draw what stands left of the entries of menus, and the arrow of submenus."""
    t = painter.theme
    sprites = {"menu-blank": painter.in_menu("", wider=INSET), "menu-off": painter.in_menu("")}
    for state, colour in (("", t.text), ("-on", t.tint_text)):
        sprites[f"menu-tick{state}"] = painter.in_menu(colour, "tick")
        sprites[f"menu-dot{state}"] = painter.in_menu(colour, "dot")
        sprites[f"menu-arrow{state}"] = painter.chevron("right", colour)
    return sprites | {"menu-arrow-dim": painter.chevron("right", t.text_off)}


def _with_states(painter: PicturePainter) -> dict[str, Sprite]:
    """Draw the four states: at rest, under the pointer, pressed, and disabled."""
    t = painter.theme
    states = (
        ("", t.raised, t.accent),
        ("-over", t.over, t.accent_over),
        ("-down", t.down, t.accent_down),
        ("-dim", t.window, t.accent_off),
    )
    sprites: dict[str, Sprite] = {}
    for state, fill, sure in states:
        dim = state == "-dim"
        edge, sign = (t.border, t.text_off) if dim else (t.outline, t.accent_text)
        knob = t.text_off if dim else t.text_soft
        sprites |= {
            f"button{state}": painter.face(fill, t.border),
            f"accent{state}": painter.face(sure, sure),
            f"check{state}": painter.tick_box(fill, edge),
            f"check-tick{state}": painter.tick_box(sure, sure, "tick", sign),
            f"check-dash{state}": painter.tick_box(sure, sure, "dash", sign),
            f"radio{state}": painter.radio(fill, edge),
            f"radio-dot{state}": painter.radio(sure, sure, sign),
            f"switch{state}": painter.switch(fill, edge, knob, on=False),
            f"switch-on{state}": painter.switch(sure, sure, sign, on=True),
        }
    return sprites
