"""The files of a command: opens a maze, and writes one in the format of the file name."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from mazeeditor.drawing.page import Page
from mazeeditor.errors import MazeError, UsageError
from mazeeditor.exporters import EXPORTERS, export
from mazeeditor.files import Project, read
from mazeeditor.files.project import SUFFIX
from mazeeditor.files.project import save as save_project
from mazeeditor.job import Job
from mazeeditor.maze.solution import Solution
from mazeeditor.translation import _


def open_project(name: str, job: Job) -> Project:
    """Return the project in any readable file, and print its warnings; raises ``MazeError``."""
    project = read(Path(name), job)
    for warning in project.warnings:
        print(f"mazeeditor: {name}: {warning}", file=sys.stderr)
    return project


def write(
    project: Project,
    path: Path,
    job: Job,
    *,
    page: Page | None = None,
    shown: Solution | None = None,
    **options: Any,
) -> list[Path]:
    """Write a project file or an export; return the files written.

    ``shown`` is as in ``exporters.export``. Raises ``UsageError``, ``MazeError`` and
    ``CancelledError``.
    """
    check_target(path)
    if path.suffix.lower() == SUFFIX:
        save_project(project, path, job)
        return [path]
    return export(project.maze, path, page or Page(), shown, job, **options)


def check_target(path: Path) -> None:
    """Raise ``UsageError`` unless the name ends with a format that can be written.

    Raises ``MazeError`` where its folder is missing: before a long job rather than after it.
    """
    check_folder(path)
    known = [SUFFIX, *(exporter.suffix for exporter in EXPORTERS)]
    if path.suffix.lower() not in known:
        raise UsageError(
            _("{path} does not end with a known format. Known are: {known}.").format(
                path=path, known=", ".join(dict.fromkeys(known))
            )
        )


def check_folder(path: Path) -> None:
    """Raise ``MazeError`` where the folder of a file is missing."""
    if not path.parent.is_dir():
        raise MazeError(_("There is no folder {folder}.").format(folder=path.parent))
