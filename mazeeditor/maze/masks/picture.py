"""A mask from a picture, a drawing of CAD, or a text of signs."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Annotated

from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Between, FileOf, Label
from mazeeditor.core.pictures import (
    KEPT_PIXELS,
    KINDS,
    KeptPicture,
    is_opaque,
    name_of,
    reduced,
)
from mazeeditor.core.translation import _
from mazeeditor.maze.masks import Stencil, mask, stencil_of
from mazeeditor.maze.masks.outline_pictures import FILES, read_outline

if TYPE_CHECKING:
    from PIL import Image


def in_grey(image: Image.Image) -> Image.Image:
    """Return a picture in grey, with alpha where it needs that, of ``KEPT_PIXELS`` at most."""
    factor = ceil((image.width * image.height / KEPT_PIXELS) ** 0.5)
    return reduced(image, factor, "RGBA", "L" if is_opaque(image) else "LA")


PICTURE = KeptPicture(
    in_grey,
    unfit=_("The picture of the mask must be a PNG or JPEG picture as a data URI."),
    unreadable=_("Cannot read the picture {file}: {reason}"),
    read=read_outline,
)


@mask("picture", _("Picture"), order=8)
def picture(
    *,
    picture: Annotated[
        str,
        FileOf(_("Pictures"), FILES, keep=PICTURE.keep, name=name_of),
        _(
            "picture whose dark parts the maze keeps: {kinds}; or DXF, or a text with X where no "
            "cell is and . where one is"
        ).format(
            kinds=KINDS,
        ),
    ] = "",
    threshold: Annotated[
        float,
        Label(_("How dark")),
        Between(0, 1),
        _("darkness from which a cell is kept, as a share of black; of clear pictures: opacity"),
    ] = 0.5,
    invert: Annotated[
        bool,
        Label(_("Light parts instead")),
        _("keep what is light (or transparent), not what is dark"),
    ] = False,
    alpha: Annotated[
        bool,
        Label(_("By transparency")),
        _("keep what is not transparent in the picture, whatever its colour"),
    ] = False,
) -> Stencil:
    """What is dark in a picture."""
    if not picture:
        raise UsageError(
            _("Choose a picture for the outline: a file of {kinds}.").format(kinds=KINDS)
        )
    from PIL import ImageChops

    ink = PICTURE.made(picture, _opaque if alpha else dark_of)
    return stencil_of(ImageChops.invert(ink) if invert else ink, threshold)


def _opaque(image: Image.Image) -> Image.Image:
    return image.convert("RGBA").getchannel("A")


def dark_of(image: Image.Image) -> Image.Image:
    """Return how dark a picture is on white, mode L."""
    from PIL import Image, ImageChops

    full = image.convert("RGBA")
    white = Image.new("RGBA", full.size, "white")
    return ImageChops.invert(Image.alpha_composite(white, full).convert("L"))
