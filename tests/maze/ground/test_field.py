"""A maze in the outline of a field: where its cells lie, and which outlines are refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from shapely.geometry import Polygon as Area

from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.files import read
from mazeeditor.maze.ground.ground import Ground, ground_of
from mazeeditor.maze.ground.outline_files import file_name_of, polygons_of
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.recipe import Recipe, maze_of, outline_of
from mazeeditor.maze.transforms import apply_transform
from tests.cli.run import mazeeditor
from tests.maze.ground.fields import away, distance, geojson, kml, rectangle

MIDDLE = 8.5, 50.1
BENT = [(0, 0), (180, 20), (190, 120), (110, 90), (60, 160), (-20, 110)]
HOLE = [(60, 40), (100, 45), (80, 80)]


def placed(corners: Sequence[tuple[float, float]], middle: tuple[float, float] = MIDDLE) -> Any:
    """Return corners in metres east and north as degrees."""
    return [
        away(middle, float(np.degrees(np.arctan2(x, y))), float(np.hypot(x, y))) for x, y in corners
    ]


def field(file: Path, **options: Any) -> Recipe:
    step = MaskStep("field", {"field": NamedFile(file), **options})
    return Recipe("backtracker", seed=3, masks=(step,))


def ground(recipe: Recipe) -> Ground:
    return ground_of(recipe.masks[0].checked().options)


def squares(lattice: Lattice, ground: Ground) -> Any:
    """Return the cells of a maze with the hedges around them, in metres of the plane."""
    corner, reach = ground.corner(lattice.rows, lattice.columns), ground.hedge / 2
    places = lattice.places(lattice.inside_cells())[:, ::-1]
    low = corner + places * ground.cell - reach
    high = low + ground.cell + ground.hedge
    return shapely.box(*low.T, *high.T)


def area_of(ground: Ground) -> Area:
    return Area(ground.rings[0], ground.rings[1:])


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"path": 1.2, "hedge": 0.8, "headland": 4.0},
        {"path": 3.0, "hedge": 2.5, "bearing": 203.0},
        {"path": 2.0, "hedge": 1.0, "headland": 0.5, "bearing": 0.0},
    ],
)
def test_exactly_the_cells_that_lie_within(options: dict[str, float], tmp_path: Path) -> None:
    recipe = field(geojson(tmp_path / "f.json", [placed(BENT), placed(HOLE)]), **options)
    where = ground(recipe)
    sizes = where.sizes
    within = where.within(sizes["rows"], sizes["columns"], Job())
    whole = outline_of(Recipe(sizes=sizes)).lattice
    all_squares, area = squares(whole, where), area_of(where)
    apart = shapely.distance(all_squares, area.boundary)
    expected = shapely.contains(area, all_squares) & (apart >= where.headland)
    clear = np.abs(apart - where.headland) > 0.01  # what touches may count as either
    assert (within.ravel() == expected)[clear].all()
    assert within.sum() > 100
    cut = outline_of(recipe).lattice
    assert shapely.covers(area.buffer(0.0072), squares(cut, where)).all()


@pytest.mark.parametrize("latitude", [-45.0, 0.0, 50.1, 68.0])
def test_ten_hectares_lie_where_a_geodesic_library_says(latitude: float, tmp_path: Path) -> None:
    """Corners of a field of 400 by 250 m, 30 degrees off, to 5 cm: they are met to 2 cm."""
    middle = 25.0, latitude
    corners = rectangle(middle, 400, 250, 120)
    recipe = field(geojson(tmp_path / "f.json", [corners]), path=3.0, hedge=2.0)
    where, sizes = ground(recipe), ground(recipe).sizes
    assert where.bearing == pytest.approx(120, abs=0.01)
    assert sizes == {"rows": 49, "columns": 79}
    corner = where.corner(**sizes)
    for x, y in ((0, 0), (79, 0), (79, 49), (0, 49)):
        (found,) = where.degrees((corner + np.array([x, y]) * 5.0)[None]).tolist()
        side = away(middle, 120, (x - 39.5) * 5.0)
        expected = away(side, 210, (y - 24.5) * 5.0)
        assert distance(tuple(found), expected) < 0.02


def test_a_rectangle_is_filled_and_its_rows_follow_the_longest_side(tmp_path: Path) -> None:
    recipe = field(geojson(tmp_path / "f.json", [rectangle(MIDDLE, 91, 31, 70)]))
    lattice = outline_of(recipe).lattice
    assert (lattice.rows, lattice.columns, lattice.cells) == (10, 30, 300)
    assert ground(recipe).bearing == pytest.approx(70, abs=0.01)


def test_kml_and_geojson_are_the_same_field(tmp_path: Path) -> None:
    rings = [placed(BENT), placed(HOLE)]
    one = field(geojson(tmp_path / "f.geojson", rings, names=["Field"]))
    other = field(kml(tmp_path / "f.kml", rings))
    assert outline_of(one).lattice.same(outline_of(other).lattice)
    assert ground(other).name == "Field"


@pytest.mark.parametrize(("track", "point"), [("trkseg", "trkpt"), ("rte", "rtept")])
def test_a_track_around_a_field_is_its_outline(track: str, point: str, tmp_path: Path) -> None:
    ring = placed(BENT)
    one = field(geojson(tmp_path / "f.geojson", [ring], names=["Field"]))
    points = "".join(
        f'<{point} lat="{y!r}" lon="{x!r}"><ele>112</ele></{point}>' for x, y in (*ring, ring[0])
    )
    inner = f"<name>Field</name>{points}"
    if track == "trkseg":
        inner = f"<name>Field</name><trkseg>{points}</trkseg>"
    outer = "trk" if track == "trkseg" else "rte"
    (tmp_path / "f.gpx").write_text(
        '<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" '
        f'creator="a watch"><wpt lat="1" lon="2"/><{outer}>{inner}</{outer}></gpx>'
    )
    other = field(tmp_path / "f.gpx")
    assert outline_of(one).lattice.same(outline_of(other).lattice)
    assert ground(other).name == "Field"


def test_a_project_keeps_the_outline_and_nothing_else(tmp_path: Path) -> None:
    path, target = tmp_path / "field.geojson", tmp_path / "m.maze"
    geojson(path, [placed(BENT), placed(HOLE)])
    value = json.loads(path.read_text())
    value["features"][0]["properties"] = {"name": "Long field", "owner": "secret"}
    path.write_text(json.dumps(value))
    result = mazeeditor(
        "generate", "--outline", path, "--path", "6ft", "--hedge", "80 cm", "--headland", "2",
        "--seed", 3, "-o", target,
    )  # fmt: skip
    assert result.status == 0, result.error
    before = ground_of(
        MaskStep("field", {"field": NamedFile(path), "path": 1.8288, "hedge": 0.8, "headland": 2.0})
        .checked()
        .options
    )
    path.unlink()
    project = read(target)
    step = project.recipe.masks[0]
    assert file_name_of(step.options["field"]) == "field.geojson"
    assert str(tmp_path) not in target.read_text()
    assert "secret" not in str(polygons_of(step.options["field"]))
    after = ground_of(step.checked().options)
    assert after.name == "Long field"
    for one, other in zip(before.rings, after.rings, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-3)
    again = maze_of(project.recipe)
    assert again.lattice.same(project.maze.lattice)
    assert np.array_equal(again.walls, project.maze.walls)


def test_pieces_are_never_joined_outside_of_the_field(tmp_path: Path) -> None:
    """A waist that is too narrow for a path: the larger part is kept."""
    waist = [
        (0, 0),
        (60, 0),
        (70, 29),
        (80, 29),
        (90, 0),
        (130, 0),
        (130, 60),
        (90, 60),
        (80, 31),
        (70, 31),
        (60, 60),
        (0, 60),
    ]
    recipe = field(geojson(tmp_path / "f.json", [placed(waist)]))
    cut, where = outline_of(recipe), ground(recipe)
    assert cut.pieces == 2
    assert where.cells_beyond(cut.lattice, Job()) == 0
    bridged = outline_of(Recipe(**{**vars(recipe), "pieces": "bridges", "source": {}})).lattice
    with pytest.raises(UsageError, match="lie outside the outline"):
        where.check_within(bridged, Job())


def test_a_maze_that_was_edited_keeps_its_place(tmp_path: Path) -> None:
    recipe = field(geojson(tmp_path / "f.json", [placed(BENT)]))
    maze = maze_of(recipe)
    recipe = recipe.at(maze.lattice)
    painted = recipe.painted()
    assert [step.name for step in painted.masks] == ["field", "painted"]
    assert painted.painted().masks == painted.masks
    assert outline_of(painted, maze.lattice).lattice is maze.lattice
    turned = apply_transform("rotate", maze)
    assert not any(
        step.name == "field" for step in recipe.after(maze.lattice, turned.lattice).masks
    )
    mirrored = apply_transform("flip", maze)
    kept = recipe.after(maze.lattice, mirrored.lattice)
    assert kept.masks[0].name == "field"
    with pytest.raises(UsageError, match="lie outside"):
        ground(recipe).check_within(mirrored.lattice, Job())


FAR = [(8.5, 50.1), (9.5, 50.1), (9.5, 50.5)]
BOW = [(0, 0), (90, 80), (90, 0), (0, 80)]
GAUSS = [(512_345.0, 5_401_234.0), (512_445.0, 5_401_234.0), (512_445.0, 5_401_334.0)]
AWAY = [(500, 500), (520, 500), (510, 520)]
BOTH = [rectangle(MIDDLE, 90, 90)], [rectangle((8.6, 50.1), 50, 50)]
BAD: dict[str, tuple[Any, str]] = {
    "crossing": ([[placed(BOW)]], "crosses itself near longitude 8.50"),
    "metres": ([[GAUSS]], "not a longitude and latitude in degrees"),
    "tiny": ([[rectangle(MIDDLE, 0.5, 0.5)]], "too little for a maze"),
    "small": ([[rectangle(MIDDLE, 20, 3)]], "has no room for a path of 2 m between hedges of 1 m"),
    "huge": ([[FAR]], "km wide"),
    "pole": ([[rectangle((8.5, 86.0), 90, 90)]], "too near to a pole"),
    "outside": ([[placed(BENT), placed(AWAY)]], "lies outside it"),
    "line": ([[[(8.5, 50.1), (8.6, 50.1)]]], "fewer than three corners"),
    "none": ([], "holds no polygon"),
    "several": (BOTH, "has 2 polygons: choose one as its part: f, 2"),
}


@pytest.mark.parametrize("name", BAD)
def test_outlines_that_are_refused(name: str, tmp_path: Path) -> None:
    polygons, message = BAD[name]
    with pytest.raises(UsageError, match=message):
        outline_of(field(geojson(tmp_path / "f.json", *polygons)))


DAMAGED = [
    (b"", "line 1"),
    (b"{}", "it is not GeoJSON"),
    (b"[1]", "it is not GeoJSON"),
    (b'{"type": "Polygon", "coordinates": 3}', "should be a list"),
    (b'{"type": "Polygon", "coordinates": [[[1], [2, 3]]]}', "no two numbers"),
    (b'{"type": "Polygon", "coordinates": [[[1, "2"], [2, 3]]]}', "no two numbers"),
    (b'{"type": "Polygon", "coordinates": []}', "has no ring"),
    (b'{"type": "LineString", "coordinates": [[1, 2], [2, 3]]}', "holds no polygon"),
    (b'{"type": "Point", "crs": {"properties": {"name": "EPSG:25832"}}}', "WGS 84"),
    (b"<kml/>", "holds no polygon"),
    (b"<svg/>", "not KML"),
    (b"<kml>", "it is damaged"),
    (b'<!DOCTYPE a [<!ENTITY b "c">]><kml>&b;</kml>', "declares entities"),
    (b"<kml><Polygon/></kml>", "has no ring"),
    (b"PK\x03\x04", "archive .KMZ. is damaged"),
]


def test_files_that_are_refused(tmp_path: Path) -> None:
    for data, message in DAMAGED:
        path = tmp_path / "field.kml"
        path.write_bytes(data)
        with pytest.raises(UsageError, match=f"Cannot read the outline 'field.kml': .*{message}"):
            outline_of(field(path))


def test_a_kept_outline_that_is_damaged_is_refused() -> None:
    for text in (
        "data:",
        "data:application/geo+json;name=f;base64,AAAA",
        "data:image/png;name=;base64,AAAA",
    ):
        with pytest.raises(UsageError):
            outline_of(field(Path(text)))


def test_a_part_is_chosen_by_its_name_or_number(tmp_path: Path) -> None:
    both = [rectangle(MIDDLE, 90, 90)], [rectangle((8.6, 50.1), 61, 61)]
    path = geojson(tmp_path / "f.json", *both, names=["North", "South"])
    for part in ("South", "2"):
        assert outline_of(field(path, part=part)).lattice.rows == 20
    with pytest.raises(UsageError, match=r"no part 'West'\. There are: North, South"):
        outline_of(field(path, part="West"))


@pytest.mark.slow
def test_absurd_sizes_are_refused_before_memory_is_taken(tmp_path: Path) -> None:
    path = geojson(tmp_path / "f.json", [rectangle(MIDDLE, 15_000, 15_000)])
    with pytest.raises(UsageError, match="more than 10,000"):
        outline_of(field(path, path=0.5, hedge=0.5))
    angles = np.linspace(0, 360, 11_000, endpoint=False)
    ring = [away(MIDDLE, float(angle), 50.0) for angle in angles]
    geojson(path, [ring])
    with pytest.raises(UsageError, match="more than 10,000 corners"):
        outline_of(field(path))


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--rows", "4"], "rows and columns of its own"),
        (["--width", "40"], "leave out --width"),
        (["--for", "adult"], "leave out --for"),
        (["--shape", "hexagonal"], "for rectangular mazes only"),
    ],
)
def test_flags_that_contradict_the_outline(flags: list[str], message: str, tmp_path: Path) -> None:
    path = geojson(tmp_path / "f.json", [rectangle(MIDDLE, 90, 90)])
    result = mazeeditor("generate", "--outline", path, *flags, "-o", tmp_path / "m.maze")
    assert result.status
    assert message in result.error
    assert not (tmp_path / "m.maze").exists()


def test_the_outline_of_a_shape_is_still_a_name(tmp_path: Path) -> None:
    target = tmp_path / "m.maze"
    arguments = ("generate", "--shape", "hexagonal", "--outline", "hexagon", "--rows", 5)
    assert mazeeditor(*arguments, "--columns", 5, "-o", target).status == 0
    assert read(target).maze.lattice.parameters["outline"] == "hexagon"
    with pytest.raises(MazeError):
        read(tmp_path / "none.maze")


def test_a_field_is_refused_where_its_cells_need_more_memory_than_is_free(
    tmp_path: Path, free_memory: Callable[[int | None], None]
) -> None:
    here = ground(field(geojson(tmp_path / "a.geojson", [rectangle(MIDDLE, 60, 40)])))
    for rows, columns in ((30, 20), (20, 60)):
        free_memory(3 * rows * columns)  # bytes
        with pytest.raises(MazeError, match=f"A field of {rows * columns:,} cells takes about"):
            here.within(rows, columns, Job())
        free_memory(30 * rows * columns)
        assert here.within(rows, columns, Job()).shape == (rows, columns)
