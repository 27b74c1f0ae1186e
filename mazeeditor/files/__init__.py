"""Opens every file that holds a maze, whatever its format; each format is one file here."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from mazeeditor.core.disk import file_kinds
from mazeeditor.core.disk.file_state import FileState, digest_of
from mazeeditor.core.disk.input_files import (
    CHUNK_BYTES,
    STANDARD_INPUT,
    InputFile,
    bytes_of,
    open_input,
)
from mazeeditor.core.disk.paths import name_problem
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.translation import _, count, printable
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.underlay import NO_UNDERLAY, Underlay

Data = bytes | bytearray
SUFFIX = ".maze"  # of projects
BOM = b"\xef\xbb\xbf"
HEAD_BYTES = 1 << 16  # bytes from which a format is recognised
LONGEST_REASON = 260  # characters: a message that quotes a file must stay easy to read


@dataclass
class Project:
    """The contents of a file.

    ``recipe`` is what the maze was generated from; ``page`` is how it is drawn, as plain JSON
    values. ``extra`` are the keys that this version does not know, kept for the one that does;
    ``order`` are all keys as the file had them. ``warnings`` name what was not read as it stands
    in the file. ``underlay`` is a picture to trace. ``tabs`` are those placed by hand for what
    machines make, as plain JSON values. ``read_as`` says what signs were taken for, "" where that
    is no question; where it was ``guessed``, users are told. ``doubtful`` are the walls that may be
    wrong, each a cell and a slot. ``route`` are the cells of a solution that was drawn in it.
    """

    maze: Maze
    recipe: Recipe = field(default_factory=Recipe)
    page: dict[str, Any] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    warnings: list[str] = field(default_factory=list)
    underlay: Underlay = NO_UNDERLAY
    tabs: Mapping[str, Any] = field(default_factory=dict)
    read_as: str = ""
    guessed: bool = False
    doubtful: list[tuple[int, int]] = field(default_factory=list)
    route: tuple[int, ...] = ()


Parse = Callable[..., Project]


def nothing_beside(_name: str, _most: int) -> bytes | None:
    """Return no file: data that is no file, such as the clipboard, has none beside it."""
    return None


TEXT_KINDS = ("blocks", "lines", "digits")  # what the signs of a text may be
PICTURE = "picture"
SIGN_KINDS = (*TEXT_KINDS, "drawing", PICTURE)  # as what users can say that a file is to be read


def doubtful_in_words(number: int) -> str:
    """Return how many walls may be wrong: "3 walls are doubtful"."""
    return _("{number} doubtful").format(number=count(number, _("wall is"), _("walls are")))


class Expected(NamedTuple):
    """What users know of a file: as what it is to be read, and its rows and columns of cells."""

    kind: str = ""
    cells: tuple[int, int] | None = None


UNKNOWN = Expected()


@dataclass(frozen=True, kw_only=True)
class Importer(Entry[Parse]):
    """A registered format.

    ``run(data, job)`` returns the contents of the file or raises ``MazeError`` with the reason
    alone, which begins in lower case and names line or key: ``read`` puts the file's name before
    it. ``sniff(head)`` returns whether a file whose first bytes are ``head`` has this format. A
    file of more than ``largest`` bytes is refused unread. ``binary`` is whether it is no text.

    Where ``beside``, ``run`` takes as well what reads a file in the folder of this one: by its
    bare name and the most bytes that it may have it returns them, None where there is none.

    What this format refuses is tried in the format that is named ``instead``. Where it ``expects``
    something, ``run`` takes as well what users know of the file, of ``kinds``.
    """

    suffixes: tuple[str, ...]
    sniff: Callable[[bytes], bool]
    largest: int
    binary: bool = False
    beside: bool = False
    instead: str = ""
    expects: bool = False
    kinds: tuple[str, ...] = ()


# What can be done with a file of another kind
ADVICE = {
    file_kinds.KML: _("this is a KML file: give it to --outline, which takes fields."),
    file_kinds.GEOJSON: _("this is GeoJSON: give it to --outline, which takes fields."),
    file_kinds.GPX: _("this is a GPX file: it has paths on the ground, not a maze."),
    file_kinds.SHAPE: _("this is a shapefile: save the outline as GeoJSON or KML for --outline."),
    file_kinds.CSV: _("this is a CSV list: --names and --questions take such files."),
    file_kinds.BOOK: _("this is a book of mazes: mazeeditor book prints it."),
    file_kinds.PACKED: _("this is a compressed file: unpack it first."),
    file_kinds.UTF_16: _("this is text in UTF-16, without rows of signs that could be a maze."),
    file_kinds.JSON: _("this is JSON, but no mazeeditor project."),
    file_kinds.PROJECT: _("this is JSON, but no mazeeditor project."),
}
IMPORTERS: Registry[Importer] = Registry("importer", __name__, "importer")
importer = IMPORTERS.decorator(Importer)


def read(
    path: str | os.PathLike[str],
    job: Job | None = None,
    chosen: Importer | None = None,
    expected: Expected = UNKNOWN,
) -> Project:
    """Return the contents of a file in the ``chosen`` format, else the one that its bytes have.

    What can be read is as ``input_files`` says, ``expected`` is what users know of it. Raises
    ``MazeError``, one line that names the file and the reason, and ``CancelledError``.
    """
    path, job = Path(path), job or Job()
    with naming_file(path):
        entry, data, state = _bytes_of(path, job, chosen)
        if chosen is not None:
            return _parse(entry, data, path, state, job)
        if expected != UNKNOWN:
            return _as_expected(entry, data, job, expected)
        return _parsed_or_tried(entry, data, path, state, job)


def read_with_state(path: Path, job: Job) -> tuple[Project, FileState]:
    """Return what ``read`` returns, and which state of the file that is."""
    with naming_file(path):
        entry, data, state = _bytes_of(path, job, None)
        digest = digest_of(data, job) if state.is_file else ""
        return _parsed_or_tried(entry, data, path, state, job), replace(state, digest=digest)


def read_data(data: Data, entry: Importer, job: Job) -> Project:
    """Return the contents of data that is no file; raises ``MazeError`` with the reason alone."""
    if not entry.instead:
        return entry.run(data, job)
    try:
        return entry.run(data, job)
    except MazeError as refusal:
        return _tried_instead(entry, data, job, refusal)


def _parsed_or_tried(
    entry: Importer, data: Data, path: Path, state: FileState, job: Job
) -> Project:
    """Return the contents of a file, in another format where its own one refuses it."""
    if entry.instead:
        return read_data(data, entry, job)
    return _parse(entry, data, path, state, job)


def _tried_instead(entry: Importer, data: Data, job: Job, refusal: MazeError) -> Project:
    """Return the contents in another format.

    Raises ``MazeError`` with its reason, and that of the first one where there is room.
    """
    other = IMPORTERS[entry.instead]
    try:
        _check_size(len(data), other)
        return other.run(data, job)
    except MazeError as reason:
        own = _("As {format}: {reason}").format(format=entry.label.lower(), reason=refusal)
        both = f"{reason} {own}"
        raise MazeError(both if len(both) <= LONGEST_REASON else str(reason)) from None


def _as_expected(entry: Importer, data: Data, job: Job, expected: Expected) -> Project:
    """Return the contents as users say that they are; raises ``MazeError``."""
    other = IMPORTERS[entry.instead] if entry.instead else entry
    if not other.expects:
        text = _("it is a file of another kind ({format}), which needs neither {kind} nor {cells}.")
        raise MazeError(text.format(format=entry.label, kind="--as", cells="--cells"))
    if expected.kind not in ("", *other.kinds):
        text = _("it cannot be read as {kind}: it is a file of another kind ({format}).")
        raise MazeError(text.format(kind=expected.kind, format=other.label))
    _check_size(len(data), other)
    return other.run(data, job, expected)


def _parse(entry: Importer, data: Data, path: Path, state: FileState, job: Job) -> Project:
    if not entry.beside:
        return entry.run(data, job)
    in_folder = state.is_file and path != STANDARD_INPUT
    return entry.run(data, job, partial(_beside, path.parent) if in_folder else nothing_beside)


def _beside(folder: Path, name: str, most: int) -> bytes | None:
    """Return an ordinary file that lies in a folder itself, None where there is none.

    A document must not make the program open any other file: neither a path nor a link leads out
    of the folder, and nothing waits for a pipe. Raises ``MazeError`` for a larger file.
    """
    file = folder / name
    if file.name != name or name_problem(name):
        return None
    with suppress(OSError, ValueError):
        if file.resolve().parent == folder.resolve() and stat.S_ISREG(file.stat().st_mode):
            return bytes_of(file, most)
    return None


def _bytes_of(
    path: Path, job: Job, chosen: Importer | None
) -> tuple[Importer, bytearray, FileState]:
    """Return format, bytes and state, without its digest, of a file."""
    with open_input(path, job) as source:
        head = source.file.read(HEAD_BYTES)
        entry = chosen or _format_of(head, path)
        _check_size(source.status.st_size, entry)
        return entry, _rest(source, head, entry, job), FileState.of(source.status, "")


@contextmanager
def naming_file(path: Path) -> Iterator[None]:
    """Turn any error into a ``MazeError`` of one line with the name of the file."""
    try:
        yield
        return
    except MemoryError:
        reason = _("there is not enough memory for it.")
    except MazeError as error:
        reason = str(error)
    if len(reason) > LONGEST_REASON:
        reason = reason[:LONGEST_REASON] + "…"
    raise MazeError(_("Cannot read {file}: {reason}").format(file=printable(path), reason=reason))


def _format_of(head: bytes, path: Path) -> Importer:
    """Return the format of a file by its first bytes, then by its suffix."""
    for entry in IMPORTERS:
        if entry.sniff(head):
            return entry
    by_suffix = [entry for entry in IMPORTERS if path.suffix.lower() in entry.suffixes]
    of_bytes = any(entry.binary for entry in by_suffix[:1])
    foreign = _foreign_format(head, path.name, binary=of_bytes)
    if by_suffix and foreign is None:
        return by_suffix[0]  # its parser describes the error best
    known = ", ".join(f"{entry.label} ({' '.join(entry.suffixes)})" for entry in IMPORTERS)
    raise MazeError(
        foreign or _("this is none of the formats that can be read: {known}.").format(known=known)
    )


def _foreign_format(head: bytes, name: str, *, binary: bool) -> str | None:
    """Return why a file that begins with ``head`` holds no maze, ``None`` for unknown text.

    And for unknown bytes, where the format that its name promises is ``binary``.
    """
    if not head:
        return _("it is empty.")
    if kind := file_kinds.kind_of(head, name):
        return ADVICE.get(kind) or _("this is {kind}, not a maze.").format(kind=kind)
    if binary:
        return None
    if b"\0" in head:
        return _("this is a binary file, not a maze.")
    if not head.removeprefix(BOM).strip():
        return _("it is blank.")
    return None


def _check_size(size: int, entry: Importer) -> None:
    if size > entry.largest:
        raise MazeError(
            _(
                "it has {size:,} bytes, and a file in the format {format} has {largest:,} at most."
            ).format(size=size, format=entry.label, largest=entry.largest)
        )


def _rest(source: InputFile, head: bytes, entry: Importer, job: Job) -> bytearray:
    """Return the whole file; the size of a pipe is checked while it is read."""
    data = bytearray(head)
    job.phase(source.status.st_size, 0.3)
    while chunk := source.file.read(CHUNK_BYTES):
        data += chunk
        _check_size(len(data), entry)
        job.step(len(data))
    return data
