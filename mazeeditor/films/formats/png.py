"""Numbered PNG: one file for each picture, for video programs and for paper."""

from __future__ import annotations

import secrets
from contextlib import ExitStack, suppress
from io import BytesIO
from pathlib import Path

from mazeeditor.errors import MazeError
from mazeeditor.files.atomic import shown, write_whole
from mazeeditor.films.formats import film_format
from mazeeditor.films.pictures import Pictures
from mazeeditor.words import _


@film_format("png", "PNG, numbered", suffix=".png", order=3, copies=0)
def png(pictures: Pictures, path: Path, loop: int) -> list[Path]:  # noqa: ARG001 - no film
    """One picture after the other: name-0001.png, name-0002.png and so on."""
    digits = max(4, len(str(len(pictures))))
    targets = [
        path.with_stem(f"{path.stem}-{number:0{digits}}") for number in range(1, len(pictures) + 1)
    ]
    mark = secrets.token_hex(4)
    beside = [target.with_name(f".{target.stem}-{mark}.tmp") for target in targets]
    with ExitStack() as stack:
        stack.callback(_remove, beside)
        for image, target in zip(pictures, beside, strict=True):
            file = BytesIO()
            image.save(file, "PNG")
            write_whole(target, file.getvalue())
        _move(beside, targets)
    return targets


def _move(beside: list[Path], targets: list[Path]) -> None:
    """Give all pictures their names; raises ``MazeError`` that says which have it."""
    done = 0
    try:
        for source, target in zip(beside, targets, strict=True):
            source.replace(target)
            done += 1
    except OSError as error:
        written = _("nothing was written")
        if done:
            written = _("only {first} to {last} were written").format(
                first=shown(targets[0]), last=shown(targets[done - 1])
            )
        raise MazeError(
            _("Cannot write {file}: {reason}; {written}.").format(
                file=shown(targets[done]), reason=error.strerror or error, written=written
            )
        ) from error


def _remove(paths: list[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink()
