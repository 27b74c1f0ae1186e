"""The keys of a project file above the walls: what they mean and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor import shapes
from mazeeditor.errors import MazeError
from mazeeditor.files.layout import Rows
from mazeeditor.files.rows import check_count
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.options import check_all
from mazeeditor.words import _

FORMAT = "mazeeditor"
VERSION = 2  # of the format; files of a higher one are refused

Json = dict[str, Any]


def check_version(header: Any) -> Json:
    """Return the header where it is one of this program's; raises ``MazeError``."""
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise MazeError(_("this is JSON, but no mazeeditor project."))
    version = header.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise MazeError(_('"version" must be a whole number of at least 1.'))
    if version > VERSION:
        raise MazeError(
            _(
                "it was made by a newer mazeeditor (format version {version}); this one reads "
                "up to version {known}: install the newer one."
            ).format(version=version, known=VERSION)
        )
    return header


def version_for(lattice: Lattice) -> int:
    """Return the lowest version that can hold a lattice, for those who have an older program."""
    return 1 if lattice.shape == "rectangular" and lattice.whole else 2


def lattice_of(header: Json, rows: Rows | None) -> Lattice:
    """Return the lattice of a header; raises ``MazeError`` before memory is taken.

    The first option of a shape says how many rows it has. A wrong number there would ask for
    half a gigabyte before the rows of the file would prove it wrong.
    """
    with _key("shape"):
        shape = _required(header, "shape", str)
        found = shapes.SHAPES[shape]
    with _key("parameters"):
        parameters = _required(header, "parameters", dict)
        for option in found.options:  # a default may change, a file may not
            if option.name not in parameters:
                raise MazeError(_("{name} is missing.").format(name=option.name))
        parameters = check_all(found.options, parameters)
    check_count(rows, parameters[found.options[0].name])
    with _key("parameters"):
        return shapes.build(shape, **parameters)


def openings_of(header: Json, lattice: Lattice) -> tuple[Opening | None, tuple[Opening, ...]]:
    """Return the entrance and the exits of a header; raises ``MazeError``."""
    with _key("entrance"):
        wanted = header.get("entrance")
        entrance = None if wanted is None else _opening(wanted, lattice)
    with _key("exits"):
        exits = _optional(header, "exits", list)
        return entrance, tuple(_opening(each, lattice) for each in exits)


def object_of(header: Json, key: str) -> Json:
    """Return a key that holds an object, empty where it is missing; raises ``MazeError``."""
    with _key(key):
        return _optional(header, key, dict)


def check_gaps(lattice: Lattice, walls: NDArray[np.uint8], openings: list[Opening]) -> None:
    """Raise ``MazeError`` where an opening has no gap: the file would contradict itself."""
    for opening in openings:
        if opening.slot is not None and walls[opening.cell] >> opening.slot & 1:
            row, column = lattice.place(opening.cell)
            raise MazeError(
                _(
                    "the {side} of cell {row},{column} is an opening, but closed in the walls."
                ).format(side=lattice.side(opening.cell, opening.slot), row=row, column=column)
            )


def opening_to_json(opening: Opening, lattice: Lattice) -> Json:
    """Return what stands for an opening in a file."""
    row, column = lattice.place(opening.cell)
    side = None if opening.slot is None else lattice.side(opening.cell, opening.slot)
    return {"row": row, "column": column, "side": side}


def _opening(wanted: Any, lattice: Lattice) -> Opening:
    if not isinstance(wanted, dict) or not {"row", "column"} <= set(wanted):
        raise MazeError(_('an opening needs a "row" and a "column".'))
    for key in wanted:
        if key not in ("row", "column", "side"):
            raise MazeError(_("an opening has no {key}.").format(key=ascii(key)))
    for key in ("row", "column"):
        if not isinstance(wanted[key], int) or isinstance(wanted[key], bool):
            raise MazeError(_('"{key}" must be a whole number.').format(key=key))
    cell = lattice.cell(wanted["row"], wanted["column"])
    side = wanted.get("side")
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


def _required(header: Json, key: str, kind: type) -> Any:
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
    """Put the name of the key before what is wrong with it."""
    try:
        yield
    except MazeError as error:
        raise MazeError(_('"{key}": {reason}').format(key=name, reason=error)) from None
