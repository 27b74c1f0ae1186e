"""What windows that have crashed left behind, to be opened, saved elsewhere or discarded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.editing.base_document import FileOrigin
from mazeeditor.editing.step_records import read_work
from mazeeditor.files.snapshots import SNAPSHOT, StoredSnapshot, snapshots, sweep_folders
from mazeeditor.files.unsaved_work import BOOK, UNSAVED_BOOK, UNSAVED_FORMS, Origin
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.maze_picture import compose_page, raster_for
from mazeeditor.screen.palette import LIGHT
from mazeeditor.screen.pixel_colours import Pixels, pixel_colours
from mazeeditor.screen.viewport import Viewport

SIDE = 192  # px of a picture
MARGIN = 6  # px of paper around the maze
MAX_DRAWN_CELLS = 100_000  # cells: of larger mazes such a picture shows no walls


class UnsavedWork(NamedTuple):
    """A snapshot as it is offered: of a maze, a book, or only of what was typed into forms.

    ``picture`` is uint32[height, width], of at most ``SIDE`` px, red, green, blue and 255: a maze,
    or the first page of a book. ``size`` are rows and columns of a maze. ``forms`` are the names of
    the forms in which something was typed. ``warning`` says what of it is lost. ``problem`` is why
    the snapshot cannot be read; then there is nothing else.
    """

    snapshot: StoredSnapshot
    origin: Origin | None = None
    size: tuple[int, int] = (0, 0)
    picture: Pixels | None = None
    problem: str = ""
    forms: tuple[str, ...] = ()
    warning: str = ""

    @property
    def is_maze(self) -> bool:
        return self.snapshot.kind == SNAPSHOT

    @property
    def is_book(self) -> bool:
        return self.snapshot.kind == BOOK


def left_behind(job: Job) -> list[UnsavedWork]:
    """Return the unsaved work of windows that have crashed, the newest first.

    Raises ``MazeError`` and ``CancelledError``.
    """
    sweep_folders(recovery_folder())
    offered = []
    for snapshot in snapshots(recovery_folder()):
        job.check()
        if not snapshot.running:
            offered.append(_offer(snapshot, job))
    return offered


def _offer(snapshot: StoredSnapshot, job: Job) -> UnsavedWork:
    try:
        if snapshot.kind == BOOK:
            origin, values = UNSAVED_BOOK.read(snapshot.path)
            return UnsavedWork(snapshot, origin, picture=_picture_of_book(values, job))
        if snapshot.kind != SNAPSHOT:
            origin, records = UNSAVED_FORMS.read(snapshot.path)
            return UnsavedWork(snapshot, origin, forms=tuple(records))
        work = read_work(snapshot, job)
    except MazeError as problem:
        return UnsavedWork(snapshot, problem=str(problem))
    maze, origin = work.project.maze, work.origin
    size = maze.lattice.rows, maze.lattice.columns
    forms = _forms_beside(snapshot)
    return UnsavedWork(snapshot, origin, size, _picture(maze), forms=forms, warning=work.warning)


def _forms_beside(snapshot: StoredSnapshot) -> tuple[str, ...]:
    """Return the names of the forms that are kept with a maze."""
    try:
        return tuple(UNSAVED_FORMS.read(snapshot.forms)[1]) if snapshot.forms else ()
    except MazeError:  # which is shown when the maze is opened
        return ()


def _picture(maze: Maze) -> Pixels:
    """Return a maze on its paper; nothing is compiled for it."""
    geometry = maze.lattice.geometry
    view = Viewport(geometry.width, geometry.height, SIDE, SIDE, MARGIN).fitted()
    raster = raster_for(maze)
    if maze.lattice.cells <= MAX_DRAWN_CELLS:
        raster.prepare(Job())()
    return compose_page(raster, pixel_colours(LIGHT), view, view.paper)


def _picture_of_book(values: Mapping[str, Any], job: Job) -> Pixels | None:
    """Return the first page of a book's record, None where it cannot be drawn as it was left."""
    from mazeeditor.app.books.draft import restored_book
    from mazeeditor.page.raster.raster import draw

    try:
        draft = restored_book(values, FileOrigin())
        draft.fields.update({"ramp": "none", "figures": False})  # to count them takes its time
        scene = draft.request().printing(job).pages[0].composed(job)
    except MazeError:
        return None
    width = round(SIDE * min(1.0, scene.width / scene.height))
    image = draw(scene, width, job=job).convert("RGBA")
    return np.asarray(image).view(np.uint32)[:, :, 0]
