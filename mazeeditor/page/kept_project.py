r"""A project within an exported file: an element of SVG, a text chunk of PNG, a file within a PDF.

It stands near the beginning of SVG and PNG, so that the first bytes of a file say that it is there;
it is compressed (zlib), in SVG as base64::

    <metadata><project xmlns="urn:mazeeditor:project">eJy...</project></metadata>
    zTXt  mazeeditor-project \0 \0 ...        (PNG, chapter 11.3.4.3: keyword, method, data)
    /Names << /EmbeddedFiles ... (project.maze) >>
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from io import BytesIO
from typing import Annotated

from mazeeditor.core.errors import MazeError
from mazeeditor.core.options import Label
from mazeeditor.core.translation import _

KEYWORD = b"mazeeditor-project"  # of the chunk
NAMESPACE = "urn:mazeeditor:project"
MADE = "D:20000101000000Z"  # the date in a PDF: the same maze gives the same bytes
ATTACHED = "project.maze"
PNG_START = b"\x89PNG\r\n\x1a\n"
PNG_HEADER = len(PNG_START) + 8 + 13 + 4  # bytes up to the end of IHDR
MAX_CHUNK_BYTES = (1 << 31) - 1  # bytes
Data = bytes | bytearray


def keeping(
    *,
    keep_project: Annotated[
        bool,
        Label(_("Keep the project in the file")),
        _(
            "keep the project in the file, so that the maze opens here as it was drawn; it "
            "holds the answer, too"
        ),
    ] = False,
) -> bool:
    """Declare the option of every format that can keep a project."""
    return keep_project


def kept_in_svg(data: Data, project: bytes) -> bytearray:
    """Return an SVG with a project before its first layer, where metadata belongs."""
    text = b64encode(zlib.compress(project, 9)).decode()
    element = f'<metadata><project xmlns="{NAMESPACE}">{text}</project></metadata>'.encode()
    at = data.index(b">", data.index(b"<svg")) + 1
    return bytearray(data[:at]) + element + data[at:]


def kept_in_png(data: Data, project: bytes) -> bytes:
    """Return a PNG with a project as its first chunk; raises ``MazeError`` for a huge one."""
    text = KEYWORD + b"\0\0" + zlib.compress(project, 9)
    if len(text) > MAX_CHUNK_BYTES:
        raise MazeError(_("The project is too large for a PNG: save it as a file of its own."))
    body = b"zTXt" + text
    chunk = len(text).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")
    return bytes(data[:PNG_HEADER]) + chunk + bytes(data[PNG_HEADER:])


def kept_in_pdf(data: Data, project: bytes) -> bytes:
    """Return a PDF with a project attached, the same bytes each time."""
    import pikepdf

    with pikepdf.open(BytesIO(data)) as document:
        document.attachments[ATTACHED] = pikepdf.AttachedFileSpec(
            document,
            project,
            description="mazeeditor project",
            filename=ATTACHED,
            mime_type="application/json",
            creation_date=MADE,
            mod_date=MADE,
        )
        file = BytesIO()
        document.save(
            file,
            min_version="1.4",  # the tree of attached files is as old as that
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    return file.getvalue()
