"""Opens a maze for a command and tells on stderr what was not read as it stood."""

from __future__ import annotations

import sys
from pathlib import Path

from mazeeditor.files import read
from mazeeditor.files.project import Project
from mazeeditor.job import Job


def open_project(name: str, job: Job) -> Project:
    """Return the project in any readable file; raises ``MazeError``."""
    project = read(Path(name), job)
    for warning in project.warnings:
        print(f"mazeeditor: {name}: {warning}", file=sys.stderr)
    return project
