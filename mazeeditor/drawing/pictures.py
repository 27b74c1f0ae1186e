"""Pictures from files: read upright in 8 bits, or refused with one sentence that says why."""

from __future__ import annotations

import struct
import warnings
import zlib
from io import BytesIO
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.drawing.scene import Picture
from mazeeditor.errors import UsageError
from mazeeditor.words import _

if TYPE_CHECKING:
    from PIL import Image

FORMATS = ("PNG", "JPEG", "BMP", "GIF")
SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".gif")
MOST_PIXELS = 5 * 10**7  # of a picture: unpacked they take four times as many bytes
MOST_BYTES = 10**8  # of its file
DEEP = {"I", "I;16", "I;16B", "I;16L", "I;16N"}  # modes with 16 bits a pixel


def read_picture(path: Path, most: int = MOST_PIXELS) -> Image.Image:
    """Return the first picture of a file, upright as its camera says, with 8 bits a channel.

    Raises ``UsageError`` that names the file, also for one of more than ``most`` pixels, before
    memory is taken for them.
    """

    def whole() -> bytes:
        found = path.stat()
        if S_ISDIR(found.st_mode):
            raise UsageError(_("it is a folder."))
        if not S_ISREG(found.st_mode):  # a pipe would be waited for, and a device never ends
            raise UsageError(_("it is no ordinary file."))
        if found.st_size > MOST_BYTES:
            raise UsageError(_("it has more than {most:,} bytes.").format(most=MOST_BYTES))
        return path.read_bytes()

    try:
        return decoded(whole(), most)
    except UsageError as error:
        reason = str(error)
    except FileNotFoundError:
        reason = _("there is no such file.")
    except (OSError, ValueError) as error:  # a name with a NUL is no OSError
        reason = getattr(error, "strerror", None) or str(error)
        reason = reason.rstrip(".") + "."
    raise UsageError(
        _("Cannot read the picture {file}: {reason}").format(file=path.name, reason=reason)
    )


def decoded(data: bytes, most: int = MOST_PIXELS) -> Image.Image:
    """Return the first picture in the bytes of a file; raises ``UsageError`` with the reason."""
    from PIL import Image, UnidentifiedImageError

    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            return _upright(data, most)
        except UnidentifiedImageError:
            reason = _("it is no PNG, JPEG, BMP or GIF picture.")
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            reason = _("it has more than {most:,} pixels.").format(most=most)
        except MemoryError:
            reason = _("there is not enough memory for it.")
        except (OSError, ValueError, SyntaxError, EOFError, zlib.error, struct.error) as error:
            reason = _("it is damaged ({error}).").format(error=str(error).rstrip("."))
    raise UsageError(reason)


def _upright(data: bytes, most: int) -> Image.Image:
    """Return the picture; raises whatever its decoder does."""
    from PIL import Image, ImageOps

    with Image.open(BytesIO(data), formats=FORMATS) as image:
        if image.width * image.height > most:
            raise UsageError(
                _("it has {width:,} x {height:,} pixels, more than {most:,}.").format(
                    width=image.width, height=image.height, most=most
                )
            )
        image.load()
        upright = ImageOps.exif_transpose(image)
        if upright.mode in DEEP:  # which Pillow would cut off at 255
            deep = np.asarray(upright).astype(np.float64) / 257
            upright = Image.fromarray(deep.clip(0, 255).astype(np.uint8), "L")
        profile = image.info.get("icc_profile")
        return _in_srgb(upright, profile) if profile else upright


def _in_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """Return a picture in the colours of screens; as it is where its profile cannot be used."""
    from PIL import Image, ImageCms

    if image.mode in ("P", "PA") or "transparency" in image.info:
        grey = image.mode in ("1", "L", "LA")
        image = image.convert("LA" if grey else "RGBA")
    alpha = image.getchannel("A") if image.mode in ("LA", "RGBA") else None
    plain = image.convert({"LA": "L", "RGBA": "RGB", "1": "L"}.get(image.mode, image.mode))
    try:
        known = ImageCms.ImageCmsProfile(BytesIO(profile))
        if "sRGB" in ImageCms.getProfileDescription(known):
            return image
        screen = ImageCms.createProfile("sRGB")
        found = ImageCms.profileToProfile(plain, known, screen, outputMode="RGB")
    except (ImageCms.PyCMSError, ImportError, OSError, ValueError):  # as every viewer does
        return image
    assert isinstance(found, Image.Image)
    found = found.convert("L") if plain.mode == "L" else found
    if alpha:
        found.putalpha(alpha)
    return found


def paste(page: Image.Image, picture: Picture, scale: float) -> None:
    """Put a picture onto a page of ``scale`` px a mm; of black and white dots where the page is."""
    from PIL import Image

    left, top = round(picture.x * scale), round(picture.y * scale)
    right = round((picture.x + picture.width) * scale)
    bottom = round((picture.y + picture.height) * scale)
    size = max(1, right - left), max(1, bottom - top)
    ink = decoded(picture.data).convert("RGBA").resize(size, Image.Resampling.LANCZOS)
    if page.mode == "RGBA":
        page.alpha_composite(ink, (left, top))
        return
    paper = Image.new("RGBA", size, "white")
    paper.alpha_composite(ink)
    page.paste(paper.convert("RGB").convert(page.mode), (left, top))
