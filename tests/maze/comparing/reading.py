"""Reads a plot back from its SVG: values by the labels of the axis, rows by their labels."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from mazeeditor.maze.generators import GENERATORS
from mazeeditor.page.formats import encode_scenes
from mazeeditor.page.scene import Scene
from tests.page.formats.drawn import Letters, Sheet
from tests.page.formats.read_svg import read_svg

Line = tuple[float, float, float, float]  # x, y, x, y


def read(scene: Scene) -> Sheet:
    """Return what the SVG of a page shows."""
    (data,) = encode_scenes([scene], Path("plot.svg")).values()
    return read_svg(data)


def number_of(text: str) -> float | None:
    """Return the number that a text is, None for other text."""
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


@dataclass
class Reading:
    """A page with the plot of one measure."""

    sheet: Sheet

    def lines(self, layer: str, cap: str, wide: bool = False) -> list[Line]:
        """Return the lines of a layer; those of medians are ``wide``."""
        return [
            (*line[0], *line[1])
            for shape in self.sheet.shapes.get(layer, [])
            if shape.stroke and shape.cap == cap and (shape.width >= 0.6) == wide
            for line in shape.strokes
        ]

    @property
    def ticks(self) -> list[tuple[float, float]]:
        """The positions and numbers of the ticks, the lowest first."""
        positions = [x for x, _y, other, _bottom in self.lines("scale", "square") if x == other]
        ticks = []
        for letters in self.sheet.letters:
            number = number_of(letters.text)
            if number is not None and any(abs(x - letters.x) < 0.002 for x in positions):
                ticks.append((letters.x, number))
        assert len(ticks) == len(positions)
        return sorted(ticks)

    def value(self, x: float) -> float:
        """Return the number at a position."""
        (left, low), *_rest, (right, high) = self.ticks
        return low + (x - left) / (right - left) * (high - low)

    @property
    def unit(self) -> float:
        """The difference in value for one mm."""
        return self.value(1.0) - self.value(0.0)

    def label(self, generator: str) -> Letters:
        """Return the label of a row."""
        text = GENERATORS[generator].label
        (label,) = (letter for letter in self.sheet.letters if letter.text == text)
        return label

    def _near(self, generator: str, y: float) -> bool:
        return -2.8 < y - self.label(generator).y < 0.8

    def dots(self, generator: str) -> list[float]:
        """Return the values of the dots of a row, rising."""
        lines = self.lines("mazes", "round")
        return sorted(
            self.value((x + other) / 2) for x, y, other, _y in lines if self._near(generator, y)
        )

    def median(self, generator: str) -> float:
        """Return the value of the thick line."""
        (x,) = (
            x
            for x, y, _x, end in self.lines("boxes", "square", wide=True)
            if self._near(generator, (y + end) / 2)
        )
        return self.value(x)

    def box(self, generator: str) -> tuple[float, float] | None:
        """Return the values at the ends of the box, None where there is none."""
        tall = [
            self.value(x)
            for x, y, other, end in self.lines("boxes", "square")
            if x == other and abs(end - y) > 2 and self._near(generator, (y + end) / 2)
        ]
        filled = [
            (self.value(min(x)), self.value(max(x)))
            for shape in self.sheet.shapes.get("ground", [])
            for ring in shape.strokes
            if self._near(generator, sum(y for _x, y in ring) / 4)
            for x in [[x for x, _y in ring]]
        ]
        assert len(tall) == 2 * len(filled)
        assert not filled or filled[0] == pytest.approx((min(tall), max(tall)))
        return filled[0] if filled else None

    def whiskers(self, generator: str) -> list[float]:
        """Return the values at the outer ends of the whiskers."""
        return sorted(
            self.value(x)
            for x, y, other, end in self.lines("boxes", "square")
            if x == other and 1 < abs(end - y) < 2 and self._near(generator, (y + end) / 2)
        )

    def figure(self, generator: str) -> str:
        """Return the text at the right end of a row."""
        label = self.label(generator)
        beside = [letter for letter in self.sheet.letters if abs(letter.y - label.y) < 0.01]
        return max(beside, key=lambda each: each.x).text
