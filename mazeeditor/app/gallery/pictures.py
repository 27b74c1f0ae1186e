"""The pictures of templates: small files, drawn when a template is made and not when it is shown.

Those of the program are drawn by ``docs/templates.py``. That of a file which is opened or saved is
kept in the cache of the user, so that Recent shows it; what is not there is a plain page.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.jobs import Background, Latest, ignore
from mazeeditor.core.disk.paths import caches_folder
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower

if TYPE_CHECKING:
    from PIL.Image import Image

    from mazeeditor.app.printing.snapshot import Print

SIZE = (280, 396)  # px: the largest that is shown, on a screen of twice the usual resolution
FINER, GREYS = 2, 16  # how much finer it is draw_picture first, and colours of its file
DARKER = 1.4  # thin lines would be pale in so small a picture
MOST_CELLS = 100_000  # of a larger maze nothing could be seen
PAUSE_MS = 1500  # ms after a file was opened or saved
MOST_KEPT = 50  # pictures of files


def draw_picture(print_: Print, job: Job) -> Image | None:
    """Return a picture RGB of the first page of a small maze, without its solution; None of others.

    Raises ``CancelledError``.
    """
    from dataclasses import replace

    from mazeeditor.app.printing.snapshot import Print, draw

    if print_.maze.lattice.cells > MOST_CELLS:
        return None
    puzzle = Print(print_.maze, replace(print_.page, solution="none"), None)
    width, height = SIZE
    preview = draw(puzzle, (width * FINER, height * FINER), job)
    return smaller(preview.images[0]) if preview.images else None


def smaller(large: Image) -> Image:
    """Return a picture that was drawn finer as it is kept, its lines darker."""
    from PIL.Image import Resampling

    size = max(1, large.width // FINER), max(1, large.height // FINER)
    small = large.convert("RGB").resize(size, Resampling.LANCZOS)
    return small.point(lambda value: max(0, round(255 - (255 - value) * DARKER)))


def as_png(picture: Image) -> bytes:
    """Return the file of a picture, of few colours."""
    data = BytesIO()
    picture.quantize(GREYS).save(data, "PNG", optimize=True)
    return data.getvalue()


def read_picture(path: Path, box: tuple[int, int]) -> Image | None:
    """Return the picture RGB in a file, as large as it fits ``box`` px; None where there is none.

    Called by a worker.
    """
    import PIL.Image

    with suppress(OSError, ValueError, SyntaxError), PIL.Image.open(path) as file:
        if max(file.size) > 4 * max(SIZE):  # nobody's thumbnail
            return None
        scale = min(box[0] / file.width, box[1] / file.height)
        size = max(1, round(file.width * scale)), max(1, round(file.height * scale))
        return file.convert("RGB").resize(size, PIL.Image.Resampling.LANCZOS)
    return None


# Of files


def pictures_folder() -> Path | None:
    """Return the folder for the pictures of files, which may not exist; None without a home."""
    with suppress(RuntimeError):
        home = caches_folder()
        return home / "pictures" if home.is_absolute() else None
    return None


def kept_picture(path: Path) -> Path:
    folder = pictures_folder()
    name = sha256(os.fsencode(str(path.absolute()))).hexdigest()[:24]
    return (folder or Path()) / f"{name}.png"


class FilePictures:
    """Keeps a picture of each file that is opened or saved in a window."""

    def __init__(self, document: Document, background: Background) -> None:
        self._document = document
        self._latest: Latest[tuple[Path, Print], None] = Latest(
            background, self._take, _keep, ignore, ignore, delay=PAUSE_MS
        )
        document.changed.follow(Follower.FILE_PICTURE, lambda _change: self._latest.request())

    def _take(self) -> tuple[Path, Print] | None:
        from mazeeditor.app.printing.snapshot import Print

        document = self._document
        if document.path is None or document.maze.lattice.cells > MOST_CELLS:
            return None
        return document.path, Print.of(document)


def _keep(taken: tuple[Path, Print], job: Job) -> None:
    """Draw and write the picture of a file; where that cannot be done, Recent shows a plain page.

    Raises ``CancelledError``.
    """
    path, print_ = taken
    folder = pictures_folder()
    if folder is None:
        return
    with suppress(MazeError, OSError):
        picture = draw_picture(print_, job)
        file = kept_picture(path)
        if picture is None:
            file.unlink(missing_ok=True)
            return
        folder.mkdir(parents=True, exist_ok=True)
        write(file, picture)
        kept = sorted(folder.glob("*.png"), key=lambda each: each.stat().st_mtime)
        for old in kept[:-MOST_KEPT]:
            old.unlink(missing_ok=True)


def write(path: Path, picture: Image) -> None:
    """Write a picture; raises ``MazeError``."""
    from mazeeditor.core.disk.atomic import write_whole

    write_whole(path, as_png(picture))
