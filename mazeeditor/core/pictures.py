"""Pictures from files, upright in 8 bits, and what projects keep of one as text.

What is kept is a data URI, so that project files stay text and need no other file. Nothing is in
it but the pixels: cameras and drawing programs write places and names into their files. Its
``name`` is that of the file it was chosen from, without the folder, to identify it for the user::

    data:image/png;name=otto.png;base64,iVBORw0KGgo...
"""

from __future__ import annotations

import re
import struct
import warnings
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote, unquote

import numpy as np

from mazeeditor.core.disk.file_kinds import HEIC, PICTURES, SVG, kind_of, why_not
from mazeeditor.core.disk.input_files import bytes_of
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.threads import SharedContext
from mazeeditor.core.translation import _, quote_value
from mazeeditor.core.work import allowance

if TYPE_CHECKING:
    from PIL import Image

T = TypeVar("T")
FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "BMP", "GIF")
SVG_SUFFIX, HEIC_SUFFIXES = ".svg", (".heic", ".heif")
PIXELS = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp", ".gif", *HEIC_SUFFIXES)
SUFFIXES = (*PIXELS, SVG_SUFFIX)
KINDS = _("PNG, JPEG, WebP, TIFF, BMP, GIF, HEIC or SVG")
MOST_PIXELS = 5 * 10**7  # of a picture: unpacked they take four times as many bytes
MOST_SIDE = 65_535  # pixels, as in JPEG: scaling a longer side takes gigabytes
MOST_BYTES = 10**8  # of its file
DECODED, DECODED_OF_A_BYTE = 230 * 10**6, 200  # bytes that a small file decodes to, and more
SCANNED, SCANNED_OF_A_BYTE = 600 * 10**6, 1000  # the same for pixels, in each scan of a JPEG
STRIP_PIXELS = 1 << 20  # pixels that are changed together
ORIENTATION = 0x0112  # of EXIF
DEEP_MODES = {"I", "I;16", "I;16B", "I;16L", "I;16N"}  # modes with 16 bits a pixel
# what Pillow raises for damaged files
DAMAGED = OSError, ValueError, SyntaxError, EOFError, LookupError, zlib.error, struct.error


def read_picture(
    path: Path,
    most: int = MOST_PIXELS,
    data: bytes | None = None,
) -> Image.Image:
    """Return the first picture of a file, upright according to its camera, with 8 bits a channel.

    An SVG is drawn as pixels.

    ``data`` are its bytes, where they have been read already. Raises ``UsageError`` that names the
    file, also for one of more than ``most`` pixels, before memory is taken for them.
    """
    try:
        return decode_picture(bytes_of(path, MOST_BYTES) if data is None else data, most)
    except MazeError as error:
        text = _("Cannot read the picture {file}: {reason}")
        raise UsageError(text.format(file=path.name, reason=error)) from None


