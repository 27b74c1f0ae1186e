"""Where a document comes from: its file, its name, and what the file holds that we do not know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.drawing.style import Page
from mazeeditor.editing.content import Content
from mazeeditor.errors import MazeError
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.files.project import Project


@dataclass(frozen=True)
class Origin:
    """The file that Save writes (``path``), or a title where there is none yet.

    ``page`` and ``extra`` hold the keys of newer programs, which survive; ``order`` is that of all
    keys in the file.
    """

    path: Path | None = None
    title: str = ""
    page: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    order: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What the window's title says."""
        return self.path.name if self.path else self.title or _("Untitled")


def take_in(project: Project, path: Path | None, title: str) -> tuple[Content, Origin]:
    """Return content and origin of what was read; raises ``MazeError`` for a page that cannot be.

    The maze belongs to the content from then on.
    """
    origin = Origin(path, title, project.page, project.extra, project.order)
    try:
        page = Page.from_dict(project.page)
    except MazeError as error:
        raise MazeError(
            _("Cannot open {name}: {reason}").format(name=origin.name, reason=error)
        ) from None
    return Content(project.maze, project.recipe, page), origin


def hand_out(content: Content, origin: Origin) -> Project:
    """Return what a file is to hold: a copy, so that a thread may write it."""
    from mazeeditor.files.project import Project  # only saving needs it

    page = content.page.to_dict(origin.page)
    recipe, extra = dict(content.recipe), dict(origin.extra)
    return Project(content.maze.copy(), recipe, page, extra, origin.order)
