"""Colours of a PDF: in which space they are, and how much ink a grey is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mazeeditor.printing.pdf_values import DEEPEST, entry, items, name, number

GREY, RGB, CMYK, SPOT, LAB, NONE = "grey", "RGB", "CMYK", "spot colour", "Lab", "no colour"
_SHORT = {"G": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK", "I": "Indexed"}
_PLAIN = {
    "DeviceGray": (GREY, 1, True),
    "CalGray": (GREY, 1, False),
    "DeviceRGB": (RGB, 3, True),
    "CalRGB": (RGB, 3, False),
    "DeviceCMYK": (CMYK, 4, True),
    "Lab": (LAB, 3, False),
}
_OF_PROFILE = {1: GREY, 3: RGB, 4: CMYK}
_SAME = 0.002  # parts of a grey that differ by less, as those of 8 bits do


@dataclass(frozen=True)
class Space:
    """A colour space: its kind, number of parts, and whether it is that of the device."""

    kind: str
    parts: int
    device: bool
    label: str
    pattern: bool = False

    @property
    def initial(self) -> tuple[float, ...]:
        """The colour after the space was chosen: black, or the whole tint."""
        if self.kind == CMYK:
            return (0.0, 0.0, 0.0, 1.0)
        return (1.0 if self.kind == SPOT else 0.0,) * self.parts


DEVICE_GREY = Space(GREY, 1, True, "DeviceGray")
DEVICE_RGB = Space(RGB, 3, True, "DeviceRGB")
DEVICE_CMYK = Space(CMYK, 4, True, "DeviceCMYK")
UNKNOWN = Space(NONE, 0, False, "")


def space_of(value: Any, resources: Any = None, depth: int = 0) -> Space:
    """Return the colour space of an object, or of a name in ``resources``."""
    plain = name(value)
    plain = _SHORT.get(plain, plain)
    if plain in _PLAIN:
        kind, parts, device = _PLAIN[plain]
        return Space(kind, parts, device, plain)
    if plain == "Pattern":
        return Space(NONE, 0, True, "Pattern", pattern=True)
    if plain and depth == 0:
        return space_of(entry(entry(resources, "ColorSpace"), plain), resources, 1)
    parts_of = items(value)
    if not parts_of or depth > DEEPEST:
        return UNKNOWN
    return _composed(name(parts_of[0]), parts_of, resources, depth)


def _composed(family: str, parts: list[Any], resources: Any, depth: int) -> Space:
    """Return the space of an array like ``[/ICCBased stream]``."""
    family = _SHORT.get(family, family)
    second = parts[1] if len(parts) > 1 else None
    if family in _PLAIN:
        return Space(*_PLAIN[family], family)
    if family == "ICCBased":
        channels = int(number(entry(second, "N")))
        kind = _OF_PROFILE.get(channels, NONE)
        return Space(kind, channels if kind != NONE else 0, False, f"ICC {kind}")
    if family == "Indexed":
        base = space_of(second, resources, depth + 1)
        return Space(base.kind, 1, base.device, base.label, pattern=False)
    if family == "Separation":
        ink = name(second)
        return Space(GREY if ink == "Black" else SPOT, 1, False, f"spot colour {ink}")
    if family == "DeviceN":
        return Space(SPOT, min(32, len(items(second))), False, "DeviceN")
    if family == "Pattern":
        base = space_of(second, resources, depth + 1) if second is not None else UNKNOWN
        return Space(base.kind, base.parts, base.device, base.label, pattern=True)
    return UNKNOWN


def tint_of(space: Space, values: Sequence[float]) -> float | None:
    """Return how much ink a grey is, 0 for white and 1 for black; None for other colours."""
    if space.kind == NONE or len(values) != space.parts or not values:
        return None
    if space.kind == SPOT or space.label.startswith("spot colour"):
        return max(values)
    if space.kind == GREY:
        return 1 - values[0]
    if space.kind == RGB and space.parts == 3:
        return 1 - max(values) if max(values) - min(values) < _SAME else None
    if space.kind == CMYK and space.parts == 4:
        return values[3] if max(values[:3]) < _SAME else None
    if space.kind == LAB:
        return 1 - values[0] / 100 if max(abs(values[1]), abs(values[2])) < 1 else None
    return None
