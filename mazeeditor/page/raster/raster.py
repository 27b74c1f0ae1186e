"""Pages as pixels: for the preview, for PNG, and in pure black and white for printing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import INCH
from mazeeditor.core.pictures import decode_picture
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.shaping import is_plain
from mazeeditor.core.typefaces.typefaces import BUNDLED
from mazeeditor.page.colours import rgb
from mazeeditor.page.curves import flatten
from mazeeditor.page.raster.filling import Areas, Coverage, fill_areas, fill_long
from mazeeditor.page.scene import (
    BACKGROUND,
    SOLUTION,
    Ink,
    Item,
    LongStrokes,
    Picture,
    Scene,
    Strokes,
    Text,
)
from mazeeditor.page.text.placed_text import parts_of

if TYPE_CHECKING:
    from PIL import Image

SAMPLES = 4  # of a pixel, across and down
LIGHTER = 0.1  # of the paper: what is as much lighter than a dark background is white on it
ARC_ERROR_PX = 0.05  # px: the largest error of flatten arcs
MAX_LENGTH_PX = 20_000  # px
WHITE = ("white", "#ffffff")  # areas of pictures that hide what is below
MAX_BYTES = 400_000_000  # bytes in memory


@dataclass(frozen=True)
class Screen:
    """The target of a drawing: ``scale`` in px a mm, ``size`` in px, ``samples`` across a pixel."""

    scene: Scene
    scale: float
    size: tuple[int, int]
    samples: int
    job: Job


def pixels(scene: Scene, dpi: float) -> tuple[int, int]:
    """Return the width and height in px of a page at ``dpi`` pixels an inch."""
    return max(1, round(scene.width * dpi / INCH)), max(1, round(scene.height * dpi / INCH))


def check_size(scene: Scene, dpi: int, depth: int) -> None:
    """Raise ``UsageError`` with the largest dpi where ``depth`` bytes a pixel are too many."""
    width, height = pixels(scene, dpi)
    if max(width, height) <= MAX_LENGTH_PX and width * height * depth <= MAX_BYTES:
        return
    inches = (scene.width / INCH, scene.height / INCH)
    most = min(MAX_LENGTH_PX / max(inches), (MAX_BYTES / depth / inches[0] / inches[1]) ** 0.5)
    raise UsageError(
        _(
            "A picture of {width:,} × {height:,} pixels at {dpi} dpi is too large: use "
            "{most} dpi at most, or a smaller page."
        ).format(width=width, height=height, dpi=dpi, most=int(most))
    )


def draw(scene: Scene, width: int, *, job: Job | None = None) -> Image.Image:
    """Return a page as a picture ``width`` px wide, smooth, on white."""
    scale = width / scene.width
    size = (width, max(1, round(scene.height * scale)))
    return _draw(Screen(scene, scale, size, SAMPLES, job or Job()), transparent=False)


def draw_at(
    scene: Scene, dpi: float, *, transparent: bool = False, job: Job | None = None
) -> Image.Image:
    """Return a page at true size, ``dpi`` pixels an inch: mode L, RGB, or RGBA for no paper.

    Raises ``CancelledError``.
    """
    screen = Screen(scene, dpi / INCH, pixels(scene, dpi), SAMPLES, job or Job())
    return _draw(screen, transparent)


def is_grey(scene: Scene) -> bool:
    """Whether a page has no colours."""
    return all(
        item.grey if isinstance(item, Picture) else len(set(rgb(item.colour))) == 1
        for item, _share in _parts(scene.items, scene)
    )


def _parts(items: Iterable[Item], scene: Scene) -> Iterator[tuple[Item, float]]:
    """Yield items and the share of the work that each is; text that is not plain in its parts."""
    for item in items:
        share = scene.share(item)
        if isinstance(item, Text) and not is_plain(item.text, item.lettering):
            parts = parts_of(item)
            yield from ((part, share / len(parts)) for part in parts)
        else:
            yield item, share


def _draw(screen: Screen, transparent: bool) -> Image.Image:
    from PIL import Image

    scene = screen.scene
    if transparent:
        image = Image.new("RGBA", screen.size, (255, 255, 255, 0))
    else:
        image = Image.new("L" if is_grey(scene) else "RGB", screen.size, "white")
    for item, share in _parts(scene.items, scene):
        if isinstance(item, Picture):
            _paste(image, item, screen.scale)
            continue
        colour = rgb(item.colour)
        for mask in _masks(item, screen, share):
            grey, place = Image.fromarray(mask.grey), (mask.left, mask.top)
            if transparent:
                ink = Image.new("RGBA", grey.size, (*colour, 0))
                ink.putalpha(grey)
                image.alpha_composite(ink, place)
            else:
                image.paste(colour[0] if image.mode == "L" else colour, place, grey)
    return image


def draw_bits(scene: Scene, dpi: float, *, job: Job | None = None) -> Image.Image:
    """Return a page at true size in mode 1: pixels are black or white.

    Background and route are screened; on a dark background, what is lighter is white. Lines are
    whole pixels wide. Raises ``CancelledError``.
    """
    from PIL import Image

    screen = Screen(scene, dpi / INCH, pixels(scene, dpi), 1, job or Job())
    image = Image.new("1", screen.size, 1)
    ground = 0.0
    for layer in scene.layers:
        for item, share in _parts(layer.items, scene):
            if isinstance(item, Picture):
                _paste(image, item, screen.scale)
                continue
            dark, dots = _darkness(item.colour), 1.0
            white = ground > 0.5 and dark < ground - LIGHTER
            if layer.name == BACKGROUND:
                ground, dots = max(ground, dark), dark
            elif layer.name == SOLUTION:
                dots = min(0.5, 1 - dark if white else dark)
            ink = int(white or item.colour in WHITE)
            for mask in _masks(item, screen, share):
                grey = Image.fromarray(_screen(mask, dots, dpi).grey)
                bits = grey.convert("1", dither=Image.Dither.NONE)
                image.paste(ink, (mask.left, mask.top), bits)
    return image


def ink_box(bits: Image.Image) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom of what is black in a picture of bits, in px.

    A white picture has its first pixel.
    """
    width, height = bits.size
    ink = ~np.frombuffer(bits.tobytes(), np.uint8).reshape(height, -1)
    ink[:, -1] &= 0xFF << -width % 8 & 0xFF  # what fills up the last byte of a row
    down = np.flatnonzero(ink.any(axis=1))
    across = np.flatnonzero(np.unpackbits(np.bitwise_or.reduce(ink, axis=0)))
    if not len(down):
        return 0, 0, 1, 1
    return int(across[0]), int(down[0]), int(across[-1]) + 1, int(down[-1]) + 1


