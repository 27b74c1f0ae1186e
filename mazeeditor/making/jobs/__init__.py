"""What can be made of a maze; each file is one job, which returns parts with their tool paths."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mazeeditor.core.registry import Entry, Registry
from mazeeditor.core.translation import _
from mazeeditor.page.page import Page

HUNG = ("hole", "holes", "hole_at", "hang", "with_lug")  # options of a hole to hang a piece
OUTLINED = ("border", "outline", "overall", *HUNG)  # options of jobs with a piece around all
ASSEMBLED = ("part_names", "assembly")  # options of jobs whose parts are put together
USUAL_BORDER = 5.0  # mm of material around the maze, at least
TABBED = ("tabs", "tabs_at", "tab", "tab_every")  # options of jobs whose parts are held together


@dataclass(frozen=True, kw_only=True)
class MachineJob(Entry[Callable[..., Any]]):
    """A registered job: ``run(design, job)`` returns a ``Product``.

    ``uses`` are the names of the options that have an effect on it, besides machine, material and
    sheet. ``tabs`` is the kind of its tabs, "" for none. ``border`` is how many mm of material are
    left around the maze where nothing else is chosen. ``memory`` is how many bytes it takes at most
    for each closed wall. A ``solid`` job makes a ``Solid``, and no parts. Where there is one,
    ``page(maze, page, options, material)`` returns the page with the sizes that the job needs, and
    what to say about it. ``outlined`` jobs cut or print walls as areas, which hairlines are not:
    walls are as thick as bands then. ``smaller`` is what would make its parts smaller, "" where
    nothing does. Title and marks are engraved where it is ``marked``, but of a ``bare`` job only
    where there is an outline, as nothing else is around the maze. It ``ignores`` options of the
    page, by their names, besides those that no machine draws.
    """

    uses: frozenset[str] = frozenset()
    tabs: str = ""
    border: float = 0.0
    memory: int = 500
    solid: bool = False
    outlined: bool = False
    smaller: str = _("smaller cells")
    marked: bool = True
    ignores: frozenset[str] = frozenset()
    bare: bool = False
    page: Callable[..., tuple[Page, tuple[str, ...]]] | None = None


JOBS: Registry[MachineJob] = Registry("job", __name__, "machine_job")
machine_job = JOBS.decorator(MachineJob)
