"""Texts and marks as outlines, which need no font where they are engraved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from mazeeditor.making.paths.tool_paths import ToolPaths, together
from mazeeditor.page.scene import Anchor, Item, Lettering, Strokes, Text
from mazeeditor.page.text.text_items import parts_of
from mazeeditor.page.wall_styles.plain_lines import HAIRLINE

OUTLINES = Lettering(outlines=True)


def engraved(items: Iterable[Item]) -> ToolPaths:
    """Return the lines that items are drawn with."""
    return together([paths for item in items for paths in _as_paths(item)])


def engraved_text(
    text: str, x: float, y: float, size: float, anchor: Anchor = "middle"
) -> ToolPaths:
    """Return a line of text as outlines; ``x`` and ``y`` in mm are its anchor, ``size`` its em."""
    return engraved([Text(x, y, size, text, anchor, "", HAIRLINE, OUTLINES)])


def _as_paths(item: Item) -> Iterator[ToolPaths]:
    if isinstance(item, Text):
        for part in parts_of(item):
            yield from _as_paths(part)
    elif isinstance(item, Strokes):
        bulges = np.zeros(len(item.points)) if item.bulges is None else item.bulges
        yield ToolPaths(item.points, item.starts, item.closed, bulges)
