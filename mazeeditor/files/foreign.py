"""Says what a file is that holds no maze, so that nobody has to guess what went wrong."""

from __future__ import annotations

from mazeeditor.words import _

# what a file begins with, and what it is then; compared without regard to case
KINDS: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG", _("this is a PNG picture, not a maze.")),
    (b"\xff\xd8\xff", _("this is a JPEG picture, not a maze.")),
    (b"GIF8", _("this is a GIF picture, not a maze.")),
    (b"%PDF", _("this is a PDF: it shows a maze, but cannot be edited as one.")),
    (b"<svg", _("this is an SVG picture: it shows a maze, but cannot be edited as one.")),
    (b"<!doctype html", _("this is a web page, not a maze.")),
    (b"<html", _("this is a web page, not a maze.")),
    (b"<?xml", _("this is an XML file, not a maze.")),
    (b"PK\x03\x04", _("this is a ZIP archive or an office document, not a maze.")),
    (b"\x1f\x8b", _("this is a compressed file: unpack it first.")),
    (b"\xff\xfe", _("this is text in UTF-16: save it as UTF-8.")),
    (b"\xfe\xff", _("this is text in UTF-16: save it as UTF-8.")),
    (b"\xef\xbb\xbf{", _("this is JSON, but no mazeeditor project.")),
    (b"{", _("this is JSON, but no mazeeditor project.")),
    (b"[", _("this is JSON, but no mazeeditor project.")),
)


def describe(head: bytes) -> str | None:
    """Return what is wrong with a file that begins with ``head``, ``None`` for unknown text."""
    if not head:
        return _("it is empty.")
    start = head.lstrip()[:32].lower()
    for magic, words in KINDS:
        if start.startswith(magic.lower()):
            return words
    if b"\0" in head:
        return _("this is a binary file, not a maze.")
    if not head.removeprefix(b"\xef\xbb\xbf").strip():
        return _("it is blank.")
    return None
