"""Renders the SVG icons to the PNG files that the window shows: ``python icons/render.py``.

Needs ``rsvg-convert`` (Debian: librsvg2-bin) and Pillow; the program itself never runs this. Each
PNG remembers the hash of the SVG it was made from, so that a stale one is found out.
"""

from __future__ import annotations

import hashlib
import io
import subprocess
from pathlib import Path

from PIL import Image, PngImagePlugin

HERE = Path(__file__).parent
MADE_FROM = "source-sha256"
SIZE = 96  # px: four for one of the 24 x 24 grid, enough for any screen
OBJECTS = 192  # px: pictures of finished objects, 48 px at 96 dpi
COLOURED = {"app": 256} | {one.stem: OBJECTS for one in HERE.glob("object-*.svg")}
# the others are masks, tinted by the theme
MAC, MAC_SIZE = HERE.parent / "packaging" / "macos" / "app.png", 880  # px of the 1024 of its icon


def digest(svg: Path) -> str:
    """Return the hash of a source, the same whatever line ends a checkout has."""
    return hashlib.sha256(svg.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def render(svg: Path) -> None:
    """Write the PNG beside ``svg``."""
    size = COLOURED.get(svg.stem, SIZE)
    picture = drawn(svg, size)
    save(picture if svg.stem in COLOURED else picture.convert("LA"), svg, svg.with_suffix(".png"))


def drawn(svg: Path, size: int) -> Image.Image:
    """Return a source as a picture, ``size`` px wide."""
    command = ["rsvg-convert", "--width", str(size), "--height", str(size), str(svg)]
    data = subprocess.run(command, check=True, capture_output=True).stdout
    return Image.open(io.BytesIO(data)).convert("RGBA")


def save(picture: Image.Image, svg: Path, target: Path) -> None:
    """Write a picture with the hash of its source."""
    notes = PngImagePlugin.PngInfo()
    notes.add_text(MADE_FROM, digest(svg))
    picture.save(target, optimize=True, pnginfo=notes)


if __name__ == "__main__":
    for source in sorted(HERE.glob("*.svg")):
        render(source)
    save(drawn(HERE / "app.svg", MAC_SIZE), HERE / "app.svg", MAC)
