"""Project files: a maze with the recipe it was made by and the page it is drawn on.

UTF-8 JSON, laid out in lines so that a change to one wall changes one line or two, and that a
person or a version control system can read it. Version 1 holds whole rectangles; other shapes and
masks, whose rows have dots, are of version 2::

    {
    "format": "mazeeditor",
    "version": 1,
    "shape": "rectangular",
    "parameters": {"rows": 2, "columns": 2},
    "entrance": {"row": 0, "column": 0, "side": "left"},
    "exits": [{"row": 1, "column": 1, "side": "right"}],
    "recipe": {"generator": "backtracker", "seed": 7},
    "page": {"page": "A4"},
    "walls": [
    "13",
    "ec"
    ],
    "sha256": "... of all lines before this one"}
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from mazeeditor.errors import MazeError
from mazeeditor.files import IMPORTERS, Data, importer, read
from mazeeditor.files.atomic import write_whole
from mazeeditor.files.header import (
    FORMAT,
    Json,
    check_gaps,
    check_version,
    lattice_of,
    object_of,
    opening_to_json,
    openings_of,
    version_for,
)
from mazeeditor.files.layout import BOM, CHECKSUM, OPEN, SHUT, check_sum, plain, take_apart
from mazeeditor.files.rows import ROWS_AT_ONCE, decode_rows, encode_rows
from mazeeditor.files.strict_json import parse_json, to_json
from mazeeditor.job import Job
from mazeeditor.maze.lattice import LARGEST
from mazeeditor.maze.masks import masked
from mazeeditor.maze.maze import Maze
from mazeeditor.words import _

SUFFIX = ".maze"
HEADER = 1 << 25  # bytes that the header of a file may have
OWN = ("format", "version", "shape", "parameters", "entrance", "exits", "recipe", "page")


@dataclass
class Project:
    """What a file holds.

    ``recipe`` says how the maze was generated and ``page`` how it is drawn, as plain JSON values.
    ``extra`` are the keys that this version does not know, kept for the one that does; ``order``
    are all keys as the file had them. ``warnings`` are sentences on what was not read as it stood.
    """

    maze: Maze
    recipe: Json = field(default_factory=dict)
    page: Json = field(default_factory=dict)
    extra: Json = field(default_factory=dict)
    order: tuple[str, ...] = ()
    warnings: list[str] = field(default_factory=list)


def load(path: str | os.PathLike[str], job: Job | None = None) -> Project:
    """Return the project in a file; raises ``MazeError`` and ``CancelledError``."""
    return read(path, job, IMPORTERS["project"])


def save(project: Project, path: str | os.PathLike[str], job: Job | None = None) -> None:
    """Write a project whole or not at all; raises ``MazeError`` and ``CancelledError``."""
    write_whole(path, _chunks(_header(project), project.maze, job or Job()))


def _chunks(header: bytes, maze: Maze, job: Job) -> Iterator[bytes]:
    digest = hashlib.sha256()
    job.phase(maze.lattice.rows)
    rows = encode_rows(maze.lattice, maze.walls)
    chunk, between = header + OPEN, b""
    for first in range(0, maze.lattice.rows, ROWS_AT_ONCE):
        lines = [b'"%b"' % row for row in islice(rows, ROWS_AT_ONCE)]
        chunk += between + b",\n".join(lines)
        digest.update(chunk)
        yield chunk
        chunk, between = b"", b",\n"
        job.step(first)
    end = SHUT + b",\n"
    digest.update(end)
    yield end + b'"%b": "%b"}\n' % (CHECKSUM.encode(), digest.hexdigest().encode())


def _header(project: Project) -> bytes:
    """Return all lines above the walls; raises ``MazeError`` for what could not be read again."""
    maze, lattice = project.maze, project.maze.lattice
    exits = [opening_to_json(each, lattice) for each in maze.exits]
    values = {
        "format": FORMAT,
        "version": version_for(lattice),
        "shape": lattice.shape,
        "parameters": dict(lattice.parameters),
        "entrance": opening_to_json(maze.entrance, lattice) if maze.entrance else None,
        "exits": exits,
        "recipe": project.recipe,
        "page": project.page,
    }
    own = {*OWN, "walls", CHECKSUM}
    values |= {key: value for key, value in project.extra.items() if key not in own}
    order = [key for key in project.order if key in values]
    keys = dict.fromkeys(["format", "version", *order, *values])
    lines = [b"%b: %b" % (to_json(key), _value(key, values[key])) for key in keys]
    header = b"{\n" + b",\n".join(lines) + b","
    parse_json(header[:-1] + b"}")  # what could not be read again must not be written
    return header


def _value(key: str, value: object) -> bytes:
    try:
        return to_json(value)
    except (ValueError, TypeError, RecursionError):
        raise MazeError(_('"{key}" holds a value that no file can hold.').format(key=key)) from None


def is_project(head: bytes) -> bool:
    """Whether a file begins as a project does."""
    start = head.removeprefix(BOM).lstrip()
    return start.startswith(b"{") and b'"format"' in start and b'"%b"' % FORMAT.encode() in start


@importer(
    "project",
    _("mazeeditor project"),
    suffixes=(SUFFIX,),
    sniff=is_project,
    largest=2 * LARGEST + HEADER,
    order=1,
)
def parse(data: Data, job: Job) -> Project:
    """Return the project that ``data`` stands for; raises ``MazeError`` with a reason."""
    text = plain(data)
    header, rows = take_apart(text)
    header = check_version(header)
    lattice = lattice_of(header, rows)
    recipe, page = object_of(header, "recipe"), object_of(header, "page")
    walls, inside = decode_rows(lattice, rows, job)
    check_sum(text, header.pop(CHECKSUM, None))
    if inside is not lattice.inside:
        lattice = masked(lattice, inside, job)
    entrance, exits = openings_of(header, lattice)
    check_gaps(lattice, walls, [*([entrance] if entrance else []), *exits])
    maze = Maze(lattice, walls, entrance, exits)
    maze.check()
    extra = {key: value for key, value in header.items() if key not in OWN}
    return Project(maze, recipe, page, extra, tuple(header))
