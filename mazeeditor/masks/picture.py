"""A mask from a picture: PNG, JPEG, BMP or GIF."""

from __future__ import annotations

import struct
import warnings
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np

from mazeeditor.errors import UsageError
from mazeeditor.masks import Stencil, mask
from mazeeditor.masks.bitmap import stencil_of
from mazeeditor.options import Between, FileOf
from mazeeditor.words import _

if TYPE_CHECKING:
    from PIL import Image

FORMATS = ("PNG", "JPEG", "BMP", "GIF")
MOST_PIXELS = 5 * 10**7  # of a picture: unpacked they take four times as many bytes
MOST_BYTES = 10**8  # of its file
DEEP = {"I", "I;16", "I;16B", "I;16L", "I;16N"}  # modes with 16 bits a pixel


@mask("picture", _("Picture"), order=8)
def picture(
    *,
    picture: Annotated[
        str,
        FileOf(_("Pictures"), (".png", ".jpg", ".jpeg", ".bmp", ".gif")),
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
    from PIL import Image, ImageChops, UnidentifiedImageError

    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            ink = _ink(Path(picture), alpha)
        except UsageError as error:
            reason = str(error)
        except FileNotFoundError:
            reason = _("there is no such file.")
        except UnidentifiedImageError:
            reason = _("it is no PNG, JPEG, BMP or GIF picture.")
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            reason = _("it has more than {most:,} pixels.").format(most=MOST_PIXELS)
        except MemoryError:
            reason = _("there is not enough memory for it.")
        except (OSError, ValueError, SyntaxError, EOFError, zlib.error, struct.error) as error:
            reason = _("it is damaged ({error}).").format(error=str(error).rstrip("."))
        else:
            return stencil_of(ImageChops.invert(ink) if invert else ink, threshold)
    raise UsageError(
        _("Cannot read the picture {file}: {reason}").format(file=Path(picture).name, reason=reason)
    )


def _ink(path: Path, alpha: bool) -> Image.Image:
    """Return how dark (or opaque) a picture is, mode L; raises whatever its decoder does."""
    from PIL import Image, ImageChops, ImageOps

    if path.is_dir():
        raise UsageError(_("it is a folder."))
    if path.stat().st_size > MOST_BYTES:
        raise UsageError(_("it has more than {most:,} bytes.").format(most=MOST_BYTES))
    with Image.open(path, formats=FORMATS) as image:
        if image.width * image.height > MOST_PIXELS:
            raise UsageError(
                _("it has {width:,} x {height:,} pixels, more than {most:,}.").format(
                    width=image.width, height=image.height, most=MOST_PIXELS
                )
            )
        image.load()
        upright = ImageOps.exif_transpose(image)
        if upright.mode in DEEP:  # which Pillow would cut off at 255
            deep = np.asarray(upright).astype(np.float64) / 257
            upright = Image.fromarray(deep.clip(0, 255).astype(np.uint8), "L")
        full = upright.convert("RGBA")
    opaque = full.getchannel("A")
    if alpha:
        return opaque
    white = Image.new("RGBA", full.size, "white")
    return ImageChops.invert(Image.alpha_composite(white, full).convert("L"))
