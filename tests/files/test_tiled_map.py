"""Maps of Tiled are read as written, and those of others as far as they say what walls are."""

from __future__ import annotations

import gzip
import sys
import zlib
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytmx import TiledMap

from mazeeditor.core.errors import MazeError
from mazeeditor.files import Project, read
from mazeeditor.files.tile_sets import MAX_TILE_SET_BYTES
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from tests.breadth import examples
from tests.files.mazes import assert_same, inner_walls, random_openings
from tests.graphs import graph_of

# Six by three cells, walls as tiles of a layer; + for posts only to be read here.
WALLS = """\
+-+-+-+-+
    |   |
+ +-+ + +
|     |
+-+-+-+-+"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


def lattices() -> st.SearchStrategy[Lattice]:
    sizes = st.fixed_dictionaries({"rows": st.integers(1, 5), "columns": st.integers(3, 5)})
    shapes = st.sampled_from(("rectangular", "hexagonal"))
    whole = st.builds(lambda shape, size: build(shape, **size), shapes, sizes)
    hexagon = st.builds(
        lambda rows, columns: build("hexagonal", rows=rows, columns=columns, outline="hexagon"),
        st.integers(2, 5),
        st.integers(3, 5),
    )
    heart = st.builds(lambda shape: cut("heart", build(shape, rows=9, columns=9)).lattice, shapes)
    return whole | hexagon | heart


@st.composite
def mazes(draw: st.DrawFn) -> Maze:
    """Any walls and openings of squares and hexagons, also with a mask."""
    lattice = draw(lattices())
    maze = Maze(lattice, None, *draw(random_openings(lattice)))
    walls = inner_walls(lattice)
    opened = draw(st.lists(st.booleans(), min_size=len(walls), max_size=len(walls)))
    maze.toggle(
        np.array([w for w, is_open in zip(walls, opened, strict=True) if is_open]).astype(int)
    )
    return maze


@pytest.mark.slow
@examples(40)
@given(maze=mazes())
def test_maps_come_back(folder: Path, maze: Maze) -> None:
    export(maze, folder / "a.tmx", Page(), tile_pixels=9)
    project = read(folder / "a.tmx")
    assert_same(project.maze, maze)
    assert project.warnings == []
    check_by_walking(maze, folder / "a.tmx")


def check_by_walking(maze: Maze, file: Path) -> None:
    """By an independent reader: whom one reaches on free tiles, one reaches in the maze."""
    reader: Any = TiledMap
    map_ = reader(str(file))
    hexagons = map_.orientation == "hexagonal"
    free = {
        (y, x)
        for y in range(map_.height)
        for x in range(map_.width)
        if map_.get_tile_gid(x, y, 0) and not map_.get_tile_properties(x, y, 0)["solid"]
    }
    lattice = maze.lattice
    for gap in maze.openings:  # out there one may walk from gap to gap
        if hexagons and gap.slot is not None:
            right, down = lattice.geometry.outward(gap.cell, gap.slot)
            row = 2 * lattice.place(gap.cell)[0] + 1 + round(1.2 * down)
            x = 2 * float(lattice.geometry.centres(np.array([gap.cell]))[0, 0]) + right
            free.discard((row, round(x - (row % 2 == 0) / 2)))
    graph = nx.Graph()
    graph.add_nodes_from(free)
    for y, x in free:
        steps = [(0, 1), (1, 0)]
        if hexagons:  # rows 0, 2, 4 are half a tile to the right
            assert (map_.staggeraxis, map_.staggerindex) == ("y", "even")
            steps = [(0, 1), (1, 0), (1, 1 if y % 2 == 0 else -1)]
        graph.add_edges_from(((y, x), (y + b, x + a)) for b, a in steps if (y + b, x + a) in free)
    at = {}
    for cell in lattice.inside_cells().tolist():
        row, _column = lattice.place(cell)
        at[cell] = 2 * row + 1, round(2 * float(lattice.geometry.centres(np.array([cell]))[0, 0]))
    assert set(at.values()) <= free
    groups = [frozenset(group) for group in nx.connected_components(graph)]
    found = {frozenset(cell for cell in at if at[cell] in group) for group in groups}
    assert found == {frozenset(group) for group in nx.connected_components(graph_of(maze))}
    passages = free - set(at.values())
    if hexagons:
        assert len(passages) == graph_of(maze).number_of_edges()


# Maps of others


def tiled(
    layers: str, *, size: str = 'width="9" height="5"', sets: str = "", more: str = ""
) -> str:
    return (
        f'<?xml version="1.0"?><map orientation="orthogonal" {size} tilewidth="16" '
        f'tileheight="16" {more}>{sets}{layers}</map>'
    )


def numbers(*, wall: int = 7, free: int = 0) -> str:
    rows = [",".join(str(free if sign == " " else wall) for sign in line.ljust(9))
            for line in WALLS.splitlines()]  # fmt: skip
    return ",\n".join(rows)


def layer(data: str, name: str = "Walls", how: str = 'encoding="csv"') -> str:
    return f'<layer name="{name}" width="9" height="5"><data {how}>{data}</data></layer>'


def read_text(folder: Path, text: str, name: str = "foreign.tmx") -> Project:
    (folder / name).write_text(text, "utf-8")
    return read(folder / name)


def drawn() -> Maze:
    """Return the maze of ``WALLS``."""
    maze = Maze(build("rectangular", rows=2, columns=4))
    cells = {place: maze.lattice.cell(*place) for place in np.ndindex(2, 4)}
    pairs = [((0, 0), (0, 1)), ((0, 2), (0, 3)), ((1, 0), (1, 1)), ((1, 1), (1, 2))]
    pairs += [((0, 0), (1, 0)), ((0, 2), (1, 2)), ((0, 3), (1, 3))]
    for one, other in pairs:
        maze.toggle(np.array([maze.lattice.wall(
            cells[one], maze.lattice.slot_between(cells[one], cells[other]))]))  # fmt: skip
    maze.set_openings(maze.lattice.first, (maze.lattice.last,))
    return maze


SETS = '<tileset firstgid="{first}">{tiles}</tileset>'
SOLID = (
    '<tile id="{tile}"><properties><property name="{name}" value="{value}"/></properties></tile>'
)


def tile_set(tile: int, name: str, value: str) -> str:
    return SETS.format(first=5, tiles=SOLID.format(tile=tile, name=name, value=value))


def encoded(packing: str) -> str:
    raw = np.array([*map(int, numbers().replace("\n", "").split(","))], "<u4").tobytes()
    packed = {"": raw, "zlib": zlib.compress(raw), "gzip": gzip.compress(raw)}[packing]
    return b64encode(packed).decode()


FOREIGN = {
    "a layer called walls": tiled(layer(numbers(), "Background", 'encoding="csv"').replace("7", "3")
                                  + layer(numbers(), "My Walls")),
    "one layer with blanks": tiled(layer(numbers(), "Layer 1")),
    "base64": tiled(layer(encoded(""), how='encoding="base64"')),
    "zlib": tiled(layer(encoded("zlib"), how='encoding="base64" compression="zlib"')),
    "gzip": tiled(layer(encoded("gzip"), how='encoding="base64" compression="gzip"')),
    "elements": tiled(layer("".join(f'<tile gid="{n}"/>' for n in numbers().split(",")), how="")),
    "solid": tiled(layer(numbers(wall=7, free=8), "a"), sets=tile_set(2, "collides", "true")),
    "walkable": tiled(layer(numbers(wall=7, free=8), "a"), sets=tile_set(3, "Walkable", "true")),
    "turned tiles": tiled(layer(numbers(wall=0x80000007), "a")),
}  # fmt: skip


def test_maps_of_others(folder: Path) -> None:
    for name in FOREIGN:
        project = read_text(folder, FOREIGN[name])
        assert_same(project.maze, drawn())


TSX = '<?xml version="1.0"?><tileset name="a" tilewidth="16" tileheight="16">{tiles}</tileset>'
SHAPE = (
    '<tile id="{tile}"><objectgroup><object id="1" x="0" y="0" {size}</object></objectgroup></tile>'
)
FULL = SHAPE.format(tile=2, size='width="16" height="16">')


def with_file(source: str = "b.tsx") -> str:
    """Return a map whose first corner is blank; its tile set is a file."""
    data = numbers(wall=7, free=8).replace("7", "0", 1)
    return tiled(layer(data, "a"), sets=f'<tileset firstgid="5" source="{source}"/>')


@pytest.mark.parametrize(
    "tiles",
    [
        SOLID.format(tile=2, name="solid", value="true"),
        SOLID.format(tile=3, name="walkable", value="true"),
        FULL,
        SHAPE.format(tile=2, size='><polygon points="0,0 16,0 16,16 0,16"/>'),
        FULL + SHAPE.format(tile=3, size="><point/>"),
        FULL + SOLID.format(tile=3, name="solid", value="false"),
    ],
)
def test_a_tile_set_in_a_file_beside_the_map_says_what_walls_are(
    tmp_path: Path, tiles: str
) -> None:
    """All was read as walls where a map left one place blank."""
    (tmp_path / "b.tsx").write_text(TSX.format(tiles=tiles))
    project = read_text(tmp_path, with_file())
    assert_same(project.maze, drawn())
    (tmp_path / "b.tsx").unlink()
    with pytest.raises(MazeError, match=r"the tile set is in 'b\.tsx': put that file beside"):
        read(tmp_path / "foreign.tmx")


def test_only_a_file_in_the_folder_of_the_map_is_read(tmp_path: Path) -> None:
    """Whoever sends a map names no other file of the reader's computer."""
    secret = tmp_path / "b.tsx"
    secret.write_text(TSX.format(tiles=FULL))
    folder = tmp_path / "mailed"
    folder.mkdir()
    (folder / "link.tsx").symlink_to(secret)
    sources = ["../b.tsx", str(secret), f"file://{secret}", "link.tsx", "..", "b.tsx/", "~/b.tsx"]
    opened: list[str] = []
    with audited(opened):
        for source in sources:
            with pytest.raises(MazeError, match="put that file beside the map"):
                read_text(folder, with_file(source))
    assert {Path(name) for name in opened} == {folder / "foreign.tmx"}
    (folder / "b.tsx").write_text(TSX.format(tiles=FULL))
    project = read_text(folder, with_file("../b.tsx"))
    assert project.warnings[0] == "The tile set '../b.tsx' was taken from 'b.tsx' beside the map."


