"""Pictures of too few pixels, in every form that PDF has for them, and coloured ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any

import numpy as np
from pikepdf import Dictionary, Name, Pdf, Stream, String
from PIL import Image

from tests.prepress.planted.fragments import (
    COLOUR,
    EFFECT,
    Fragment,
    array,
    breach,
    entries_of,
)

COARSE = "image-resolution"
PLACE = b"q 100 0 0 100 150 300 cm /I Do Q"  # 36 dpi for 50 pixels, 360 dpi for 500
FEW, ENOUGH = 50, 500


@cache
def pixels(side: int, mode: str) -> bytes:
    """Return an arbitrary picture without white: uint8[side, side, parts]."""
    parts = {"L": 1, "LA": 2, "RGB": 3, "CMYK": 4}[mode]
    ramp = np.add.outer(np.arange(side) * 3, np.arange(side) * 7)[..., None]
    return ((ramp + 40 * np.arange(parts)) % 150 + 20).astype(np.uint8).tobytes()


def pixels_as(form: str, side: int, mode: str) -> bytes:
    """Return the picture in a format of Pillow."""
    buffer = BytesIO()
    data = np.frombuffer(pixels(side, mode), np.uint8)
    channels = len(data) // side**2
    shape = (side, side, channels) if channels > 1 else (side, side)
    Image.fromarray(data.reshape(shape), mode).save(buffer, form)
    return buffer.getvalue()


def picture(pdf: Pdf, data: bytes, side: int = FEW, **entries: Any) -> Any:
    """Return a picture of grey pixels of 8 bits, unless ``entries`` say other; None leaves out."""
    known: dict[str, Any] = {
        "Type": Name.XObject,
        "Subtype": Name.Image,
        "Width": side,
        "Height": side,
        "BitsPerComponent": 8,
        "ColorSpace": Name.DeviceGray,
    }
    stream = Stream(pdf, data)
    known = {key: value for key, value in {**known, **entries}.items() if value is not None}
    stream.stream_dict = Dictionary(entries_of(known))
    return pdf.make_indirect(stream)


def placed(image: Any) -> Fragment:
    return Fragment(PLACE, {"XObject": {"I": image}})


def shown(name: str, rule: str, make: Callable[[Pdf], Any], *traits: str) -> None:
    """Register a picture as a breach."""

    def fragment(pdf: Pdf) -> Fragment:
        return placed(make(pdf))

    fragment.__name__ = name
    breach(rule, *traits)(fragment)


def jpx(pdf: Pdf, side: int, mode: str, **entries: Any) -> Any:
    """Return a picture of JPEG 2000, whose file says what its colours are."""
    data = pixels_as("JPEG2000", side, mode)
    own: dict[str, Any] = {"ColorSpace": None, "BitsPerComponent": None, **entries}
    return picture(pdf, data, side, Filter=Name.JPXDecode, **own)


@cache
def fax() -> bytes:
    """Return 50 x 50 pixels as a fax sends them (group 4), black and white in stripes."""
    buffer = BytesIO()
    stripes = Image.fromarray(np.arange(FEW * FEW, dtype=np.uint8).reshape(FEW, FEW) % 7 * 60)
    stripes.convert("1").save(buffer, "TIFF", compression="group4")
    tiff = Image.open(buffer)
    start, length = (int(tiff.tag_v2[tag][0]) for tag in (273, 279))  # type: ignore[attr-defined]
    return buffer.getvalue()[start : start + length]


def faxed(pdf: Pdf) -> Any:
    parameters = Dictionary(K=-1, Columns=FEW, Rows=FEW)
    more: dict[str, Any] = {"BitsPerComponent": 1, "DecodeParms": parameters}
    return picture(pdf, fax(), Filter=Name.CCITTFaxDecode, **more)


def indexed(base: str, table: bytes) -> Any:
    return array("Indexed", base, len(table) // 3 - 1, String(table))


shown("picture", COARSE, lambda pdf: picture(pdf, pixels(FEW, "L")))
shown(
    "picture of JPEG",
    COARSE,
    lambda pdf: picture(pdf, pixels_as("JPEG", FEW, "L"), Filter=Name.DCTDecode),
)
shown("picture of JPEG 2000", COARSE, lambda pdf: jpx(pdf, FEW, "L"))
shown("picture of a fax", COARSE, faxed)
shown(
    "picture as a stencil",
    COARSE,
    lambda pdf: picture(pdf, b"\xaa" * 350, BitsPerComponent=1, ColorSpace=None, ImageMask=True),
)
shown(
    "picture with a coarse stencil mask",
    COARSE,
    lambda pdf: picture(
        pdf,
        pixels(ENOUGH, "L"),
        ENOUGH,
        Mask=picture(pdf, b"\x0f" * 350, BitsPerComponent=1, ColorSpace=None, ImageMask=True),
    ),
)
shown("picture in RGB", "colours", lambda pdf: rgb(pdf), COLOUR)
shown(
    "picture of JPEG in RGB",
    "colours",
    lambda pdf: picture(
        pdf,
        pixels_as("JPEG", ENOUGH, "RGB"),
        ENOUGH,
        Filter=Name.DCTDecode,
        ColorSpace=Name.DeviceRGB,
    ),
    COLOUR,
)
shown(
    "picture of JPEG in CMYK",
    "colours",
    lambda pdf: picture(
        pdf,
        pixels_as("JPEG", ENOUGH, "CMYK"),
        ENOUGH,
        Filter=Name.DCTDecode,
        ColorSpace=Name.DeviceCMYK,
    ),
    COLOUR,
)
shown("picture of JPEG 2000 in RGB", "colours", lambda pdf: jpx(pdf, ENOUGH, "RGB"), COLOUR)
shown(
    "picture of a table of RGB",
    "colours",
    lambda pdf: picture(
        pdf,
        pixels(ENOUGH, "L"),
        ENOUGH,
        ColorSpace=indexed("DeviceRGB", bytes(range(256)) * 2 + bytes(256)),
    ),
    COLOUR,
)
shown(
    "picture with a soft mask",
    "transparency",
    lambda pdf: picture(
        pdf, pixels(ENOUGH, "L"), ENOUGH, SMask=picture(pdf, pixels(ENOUGH, "L"), ENOUGH)
    ),
    EFFECT,
)
shown(
    "picture of JPEG 2000 that is transparent",
    "transparency",
    lambda pdf: jpx(pdf, ENOUGH, "LA", SMaskInData=1, ColorSpace=Name.DeviceGray),
    EFFECT,
)


def rgb(pdf: Pdf) -> Any:
    return picture(pdf, pixels(ENOUGH, "RGB"), ENOUGH, ColorSpace=Name.DeviceRGB)


def inline(mode: str, space: bytes) -> bytes:
    """Return an inline picture of 50 pixels a side on 100 pt."""
    return b"q 100 0 0 100 150 300 cm BI /W 50 /H 50 /BPC 8 /CS /%b /F /AHx ID %b> EI Q" % (
        space,
        pixels(FEW, mode).hex().encode(),
    )


@breach(COARSE)
def inline_picture(_pdf: Pdf) -> Fragment:
    return Fragment(inline("L", b"G"))


@breach("colours", COLOUR)
def inline_picture_in_RGB(_pdf: Pdf) -> Fragment:  # noqa: N802 - a name of PDF
    return Fragment(inline("RGB", b"RGB"))
