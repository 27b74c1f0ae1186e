"""What every file of places on the ground holds: outline, paths, hedges and named points."""

from __future__ import annotations

from collections.abc import Iterator

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, count
from mazeeditor.maze.geometry import Points
from mazeeditor.page.field.survey import Survey

DECIMALS = 8  # of a degree: 1 mm


def rings(survey: Survey) -> list[Points]:
    """Return the rings of the outline in degrees, the outer one first, each closed."""
    ground = survey.ground
    found = [ground.degrees(ring) for ring in ground.rings]
    return [ring[[*range(len(ring)), 0]] for ring in found]


def paths(survey: Survey) -> Iterator[Points]:
    """Yield the middle lines of paths in degrees."""
    yield from (survey.degrees(path) for path in survey.paths)


def hedges(survey: Survey) -> Iterator[Points]:
    """Yield the areas of straight hedges in degrees, closed rings."""
    yield from survey.degrees(survey.hedge_areas)[:, [0, 1, 2, 3, 0]]


def points(survey: Survey) -> list[tuple[str, tuple[float, float]]]:
    """Return the stakes A and B, the entrance and the exits: names, longitudes and latitudes."""
    stakes, found = survey.stakes, []
    for name, index in zip("AB", stakes.base, strict=True):
        found.append((name, stakes.places[index]))
    found += (
        (_("Entrance") if opening.enters else _("Exit"), opening.place)
        for opening in survey.openings
    )
    return [(name, pair(survey.degrees(place))) for name, place in found]


def contents(survey: Survey, job: Job, *, with_hedges: bool = True) -> str:
    """Return how much of each there is, hedges only where they are in the file."""
    found = [count(len(survey.paths), "path", "paths")]
    if with_hedges:
        found.append(count(len(survey.hedges), "straight hedge", "straight hedges"))
    job.check()
    found.append(count(len(points(survey)), "point", "points"))
    return _("The outline, {parts}.").format(parts=", ".join(found))


def pair(place: Points) -> tuple[float, float]:
    """Return a place in degrees as numbers to write."""
    longitude, latitude = place.tolist()
    return round(longitude, DECIMALS), round(latitude, DECIMALS)


def text_of(line: Points) -> str:
    """Return places as KML has them: ``longitude,latitude`` with spaces between."""
    return " ".join(f"{x:.{DECIMALS}f},{y:.{DECIMALS}f}" for x, y in line.tolist())
