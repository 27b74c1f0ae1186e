"""Templates of the user: a maze with its page, written into the folder of the gallery."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from mazeeditor.app.gallery import pictures
from mazeeditor.app.gallery.categories import PAGE
from mazeeditor.app.gallery.templates import KEY, PICTURE
from mazeeditor.app.printing.snapshot import Print
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import Project
from mazeeditor.page.page import Page
from mazeeditor.page.paper import FIT

FIRST_KEYS = ("format", "version", KEY)  # it is found without reading all of a large maze


def write_template(path: Path, project: Project, print_: Print, job: Job) -> None:
    """Write a project as a template, with its picture; raises ``MazeError``, ``CancelledError``."""
    from mazeeditor.files.project import save

    said = {"category": category_of(project), "about": about(print_.page)}
    save(as_template(project, said), path, job)
    file = path.with_suffix(PICTURE)
    if picture := pictures.draw_picture(print_, job):
        pictures.write(file, picture)
    else:
        file.unlink(missing_ok=True)


def as_template(project: Project, said: dict[str, Any]) -> Project:
    """Return a project that says where it stands in the gallery, in one of its first lines."""
    order = dict.fromkeys([*FIRST_KEYS, *project.order])
    return replace(project, extra={**project.extra, KEY: said}, order=tuple(order))


def category_of(project: Project) -> str:
    """Return where a maze of the user stands: by its outline, or since it was drawn by hand."""
    if project.recipe.masks or not project.maze.lattice.whole:
        return "shape"
    return PAGE if project.recipe.generator else "draw"


def about(page: Page) -> str:
    if page.page == FIT:
        return _("As large as the maze")
    with_answer = _("{paper}, with its answer")
    return with_answer.format(paper=page.page) if page.solution == "page" else page.page
