"""A comparison as text: a table to read, CSV for a spreadsheet, one JSON object a line."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from io import StringIO

from mazeeditor.comparing.compare import Row
from mazeeditor.maze.measures import Measure
from mazeeditor.words import _

NONE = "–"
# the words are those of the columns of CSV and JSON
FIGURES = {
    "median": _("median"),
    "lower_quartile": _("25 %"),
    "upper_quartile": _("75 %"),
    "mean": _("mean"),
    "spread": _("spread"),
    "least": _("least"),
    "most": _("most"),
}
EXTREMES = ("least", "most")  # figures of single mazes, not between those of several
COLUMN = 11  # characters


def as_csv(rows: Iterable[Row]) -> str:
    """Return comma separated values, a line for each row under a line of names."""
    lines = [row.as_json() for row in rows]
    file = StringIO()
    writer = csv.DictWriter(file, list(lines[0]) if lines else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return file.getvalue()


def as_json(rows: Iterable[Row]) -> str:
    """Return an object a line."""
    return "".join(json.dumps(row.as_json()) + "\n" for row in rows)


def as_words(rows: Sequence[Row]) -> str:
    """Return a block for each measure, with a line for each generator."""
    width = max(len(row.generator) for row in rows)
    blocks = []
    for measure in dict.fromkeys(row.measure for row in rows):
        heading = "".join(f"{words:>{COLUMN}}" for words in FIGURES.values())
        lines = [f"{titled(measure)}. {measure.sentence}", f"  {'':{width}}{heading}"]
        for row in rows:
            if row.measure is measure:
                told = row.as_json()
                figures = "".join(f"{_aligned(measure, name, told):>{COLUMN}}" for name in FIGURES)
                lines.append(f"  {row.generator:{width}}{figures}")
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _aligned(measure: Measure, name: str, told: dict[str, object]) -> str:
    """Return a figure with the same digits behind the point as those above and below it."""
    whole = replace(measure, whole=measure.whole and name in EXTREMES)
    return shown(whole, told[name])


def unit(measure: Measure) -> str:
    """Return what a measure is counted in."""
    return "%" if measure.share else _("cells")


def titled(measure: Measure) -> str:
    """Return the name of a measure and its unit: ``Dead ends (cells)``."""
    return f"{measure.label} ({unit(measure)})"


def shown(measure: Measure, value: object) -> str:
    """Return a figure as people read it, without its unit; the dash is for none."""
    if not isinstance(value, float):
        return NONE
    if measure.whole and value.is_integer():
        return f"{value:,.0f}"
    return f"{value * 100 if measure.share else value:,.1f}"
