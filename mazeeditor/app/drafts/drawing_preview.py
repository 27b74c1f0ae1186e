"""A picture in the route as solvers will see it, while it is chosen: of a maze that is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.drafts.subject_draft import SubjectDraft
from mazeeditor.app.jobs import Background, Latest
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.subjects import ChosenSubject, Drawing, SubjectState

DELAY_MS = 150  # ms
Taken = tuple[ChosenSubject, int, Mapping[str, Any]]
GENERATOR = "backtracker"  # the ground of a picture has the same texture whatever the generator


@dataclass(frozen=True, eq=False)
class PreviewedDrawing:
    """A ``drawing`` of the route filled in, None with a ``problem``; its ``text`` and a ``note``.

    The ``note`` is what else users should know, such as that the route is long enough to be work.
    """

    drawing: Drawing | None
    text: str
    note: str = ""
    problem: str = ""


class DrawingPreview:
    """``shown`` is what the chosen subject will be when its route is filled in, None for none.

    ``seed`` returns that of the next maze, and ``sizes`` are those chosen for it, which matter
    where a subject is as large as the maze. ``changed`` is notified of another result.
    """

    def __init__(
        self, background: Background, draft: SubjectDraft, seed: Callable[[], int]
    ) -> None:
        self._draft, self._seed = draft, seed
        self.sizes: FieldValues | None = None
        self.shown: PreviewedDrawing | None = None
        self.changed: Listeners[[]] = Listeners()
        self._latest: Latest[Taken, PreviewedDrawing] = Latest(
            background, self._take, _preview, self._show, self._fail, delay=DELAY_MS
        )

    @property
    def wanted(self) -> bool:
        """Whether the chosen subject is seen when the route is filled in."""
        return bool(self._draft.name) and ChosenSubject(self._draft.name, {}).is_drawn

    @property
    def settled(self) -> bool:
        return self._latest.settled

    def request(self) -> None:
        """Show the picture of the draft as it is, soon."""
        if self.wanted:
            self._latest.request()
        else:
            self.stop()

    def stop(self) -> None:
        """Show nothing until the next request."""
        self._latest.stop()
        self._show(None)

    def _take(self) -> Taken | None:
        try:
            subject = self._draft.read()
            sizes = self.sizes.read() if self.sizes else {}
        except UsageError as problem:  # the field shows it too
            self._fail(problem)
            return None
        return None if subject is None else (subject, self._seed(), sizes)

    def _fail(self, problem: Exception) -> None:
        self._show(PreviewedDrawing(None, "", problem=str(problem)))

    def _show(self, shown: PreviewedDrawing | None) -> None:
        if shown is not self.shown:
            self.shown = shown
            self.changed.notify()


def _preview(taken: Taken, job: Job) -> PreviewedDrawing:
    """Make the maze and look at its route; raises ``MazeError`` and ``CancelledError``."""
    subject, seed, sizes = taken
    maze = maze_of(Recipe(GENERATOR, {}, seed, sizes=sizes, subject=subject), job=job)
    note = job.note
    drawing = subject.drawing(maze, job)
    return PreviewedDrawing(drawing, _text(drawing, subject.look(maze, job)), note)


def _text(drawing: Drawing, state: SubjectState) -> str:
    """Return in words how much of the picture is there, and how large the maze is."""
    rows, columns = drawing.cells.shape
    size = _("{rows:,} × {columns:,} cells").format(rows=rows, columns=columns)
    if "pixels" not in state.figures:
        return _("{size}.").format(size=size)
    pixels, covered = int(state.figures["pixels"]), int(state.figures["covered"])
    if covered == pixels:
        text = _("{size}; the picture has all of its {pixels:,} pixels.")
        return text.format(size=size, pixels=pixels)
    share = np.floor(1000 * covered / max(pixels, 1)) / 10  # never 100 where some are missing
    text = _("{size}; the picture has {share:g} % of its pixels; {count:,}, in pink, are missing.")
    return text.format(size=size, share=share, count=pixels - covered)
