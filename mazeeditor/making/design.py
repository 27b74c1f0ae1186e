"""What a job starts from: a maze in millimetres, with its marks, and how it is to be made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.kerf import cut_around, half_kerf, rounded_outlines
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import (
    Operation,
    ToolPaths,
    bounding_box,
    concatenated,
    no_paths,
    paths_of,
)
from mazeeditor.making.presets.materials import Material
from mazeeditor.maze.maze import Maze
from mazeeditor.page.compose import title_lines
from mazeeditor.page.marks.free_ground import grown
from mazeeditor.page.marks.marks import marks_of
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import LEAST_PASSAGE, PageLayout, plan_page, rounded_down
from mazeeditor.page.scene import Anchor, Box, Item, Lettering, Points, Strokes, Text
from mazeeditor.page.text.shaping import parts_of
from mazeeditor.page.wall_styles.plain_lines import HAIRLINE
from mazeeditor.page.walls.band_outlines import outlines_of
from mazeeditor.page.walls.pen_strokes import chains_of
from mazeeditor.page.walls.wall_graph import WallGraph, graph_of
from mazeeditor.page.walls.wall_items import placed

OUTLINES, STROKES = 0.15, 0.3  # of the work, about
LEAST_WALL = 0.001  # mm
OUTLINED = Lettering(outlines=True)


@dataclass(frozen=True, eq=False)
class Design:
    """A maze where its page has it; all lengths in mm.

    ``engraved`` are title and marks as outlines. ``lid`` is the material of a lid, None without.
    """

    maze: Maze
    options: MakeOptions
    material: Material
    layout: PageLayout
    engraved: ToolPaths
    lid: Material | None = None

    @classmethod
    def of(
        cls,
        maze: Maze,
        page: Page,
        options: MakeOptions,
        material: Material,
        lid: Material | None = None,
    ) -> Design:
        """Lay out a maze as on its page; raises ``UsageError`` where it does not fit."""
        layout = plan_page(maze, page)
        return cls(maze, options, material, layout, _engraved(maze, page, layout), lid)

    @property
    def cell(self) -> float:
        """From wall to wall."""
        return self.layout.scale.cell

    @property
    def wall(self) -> float:
        """How thick walls are."""
        return self.layout.scale.wall

    @property
    def kerf(self) -> float:
        """How wide the tool cuts."""
        return self.options.kerf_in(self.material)

    @property
    def half_kerf(self) -> float:
        """How far the tool runs from the edge of what is kept."""
        return half_kerf(self.kerf)

    @property
    def border(self) -> float:
        """How much material is left around the maze: as chosen, else as usual for the job.

        Where the material needs more to be safe, it is usual too.
        """
        chosen, usual = self.options.border, JOBS[self.options.job].border
        if chosen is not None or not usual:
            return usual if chosen is None else chosen
        return max(usual, self.material.safe + self.kerf)

    @cached_property
    def graph(self) -> WallGraph:
        """The closed walls, in cells."""
        return graph_of(self.maze)

    def wall_outlines(self, offset: float, job: Job) -> ToolPaths:
        """Return the outlines of all walls, moved outwards by ``offset`` mm, or inwards where < 0.

        Jobs pass half a kerf, with the sign that leaves the walls or the passages their size.

        Raises ``UsageError`` where walls and kerf fill a passage, and ``CancelledError``.
        """
        self._check_passages(max(offset, 0.0))
        job.phase(len(self.graph.ends), OUTLINES)
        rings = outlines_of(self.graph, self.wall / self.cell, job)
        if offset:
            width = (self.wall + 2 * offset) / self.cell
            job.phase(len(self.graph.ends), OUTLINES)
            moved = outlines_of(self.graph, width, job)
            distance = abs(offset) / self.cell
            rings = rounded_outlines(rings, moved, distance) if self._is_rounded else moved
        return self.to_sheet(paths_of(rings.points, rings.starts, rings.bulges, closed=True))

    def _check_passages(self, offset: float) -> None:
        """Raise ``UsageError`` where rings around walls would meet in the narrowest passage."""
        extent, cell = self.layout.extent, self.cell
        if extent.passage("bands", (self.wall + 2 * offset) / cell) * cell >= LEAST_PASSAGE:
            return
        most = extent.thickest("bands") * cell - 2 * (offset + LEAST_PASSAGE)
        known = {"wall": self.wall, "cell": cell, "kerf": self.kerf}
        if most < LEAST_WALL:
            text = _(
                "A kerf of {kerf:g} mm leaves nothing of passages in cells of {cell:g} mm: make "
                "the cells larger, or take a narrower tool."
            )
            raise UsageError(text.format(**known))
        text = _(
            "Walls of {wall:g} mm and a kerf of {kerf:g} mm leave nothing of cells of {cell:g} mm: "
            "make the walls thinner, {most:g} mm at the most, or the cells larger."
        )
        raise UsageError(text.format(most=rounded_down(most), **known))

    @property
    def _is_rounded(self) -> bool:
        return self.options.corners == "rounded"

    def plate(self, box: Box) -> ToolPaths:
        """Return the path around a rectangular part, ``box`` in mm, that keeps its size."""
        return cut_around(box, self.kerf, rounded=self._is_rounded)

    def plate_around(self, paths: Mapping[Operation, ToolPaths]) -> dict[Operation, ToolPaths]:
        """Return the cut around ``paths`` with the border; nothing without border or paths."""
        boxes = [part.box for part in paths.values() if len(part)]
        if not self.border or not boxes:
            return {}
        box = grown(bounding_box(boxes), self.border, self.border)
        return {Operation.OUTER_CUT: self.plate(box)}

    def to_mm(self, points: Points) -> Points:
        """Return points given in cells in mm, where the layout puts them."""
        return placed(points.copy(), self.layout)

    def to_sheet(self, paths: ToolPaths) -> ToolPaths:
        """Return paths given in cells in mm, where the layout puts them."""
        return replace(paths, points=self.to_mm(paths.points))


def _engraved(maze: Maze, page: Page, layout: PageLayout) -> ToolPaths:
    """Return title and marks as outlines, in mm."""
    scale = replace(layout.scale, outline=HAIRLINE)
    marks = marks_of(maze, page, scale, layout.x, layout.y)
    title = replace(layout.title, lettering=replace(layout.title.lettering, outlines=True))
    items = [item for mark in marks for item in mark.items]
    return lines_of((*items, *title_lines(title, layout, "", HAIRLINE)))


def engraved_text(
    text: str, x: float, y: float, size: float, anchor: Anchor = "middle"
) -> ToolPaths:
    """Return a line of text as outlines; ``x`` and ``y`` in mm are its anchor, ``size`` its em."""
    return lines_of([Text(x, y, size, text, anchor, "", HAIRLINE, OUTLINED)])


def lines_of(items: Iterable[Item]) -> ToolPaths:
    """Return the lines that items are drawn with: texts as outlines, which need no font."""
    return concatenated([paths for item in items for paths in _lines_of(item)])


def _lines_of(item: Item) -> Iterator[ToolPaths]:
    if isinstance(item, Text):
        for part in parts_of(item):
            yield from _lines_of(part)
    elif isinstance(item, Strokes):
        bulges = np.zeros(len(item.points)) if item.bulges is None else item.bulges
        yield ToolPaths(item.points, item.starts, item.closed, bulges)


def centre_lines(design: Design, job: Job) -> ToolPaths:
    """Return the walls as the fewest lines, in mm; raises ``CancelledError``."""
    return design.to_sheet(strokes_of(design.graph, job))


def strokes_of(graph: WallGraph, job: Job) -> ToolPaths:
    """Return the lines of a graph as the fewest strokes, in cells; raises ``CancelledError``."""
    if not len(graph.ends):
        return no_paths()
    job.phase(len(graph.ends), STROKES)
    chains = chains_of(graph, job)
    points = np.stack([graph.x[chains.posts], graph.y[chains.posts]], axis=1)
    bulges = chains.bulges if len(chains.bulges) else np.zeros(len(points))
    return ToolPaths(points, chains.starts, chains.closed, bulges)
