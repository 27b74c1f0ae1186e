"""Files that machines take as they are; each file of this package is one format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mazeeditor.core.registry import FileFormat, Registry
from mazeeditor.page.formats import EXPORTERS


@dataclass(frozen=True, kw_only=True)
class CutFormat(FileFormat[Callable[..., bytes | Iterator[bytes]]]):
    """A registered format: ``run(layout, machine, job, **options)`` returns the bytes of a file.

    ``layout`` is the ``SheetLayout`` of one sheet. A ``solid`` format takes the ``Solid`` of the
    product instead, and yields the bytes, as these may be more than there is memory.
    ``memory`` is how many bytes it takes at most for each closed wall.
    """

    solid: bool = False
    memory: int = 600


CUT_FORMATS: Registry[CutFormat] = Registry("format", __name__)
cut_format = CUT_FORMATS.decorator(CutFormat)


def is_for_machine(path: Path, chosen: Mapping[str, Any]) -> bool:
    """Whether a file is for a machine: something about making is chosen, or only these take it."""
    drawn = {entry.suffix for entry in EXPORTERS}
    made = {entry.suffix for entry in CUT_FORMATS} - drawn
    return bool(chosen) or path.suffix.lower() in made
