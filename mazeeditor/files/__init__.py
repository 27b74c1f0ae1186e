"""Opens every file that holds a maze, whatever its format; each format is one file of this room."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from mazeeditor.errors import MazeError
from mazeeditor.files.atomic import shown
from mazeeditor.job import Job
from mazeeditor.registry import Registry
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.files.project import Project

Data = bytes | bytearray
Parse = Callable[[Data, Job], "Project"]
HEAD = 1 << 16  # bytes by which a format is known
CHUNK = 1 << 20  # bytes between two looks at Cancel
LONGEST_REASON = 240  # characters: a sentence that quotes a file must stay easy to read


@dataclass(frozen=True)
class Importer:
    """A registered format.

    ``sniff(head)`` says whether a file whose first bytes are ``head`` is of this format.
    ``parse(data, job)`` returns what the file holds or raises ``MazeError`` with the reason alone,
    which begins small and names line or key: ``read`` puts the file's name before it. A file of
    more than ``largest`` bytes is refused unread.
    """

    name: str
    label: str
    suffixes: tuple[str, ...]
    sniff: Callable[[bytes], bool]
    parse: Parse
    largest: int
    order: int = 100


IMPORTERS: Registry[Importer] = Registry("importer", __name__)


def importer(
    name: str,
    label: str,
    *,
    suffixes: tuple[str, ...],
    sniff: Callable[[bytes], bool],
    largest: int,
    order: int = 100,
) -> Callable[[Parse], Parse]:
    """Register a parsing function under ``name``."""

    def register(parse: Parse) -> Parse:
        IMPORTERS.add(Importer(name, label, suffixes, sniff, parse, largest, order))
        return parse

    return register


def read(
    path: str | os.PathLike[str], job: Job | None = None, form: Importer | None = None
) -> Project:
    """Return what a file holds; its content tells the format, unless ``form`` is given.

    Raises ``MazeError``, one sentence that names the file and the reason, and ``CancelledError``.
    """
    path, job = Path(path), job or Job()
    with _naming(path):
        size = _size(path)
        with path.open("rb") as file:
            head = file.read(HEAD)
            form = form or _choose(head, path)
            _check_size(size, form)
            data = _rest(file, head, size, form, job)
        return form.parse(data, job)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Turn what goes wrong into one sentence with the name of the file."""
    try:
        yield
        return
    except FileNotFoundError:
        reason = _("there is no such file.")
    except OSError as error:
        reason = f"{error.strerror or error}."
    except MemoryError:
        reason = _("there is not enough memory for it.")
    except MazeError as error:
        reason = str(error)
    if len(reason) > LONGEST_REASON:
        reason = reason[:LONGEST_REASON] + "…"
    raise MazeError(_("Cannot read {file}: {reason}").format(file=shown(path), reason=reason))


def _size(path: Path) -> int:
    """Return the bytes of a file, 0 for a pipe; raises ``OSError`` and ``MazeError``."""
    try:
        status = path.stat()
    except ValueError:  # a NUL or half a character in the name
        raise MazeError(_("this is no name for a file.")) from None
    if stat.S_ISDIR(status.st_mode):
        raise MazeError(_("it is a folder."))
    return status.st_size


def _choose(head: bytes, path: Path) -> Importer:
    """Return the format of a file by its first bytes, then by its suffix."""
    from mazeeditor.files.foreign import describe

    for form in IMPORTERS:
        if form.sniff(head):
            return form
    foreign = describe(head)
    by_suffix = [form for form in IMPORTERS if path.suffix.lower() in form.suffixes]
    if by_suffix and foreign is None:
        return by_suffix[0]  # its parser says best what is wrong
    known = ", ".join(f"{form.label} ({' '.join(form.suffixes)})" for form in IMPORTERS)
    raise MazeError(
        foreign or _("this is none of the formats that can be read: {known}.").format(known=known)
    )


def _check_size(size: int, form: Importer) -> None:
    if size > form.largest:
        raise MazeError(
            _("it has {size:,} bytes, and the largest {format} file has {largest:,}.").format(
                size=size, format=form.label, largest=form.largest
            )
        )


def _rest(file: BinaryIO, head: bytes, size: int, form: Importer, job: Job) -> bytearray:
    """Return the whole file; what has no size of its own (a pipe) is measured as it comes."""
    data = bytearray(head)
    job.phase(size, 0.3)
    while chunk := file.read(CHUNK):
        data += chunk
        _check_size(len(data), form)
        job.step(len(data))
    return data
