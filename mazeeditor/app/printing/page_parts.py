"""The part of a page that a window shows, at any zoom, as it will be printed; for a worker.

A cell of the screen lies where the cell of the page does: px = (mm - layout.x) / cell * zoom.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, floor
from typing import TYPE_CHECKING

from mazeeditor.app.printing.snapshot import Print
from mazeeditor.core.job import Job
from mazeeditor.page.page_layout import PageLayout, plan_page
from mazeeditor.page.scene import Item, LongStrokes, Polygons, Scene, Strokes
from mazeeditor.screen.area import Area
from mazeeditor.screen.viewport import Viewport

if TYPE_CHECKING:
    from PIL.Image import Image

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
    """Return the first page; raises what ``pages_of`` raises."""
    scene = print_.scenes(job)[0]
    return ComposedPage(scene, plan_page(print_.maze, print_.page))


def draw_part(page: ComposedPage, view: Viewport, job: Job) -> PagePart:
    """Return the part of a page that a viewport shows."""
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
