"""Plates: the outline of a rectangular part around what is drawn on it."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi, tan

import numpy as np

from mazeeditor.making.design import Design
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.paths.operations import Operation
from mazeeditor.making.paths.tool_paths import ToolPaths, around, paths_of
from mazeeditor.page.marks.free_ground import Box, grown

QUARTER = tan(pi / 8)  # the bulge of a quarter of a circle


def plate_around(
    design: Design, paths: Mapping[Operation, ToolPaths]
) -> dict[Operation, ToolPaths]:
    """Return the cut around what is drawn, with the border that was chosen; nothing without one."""
    border = design.options.border
    if border is None:
        border = JOBS[design.options.job].border
    drawn = [part for part in paths.values() if len(part)]
    if not border or not drawn:
        return {}
    return {
        Operation.OUTER_CUT: plate(
            design, grown(around(part.box for part in drawn), border, border)
        )
    }


def plate(design: Design, box: Box) -> ToolPaths:
    """Return the tool's path around a rectangle that keeps its size, in mm."""
    left, top, right, bottom = box
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    beside = design.kerf / 2
    out = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]) * beside
    if design.options.corners == "mitred" or not beside:
        return paths_of(corners + out, np.array([0, 4]), None, closed=True)
    # clockwise from the left upper corner: there the path arrives upwards, and leaves to the right
    upright, level = out * (1.0, 0.0), out * (0.0, 1.0)
    turns = np.array([0, 1, 0, 1], np.bool_)[:, None]
    arriving, leaving = np.where(turns, level, upright), np.where(turns, upright, level)
    points = np.stack([corners + arriving, corners + leaving], axis=1).reshape(-1, 2)
    bulges = np.tile([-QUARTER, 0.0], 4)
    return paths_of(points, np.array([0, 8]), bulges, closed=True)
