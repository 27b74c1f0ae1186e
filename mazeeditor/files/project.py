"""Project files: a maze with the recipe it was made from and the page it is printed on.

UTF-8 JSON, laid out in lines so that a change of one wall changes one line or two, and that users
and version control systems can read it. Version 1 holds whole rectangles; other shapes and masks,
whose rows have dots, are of version 2. Locks of walls, where there are any, are an object of the
rows with some, in the form of the walls: ``"locks": {"1": "28"}`` locks the wall in row 1::

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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.disk.atomic import WriteResult, write_whole
from mazeeditor.core.disk.json_files import parse_json, to_json
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.options import check_all
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.chosen_typeface import replaced_typeface
from mazeeditor.core.versions import PROGRAM, written_by_newer
from mazeeditor.files import BOM, HEAD_BYTES, IMPORTERS, SUFFIX, Data, Project, importer, read
from mazeeditor.files.project_rows import (
    CHECKSUM,
    OPEN,
    ROWS_AT_ONCE,
    SHUT,
    Rows,
    check_count,
    check_sum,
    decode_row,
    decode_rows,
    encode_rows,
    plain,
    take_apart,
)
from mazeeditor.maze.lattice import MAX_CELLS, Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.recipe import Recipe, without_files
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.walls import check_locks
from mazeeditor.page.page import Page, page_options
from mazeeditor.page.underlay import NO_UNDERLAY, Underlay

FORMAT = "mazeeditor"
VERSION = 2  # of the format; files of a higher one are refused
HEADER_BYTES = 1 << 25  # bytes that the header of a file may have
Json = dict[str, Any]
FIRST_KEYS = ("format", "version", "shape", "parameters", "entrance", "exits", "recipe", "page")
OWN_KEYS = (*FIRST_KEYS, "locks", "underlay", "tabs")


def load(path: str | os.PathLike[str], job: Job | None = None) -> Project:
    """Return the project in a file; raises ``MazeError`` and ``CancelledError``."""
    return read(path, job, IMPORTERS["project"])


def save(
    project: Project,
    path: str | os.PathLike[str],
    job: Job | None = None,
    *,
    before_replace: Callable[[Path], None] | None = None,
    keep_previous: bool = False,
) -> WriteResult:
    """Write a project, as ``write_whole`` does; only an old project is a previous version."""
    job = job or Job()
    chunks = chunks_of(project, job)
    keep = keep_previous and _holds_project(Path(path))
    return write_whole(path, chunks, job=job, before_replace=before_replace, keep_previous=keep)


def _holds_project(path: Path) -> bool:
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return is_project(file.read(HEAD_BYTES))
    except (OSError, ValueError):  # writing it says why
        return False


def as_bytes(project: Project) -> bytes:
    """Return what ``save`` would write, for small mazes; raises ``MazeError``."""
    return b"".join(chunks_of(project, Job()))


def chunks_of(project: Project, job: Job) -> Iterator[bytes]:
    """Yield what ``save`` would write; raises ``MazeError`` and ``CancelledError``."""
    return _chunks(_header(project), project.maze, job)


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
    """Return all lines above the walls; raises ``MazeError`` where they could not be read again."""
    maze, lattice = project.maze, project.maze.lattice
    exits = [_opening_to_json(gap, lattice) for gap in maze.exits]
    values = {
        "format": FORMAT,
        "version": _version_for(lattice),
        "shape": lattice.shape,
        "parameters": dict(lattice.parameters),
        "entrance": _opening_to_json(maze.entrance, lattice) if maze.entrance else None,
        "exits": exits,
        "recipe": project.recipe.to_json(),
        "page": project.page,
    }
    own = {*OWN_KEYS, "walls", CHECKSUM, PROGRAM}
    if locks := _locks_to_json(maze):
        values["locks"] = locks
    if project.underlay.picture:
        values["underlay"] = project.underlay.to_json()
    if project.tabs:
        values["tabs"] = dict(project.tabs)
    values |= {key: value for key, value in project.extra.items() if key not in own}
    order = [key for key in project.order if key in values]
    keys = dict.fromkeys(["format", "version", *order, *values])
    lines = [b"%b: %b" % (to_json(key), _value(key, values[key])) for key in keys]
    header = b"{\n" + b",\n".join(lines) + b","
    if len(header) > HEADER_BYTES:
        raise MazeError(
            _(
                "Recipe and page take {size:,} bytes, and a project may have {most:,} of them."
            ).format(size=len(header), most=HEADER_BYTES)
        )
    parse_json(header[:-1] + b"}")  # nothing is written that could not be read again
    return header


def _value(key: str, value: object) -> bytes:
    try:
        return to_json(value)
    except (ValueError, TypeError, RecursionError):
        raise MazeError(_('"{key}" has a value that a file cannot hold.').format(key=key)) from None


def is_project(head: bytes) -> bool:
    """Return whether a file begins like a project."""
    start = head.removeprefix(BOM).lstrip()
    return start.startswith(b"{") and b'"format"' in start and b'"%b"' % FORMAT.encode() in start


@importer(
    "project",
    _("mazeeditor project"),
    suffixes=(SUFFIX,),
    sniff=is_project,
    largest=2 * MAX_CELLS + HEADER_BYTES,
    order=1,
)
def parse(data: Data, job: Job) -> Project:
    """Return the project in ``data``; raises ``MazeError`` with a reason."""
    text = plain(data)
    header, rows = take_apart(text)
    header = _check_version(header)
    lattice = _lattice_of(header, rows)
    walls, inside = decode_rows(lattice, rows, job)
    warnings = check_sum(text, header, OWN_KEYS)
    if inside is not lattice.inside:
        lattice = mask_lattice(lattice, inside, job)
    entrance, exits = _openings_of(header, lattice)
    _check_gaps(lattice, walls, [*([entrance] if entrance else []), *exits])
    maze = Maze(lattice, walls, entrance, exits)
    maze.check()
    maze.set_locks(_locks_of(header, lattice))
    made_from, left_out = without_files(_object_of(header, "recipe", warnings))
    recipe = Recipe.from_json(made_from).at(lattice)
    page, replaced = Page.valid(_object_of(header, "page", warnings))
    warnings += [*left_out, *replaced, *_missing_typefaces(page, recipe)]
    extra = {key: value for key, value in header.items() if key not in (*OWN_KEYS, PROGRAM)}
    underlay = _underlay_of(header, warnings)
    tabs = _object_of(header, "tabs", warnings)
    return Project(maze, recipe, page, extra, tuple(header), warnings, underlay, tabs)


# The keys above the walls


def _underlay_of(header: Json, warnings: list[str]) -> Underlay:
    """Return the picture to trace, none where there is none or, with a warning, where it is bad."""
    try:
        return Underlay.from_json(_object_of(header, "underlay", warnings))
    except MazeError as reason:
        text = _('"underlay" is left out: {reason}')
        warnings.append(text.format(reason=reason))
        return NO_UNDERLAY


def _locks_to_json(maze: Maze) -> dict[str, str]:
    if maze.locks is None:
        return {}
    rows = enumerate(encode_rows(maze.lattice, maze.locks))
    return {str(row): digits.decode() for row, digits in rows if digits.strip(b"0.")}


def _locks_of(header: Json, lattice: Lattice) -> NDArray[np.uint8] | None:
    """Return the locks uint8[n] of a header; raises ``MazeError`` where they are of no walls."""
    with _key("locks"):
        rows = _optional(header, "locks", dict)
        if not rows:
            return None
        locks = np.zeros(lattice.size, np.uint8)
        for number, digits in rows.items():
            _read_locks(locks, lattice, number, digits)
        check_locks(lattice, locks)
        return locks


def _read_locks(locks: NDArray[np.uint8], lattice: Lattice, number: str, digits: Any) -> None:
    """Put one row into ``locks`` uint8[n]."""
    if not (number.isascii() and number.isdigit() and int(number[:9]) < lattice.rows):
        raise MazeError(_("there is no row {row}.").format(row=ascii(number[:20])))
    if not isinstance(digits, str):
        raise MazeError(_("a row must be a text."))
    start = int(lattice.row_starts[int(number)])
    try:
        values = decode_row(
            digits.replace(".", "0").encode("utf-8", "replace"), lattice, int(number)
        )
    except MazeError as reason:
        raise MazeError(_("row {row} {reason}.").format(row=number, reason=reason)) from None
    locks[start : start + len(values)] = values


def _check_version(header: Any) -> Json:
    """Return the header where it is one of this program's; raises ``MazeError``."""
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise MazeError(_("this is JSON, but no mazeeditor project."))
    version = header.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise MazeError(_('"version" must be a whole number of at least 1.'))
    if version > VERSION:
        raise MazeError(written_by_newer(header, version))
    return header


