"""GIF: plays everywhere, in every browser, mail and document."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from mazeeditor.files.atomic import write_whole
from mazeeditor.films.formats import film_format
from mazeeditor.films.pictures import Pictures


@film_format("gif", "GIF", suffix=".gif", order=1)
def gif(pictures: Pictures, path: Path, loop: int) -> list[Path]:
    """Moving picture that plays everywhere."""
    first, rest = pictures.start()
    file = BytesIO()
    # GIF tells how often to repeat after the first time, or nothing
    again = {} if loop == 1 else {"loop": max(0, loop - 1)}
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=rest,
        duration=pictures.durations,
        disposal=1,  # what follows is painted over it: only what changed is stored
        optimize=False,
        **again,
    )
    write_whole(path, file.getvalue())
    return [path]
