"""The subject *picture*: the only route of a maze, filled in, is a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Advanced, Between, Choices, FileOf, Label, OnlyWhere
from mazeeditor.core.pictures import KINDS, SUFFIXES, name_of
from mazeeditor.core.translation import _, count
from mazeeditor.core.typefaces.chosen_typeface import CHOSEN
from mazeeditor.maze.completing import Growth, around_route
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze, locks_of
from mazeeditor.maze.photo.pencils import MAX_PENCILS, NO_PENCIL, Pencils, text_of_pencils
from mazeeditor.maze.random import seeded
from mazeeditor.maze.search.search import shortest_route
from mazeeditor.maze.subjects import (
    FIRST_COLOUR,
    MISSING,
    PAPER,
    PENCIL,
    Drawing,
    SubjectState,
    subject,
)
from mazeeditor.maze.subjects.picturesque.coloured import (
    IN_COLOURS,
    changes_in,
    paints_along,
)
from mazeeditor.maze.subjects.picturesque.mazes import (
    Drawn,
    exact_maze,
    filled_maze,
    locks_along,
    scale_grid,
)
from mazeeditor.maze.subjects.picturesque.mending import mended_route
from mazeeditor.maze.subjects.picturesque.passages import cells_of, grid_of
from mazeeditor.maze.subjects.picturesque.source import (
    MOST_ACROSS,
    Grid,
    Pixels,
    pixels_of,
    source_of,
)
from mazeeditor.maze.walls import free_walls

MOST_SIGNED = 100_000  # cells of a maze with signs along its route, as pages have them
EXACT, FILLED = "exact", "filled"
SCALES = {"auto": (1, 2), "2x2": (1,), "4x4": (2,)}
FIGURES = {
    "heart": _("Heart"),
    "star": _("Star"),
    "ellipse": _("Circle or oval"),
    "ring": _("Ring"),
    "diamond": _("Diamond"),
}


def _only_text(values: Mapping[str, Any]) -> bool:
    return not values["picture"]


def _look(maze: Maze, job: Job, **options: Any) -> SubjectState:
    """Return how many pixels the shortest route of a maze covers, and the cells of the others."""
    pixels = chosen_pixels(options, job)
    size = int(np.count_nonzero(pixels.shown))
    scale = _scale(maze.lattice, pixels)
    if not scale:
        lost = _("The maze no longer has the size of its picture: generate it again.")
        return SubjectState(
            lost, {"pixels": size, "covered": 0, "colours": 1}, np.empty(0, np.int64)
        )
    on_route = grid_of(_route_of(maze, job), maze.lattice)
    rows, columns = pixels.shown.shape
    wanted, counted = _requested_pixels(pixels, reverse=options["reversed"])
    missing = scale_grid(counted, scale) & (on_route != scale_grid(wanted, scale))
    bad = missing.reshape(rows, scale, columns, scale).any(axis=(1, 3))
    size, left_out = int(np.count_nonzero(counted)), int(np.count_nonzero(bad))
    figures = {"pixels": size, "covered": size - left_out, "colours": 1}
    if not options["reversed"]:
        figures["outside"] = int(np.count_nonzero(on_route & ~scale_grid(wanted, scale)))
    if pixels.pencils:
        numbers = _numbers_along(maze, pixels.pencils, scale, job)
        figures |= {"colours": len(pixels.pencils.colours), "changes": changes_in(numbers)}
    lost = ""
    if left_out and options["fill"] == FILLED and not options["reversed"]:
        lost = _("The route leaves out {count:,} of {pixels:,} pixels of the picture.").format(
            count=left_out, pixels=size
        )
    elif left_out == 1:
        lost = _("The picture has lost 1 pixel.")
    elif left_out:
        lost = _("The picture has lost {count:,} pixels.").format(count=left_out)
    return SubjectState(lost, figures, cells_of(missing, maze.lattice))


def _requested_pixels(pixels: Pixels, *, reverse: bool) -> tuple[Grid, Grid]:
    """Return the pixels that the route should cover, and those that count."""
    if reverse:  # all that is on the wrong side of it is wrong
        return pixels.cover, ~(pixels.cover & pixels.shown)
    return pixels.shown, pixels.shown


def _numbers_along(maze: Maze, pencils: Pencils, scale: int, job: Job) -> list[int]:
    """Return the number of the colour in which each cell of the shortest route is filled."""
    places = [(int(row), int(column)) for row, column in maze.lattice.places(_route_of(maze, job))]
    return paints_along(pencils.paints, scale, places)


def _drawing(maze: Maze, job: Job, **options: Any) -> Drawing:
    """Return the cells that are filled in: those of the shortest route, or if reversed the rest."""
    pixels = chosen_pixels(options, job)
    on_route = grid_of(_route_of(maze, job), maze.lattice)
    filled = ~on_route if options["reversed"] else on_route
    cells = np.where(filled, FIRST_COLOUR, PAPER).astype(np.uint8)
    if scale := _scale(maze.lattice, pixels):
        wanted, counted = _requested_pixels(pixels, reverse=options["reversed"])
        cells[scale_grid(counted, scale) & (on_route != scale_grid(wanted, scale))] = MISSING
    if not (scale and pixels.pencils):
        return Drawing(cells, (PENCIL,))
    places = maze.lattice.places(_route_of(maze, job))
    cells[tuple(places.T)] = [
        FIRST_COLOUR + number for number in _numbers_along(maze, pixels.pencils, scale, job)
    ]
    return Drawing(cells, pixels.pencils.colours)


def _sets(**options: Any) -> tuple[str, ...]:
    """Return the names of what is needed of a page."""
    if options["reversed"]:
        return ()
    several = options["picture"] and options["picture_colours"] > 1
    return ("solution_fill", "along", "pencils") if several else ("solution_fill",)


def _page(maze: Maze, **options: Any) -> Mapping[str, Any]:
    """Return the values of a page whose route is filled in, in the colours of the picture."""
    names = _sets(**options)
    values: dict[str, Any] = {"solution_fill": True} if names else {}
    if "pencils" not in names:
        return values
    pixels = chosen_pixels(options, job := Job())
    scale = _scale(maze.lattice, pixels)
    if not (scale and pixels.pencils) or maze.lattice.cells > MOST_SIGNED:
        return values
    name = Path(name_of(options["picture"])).name
    numbers = _numbers_along(maze, pixels.pencils, scale, job)
    if not numbers:
        return values
    paints = np.full((maze.lattice.rows, maze.lattice.columns), NO_PENCIL, np.int8)
    paints[tuple(maze.lattice.places(_route_of(maze, job)).T)] = numbers
    text = text_of_pencils(Pencils(paints, pixels.pencils.colours), name)
    return values | {"along": "pencils", "pencils": text}


def _mend(maze: Maze, job: Job, **options: Any) -> Maze:
    """Return a maze whose route is the picture again, made of as much as is left of it.

    The walls of the ground stay as they are but for those that would close a loop, or seal cells.
    Raises ``UsageError`` where the maze has another size, and ``CancelledError``.
    """
    pixels = chosen_pixels(options, job)
    scale = _scale(maze.lattice, pixels)
    if not scale:
        raise UsageError(_("The maze no longer has the size of its picture: generate it again."))
    route = mended_route(maze, pixels.cover, scale, job)
    locks = locks_along(maze.lattice, route)
    cover = cells_of(scale_grid(pixels.cover, scale), maze.lattice)
    others = locks_of(maze) & ~locks & ~locks_along(maze.lattice, cover)  # of the user
    for kept in (others, np.zeros_like(others)):
        free = free_walls(maze.lattice, locked=kept)
        result = around_route(maze, route, None, free, job, keep=True)
        if result.perfect:
            break
    result.maze.set_locks(kept | locks)
    return result.maze


@subject(
    "picture",
    _("Picture in the route"),
    order=1,
    look=_look,
    mend=_mend,
    page=_page,
    sets=_sets,
    drawing=_drawing,
)
def picture(
    lattice: Lattice,
    growth: Growth,
    job: Job,
    *,
    picture: Annotated[
        str,
        FileOf(_("Pictures"), SUFFIXES, keep=IN_COLOURS.keep, name=name_of),
        _("picture that the route shows: {kinds}; without one, the text or the figure").format(
            kinds=KINDS
        ),
    ] = "",
    picture_colours: Annotated[
        int,
        Label(_("Colours")),
        Between(1, MAX_PENCILS),
        OnlyWhere(
            lambda values: bool(values["picture"]) and not values["reversed"],
            _("Only if the route shows a picture that is chosen."),
        ),
        _("most colours of the picture: signs along the route say when to change the pencil"),
    ] = 1,
    text: Annotated[
        str,
        OnlyWhere(_only_text, _("Only if no picture is chosen.")),
        _("text that the route shows; \\n begins a new line"),
    ] = "",
    typeface: Annotated[
        str,
        CHOSEN,
        OnlyWhere(
            lambda values: bool(values["text"].strip()) and not values["picture"],
            _("Only if the picture is a text."),
        ),
        _("typeface of the text: its name, such as DejaVu Serif, or its file"),
    ] = "",
    figure: Annotated[
        str,
        Choices(FIGURES),
        OnlyWhere(
            lambda values: not (values["text"].strip() or values["picture"]),
            _("Only if neither a picture nor a text is chosen."),
        ),
        _("figure in the route, if neither a picture nor a text is given"),
    ] = "heart",
    pixels: Annotated[
        int, Between(5, MOST_ACROSS), _("number of pixels across the picture; its height follows")
    ] = 40,
    fill: Annotated[
        str,
        Choices({EXACT: _("Every pixel"), FILLED: _("Nearly all, smaller maze")}),
        Label(_("The route covers")),
        _(
            "pixels that the route covers; exact: all, 2 x 2 cells or more each; filled: "
            "nearly all, one cell each"
        ),
    ] = EXACT,
    threshold: Annotated[
        float,
        Advanced(),
        Label(_("How dark")),
        Between(0, 1),
        OnlyWhere(lambda values: bool(values["picture"]), _("Only if a picture is chosen.")),
        _("darkness from which a pixel belongs to the route, as a share of black"),
    ] = 0.5,
    invert: Annotated[
        bool,
        Advanced(),
        Label(_("Light parts instead")),
        OnlyWhere(lambda values: bool(values["picture"]), _("Only if a picture is chosen.")),
        _("lead the route through what is light in the picture, not through what is dark"),
    ] = False,
    smooth: Annotated[
        int,
        Advanced(),
        Between(0, 9),
        _("number of times that each pixel becomes like most around it: specks and gaps go"),
    ] = 1,
    margin: Annotated[
        int,
        Advanced(),
        Between(0, 50),
        _("width of the margin around the picture, in pixels, which the route crosses to get in"),
    ] = 2,
    reversed: Annotated[  # noqa: A002 - its name for users
        bool,
        Advanced(),
        Label(_("Wrong ways show it")),
        _("show the picture in the passages off the route, not in the route"),
    ] = False,
    grain: Annotated[
        Literal["auto", "2x2", "4x4"],
        Advanced(),
        Label(_("Cells in a pixel")),
        OnlyWhere(lambda values: values["fill"] == EXACT, _("Only if every pixel is covered.")),
        _(
            "cells in each pixel: 2x2, or 4x4 if the picture has lines of one pixel that no "
            "route could cover"
        ),
    ] = "auto",
) -> Maze:
    """A picture: the only route, filled in, shows it.

    What lies around has the same texture, whatever the generator: another one would show it.
    """
    options = {
        "picture": picture,
        "picture_colours": picture_colours,
        "text": text,
        "typeface": typeface,
        "figure": figure,
        "pixels": pixels,
        "fill": fill,
        "threshold": threshold,
        "invert": invert,
        "smooth": smooth,
        "margin": margin,
        "reversed": reversed,
    }
    if lattice.shape != "rectangular":
        raise UsageError(_("A picture in the route needs a rectangular maze."))
    grid = chosen_pixels(options, job)
    random = seeded(growth.seed)
    if fill == EXACT:
        drawn = exact_maze(grid.cover, SCALES[grain], random, job, grid.paints)
    else:
        drawn = filled_maze(grid.cover, random, job, grid.paints)
    job.note = " ".join(_notes(grid, drawn))
    return drawn.maze


def _notes(pixels: Pixels, drawn: Drawn) -> Iterator[str]:
    """Yield what users should know of a picture besides the maze."""
    if drawn.outside:
        yield _("{cells:,} cells lead from the border to the picture and back.").format(
            cells=drawn.outside
        )
    if pixels.bridges:
        size = count(pixels.bridges, _("pixel"), _("pixels"))
        yield _("Bridges of {pixels} join its {pieces:,} pieces.").format(
            pixels=size, pieces=pixels.pieces
        )
    if note := effort_note(int(np.count_nonzero(drawn.route))):
        yield note


def chosen_pixels(options: dict[str, Any], job: Job) -> Pixels:
    """Return the pixels that options give, whatever else these are; raises ``UsageError``."""
    names = ("picture", "picture_colours", "threshold", "invert", "text", "typeface", "figure")
    stencil, palette = source_of(**{name: options[name] for name in names})
    return pixels_of(
        stencil,
        options["pixels"],
        smooth=options["smooth"],
        margin=options["margin"],
        reverse=options["reversed"],
        broad=options["fill"] == FILLED,
        palette=palette,
        job=job,
    )


def _scale(lattice: Lattice, pixels: Pixels) -> int:
    """Return how many cells a pixel has across in a lattice, 0 where its size is another one."""
    rows, columns = pixels.shown.shape
    scale = lattice.columns // columns
    size = (lattice.rows, lattice.columns) == (rows * scale, columns * scale)
    return scale if size and lattice.whole and scale in (1, 2, 4) else 0


def _route_of(maze: Maze, job: Job) -> Ids:
    if maze.entrance is None or not maze.exits:
        return np.empty(0, np.int64)
    goals = [opening.cell for opening in maze.exits]
    job.phase(maze.lattice.cells)
    return shortest_route(maze.lattice, maze.walls, maze.entrance.cell, goals, job)


PACE = 120  # cells a minute with a pencil, where the way is known half of the time
LONG_MINUTES = 45  # minutes: mazes of 25 x 25 to 200 x 200 cells, as books have, take 3 to 170


def minutes_for(cells: int) -> int:
    """Return about how many minutes a solver draws a route of so many cells."""
    return max(1, round(cells / PACE))


def effort_note(cells: int) -> str:
    """Return a sentence on a route of so many cells that is long enough to be work, else ""."""
    minutes = minutes_for(cells)
    if minutes < LONG_MINUTES:
        return ""
    if minutes < 120:
        time = _("{minutes} minutes").format(minutes=minutes)
    else:
        time = _("{hours:,} hours").format(hours=round(minutes / 60))
    return _(
        "The route has {cells:,} cells, about {time} with a pencil: fewer pixels make it shorter."
    ).format(cells=cells, time=time)
