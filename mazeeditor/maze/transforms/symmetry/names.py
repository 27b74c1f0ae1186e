"""The names of symmetries: as users type them, as they are kept, and as users read them."""

from __future__ import annotations

from types import MappingProxyType

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, quoted

MOST_PARTS = 10_000
PARTS = MappingProxyType({"halves": 2, "thirds": 3, "quarters": 4, "sixths": 6})
MIRRORED = MappingProxyType(
    {
        "left-right": ("horizontal",),
        "top-bottom": ("vertical",),
        "both": ("horizontal", "vertical"),
    }
)
LABELS = MappingProxyType(
    {
        "left-right": _("Left and Right"),
        "top-bottom": _("Top and Bottom"),
        "both": _("Both"),
        "halves": _("Halves"),
        "thirds": _("Thirds"),
        "quarters": _("Quarters"),
        "sixths": _("Sixths"),
    }
)


def checked_symmetry(name: str) -> str:
    """Return the name of a symmetry as it is kept: ``3`` is ``thirds``; raises ``UsageError``."""
    if name in LABELS:
        return name
    short = len(name) <= len(str(MOST_PARTS))
    if short and name.isascii() and name.isdigit() and 2 <= int(name) <= MOST_PARTS:
        parts = int(name)
        return next((known for known in PARTS if PARTS[known] == parts), str(parts))
    text = _("There is no symmetry {name}: use {names}, or a number of parts from 2.")
    raise UsageError(text.format(name=quoted(name), names=", ".join(LABELS)))


def label_of(name: str) -> str:
    """Return the label of a symmetry."""
    return LABELS.get(name) or _("{number} Parts").format(number=name)
