"""Lengths as people write them, ``6mm``, ``0.25in``, ``1.5 cm``, ``9pt``, in millimetres.

Those on the ground, ``2m``, ``150 cm``, ``6.5 ft``, are in metres.
"""

from __future__ import annotations

import re

INCH, POINT = 25.4, 25.4 / 72  # mm
POINTS = 72 / 25.4  # in a mm
MAX_LENGTH_MM = 100_000.0  # mm: of a maze
UNITS = {"mm": 1.0, "cm": 10.0, "in": INCH, "pt": POINT}  # mm
GROUND_UNITS = {  # m
    "m": 1.0,
    "km": 1000.0,
    "cm": 0.01,
    "mm": 0.001,
    "in": INCH / 1000,
    "ft": 0.3048,
    "yd": 0.9144,
}
_SIGNS = {'"': "in", "″": "in", "inch": "in", "inches": "in"}
NUMBER = r"[0-9]+(?:\.[0-9]+)?"
UNIT = "|".join(re.escape(name) for name in sorted({*UNITS, *_SIGNS}, key=len, reverse=True))
_LENGTH = re.compile(rf"([-+]?(?:{NUMBER}|\.[0-9]+))\s*({UNIT})", re.IGNORECASE)


_GROUND = re.compile(rf"([-+]?(?:{NUMBER}|\.[0-9]+))\s*({'|'.join(GROUND_UNITS)})", re.IGNORECASE)


def unit_of(text: str) -> str:
    """Return the usual spelling of a unit: ``in`` for an inch sign; raises ``KeyError``."""
    name = text.lower()
    name = _SIGNS.get(name, name)
    return {unit: unit for unit in UNITS}[name]


def in_mm(text: str) -> str:
    """Return a length with a unit as a number of mm; any other text as it is.

    >>> in_mm("0.5 in"), in_mm("12"), in_mm("twelve")
    ('12.7', '12', 'twelve')
    """
    match = _LENGTH.fullmatch(text.strip()[:100])
    return f"{float(match[1]) * UNITS[unit_of(match[2])]:.10g}" if match else text


def in_metres(text: str) -> str:
    """Return a length on the ground with a unit as a number of m; any other text as it is.

    >>> in_metres("150 cm"), in_metres("6ft"), in_metres("2")
    ('1.5', '1.8288', '2')
    """
    match = _GROUND.fullmatch(text.strip()[:100])
    return f"{float(match[1]) * GROUND_UNITS[match[2].lower()]:.10g}" if match else text


def size_text(width: float, height: float) -> str:
    """Return a size in mm as sentences have it, which can be typed like that as well.

    >>> size_text(1218.52, 801.0)
    '1218.5 × 801 mm'
    """
    return f"{round(width, 1):.10g} × {round(height, 1):.10g} mm"