def _version_for(lattice: Lattice) -> int:
    """Return the lowest version that can hold a lattice, so that older programs can read it."""
    return 1 if lattice.shape == "rectangular" and lattice.whole else 2


def _lattice_of(header: Json, rows: Rows | None) -> Lattice:
    """Return the lattice of a header; raises ``MazeError`` before memory is taken.

    The first option of a shape is its number of rows. It is compared with the rows of the file
    first: an invalid number would allocate half a gigabyte before it is detected.
    """
    with _key("shape"):
        shape = _require(header, "shape", str)
        entry = SHAPES[shape]
    with _key("parameters"):
        parameters = _require(header, "parameters", dict)
        for option in entry.options:  # a default may change, a file may not
            if option.name not in parameters:
                raise MazeError(_("{name} is missing.").format(name=option.name))
        parameters = check_all(entry.options, parameters)
    check_count(rows, parameters[entry.options[0].name])
    with _key("parameters"):
        return build(shape, **parameters)


def _openings_of(header: Json, lattice: Lattice) -> tuple[Opening | None, tuple[Opening, ...]]:
    """Return the entrance and the exits of a header; raises ``MazeError``."""
    with _key("entrance"):
        value = header.get("entrance")
        entrance = None if value is None else _opening(value, lattice)
    with _key("exits"):
        exits = _optional(header, "exits", list)
        return entrance, tuple(_opening(gap, lattice) for gap in exits)


