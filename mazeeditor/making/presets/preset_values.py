"""Values of presets of machines and materials: numbers, colours and texts, each checked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.lengths import in_mm
from mazeeditor.core.translation import _, quoted
from mazeeditor.page.colours import read_colour


def number(
    values: Mapping[str, Any], key: str, low: float, high: float, default: float | None = None
) -> float:
    """Return a number, or a length with its unit in mm; without a default it must be given.

    Raises ``MazeError``.
    """
    value = values.get(key, default)
    if isinstance(value, str):
        try:
            value = float(in_mm(value))
        except ValueError:
            value = None
    valid = isinstance(value, int | float) and not isinstance(value, bool)
    if not valid or not math.isfinite(value) or not low <= value <= high:
        text = _("{key} must be a number from {low:g} to {high:g}.")
        raise MazeError(text.format(key=quoted(key), low=low, high=high))
    return float(value)


def one_of(values: Mapping[str, Any], key: str, known: tuple[str, ...], default: str) -> str:
    """Return a text that is one of ``known``; raises ``MazeError``."""
    value = values.get(key, default)
    if value not in known:
        text = _("{key} must be one of {known}.")
        raise MazeError(text.format(key=quoted(key), known=", ".join(known)))
    return str(value)


def colour(values: Mapping[str, Any], key: str, default: str) -> str:
    """Return a colour; raises ``MazeError``."""
    value = values.get(key, default)
    try:
        return read_colour(value) if isinstance(value, str) else read_colour("")
    except UsageError as error:
        raise MazeError(str(error)) from None


def table(values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return an object, empty where there is none; raises ``MazeError``."""
    value = values.get(key, {})
    if not isinstance(value, dict):
        raise MazeError(_("{key} must be an object.").format(key=quoted(key)))
    return value
