"""Numbered PNG: one file for each frame, for video programs and for paper."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from mazeeditor.core.disk.atomic import write_together
from mazeeditor.films.formats import film_format
from mazeeditor.films.frames import Frames


@film_format("png", "Single pictures (PNG)", suffix=".png", order=3, copies=0)
def png(frames: Frames, path: Path, loop: int) -> list[Path]:  # noqa: ARG001 - files do not loop
    """One file for each picture: name-0001.png, name-0002.png and so on."""
    return write_together(_files(frames, path))


def _files(frames: Frames, path: Path) -> Iterator[tuple[Path, bytes]]:
    digits = max(4, len(str(len(frames))))
    for number, image in enumerate(frames, 1):
        file = BytesIO()
        image.save(file, "PNG")
        yield path.with_stem(f"{path.stem}-{number:0{digits}}"), file.getvalue()
