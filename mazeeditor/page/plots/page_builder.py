"""Collects the lines, boxes, dots and texts of a page, and builds a scene of few items."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from mazeeditor.page.marks.free_ground import Box
from mazeeditor.page.scene import (
    Anchor,
    Cap,
    Item,
    Layer,
    Points,
    Polygons,
    Scene,
    Strokes,
    Text,
)

LineStyle = tuple[str, float, str, Cap]  # layer, width in mm, colour, cap
DOT = 0.01  # mm: some programs leave out lines without a length


@dataclass
class PageBuilder:
    """The content of a page; ``layers`` maps their names to their labels, the lowest first."""

    layers: dict[str, str]
    lines: dict[LineStyle, list[NDArray[np.float64]]] = field(default_factory=dict)
    boxes: dict[tuple[str, str], list[Box]] = field(default_factory=dict)
    texts: list[tuple[str, Text]] = field(default_factory=list)

    def line(self, layer: str, ends: Box, width: float, colour: str) -> None:
        """Draw a line from (x, y) to (x, y), in mm."""
        segment = np.array(ends, float).reshape(1, 2, 2)
        self.lines.setdefault((layer, width, colour, "square"), []).append(segment)

    def frame(self, layer: str, box: Box, width: float, colour: str) -> None:
        """Draw the four sides of a box."""
        left, top, right, bottom = box
        for y in (top, bottom):
            self.line(layer, (left, y, right, y), width, colour)
        for x in (left, right):
            self.line(layer, (x, top, x, bottom), width, colour)

    def dots(self, layer: str, positions: Points, width: float, colour: str) -> None:
        """Draw a round dot at each of ``positions`` float64[k, 2]."""
        half = np.array([DOT / 2, 0.0])
        segments = np.stack([positions - half, positions + half], axis=1)
        self.lines.setdefault((layer, width, colour, "round"), []).append(segments)

    def fill(self, layer: str, box: Box, colour: str) -> None:
        """Fill a box; those of one colour must not overlap."""
        self.boxes.setdefault((layer, colour), []).append(box)

    def write(
        self, x: float, y: float, size: float, text: str, colour: str, anchor: Anchor = "start"
    ) -> None:
        """Write a line of text, ``x`` and ``y`` on its baseline; always the topmost layer."""
        layer = list(self.layers)[-1]
        self.texts.append((layer, Text(x, y, size, text, anchor, colour)))

    def build(self, scene: Scene) -> Scene:
        """Return ``scene`` with the content of the page."""
        layers = (
            Layer(name, label, tuple(self._items(name))) for name, label in self.layers.items()
        )
        return replace(scene, layers=tuple(layer for layer in layers if layer.items))

    def _items(self, layer: str) -> Iterable[Item]:
        for (name, colour), boxes in self.boxes.items():
            if name == layer:
                yield _polygons(boxes, colour)
        for (name, width, colour, cap), parts in self.lines.items():
            if name == layer:
                yield _strokes(np.concatenate(parts), width, colour, cap)
        for name, text in self.texts:
            if name == layer:
                yield text


def _polygons(boxes: list[Box], colour: str) -> Polygons:
    table = np.array(boxes, float)
    corners = table[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)
    return Polygons(points=corners, starts=4 * np.arange(len(boxes) + 1), colour=colour)


def _strokes(segments: NDArray[np.float64], width: float, colour: str, cap: Cap) -> Strokes:
    return Strokes(
        points=segments.reshape(-1, 2),
        starts=2 * np.arange(len(segments) + 1),
        closed=np.zeros(len(segments), np.bool_),
        width=width,
        colour=colour,
        cap=cap,
    )
