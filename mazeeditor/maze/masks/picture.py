"""A mask from a picture: PNG, JPEG, BMP or GIF."""

from __future__ import annotations

from base64 import b64decode
from functools import lru_cache
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Between, FileOf, Label
from mazeeditor.core.pictures import (
    DATA_URI,
    LOGO_FORM,
    SUFFIXES,
    as_text,
    decoded,
    name_of,
    read_picture,
    stamp_of,
)
from mazeeditor.core.translation import _, quoted
from mazeeditor.maze.masks import Stencil, mask, stencil_of

if TYPE_CHECKING:
    from PIL import Image


KEPT_PIXELS = 4 * 10**6  # of the picture that a project keeps: no maze needs more
MOST_TEXT = 8 * 10**6  # characters of it


def keep_picture(path: Path) -> str:
    """Return the text that a project keeps of a picture; raises ``UsageError``.

    It is made of what a mask needs, so that the same recipe gives the same outline for ever.
    """
    file = BytesIO()
    image = _reduced(read_picture(path))
    image.info = {}
    image.save(file, "PNG")
    text = as_text(file.getvalue(), "png", path.name)
    if len(text) > MOST_TEXT:
        message = _("Cannot keep the picture {file} in a project: make it smaller first.")
        raise UsageError(message.format(file=path.name))
    return text


@mask("picture", _("Picture"), order=8)
def picture(
    *,
    picture: Annotated[
        str,
        FileOf(_("Pictures"), SUFFIXES, keep=keep_picture, name=name_of),
        _("the file: PNG, JPEG, BMP or GIF, whose first picture counts"),
    ] = "",
    threshold: Annotated[
        float,
        Label(_("How dark")),
        Between(0, 1),
        _("the picture must be in a cell that is kept: 1 is black; or how opaque, with alpha"),
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
        raise UsageError(_("Choose a picture for the outline: a PNG, JPEG, BMP or GIF file."))
    from PIL import ImageChops

    if picture.startswith(DATA_URI):
        ink = _kept_ink(picture, alpha)
    else:
        ink = ink_of(Path(picture), stamp_of(Path(picture)), alpha)
    return stencil_of(ImageChops.invert(ink) if invert else ink, threshold)


@lru_cache(maxsize=1)  # a preview needs it at every move of a slider
def ink_of(path: Path, _known: tuple[int, ...], alpha: bool) -> Image.Image:
    """Return how dark (or opaque) the picture of a file is, mode L; raises ``UsageError``."""
    return _dark(_reduced(read_picture(path)), alpha)


@lru_cache(maxsize=1)
def _kept_ink(text: str, alpha: bool) -> Image.Image:
    """Return the same of a picture that a project keeps; raises ``UsageError``."""
    match = LOGO_FORM.fullmatch(text)
    if not match or len(match[3]) > MOST_TEXT:
        raise UsageError(_("The picture of the mask must be a PNG or JPEG picture as a data URI."))
    try:
        return _dark(decoded(b64decode(match[3], validate=True), KEPT_PIXELS), alpha)
    except (ValueError, UsageError) as error:
        raise UsageError(
            _("Cannot read the picture {file}: {reason}").format(
                file=quoted(name_of(text)), reason=error
            )
        ) from None


def _reduced(image: Image.Image) -> Image.Image:
    """Return a picture in grey, with alpha where it needs that, of ``KEPT_PIXELS`` at most."""
    full = image.convert("RGBA")
    opaque = full.getchannel("A").getextrema() == (255, 255)
    grey = full.convert("L" if opaque else "LA")
    factor = ceil((grey.width * grey.height / KEPT_PIXELS) ** 0.5)
    return grey.reduce(factor) if factor > 1 else grey


def _dark(image: Image.Image, alpha: bool) -> Image.Image:
    from PIL import Image, ImageChops

    full = image.convert("RGBA")
    opaque = full.getchannel("A")
    if alpha:
        return opaque
    white = Image.new("RGBA", full.size, "white")
    return ImageChops.invert(Image.alpha_composite(white, full).convert("L"))