@contextmanager
def audited(names: list[str]) -> Iterator[None]:
    """Note which files are opened; a hook stays for ever, so it looks at a flag."""
    notes: list[list[str]] = [names]

    def note(event: str, values: tuple[Any, ...]) -> None:
        if event == "open" and notes and isinstance(values[0], str):
            notes[0].append(values[0])

    sys.addaudithook(note)
    try:
        yield
    finally:
        notes.clear()


def test_a_bad_tile_set_is_named(tmp_path: Path) -> None:
    for text, reason in (
        ("<tileset", r"tile set 'b\.tsx': it is damaged"),
        ("<map/>", r"tile set 'b\.tsx': it is not a tile set of Tiled"),
        (
            TSX.format(tiles=SHAPE.format(tile=2, size='><polygon points="0 1"/>')),
            "pairs of numbers",
        ),
        (" " * (MAX_TILE_SET_BYTES + 1), r"more than 4,194,304 bytes"),
    ):
        (tmp_path / "b.tsx").write_text(text)
        with pytest.raises(MazeError, match=reason):
            read_text(tmp_path, with_file())


def test_what_was_guessed_is_said(folder: Path) -> None:
    named = "No tile says what it is: those of layer {} were taken for walls."
    part = SETS.format(first=5, tiles=SHAPE.format(tile=2, size='width="9" height="9">'))
    part = part.replace(">", ' tilewidth="16" tileheight="16">', 1)
    others = tiled(layer(numbers(wall=7, free=8), "a"), sets=tile_set(3, "walkable", "true"))
    guesses = {
        tiled(layer(numbers(), "Layer 1")): named.format("'Layer 1'"),
        tiled(layer(numbers(), "My Walls")): named.format("'My Walls'"),
        others: "Only floor tiles say what they are: all others were taken for walls.",
        tiled(layer(numbers(free=8), "a"), sets=part): (
            "Tile 7 of the map has a collision shape over a part of it: it was taken for a wall."
        ),
    }
    for text, warning in guesses.items():
        assert warning in read_text(folder, text).warnings
    assert read_text(folder, next(iter(guesses))).warnings[1:] == [
        "No start is marked: the gap at the left of cell 0,0 was taken for the entrance.",
        "No goal is marked: the gap at the right of cell 1,3 was taken for the exit.",
    ]
    certain = tiled(layer(numbers(free=8), "a"), sets=tile_set(2, "solid", "true"))
    assert not any("taken for walls" in each for each in read_text(folder, certain).warnings)


