"""Parts put together or pulled apart: what a view of them asks for, and gets from a worker."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.making.assembly.bodies import Assembly
from mazeeditor.making.assembly.picture import Eye, Shown, picture_of
from mazeeditor.making.plan import MakePlan

if TYPE_CHECKING:
    from PIL.Image import Image

SHEET, ASSEMBLED, EXPLODED = "sheet", "assembled", "exploded"
STRAIGHT_DOWN = 1.57  # radians: nothing is seen from below
MAX_ZOOM, MIN_ZOOM = 8.0, 0.5  # zoom


@dataclass
class AssembledView:
    """How all is seen put together: as ``mode``, from where, and the ball after a share.

    It is kept while the window makes its widgets anew.
    """

    mode: str = SHEET
    eye: Eye = field(default_factory=Eye)
    rolled: float = 0.0

    def turn(self, right: float, up: float) -> None:
        """Turn what is seen by radians; it never lies on its head."""
        raised = min(max(self.eye.raised + up, 0.0), STRAIGHT_DOWN)
        self.eye = self.eye._replace(turned=self.eye.turned + right, raised=raised)

    def zoom_by(self, factor: float) -> None:
        """Show all larger, or smaller."""
        zoom = min(max(self.eye.zoom * factor, MIN_ZOOM), MAX_ZOOM)
        self.eye = self.eye._replace(zoom=zoom)

    def seek(self, share: float) -> None:
        """Pull parts apart so far, or let the ball roll so far."""
        if self.mode == EXPLODED:
            self.eye = self.eye._replace(apart=share)
        else:
            self.rolled = share


class AssembledRequest(NamedTuple):
    """What is to be seen of a plan, in ``size`` px.

    ``known`` is what it was put together to before, None at first. ``coarse`` pictures are drawn
    while all is turned.
    """

    plan: MakePlan
    known: Assembly | None
    view: AssembledView
    size: tuple[int, int]
    ground: str
    coarse: bool


class AssembledFrame(NamedTuple):
    """What is seen of a plan; or what is wrong."""

    plan: MakePlan
    assembly: Assembly | None
    image: Image | None
    coarse: bool = False
    problem: str = ""


def draw_assembled(request: AssembledRequest, job: Job) -> AssembledFrame:
    """Draw what is asked for; raises ``CancelledError``."""
    plan, view = request.plan, request.view
    assembly = request.known
    if assembly is None:
        try:
            assembly = Assembly.of(plan.product, plan.material, job)
        except MazeError as problem:
            return AssembledFrame(plan, None, None, problem=str(problem))
    exploded = view.mode == EXPLODED
    eye = view.eye if exploded else view.eye._replace(apart=0.0)
    shown = Shown(ball=None if exploded else view.rolled)
    across = 1 if request.coarse else 2
    image = picture_of(assembly, eye, request.size, shown, request.ground, job, across=across)
    return AssembledFrame(plan, assembly, image, request.coarse)


def is_assembled(plan: MakePlan | None) -> bool:
    """Return whether it is put together from parts."""
    return plan is not None and any(part.seats for part in plan.product.parts)
