"""What is seen of a preview of Make: a view of its sheet at a moment, or a solid."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mazeeditor.core.job import Job
from mazeeditor.making.sheets.drawing import SheetDrawing
from mazeeditor.making.sheets.picture import SheetPicture
from mazeeditor.making.sheets.view import SheetView
from mazeeditor.making.solid import Solid
from mazeeditor.making.solid_picture import SolidPicture

if TYPE_CHECKING:
    from PIL.Image import Image


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
