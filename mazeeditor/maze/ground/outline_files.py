"""Reads the outlines of fields from GeoJSON, KML, KMZ and GPX: polygons in degrees of WGS 84.

A track or route of a GPX is one, as somebody has walked around the field.

A project keeps the polygons of the file as a data URI of plain GeoJSON, with names and nothing
else: no other property, height, style or link.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import numpy as np

from mazeeditor.core.disk.file_kinds import kind_of, why_not
from mazeeditor.core.disk.input_files import bytes_of
from mazeeditor.core.disk.json_files import parse_json, to_json
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.numbers import real
from mazeeditor.core.translation import _, one_line, quote_value
from mazeeditor.core.work import allowance
from mazeeditor.maze.geometry import Points

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SUFFIXES = (".geojson", ".json", ".kml", ".kmz", ".gpx")
MOST_BYTES = 20 * 10**6
MAX_UNPACKED_BYTES = 3 * 10**6  # bytes of the KML in a small KMZ
UNPACKED_OF_A_BYTE = 8  # more of a larger one, up to MOST_BYTES
MOST_CORNERS = 10_000  # of all polygons: of a track by satellite, one a second for three hours
MOST_POLYGONS = 1000
LONGEST_NAME = 80  # characters
DECIMALS = 9  # of a degree: 0.1 mm
KEPT = re.compile(r"data:application/geo\+json;name=([^;,]*);base64,([A-Za-z0-9+/]+=*)")
NAME_CHARACTERS = 4000  # characters in which the name of the file must end
MOST_TEXT = 2 * 10**6
WGS_84 = ("CRS84", "EPSG::4326", "EPSG:4326", "WGS84")


@dataclass(frozen=True, eq=False)
class Polygon:
    """A polygon of a file: its name, and rings float64[k, 2] of degrees, the outer one first."""

    name: str
    rings: tuple[Points, ...]


def file_name_of(text: str) -> str:
    """Return the name of the file that a kept outline was made of, or a path as it is."""
    match = KEPT.match(text[:NAME_CHARACTERS])
    return unquote(match[1]) if match else text


def keep_outline(path: Path) -> str:
    """Return the text that a project keeps of a file; raises ``UsageError``."""
    polygons = _read(path)
    features = [
        {
            "type": "Feature",
            "properties": {"name": polygon.name},
            "geometry": {"type": "Polygon", "coordinates": list(map(_close_ring, polygon.rings))},
        }
        for polygon in polygons
    ]
    data = to_json({"type": "FeatureCollection", "features": features})
    name = quote(path.name, errors="replace")  # which may be no UTF-8
    return f"data:application/geo+json;name={name};base64,{b64encode(data).decode()}"


def _close_ring(ring: Points) -> list[list[float]]:
    places: list[list[float]] = ring.round(DECIMALS).tolist()
    return [*places, places[0]]


def polygons_of(text: str) -> tuple[Polygon, ...]:
    """Return the polygons of a kept outline or of a named file; raises ``UsageError``."""
    if isinstance(text, NamedFile):
        return _read(Path(text))
    return _kept_polygons(text)


@lru_cache(maxsize=4)
def _kept_polygons(text: str) -> tuple[Polygon, ...]:
    match = KEPT.fullmatch(text) if len(text) <= MOST_TEXT else None
    if match is None:
        raise UsageError(_("The outline of the field must be GeoJSON as a data URI."))
    name = unquote(match[1])
    try:
        return _check(_of_geojson(b64decode(match[2], validate=True)), name)
    except (ValueError, MazeError) as error:
        raise _unreadable(name, error) from None


def _unreadable(name: str, reason: object) -> UsageError:
    text = _("Cannot read the outline {file}: {reason}")
    return UsageError(text.format(file=quote_value(name), reason=reason))


def _read(path: Path) -> tuple[Polygon, ...]:
    try:
        data = bytes_of(path, MOST_BYTES)
        if data[:2] == b"PK":
            data = _unpack(data)
        begins = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
        if begins not in (b"<", b"{", b"[") and kind_of(data, path.name):
            raise UsageError(why_not(data, path.name, _("GeoJSON, KML, KMZ or GPX")))
        xml = begins == b"<"
        return _check(_of_xml(data) if xml else _of_geojson(data), path.name)
    except UsageError as error:
        raise _unreadable(path.name, error) from None
    except MazeError as error:
        raise _unreadable(path.name, error) from None


def _check(found: Iterator[Polygon], file: str) -> tuple[Polygon, ...]:
    """Return polygons with their rings checked; raises ``UsageError`` with the reason alone."""
    polygons: list[Polygon] = []
    corners = 0
    for polygon in found:
        rings = tuple(_ring(ring, polygon.name) for ring in polygon.rings)
        corners += sum(map(len, rings))
        if len(polygons) == MOST_POLYGONS or corners > MOST_CORNERS:
            raise UsageError(_too_many())
        name = polygon.name or (Path(file).stem if not polygons else "")
        polygons.append(Polygon(one_line(name, LONGEST_NAME), rings))
    if not polygons:
        raise UsageError(_("it holds no polygon, as which the outline must be drawn."))
    return tuple(polygons)


def _too_many() -> str:
    text = _("it has more than {most:,} corners, or {many:,} polygons: simplify it first.")
    return text.format(most=MOST_CORNERS, many=MOST_POLYGONS)


def _ring(ring: Points, name: str) -> Points:
    """Return a ring without corners that repeat; raises ``UsageError``."""
    if not np.isfinite(ring).all():
        raise UsageError(_("a coordinate is not a number."))
    beyond = (np.abs(ring) > (180, 90)).any(axis=1)
    if beyond.any():
        x, y = ring[beyond][0].tolist()
        text = _(
            "{x:.10g}, {y:.10g} is not a longitude and latitude in degrees: save it in "
            "WGS 84 (EPSG:4326)."
        )
        raise UsageError(text.format(x=x, y=y))
    rounded = ring.round(DECIMALS)
    kept = rounded[(rounded != np.roll(rounded, -1, axis=0)).any(axis=1)]
    if len(np.unique(kept, axis=0)) < 3:
        text = _("a polygon{name} has fewer than three corners.")
        raise UsageError(text.format(name=f" {quote_value(name)}" if name else ""))
    return kept


# GeoJSON


def _of_geojson(data: bytes) -> Iterator[Polygon]:
    """Yield the polygons of a GeoJSON; raises ``MazeError`` with the reason alone."""
    value = parse_json(data.removeprefix(b"\xef\xbb\xbf"))
    crs = value.get("crs") if isinstance(value, dict) else None
    if crs and not any(name in str(crs).replace("::", ":") for name in ("CRS84", "4326")):
        raise UsageError(_("its coordinates are not those of WGS 84 (EPSG:4326): save it so."))
    yield from _in_object(value, "")


def _in_object(value: Any, name: str) -> Iterator[Polygon]:
    if not isinstance(value, Mapping):
        raise UsageError(_("it is not GeoJSON."))
    kind = value.get("type")
    if kind == "FeatureCollection":
        for each in _list(value.get("features")):
            yield from _in_object(each, name)
    elif kind == "Feature":
        if value.get("geometry") is not None:
            yield from _in_object(value["geometry"], _feature_name(value))
    elif kind == "GeometryCollection":
        for each in _list(value.get("geometries")):
            yield from _in_object(each, name)
    elif kind == "Polygon":
        yield _polygon(value.get("coordinates"), name)
    elif kind == "MultiPolygon":
        for each in _list(value.get("coordinates")):
            yield _polygon(each, name)
    elif kind not in ("Point", "MultiPoint", "LineString", "MultiLineString"):
        raise UsageError(_("it is not GeoJSON."))


def _feature_name(feature: Mapping[str, Any]) -> str:
    properties = feature.get("properties")
    values = properties if isinstance(properties, Mapping) else {}
    named = (values.get(key) for key in ("name", "Name", "NAME", "title"))
    return next((name for name in named if isinstance(name, str)), "")


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise UsageError(_("a part of it that should be a list is none."))
    return value


def _polygon(rings: Any, name: str) -> Polygon:
    if not _list(rings):
        raise UsageError(_("a polygon has no ring."))
    return Polygon(name, tuple(_places(_list(ring)) for ring in rings))


def _places(ring: list[Any]) -> Points:
    for place in ring:
        numbers = place[:2] if isinstance(place, list) and len(place) >= 2 else [None]
        if not all(type(number) in (int, float) for number in numbers):
            raise UsageError(_("a place of a polygon has no two numbers."))
    return np.array([place[:2] for place in ring], np.float64).reshape(-1, 2)


# KML and GPX


def _unpack(data: bytes) -> bytes:
    """Return the KML in a KMZ: ``doc.kml``, else the first; raises ``UsageError``.

    What the archive says of its size is checked, and no more than that is unpacked.
    """
    import zipfile
    import zlib

    damaged = _("the archive (KMZ) is damaged.")
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            found = [each for each in archive.infolist() if each.filename.lower().endswith(".kml")]
            found.sort(key=lambda each: each.filename.lower() != "doc.kml")
            if not found:
                raise UsageError(_("there is no KML in the archive (KMZ)."))
            if found[0].flag_bits & 1:
                raise UsageError(_("the archive (KMZ) needs a password: save it as KML."))
            if found[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise UsageError(damaged)
            most = min(MOST_BYTES, allowance(len(data), MAX_UNPACKED_BYTES, UNPACKED_OF_A_BYTE))
            if found[0].file_size > most:
                text = _("the KML in the archive has more than {most:,} bytes: save it as KML.")
                raise UsageError(text.format(most=most))
            with archive.open(found[0]) as file:
                unpacked = file.read(most)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError):
        raise UsageError(damaged) from None
    if unpacked[:2] == b"PK":
        raise UsageError(damaged)
    return unpacked


def _of_xml(data: bytes) -> Iterator[Polygon]:
    """Yield the polygons of a KML or GPX; raises ``UsageError`` with the reason alone."""
    library: Any = import_module("defusedxml.ElementTree")
    common: Any = import_module("defusedxml.common")
    try:
        root: Element = library.fromstring(data)
    except common.DefusedXmlException:
        raise UsageError(_("it declares entities, which are not followed.")) from None
    except (library.ParseError, ValueError, LookupError, RecursionError) as error:
        raise UsageError(_("it is damaged ({error}).").format(error=error)) from None
    if _tag(root) == "gpx":
        yield from _in_gpx(root)
        return
    if _tag(root) != "kml":
        raise UsageError(why_not(data, "", _("KML or GPX")))
    for element, name in _polygons_in(root):
        rings = [
            _coordinates(boundary)
            for kind in ("outerBoundaryIs", "innerBoundaryIs")
            for boundary in element
            if _tag(boundary) == kind
        ]
        if not rings:
            raise UsageError(_("a polygon has no ring."))
        yield Polygon(name, tuple(rings))


def _in_gpx(root: Element) -> Iterator[Polygon]:
    """Yield the tracks and routes of a GPX that go round an area, as polygons."""
    for track in root:
        if _tag(track) not in ("trk", "rte"):
            continue
        name = next((one.text or "" for one in track if _tag(one) == "name"), "").strip()
        parts = [one for one in track if _tag(one) == "trkseg"] or [track]
        for part in parts:
            points = [one for one in part if _tag(one) in ("trkpt", "rtept")]
            if len(points) > MOST_CORNERS:
                raise UsageError(_too_many())
            try:
                places = [[real(one.get(key, "")) for key in ("lon", "lat")] for one in points]
            except ValueError:
                raise UsageError(_("a point of a track has no longitude or latitude.")) from None
            if len(places) > 2:
                yield Polygon(name, (np.array(places, np.float64),))


def _polygons_in(root: Element) -> Iterator[tuple[Element, str]]:
    """Yield the polygons, none in each other, with the names of the placemarks around them."""
    waiting = [(root, "")]
    while waiting:
        element, name = waiting.pop()
        tag = _tag(element)
        if tag == "Polygon":
            yield element, name
            continue
        if tag == "Placemark":
            known = (child.text or "" for child in element if _tag(child) == "name")
            name = next(known, "").strip()
        waiting += [
            (child, name)
            for child in reversed(element)
            if len(child) or str(child.tag).endswith("Polygon")
        ]


def _tag(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _coordinates(boundary: Element) -> Points:
    texts = []
    for each in boundary.iter():
        if _tag(each) == "Polygon":
            raise UsageError(_("a polygon lies in the boundary of another one."))
        if _tag(each) == "coordinates":
            texts.append(each.text or "")
    words = " ".join(texts).split()
    if len(words) > MOST_CORNERS + 1:  # the last one is the first one again
        raise UsageError(_too_many())
    try:
        places = [[real(number) for number in word.split(",")[:2]] for word in words]
        return np.array(places, np.float64).reshape(-1, 2)
    except ValueError:
        raise UsageError(_("a place of a polygon has no two numbers.")) from None
