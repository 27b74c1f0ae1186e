"""Reads what a window that has crashed left: its snapshot, with the changes since done again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from mazeeditor.core.job import Job

if TYPE_CHECKING:
    from mazeeditor.editing.content import Content
    from mazeeditor.editing.edits import EditHistory
    from mazeeditor.files import Project
    from mazeeditor.files.snapshots import StoredSnapshot
    from mazeeditor.files.work_origin import Origin


class UnsavedContent(NamedTuple):
    """Unsaved work: as it would be saved, where it comes from, and with its steps of undo."""

    project: Project
    origin: Origin
    content: Content
    history: EditHistory


def read_work(stored: StoredSnapshot, job: Job) -> UnsavedContent:
    """Return unsaved work as it was last; raises ``MazeError`` and ``CancelledError``."""
    from mazeeditor.editing.content import Content
    from mazeeditor.editing.operations import replayed
    from mazeeditor.page.page import Page

    project, origin, changes = stored.read(job)
    page = Page.from_dict(project.page)
    content = Content(project.maze, project.recipe, page, project.underlay, project.tabs)
    job.check()
    records = [change.record for change in changes]
    content, history = replayed(origin.history, content, records)
    content.maze.check()
    now = replace(
        project,
        maze=content.maze,
        recipe=content.recipe,
        page=content.page.to_dict(project.page),
        underlay=content.underlay,
        tabs=content.tabs,
    )
    return UnsavedContent(now, origin, content, history)
