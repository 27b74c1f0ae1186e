"""Animated PNG and GIF: a film in one file, as browsers play it."""

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


@film_format("gif", "GIF", suffix=".gif", order=1)
def gif(frames: Frames, path: Path, loop: int) -> list[Path]:
    """Animation that plays everywhere."""
    first, rest = frames.split()
    file = BytesIO()
    # a GIF states how often to repeat after the first time, or nothing
    again = {} if loop == 1 else {"loop": max(0, loop - 1)}
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=rest,
        duration=frames.durations,
        disposal=1,  # the next frame is drawn over it: only what changed is stored
        optimize=False,
        **again,
    )
    write_whole(path, file.getvalue())
    return [path]
