"""Paths of files as their users have named them, which only are opened, apart from other text."""

from __future__ import annotations

from pathlib import PureWindowsPath

DATA_URI = "data:"  # begins the text that a document holds of a file


class NamedFile(str):
    """The path of a file as its user has named it: typed, chosen in a dialog, given to Python.

    What a document holds is plain text, so the two can be told apart wherever a value has gone:
    only a ``NamedFile`` is ever opened (``docs/decisions/files.md``).
    """

    __slots__ = ()


def named_last(path: str) -> str:
    """Return the name of a file without its folders, whatever system the path is of.

    Any other text is returned as it is.
    """
    return path if path.startswith(DATA_URI) else PureWindowsPath(path).name or path
