"""KML (OGC 12-007r2): folders of outline, paths, hedges and points, for globes and phones."""

from __future__ import annotations

from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Points
from mazeeditor.page.field import field_format, places
from mazeeditor.page.field.survey import Survey

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document>
<name>{name}</name>
<Style id="outline"><LineStyle><color>ff0080ff</color><width>2</width></LineStyle>\
<PolyStyle><fill>0</fill></PolyStyle></Style>
<Style id="path"><LineStyle><color>ff00ffff</color><width>2</width></LineStyle></Style>
<Style id="hedge"><LineStyle><width>0</width></LineStyle>\
<PolyStyle><color>b0206020</color></PolyStyle></Style>
"""


@field_format("kml", "KML", suffix=".kml", order=4, contents=places.contents)
def kml(survey: Survey, job: Job) -> bytes:
    """Outline, paths, hedges and openings as folders for globes and phones."""
    rings = places.rings(survey)
    paths = "\n".join(f"<LineString>{_places(path)}</LineString>" for path in places.paths(survey))
    job.check()
    hedges = "\n".join(_polygon([hedge]) for hedge in places.hedges(survey))
    job.check()
    folders = [
        _placemark(survey.ground.name, "outline", _polygon(rings)),
        _placemark(_("Paths"), "path", f"<MultiGeometry>\n{paths}\n</MultiGeometry>"),
        _placemark(_("Hedges"), "hedge", f"<MultiGeometry>\n{hedges}\n</MultiGeometry>"),
        *(
            f"<Placemark><name>{_text(name)}</name><Point><coordinates>"
            f"{x:.{places.DECIMALS}f},{y:.{places.DECIMALS}f}</coordinates></Point></Placemark>"
            for name, (x, y) in places.points(survey)
        ),
    ]
    head = HEAD.format(name=_text(survey.ground.name))
    return (head + "\n".join(folders) + "\n</Document>\n</kml>\n").encode()


def _placemark(name: str, style: str, geometry: str) -> str:
    style = f"<styleUrl>#{style}</styleUrl>"
    return f"<Placemark><name>{_text(name)}</name>{style}\n{geometry}\n</Placemark>"


def _polygon(rings: list[Points]) -> str:
    kinds = ["outerBoundaryIs", *["innerBoundaryIs"] * (len(rings) - 1)]
    boundaries = "".join(
        f"<{kind}><LinearRing>{_places(ring)}</LinearRing></{kind}>"
        for kind, ring in zip(kinds, rings, strict=True)
    )
    return f"<Polygon>{boundaries}</Polygon>"


def _places(line: Points) -> str:
    return f"<coordinates>{places.text_of(line)}</coordinates>"


def _text(name: str) -> str:
    return escape("".join(sign for sign in name if sign.isprintable()))


@field_format("kmz", "KMZ", suffix=".kmz", order=5, contents=places.contents)
def kmz(survey: Survey, job: Job) -> bytes:
    """The same as KML in a fifth of its size, for globes and phones."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr(ZipInfo("doc.kml"), kml(survey, job), ZIP_DEFLATED)  # without the time
    return packed.getvalue()
