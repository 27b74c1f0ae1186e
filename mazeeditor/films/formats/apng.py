"""Animated PNG: smaller files than GIF; plays in browsers."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from mazeeditor.core.disk.atomic import write_whole
from mazeeditor.films.formats import film_format
from mazeeditor.films.frames import Frames


@film_format("apng", "Animated PNG", suffix=".apng", order=2, copies=2)
def apng(frames: Frames, path: Path, loop: int) -> list[Path]:
    """Animation in a smaller file; plays in browsers."""
    first, rest = frames.split()
    file = BytesIO()
    first.save(
        file,
        "PNG",
        save_all=True,
        append_images=list(rest),  # Pillow iterates over them twice
        duration=frames.durations,
        loop=loop,
        disposal=0,
        blend=0,
    )
    write_whole(path, file.getvalue())
    return [path]
