"""Typefaces of a few letters, made for a test."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

EM = 1000


def small_font(path: Path, family: str, characters: str, style: str = "Regular") -> Path:
    """Write a typeface whose letters are squares of half an em; return its path."""
    font_of(family, characters, style).save(str(path))
    return path


def small_collection(path: Path, *members: tuple[str, str]) -> Path:
    """Write a collection of typefaces, each with a family and its characters."""
    collection = import_module("fontTools.ttLib").TTCollection()
    collection.fonts = [font_of(family, characters) for family, characters in members]
    collection.save(str(path))
    return path


def font_of(family: str, characters: str, style: str = "Regular") -> Any:
    """Return a font of fontTools."""
    builder = import_module("fontTools.fontBuilder").FontBuilder(EM, isTTF=True)
    names = [".notdef", *(f"u{ord(character):X}" for character in characters)]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(dict(zip(map(ord, characters), names[1:], strict=True)))
    pen = import_module("fontTools.pens.ttGlyphPen").TTGlyphPen(None)
    for move, point in enumerate([(100, 0), (100, 500), (600, 500), (600, 0)]):
        (pen.lineTo if move else pen.moveTo)(point)
    pen.closePath()
    square = pen.glyph()
    builder.setupGlyf(dict.fromkeys(names, square))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (700, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": style})
    bold, slanted = "Bold" in style, "Italic" in style
    builder.setupOS2(
        usWeightClass=700 if bold else 400,
        fsSelection=slanted | bold << 5 | (not bold and not slanted) << 6,
    )
    builder.setupPost()
    return builder.font


def layered_font(path: Path, character: str) -> Path:
    """Write a typeface with a square of two colours: red, and its left half blue (COLR)."""
    font = font_of("Layers", character)
    square = font.getGlyphOrder()[1]
    builder = import_module("fontTools.fontBuilder").FontBuilder(font=font)
    pen = import_module("fontTools.pens.ttGlyphPen").TTGlyphPen(None)
    for move, point in enumerate([(100, 0), (100, 500), (350, 500), (350, 0)]):
        (pen.lineTo if move else pen.moveTo)(point)
    pen.closePath()
    font.setGlyphOrder([*font.getGlyphOrder(), "left"])
    font["glyf"]["left"] = pen.glyph()
    font["hmtx"]["left"] = (700, 100)
    builder.setupCPAL([[(1, 0, 0, 1), (0, 0, 1, 1)]])
    builder.setupCOLR({square: [(square, 0), ("left", 1)]})
    font.save(str(path))
    return path
