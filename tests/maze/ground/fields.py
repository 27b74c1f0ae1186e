"""Outlines of fields for tests, written as files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from geographiclib.geodesic import Geodesic

Place = tuple[float, float]
EARTH = Geodesic.WGS84


def away(place: Place, azimuth: float, metres: float) -> Place:
    """Return the longitude and latitude that lie so many metres away on the ellipsoid."""
    found = EARTH.Direct(place[1], place[0], azimuth, metres)
    return found["lon2"], found["lat2"]


def distance(one: Place, other: Place) -> float:
    """Return the metres between two places on the ellipsoid."""
    return float(EARTH.Inverse(one[1], one[0], other[1], other[0])["s12"])


def rectangle(middle: Place, along: float, across: float, azimuth: float = 90.0) -> list[Place]:
    """Return the corners of a rectangle whose sides ``along`` lead to an azimuth; in metres."""
    corners = []
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        side = away(middle, azimuth, x * along / 2)
        back = EARTH.Inverse(middle[1], middle[0], side[1], side[0])["azi2"] if x else azimuth
        back = back + 180 if x < 0 else back
        corners.append(away(side, back + 90, y * across / 2))
    return corners


def geojson(path: Path, *polygons: Sequence[Sequence[Place]], names: Sequence[str] = ()) -> Path:
    """Write polygons, each with its rings, as a GeoJSON."""
    features = [
        {
            "type": "Feature",
            "properties": {"name": names[number]} if names else {},
            "geometry": {
                "type": "Polygon",
                "coordinates": [[*map(list, ring), list(ring[0])] for ring in rings],
            },
        }
        for number, rings in enumerate(polygons)
    ]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return path


def small_field(folder: Path) -> Path:
    """Write FIELD.geojson, 60 m by 40 m."""
    return geojson(folder / "FIELD.geojson", [rectangle((8.5, 47.4), 60, 40)])


def kml(path: Path, rings: Sequence[Sequence[Place]], name: str = "Field") -> Path:
    """Write a polygon with its rings as a KML."""
    kinds = ["outerBoundaryIs", *["innerBoundaryIs"] * (len(rings) - 1)]
    boundaries = "".join(
        f"<{kind}><LinearRing><coordinates>"
        + " ".join(f"{x!r},{y!r},12.5" for x, y in (*ring, ring[0]))
        + f"</coordinates></LinearRing></{kind}>"
        for kind, ring in zip(kinds, rings, strict=True)
    )
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2">'
        f"<Document><Placemark><name>{name}</name><Polygon>{boundaries}</Polygon></Placemark>"
        "</Document></kml>"
    )
    return path
