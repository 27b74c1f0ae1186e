"""Clean files of Pillow, whose pages are pictures, and so have no margins."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tests.prepress.clean.variants import Variant, clean, photograph

BY = "Pillow"
DPI = 300


def pages(path: Path, one: Variant, mode: str, count: int = 1, dpi: int = DPI) -> None:
    """Save white pages with a picture in the middle of each."""
    wide, high = (round(side / 72 * dpi) for side in (one.wide, one.high))
    page = Image.new("RGB", (wide, high), "white").convert(mode)
    picture = photograph(min(wide, high) // 2, mode)
    page.paste(picture, ((wide - picture.width) // 2, (high - picture.height) // 2))
    page.save(path, "PDF", resolution=dpi, save_all=True, append_images=[page] * (count - 1))


@clean(BY, "general", "margins")
def scans(path: Path, one: Variant) -> None:
    """Each variant in other pixels."""
    mode = {"A4": "L", "letter": "RGB", "six by nine": "CMYK"}.get(one.name, "P")
    pages(path, one, mode, 2, 150)


@clean(BY, "general", "margins")
def faxes(path: Path, one: Variant) -> None:
    pages(path, one, "1", 3)
