"""What Make shows of a plan: the drawing of a sheet, its figures, and whether it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeeditor.app.making.draft import MakeRequest
from mazeeditor.app.making.figures import Figure, figures_of
from mazeeditor.app.shown.verdict import Kind
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.advice import MakingError, Suggestion
from mazeeditor.making.plan import MakePlan
from mazeeditor.making.sheets.drawing import BareSheet, SheetDrawing
from mazeeditor.making.sheets.holes import SheetHoles
from mazeeditor.making.sheets.layout import SheetLayout
from mazeeditor.making.sheets.picture import SheetPicture
from mazeeditor.making.sheets.view import SheetView
from mazeeditor.making.solid import Solid
from mazeeditor.making.solid_picture import SolidPicture
from mazeeditor.making.tabs.sheet_tabs import SheetTabs
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.palette import PALETTES
from mazeeditor.screen.viewport import Viewport

if TYPE_CHECKING:
    from PIL.Image import Image

PALE = 0.6  # of the ground over what is not up to date, or not planned yet


@dataclass(frozen=True, eq=False)
class MakePreview:
    """What is drawn of a sheet, one of ``pages`` counted from 1, or a solid; or what is wrong.

    ``figures`` are lines about all that it takes, ``rows`` those that everybody asks for;
    ``shopping`` is what else is needed, ``advice`` what to do with it when it is cut, ``warning``
    what may go wrong. ``verdict`` says in a few words whether it holds. ``sheet_tabs`` are the tabs
    on the sheet, None where there is nothing to hold together. ``mends`` are what would mend it,
    ``place`` says which sheet it is, ``plan`` is all that was planned. ``bare`` is the sheet as it
    would be without tabs, None where it has none. ``holes`` are those to hang a piece by.
    """

    drawing: SheetDrawing | Solid | None = None
    number: int = 1
    pages: int = 0
    problem: str = ""
    figures: str = ""
    warning: str = ""
    sheet_tabs: SheetTabs | None = None
    verdict: tuple[Kind, str] = ("neutral", "")
    rows: tuple[Figure, ...] = ()
    shopping: str = ""
    mends: tuple[Suggestion, ...] = ()
    place: str = ""
    plan: MakePlan | None = None
    bare: BareSheet | None = None
    advice: str = ""
    holes: SheetHoles | None = None

    @property
    def sheet(self) -> SheetDrawing | None:
        """The sheet, None where there is none."""
        return self.drawing if isinstance(self.drawing, SheetDrawing) else None


def draw_making(request: MakeRequest, number: int, _box: tuple[int, int], job: Job) -> MakePreview:
    """Plan, and return what is drawn of a sheet, or of the last one."""
    try:
        making = request.plan(job)
    except MakingError as problem:
        return failed_preview(str(problem), problem.suggestions)
    except MazeError as problem:
        return failed_preview(str(problem))
    solid, figures = making.product.solid, "\n".join(making.summary)
    rows, shopping = figures_of(making), ", ".join(making.product.shopping)
    if solid is not None:
        verdict: tuple[Kind, str] = "good", _("One piece, to be printed")
        return MakePreview(solid, 1, 1, "", figures, verdict=verdict, rows=rows)
    number = min(number, len(making.sheets))
    sheet = making.sheets[number - 1]
    drawing = SheetDrawing.of(sheet, making.machine)
    sheet_tabs = SheetTabs.of(sheet) if request.options.tabs == "automatic" else None
    if sheet_tabs:
        sheet_tabs.finder.prepare()  # here, in a worker
    warning = "\n".join(making.warnings)
    needed = _("Also needed: {things}")
    if making.copies > 1:
        needed = _("Also needed, for each copy: {things}")
    return MakePreview(
        *(drawing, number, len(making.sheets), "", figures, warning, sheet_tabs),
        verdict=_verdict(making),
        rows=rows,
        place=_place(making, number),
        plan=making,
        bare=BareSheet(sheet, making.machine) if has_tabs(sheet) else None,
        mends=tuple(one for advice in making.advice for one in advice.suggestions),
        shopping=needed.format(things=shopping) if shopping else "",
        advice="\n".join(making.notes),
        holes=SheetHoles.of(sheet, making.product.hung),
    )


def has_tabs(sheet: SheetLayout) -> bool:
    return any(part.tabs is not None and part.tabs.bridges for part in sheet.parts)


def _place(making: MakePlan, number: int) -> str:
    """Return which sheet is shown, how large it is, and what its colours mean."""
    sheet = making.sheets[number - 1]
    text = _("Sheet {number} of {count} · {width:.0f} × {height:.0f} mm")
    return text.format(
        number=number, count=len(making.sheets), width=sheet.width, height=sheet.height
    )


def failed_preview(problem: str, mends: tuple[Suggestion, ...] = ()) -> MakePreview:
    """Return that nothing can be made, why, and what would mend it; "" is not known yet."""
    verdict: tuple[Kind, str] = "neutral", _("Being worked out")
    if problem:
        verdict = "bad", _("Cannot be made")
    return MakePreview(problem=problem, verdict=verdict, mends=mends)


def _verdict(making: MakePlan) -> tuple[Kind, str]:
    figures = making.figures
    if figures.pieces > figures.parts and not making.product.loose:
        return "warn", _("Falls apart into {pieces} pieces").format(pieces=figures.pieces)
    if making.warnings:
        thin = 0 < figures.smallest < making.material.safe
        return "warn", _("May break: see the advice") if thin else _("Can be made: see the advice")
    if figures.pieces > figures.parts:
        return "good", _("Cut loose, as it should be")
    if not figures.cut:
        return "good", _("Drawn only: nothing is cut")
    if figures.parts == 1:
        return "good", _("One piece: nothing falls out")
    return "good", _("{parts} parts: nothing falls out").format(parts=figures.parts)


class SketchRequest(NamedTuple):
    """A view of ``size`` px at ``scale`` for the walls of a maze, in ``light`` or ``dark``."""

    maze: Maze
    size: tuple[int, int]
    scale: float
    mode: str


def draw_sketch(request: SketchRequest, job: Job) -> Image:
    """Return a pale picture RGB of the walls: what is known before parts are planned."""
    from PIL import Image

    from mazeeditor.screen.maze_picture import MazePicture

    maze, (width, height), palette = request.maze, request.size, PALETTES[request.mode]
    picture, geometry = MazePicture(palette), maze.lattice.geometry
    picture.set_maze(maze)
    job.check()
    view = Viewport(geometry.width, geometry.height, width, height, scale=request.scale).fitted()
    pixels = np.ascontiguousarray(picture.compose(view)).view(np.uint8)
    image = Image.fromarray(pixels.reshape(height, width, 4)[..., :3].copy())
    return Image.blend(image, Image.new("RGB", image.size, palette.ground), PALE)


class FrameRequest(NamedTuple):
    """A view of a sheet (None of a solid) of ``size`` px when a ``share`` of the time is over.

    ``ground`` is the colour around the sheet, ``drawn`` the picture before, which may be the same.
    """

    content: SheetDrawing | BareSheet | Solid
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
    share = request.share
    if isinstance(content, BareSheet):
        content, share = content.drawing(job), 1.0  # no head follows what is not cut so
    if isinstance(content, Solid) or view is None:
        assert isinstance(content, Solid)
        solid = SolidPicture.of(content, request.size, request.ground, job)
        return MakeFrame(solid.image(), None, None)
    if picture is None or picture.drawing is not content or picture.view != view:
        picture = SheetPicture.of(content, view, request.ground, job)
    return MakeFrame(picture.image(share), view, picture)
