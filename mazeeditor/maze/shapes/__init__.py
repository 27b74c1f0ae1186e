"""The shapes a maze can have; each file builds a lattice and its geometry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import check_all
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import MAX_CELLS, Lattice

ROWS_AND_COLUMNS = _("row"), _("column")
SAMPLE = 40  # rings: their cells are counted to choose how many rings a size takes


@dataclass(frozen=True, kw_only=True)
class Shape(Entry[Callable[..., Lattice]]):
    """A registered shape: ``run`` builds its lattice from keyword options (``rows``, ...).

    ``axes`` are the names of a cell's two coordinates.
    """

    axes: tuple[str, str] = ROWS_AND_COLUMNS


SHAPES: Registry[Shape] = Registry("shape", __name__)
shape = SHAPES.decorator(Shape)


def build(name: str, **parameters: Any) -> Lattice:
    """Return the lattice of a shape; raises ``UsageError`` before any memory is taken."""
    entry = SHAPES[name]
    return entry.run(**check_all(entry.options, parameters))


def check_size(rows: int, columns: int) -> None:
    """Raise ``UsageError`` where a maze would have more than ``MAX_CELLS`` cells."""
    if rows * columns > MAX_CELLS:
        raise UsageError(
            _("{rows:,} rows of {columns:,} cells are too many: {largest:,} cells at most.").format(
                rows=rows, columns=columns, largest=MAX_CELLS
            )
        )


def sizes_about(name: str, size: int, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters of a shape for about ``size`` x ``size`` cells, except those ``chosen``.

    These are ``size`` rows and columns, or as many rings as have that many cells. Raises
    ``UsageError``.
    """
    extents, extent = size_names(name), size
    if len(extents) == 1:
        cells = build(name, **{extents[0]: SAMPLE}).cells  # they grow like the square of it
        extent = max(1, round(size * SAMPLE / cells**0.5))
    return dict.fromkeys(extents, extent) | dict(chosen)


def degree_of(name: str, parameters: Mapping[str, Any]) -> int:
    """Return the number of slots of a cell, whatever the size; raises as ``build`` does."""
    return build(name, **dict(parameters) | dict.fromkeys(size_names(name), 1)).degree


def size_names(name: str) -> list[str]:
    """Return the options of a shape that are its size: rows and columns, or rings."""
    return [option.name for option in SHAPES[name].options if option.kind is int and option.default]


def size_in_words(name: str, *sizes: Mapping[str, Any]) -> str:
    """Return one size, or from the first to the last, of a shape: "7 × 7", "8 – 14 rings"."""
    names = size_names(name)
    texts = dict.fromkeys(" × ".join(str(each[size]) for size in names) for each in sizes)
    text = " – ".join(texts)
    if len(names) > 1:
        return text
    (label,) = (option.label for option in SHAPES[name].options if option.name == names[0])
    return f"{text} {label.lower()}"


def axes_of(lattice: Lattice) -> tuple[str, str]:
    """Return the names of a cell's two coordinates: row and column, or ring and place."""
    return SHAPES[lattice.shape].axes if lattice.shape in SHAPES else ROWS_AND_COLUMNS
