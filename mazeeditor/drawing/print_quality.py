"""What a print shop would refuse on a page: lines that are too thin, pictures that are too coarse.

Hairlines are meant for lasers, which follow lines of any width: there is nothing to warn of.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from mazeeditor.drawing.page import Page
from mazeeditor.drawing.pictures import decoded
from mazeeditor.drawing.scene import Picture, Scene
from mazeeditor.lengths import INCH, POINT
from mazeeditor.translation import _

THINNEST = 0.75  # pt, as Amazon KDP and most print shops ask for
COARSEST = 300  # dpi, as above
ROUNDING = 0.005  # pt: a wall of 0.264 mm is 0.748 pt


def warning_about_lines(page: Page, wall: float) -> str:
    """Return that walls of ``wall`` mm are too thin to print, "" where they are not."""
    width = wall / POINT
    if page.walls == "hairlines" or width >= THINNEST - ROUNDING:
        return ""
    return _(
        "Lines of {width:.2f} pt are thinner than the {least:g} pt that print shops ask for: "
        "take thicker walls or a larger page."
    ).format(width=width, least=THINNEST)


def warnings_about(page: Page, scenes: Iterable[Scene]) -> list[str]:
    """Return what is too thin or too coarse to print on the pages of a maze, each once."""
    result = []
    for scene in scenes:
        result.append(warning_about_lines(page, scene.wall))
        result += [_about(item) for item in scene.items if isinstance(item, Picture)]
    return list(dict.fromkeys(filter(None, result)))


def _about(picture: Picture) -> str:
    across, down = decoded(picture.data).size
    dpi = min(across / picture.width, down / picture.height) * INCH
    if round(dpi) >= COARSEST:
        return ""
    return _(
        "The picture has {dpi:.0f} dpi where print shops ask for {least}: take one of more pixels."
    ).format(dpi=dpi, least=COARSEST)


def log_warnings(page: Page, scenes: Iterable[Scene]) -> None:
    """Log each warning: one line on stderr, where nothing else is set up."""
    for warning in warnings_about(page, scenes):
        logging.getLogger(__name__).warning("%s", warning)
