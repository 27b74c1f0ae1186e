r"""Layered art: sheets glued on each other, so that passages become deeper by steps.

::

      ##      ##      ##       walls alone         each layer is one sheet with an edge around it,
     ####    ####    ####      a step wider        through which the passages are cut; lower ones
    ######  ######  ######     two steps wider     leave more beside the walls
    ######################     the base
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.assembly.seats import in_wall, list_names
from mazeeditor.making.design import Design, centre_lines
from mazeeditor.making.jobs import ASSEMBLED, OUTLINED, machine_job
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import CutPart, Product, Seat
from mazeeditor.making.paths.nesting import within_frame
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, cuts_around, join_paths
from mazeeditor.making.presets.materials import Material
from mazeeditor.making.sizes import Sized, page_for_stepped
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import LEAST_PASSAGE

WIDE_WALLS = 3.0  # times the walls: passages of the uppermost layer
LOWEST = 0.35  # of that is open in the lowest layer that is cut through
EXPLODED_GAP = 0.12  # of the longer side: from layer to layer in an exploded picture
HALVINGS = 30  # until a length is found
LINES = 0.2  # of the work, about


def page_for_layers(maze: Maze, page: Page, options: MakeOptions, material: Material) -> Sized:
    """Return the page with passages that steps fit into."""
    return page_for_stepped(maze, page, options, material, WIDE_WALLS, LOWEST)


@machine_job(
    "layered",
    _("Layered art"),
    order=11,
    border=10.0,
    uses=frozenset({*OUTLINED, "corners", "stack", *ASSEMBLED}),
    page=page_for_layers,
    outlined=True,
    memory=9000,
    marked=False,
)
def layered(design: Design, job: Job) -> Product:
    """Sheets glued on each other, in which the passages become deeper by steps."""
    if design.outline is None:
        raise UsageError(_("Layers need an edge around the maze: choose an outline."))
    design = design.without_openings()
    count = design.options.stack
    with job.part(LINES):
        lines = centre_lines(design, job)
    around = {Operation.SCORE: lines}
    thickness, passage = design.material.thickness, design.layout.passage("bands")
    lowest = min((1 - LOWEST) * passage / 2, _most(design))
    hidden = in_wall(lines, design.wall) if design.options.part_names else None
    layers: list[tuple[dict[Operation, ToolPaths], int]] = []
    for number in range(1, count):
        with job.part((1 - LINES) / (count - 1)):
            share = (number - 1) / max(1, count - 2) if count > 2 else 1.0
            step = (1 - share) * lowest
            layers.append(_cut_through(design, step + design.half_kerf, job))
    # all layers hang on one hole
    plate = design.mass_of(design.plate_around(around), job)
    whole = plate.times(count).plus(*(design.mass_of(cuts, job) for cuts, _pieces in layers))
    base = design.on_plate({}, around, whole.plus(plate.times(-1)))
    parts = [CutPart("layer-1", _("Layer {number}").format(number=1), base)]
    for number, (cuts, pieces) in enumerate(layers, start=1):
        holes = {Operation.INNER_CUT: cuts[Operation.INNER_CUT]}
        others = whole.plus(plate.times(-1), design.mass_of(holes, job).times(-1))
        paths = design.on_plate(holes, around, others)
        islands = cuts[Operation.OUTER_CUT]
        paths[Operation.OUTER_CUT] = join_paths([islands, paths[Operation.OUTER_CUT]])
        label = _("Layer {number}").format(number=number + 1)
        parts.append(CutPart(f"layer-{number + 1}", label, paths, pieces))
    left, top, right, bottom = parts[0].box
    apart = EXPLODED_GAP * max(right - left, bottom - top)
    seated = [
        replace(part, name_place=hidden, seats=(_seat(design, number, count, apart),))
        for number, part in enumerate(parts)
    ]
    names = [part.seats[0].name for part in seated]
    return Product(
        tuple(seated),
        (_("glue"),),
        tuple(_about_pieces(max(part.pieces for part in parts))),
        narrowest=design.wall,
        details={"height": count * thickness},
        loose=True,
        steps=tuple(_steps(names, turned=design.options.part_names)),
    )


def _most(design: Design) -> float:
    """Return how many mm walls may be wider on each side, so that all passages are still cut.

    Where walls meet at an angle they fill gaps before they fill cells.
    """
    extent, cell = design.layout.extent, design.cell
    least = max(LEAST_PASSAGE, design.half_kerf)
    low, high = 0.0, cell
    for _halving in range(HALVINGS):
        middle = (low + high) / 2
        width = design.wall + 2 * (middle + design.half_kerf)
        fits = extent.passage("bands", width / cell) * cell >= least
        low, high = (middle, high) if fits else (low, middle)
    return low


def _seat(design: Design, number: int, count: int, apart: float) -> Seat:
    turned = number == count - 1 and design.options.part_names
    origin = (0.0, 0.0, number * design.material.thickness)
    away = (0.0, 0.0, number * apart)
    return Seat(f"L{number + 1}", number, origin, away=away, turned=turned)


def _steps(names: list[str], *, turned: bool) -> Iterator[str]:
    yield _("Lay {name} down: all others are glued on it.").format(name=names[0])
    for below, name in pairwise(names[:-1]):
        yield _("Glue {name} on {below}.").format(name=name, below=below)
    text = _("Glue {name}, the uppermost one, on {below}.")
    if turned:
        text = _("Glue {name}, the uppermost one, on {below}, with its name down.")
    yield text.format(name=list_names(names[-1:]), below=names[-2])


def _about_pieces(pieces: int) -> Iterator[str]:
    if pieces > 1:
        text = _("A layer is in {pieces} pieces: glue each on the same one of the layer below.")
        yield text.format(pieces=pieces)


def _cut_through(design: Design, offset: float, job: Job) -> tuple[dict[Operation, ToolPaths], int]:
    """Return the cuts around passages, and around walls that stand alone; how many pieces it is.

    The outermost rings are left out: there the edge of the piece is.
    """
    cuts = within_frame(cuts_around(design.wall_outlines(offset, job)), job)
    return cuts, 1 + len(cuts[Operation.OUTER_CUT])