def _object_of(header: Json, key: str, warnings: list[str]) -> Json:
    """Return a key that holds an object, empty where it is missing or, with a warning, invalid."""
    try:
        with _key(key):
            return dict(_optional(header, key, dict))
    except MazeError as error:
        warnings.append(_("{reason} It is left out.").format(reason=error))
        return {}


def _missing_typefaces(page: Json, recipe: Recipe) -> list[str]:
    """Return a warning for each typeface that this computer lacks, so that another one is used."""
    named = [page.get(option.name) for option in page_options() if option.typeface]
    names = [*named, *recipe.typefaces]
    texts = [replaced_typeface(name) for name in names if isinstance(name, str)]
    return [text for text in dict.fromkeys(texts) if text]


def _check_gaps(lattice: Lattice, walls: NDArray[np.uint8], openings: list[Opening]) -> None:
    """Raise ``MazeError`` where an opening has no gap: the file contradicts itself."""
    for opening in openings:
        if opening.slot is not None and walls[opening.cell] >> opening.slot & 1:
            row, column = lattice.place(opening.cell)
            raise MazeError(
                _(
                    "the {side} of cell {row},{column} is an opening, but closed in the walls."
                ).format(side=lattice.side(opening.cell, opening.slot), row=row, column=column)
            )


def _opening_to_json(opening: Opening, lattice: Lattice) -> Json:
    row, column = lattice.place(opening.cell)
    side = None if opening.slot is None else lattice.side(opening.cell, opening.slot)
    return {"row": row, "column": column, "side": side}


def _opening(value: Any, lattice: Lattice) -> Opening:
    if not isinstance(value, dict) or not {"row", "column"} <= set(value):
        raise MazeError(_('an opening needs a "row" and a "column".'))
    for key in value:
        if key not in ("row", "column", "side"):
            raise MazeError(_("an opening has no {key}.").format(key=ascii(key)))
    for key in ("row", "column"):
        if not isinstance(value[key], int) or isinstance(value[key], bool):
            raise MazeError(_('"{key}" must be a whole number.').format(key=key))
    cell = lattice.cell(value["row"], value["column"])
    side = value.get("side")
    if side is None:
        return Opening(cell)
    if side not in lattice.sides:
        raise MazeError(
            _("there is no side {side}; known are: {known}.").format(
                side=ascii(side), known=", ".join(lattice.sides)
            )
        )
    slot = lattice.slot(cell, side)
    lattice.check_outer(cell, slot)
    return Opening(cell, slot)


def _require(header: Json, key: str, kind: type) -> Any:
    if key not in header:
        raise MazeError(_("this key is missing."))
    return _optional(header, key, kind)


def _optional(header: Json, key: str, kind: type) -> Any:
    value = header.get(key, kind())
    if not isinstance(value, kind):
        names: dict[type, str] = {str: _("a text"), dict: _("an object"), list: _("a list")}
        raise MazeError(_("this must be {kind}.").format(kind=names[kind]))
    return value


@contextmanager
def _key(name: str) -> Iterator[None]:
    """Put the name of the key before the reason of a ``MazeError``."""
    try:
        yield
    except MazeError as error:
        raise MazeError(_('"{key}": {reason}').format(key=name, reason=error)) from None
