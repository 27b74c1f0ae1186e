"""GPX 1.1: paths as tracks, the outline as another one, stakes and openings as waypoints."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Points
from mazeeditor.page.field import field_format, places
from mazeeditor.page.field.survey import Survey

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<gpx version="1.1" creator="mazeeditor" xmlns="http://www.topografix.com/GPX/1/1">\n'
)


def contents(survey: Survey, job: Job) -> str:
    return places.contents(survey, job, with_hedges=False)


@field_format("gpx", "GPX", suffix=".gpx", order=6, contents=contents)
def gpx(survey: Survey, job: Job) -> bytes:
    """Tracks along the paths and the outline for receivers that mowers and tractors carry."""
    waypoints = [
        f"<wpt {_at(x, y)}><name>{_text(name)}</name></wpt>"
        for name, (x, y) in places.points(survey)
    ]
    tracks = [
        _track(_("Paths"), places.paths(survey)),
        _track(survey.ground.name, places.rings(survey)),
    ]
    job.check()
    return (HEAD + "\n".join([*waypoints, *tracks]) + "\n</gpx>\n").encode()


def _track(name: str, lines: Iterable[Points]) -> str:
    segments = "\n".join(
        "<trkseg>" + "".join(f"<trkpt {_at(x, y)}/>" for x, y in line.tolist()) + "</trkseg>"
        for line in lines
    )
    return f"<trk><name>{_text(name)}</name>\n{segments}\n</trk>"


def _at(longitude: float, latitude: float) -> str:
    return f'lat="{latitude:.{places.DECIMALS}f}" lon="{longitude:.{places.DECIMALS}f}"'


def _text(name: str) -> str:
    return escape("".join(sign for sign in name if sign.isprintable()))
