"""A comparison as text: a table to read, CSV for a spreadsheet, one JSON object a line."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from io import StringIO

from mazeeditor.core.translation import _
from mazeeditor.maze.comparing.compare import Distribution
from mazeeditor.maze.facts.measures import Measure

NONE = "–"
# the keys are the columns of CSV and JSON
COLUMNS = {
    "median": _("median"),
    "lower_quartile": _("25 %"),
    "upper_quartile": _("75 %"),
    "mean": _("mean"),
    "spread": _("spread"),
    "least": _("least"),
    "most": _("most"),
}
EXTREMES = ("least", "most")  # values of single mazes, never between those of several
WIDTH = 11  # characters of a column


def as_csv(rows: Iterable[Distribution]) -> str:
    """Return comma separated values, a line for each row under a line of names."""
    lines = [row.as_json() for row in rows]
    file = StringIO()
    writer = csv.DictWriter(file, list(lines[0]) if lines else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return file.getvalue()


def as_json(rows: Iterable[Distribution]) -> str:
    """Return an object a line."""
    return "".join(json.dumps(row.as_json()) + "\n" for row in rows)


def as_text(rows: Sequence[Distribution]) -> str:
    """Return a block for each measure, with a line for each generator."""
    width = max(len(row.generator) for row in rows)
    blocks = []
    for measure in dict.fromkeys(row.measure for row in rows):
        columns = "".join(f"{label:>{WIDTH}}" for label in COLUMNS.values())
        lines = [f"{heading(measure)}. {measure.description}", f"  {'':{width}}{columns}"]
        for row in rows:
            if row.measure is measure:
                values = row.as_json()
                texts = "".join(f"{_aligned(measure, name, values):>{WIDTH}}" for name in COLUMNS)
                lines.append(f"  {row.generator:{width}}{texts}")
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _aligned(measure: Measure, name: str, values: dict[str, object]) -> str:
    """Return a value with as many digits after the point as those above and below it."""
    whole = replace(measure, whole=measure.whole and name in EXTREMES)
    return formatted(whole, values[name])


def heading(measure: Measure) -> str:
    """Return the label of a measure and its unit, if any: ``Dead ends (cells)``."""
    unit = "%" if measure.share else measure.unit
    return f"{measure.label} ({unit})" if unit else measure.label


def formatted(measure: Measure, value: object) -> str:
    """Return a value for display, without its unit; a dash stands for none."""
    if not isinstance(value, float):
        return NONE
    if measure.whole and value.is_integer():
        return f"{value:,.0f}"
    return f"{value * 100 if measure.share else value:,.1f}"
