"""The pictures at start and goal as the page prints them, for the maze on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.page.page import Page

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 20.0  # mm
INCH = 25.4  # mm


def has_pictures(page: Page) -> bool:
    """Whether a page may print pictures: a theme does so in the place of arrows."""
    themed = page.theme != Page.theme and page.theme_pictures
    return page.marks == "picture" or (themed and page.marks == "arrow")


def drawn_pictures(page: Page, colour: str, side: int) -> tuple[Image, Image] | None:
    """Return the pictures at the start and at the goals, RGBA, their larger side ``side`` px.

    Their black is drawn in ``colour``. None where the page prints no pictures. Raises
    ``UsageError`` for a theme that is missing or broken.
    """
    from mazeeditor.page.marks.marks import end_pictures
    from mazeeditor.page.themes.themed_page import with_pictures

    if with_pictures(page).marks != "picture":
        return None
    start, goal = (_draw(text, colour, side) for text in end_pictures(page))
    return start, goal


def _draw(text: str, colour: str, side: int) -> Image:
    from mazeeditor.page.drawings.motifs import Motif, motif_of
    from mazeeditor.page.raster import raster
    from mazeeditor.page.scene import Item, Layer, Picture, Scene

    motif = motif_of(text)
    scale = SIDE / max(motif.width, motif.height)
    width, height = motif.width * scale, motif.height * scale
    items: tuple[Item, ...]
    if isinstance(motif, Motif):
        items = motif.items((0.0, 0.0, width, height), colour, 0.0)
    else:
        items = (Picture(0.0, 0.0, width, height, motif.kind, motif.data, motif.grey),)
    scene = Scene(width, height, (Layer("marks", "", items),), "", "", SIDE, 0.0)
    return raster.draw_at(scene, side * INCH / SIDE, transparent=True).convert("RGBA")
