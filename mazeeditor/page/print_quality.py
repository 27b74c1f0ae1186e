"""What a print shop would refuse on a page: lines that are too thin, pictures that are too coarse.

Hairlines are meant for lasers, which follow lines of any width: there is nothing to warn of.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Collection, Iterable

from mazeeditor.core.lengths import INCH, POINT
from mazeeditor.core.pictures import decoded
from mazeeditor.core.translation import _, quoted
from mazeeditor.page.page import Page
from mazeeditor.page.page_colours import warnings_about_colours
from mazeeditor.page.scene import WALLS, LongStrokes, Picture, Polygons, Scene, Strokes
from mazeeditor.page.wall_styles import WALL_STYLES
from mazeeditor.page.wall_styles.plain_lines import HAIRLINE

THINNEST = 0.75  # pt, as Amazon KDP and most print shops ask for
COARSEST = 300  # dpi, as above
SHOWN = 40  # characters of a text that was cut
ROUNDING = 0.005  # pt: a wall of 0.264 mm is 0.748 pt
SMALL = 7 * 7  # cells of a maze for the youngest, at the most
ADULT = 3.0  # mm: narrower passages are hard to follow for anybody
AGES = (  # the narrowest passage in mm, the most cells, for whom
    (12.0, SMALL, _("for children of 5 to 7 years")),
    (6.0, None, _("for children of 7 to 9 years")),
    (ADULT, None, _("for 9 years and over")),
)


def thinnest_line(scene: Scene) -> float:
    """Return how thick the thinnest lines of the walls are in mm, infinite where there is none.

    Hairlines do not count.
    """
    items = (item for layer in scene.layers if layer.name == WALLS for item in layer.items)
    widths = (
        item.thinnest if isinstance(item, Polygons) else item.width
        for item in items
        if isinstance(item, Strokes | LongStrokes | Polygons)
    )
    return min((width for width in widths if width > HAIRLINE), default=math.inf)


def warning_about_walls(page: Page, wall: float) -> str:
    """Return that walls of ``wall`` mm are too thin to print, "" where they are not."""
    return "" if wall <= HAIRLINE else warning_about_lines(wall * WALL_STYLES[page.walls].line)


def warning_about_lines(thickness: float) -> str:
    """Return that lines of so many mm are too thin to print, "" where they are not."""
    width = thickness / POINT
    if width >= THINNEST - ROUNDING:
        return ""
    return _(
        "Lines of {width:.2f} pt are thinner than the {least:g} pt that print shops ask for: "
        "take thicker walls or a larger page."
    ).format(width=width, least=THINNEST)


def warning_about_cuts(texts: Collection[str]) -> str:
    """Return which texts had no room, "" for none."""
    first = quoted(next(iter(texts), ""), SHOWN)
    if len(texts) > 1:
        text = _("{count} texts are too long for their places and were cut, such as {text}.")
        return text.format(count=len(texts), text=first)
    return _("{text} is too long for its place and was cut.").format(text=first) if texts else ""


def warnings_about(page: Page, scenes: Iterable[Scene]) -> list[str]:
    """Return what is too thin, coarse, pale or long on the pages of a maze, each once."""
    result = warnings_about_colours(page, routed=page.solution != "none")
    for scene in scenes:
        result += [warning_about_lines(thinnest_line(scene)), warning_about_cuts(scene.cut)]
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


def advice_for(passage: float, cells: int) -> str:
    """Return for whom a maze is whose narrowest passage is so many mm wide."""
    shown = round(passage, 1)  # and judged, so that no reader wonders
    for least, most, whom in AGES:
        if shown >= least and (most is None or cells <= most):
            return _("Passages of {mm:g} mm: {whom}").format(mm=shown, whom=whom)
    text = _("Passages of {mm:g} mm: adults need {least:g} mm")
    return text.format(mm=shown if passage >= 1 else round(passage, 2), least=ADULT)
