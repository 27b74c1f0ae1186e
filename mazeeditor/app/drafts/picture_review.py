"""A maze that was read in a picture, as somebody looks at it and corrects it.

::

    picture, choices ---> (worker) try_recognise ---> take ---> seen, closed, doubtful
                                                              |
                                 turn(wall), step to the next doubtful one ---> project
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.files import Project, doubtful_in_words
from mazeeditor.files.picture import left_out_in_words
from mazeeditor.maze.geometry import Numbers, Points, middles
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.page.underlay import NO_UNDERLAY, Underlay
from mazeeditor.recognition.choices import Choices, Corners, Guess, NoGridError
from mazeeditor.recognition.recognise import Recognition, recognise
from mazeeditor.recognition.squares import matrix_of_corners
from mazeeditor.recognition.straightening import map_points
from mazeeditor.recognition.wall_reading import DOUBTFUL

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_ROWS = 400  # of a grid that is looked for
MOST_GUESSES = 3  # that are offered
UNLIKE = 0.9  # a fit below which other grids are offered
Bools = NDArray[np.bool_]


def review_options() -> tuple[Option, ...]:
    """Return what is known of the picture: empty fields are found out."""
    shapes = Option("shape", str, "rectangular").offering(SHAPES.labels())
    return (
        replace(shapes, manual="from-elsewhere"),
        Option("rows", int, None, low=1, high=MOST_ROWS, optional=True, unset=_("Found")),
        Option("columns", int, None, low=1, high=MOST_ROWS, optional=True, unset=_("Found")),
        Option(
            "threshold",
            float,
            None,
            _("darkness from which a line is a wall, as a share of the way from paper to ink"),
            low=0.05,
            high=0.95,
            optional=True,
            unset=_("Found"),
        ),
    )


class PictureReview:
    """A picture, what it is taken for, and what was corrected by hand.

    ``seen`` is None where no grid fits, and ``problem`` says why. ``closed`` bool[k] are the walls
    of ``seen`` as they are now, ``lines`` float64[k, 3, 2] both ends and the middle of each in
    pixels of the picture. ``doubtful`` int64[d] are those inside the maze that may be wrong, and
    ``current`` is the place of one among them, -1 for none. ``changed`` is notified of each change.
    """

    def __init__(self, picture: Image, name: str, logo: str = "") -> None:
        self.picture, self.name, self._logo = picture, name, logo
        self._known: dict[str, Any] = {}
        self._corners: Corners | None = None
        self.seen: Recognition | None = None
        self.problem = ""
        self.closed: Bools = np.zeros(0, np.bool_)
        self.lines: Points = np.zeros((0, 3, 2))
        self.doubtful: NDArray[np.int64] = np.zeros(0, np.int64)
        self.current = -1
        self.turned: set[int] = set()
        self.keeps_picture = False
        self.changed: Listeners[[]] = Listeners()
        self._inner: Bools = self.closed
        self._nearest: list[Guess] = []

    def take(self, found: Recognition | MazeError) -> None:
        """Show another reading; what was corrected by hand belongs to the one before."""
        self.turned, self.current = set(), -1
        if isinstance(found, MazeError):
            self.seen, self.problem = None, _problem_of(found)
            self._nearest = [*found.guesses] if isinstance(found, NoGridError) else []
            self.closed, self.lines = np.zeros(0, np.bool_), np.zeros((0, 3, 2))
            self.doubtful = np.zeros(0, np.int64)
        else:
            self.seen, self.problem = found, ""
            self.closed, self.lines = found.closed.copy(), _lines_of(found)
            lower, _slots, upper, _backs = found.lattice.sides_of(found.walls)
            self._inner = found.lattice.inside[lower] & found.lattice.inside[upper]
            self.doubtful = np.flatnonzero(self._inner & (found.sure < DOUBTFUL))
        self.changed.notify()

    def know(self, **values: Any) -> None:
        """Take what somebody knows of the picture: the shape, rows, columns or threshold.

        Another shape has other rows and columns, and other corners.
        """
        if "shape" in values:
            self._known = {name: self._known[name] for name in self._known if name == "threshold"}
            self._corners = None
        self._known |= values

    def move_corners(self, corners: Corners) -> None:
        """Look for a grid of as many cells with these corners."""
        self._corners = corners
        if self.seen:
            self._known = {"rows": self.seen.rows, "columns": self.seen.columns} | self._known

    @property
    def choices(self) -> Choices:
        """What is known; rows or columns that are not, beside others that are, are those found."""
        known, cells = self._known, None
        if {"rows", "columns"} & known.keys():
            rows = known.get("rows") or (self.seen.rows if self.seen else None)
            columns = known.get("columns") or (self.seen.columns if self.seen else None)
            cells = (int(rows), int(columns)) if rows and columns else None
        return Choices(known.get("shape"), cells, self._corners, known.get("threshold"))

    def wall_at(self, x: float, y: float, reach: float) -> int | None:
        """Return the inner wall whose middle is nearest to a place, px, within ``reach``."""
        if not len(self.lines):
            return None
        away = np.hypot(*(self.lines[:, 1] - (x, y)).T)
        away[~self._inner] = np.inf
        nearest = int(away.argmin())
        return nearest if away[nearest] <= reach else None

    def turn(self, wall: int) -> None:
        """Open a wall that is closed, or close it."""
        self.closed[wall] = not self.closed[wall]
        self.turned ^= {wall}
        places = np.flatnonzero(self.doubtful == wall)
        if len(places):
            self.current = int(places[0])
        self.changed.notify()

    def step(self, by: int) -> None:
        """Go to the next doubtful wall, or the one before."""
        if len(self.doubtful):
            before = self.current if self.current >= 0 else (-1 if by > 0 else 0)
            self.current = (before + by) % len(self.doubtful)
            self.changed.notify()

    @property
    def current_wall(self) -> int | None:
        return int(self.doubtful[self.current]) if self.current >= 0 else None

    @property
    def guesses(self) -> list[Guess]:
        """Other grids that may be meant, where the one that is seen fits badly, or none does."""
        if self.seen is None:
            return self._nearest
        if self.seen.fit >= UNLIKE:
            return []
        own = self.seen.shape, self.seen.rows, self.seen.columns
        return [guess for guess in self.seen.guesses if guess[:3] != own][:MOST_GUESSES]

    @property
    def text(self) -> str:
        """What was found, in a sentence or two."""
        if self.seen is None:
            return self.problem[:1].upper() + self.problem[1:]
        parts = [
            _("{rows} × {columns} cells were found.").format(
                rows=self.seen.rows, columns=self.seen.columns
            )
        ]
        parts += left_out_in_words(self.seen)
        if len(self.doubtful):
            text = _("{doubtful}: they are amber.")
            parts.append(text.format(doubtful=doubtful_in_words(len(self.doubtful))))
        if self.seen.entrance is None or not self.seen.exits:
            parts.append(_("Start or goal is missing: set it afterwards."))
        return " ".join(parts)

    def project(self) -> Project:
        """Return the maze as it is now; there must be one."""
        assert self.seen
        seen = replace(self.seen, closed=self.closed)
        underlay = _underlay(self._logo, self.picture.width, seen) if self.keeps_picture else None
        maze = seen.maze()
        route = tuple(seen.route(maze).tolist())
        return Project(maze, underlay=underlay or NO_UNDERLAY, route=route)

    @property
    def can_keep_picture(self) -> bool:
        """Whether the picture can lie behind the maze."""
        return bool(self._logo)


def _problem_of(error: MazeError) -> str:
    """Return why nothing is read, in words for the window, which offers the nearest grids."""
    if isinstance(error, NoGridError):
        return _("no grid fits this picture well. Choose one of the nearest, or type the size.")
    return str(error)


def try_recognise(picture: Image, choices: Choices, job: Job) -> Recognition | MazeError:
    """Return what is read in a picture, or why nothing is; called by a worker."""
    try:
        return recognise(picture, choices, job)
    except MazeError as problem:
        return problem


def _lines_of(seen: Recognition) -> Points:
    """Return float64[k, 3, 2]: the ends of walls, and the middle between them, in pixels."""
    geometry = seen.lattice.geometry
    ends = geometry.post_positions(geometry.posts(seen.walls))
    bulges: Numbers = geometry.bulges(seen.walls)
    points = np.stack([ends[:, 0], middles(ends, bulges), ends[:, 1]], axis=1)
    matrix = matrix_of_corners(np.array(seen.corners), geometry.width, geometry.height)
    return map_points(matrix, points)


def _underlay(logo: str, width: int, seen: Recognition) -> Underlay:
    """Return the picture where the maze lies in it; a turned one lies only about there."""
    (left, top), (right, lower) = seen.corners[0], seen.corners[1]
    pitch = float(np.hypot(right - left, lower - top)) / seen.lattice.geometry.width
    return Underlay(
        picture=logo,
        left=round(-left / pitch, 3),
        top=round(-top / pitch, 3),
        width=round(width / pitch, 3),
    )
