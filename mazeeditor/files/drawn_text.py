"""Text and tables that others made: what the signs mean is what fits.

A grid of signs is looked for in the file (``sign_grids.py``); it is read as lines, as digits for
cells and as blocks, and the first of these that fits is the maze. Where none does, the two nearest
say why not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from mazeeditor.core.disk.file_kinds import JSON, UTF_16, kind_of
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, quote_value
from mazeeditor.files import IMPORTERS, TEXT_KINDS, UNKNOWN, Data, Expected, Project, importer
from mazeeditor.files.block_signs import read_blocks
from mazeeditor.files.cell_digits import read_digits
from mazeeditor.files.line_signs import read_lines
from mazeeditor.files.sign_grids import SignGrid, decode_text, grids_in
from mazeeditor.files.sign_readings import NoReadingError, Reading
from mazeeditor.files.text_reader import read_as

MAX_SIGNS_BYTES = 1 << 27  # bytes
MAX_SIGNS = 16  # different signs of what looks like a grid
MOST_GRIDS = 12  # that are tried
READINGS: dict[str, Callable[[SignGrid, Expected, Job], Reading]] = {
    "lines": read_lines,
    "digits": read_digits,
    "blocks": read_blocks,
}
LABELS = {"lines": _("as lines"), "digits": _("as digits"), "blocks": _("as blocks")}


class _Refusal(NamedTuple):
    """Why a grid is no maze, read in one way, and how near it is."""

    nearness: float
    size: int
    kind: str
    reason: str


def looks_like_signs(head: bytes) -> bool:
    """Return whether text that no other format has begins with a grid of a few signs."""
    if kind_of(head) not in ("", UTF_16, JSON):
        return False
    if any(entry.sniff(head) for entry in IMPORTERS if entry.name != "signs"):
        return False
    try:
        grids = list(_some(decode_text(head), len(head)))
    except MazeError:
        return False
    return any(
        len(grid.signs) <= MAX_SIGNS and (min(grid.codes.shape) > 1 or grid.before)
        for grid in grids
    )


def _some(text: str, size: int) -> Iterator[SignGrid]:
    for number, grid in enumerate(grids_in(text, size)):
        if number == MOST_GRIDS:
            return
        yield grid


@importer(
    "signs",
    _("Other text or table"),
    suffixes=(".txt", ".csv", ".tsv", ".json"),
    sniff=looks_like_signs,
    largest=MAX_SIGNS_BYTES,
    order=9,
    expects=True,
    kinds=TEXT_KINDS,
)
def parse_signs(data: Data, job: Job, expected: Expected = UNKNOWN) -> Project:
    """Return the maze in a grid of signs; raises ``MazeError`` with the two nearest readings."""
    refusals: list[_Refusal] = []
    for grid in _some(decode_text(data), len(data)):
        for kind, read in READINGS.items():
            if expected.kind not in ("", kind):
                continue
            job.check()
            try:
                return _finish(read(grid, expected, job), grid)
            except NoReadingError as refusal:
                nearness, reason = refusal.nearness, refusal.reason
            except MazeError as error:
                nearness, reason = 0.5, str(error).removesuffix(".")
            refusals.append(_Refusal(nearness, grid.codes.size, kind, reason))
    raise MazeError(_reasons(refusals))


def _finish(reading: Reading, grid: SignGrid) -> Project:
    """Return the project of a reading, with what was taken for what and what is left out."""
    project, lattice = reading.project, reading.project.maze.lattice
    project.read_as = read_as(reading.kind, reading.signs, reading.letters, lattice)
    project.guessed = True
    if below := grid.after[reading.below :]:
        line = grid.line + len(grid.lengths)
        text = _("What stands below line {line} is left out: {text}.")
        project.warnings.append(text.format(line=line - 1, text=quote_value(below[0].strip(), 30)))
    return project


def _reasons(refusals: list[_Refusal]) -> str:
    """Return one sentence with the nearest two readings, of the grid that is nearest."""
    if not refusals:
        return _("it has no rows of signs that could be a maze.")
    nearest: dict[str, _Refusal] = {}
    for refusal in sorted(refusals, key=lambda one: (-one.nearness, -one.size)):
        nearest.setdefault(refusal.kind, refusal)
    two = list(nearest.values())[:2]
    reasons = "; ".join(f"{LABELS[one.kind]}: {one.reason}" for one in two)
    return _("no way to read its signs fits ({reasons}).").format(reasons=reasons)
