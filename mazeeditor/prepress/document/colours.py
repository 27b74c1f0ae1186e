"""Colours of a PDF: in which space they are, and how much ink a grey is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mazeeditor.core.translation import _
from mazeeditor.prepress.document.values import (
    MAX_DEPTH,
    UnreadError,
    entry,
    items,
    kind_of,
    name,
    number,
)

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
_MOST_PARTS = 10  # of the array that a space is; PDF has at most 5
_PALETTE = 2_000  # bytes of a palette that take as long as an operator
_SAME = 0.002  # parts of a grey that differ by less, as those of 8 bits do


@dataclass(frozen=True)
class Space:
    """A colour space: its kind, number of parts, and whether it is that of the device."""

    kind: str
    parts: int
    device: bool
    label: str
    pattern: bool = False
    palette: tuple[bytes, Space] | None = None  # of an indexed space

    @property
    def plain(self) -> Space:
        """The space of the colour that a pattern without colours is painted in."""
        return replace(self, pattern=False)

    @property
    def initial(self) -> tuple[float, ...]:
        """The colour after the space was chosen: black, or the whole tint."""
        if self.kind == CMYK:
            return (0.0, 0.0, 0.0, 1.0)
        return (1.0 if self.kind == SPOT else 0.0,) * self.parts


DEVICE_GREY = Space(GREY, 1, True, "DeviceGray")
DEVICE_RGB = Space(RGB, 3, True, "DeviceRGB")
DEVICE_CMYK = Space(CMYK, 4, True, "DeviceCMYK")
DEFAULTS = {"DeviceGray": "DefaultGray", "DeviceRGB": "DefaultRGB", "DeviceCMYK": "DefaultCMYK"}


def space_of(value: Any, resources: Any, work: Callable[[int], None], depth: int = 0) -> Space:
    """Return the colour space of an object, or of a name in ``resources``.

    ``work`` counts operators. Raises ``UnreadError``.
    """
    plain = name(value)
    plain = _SHORT.get(plain, plain)
    if plain in _PLAIN:
        kind, parts, device = _PLAIN[plain]
        return Space(kind, parts, device, plain)
    if plain == "Pattern":
        return Space(NONE, 0, True, "Pattern", pattern=True)
    if plain and depth == 0:
        return space_of(entry(entry(resources, "ColorSpace"), plain), resources, work, 1)
    parts_of = items(value, _MOST_PARTS)
    if not parts_of or depth > MAX_DEPTH:
        raise UnreadError(_("a colour space is unknown"))
    return _compose(name(parts_of[0]), parts_of, resources, work, depth)


def as_device(space: Space, found: Space, called: str) -> Space:
    if found.parts != _PLAIN[space.label][1]:
        raise UnreadError(_("/{name} is not a space of that kind").format(name=called))
    return replace(space, kind=found.kind, label=found.label, device=found.device)


def _compose(
    family: str, parts: list[Any], resources: Any, work: Callable[[int], None], depth: int
) -> Space:
    """Return the space of an array like ``[/ICCBased stream]``; raises ``UnreadError``."""
    family = _SHORT.get(family, family)
    second: Any = parts[1] if len(parts) > 1 else None
    if family in _PLAIN:
        return Space(*_PLAIN[family], family)
    if family == "ICCBased":
        kind = _OF_PROFILE.get(int(number(entry(second, "N"))))
        if kind is None:
            raise UnreadError(_("an ICC profile is of an unknown kind"))
        return Space(kind, int(number(entry(second, "N"))), False, f"ICC {kind}")
    if family == "Indexed":
        base = space_of(second, resources, work, depth + 1)
        return replace(base, parts=1, pattern=False, palette=_palette(base, parts, work))
    if family == "Separation":
        ink = name(second)
        return Space(GREY if ink == "Black" else SPOT, 1, False, f"spot colour {ink}")
    if family == "DeviceN":
        inks = len(second) if kind_of(second) == "array" else 0
        return Space(SPOT, min(32, inks), False, "DeviceN")
    if family == "Pattern":
        if second is None:
            return Space(NONE, 0, True, "Pattern", pattern=True)
        return replace(space_of(second, resources, work, depth + 1), pattern=True)
    raise UnreadError(_("a colour space is unknown"))


def _palette(
    base: Space, parts: list[Any], work: Callable[[int], None]
) -> tuple[bytes, Space] | None:
    """Return the colours of an indexed space, of 8 bits each, and what they are colours of."""
    table: Any = parts[3] if len(parts) > 3 else None
    try:
        data = table.read_bytes() if kind_of(table) == "stream" else bytes(table)
    except Exception:  # pikepdf raises several kinds for damaged objects
        raise UnreadError(_("an indexed colour space has no colours")) from None
    work(len(data) // _PALETTE)
    return data[: 256 * 32], base


def tint_of(space: Space, values: Sequence[float]) -> float | None:
    """Return how much ink a grey is, 0 for white and 1 for black; None for other colours."""
    if space.kind == NONE or len(values) != space.parts or not values:
        return None
    if space.palette is not None:
        data, base = space.palette
        at = max(0, int(values[0])) * base.parts
        colour = data[at : at + base.parts]
        plain = base.kind != LAB and len(colour) == base.parts
        return tint_of(base, [part / 255 for part in colour]) if plain else None
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


class Colour:
    """A colour space with the tint of the colour in it, and the pattern it may be."""

    def __init__(self, space: Space, values: tuple[float, ...], pattern: Any = None) -> None:
        self.space, self.pattern, self.values = space, pattern, values
        self.tint = tint_of(space, values)

    @property
    def is_tiled(self) -> bool:
        """Whether it is a pattern whose tiles are painted by operators of their own."""
        return self.pattern is not None and number(entry(self.pattern, "PatternType")) == 1
