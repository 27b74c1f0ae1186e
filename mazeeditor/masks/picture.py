"""A mask from a picture: PNG, JPEG, BMP or GIF."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from mazeeditor.drawing.pictures import SUFFIXES, read_picture
from mazeeditor.errors import UsageError
from mazeeditor.masks import Stencil, mask, stencil_of
from mazeeditor.options import Between, FileOf
from mazeeditor.translation import _

if TYPE_CHECKING:
    from PIL import Image


@mask("picture", _("Picture"), order=8)
def picture(
    *,
    picture: Annotated[
        str,
        FileOf(_("Pictures"), SUFFIXES),
        _("the file: PNG, JPEG, BMP or GIF, whose first picture counts"),
    ] = "",
    threshold: Annotated[
        float, Between(0, 1), _("how dark (or with alpha, how opaque) a cell's part must be")
    ] = 0.5,
    invert: Annotated[bool, _("go by what is light (or transparent)")] = False,
    alpha: Annotated[bool, _("go by what is opaque, whatever its colour")] = False,
) -> Stencil:
    """What is dark in a picture."""
    if not picture:
        raise UsageError(_("Choose a picture for the mask: a PNG, JPEG, BMP or GIF file."))
    from PIL import ImageChops

    path = Path(picture)
    ink = _ink(path, _state(path), alpha)
    return stencil_of(ImageChops.invert(ink) if invert else ink, threshold)


def _state(path: Path) -> tuple[int, ...]:
    """Return what changes when a file does; reading it reports what is wrong with the file."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return ()
    return status.st_mtime_ns, status.st_size, status.st_ino


@lru_cache(maxsize=1)  # a preview needs it at every move of a slider
def _ink(path: Path, _known: tuple[int, ...], alpha: bool) -> Image.Image:
    """Return how dark (or opaque) the picture of a file is, mode L; raises ``UsageError``."""
    from PIL import Image, ImageChops

    full = read_picture(path).convert("RGBA")
    opaque = full.getchannel("A")
    if alpha:
        return opaque
    white = Image.new("RGBA", full.size, "white")
    return ImageChops.invert(Image.alpha_composite(white, full).convert("L"))
