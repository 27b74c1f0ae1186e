r"""Parts side by side on sheets of material, in rows.

::

+----------------------------+
| +------+ +----+ +-------+  |     the highest parts first; a new row where one is full,
| |  1   | | 2  | |   3   |  |     a new sheet where no further row fits
| +------+ |    | +-------+  |
|          +----+            |
| +----+ +----+              |
+----------------------------+
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mazeeditor.drawing.paper import paper_sizes
from mazeeditor.errors import UsageError
from mazeeditor.making.machine_files import Machine
from mazeeditor.making.make_options import MakeOptions
from mazeeditor.making.material_files import Material
from mazeeditor.making.parts import CutPart, Operation
from mazeeditor.making.tool_paths import ToolPaths, together
from mazeeditor.translation import _

SLACK = 1e-6  # mm
Size = tuple[float, float]


@dataclass(frozen=True, eq=False)
class SheetLayout:
    """A sheet of material, ``width`` × ``height`` mm, with its parts in place.

    ``paths`` are those of all parts by operation, in the order in which these are done. ``stock``
    is the material where it is not that of the product, ``thickness`` its thickness in mm.
    """

    width: float
    height: float
    parts: tuple[CutPart, ...]
    paths: Mapping[Operation, ToolPaths]
    title: str = ""
    stock: Material | None = None
    thickness: float = 0.0


def paths_by_operation(parts: Iterable[CutPart]) -> dict[Operation, ToolPaths]:
    """Return the paths of all parts by operation, in the order in which these are done."""
    every = [dict(part.in_order()) for part in parts]
    return {
        operation: together([paths[operation] for paths in every if operation in paths])
        for operation in Operation
        if any(operation in paths for paths in every)
    }


def laid_out(
    parts: Iterable[CutPart], options: MakeOptions, machine: Machine
) -> tuple[SheetLayout, ...]:
    """Return the sheets that the parts take; raises ``UsageError`` where one does not fit."""
    copies = [part for part in parts for _copy in range(part.count * options.copies) if part.paths]
    sheets: list[SheetLayout] = []
    for stock in dict.fromkeys(part.stock for part in copies):
        alike = [part for part in copies if part.stock == stock]
        size = _sheet_size(alike, options, machine)
        _check(alike, size, machine)
        rows = _Rows(size, options.gap)
        for part in sorted(alike, key=lambda part: -_size(part)[1]):
            rows.add(part)
        sheets += rows.sheets(stock)
    return tuple(sheets)


def _size(part: CutPart) -> Size:
    left, top, right, bottom = part.box
    return right - left, bottom - top


def _sheet_size(parts: list[CutPart], options: MakeOptions, machine: Machine) -> Size:
    """Return the size that was chosen, else one that holds all parts, but none above the bed."""
    if options.sheet is not None:
        sizes = paper_sizes(options.sheet, "automatic")
        return max(sizes, key=lambda size: sum(_fits(part, size) for part in parts))
    width = sum(_size(part)[0] for part in parts) + options.gap * (len(parts) + 1)
    size = width, max(_size(part)[1] for part in parts) + 2 * options.gap
    bed = machine.bed
    # what does not fit the bed either is reported with what the sheet would have to be
    if bed and not _within(size, bed) and all(_fits(part, bed) for part in parts):
        return bed
    return size


def _fits(part: CutPart, size: Size) -> bool:
    return all(one <= room + SLACK for one, room in zip(_size(part), size, strict=True))


def _check(parts: list[CutPart], size: Size, machine: Machine) -> None:
    """Raise ``UsageError`` where a part does not fit the sheet, or the sheet the machine."""
    for part in parts:
        if not _fits(part, size):
            text = _(
                "{part} takes {width:.1f} × {height:.1f} mm, more than the sheet of "
                "{sheet_width:g} × {sheet_height:g} mm: take smaller cells or a larger sheet."
            )
            width, height = _size(part)
            known = {"sheet_width": size[0], "sheet_height": size[1]}
            raise UsageError(text.format(part=part.label, width=width, height=height, **known))
    bed = machine.bed
    if bed and not (_within(size, bed) or _within(size[::-1], bed)):
        text = _(
            "The sheet of {width:.0f} × {height:.0f} mm is larger than the bed of {machine}, "
            "{bed_width:g} × {bed_height:g} mm: choose a smaller sheet or smaller cells."
        )
        known = {"bed_width": bed[0], "bed_height": bed[1]}
        raise UsageError(text.format(width=size[0], height=size[1], machine=machine.label, **known))


def _within(size: Size, room: Size) -> bool:
    return size[0] <= room[0] + SLACK and size[1] <= room[1] + SLACK


class _Rows:
    """Fills rows and sheets with parts that come the highest first."""

    def __init__(self, size: Size, gap: float) -> None:
        self._size, self._gap = size, gap
        self._sheets: list[list[CutPart]] = [[]]
        self._x = self._y = self._height = 0.0

    def add(self, part: CutPart) -> None:
        """Put a part beside the last one, or into the next row or sheet."""
        width, height = _size(part)
        if self._x and self._x + self._gap + width > self._size[0] + SLACK:
            self._x, self._y = 0.0, self._y + self._height + self._gap
            self._height = 0.0
        if self._sheets[-1] and self._y + height > self._size[1] + SLACK:
            self._sheets.append([])
            self._x = self._y = self._height = 0.0
        left = self._x + self._gap if self._x else self._edge(width, 0)
        top = self._y or self._edge(height, 1)
        box = part.box
        self._sheets[-1].append(part.moved(left - box[0], top - box[1]))
        self._x, self._y = left + width, top
        self._height = max(self._height, height)

    def _edge(self, length: float, axis: int) -> float:
        """Return how far from the edge of the sheet a part stays, where there is room for that."""
        return max(0.0, min(self._gap, (self._size[axis] - length) / 2))

    def sheets(self, stock: Material | None) -> tuple[SheetLayout, ...]:
        """Return the sheets with their parts."""
        return tuple(
            SheetLayout(*self._size, tuple(parts), paths_by_operation(parts), stock=stock)
            for parts in self._sheets
            if parts
        )
