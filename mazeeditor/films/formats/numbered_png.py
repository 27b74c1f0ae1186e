"""Numbered PNG: one file for each frame, for video programs and for paper."""

from __future__ import annotations

import secrets
from contextlib import ExitStack, suppress
from io import BytesIO
from pathlib import Path

from mazeeditor.errors import MazeError
from mazeeditor.files.atomic import printable, write_whole
from mazeeditor.films.formats import film_format
from mazeeditor.films.frames import Frames
from mazeeditor.translation import _


@film_format("png", "PNG, numbered", suffix=".png", order=3, copies=0)
def png(frames: Frames, path: Path, loop: int) -> list[Path]:  # noqa: ARG001 - files do not loop
    """One file for each frame: name-0001.png, name-0002.png and so on."""
    digits = max(4, len(str(len(frames))))
    targets = [
        path.with_stem(f"{path.stem}-{number:0{digits}}") for number in range(1, len(frames) + 1)
    ]
    mark = secrets.token_hex(4)
    temporary = [target.with_name(f".{target.stem}-{mark}.tmp") for target in targets]
    with ExitStack() as stack:
        stack.callback(_remove, temporary)
        for image, target in zip(frames, temporary, strict=True):
            file = BytesIO()
            image.save(file, "PNG")
            write_whole(target, file.getvalue())
        _rename(temporary, targets)
    return targets


def _rename(temporary: list[Path], targets: list[Path]) -> None:
    """Rename all files; raises ``MazeError`` that names those renamed before an error."""
    done = 0
    try:
        for source, target in zip(temporary, targets, strict=True):
            source.replace(target)
            done += 1
    except OSError as error:
        written = _("nothing was written")
        if done:
            written = _("only {first} to {last} were written").format(
                first=printable(targets[0]), last=printable(targets[done - 1])
            )
        raise MazeError(
            _("Cannot write {file}: {reason}; {written}.").format(
                file=printable(targets[done]), reason=error.strerror or error, written=written
            )
        ) from error


def _remove(paths: list[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink()
