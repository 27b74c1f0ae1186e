"""Writes a maze in whatever format the name of the file ends with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mazeeditor.drawing.style import Page
from mazeeditor.errors import MazeError, UsageError
from mazeeditor.exporters import EXPORTERS, export
from mazeeditor.files.project import SUFFIX, Project
from mazeeditor.files.project import save as save_project
from mazeeditor.job import Job
from mazeeditor.maze.solution import Solution
from mazeeditor.words import _


def write(
    project: Project,
    path: Path,
    job: Job,
    *,
    page: Page | None = None,
    solution: Solution | None = None,
    **options: Any,
) -> list[Path]:
    """Write a project file or an export; return the files written. Raises ``UsageError``."""
    check_target(path)
    if path.suffix.lower() == SUFFIX:
        save_project(project, path, job)
        return [path]
    return export(project.maze, path, page or Page(), solution=solution, job=job, **options)


def check_target(path: Path) -> None:
    """Raise ``UsageError`` unless the name ends with a format that can be written.

    Raises ``MazeError`` where its folder is missing: better before a long work than after it.
    """
    check_folder(path)
    known = [SUFFIX, *(exporter.suffix for exporter in EXPORTERS)]
    if path.suffix.lower() not in known:
        raise UsageError(
            _("{path} ends with no known format. Known are: {known}.").format(
                path=path, known=", ".join(dict.fromkeys(known))
            )
        )


def check_folder(path: Path) -> None:
    """Raise ``MazeError`` where the folder of a file is missing."""
    if not path.parent.is_dir():
        raise MazeError(_("There is no folder {folder}.").format(folder=path.parent))
