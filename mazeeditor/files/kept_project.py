"""Projects within exported SVG and PNG files: such a file opens as the project that it keeps.

Nothing is read by eye then. What is kept is bounded as a project file is: it is unpacked up to the
bytes that one may have, then read by the reader of projects. Those in PDFs are found by
``drawn_pages.py``, as only a reader of PDFs knows where they are.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from binascii import Error

from mazeeditor.core.disk.file_kinds import SVG, kind_of
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import HEAD_BYTES, IMPORTERS, Data, Project, importer
from mazeeditor.files.project import parse
from mazeeditor.page.kept_project import KEYWORD, NAMESPACE, PNG_START

MAX_HOLDER_BYTES = 1 << 29  # bytes of a file that keeps a project
MOST_CHUNKS = 1000  # before the pixels of a PNG
_ELEMENT = re.compile(
    rb"<(?:[A-Za-z][A-Za-z0-9]*:)?project(?:\s[^<>]{0,200})?>([A-Za-z0-9+/=\s]+)<"
)


def keeps_project(head: bytes) -> bool:
    """Return whether a PNG or SVG that begins so keeps a project."""
    if head.startswith(PNG_START):
        return b"zTXt" + KEYWORD + b"\0" in head
    return NAMESPACE.encode() in head and kind_of(head) == SVG


@importer(
    "kept",
    _("Picture with a project"),
    suffixes=(".svg",),
    sniff=keeps_project,
    largest=MAX_HOLDER_BYTES,
    order=13,
    binary=True,
)
def parse_kept(data: Data, job: Job) -> Project:
    """Return the project that a PNG or SVG keeps; raises ``MazeError`` with the reason alone."""
    if not keeps_project(bytes(data[:HEAD_BYTES])):
        raise MazeError(_("it is not an SVG or PNG that keeps a project."))
    packed = _chunk_of(data) if data.startswith(PNG_START) else _element_of(data)
    return project_of(_unpack(packed), job)


def project_of(data: Data, job: Job) -> Project:
    """Return the project whose bytes a file keeps; raises ``MazeError`` with the reason alone."""
    try:
        return parse(data, job)
    except MazeError as reason:
        text = _("the project that it keeps cannot be read: {reason}")
        raise MazeError(text.format(reason=reason)) from None


def _damaged_error() -> MazeError:
    return MazeError(_("the project that it keeps is damaged: open a copy, or the project file."))


def _element_of(data: Data) -> bytes:
    """Return the packed project of an SVG; raises ``MazeError``."""
    at = data.find(NAMESPACE.encode())
    match = _ELEMENT.search(data, max(0, data.rfind(b"<", 0, at)))
    if match is None:
        raise _damaged_error()
    try:
        return b64decode(b"".join(match[1].split()), validate=True)
    except Error:
        raise _damaged_error() from None


def _chunk_of(data: Data) -> bytes:
    """Return the packed project of a PNG; raises ``MazeError``."""
    view, at = memoryview(data), len(PNG_START)
    for _number in range(MOST_CHUNKS):
        length, kind = int.from_bytes(view[at : at + 4], "big"), bytes(view[at + 4 : at + 8])
        body = view[at + 8 : at + 8 + length]
        if len(kind) < 4 or len(body) < length or kind in (b"IDAT", b"IEND"):
            break
        if kind == b"zTXt" and bytes(body[: len(KEYWORD) + 1]) == KEYWORD + b"\0":
            found = int.from_bytes(view[at + 8 + length : at + 12 + length], "big")
            if found != zlib.crc32(view[at + 4 : at + 8 + length]):
                break
            return bytes(body[len(KEYWORD) + 2 :])
        at += 12 + length
    raise _damaged_error()


def _unpack(packed: bytes) -> bytes:
    """Return a project unpacked, as large as one may be; raises ``MazeError``."""
    most = IMPORTERS["project"].largest
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(packed, most + 1)
    except zlib.error:
        raise _damaged_error() from None
    if len(data) > most:
        text = _(
            "the project that it keeps has more than {most:,} bytes, the most that one may have."
        )
        raise MazeError(text.format(most=most))
    if not unpacking.eof:
        raise _damaged_error()
    return data
