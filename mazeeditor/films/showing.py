"""How a film is shown as moving pictures: how large, how fast, which steps, how long each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Annotated

from mazeeditor.errors import UsageError
from mazeeditor.films.film import Film
from mazeeditor.films.numbering import size_of
from mazeeditor.maze.geometry import Geometry
from mazeeditor.options import Between, check_all, options_of
from mazeeditor.words import _

SECONDS = 10.0  # that a film lasts where nothing is said
ROOM = (960, 720)  # px that a picture has where nothing is said
SMALLEST, LARGEST = 3, 64  # px of a cell
TICK = 10  # ms: what GIF counts in
MOST = 10_000  # pictures
MEMORY = 400_000_000  # bytes that all pictures together may take
LONGEST = 20_000  # px
LETTERS = 14  # px: how high the letters of a caption are


@dataclass(frozen=True, kw_only=True)
class Showing:
    """What can be chosen; raises ``UsageError``."""

    seconds: Annotated[
        float | None, Between(0.1, 3600, "s"), _("how long the film lasts; without: 10")
    ] = None
    speed: Annotated[
        float | None, Between(0.01, 1e9), _("steps a second, instead of how long it lasts")
    ] = None
    fps: Annotated[float, Between(0.1, 50), _("pictures a second, at most")] = 20.0
    frames: Annotated[
        int | None, Between(2, MOST), _("pictures at most: fewer a second where need be")
    ] = None
    hold: Annotated[float, Between(0, 60, "s"), _("how long the last picture stays")] = 2.0
    cell: Annotated[
        int | None, Between(SMALLEST, LARGEST, "px"), _("size of a cell; without: it fits a screen")
    ] = None
    loop: Annotated[int, Between(0, 1000), _("how often it is played; 0: for ever")] = 0
    same_end: Annotated[
        bool, _("let films side by side end together, instead of a step of each at a time")
    ] = False

    def __post_init__(self) -> None:
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        for name, value in check_all(options_of(Showing), values).items():
            object.__setattr__(self, name, value)
        if self.seconds and self.speed:
            raise UsageError(_("Choose how long the film lasts, or its steps a second, not both."))

    def schedule(self, steps: int) -> list[tuple[int, int]]:
        """Return the steps to show and for how many ms each, from the first to the last step.

        Raises ``UsageError`` where that would be too many pictures.
        """
        seconds = steps / self.speed if self.speed else self.seconds or SECONDS
        pictures = min(ceil(seconds * self.fps), steps)
        if self.frames:
            pictures = min(pictures, self.frames - 1)
        if pictures >= MOST:
            raise UsageError(
                _(
                    "This film would have {pictures:,} pictures; {most:,} at most: make it faster, "
                    "or take fewer pictures."
                ).format(pictures=pictures + 1, most=MOST)
            )
        pictures = max(1, pictures)  # of a film that has no steps yet, too
        times = [round(seconds * 1000 / TICK * at / pictures) for at in range(pictures + 1)]
        shown = [
            (at * steps // pictures, max(1, times[at + 1] - times[at]) * TICK)
            for at in range(pictures)
        ]
        return [*shown, (steps, max(1, round(self.hold * 1000 / TICK)) * TICK)]


@dataclass(frozen=True)
class Stage:
    """Where films stand side by side: ``columns`` of panels, each ``width`` x ``height`` px.

    ``caption`` px of each panel are for the name of the algorithm.
    """

    cell: int
    columns: int
    rows: int
    width: int
    height: int
    caption: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a whole picture in px."""
        return self.columns * self.width, self.rows * (self.height + self.caption)


def stage_of(films: Sequence[Film], cell: int | None) -> Stage:
    """Return the stage for films of one maze, on which the cells are largest."""
    geometry = films[0].lattice.geometry
    stages = [_stage(geometry, len(films), columns, cell) for columns in range(1, len(films) + 1)]
    return max(stages, key=lambda stage: (stage.cell, -stage.size[0] * stage.size[1]))


def _stage(geometry: Geometry, films: int, columns: int, cell: int | None) -> Stage:
    rows = ceil(films / columns)
    caption = round(1.8 * LETTERS) if films > 1 else 0
    if cell is None:
        sizes = range(LARGEST // 2, SMALLEST - 1, -1)
        cell = next((each for each in sizes if _fits(geometry, each, columns, rows, caption)), 3)
    return Stage(cell, columns, rows, *size_of(geometry, cell), caption)


def _fits(geometry: Geometry, cell: int, columns: int, rows: int, caption: int) -> bool:
    width, height = size_of(geometry, cell)
    return width * columns <= ROOM[0] and (height + caption) * rows <= ROOM[1]


def check_size(stage: Stage, pictures: int, copies: int) -> None:
    """Raise ``UsageError`` where pictures, kept in memory ``copies`` times, would take too much."""
    width, height = stage.size
    most = MEMORY // (width * height * max(1, copies))
    if (pictures if copies else 1) > most or max(width, height) > LONGEST:
        raise UsageError(
            _(
                "{pictures:,} pictures of {width:,} × {height:,} pixels are too many or too large: "
                "take smaller cells, or fewer pictures ({most:,} fit)."
            ).format(pictures=pictures, width=width, height=height, most=most)
        )
