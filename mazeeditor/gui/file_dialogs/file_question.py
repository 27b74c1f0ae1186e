"""What is asked of a file dialog, whichever it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mazeeditor.core.translation import _

ALL_FILES = (_("All files"), ("*",))


class UnusableError(Exception):
    """A dialog is not installed, does not answer or failed: another one is asked."""


@dataclass
class FileQuestion:
    """A file to open, or to save where there is a ``name`` to propose.

    ``kinds`` are labels with suffixes (``.maze``); ``window`` is the number of the X window that
    the dialog belongs to.
    """

    title: str
    kinds: Sequence[tuple[str, tuple[str, ...]]]
    folder: Path | None = None
    name: str = ""
    window: int = 0

    @property
    def saves(self) -> bool:
        """Whether the file will be written."""
        return bool(self.name)

    @property
    def patterns(self) -> list[tuple[str, list[str]]]:
        """The kinds with patterns (``*.maze``), and a last one for all files."""
        every = [*self.kinds, ALL_FILES]
        return [(label, [f"*{suffix.lstrip('*')}" for suffix in own]) for label, own in every]

    @property
    def start(self) -> Path:
        """The folder to begin in, absolute."""
        return (self.folder or Path()).absolute()

    @property
    def path(self) -> str:
        """The proposed file, or the folder with a slash at its end."""
        return f"{self.start}/{self.name}"
