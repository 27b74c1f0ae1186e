"""Files of a field, read by readers that share no code with the writers, and measured."""

from __future__ import annotations

import csv
import json
import zipfile
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pikepdf
import pytest
import shapely
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union

from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.ground.outline_files import polygons_of
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.page.field import FIELD_FORMATS, contents_of, ground_in, survey_of, write_field
from mazeeditor.page.field.survey import Survey
from tests.cli.run import mazeeditor
from tests.maze.ground.fields import EARTH, distance, geojson
from tests.maze.ground.test_field import BENT, HOLE, MIDDLE, placed

KML = {"k": "http://www.opengis.net/kml/2.2"}
GPX = {"g": "http://www.topografix.com/GPX/1/1"}
PATH, HEDGE = 2.2, 0.8


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Maze, Recipe]:
    path = geojson(
        tmp_path_factory.mktemp("field") / "f.json", [placed(BENT), placed(HOLE)], names=["A & B"]
    )
    options = {"field": NamedFile(path), "path": PATH, "hedge": HEDGE, "headland": 1.5}
    recipe = Recipe("backtracker", seed=5, braid=0.1, masks=(MaskStep("field", options),)).kept()
    return maze_of(recipe), recipe


@pytest.fixture(scope="module")
def survey(made: tuple[Maze, Recipe]) -> Survey:
    return survey_of(made[0], made[1].masks, Job())


def written(made: tuple[Maze, Recipe], path: Path, **options: Any) -> bytes:
    (file,) = write_field(made[0], made[1].masks, path, **options)
    return file.read_bytes()


def in_metres(places: Any) -> list[tuple[float, float]]:
    """Return degrees as metres around the middle, by geodesics alone."""
    result = []
    for x, y, *_rest in places:
        line = EARTH.Inverse(MIDDLE[1], MIDDLE[0], y, x)
        angle = np.radians(line["azi1"])
        result.append((line["s12"] * np.sin(angle), line["s12"] * np.cos(angle)))
    return result


@pytest.fixture(scope="module")
def features(
    made: tuple[Maze, Recipe], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[Any]]:
    """Return the geometries of a GeoJSON in metres, by their kinds."""
    data = json.loads(written(made, tmp_path_factory.mktemp("out") / "a.geojson"))
    result: dict[str, list[Any]] = {}
    for feature in data["features"]:
        kind, shape = feature["properties"]["kind"], feature["geometry"]
        places = shape["coordinates"]
        made_of: Any
        if shape["type"] == "Polygon":
            assert shapely.LinearRing(places[0]).is_ccw
            rings = [in_metres(ring) for ring in places]
            made_of = Polygon(rings[0], rings[1:])
        elif kind == "path":
            made_of = LineString(in_metres(places))
        else:
            made_of = Point(*in_metres([places]))
        result.setdefault(kind, []).append(made_of)
    return result


@pytest.mark.slow
def test_hedges_and_paths_have_their_widths_and_lie_within(features: dict[str, list[Any]]) -> None:
    (outline,) = features["outline"]
    hedges, paths = unary_union(features["hedge"]), unary_union(features["path"])
    assert outline.buffer(-1.5 + 0.01).covers(hedges)
    assert paths.distance(hedges) == pytest.approx(PATH / 2, abs=0.005)
    for hedge in features["hedge"][:200]:
        assert hedge.minimum_rotated_rectangle.area == pytest.approx(hedge.area, rel=1e-3)


@pytest.mark.slow
def test_the_paths_are_those_of_the_maze(survey: Survey) -> None:
    maze, graph = survey.maze, nx.Graph()
    lattice = maze.lattice
    for line in survey.paths[: -len(survey.openings)]:
        for start, stop in pairwise(line):
            steps = int(np.abs(stop - start).max())
            cells = [tuple(cell) for cell in np.linspace(start, stop, steps + 1).tolist()]
            for pair in pairwise(cells):
                assert not graph.has_edge(*pair)
                graph.add_edge(*pair)
    expected = nx.Graph()
    for row, column in lattice.places(lattice.inside_cells()).tolist():
        for other in ((row, column + 1), (row + 1, column)):
            try:
                lattice.cell(*other)
            except UsageError:
                continue
            if maze.is_open((row, column), other):
                ends = (column + 0.5, row + 0.5), (other[1] + 0.5, other[0] + 0.5)
                expected.add_edge(*ends)
    assert {frozenset(edge) for edge in graph.edges} == {frozenset(edge) for edge in expected.edges}


