"""What clean files differ in, and the table of all that can be made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from math import cos, sin, tau
from pathlib import Path

import numpy as np
from PIL import Image

import mazeeditor

TYPEFACE = Path(mazeeditor.__file__).parent / "core" / "typefaces" / "fonts" / "DejaVuSans.ttf"
MARGIN = 60.0  # points


@dataclass(frozen=True)
class Variant:
    """Sizes in points; ``grey`` is 0 for black and 1 for white, ``turn`` in degrees."""

    name: str
    wide: float
    high: float
    line: float
    grey: float
    text: float
    turn: float

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the page."""
        return self.wide / 2, self.high / 2

    def star(self, points: int = 9) -> list[tuple[float, float]]:
        """Return the corners of a star around the middle."""
        x, y = self.middle
        return [
            (x + size * cos(tau * at / 2 / points), y + size * sin(tau * at / 2 / points))
            for at in range(2 * points)
            for size in [90 if at % 2 else 40]
        ]


VARIANTS = (
    Variant("A4", 595.276, 841.89, 0.75, 0.0, 6.5, 0),
    Variant("letter", 612.0, 792.0, 1.0, 0.5, 9.0, 30),
    Variant("six by nine", 432.0, 648.0, 3.5, 0.9, 24.0, -77.7),
    Variant("landscape", 841.89, 595.276, 12.0, 0.25, 40.0, 90),
)
Make = Callable[[Path, Variant], None]


@dataclass(frozen=True)
class Subject:
    """A kind of file of a program, the rules that it keeps to, and which warnings are due."""

    producer: str
    name: str
    make: Make
    rules: str
    warned: frozenset[str]


CLEAN: list[Subject] = []


def clean(producer: str, rules: str = "general", *warned: str) -> Callable[[Make], Make]:
    """Register what a program makes by the name of the function."""

    def register(make: Make) -> Make:
        name = make.__name__.replace("_", " ")
        CLEAN.append(Subject(producer, name, make, rules, frozenset(warned)))
        return make

    return register


@cache
def photograph(side: int, mode: str = "L") -> Image.Image:
    """Return an arbitrary picture with soft and hard places and some white."""
    x, y = np.meshgrid(np.linspace(0, 9, side), np.linspace(0, 9, side))
    parts = [127 + 127 * np.sin(x + shift) * np.cos(y * shift + x) for shift in (1, 2, 3)]
    picture = Image.fromarray(np.stack(parts, axis=2).astype(np.uint8), "RGB")
    return picture.convert(mode)


def as_file(picture: Image.Image, form: str = "PNG") -> bytes:
    """Return a picture as a file."""
    buffer = BytesIO()
    picture.save(buffer, form)
    return buffer.getvalue()
