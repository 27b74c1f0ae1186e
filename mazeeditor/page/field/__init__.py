"""What is written of a maze in the outline of a field: plan, stakes, rows and files of its paths.

Each file is one format, chosen by the suffix.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mazeeditor.core.disk.atomic import write_together
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.options import check_all
from mazeeditor.core.registry import FileFormat, Registry, of_suffix
from mazeeditor.core.translation import _
from mazeeditor.maze.ground.ground import Ground, ground_of
from mazeeditor.maze.masks.cutting import MaskStep, sized_by
from mazeeditor.maze.maze import Maze
from mazeeditor.page.field.survey import Survey

MAX_CELLS = 250_000  # cells: of each, these files have about a line
BYTES_PER_CELL = 4000  # bytes that a cell takes at the most while a file is made


@dataclass(frozen=True, kw_only=True)
class FieldFormat(FileFormat[Callable[..., bytes]]):
    """A registered format: ``run(survey, job, **options)`` returns the bytes of a file.

    ``contents(survey, job, **options)`` returns what is in it, in two lines at most.
    """

    contents: Callable[..., str]


FIELD_FORMATS: Registry[FieldFormat] = Registry("field format", __name__)
field_format = FIELD_FORMATS.decorator(FieldFormat)


def field_format_for(path: Path) -> FieldFormat:
    """Return the format of the name's suffix; raises ``UsageError`` that lists the known ones."""
    words = _("{file} does not end with a format of a field. Choose one of: {known}.")
    return of_suffix(FIELD_FORMATS, path, words)


def why_no_field(masks: Sequence[MaskStep]) -> str:
    """Return why a maze with these masks lies nowhere on the ground, "" where it does."""
    if sized_by(masks):
        return ""
    return _("This maze has no place on the ground: generate it in the outline Field or garden.")


def ground_in(masks: Sequence[MaskStep]) -> Ground:
    """Return the ground of a maze with these masks; raises ``UsageError`` where there is none."""
    step = sized_by(masks)
    if step is None:
        raise UsageError(why_no_field(masks))
    return ground_of(step.checked().options)


def survey_of(maze: Maze, masks: Sequence[MaskStep], job: Job) -> Survey:
    """Return the survey of a maze that was cut to these masks.

    Raises ``UsageError`` where it has no place on the ground, leaves its outline or is too large,
    ``MazeError`` where memory is short, and ``CancelledError``.
    """
    ground, cells = ground_in(masks), maze.lattice.cells
    if cells > MAX_CELLS:
        text = _("Files of a field hold {most:,} cells at most; this maze has {cells:,}.")
        raise UsageError(text.format(most=MAX_CELLS, cells=cells))
    check_free(_("A field of {cells:,} cells").format(cells=cells), cells * BYTES_PER_CELL)
    ground.check_within(maze.lattice, job)
    return Survey(maze, ground)


def contents_of(entry: FieldFormat, survey: Survey, job: Job, **options: Any) -> str:
    """Return what a file will hold, in two lines at most.

    Raises ``UsageError`` where it cannot be written with these options.
    """
    return entry.contents(survey, job, **check_all(entry.options, options))


def write_field(
    maze: Maze, masks: Sequence[MaskStep], path: Path, job: Job | None = None, **options: Any
) -> list[Path]:
    """Write a file of a maze on the ground, whole or not at all; return the files written.

    Raises what ``survey_of`` does.
    """
    entry, job = field_format_for(path), job or Job()
    chosen = check_all(entry.options, options)
    data = entry.run(survey_of(maze, masks, job), job, **chosen)
    job.check()
    return write_together([(path, data)], job)