def test_kml_and_gpx_hold_the_same_places(
    made: tuple[Maze, Recipe], features: dict[str, list[Any]], tmp_path: Path
) -> None:
    kml = ElementTree.fromstring(written(made, tmp_path / "a.kml"))
    gpx = ElementTree.fromstring(written(made, tmp_path / "a.gpx"))
    lines = kml.findall(".//k:LineString/k:coordinates", KML)
    of_kml = [
        [tuple(map(float, place.split(","))) for place in (line.text or "").split()]
        for line in lines
    ]
    of_gpx = [
        [(float(place.attrib["lon"]), float(place.attrib["lat"])) for place in segment]
        for segment in gpx.findall("./g:trk[1]/g:trkseg", GPX)
    ]
    assert of_kml == of_gpx
    assert len(of_kml) == len(features["path"])
    for line, path in zip(of_kml[::50], features["path"][::50], strict=True):
        np.testing.assert_allclose(in_metres(line), path.coords, atol=2e-3)
    polygons = kml.findall(".//k:MultiGeometry/k:Polygon", KML)
    assert len(polygons) == len(features["hedge"])
    assert len(kml.findall(".//k:innerBoundaryIs", KML)) == 1
    assert kml.findtext("./k:Document/k:name", "", KML) == "A & B"
    names = [name.text for name in gpx.findall("./g:wpt/g:name", GPX)]
    assert names == ["A", "B", "Entrance", "Exit"]


def test_tapes_are_as_long_as_on_the_ellipsoid(made: tuple[Maze, Recipe], tmp_path: Path) -> None:
    text = written(made, tmp_path / "a.csv").decode()
    rows = list(csv.DictReader(text.splitlines()))
    places = {row["stake"]: (float(row["longitude"]), float(row["latitude"])) for row in rows}
    assert len(places) == len(rows) > 200
    for row in rows[::7]:
        place = places[row["stake"]]
        assert float(row["from_a"]) == pytest.approx(distance(places["A"], place), abs=0.02)
        assert float(row["from_b"]) == pytest.approx(distance(places["B"], place), abs=0.02)
        along, right = float(row["along"]), float(row["right"])
        assert np.hypot(along, right) == pytest.approx(float(row["from_a"]), abs=0.02)
        if abs(right) > 5:  # on which side of the base it stands
            base = EARTH.Inverse(*places["A"][::-1], *places["B"][::-1])["azi1"]
            to = EARTH.Inverse(*places["A"][::-1], *place[::-1])["azi1"]
            assert (np.sin(np.radians(to - base)) > 0) == (right > 0)


def test_hedges_line_by_line_are_all_hedges(
    made: tuple[Maze, Recipe], survey: Survey, tmp_path: Path
) -> None:
    text = written(made, tmp_path / "a.csv", table="hedges").decode()
    rows = list(csv.DictReader(text.splitlines()))
    total = sum(float(row["length"]) for row in rows)
    walls = len(survey.maze.closed_walls())
    assert total == pytest.approx(walls * (PATH + HEDGE), abs=0.01 * len(rows))


@pytest.mark.slow
def test_plants_that_are_cut_stand_on_paths(
    made: tuple[Maze, Recipe], survey: Survey, tmp_path: Path
) -> None:
    hedges, ground = (
        unary_union([shapely.Polygon(survey.metres(area)) for area in survey.hedge_areas]),
        survey.ground,
    )
    area = Polygon(ground.rings[0], ground.rings[1:])
    cells = survey.maze.lattice.places(survey.maze.lattice.inside_cells())[:, ::-1]
    low = survey.metres(cells.astype(float))
    maze = unary_union(shapely.box(*low.T, *(low + ground.cell).T)).buffer(
        HEDGE / 2, join_style="mitre"
    )
    text = written(
        made, tmp_path / "a.csv", table="rows", row_spacing=3.1, plant_spacing=0.37
    ).decode()
    rows: dict[int, list[dict[str, str]]] = {}
    for row in csv.DictReader(text.splitlines()):
        rows.setdefault(int(row["row"]), []).append(row)
    top = ground.rings[0][:, 1].min()
    checked = 0
    for parts in list(rows.values())[::6]:
        v = top + float(parts[0]["row_at"])
        line = area.intersection(LineString([(-1000, v), (1000, v)]))
        spans = sorted(part.bounds for part in getattr(line, "geoms", [line]))
        plants = [u for left, _1, right, _2 in spans for u in np.arange(left + 0.185, right, 0.37)]
        assert abs(len(plants) - int(parts[0]["plants"])) <= len(spans)
        cut = {
            n
            for part in parts
            if part["cut_from"]
            for n in range(int(part["cut_from"]), int(part["cut_to"]) + 1)
        }
        if len(plants) != int(parts[0]["plants"]):
            continue
        for number, u in enumerate(plants, 1):
            point = Point(u, v)
            if point.distance(hedges.boundary) < 0.02 or point.distance(maze.boundary) < 0.02:
                continue
            assert (number in cut) == (maze.contains(point) and not hedges.contains(point))
            checked += 1
    assert checked > 1000


