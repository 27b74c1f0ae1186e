"""Animated PNG: smaller files than GIF; plays in browsers."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from mazeeditor.files.atomic import write_whole
from mazeeditor.films.formats import film_format
from mazeeditor.films.pictures import Pictures


@film_format("apng", "Animated PNG", suffix=".apng", order=2, copies=2)
def apng(pictures: Pictures, path: Path, loop: int) -> list[Path]:
    """Moving picture in a smaller file; plays in browsers."""
    first, rest = pictures.start()
    file = BytesIO()
    first.save(
        file,
        "PNG",
        save_all=True,
        append_images=list(rest),  # Pillow goes through them twice
        duration=pictures.durations,
        loop=loop,
        disposal=0,
        blend=0,
    )
    write_whole(path, file.getvalue())
    return [path]
