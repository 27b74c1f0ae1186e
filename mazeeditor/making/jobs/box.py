r"""Box: a marble maze of one level in a box, whose sides are joined by fingers.

::

        back                each corner and each finger of an edge belongs to one panel alone: the
       +----------+         bottom has all corners below, and the first and the last finger of its
      /          /|         edges; front and back those of the upright edges
     +-_-_-_-_-_+ |  left and right are between front and back
     |  front   | +
     +_-_-_-_-_-+/
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.assembly.seats import in_wall, letter, list_names
from mazeeditor.making.design import Design, centre_lines
from mazeeditor.making.edges.finger_joints import Span, fingers, outline_of
from mazeeditor.making.jobs import ASSEMBLED, machine_job
from mazeeditor.making.jobs.kit import (
    CHECKING,
    GOAL,
    START,
    KitSizes,
    Model,
    about_pieces,
    page_for_ball,
)
from mazeeditor.making.kerf import cut_around
from mazeeditor.making.parts import CutPart, NamePlace, Narrow, Product, Seat, Vector
from mazeeditor.making.paths.tool_paths import Operation, circles, cuts_around, join_paths
from mazeeditor.making.presets.materials import Material
from mazeeditor.page.marks.free_ground import grow_box
from mazeeditor.page.scene import Box

USUAL_FINGER = 2.0  # times the thickness
NAME = 0.4  # of the height of a side: how high its name is
MAX_HEIGHT_MM = 5.0  # mm
SIDES = {
    "front": (_("Front"), "S1"),
    "back": (_("Back"), "S2"),
    "left": (_("Left side"), "S3"),
    "right": (_("Right side"), "S4"),
}


@machine_job(
    "box",
    _("Marble maze in a box"),
    order=9,
    uses=frozenset({"corners", "ball", "lid", "lid_material", "finger", *ASSEMBLED}),
    page=page_for_ball,
    memory=3400,
    smaller=_("a smaller ball or a maze of fewer cells"),
    marked=False,
)
def box(design: Design, job: Job) -> Product:
    """A marble maze in a box with finger joints: a bottom, sides, layers of walls and a lid."""
    lid = design.lid
    thickness = design.material.thickness
    sizes = KitSizes(design.options.ball, thickness, 0.0, 1, lid.thickness if lid else 0.0)
    model = Model(design, sizes, job)
    with job.part(CHECKING):
        maze, route = model.maze_of(0)
    walled = model.of_maze(maze)
    inner = grow_box(model.window.box, design.half_kerf, design.half_kerf)
    case = Case.of(design, inner, thickness * (1 + sizes.layers))
    lines = centre_lines(walled, job)
    hidden = in_wall(lines, design.wall) if design.options.part_names else None
    ends = [(start, 0) for start in START] + [(goal, 1) for goal in GOAL]
    circled = [circles(model.middle(model.ends[at]), size * sizes.ball) for size, at in ends]
    bottom = {
        Operation.ENGRAVE: join_paths(circled),
        Operation.SCORE: lines,
        Operation.OUTER_CUT: outline_of(case.bottom(), design.kerf),
    }
    walls = cuts_around(walled.wall_outlines(design.half_kerf, job))
    names = [f"W{letter(layer)}" for layer in range(sizes.layers)]
    seats = tuple(
        Seat(
            *(name, 0, (0.0, 0.0, thickness * layer)),
            away=(0.0, 0.0, case.apart * layer),
            turned=layer == sizes.layers and design.options.part_names,
        )
        for layer, name in enumerate(names, start=1)
    )
    pieces = len(walls[Operation.OUTER_CUT])
    parts = [
        CutPart("bottom", _("Bottom"), bottom, seats=(Seat("B"),), name_place=hidden),
        CutPart(
            *("walls", _("Walls"), walls, pieces),
            count=sizes.layers,
            seats=seats,
            name_place=hidden,
        ),
        *case.sides(),
    ]
    if lid is not None:
        parts.append(_cover(design, case, sizes.layers, lid))
    details = {
        "passage": sizes.passage,
        "cell": design.cell,
        "layers": float(sizes.layers),
        "height": case.height + sizes.lid,
    }
    shopping = [_("1 ball of {ball:g} mm").format(ball=sizes.ball), _("glue")]
    if lid is not None:
        shopping.insert(1, _("{material} for the lid").format(material=lid.label))
    return Product(
        tuple(parts),
        tuple(shopping),
        tuple(about_pieces(pieces)),
        narrowest=min(design.wall, case.narrowest),
        details=details,
        loose=True,
        narrow=case.narrow if case.narrowest < design.wall else None,
        steps=tuple(_steps(names, lid=lid is not None, named=design.options.part_names)),
        ball=model.ball_run([route]),
    )


def _cover(design: Design, case: Case, layers: int, lid: Material) -> CutPart:
    """Return the lid, which lies on the sides."""
    around = cut_around(case.outer, design.options.kerf_in(lid))
    away = (0.0, 0.0, case.apart * (layers + 2))
    seat = Seat("", 2, (0.0, 0.0, case.height), away=away)
    return CutPart("lid", _("Lid"), {Operation.OUTER_CUT: around}, material=lid, seats=(seat,))


def _steps(layers: list[str], *, lid: bool, named: bool) -> Iterator[str]:
    text = _("Glue the walls {walls} on the lines of the bottom B, one on top of the other.")
    if named:
        text = _(
            "Glue the walls {walls} on the lines of the bottom B, one on top of the other; the "
            "name of {last}, the uppermost one, faces down."
        )
    yield text.format(walls=list_names(layers), last=layers[-1])
    text = _(
        "Glue the sides to the bottom and to each other: S1 in front, S2 behind, S3 on the left, "
        "S4 on the right."
    )
    if named:
        text = _(
            "Glue the sides to the bottom and to each other, with their names inside: S1 in front, "
            "S2 behind, S3 on the left, S4 on the right."
        )
    yield text
    if lid:
        yield _("Lay the ball on the single circle, and glue the lid on the sides.")


@dataclass(frozen=True)
class Case:
    """Bottom and sides of a box that is open above; ``outer`` are its edges seen from above.

    All in mm; ``height`` is that of the sides, the bottom included.
    """

    design: Design
    outer: Box
    height: float
    across: tuple[Span, ...]
    down: tuple[Span, ...]
    upright: tuple[Span, ...]

    @classmethod
    def of(cls, design: Design, inner: Box, height: float) -> Case:
        """Return the case around a rectangle."""
        thickness = design.material.thickness
        chosen = design.options.finger
        wide = USUAL_FINGER * thickness if chosen is None else chosen
        least = design.material.safe if chosen is None else min(chosen, design.material.safe)
        left, top, right, bottom = inner
        return cls(
            design,
            grow_box(inner, thickness, thickness),
            height,
            tuple(fingers(0.0, right - left, wide, least)),
            tuple(fingers(0.0, bottom - top, wide, least)),
            tuple(fingers(0.0, height - thickness, wide, least)),
        )

    @property
    def thickness(self) -> float:
        return self.design.material.thickness

    @property
    def apart(self) -> float:
        """How far apart parts are in an exploded picture."""
        left, top, right, bottom = self.outer
        return 0.12 * max(right - left, bottom - top)

    @property
    def narrowest(self) -> float:
        """The width of the narrowest finger."""
        every = (self.across, self.down, self.upright)
        return min(high - low for spans in every for low, high in spans)

    @property
    def narrow(self) -> Narrow:
        """What is said of fingers that are too narrow."""
        text = _("The narrowest tooth of the joints is only {smallest:.2f} mm. {about}")
        if self.design.options.finger is None or self.design.wall < self.design.material.safe:
            return Narrow(text)
        return Narrow(text, _("Use the usual fingers"), {"finger": None})

    def bottom(self) -> list[Box]:
        """Return the rectangles of the bottom, where it lies."""
        left, top, right, bottom = self.outer
        t = self.thickness
        boxes = [(left + t, top + t, right - t, bottom - t)]
        for y in (top, bottom - t):
            boxes += [(left + t + a, y, left + t + b, y + t) for a, b in self.across[::2]]
            boxes += [(x, y, x + t, y + t) for x in (left, right - t)]
        for x in (left, right - t):
            boxes += [(x, top + t + a, x + t, top + t + b) for a, b in self.down[::2]]
        return boxes

    def panel(self, spans: tuple[Span, ...], *, first: bool) -> list[Box]:
        """Return the rectangles of a side whose lower edge has ``spans``; 0, 0 is above left.

        ``first`` is whether it has the first fingers of its upright edges.
        """
        t, high = self.thickness, self.height - self.thickness
        inside = spans[-1][1]
        boxes = [(t, 0.0, t + inside, high)]
        boxes += [(t + a, high, t + b, high + t) for a, b in spans[1::2]]
        for x in (0.0, t + inside):
            boxes += [(x, a, x + t, b) for a, b in self.upright[0 if first else 1 :: 2]]
        return boxes

    def sides(self) -> Iterator[CutPart]:
        """Yield the four sides, whose names are inside."""
        left, top, right, bottom = self.outer
        up = self.height
        seats: dict[str, tuple[Vector, Vector, Vector]] = {  # origin, its axis x, what is inwards
            "front": ((right, -bottom, up), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
            "back": ((left, -top, up), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0)),
            "left": ((left, -bottom, up), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)),
            "right": ((right, -top, up), (0.0, -1.0, 0.0), (-1.0, 0.0, 0.0)),
        }
        for name, (label, engraved) in SIDES.items():
            along = name in ("front", "back")
            spans = self.across if along else self.down
            path = outline_of(self.panel(spans, first=along), self.design.kerf)
            origin, right_of, inwards = seats[name]
            away = tuple(-2 * self.apart * part for part in inwards)
            axes = (right_of, (0.0, 0.0, -1.0), inwards)
            seat = Seat(engraved, 1, origin, axes, (away[0], away[1], away[2]))
            place = None
            if self.design.options.part_names:
                wide, high = spans[-1][1], self.height - self.thickness
                letters = min(MAX_HEIGHT_MM, NAME * high)
                place = NamePlace(self.thickness + wide / 2, high / 2, letters, wide)
            paths = {Operation.OUTER_CUT: path}
            yield CutPart(name, label, paths, seats=(seat,), name_place=place)