def _darkness(colour: str) -> float:
    """Return how much of the paper a colour covers, 0 to 1."""
    red, green, blue = rgb(colour)
    return 1 - (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def _screen(mask: Coverage, dark: float, dpi: float) -> Coverage:
    """Return dots on a grid of about 85 an inch, which cover ``dark`` 0 to 1 of the mask."""
    if dark >= 1:
        return mask
    pitch = max(3, round(dpi / 85))
    wave = np.cos(2 * np.pi * (np.arange(pitch) + 0.5) / pitch)
    hills = wave[:, None] + wave[None, :]
    dots = hills <= np.quantile(hills, dark)
    rows = (np.arange(mask.grey.shape[0]) + mask.top) % pitch
    columns = (np.arange(mask.grey.shape[1]) + mask.left) % pitch
    return replace(mask, grey=mask.grey * dots[np.ix_(rows, columns)])


def _masks(item: Ink | LongStrokes, screen: Screen, share: float) -> Iterator[Coverage]:
    """Return which pixels an item covers, part by part; a line is a pixel wide at the least."""
    if isinstance(item, Text):
        mask = _letters(item, screen)
        return iter([mask] if mask.grey.size else [])
    if isinstance(item, LongStrokes):
        width = _visible(item.width, screen)
        return fill_long(item, width, screen.scale, screen.size, screen.samples, screen.job, share)
    pixel = 1 / screen.scale
    item = flatten(item, ARC_ERROR_PX * pixel)
    if isinstance(item, Strokes):
        width = _visible(item.width, screen)
    else:
        width = pixel - item.thinnest if 0 < item.thinnest < pixel else 0.0
    areas = Areas(item, width)
    return fill_areas(areas, screen.scale, screen.size, screen.samples, screen.job, share)


def _visible(width: float, screen: Screen) -> float:
    """Return a width in mm that can be seen: a whole number of pixels where there is no grey."""
    wide = width * screen.scale
    return max(1.0, wide if screen.samples > 1 else round(wide)) / screen.scale


def _letters(item: Text, screen: Screen) -> Coverage:
    """Return a line of text in the bundled typeface."""
    from PIL import Image, ImageDraw, ImageFont

    size = max(item.size * screen.scale, 1.0)
    font = ImageFont.truetype(str(BUNDLED), size, layout_engine=ImageFont.Layout.BASIC)
    width = float(font.getlength(item.text))
    x, y = item.x * screen.scale, item.y * screen.scale
    x -= {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]
    left, top = int(x - size), int(y - 2 * size)
    image = Image.new("L", (int(width + 2 * size) + 2, int(3 * size) + 2))
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1" if screen.samples == 1 else "L"
    pen.text((x - left, y - top), item.text, 255, font, anchor="ls")
    return _crop(np.asarray(image), left, top, screen.size)


def _crop(grey: NDArray[np.uint8], left: int, top: int, size: tuple[int, int]) -> Coverage:
    """Return the part of a mask that is on the picture."""
    across = slice(max(0, -left), max(0, size[0] - left))
    down = slice(max(0, -top), max(0, size[1] - top))
    return Coverage(max(0, left), max(0, top), np.ascontiguousarray(grey[down, across]))


def _paste(page: Image.Image, picture: Picture, scale: float) -> None:
    """Put a picture onto a page of ``scale`` px a mm; of black and white dots where the page is."""
    from PIL import Image

    left, top = round(picture.x * scale), round(picture.y * scale)
    right = round((picture.x + picture.width) * scale)
    bottom = round((picture.y + picture.height) * scale)
    size = max(1, right - left), max(1, bottom - top)
    ink = decode_picture(picture.data).convert("RGBA").resize(size, Image.Resampling.LANCZOS)
    if page.mode == "RGBA":
        page.alpha_composite(ink, (left, top))
        return
    paper = Image.new("RGBA", size, "white")
    paper.alpha_composite(ink)
    page.paste(paper.convert("RGB").convert(page.mode), (left, top))
