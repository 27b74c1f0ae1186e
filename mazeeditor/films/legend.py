"""What the colours of a film mean: the entries of its legend, for the window and for files.

Only colours that occur are explained.
"""

from __future__ import annotations

from collections.abc import Collection

from mazeeditor.core.translation import _
from mazeeditor.films.film import MOVE, PATH, RETURN, Film
from mazeeditor.films.player import GENERATED, SOLVED
from mazeeditor.screen.pixel_colours import (
    AREA,
    AREAS,
    FILLED,
    HEAD,
    LEFT,
    PLAIN,
    ROUTE,
    VISITED,
)

LINE = HEAD + 1  # in addition to the marks of cells: the line of the path
SOLVING = {
    HEAD: _("the solver"),
    LINE: _("its path"),
    ROUTE: _("the route"),
    VISITED: _("visited"),
    FILLED: _("ruled out"),
    LEFT: _("still open"),
}
GENERATING = {
    HEAD: _("the generator"),
    LINE: _("its path"),
    AREA: _("areas, each in one colour"),
    VISITED: _("looked at"),
    FILLED: _("not reached yet"),
    PLAIN: _("done"),
}


def kinds_of(film: Film) -> set[int]:
    """Return the kinds that a film shows, as far as it is recorded; AREA stands for all areas."""
    channels, paints = film.channels, film.paints
    if film.solves:
        kinds = set(SOLVED[paints].tolist())
    else:  # what no event paints is begun with the first wall
        kinds = set(GENERATED[paints].tolist()) | {FILLED, PLAIN}
        coloured = kinds & {*range(AREA, AREA + AREAS)}
        kinds = kinds - coloured | ({AREA} if coloured else set())
    if channels[: RETURN + 1].any():
        kinds.add(HEAD)
    if channels[PATH] or channels[MOVE]:
        kinds.add(LINE)
    return kinds


def legend_of(films: Collection[Film]) -> list[tuple[int, str]]:
    """Return kinds and labels of the legend of films, which all solve or all generate."""
    kinds = set[int]().union(*map(kinds_of, films))
    labels = SOLVING if next(iter(films)).solves else GENERATING
    return [(kind, label) for kind, label in labels.items() if kind in kinds]
