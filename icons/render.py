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


def digest(svg: Path) -> str:
    """Return the hash of a source, the same whatever line ends a checkout has."""
    return hashlib.sha256(svg.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def render(svg: Path) -> None:
    """Write the PNG beside ``svg``."""
    size = COLOURED.get(svg.stem, SIZE)
    command = ["rsvg-convert", "--width", str(size), "--height", str(size), str(svg)]
    drawn = subprocess.run(command, check=True, capture_output=True).stdout
    picture = Image.open(io.BytesIO(drawn)).convert("RGBA")
    if svg.stem not in COLOURED:
        picture = picture.convert("LA")
    notes = PngImagePlugin.PngInfo()
    notes.add_text(MADE_FROM, digest(svg))
    picture.save(svg.with_suffix(".png"), optimize=True, pnginfo=notes)


if __name__ == "__main__":
    for source in sorted(HERE.glob("*.svg")):
        render(source)
