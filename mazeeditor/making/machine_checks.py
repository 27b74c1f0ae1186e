"""What a machine would refuse: open or engraved paths where it only cuts, lines cut twice."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.making.paths.operations import Operation
from mazeeditor.making.paths.tool_paths import ToolPaths, concatenated
from mazeeditor.making.presets.machines import Machine
from mazeeditor.making.sheets.layout import SheetLayout
from mazeeditor.page.curves import FLAT, onward
from mazeeditor.page.scene import Points

EXACT = 1e4  # steps in a mm: points nearer to each other are the same


def check_machine(machine: Machine, job: str, sheets: Iterable[SheetLayout]) -> None:
    """Raise ``UsageError`` where a machine that only cuts closed paths would have to do more.

    ``job`` is what users read for the job.
    """
    if not machine.closed:
        return
    for sheet in sheets:
        for operation, paths in sheet.paths.items():
            _check_operation(machine, job, operation, paths)
        shared = shared_lines(concatenated(list(sheet.paths.values())))
        if shared:
            text = _(
                "{machine} takes no lines that two parts share, and {job} has {count:,}: leave a "
                "gap between the parts."
            )
            raise UsageError(text.format(machine=machine.label, job=job, count=shared))


def _check_operation(machine: Machine, job: str, operation: Operation, paths: ToolPaths) -> None:
    if not operation.cuts:
        text = _(
            "{machine} only cuts, and {job} has lines for {operation}: choose a job that only "
            "cuts, and leave out title and marks."
        )
        known = {"machine": machine.label, "job": job, "operation": operation.label}
        raise UsageError(text.format(**known))
    count = int((~paths.closed).sum())
    if count:
        text = _(
            "{machine} cuts closed paths only, and {count:,} paths of {job} are open: choose a "
            "job like stencil."
        )
        raise UsageError(text.format(machine=machine.label, job=job, count=count))


def shared_lines(paths: ToolPaths) -> int:
    """Return how many lines lie on another one, over some of their length; and arcs, all of it."""
    if not len(paths):
        return 0
    after = onward(paths.starts, paths.closed)
    here = np.flatnonzero(after >= 0)
    first, last = paths.points[here], paths.points[after[here]]
    turned = (first[:, 0] > last[:, 0]) | ((first[:, 0] == last[:, 0]) & (first[:, 1] > last[:, 1]))
    first, last = (np.where(turned[:, None], *ends) for ends in ((last, first), (first, last)))
    bulges = np.where(turned, -1, 1) * paths.bulges[here]
    straight = np.abs(bulges) < FLAT
    arcs = _steps(np.column_stack([first, last, bulges])[~straight])
    return _overlaps(first[straight], last[straight]) + len(arcs) - len(np.unique(arcs, axis=0))


def _steps(values: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.rint(values * EXACT).astype(np.int64)


def _overlaps(first: Points, last: Points) -> int:
    """Return how many lines, which all run to the right or straight down, overlap an earlier one.

    Lines on one straight line have the same direction and distance from 0, 0.
    """
    if not len(first):
        return 0
    along = last - first
    unit = along / np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-12)[:, None]
    away = unit[:, 0] * first[:, 1] - unit[:, 1] * first[:, 0]
    keys = _steps(np.column_stack([unit, away]))
    _same, line = np.unique(keys, axis=0, return_inverse=True)
    begin, end = (unit * first).sum(axis=1), (unit * last).sum(axis=1)
    order = np.lexsort([begin, line.ravel()])
    line, begin, end = line.ravel()[order], begin[order], end[order]
    # each straight line gets a stretch of its own, so that one maximum serves all
    apart = line * (end.max() - begin.min() + 1.0)
    reached = np.maximum.accumulate(end + apart)[:-1]
    return int((begin[1:] + apart[1:] < reached - 1 / EXACT).sum())
