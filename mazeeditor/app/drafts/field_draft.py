"""What is asked before a file of a field is written: its format, options, and what it will hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mazeeditor.app.drafts.field_values import FieldValues, OptionsOf
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option
from mazeeditor.core.registry import suffixed_labels
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.maze import Maze
from mazeeditor.page.field import FIELD_FORMATS, FieldFormat, contents_of, survey_of
from mazeeditor.page.field.survey import Survey


class FieldDraft:
    """The chosen format and the options of each, for a maze that was cut to ``masks``."""

    def __init__(self, maze: Maze, masks: Sequence[MaskStep]) -> None:
        self.maze, self.masks = maze, tuple(masks)
        labels = suffixed_labels(FIELD_FORMATS)
        first = next(iter(labels))
        self.kind = FieldValues((Option("format", str, first).offering(labels),))
        self._options = OptionsOf(FIELD_FORMATS)
        self._survey: Survey | None = None

    @property
    def entry(self) -> FieldFormat:
        return FIELD_FORMATS[str(self.kind["format"])]

    @property
    def options(self) -> FieldValues:
        """The options of the chosen format, as they were left when another was chosen."""
        return self._options[self.entry.name]

    def contents(self, entry: FieldFormat, values: Mapping[str, Any], job: Job) -> str:
        """Return what a file will hold, for a worker; raises what ``survey_of`` does."""
        if self._survey is None:
            self._survey = survey_of(self.maze, self.masks, job)
        return contents_of(entry, self._survey, job, **values)
