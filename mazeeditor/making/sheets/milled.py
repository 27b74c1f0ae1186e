"""The paths of a sheet as a router follows them, with all its passes and what holds the pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mazeeditor.making.paths.milling import (
    Cut,
    Way,
    even_depths,
    ways_of,
    with_allowance,
)
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths
from mazeeditor.making.presets.machines import Machine
from mazeeditor.making.sheets.layout import NO_TABS, SheetLayout


def mill_paths(sheet: SheetLayout, operation: Operation, machine: Machine) -> Iterator[Way]:
    """Yield each path of an operation as a router follows it, in their order.

    A finishing pass is one more.
    """
    paths = sheet.paths[operation]
    cuts = _cuts(sheet, operation, machine)
    held = sheet.held
    tabs, reach = NO_TABS, np.zeros(0)
    if held is not None and operation.cuts:
        tabs, reach = held.tabs, (held.widths + sheet.kerf) / 2
    if not operation.cuts:
        yield from ways_of(paths, cuts, tabs, reach)
    elif not machine.finish:
        yield from ways_of(_turn(paths, machine), cuts, tabs, reach)
    else:
        edges = [cut._replace(depths=cut.depths[-1:], lead_in="plunge") for cut in cuts]
        rough = _turn(_rough(paths, machine.finish), machine)
        both = zip(
            ways_of(rough, cuts, tabs, reach),
            # round a corner the edge may be a little nearer to a tab than what was roughed
            ways_of(_turn(paths, machine), edges, tabs, reach + 2 * machine.finish),
            strict=True,
        )
        for closed, (way, finishing) in zip(paths.closed.tolist(), both, strict=True):
            yield way
            if closed:
                yield finishing


def _cuts(sheet: SheetLayout, operation: Operation, machine: Machine) -> Sequence[Cut]:
    """Return how deep each path of an operation is cut."""
    thickness = sheet.thickness
    depth, passes = machine.depth(operation, thickness), machine.passes(operation, thickness)
    through = Cut(even_depths(depth, passes), machine.tab_top(thickness), machine.lead_in)
    if not operation.cuts:
        return [through] * len(sheet.paths[operation])
    top = machine.skin_top(thickness)
    skin = through._replace(depths=even_depths(top, max(1, round(passes * top / depth + 0.5))))
    return [skin if leaves else through for leaves in sheet.skinned(operation).tolist()]


def _turn(paths: ToolPaths, machine: Machine) -> ToolPaths:
    """Return paths with rings followed the other way round where the machine mills so."""
    if machine.milling == "climb":
        return paths
    return paths.chosen(np.arange(len(paths)), paths.closed)


def _rough(paths: ToolPaths, allowance: float) -> ToolPaths:
    """Return paths of which rings leave material for a finishing pass, where there is room."""
    rings = np.flatnonzero(paths.closed)
    if not len(rings):
        return paths
    moved = with_allowance(paths.chosen(rings), allowance)
    points = paths.points.copy()
    points[np.repeat(paths.closed, np.diff(paths.starts))] = moved.points
    return ToolPaths(points, paths.starts, paths.closed, paths.bulges)