def stamp_of(path: Path) -> tuple[int, ...]:
    """Return what changes when a file does; reading it reports what is wrong with the file."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return ()
    return status.st_mtime_ns, status.st_size, status.st_ino


def decode_picture(data: bytes, most: int = MOST_PIXELS) -> Image.Image:
    """Return the first picture in the bytes of a file; raises ``UsageError`` with the reason."""
    from PIL import Image, UnidentifiedImageError

    kind = kind_of(data)
    if kind == SVG:
        from mazeeditor.core.svg.painting import draw_svg

        return draw_svg(data, most)
    if kind == HEIC:
        _decode_heic_too()
    with _WARNINGS:
        try:
            return _upright(data, most)
        except UnidentifiedImageError:
            reason = _unknown(data)
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            reason = _("it has more than {most:,} pixels.").format(most=most)
        except MemoryError:
            reason = _("there is not enough memory for it.")
        except DAMAGED as error:
            reason = _("it is damaged ({error}).").format(error=str(error).rstrip("."))
    raise UsageError(reason)


@contextmanager
def _no_warnings() -> Iterator[None]:
    """Let Pillow refuse pictures that are too large; other warnings are of no use to users."""
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        yield


_WARNINGS = SharedContext(_no_warnings)


def _decode_heic_too() -> None:
    """Let Pillow decode HEIC; raises ``UsageError`` where the library for it is not installed."""
    try:
        library: Any = import_module("pillow_heif")
    except ImportError:
        text = _(
            "it is a HEIC picture, which needs the package pillow-heif: install that, or save the "
            "picture as JPEG."
        )
        raise UsageError(text) from None
    library.register_heif_opener(thumbnails=False)


def _unknown(data: bytes) -> str:
    """Return why none of the decoders takes a file."""
    if kind_of(data) in (*PICTURES, HEIC):
        return _("it is {kind}, but damaged.").format(kind=kind_of(data))
    return why_not(data, "", _("a {kinds} picture").format(kinds=KINDS))


def _upright(data: bytes, most: int) -> Image.Image:
    """Return the picture; raises whatever its decoder does."""
    from PIL import Image, ImageOps

    formats = (*FORMATS, "HEIF") if kind_of(data) == HEIC else FORMATS
    with Image.open(BytesIO(data), formats=formats) as image:
        if image.width * image.height > most:
            raise UsageError(
                _("it has {width:,} x {height:,} pixels, more than {most:,}.").format(
                    width=image.width, height=image.height, most=most
                )
            )
        if max(image.size) > MOST_SIDE:
            raise UsageError(
                _("it is {width:,} x {height:,} pixels; a side may have {most:,}.").format(
                    width=image.width, height=image.height, most=MOST_SIDE
                )
            )
        _check_cost(image, data)
        image.load()
        if image.mode in ("P", "PA") and not image.palette:
            raise ValueError(_("it has no palette"))
        ImageOps.exif_transpose(image, in_place=True)
        upright = image if image.mode not in DEEP_MODES else _in_8_bits(image)
        profile = image.info.get("icc_profile")
        return _in_srgb(upright, profile) if profile else upright


def _check_cost(image: Image.Image, data: bytes) -> None:
    """Raise ``UsageError`` where a small file would take much memory, or be decoded for long."""
    pixels, size = image.width * image.height, len(data)
    plain = {"1": 1, "L": 1, "P": 1, **dict.fromkeys(DEEP_MODES, 3)}
    needed = pixels * plain.get(image.mode, 4)
    scans = 1
    if image.format == "JPEG" and image.info.get("progressive"):
        scans = max(1, data.count(b"\xff\xda"))  # which stand nowhere in what is packed
        needed += 2 * pixels * len(image.getbands())
    if image.getexif().get(ORIENTATION, 1) != 1:
        needed *= 2
    if needed > allowance(size, DECODED, DECODED_OF_A_BYTE) or pixels * scans > allowance(
        size, SCANNED, SCANNED_OF_A_BYTE
    ):
        text = _(
            "its {width:,} x {height:,} pixels take more memory or time than a picture of {size:,} "
            "bytes may: make it smaller first."
        )
        raise UsageError(text.format(width=image.width, height=image.height, size=size))


def strips(image: Image.Image, step: int = 1) -> Iterator[tuple[int, Image.Image]]:
    """Yield parts of a picture from top to bottom, each with its first row, a multiple of step.

    What is done with one after the other needs no second picture of that size.
    """
    rows = step * max(1, STRIP_PIXELS // (step * max(1, image.width)))
    for top in range(0, image.height, rows):
        yield top, image.crop((0, top, image.width, min(top + rows, image.height)))


def reduced(image: Image.Image, factor: int, *modes: str) -> Image.Image:
    """Return what ``reduce`` makes of a picture that is converted to one mode after the other."""
    from PIL import Image

    result = None
    for top, strip in strips(image, factor):
        for mode in modes:
            strip = strip.convert(mode)
        small = strip.reduce(factor) if factor > 1 else strip
        if result is None:
            size = (small.width, -(-image.height // factor))
            result = Image.new(small.mode, size)
        result.paste(small, (0, top // factor))
    assert result is not None
    return result


def is_opaque(image: Image.Image) -> bool:
    """Whether no pixel of a picture lets anything through."""
    if image.mode in ("1", "L", "RGB") and "transparency" not in image.info:
        return True
    return all(
        strip.convert("RGBA").getchannel("A").getextrema() == (255, 255)
        for _top, strip in strips(image)
    )


def _in_8_bits(image: Image.Image) -> Image.Image:
    """Return a picture of 16 bits, which Pillow would cut off at 255."""
    from PIL import Image

    result = Image.new("L", image.size)
    for top, strip in strips(image):
        deep = np.asarray(strip).astype(np.float64) / 257
        result.paste(Image.fromarray(deep.clip(0, 255).astype(np.uint8), "L"), (0, top))
    return result


def _in_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """Return a picture in the colours of screens; as it is where its profile cannot be used."""
    from PIL import Image, ImageCms

    if image.mode in ("P", "PA") or "transparency" in image.info:
        grey = image.mode in ("1", "L", "LA")
        image = image.convert("LA" if grey else "RGBA")
    plain = {"LA": "L", "RGBA": "RGB", "1": "L"}.get(image.mode, image.mode)
    try:
        known = ImageCms.ImageCmsProfile(BytesIO(profile))
        if "sRGB" in ImageCms.getProfileDescription(known):
            return image
        screen = ImageCms.createProfile("sRGB")
        turn = ImageCms.buildTransform(known, screen, plain, "RGB")
        mode = "L" if plain == "L" else "RGB"
        alpha = image.mode in ("LA", "RGBA")
        result = Image.new(f"{mode}A" if alpha else mode, image.size)
        for top, strip in strips(image):
            converted = ImageCms.applyTransform(strip.convert(plain), turn)
            assert isinstance(converted, Image.Image)
            converted = converted.convert(mode)
            if alpha:
                converted.putalpha(strip.getchannel("A"))
            result.paste(converted, (0, top))
    except (ImageCms.PyCMSError, ImportError, OSError, ValueError):  # ignored, as in every viewer
        return image
    return result


def name_of(text: str) -> str:
    """Return the name of the file that the text of a picture was made of, or a path as it is."""
    match = LOGO_FORM.match(text[:NAME_CHARACTERS])
    return unquote(match[2]) if match else text


def as_text(data: bytes, kind: str, name: str) -> str:
    """Return the data URI of a file of a ``kind``; ``name`` is that of the picture it was."""
    return (
        f"data:image/{kind};name={quote(name, errors='replace')};base64,{b64encode(data).decode()}"
    )


@dataclass(frozen=True)
class KeptPicture:
    """A picture that is the path of a file while it is chosen, and a text in a project.

    ``read`` reads the file, ``reduced`` returns all of a picture that is needed; that is kept, so
    that the same recipe gives the same maze for ever, without the file. The sentences of errors are
    ``unfit``, for a text that is no picture, and ``unreadable``, with ``{file}`` and ``{reason}``.
    """

    reduced: Callable[[Image.Image], Image.Image]
    unfit: str
    unreadable: str
    optimize: bool = False
    read: Callable[[Path], Image.Image] = read_picture

    def keep(self, path: Path) -> str:
        """Return the text that a project keeps of a file; raises ``UsageError``."""
        text = self.text_of(self.reduced(self.read(path)), path.name)
        if len(text) > KEPT_TEXT:
            message = _("Cannot keep the picture {file} in a project: make it smaller first.")
            raise UsageError(message.format(file=path.name))
        return text

    def text_of(self, image: Image.Image, name: str) -> str:
        """Return the text of a picture as it is, with no more than its pixels and its name."""
        file = BytesIO()
        image.info = {}
        image.save(file, "PNG", optimize=self.optimize)
        return as_text(file.getvalue(), "png", name)

    def made(self, picture: str, make: Callable[[Image.Image], T]) -> T:
        """Return what ``make`` makes of a path or a text, not to be changed; raises ``UsageError``.

        It is kept for the next time, as a preview asks at every move of a slider; so ``make`` is a
        function of a module.
        """
        named = isinstance(picture, NamedFile)
        known = stamp_of(Path(picture)) if named else ()
        result: T = made_once(self, picture, known, make)
        return result


@lru_cache(maxsize=8, typed=True)
def made_once(
    kind: KeptPicture,
    picture: str,
    _known: tuple[int, ...],
    make: Callable[[Image.Image], Any],
) -> Any:
    """Return what ``made`` does, where ``_known`` is the stamp of the file."""
    if isinstance(picture, NamedFile):
        return make(kind.reduced(kind.read(Path(picture))))
    match = LOGO_FORM.fullmatch(picture)
    if not match or len(match[3]) > KEPT_TEXT:
        raise UsageError(kind.unfit)
    try:
        image = decode_picture(b64decode(match[3], validate=True), KEPT_PIXELS)
        return make(kind.reduced(image))
    except (ValueError, UsageError) as error:
        name = quote_value(name_of(picture))
        raise UsageError(kind.unreadable.format(file=name, reason=error)) from None


KEPT_PIXELS = 4 * 10**6  # of the picture that a project keeps: no maze needs more
KEPT_TEXT = 8 * 10**6  # characters of it
NAME_CHARACTERS = 4000  # characters in which the name of a picture must end
LOGO_PIXELS = 10**7  # an A4 page at 300 dpi has 8.7 million
LOGO_BYTES = 15 * 10**6  # of what is kept: a project's header may have twice as many
QUALITY = 95  # of photographs, which would be ten times as large without loss
LOGO_FORM = re.compile(r"data:image/(png|jpeg);name=([^;,]*);base64,([A-Za-z0-9+/]+=*)")
SIGNS = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg"}


@dataclass(frozen=True, eq=False)
class Logo:
    """A picture as it is kept: the bytes of a PNG or JPEG file, its size in px, and its name."""

    kind: str
    name: str
    data: bytes
    width: int
    height: int
    grey: bool


def load_logo(path: Path, data: bytes | None = None) -> str:
    """Return the text that a page keeps of a picture; raises ``UsageError`` that names the file.

    ``data`` are its bytes, where they have been read already.
    """
    image = _plain(read_picture(path, LOGO_PIXELS, data))
    photograph = path.suffix.lower() in (".jpg", ".jpeg") and image.mode in ("L", "RGB")
    file = BytesIO()
    if photograph:
        image.save(file, "JPEG", quality=QUALITY, subsampling=0)
    else:
        image.save(file, "PNG", optimize=False)
    data = file.getvalue()
    if len(data) > LOGO_BYTES:
        raise UsageError(
            _(
                "Cannot use the picture {file}: it needs {size:,} bytes, more than {most:,}; "
                "make it smaller first."
            ).format(file=path.name, size=len(data), most=LOGO_BYTES)
        )
    kind = "jpeg" if photograph else "png"
    return as_text(data, kind, path.name)


def _plain(image: Image.Image) -> Image.Image:
    """Return a picture in grey or in colours, with alpha where it has any, and nothing else."""
    clear = image.mode in ("LA", "PA", "RGBA", "La", "RGBa") or "transparency" in image.info
    grey = image.mode in ("1", "L", "LA", "La")
    image = image.convert(("LA" if grey else "RGBA") if clear else "L" if grey else "RGB")
    image.info = {}
    return _without_colours(image)


def _without_colours(image: Image.Image) -> Image.Image:
    """Return a picture in grey if no pixel that can be seen has a colour, else as it is."""
    if image.mode not in ("RGB", "RGBA"):
        return image
    parts = np.asarray(image)
    coloured = (parts[..., :1] != parts[..., 1:3]).any(axis=-1)
    if (coloured & (parts[..., 3] > 0) if image.mode == "RGBA" else coloured).any():
        return image
    return image.convert("LA" if image.mode == "RGBA" else "L")


def check_logo(text: str) -> str:
    """Return the text if it is a valid picture or empty; raises ``UsageError``."""
    if text:
        logo_of(text)
    return text


@lru_cache(maxsize=4)
def logo_of(text: str) -> Logo:
    """Return the picture that a page keeps; raises ``UsageError``, also where it is damaged."""
    match = LOGO_FORM.fullmatch(text)
    if not match:
        raise UsageError(_("Logo must be a PNG or JPEG picture as a data URI."))
    if len(match[3]) > LOGO_BYTES * 4 // 3 + 4:
        raise UsageError(_("The logo has more than {most:,} bytes.").format(most=LOGO_BYTES))
    try:
        data = b64decode(match[3], validate=True)
        if not any(data.startswith(sign) and match[1] == kind for sign, kind in SIGNS.items()):
            raise UsageError(_("it is not a {kind} picture.").format(kind=match[1].upper()))
        image = decode_picture(data, LOGO_PIXELS)
        if _moves(data):
            raise UsageError(_("it moves."))
    except (ValueError, UsageError) as error:
        raise UsageError(_("Cannot read the logo: {reason}").format(reason=error)) from None
    kind, plain = match[1], _without_colours(image)
    if plain is not image:  # a printer would mix its greys of four inks
        file = BytesIO()
        plain.save(file, "PNG")
        kind, data = "png", file.getvalue()
    grey = plain.mode in ("1", "L", "LA")
    return Logo(kind, unquote(match[2]), data, image.width, image.height, grey)


def _moves(data: bytes) -> bool:
    """Whether a file that can be decoded holds several pictures."""
    from PIL import Image

    with Image.open(BytesIO(data)) as image:
        return getattr(image, "n_frames", 1) > 1
