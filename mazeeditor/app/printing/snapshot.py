"""What would be printed now: a copy of the maze, the page and the route, for a worker.

Of the page in the main area a part is drawn, at any zoom. A cell of the screen lies where the cell
of the page does: px = (mm - layout.x) / cell * zoom.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.editing.document import Document
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.solvers import Solution
from mazeeditor.page.findings import (
    NARROW,
    NOT_DRAWN,
    PageFinding,
    about_passage,
    findings_of_maze,
    why_unreadable_on,
)
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import PageLayout
from mazeeditor.page.paper import larger_papers
from mazeeditor.page.planning import plan_page
from mazeeditor.page.print_warnings import (
    advice_for,
    warning_about,
    warning_about_walls,
    warnings_about_colours,
)
from mazeeditor.page.scene import Item, LongStrokes, Polygons, Scene, Strokes
from mazeeditor.screen.area import Area
from mazeeditor.screen.viewport import Viewport

if TYPE_CHECKING:
    from PIL.Image import Image

    from mazeeditor.files import Project


@dataclass(frozen=True, eq=False)
class Print:
    """A copy of a document as it is to be printed; the preview and the file are drawn from it."""

    maze: Maze
    page: Page
    shown: Solution | None
    recipe: Recipe = field(default_factory=Recipe)

    @classmethod
    def of(cls, document: Document) -> Print:
        """Return what a document would print now."""
        solution = document.solution
        shown = solution if solution and solution.solved else None
        return cls(document.maze.copy(), document.page, shown, document.recipe)

    def warning(self) -> str:
        """Return which characters of the title no typeface has, "" for none; slow."""
        return "" if self.page.title.isascii() else warning_about(self.page)

    def scenes(self, job: Job) -> list[Scene]:
        """Return the pages, a poster as one page; raises what ``pages_of`` does."""
        from mazeeditor.page.formats import pages_of
        from mazeeditor.page.poster import with_seams

        return with_seams(pages_of(self.maze, self.page, self.shown, job), self.page)

    def write(
        self, path: Path, options: dict[str, Any], job: Job, project: Project | None = None
    ) -> list[Path]:
        """Write the pages, or the text, in the format of the name's suffix.

        What is wrong with them is logged. ``project`` is the one that they are to keep, if any.
        """
        from mazeeditor.page.formats import Judge, export

        judge = Judge(recipe=self.recipe)
        kept = partial(_bytes_of, project) if project else None
        return export(self.maze, path, self.page, self.shown, job, judge, project=kept, **options)


def _bytes_of(project: Project, job: Job) -> bytes:
    from mazeeditor.files.project import chunks_of

    return b"".join(chunks_of(project, job))


@dataclass(frozen=True, eq=False)
class PrintPreview:
    """The pages, in pixels if they were drawn, or what is wrong and a page that fits.

    ``advice`` says for whom the maze is of the right size, "" for one that is cut; ``warning``
    which characters of the title are left out, and what is too fine to print. ``unfit`` is why the
    page is not fit for use, None if it is, and ``roomier`` the name of a paper on which somebody
    can solve the maze if nobody can here, "" if there is none.
    """

    images: tuple[Image, ...] = ()
    size: tuple[float, float] | None = None  # mm
    cell: float = 0.0  # mm
    problem: str = ""
    better: Page | None = None
    advice: str = ""
    warning: str = ""
    unfit: PageFinding | None = None
    roomier: str = ""


def plan(print_: Print) -> PrintPreview:
    """Return the size of the page and its cells without drawing it; slow for some titles."""
    warning = print_.warning()
    try:
        layout = plan_page(print_.maze, print_.page)
    except UsageError as problem:
        why = PageFinding(NOT_DRAWN, str(problem))
        return PrintPreview(problem=str(problem), better=fitting(print_), unfit=why)
    size = layout.width, layout.height
    page = print_.page
    colours = warnings_about_colours(page, routed=page.solution != "none")
    thin = warning_about_walls(page, layout.scale.wall)
    warning = "\n".join(filter(None, (warning, *colours, thin)))
    passage, cells = layout.passage(page.walls), print_.maze.lattice.cells
    planned = PrintPreview(size=size, cell=layout.scale.cell, warning=warning)
    if page.walls == "hairlines":  # cut by a laser: nobody follows it with a pencil
        return planned
    planned = replace(planned, advice=advice_for(passage, cells, layout.scale.wall))
    unfit = None if page.solution == "drawn" else about_passage(passage)
    return replace(planned, unfit=unfit, roomier=_roomier(print_)) if unfit else planned


def _roomier(print_: Print) -> str:
    """Return the name of the smallest paper on which the passages are wide enough, "" for none."""
    page = print_.page
    for name in larger_papers(page.page):
        larger = on_paper(page, name)
        with suppress(UsageError):
            layout = plan_page(print_.maze, larger)
            if about_passage(layout.passage(page.walls)) is None:
                return name
    return ""


def on_paper(page: Page, name: str) -> Page:
    return replace(page.unsized, page=name, wall=None)


def draw(print_: Print, box: tuple[int, int] | None, job: Job) -> PrintPreview:
    """Draw the pages as large as they fit into ``box`` (width, height in px).

    Without a ``box`` they are only checked.
    """
    from mazeeditor.page.raster import raster

    planned = plan(print_)
    if planned.problem:
        return planned
    try:
        scenes = print_.scenes(job)
    except MazeError as problem:  # there is no route to draw
        return PrintPreview(problem=str(problem), unfit=PageFinding(NOT_DRAWN, str(problem)))
    unreadable = why_unreadable_on(print_.page, print_.maze, print_.recipe)
    found = findings_of_maze(scenes, print_.page, unreadable=unreadable)
    others = [finding for finding in found if finding.kind != NARROW]  # which is known
    warnings = dict.fromkeys((*planned.warning.splitlines(), *(one.text for one in others)))
    unfit = planned.unfit or next((finding for finding in others if finding.bad), None)
    planned = replace(planned, warning="\n".join(warnings), unfit=unfit)
    if box is None:
        return planned
    scales = [min(box[0] / scene.width, box[1] / scene.height) for scene in scenes]
    widths = [max(1, int(scene.width * scale)) for scene, scale in zip(scenes, scales, strict=True)]
    images = [
        raster.draw(scene, width, job=job) for scene, width in zip(scenes, widths, strict=True)
    ]
    return replace(planned, images=tuple(images))


def picture_of(recipe: Recipe, side: int, margin: float, job: Job | None = None) -> Image:
    """Return a picture RGB of a maze with thin walls, as large as it fits into ``side`` px.

    ``margin`` is the white paper around the maze, mm; a cell has 5 mm. Raises ``CancelledError``.
    """
    job = job or Job()
    return picture_of_maze(maze_of(recipe, job=job), side, margin, job)


def picture_of_maze(maze: Maze, side: int, margin: float, job: Job | None = None) -> Image:
    """Return such a picture of a maze; raises ``CancelledError``."""
    page = Page(page="fit", margin=margin, marks="none", cell=5.0, wall=0.6)
    preview = draw(Print(maze, page, None), (side, side), job or Job())
    return preview.images[0].convert("RGB")


def fitting(print_: Print) -> Page | None:
    """Return the page with cells that fit, or else a page that fits the maze; None for neither.

    The whole maze keeps a size that was chosen for it, if it can.
    """
    page = print_.page
    sized, free = page.unsized, replace(page.unsized, wall=None)
    as_large = (replace(page, page="fit"),) if page.whole else ()
    for candidate in (*as_large, sized, free, replace(free, page="fit")):
        try:
            layout = plan_page(print_.maze, candidate)
        except UsageError:
            continue
        return candidate if candidate.page == "fit" else replace(candidate, cell=layout.scale.cell)
    return None


Sheet = tuple[float, float, float, float]  # left, upper, right and lower edge, in cells


@dataclass(frozen=True, eq=False)
class ComposedPage:
    """The first page of a document, composed, and where the maze is on it."""

    scene: Scene
    layout: PageLayout

    @property
    def sheet(self) -> Sheet:
        """The edges of the page in cells of the maze."""
        layout, cell = self.layout, self.layout.scale.cell
        return (
            -layout.x / cell,
            -layout.y / cell,
            (layout.width - layout.x) / cell,
            (layout.height - layout.y) / cell,
        )


@dataclass(frozen=True, eq=False)
class PagePart:
    """The pixels of ``area``, in world px at ``zoom``; None where no part of the page is seen."""

    image: Image | None
    area: Area
    zoom: float


def compose_first(print_: Print, job: Job) -> ComposedPage:
    """Return the first page; raises what ``pages_of`` raises.

    It is not mirrored: its cells lie where those of the maze do, which is edited there.
    """
    print_ = replace(print_, page=replace(print_.page, mirrored=False))
    scene = print_.scenes(job)[0]
    return ComposedPage(scene, plan_page(print_.maze, print_.page))


def draw_part(page: ComposedPage, view: Viewport, job: Job) -> PagePart:
    from mazeeditor.page.raster import raster

    left, top, right, bottom = (edge * view.zoom for edge in page.sheet)
    whole = Area(floor(left), floor(top), ceil(right), ceil(bottom))
    area = whole.cut(view.screen)
    if not area.size:
        return PagePart(None, area, view.zoom)
    layout, scale = page.layout, page.layout.scale.cell / view.zoom  # mm a px
    x, y = area.left * scale + layout.x, area.top * scale + layout.y
    scene = cut_out(page.scene, x, y, area.width * scale, area.height * scale)
    image = raster.draw(scene, area.width, job=job)
    return PagePart(image, area, view.zoom)


def cut_out(scene: Scene, x: float, y: float, width: float, height: float) -> Scene:
    """Return a part of a page as a page of its own, all in mm."""

    def moved(item: Item) -> Item:
        if isinstance(item, LongStrokes):
            item = item.whole()
        if isinstance(item, Strokes | Polygons):
            return replace(item, points=item.points - (x, y))
        return replace(item, x=item.x - x, y=item.y - y)

    layers = tuple(replace(layer, items=tuple(map(moved, layer.items))) for layer in scene.layers)
    return replace(scene, width=width, height=height, layers=layers)