def test_points_are_openings_and_blank_rims_are_left_out(folder: Path) -> None:
    lines = [line.ljust(9) for line in WALLS.splitlines()]
    wider = [" " * 12, *("  " + line + " " for line in lines), " " * 12]
    rows = ",".join("0" if sign == " " else "1" for line in wider for sign in line)
    points = (
        '<objectgroup><object id="1" name="Exit" x="40" y="40"><point/></object>'
        '<object id="2" type="spawn" x="160" y="64" width="16" height="16"/></objectgroup>'
    )
    text = tiled(
        layer(rows).replace('width="9" height="5"', 'width="12" height="7"') + points,
        size='width="12" height="7"',
    )
    maze = read_text(folder, text).maze
    assert maze.exits == (drawn().entrance,)
    assert maze.entrance == drawn().exits[0]


HOSTILE = [
    (tiled(layer("1,2,3")), "has 3 tiles where 45 are needed"),
    (tiled(layer("1,a")), "are not numbers with commas"),
    (tiled(layer(numbers().replace("7", "\N{ARABIC-INDIC DIGIT SEVEN}", 1))),
     "are not numbers with commas"),
    (tiled(layer(numbers(free=8), "a")), "give these the property solid"),
    (tiled(layer(numbers(free=8), "a"), sets='<tileset firstgid="1" source="walls.tsx"/>'),
     "'walls.tsx': put that file beside the map, embed it in the map"),
    (tiled(layer(numbers(), "a"), sets='<tileset firstgid="1" source="walls.tsx"/>'),
     "'walls.tsx': put that file beside the map, embed it in the map"),
    (tiled(layer(""), size='width="99999999" height="99999999"'), "no maze is that large"),
    (tiled(layer("x", how='encoding="base64" compression="zstd"')), 'packed by "zstd"|not Base64'),
    (tiled(layer("eA==", how='encoding="base64" compression="zstd"')), "choose CSV or zlib"),
    (tiled(layer(b64encode(zlib.compress(bytes(10**7))).decode(),
                 how='encoding="base64" compression="zlib"')), "where 45 are needed"),
    (tiled(layer(b64encode(b"x" * 99).decode(), how='encoding="base64" compression="gzip"')),
     "cannot be unpacked"),
    (tiled("", more='infinite="1"'), "turn off Infinite"),
    (tiled("").replace("orthogonal", "isometric"), "squares or hexagons seen from above"),
    (tiled("").replace("orthogonal", 'hexagonal" staggeraxis="x'), "have a corner there"),
    (tiled(""), "no layer of tiles"),
    (tiled(layer(numbers(wall=0))), "nothing says which tiles are walls"),
    (tiled(layer(numbers()))[:-9], "it is damaged"),
    ('<!DOCTYPE map [<!ENTITY a "b">]><map>&a;</map>', "declares entities"),
    (tiled(layer(numbers(wall=7, free=8).replace("7,7,7,7", "7,7,8,7", 1), "a"),
           sets=tile_set(2, "solid", "true")), "column 2, row 0 is free where walls meet"),
]  # fmt: skip


def test_maps_that_cannot_be_read(folder: Path) -> None:
    for text, reason in HOSTILE:
        with pytest.raises(MazeError, match=reason):
            read_text(folder, text)


def test_hexagons_whose_odd_rows_are_shifted(folder: Path) -> None:
    """The usual choice of Tiled: a row of walls above, and cells in the rows to the right."""
    maze = generate("prim", build("hexagonal", rows=3, columns=3), 1)
    export(maze, folder / "h.tmx", Page())
    text = (folder / "h.tmx").read_text()
    head, rest = text.split('<data encoding="csv">\n')
    data, tail = rest.split("\n</data>")
    rows = [line.rstrip(",").split(",") for line in data.split("\n")]
    for number, row in enumerate(rows):
        row[:] = ["0", *row] if number % 2 == 0 else [*row, "0"]
    changed = head.replace('staggerindex="even"', 'staggerindex="odd"').replace(
        'width="8"', 'width="9"'
    )
    moved = changed + '<data encoding="csv">' + ",".join(",".join(row) for row in rows)
    without_points = tail.split("<objectgroup")[0].replace("</data>", "") + "</map>"
    found = read_text(folder, moved + "</data>" + without_points).maze
    assert_same(found, maze)
