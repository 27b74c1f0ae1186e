"""GeoJSON (RFC 7946): outline and hedges as polygons, paths as lines, points with names."""

from __future__ import annotations

import json
from typing import Any

from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Points
from mazeeditor.page.field import field_format, places
from mazeeditor.page.field.survey import Survey


@field_format("geojson", "GeoJSON", suffix=".geojson", order=3, contents=places.contents)
def geojson(survey: Survey, job: Job) -> bytes:
    """Outline, paths, hedges and openings for any program of maps."""
    ground = survey.ground
    outline = [_turning(ring, left=not index) for index, ring in enumerate(places.rings(survey))]
    features = [_feature("outline", "Polygon", list(map(_list, outline)), name=ground.name)]
    features += (
        _feature("path", "LineString", _list(path), width=ground.path)
        for path in places.paths(survey)
    )
    job.check()
    features += (
        _feature("hedge", "Polygon", [_list(hedge)], width=ground.hedge)
        for hedge in places.hedges(survey)
    )
    features += (
        _feature("point", "Point", list(place), name=name) for name, place in places.points(survey)
    )
    job.check()
    lines = ",\n".join(json.dumps(feature, ensure_ascii=False) for feature in features)
    return f'{{"type": "FeatureCollection", "features": [\n{lines}\n]}}\n'.encode()


def _feature(kind: str, geometry: str, coordinates: Any, **properties: Any) -> dict[str, Any]:
    return {
        "type": "Feature",
        "properties": {"kind": kind, **properties},
        "geometry": {"type": geometry, "coordinates": coordinates},
    }


def _list(line: Points) -> list[list[float]]:
    result: list[list[float]] = line.round(places.DECIMALS).tolist()
    return result


def _turning(ring: Points, *, left: bool) -> Points:
    """Return a closed ring that turns left, anticlockwise, or right."""
    x, y = (ring - ring[0]).T
    turns_left = float((x[:-1] * y[1:] - x[1:] * y[:-1]).sum()) > 0
    return ring if turns_left == left else ring[::-1]
