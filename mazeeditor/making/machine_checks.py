"""What a machine would refuse: open or engraved paths where it only cuts, lines cut twice."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from mazeeditor.errors import UsageError
from mazeeditor.making.machine_files import Machine
from mazeeditor.making.parts import Operation
from mazeeditor.making.sheet_layout import SheetLayout
from mazeeditor.making.tool_paths import ToolPaths, together
from mazeeditor.translation import _

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
        shared = shared_lines(together(list(sheet.paths.values())))
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
    """Return how many lines and arcs lie on another one."""
    if not len(paths):
        return 0
    after = np.arange(1, len(paths.points) + 1)
    after[paths.starts[1:] - 1] = np.where(paths.closed, paths.starts[:-1], -1)
    here = np.flatnonzero(after >= 0)
    places = np.rint(paths.points * EXACT).astype(np.int64)
    first, last = places[here], places[after[here]]
    turned = (first[:, 0] > last[:, 0]) | ((first[:, 0] == last[:, 0]) & (first[:, 1] > last[:, 1]))
    bulges = np.where(turned, -1, 1) * np.rint(paths.bulges[here] * EXACT).astype(np.int64)
    ends = np.where(turned[:, None], np.hstack([last, first]), np.hstack([first, last]))
    lines = np.hstack([ends, bulges[:, None]])
    return len(lines) - len(np.unique(lines, axis=0))
