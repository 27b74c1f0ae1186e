"""A logo or picture for the hole in the middle: read from a file, kept as text in a page.

What is kept is a data URI, so that project files stay text and need no other file. Nothing is in
it but the pixels: cameras and drawing programs write places and names into their files. Its
``name`` is that of the file it was chosen from, without the folder, for people to know it by::

    data:image/png;name=otto.png;base64,iVBORw0KGgo...
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from mazeeditor.drawing.pictures import decoded, read_picture
from mazeeditor.errors import UsageError
from mazeeditor.words import _

if TYPE_CHECKING:
    from PIL import Image

MOST_PIXELS = 10**7  # an A4 page at 300 dpi has 8.7 million
MOST_BYTES = 15 * 10**6  # of what is kept: a project's header may have twice as many
QUALITY = 95  # of photographs, which would be ten times as large without loss
FORM = re.compile(r"data:image/(png|jpeg);name=([^;,]*);base64,([A-Za-z0-9+/]+=*)")
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


def load_logo(path: Path) -> str:
    """Return the text that a page keeps of a picture; raises ``UsageError`` that names the file."""
    image = _plain(read_picture(path, MOST_PIXELS))
    photograph = path.suffix.lower() in (".jpg", ".jpeg") and image.mode in ("L", "RGB")
    file = BytesIO()
    if photograph:
        image.save(file, "JPEG", quality=QUALITY, subsampling=0)
    else:
        image.save(file, "PNG", optimize=False)
    data = file.getvalue()
    if len(data) > MOST_BYTES:
        raise UsageError(
            _(
                "Cannot take the picture {file}: it needs {size:,} bytes, more than {most:,}; "
                "make it smaller first."
            ).format(file=path.name, size=len(data), most=MOST_BYTES)
        )
    kind = "jpeg" if photograph else "png"
    return f"data:image/{kind};name={quote(path.name)};base64,{b64encode(data).decode()}"


def _plain(image: Image.Image) -> Image.Image:
    """Return a picture in grey or in colours, with alpha where it has any, and nothing else."""
    clear = image.mode in ("LA", "PA", "RGBA", "La", "RGBa") or "transparency" in image.info
    grey = image.mode in ("1", "L", "LA", "La")
    image = image.convert(("LA" if grey else "RGBA") if clear else "L" if grey else "RGB")
    image.info = {}
    return image


def check_logo(text: str) -> str:
    """Return the text where it stands for a picture or for none; raises ``UsageError``."""
    if text:
        logo_of(text)
    return text


@lru_cache(maxsize=4)
def logo_of(text: str) -> Logo:
    """Return the picture that a page keeps; raises ``UsageError``, also where it is damaged."""
    found = FORM.fullmatch(text)
    if not found:
        raise UsageError(_("Logo must be a PNG or JPEG picture as a data URI."))
    if len(found[3]) > MOST_BYTES * 4 // 3 + 4:
        raise UsageError(_("The logo has more than {most:,} bytes.").format(most=MOST_BYTES))
    try:
        data = b64decode(found[3], validate=True)
        if not any(data.startswith(sign) and found[1] == kind for sign, kind in SIGNS.items()):
            raise UsageError(_("it is no {kind} picture.").format(kind=found[1].upper()))
        image = decoded(data, MOST_PIXELS)
        if _moves(data):
            raise UsageError(_("it moves."))
    except (ValueError, UsageError) as error:
        raise UsageError(_("Cannot read the logo: {reason}").format(reason=error)) from None
    grey = image.mode in ("1", "L", "LA")
    return Logo(found[1], unquote(found[2]), data, image.width, image.height, grey)


def _moves(data: bytes) -> bool:
    """Whether a file that can be decoded holds several pictures."""
    from PIL import Image

    with Image.open(BytesIO(data)) as image:
        return getattr(image, "n_frames", 1) > 1
