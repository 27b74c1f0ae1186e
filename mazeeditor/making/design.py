"""What a job starts from: a maze in millimetres, with its marks, and how it is to be made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.engraving import engraved
from mazeeditor.making.kerf import rounded_outlines
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import ToolPaths, paths_of
from mazeeditor.making.presets.material_files import Material
from mazeeditor.maze.maze import Maze
from mazeeditor.page.compose import title_lines
from mazeeditor.page.marks.marks import marks_of
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import LEAST_PASSAGE, PageLayout, plan_page, rounded_down
from mazeeditor.page.scene import Points
from mazeeditor.page.wall_styles.plain_lines import HAIRLINE
from mazeeditor.page.walls.band_outlines import outlines_of
from mazeeditor.page.walls.wall_graph import WallGraph, graph_of
from mazeeditor.page.walls.wall_items import placed

OUTLINES = 0.15  # of the work, about
LEAST_WALL = 0.001  # mm


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
        """How wide the tool cuts: it runs half of that beside the edge of what is kept."""
        return self.options.kerf_in(self.material)

    @cached_property
    def graph(self) -> WallGraph:
        """The closed walls, in cells."""
        return graph_of(self.maze)

    def wall_outlines(self, beside: float, job: Job) -> ToolPaths:
        """Return the rings around all walls, ``beside`` mm outside of them (inside where < 0).

        Raises ``UsageError`` where walls and kerf fill a passage, and ``CancelledError``.
        """
        self._check_passages(max(beside, 0.0))
        job.phase(len(self.graph.ends), OUTLINES)
        rings = outlines_of(self.graph, self.wall / self.cell, job)
        if beside:
            width = (self.wall + 2 * beside) / self.cell
            job.phase(len(self.graph.ends), OUTLINES)
            wider = outlines_of(self.graph, width, job)
            distance = abs(beside) / self.cell
            rounded = self.options.corners == "rounded"
            rings = rounded_outlines(rings, wider, distance) if rounded else wider
        return self.placed(paths_of(rings.points, rings.starts, rings.bulges, closed=True))

    def _check_passages(self, beside: float) -> None:
        """Raise ``UsageError`` where rings around walls would meet in the narrowest passage."""
        extent, cell = self.layout.extent, self.cell
        if extent.passage("bands", (self.wall + 2 * beside) / cell) * cell >= LEAST_PASSAGE:
            return
        most = extent.thickest("bands") * cell - 2 * (beside + LEAST_PASSAGE)
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

    def to_mm(self, points: Points) -> Points:
        """Return points given in cells in mm, where the layout puts them."""
        return placed(points.copy(), self.layout)

    def placed(self, paths: ToolPaths) -> ToolPaths:
        """Return paths given in cells in mm, where the layout puts them."""
        return replace(paths, points=self.to_mm(paths.points))


def _engraved(maze: Maze, page: Page, layout: PageLayout) -> ToolPaths:
    """Return title and marks as outlines, in mm."""
    scale = replace(layout.scale, outline=HAIRLINE)
    marks = marks_of(maze, page, scale, layout.x, layout.y)
    title = replace(layout.title, lettering=replace(layout.title.lettering, outlines=True))
    items = [item for mark in marks for item in mark.items]
    return engraved((*items, *title_lines(title, layout, "", HAIRLINE)))
