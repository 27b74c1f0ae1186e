"""What is seen of what a machine is to make: a plan in the background, a sheet at a moment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mazeeditor.core.disk.settings_folder import making_folders
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.making.formats import CUT_FORMATS
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import MakePlan, make, plan_making
from mazeeditor.making.presets.chosen import ChosenPresets
from mazeeditor.making.sheets.drawing import SheetDrawing
from mazeeditor.making.sheets.picture import SheetPicture
from mazeeditor.making.sheets.view import SheetView
from mazeeditor.making.solid import Solid
from mazeeditor.making.solid_picture import SolidPicture
from mazeeditor.making.tabs.sheet_tabs import SheetTabs
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, eq=False)
class MakeRequest:
    """What is to be made of a maze; the page says how large it is and what is engraved.

    Where the page has a paper, the maze is as large as on it.
    """

    maze: Maze
    page: Page
    options: MakeOptions

    @cached_property
    def presets(self) -> ChosenPresets:
        """The machine and the materials, read once; raises ``UsageError`` and ``MazeError``."""
        return ChosenPresets.of(self.options, making_folders())

    @property
    def suffixes(self) -> list[str]:
        """The endings of the files that the machine takes, its usual one first.

        Raises ``UsageError`` and ``MazeError``.
        """
        solid, taken = JOBS[self.options.job].solid, self.presets.machine.suffixes
        known = [entry.suffix for entry in CUT_FORMATS if entry.solid == solid]
        return [suffix for suffix in taken if suffix in known] or known

    def plan(self, job: Job) -> MakePlan:
        """Lay the parts out; raises ``UsageError``, ``MazeError`` and ``CancelledError``."""
        return plan_making(self.maze, self.page, self.options, self.presets, job)

    def write(self, path: Path, job: Job) -> tuple[list[Path], MakePlan]:
        """Write the files; raises what ``plan`` raises."""
        return make(self.maze, path, self.page, self.options, self.presets, job)


@dataclass(frozen=True, eq=False)
class MakePreview:
    """What is drawn of a sheet, one of ``pages`` counted from 1, or a solid; or what is wrong.

    ``figures`` are lines about what it takes, ``warning`` what may go wrong. ``sheet_tabs`` are the
    tabs on the sheet, None where there is nothing to hold together.
    """

    drawing: SheetDrawing | Solid | None = None
    number: int = 1
    pages: int = 0
    problem: str = ""
    figures: str = ""
    warning: str = ""
    sheet_tabs: SheetTabs | None = None

    @property
    def sheet(self) -> SheetDrawing | None:
        """The sheet, None where there is none."""
        return self.drawing if isinstance(self.drawing, SheetDrawing) else None


def draw_making(request: MakeRequest, number: int, _box: tuple[int, int], job: Job) -> MakePreview:
    """Plan, and return what is drawn of a sheet, or of the last one."""
    try:
        making = request.plan(job)
    except MazeError as problem:
        return MakePreview(problem=str(problem))
    solid, figures = making.product.solid, "\n".join(making.summary)
    if solid is not None:
        return MakePreview(solid, 1, 1, "", figures)
    number = min(number, len(making.sheets))
    sheet = making.sheets[number - 1]
    drawing = SheetDrawing.of(sheet, making.machine)
    sheet_tabs = SheetTabs.of(sheet) if request.options.tabs == "automatic" else None
    if sheet_tabs:
        sheet_tabs.finder.prepare()  # here, in a worker
    warning = "\n".join(making.warnings)
    return MakePreview(drawing, number, len(making.sheets), "", figures, warning, sheet_tabs)


class FrameRequest(NamedTuple):
    """A view of a sheet (None of a solid) of ``size`` px when a ``share`` of the time is over.

    ``ground`` is the colour around the sheet, ``drawn`` the picture before, which may be the same.
    """

    content: SheetDrawing | Solid
    view: SheetView | None
    size: tuple[int, int]
    share: float
    ground: str
    drawn: SheetPicture | None


class MakeFrame(NamedTuple):
    """What is seen, and the picture that other moments of the view can be taken from."""

    image: Image
    view: SheetView | None
    picture: SheetPicture | None


def draw_frame(request: FrameRequest, job: Job) -> MakeFrame:
    """Draw what is asked for; raises ``CancelledError``."""
    content, view, picture = request.content, request.view, request.drawn
    if isinstance(content, Solid) or view is None:
        assert isinstance(content, Solid)
        solid = SolidPicture.of(content, request.size, request.ground, job)
        return MakeFrame(solid.image(), None, None)
    if picture is None or picture.drawing is not content or picture.view != view:
        picture = SheetPicture.of(content, view, request.ground, job)
    return MakeFrame(picture.image(request.share), view, picture)
