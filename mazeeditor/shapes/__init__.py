"""The shapes a maze can have; each file builds a lattice and its geometry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mazeeditor.maze.lattice import Lattice
from mazeeditor.options import Option, check_all, options_of
from mazeeditor.registry import Registry
from mazeeditor.words import _

ROWS_AND_COLUMNS = _("row"), _("column")
TRIED = 40  # rings and the like, of which it is seen how many cells they make


@dataclass(frozen=True)
class Shape:
    """A registered shape: ``build`` makes its lattice from keyword options (``rows``, ...).

    ``axes`` are the words for the two numbers of a place.
    """

    name: str
    label: str
    build: Callable[..., Lattice]
    order: int = 100
    axes: tuple[str, str] = ROWS_AND_COLUMNS

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen: rows, columns and what else the shape has."""
        return options_of(self.build)

    @property
    def summary(self) -> str:
        """One line for people."""
        return (self.build.__doc__ or "").strip().partition("\n")[0]


SHAPES: Registry[Shape] = Registry("shape", __name__)


def shape(
    name: str, label: str, order: int = 100, axes: tuple[str, str] = ROWS_AND_COLUMNS
) -> Callable[[Callable[..., Lattice]], Callable[..., Lattice]]:
    """Register a function that builds a lattice from keyword-only options."""

    def register(build: Callable[..., Lattice]) -> Callable[..., Lattice]:
        SHAPES.add(Shape(name, label, build, order, axes))
        return build

    return register


def build(name: str, **parameters: Any) -> Lattice:
    """Return the lattice of a shape; raises ``UsageError`` before any memory is taken."""
    found = SHAPES[name]
    return found.build(**check_all(found.options, parameters))


def sizes_about(name: str, size: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters of a shape for about ``size`` x ``size`` cells, but those ``given``.

    That is so many rows and columns, or as many rings as that takes. Raises ``UsageError``.
    """
    grows = [each.name for each in SHAPES[name].options if each.kind is int and each.default > 0]
    extent = size
    if len(grows) == 1:
        cells = build(name, **{grows[0]: TRIED}).cells  # they grow like the square of it
        extent = max(1, round(size * TRIED / cells**0.5))
    return dict.fromkeys(grows, extent) | dict(given)


def axes_of(lattice: Lattice) -> tuple[str, str]:
    """Return the words for the two numbers of a place: row and column, or ring and place."""
    return SHAPES[lattice.shape].axes if lattice.shape in SHAPES else ROWS_AND_COLUMNS
