"""Reads values of PDF objects of unknown origin: what has another type counts as missing."""

from __future__ import annotations

import math
from typing import Any

Matrix = tuple[float, float, float, float, float, float]
Rectangle = tuple[float, float, float, float]  # as PDF has it: left, bottom, right, top; points
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
NOWHERE: Rectangle = (math.inf, math.inf, -math.inf, -math.inf)
ENTRIES = 2  # of a dictionary or an array that take as long as an operator
MAX_DEPTH = 50  # parents of a page, or objects in objects
_LARGEST = 1e9  # points: larger numbers are damage


class UnreadError(Exception):
    """Something that cannot be checked; its text is the reason, without a full stop."""


def entry(holder: Any, key: str) -> Any:
    """Return what a dictionary or stream has under a key, None where it has nothing."""
    try:
        return holder.get("/" + key)
    except Exception:  # pikepdf raises several kinds for objects of other types and damaged ones
        return None


def entries(holder: Any) -> list[tuple[str, Any]]:
    """Return names and values of a dictionary, none for other objects."""
    if isinstance(holder, dict):  # of an inline picture
        return list(holder.items())
    try:
        return [(str(key)[1:], value) for key, value in holder.items()]
    except Exception:  # as above
        return []


def items(array: Any, most: int | None = 100_000) -> list[Any]:
    """Return the items of an array, none for other objects and for arrays that are too long."""
    if isinstance(array, list):
        return array[:most]
    try:
        if array._type_name != "array" or (most is not None and len(array) > most):
            return []
        return list(array)
    except Exception:  # as above
        return []


def number(value: Any, default: float = 0.0) -> float:
    result = finite(value)
    return result if result is not None and abs(result) < _LARGEST else default


def finite(value: Any) -> float | None:
    """Return a finite number, however large, None for all else."""
    if isinstance(value, bool):
        return None
    try:
        result = float(value)
    except (TypeError, ValueError, ArithmeticError):
        return None
    return result if math.isfinite(result) else None


def name(value: Any) -> str:
    """Return a name without its slash, "" for other objects; ``tokens.Name`` is a str."""
    if isinstance(value, str):
        return value
    return str(value)[1:] if getattr(value, "_type_name", "") == "name" else ""


def text(value: Any) -> str:
    return str(value) if getattr(value, "_type_name", "") == "string" else ""


def kind_of(value: Any) -> str:
    """Return what an object is: dictionary, stream, array, name; "" for what is no object."""
    if isinstance(value, dict):
        return "dictionary"
    return str(getattr(value, "_type_name", ""))


def identity(value: Any) -> tuple[int, int] | None:
    """Return number and generation of an indirect object, None for a direct one."""
    pair = getattr(value, "objgen", (0, 0))
    return pair if pair != (0, 0) else None


def matrix(value: Any) -> Matrix:
    """Return a matrix, the identity where there is none."""
    parts = items(value, 6)
    if len(parts) != 6:
        return IDENTITY
    a, b, c, d, e, f = map(number, parts)
    return (a, b, c, d, e, f)


def box(value: Any) -> Rectangle | None:
    """Return a rectangle with its corners in order, None where there is none."""
    parts = items(value, 4)
    if len(parts) != 4:
        return None
    x, y, other_x, other_y = map(number, parts)
    return (min(x, other_x), min(y, other_y), max(x, other_x), max(y, other_y))


def multiply(first: Matrix, second: Matrix) -> Matrix:
    """Return the matrix that does ``first``, then ``second``."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def transform_box(area: Rectangle, by: Matrix) -> Rectangle:
    """Return the box around a box after a matrix."""
    a, b, c, d, e, f = by
    left, bottom, right, top = area
    xs = [a * x + c * y + e for x in (left, right) for y in (bottom, top)]
    ys = [b * x + d * y + f for x in (left, right) for y in (bottom, top)]
    return (min(xs), min(ys), max(xs), max(ys))


def intersection(first: Rectangle, second: Rectangle) -> Rectangle:
    """Return what two boxes share; its sides are in disorder where they share nothing."""
    return (
        max(first[0], second[0]),
        max(first[1], second[1]),
        min(first[2], second[2]),
        min(first[3], second[3]),
    )


def union(first: Rectangle, second: Rectangle) -> Rectangle:
    """Return the box around two."""
    return (
        min(first[0], second[0]),
        min(first[1], second[1]),
        max(first[2], second[2]),
        max(first[3], second[3]),
    )


def lies_in(inner: Rectangle, outer: Rectangle, tolerance: float = 0.0) -> bool:
    """Whether a box goes beyond another by no more than ``tolerance``."""
    return (
        inner[0] >= outer[0] - tolerance
        and inner[1] >= outer[1] - tolerance
        and inner[2] <= outer[2] + tolerance
        and inner[3] <= outer[3] + tolerance
    )


def is_empty(area: Rectangle) -> bool:
    """Whether two boxes share nothing; lines and points are something."""
    return area[0] > area[2] or area[1] > area[3]
