"""The unit in which the window shows lengths and takes those that are typed without one.

::

    210 x 297 mm, cells of 15 mm   --->   8.27 x 11.69 in, cells of 0.591 in

All lengths are kept in mm. Fields show them with ``number_of`` and read them with ``typed``;
sentences are made in mm, and ``shown`` converts what a person sees.
"""

from __future__ import annotations

import re

from mazeeditor.app.region import uses_inches
from mazeeditor.app.settings import Settings
from mazeeditor.core.lengths import INCH
from mazeeditor.core.listeners import Listeners

MM, IN = "mm", "in"
DIGITS = 5  # of a number in a field
SHORT_INCHES = 1.0  # in: shorter lengths have a digit more
_NUMBER = r"[0-9][0-9,]*(?:\.[0-9]+)?"
_SIZES = re.compile(rf"({_NUMBER})((?: × {_NUMBER})*) mm\b")
_PLAIN = re.compile(r"[-+]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)")


class LengthUnits:
    """The unit of an application; ``changed`` is notified of another one."""

    def __init__(self) -> None:
        self.unit = MM
        self.changed: Listeners[[]] = Listeners()

    def follow(self, settings: Settings) -> None:
        """Use the unit of the settings, else that of the region."""
        unit = settings.units if settings.units in (MM, IN) else IN if uses_inches() else MM
        if unit != self.unit:
            self.unit = unit
            self.changed.notify()

    def number_of(self, mm: float) -> str:
        return f"{mm:.10g}" if self.unit == MM else f"{mm / INCH:.{DIGITS}g}"

    def typed(self, text: str) -> str:
        """Return what was typed with the unit that it has here, if it has none."""
        plain = self.unit == IN and _PLAIN.fullmatch(text.strip())
        return f"{text.strip().replace(',', '.')}in" if plain else text

    def shown(self, text: str) -> str:
        return text if self.unit == MM else _SIZES.sub(_in_inches, text)


def _in_inches(match: re.Match[str]) -> str:
    numbers = [match[1], *match[2].split(" × ")[1:]]
    return " × ".join(map(_inches, numbers)) + f" {IN}"


def _inches(number: str) -> str:
    inches = float(number.replace(",", "")) / INCH
    return f"{round(inches, 3 if inches < SHORT_INCHES else 2):g}"
