"""What a job starts from: a maze in millimetres, with its marks, and how it is to be made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.shaping import Lettering
from mazeeditor.making.edges.hanging import Hole, Mass
from mazeeditor.making.edges.outline import (
    AUTOMATIC,
    CIRCLE,
    NONE,
    RECTANGLE,
    Content,
    Outline,
)
from mazeeditor.making.edges.rim_text import BORDER, rim_text
from mazeeditor.making.jobs import JOBS, USUAL_BORDER
from mazeeditor.making.kerf import cut_around, drill, half_kerf, rounded_outlines
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import (
    Operation,
    ToolPaths,
    join_paths,
    no_paths,
    paths_of,
)
from mazeeditor.making.presets.materials import Material
from mazeeditor.making.single_line import write_single_line
from mazeeditor.making.tabs.places import BETWEEN, read_places
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.walls import free_walls
from mazeeditor.page.compose import title_lines
from mazeeditor.page.marks.marks import marks_of
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import LEAST_PASSAGE, PageLayout, rounded_down
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Box, Item, Points, Strokes, Text
from mazeeditor.page.text.placed_text import parts_of
from mazeeditor.page.wall_styles.plain_lines import HAIRLINE
from mazeeditor.page.walls.band_outlines import outlines_of
from mazeeditor.page.walls.pen_strokes import chains_of
from mazeeditor.page.walls.wall_graph import WallGraph, graph_of
from mazeeditor.page.walls.wall_items import place_points

OUTLINES, STROKES = 0.15, 0.3  # of the work, about
LEAST_WALL = 0.001  # mm
NO_MASS = Mass()
OUTLINED = Lettering(outlines=True)
LEAST_TAB = 0.3  # mm, where none is chosen


@dataclass(frozen=True, eq=False)
class Design:
    """A maze where its page has it; all lengths in mm.

    ``engraved`` are title and marks as outlines. ``lid`` is the material of a lid, None without.
    ``page`` is the one that it was laid out on, for walls with the tones of a photo.
    """

    maze: Maze
    options: MakeOptions
    material: Material
    layout: PageLayout
    engraved: ToolPaths
    lid: Material | None = None
    page: Page | None = None

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
        engraved = _engrave(maze, page, layout, options)
        return cls(maze, options, material, layout, engraved, lid, page)

    def without_openings(self) -> Design:
        """Return it with walls in the place of entrance and exits: a frame holds them."""
        maze = self.maze.copy()
        maze.set_openings(None, ())
        return replace(self, maze=maze)

    @property
    def cell(self) -> float:
        return self.layout.scale.cell

    @property
    def wall(self) -> float:
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
    def tab(self) -> float:
        """How wide tabs are when they are cut: as chosen, else as wide as the material may bear.

        Between walls they are no wider than these.
        """
        if self.options.tab is not None:
            return self.options.tab
        least = max(self.material.least, LEAST_TAB)
        if JOBS[self.options.job].tabs == BETWEEN:
            return max(min(least, self.wall), LEAST_TAB)
        return least

    @property
    def border(self) -> float:
        """How much material is left around the maze: as chosen, else as usual for the job.

        Where the material needs more to be safe, it is usual too.
        """
        chosen, usual = self.options.border, JOBS[self.options.job].border
        if not usual and self._is_outlined:
            usual = USUAL_BORDER
        if self.has_rim_text:
            usual = max(usual, BORDER)
        if self._has_hole and self.options.hang == "border":
            hole = Hole(self.options.hole or 0.0, self.material.safe)
            usual = max(usual, 2 * hole.reach)
        if chosen is not None or not usual:
            return usual if chosen is None else chosen
        return max(usual, self.material.safe + self.kerf)

    @property
    def has_rim_text(self) -> bool:
        return "rim_text" in JOBS[self.options.job].uses and bool(self.options.rim_text.strip())

    @property
    def _has_hole(self) -> bool:
        return self.options.hole is not None and "hole" in JOBS[self.options.job].uses

    @property
    def _is_outlined(self) -> bool:
        """Whether the user asks for something that needs an outline."""
        options, uses = self.options, JOBS[self.options.job].uses
        if self.has_rim_text:
            return True
        if options.outline == NONE or not {"outline", "border"} <= uses:
            return False
        return options.outline != AUTOMATIC or options.hole is not None

    @cached_property
    def graph(self) -> WallGraph:
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
                "Each cut is {kerf:g} mm wide (the kerf), and no passage is left in cells of "
                "{cell:.3g} mm: make it larger, or use a narrower tool."
            )
            raise UsageError(text.format(**known))
        text = _(
            "Walls of {wall:g} mm and cuts {kerf:g} mm wide (the kerf) leave no passage "
            "in cells of {cell:.4g} mm: make walls thinner, {most:g} mm at most, or "
            "cells larger."
        )
        raise UsageError(text.format(most=rounded_down(most), **known))

    @property
    def _is_rounded(self) -> bool:
        return self.options.corners == "rounded"

    def plate(self, box: Box) -> ToolPaths:
        """Return the path around a rectangular part, ``box`` in mm, that keeps its size."""
        return cut_around(box, self.kerf, rounded=self._is_rounded)

    @property
    def outline(self) -> Outline | None:
        """What is cut around a piece, None for nothing."""
        options, uses = self.options, JOBS[self.options.job].uses
        kind = options.outline if "outline" in uses else RECTANGLE
        if kind == AUTOMATIC:
            lattice = self.maze.lattice
            rings = lattice.shape == "polar" and lattice.whole
            kind = CIRCLE if rings or self.has_rim_text else RECTANGLE
        if kind == NONE or (not self.border and not self._is_outlined):
            return None
        # letters on the rim need as much room beside marks as beside walls
        near = self.border if self.has_rim_text else min(self.border, self.material.safe)
        return Outline(kind, self.border, near, options.overall if "overall" in uses else None)

    @cached_property
    def rim(self) -> ToolPaths:
        """The outer walls as lines without gaps, those of holes among them, in mm."""
        lattice, closed = self.maze.lattice, self.without_openings().maze
        graph = graph_of(Maze(lattice, closed.walls & ~free_walls(lattice)))
        return self.to_sheet(strokes_of(graph, Job()))

    @property
    def beyond(self) -> float:
        """How far walls reach outside of the rim, in mm."""
        return self.wall / 2 if JOBS[self.options.job].outlined else 0.0

    def content(self, paths: Mapping[Operation, ToolPaths]) -> Content:
        """Return what a piece with some paths holds; there must be one."""
        boxes = [part.box for part in paths.values() if len(part)]
        marks = paths.get(Operation.ENGRAVE, no_paths())
        return Content.of(self.rim, self.beyond, marks, boxes)

    def plate_around(self, paths: Mapping[Operation, ToolPaths]) -> dict[Operation, ToolPaths]:
        """Return the cut around ``paths``, without its hole; nothing without outline or paths."""
        outline = self.outline
        if outline is None or not any(len(part) for part in paths.values()):
            return {}
        return {Operation.OUTER_CUT: self._around(outline, self.content(paths))}

    def on_plate(
        self,
        paths: Mapping[Operation, ToolPaths],
        around: Mapping[Operation, ToolPaths] | None = None,
        more: Mass = NO_MASS,
    ) -> dict[Operation, ToolPaths]:
        """Return paths with the outline around them and its holes, if there are any.

        ``around`` are those that the piece has room for, where they are more than ``paths``, and
        ``more`` is what hangs on the hole besides these. Raises ``UsageError`` for a hole without
        an outline, or without room where it was placed by hand.
        """
        content_of, outline = around or paths, self.outline
        if self.has_rim_text and (outline is None or outline.kind != CIRCLE):
            raise UsageError(_("A text on the rim needs a round piece: choose the outline circle."))
        if outline is None and self.options.hole is not None:
            raise UsageError(_("A hole needs a piece around the maze: choose an outline."))
        if outline is None or not any(len(part) for part in content_of.values()):
            return dict(paths)
        content = self.content(content_of)
        path = self._around(outline, content)
        result = {**paths, Operation.OUTER_CUT: path}
        if self.has_rim_text:
            text = self._rim_text(outline, content)
            engraved = [paths.get(Operation.ENGRAVE, no_paths()), text]
            result[Operation.ENGRAVE] = join_paths(engraved)
            content = self.content({**content_of, Operation.ENGRAVE: join_paths(engraved)})
        if self._has_hole:
            edge = path if not self.kerf else self._around(outline, content, 0.0)
            cuts = [paths.get(Operation.OUTER_CUT, no_paths()), path]
            weighed = {**paths, Operation.OUTER_CUT: join_paths(cuts)}
            mass = Mass.of(weighed, self.kerf, Job()).plus(more)
            result = self._hung(result, edge, content, mass.x / mass.area)
        return result

    def mass_of(self, paths: Mapping[Operation, ToolPaths], job: Job) -> Mass:
        """Return what of a part hangs on a hole; nothing where there is none to hang it by."""
        return Mass.of(paths, self.kerf, job) if self._has_hole else NO_MASS

    def _hung(
        self,
        paths: dict[Operation, ToolPaths],
        edge: ToolPaths,
        content: Content,
        line: float,
    ) -> dict[Operation, ToolPaths]:
        """Return paths with holes beside an upright ``line`` through x, and their lugs."""
        options = self.options
        assert options.hole is not None
        hole = Hole(options.hole, self.material.safe)
        middles, in_lug = hole.places(edge, content, line, options.holes)
        if options.hole_at is not None:
            (place,) = read_places(options.hole_at)
            at = self.to_mm(np.array([place]))[0]
            middles, in_lug = hole.by_hand(edge, content, line, at, len(middles)), False
        if in_lug:
            wider = replace(hole, safe=hole.safe + self.half_kerf)
            paths[Operation.OUTER_CUT] = wider.with_lugs(paths[Operation.OUTER_CUT], middles)
        drilled = drill(middles, options.hole, self.kerf)
        inner = paths.get(Operation.INNER_CUT, no_paths())
        return {**paths, Operation.INNER_CUT: join_paths([inner, drilled])}

    def _rim_text(self, outline: Outline, content: Content) -> ToolPaths:
        """Return the text along the rim; raises ``UsageError`` where it has no room."""
        left, _top, right, _bottom = self._around(outline, content, 0.0).box
        edge = (right - left) / 2
        inside = content.radius(0.0, 0.0)
        single = self.options.in_single_lines
        return rim_text(self.options.rim_text, content.centre, inside, edge, single=single)

    def _around(self, outline: Outline, content: Content, offset: float | None = None) -> ToolPaths:
        """Return the path that keeps an outline, or runs ``offset`` mm outside of it."""
        away = self.half_kerf if offset is None else offset
        return outline.around(content, away, mitred=not self._is_rounded, job=Job())

    def engraved_text(self, text: str, x: float, y: float, size: float) -> ToolPaths:
        """Return a line of text; ``x`` and ``y`` in mm are the middle of its baseline.

        ``size`` is its em in mm.
        """
        item = Text(x, y, size, text, "middle", "", HAIRLINE, OUTLINED)
        return lines_of([item], single=self.options.in_single_lines)

    def to_mm(self, points: Points) -> Points:
        """Return points given in cells in mm, where the layout puts them."""
        return place_points(points.copy(), self.layout)

    def to_sheet(self, paths: ToolPaths) -> ToolPaths:
        """Return paths given in cells in mm, where the layout puts them."""
        return replace(paths, points=self.to_mm(paths.points))


def _engrave(maze: Maze, page: Page, layout: PageLayout, options: MakeOptions) -> ToolPaths:
    """Return title and marks in mm; a title in a typeface that was chosen always as outlines."""
    scale = replace(layout.scale, outline=HAIRLINE)
    marks = marks_of(maze, page, scale, layout.x, layout.y)
    title = replace(layout.title, lettering=replace(layout.title.lettering, outlines=True))
    items = [item for mark in marks for item in mark.items]
    single = options.in_single_lines
    titled = title_lines(title, layout, "", HAIRLINE)
    titles = lines_of(titled, single=single and not page.typeface)
    return join_paths([lines_of(items, single=single), titles])


def lines_of(items: Iterable[Item], *, single: bool = False) -> ToolPaths:
    """Return the lines that items are drawn with: texts in ``single`` lines where they can be.

    Others are outlines, which need no font either.
    """
    return join_paths([paths for item in items for paths in _lines_of(item, single=single)])


def _lines_of(item: Item, *, single: bool) -> Iterator[ToolPaths]:
    if isinstance(item, Text):
        lines = write_single_line(item) if single else None
        if lines is not None:
            yield lines
            return
        for part in parts_of(item):
            yield from _lines_of(part, single=False)
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