@pytest.mark.slow
def test_the_plan_is_at_scale(made: tuple[Maze, Recipe], tmp_path: Path) -> None:
    data = written(made, tmp_path / "a.pdf", page="A3", scale=1000, row_spacing=3.0)
    with pikepdf.open(BytesIO(data)) as file:
        first = file.pages[0]
        assert sorted(float(side) for side in first.mediabox[2:]) == pytest.approx(
            [841.89, 1190.55], abs=0.02
        )
        drawn = pikepdf.parse_content_stream(first)
        widths = [float(each.operands[0]) for each in drawn if str(each.operator) == "w"]
        pages = len(file.pages)
    assert 1000 * HEDGE in widths  # as 0.8 mm, in thousandths
    assert pages > 3
    alone = written(made, tmp_path / "b.pdf", lists=False)
    with pikepdf.open(BytesIO(alone)) as file:
        assert len(file.pages) == 1
    with pytest.raises(UsageError, match="At 1:100 the field needs more room than A4"):
        written(made, tmp_path / "c.pdf", scale=100)
    with pytest.raises(UsageError, match="needs paper of a size"):
        written(made, tmp_path / "c.pdf", page="fit")


def test_every_stake_has_its_number_on_a_page_of_details(survey: Survey) -> None:
    from mazeeditor.page.field.plan import _details, _overview
    from mazeeditor.page.field.stakes_csv import stake_names

    sheets = [sheet for _name, sheet in _details(survey, _overview(survey, "A4", None))]
    metres = survey.metres(survey.stakes.places)
    shown = np.zeros(len(metres), np.bool_)
    for sheet in sheets:
        box = sheet.box
        shown |= ((metres >= box[:2]) & (metres <= box[2:])).all(axis=1)
    assert shown.all()
    assert len(set(stake_names(survey))) == len(metres)


def test_a_maze_without_a_place_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "m.maze"
    assert mazeeditor("generate", "--rows", 5, "--columns", 5, "-o", target).status == 0
    for file in [tmp_path / f"a{entry.suffix}" for entry in FIELD_FORMATS]:
        ran = mazeeditor("field", target, "-o", file)
        assert ran.status, file.name
        assert "no place on the ground" in ran.error
        assert not file.exists()


def test_each_format_is_read_back() -> None:
    read = {"plan", "csv", "kml", "kmz", "gpx", "geojson"}
    assert {*FIELD_FORMATS.names()} == read, (
        "write a test that reads such files and compares their places with those of the survey"
    )


def test_a_folder_that_is_missing_is_named(made: tuple[Maze, Recipe], tmp_path: Path) -> None:
    with pytest.raises(MazeError):
        write_field(made[0], made[1].masks, tmp_path / "none" / "a.kml")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "options",
    [{"page": "A3", "scale": 2000}, {"lists": False}, {"row_spacing": 3.0}],
)
def test_what_a_plan_will_hold_is_what_it_holds(
    made: tuple[Maze, Recipe], survey: Survey, tmp_path: Path, options: dict[str, Any]
) -> None:
    text = contents_of(FIELD_FORMATS["plan"], survey, Job(), **options)
    with pikepdf.open(BytesIO(written(made, tmp_path / "a.pdf", **options))) as document:
        pages = len(document.pages)
    assert f"{pages} page" in text
    assert f"{len(survey.stakes.kinds):,} stakes" in text
    assert "plants to cut" in text if "row_spacing" in options else "plants" not in text
    if "scale" in options:
        assert "of A3: the plan at 1:2,000" in text


@pytest.mark.slow
def test_kmz_is_the_kml_packed_and_is_read_as_an_outline(
    made: tuple[Maze, Recipe], tmp_path: Path
) -> None:
    data = written(made, tmp_path / "a.kmz")
    assert data == written(made, tmp_path / "b.kmz"), "it holds no time"
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert archive.namelist() == ["doc.kml"]
        assert archive.testzip() is None
        assert archive.read("doc.kml") == written(made, tmp_path / "a.kml")
    (mask,) = made[1].masks
    wide = MaskStep("field", {**mask.options, "path": 30.0})  # with fewer hedges than are read
    ground = ground_in((wide,))
    write_field(maze_of(Recipe("prim", masks=(wide,))), (wide,), tmp_path / "a.kmz")
    polygon = polygons_of(NamedFile(tmp_path / "a.kmz"))[0]
    assert [len(ring) for ring in polygon.rings] == [len(ring) for ring in ground.rings]
    assert np.allclose(polygon.rings[0], ground.degrees(ground.rings[0]), atol=2e-8)
