"""What is not printed as meant: lines too thin, pictures too coarse, pale colours, missing letters.

Hairlines are meant for lasers, which follow lines of any width: there is nothing to warn of.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache
from importlib import import_module
from typing import Any

from mazeeditor.core.lengths import INCH, POINT
from mazeeditor.core.pictures import decode_picture
from mazeeditor.core.translation import _, quote_value
from mazeeditor.core.typefaces.chosen_typeface import chosen_face
from mazeeditor.core.typefaces.shaping import (
    PLAIN,
    Lettering,
    face_for,
    glyphs_of,
    is_emoji,
    missing_in,
    runs,
)
from mazeeditor.core.typefaces.typefaces import face_from, families, installed_typefaces
from mazeeditor.page.audiences import NARROWEST, audience_of
from mazeeditor.page.colours import LEAST_CONTRAST, contrast
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import title_lettering
from mazeeditor.page.scene import WALLS, LongStrokes, Picture, Polygons, Scene, Strokes, Text
from mazeeditor.page.text.lettering import MAX_CHARACTERS, clean, fit_text, flowing
from mazeeditor.page.text.placed_text import parts_of
from mazeeditor.page.wall_styles import WALL_STYLES, WallStyle
from mazeeditor.page.wall_styles.plain_lines import HAIRLINE

MIN_LINE_PT = 0.75  # pt, as Amazon KDP and most print shops ask for
COARSEST = 300  # dpi, as above
SHOWN = 40  # characters of a text that was cut
MOST_OF_TONES = 0.35  # of the thickest walls: thinner ones are not made so thick to be printed
ROUNDING = 0.005  # pt: a wall of 0.264 mm is 0.748 pt


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
    return (
        "" if wall <= HAIRLINE else warning_about_lines(thinnest_of(WALL_STYLES[page.walls], wall))
    )


def thinnest_of(style: WallStyle, wall: float) -> float:
    """Return how thick the thinnest lines of walls of ``wall`` mm are, in mm.

    Walls in the light parts of a photo are thick enough for print shops, where that is thin.
    """
    least = style.line * wall
    return max(least, min(MIN_LINE_PT * POINT, MOST_OF_TONES * wall)) if style.toned else least


def warning_about_lines(thickness: float) -> str:
    """Return that lines of so many mm are too thin to print, "" where they are not."""
    width = thickness / POINT
    if width >= MIN_LINE_PT - ROUNDING:
        return ""
    return _(
        "Lines of {width:.2f} pt are thinner than the {least:g} pt that print shops ask for: "
        "use thicker walls or a larger page."
    ).format(width=width, least=MIN_LINE_PT)


def warning_about_cuts(texts: Collection[str]) -> str:
    """Return which texts had no room, "" for none."""
    first = quote_value(next(iter(texts), ""), SHOWN)
    if len(texts) > 1:
        text = _("{count} texts are too long for their places and were cut, such as {text}.")
        return text.format(count=len(texts), text=first)
    return _("{text} is too long for its place and was cut.").format(text=first) if texts else ""


@lru_cache(maxsize=32)
def _size_in_pixels(data: bytes) -> tuple[int, int]:
    """Return the size of a picture, which is often the same on each page."""
    return decode_picture(data).size


def about_picture(picture: Picture) -> str:
    """Return that a picture is too coarse to print, "" where it is not."""
    across, down = _size_in_pixels(picture.data)
    dpi = min(across / picture.width, down / picture.height) * INCH
    if round(dpi) >= COARSEST:
        return ""
    return _(
        "The picture has {dpi:.0f} dpi where print shops ask for {least}: use one of more pixels."
    ).format(dpi=dpi, least=COARSEST)


def warnings_about_colours(page: Page, *, routed: bool) -> list[str]:
    """Return which lines are hard to see on the background, where the page has one."""
    ground = page.ground_colour
    if ground is None:
        return []
    walls = min(contrast(colour, ground) for colour in page.wall_colours)
    lines = {_("Walls are"): walls}
    if routed:
        lines[_("The route is")] = contrast(page.route_colour, ground)
    text = _(
        "{what} hard to see on this background: contrast {ratio:.1f}, lines need {least:g}. "
        "Choose another colour."
    )
    return [
        text.format(what=what, ratio=ratio, least=LEAST_CONTRAST)
        for what, ratio in lines.items()
        if ratio < LEAST_CONTRAST
    ]


def missing_of(scenes: Iterable[Scene]) -> list[str]:
    """Return the characters of some pages that are not drawn, each once."""
    texts = {item for scene in scenes for item in scene.items if isinstance(item, Text)}
    found = (missing_in(item.text, item.lettering) for item in texts)
    return sorted({character for characters in found for character in characters})


def missing(text: str, lettering: Lettering = PLAIN) -> str:
    """Return the characters of ``text`` that no typeface of this computer has, each once."""
    return "".join(dict.fromkeys(missing_in(clean(text)[:MAX_CHARACTERS], lettering)))


def warning_of(characters: str) -> str:
    """Return a message that names characters that are not drawn, "" for none."""
    if not characters:
        return ""
    named = ", ".join(
        f"{character} (U+{ord(character):04X})" for character in characters[:NAMED_CHARACTERS]
    )
    if len(characters) > NAMED_CHARACTERS:
        named = _("{names} and {number} more").format(
            names=named, number=len(characters) - NAMED_CHARACTERS
        )
    typefaces = list(dict.fromkeys(filter(None, map(typeface_with, characters))))
    if not typefaces:
        return _("No typeface has {characters}: left out.").format(characters=named)
    return _("No typeface here has {characters}: left out. Install {typefaces}.").format(
        characters=named, typefaces=", ".join(typefaces[:NAMED_CHARACTERS])
    )


# Characters that no typeface has

NAMED_CHARACTERS = 5  # characters that a message names
OF_NO_SCRIPT = ("Zyyy", "Zinh", "Zzzz")
CHINESE = ("Hani", "Hira", "Kana", "Hang", "Bopo")
SERIF_ONLY = (
    "Tibt",
    "Tang",
    "Ahom",
    "Dogr",
    "Kits",
    "Maka",
    "Hmnp",
    "Toto",
    "Yezi",
    "Diak",
    "Ougr",
)
SPELLED = {
    "Nkoo": "NKo",
    "Phag": "PhagsPa",
    "Sgnw": "SignWriting",
}  # else as Unicode spells scripts


def typeface_with(character: str) -> str:
    """Return the name of a free typeface that has a character, "" where none is known."""
    # fontTools publishes no types
    scripts: Any = import_module("fontTools.unicodedata")
    category = unicodedata.category(character)
    if is_emoji(character):
        return "Noto Color Emoji"
    if category in ("Co", "Cn"):
        return ""
    script = scripts.script(character)
    if script in CHINESE:
        return "Noto Sans CJK"
    if script in OF_NO_SCRIPT:
        return (
            "Noto Sans Math" if unicodedata.category(character) == "Sm" else "Noto Sans Symbols 2"
        )
    name = SPELLED.get(script) or scripts.script_name(script).replace("_", " ")
    return f"Noto Serif {name}" if script in SERIF_ONLY else f"Noto Sans {name}"


def warning_about(page: Page) -> str:
    """Return what ``warning_of`` says of the title of a page, "" for nothing.

    Typefaces that were installed meanwhile are used from now on. As slow as
    ``installed_typefaces``.
    """
    title = clean(page.title)
    lacking = missing(title, title_lettering(page, title))
    if lacking and look_again():
        lacking = missing(title, title_lettering(page, title))
    return warning_of(lacking)


def look_again() -> bool:
    """Return whether typefaces were installed or removed since they were listed, and use them."""
    before = [(typeface.path, typeface.index) for typeface in installed_typefaces()]
    if before == [
        (typeface.path, typeface.index) for typeface in installed_typefaces.__wrapped__()
    ]:
        return False
    faces = (installed_typefaces, families, face_from, chosen_face)
    for cached in (*faces, face_for, runs, glyphs_of, fit_text, flowing, parts_of):
        cached.cache_clear()
    installed_typefaces()
    return True


def advice_for(passage: float, cells: int, wall: float = 0.0) -> str:
    """Return for whom a maze is whose narrowest passage and walls are so many mm wide."""
    shown = round(passage, 1)  # and judged, so that no reader wonders
    if audience := audience_of(shown, cells, wall):
        text = _("Passages of {mm:g} mm. Suits: {audience}")
        return text.format(mm=shown, audience=audience.label)
    text = _("Passages of {mm:g} mm are too narrow to draw in: even experts need {least:g} mm")
    return text.format(mm=shown if passage >= 1 else round(passage, 2), least=NARROWEST)
