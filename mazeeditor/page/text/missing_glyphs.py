"""Names the characters that no typeface of this computer has, and a typeface that has them."""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Iterable
from importlib import import_module
from typing import Any

from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.chosen_typeface import chosen_face
from mazeeditor.core.typefaces.typefaces import face_from, families, installed
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import title_lettering
from mazeeditor.page.scene import Lettering, Scene, Text
from mazeeditor.page.text.lettering import LONGEST, clean, fitted, flowing
from mazeeditor.page.text.shaping import PLAIN, face_for, glyphs_of, missing_in, runs
from mazeeditor.page.text.text_clusters import is_emoji
from mazeeditor.page.text.text_items import parts_of

NAMED = 5  # characters that a message names
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


def missing(text: str, lettering: Lettering = PLAIN) -> str:
    """Return the characters of ``text`` that no typeface of this computer has, each once."""
    return "".join(dict.fromkeys(missing_in(clean(text)[:LONGEST], lettering)))


def warning_of(characters: str) -> str:
    """Return a message that names characters that are not drawn, "" for none."""
    if not characters:
        return ""
    named = ", ".join(f"{character} (U+{ord(character):04X})" for character in characters[:NAMED])
    if len(characters) > NAMED:
        named = _("{names} and {number} more").format(names=named, number=len(characters) - NAMED)
    typefaces = list(dict.fromkeys(filter(None, map(typeface_with, characters))))
    if not typefaces:
        return _("No typeface has {characters}: left out.").format(characters=named)
    return _("No typeface here has {characters}: left out. Install {typefaces}.").format(
        characters=named, typefaces=", ".join(typefaces[:NAMED])
    )


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

    Typefaces that were installed meanwhile are used from now on. As slow as ``installed``.
    """
    title = clean(page.title)
    lacking = missing(title, title_lettering(page, title))
    if lacking and look_again():
        lacking = missing(title, title_lettering(page, title))
    return warning_of(lacking)


def look_again() -> bool:
    """Return whether typefaces were installed or removed since they were listed, and use them."""
    before = [(typeface.path, typeface.index) for typeface in installed()]
    if before == [(typeface.path, typeface.index) for typeface in installed.__wrapped__()]:
        return False
    faces = (installed, families, face_from, chosen_face)
    for cached in (*faces, face_for, runs, glyphs_of, fitted, flowing, parts_of):
        cached.cache_clear()
    installed()
    return True


def warn_of_missing(scenes: Iterable[Scene]) -> None:
    """Log a warning that names the characters of some pages that are not drawn."""
    lacking = "".join(missing_of(scenes))
    if lacking:
        logging.getLogger(__name__).warning("%s", warning_of(lacking))


def missing_of(scenes: Iterable[Scene]) -> list[str]:
    """Return the characters of some pages that are not drawn, each once."""
    texts = {item for scene in scenes for item in scene.items if isinstance(item, Text)}
    found = (missing_in(item.text, item.lettering) for item in texts)
    return sorted({character for characters in found for character in characters})
