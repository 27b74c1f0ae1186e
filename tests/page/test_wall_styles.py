"""Every wall style on every shape: what is drawn where, in which colour, and the same each time."""

from __future__ import annotations

from itertools import product
from typing import Any

import networkx as nx
import numpy as np
import pytest
import shapely

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.photo.tones import text_of_tones
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.page.compose import compose
from mazeeditor.page.curves import closed_of, flatten, onward, places_of
from mazeeditor.page.marks.free_ground import Ground
from mazeeditor.page.page import Page, page_options
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Polygons, Strokes
from mazeeditor.page.wall_styles import WALL_STYLES, WallStyle, straight_on
from tests.breadth import in_turns
from tests.maze.shapes.cases import largest
from tests.page.areas import crossings, winding
from tests.page.mazes import made
from tests.page.test_shapes import opened
from tests.page.test_thick_walls import covered
from tests.page.walls import lines_of, walls_by_state

EACH = pytest.mark.parametrize("name", SHAPES.names())
STYLES = WALL_STYLES.names()
SOME = in_turns(STYLES, SHAPES.names())
WIDE = {"rows": 8, "columns": 15}


def wide(name: str) -> Maze:
    """Return a maze with an entrance and an exit."""
    return opened(build(name, **({"rings": 7} if name == "polar" else WIDE)), 5, count=1)


def page_of(**page: Any) -> Page:
    """Return a page around a maze whose cells are 6 mm wide."""
    return Page.from_dict({"page": "fit", "cell": 6.0, "marks": "none", **page})


def items_of(maze: Maze, layer: str = "walls", **page: Any) -> list[Strokes | Polygons]:
    """Return what a layer of a page around a maze holds."""
    (scene,) = compose(maze, page_of(**page))
    items = [item for each in scene.layers if each.name == layer for item in each.items]
    return [item for item in items if isinstance(item, Strokes | Polygons)]


def ink_of(maze: Maze, **page: Any) -> Any:
    """Return the area that the walls cover, in mm."""
    return shapely.union_all([covered(item) for item in items_of(maze, **page)])


def masked(name: str) -> Maze:
    """Return a maze with a hole and a ragged outline."""
    sizes = {"rings": 8} if name == "polar" else {"rows": 12, "columns": 14}
    return generate("prim", cut(["heart", "hole"], build(name, **sizes)).lattice, 3)


def test_the_styles_of_the_registry_are_the_choices() -> None:
    (walls,) = (option for option in page_options() if option.name == "walls")
    assert list(walls.labels.items()) == [(style.name, style.label) for style in WALL_STYLES]
    assert walls.choices == tuple(STYLES)


SMALL: dict[str, dict[str, int]] = {
    "rectangular": {"rows": 4, "columns": 5},
    "hexagonal": {"rows": 3, "columns": 4},
    "triangular": {"rows": 4, "columns": 6},
    "polar": {"rings": 3, "hole": 1},
}
GAP = 0.13  # cells: a wall with longer gaps looks open


@pytest.mark.slow
@pytest.mark.parametrize("style", WALL_STYLES, ids=lambda style: style.name)
def test_walls_meet_where_those_of_the_maze_do(style: WallStyle) -> None:
    """On every shape: no wall stops short of the others or of the rim, and no opening closes."""
    colours = [None, "red"] if style.coloured or style.toned else [None]
    for shape, far_colour in product(SHAPES.names(), colours):
        maze = opened(build(shape, **SMALL.get(shape, {})), 2)
        page: dict[str, Any] = {"walls": style.name, "far_colour": far_colour}
        layout = plan_page(maze, page_of(**page))
        corner, wall = (layout.x, layout.y), layout.pen(style.name).wall
        ink = shapely.union_all([covered(item, 8) for item in items_of(maze, **page)])
        # the paper between the lines of a double one belongs to the wall
        walls = ink.buffer(0.4 * wall * 6).buffer(-0.4 * wall * 6)
        closed, opens = walls_by_state(maze)
        posts = maze.lattice.geometry.posts(np.array(closed)).reshape(-1, 2)
        places = lines_of(maze.lattice, closed).at_all(np.linspace(0, 1, 33)) * 6 + corner
        apart: Any = shapely.distance(walls, shapely.points(places)) / 6
        middle = apart[8:25].max()
        assert middle < GAP, f"{shape}: walls have gaps"
        assert apart[8:25].min(axis=0).max() < 0.02, f"{shape}: walls are not on their lines"
        if style.path is not straight_on:  # it may cut the corners where just two walls meet
            twos = np.bincount(posts.ravel())[posts] == 2
            apart[:16, twos[:, 0]] = apart[17:, twos[:, 1]] = 0
        assert apart.max() < middle + 0.01, f"{shape}: walls end before those that they meet"
        joined = walls.buffer((middle + 0.005) * 6)
        pieces = {
            frozenset(np.flatnonzero(shapely.dwithin(piece, shapely.points(places[16]), 0.1)))
            for piece in shapely.get_parts(joined)
        }
        graph = nx.Graph(posts.tolist())
        expected = {
            frozenset(np.flatnonzero(np.isin(posts[:, 0], list(piece))))
            for piece in nx.connected_components(graph)
        }
        assert pieces == expected, f"{shape}: other walls are joined than in the maze"
        gaps = lines_of(maze.lattice, opens)
        middles = shapely.points(gaps.at(0.5) * 6 + corner)
        free = shapely.distance(ink, middles) / 6 / (gaps.lengths() - wall) * 2
        assert free.min() > 0.7, f"{shape}: walls reach into an opening"


@EACH
def test_bends_of_two_walls_are_round(name: str) -> None:
    """Each such post is cut, by an arc that goes on from both walls without a bend."""
    maze = opened(largest(name), 2)
    (plain,), (rounded,) = items_of(maze), items_of(maze, walls="rounded")
    assert isinstance(rounded, Strokes)
    assert rounded.cap == "round"
    bends = _bends(plain)
    posts = maze.lattice.geometry.posts(maze.closed_walls()).ravel()
    twos = np.flatnonzero(np.bincount(posts) == 2)
    layout = plan_page(maze, Page(page="fit", cell=6.0, marks="none"))
    corners = maze.lattice.geometry.post_positions(twos) * 6 + (layout.x, layout.y)
    at_corners = [place for place in bends if np.hypot(*(corners - place).T).min() < 1e-6]
    assert len(at_corners) > 3
    ink = shapely.union_all([shapely.LineString(line) for line in _lines(rounded)])
    apart = shapely.distance(ink, shapely.points(np.array(at_corners)))
    assert apart.min() > 0.15  # mm, of cells of 6
    assert apart.max() < 2.5
    kept = [place for place in bends if np.hypot(*(corners - place).T).min() > 1e-6]
    if kept:  # where three walls meet
        assert shapely.distance(ink, shapely.points(np.array(kept))).max() < 1e-6
    left = _bends(rounded)
    assert len(left) == len(kept)


def _lines(item: Strokes | Polygons) -> list[Any]:
    flat = flatten(item, 1e-4)
    lines = np.split(flat.points, flat.starts[1:-1])
    closed = closed_of(flat)
    return [
        np.vstack([line, line[:1]]) if shut else line
        for line, shut in zip(lines, closed, strict=True)
    ]


def _bends(item: Strokes | Polygons) -> list[Any]:
    """Return the points at which lines turn by more than a hundredth of a radian."""
    places, after = places_of(item.points), onward(item.starts, closed_of(item))
    bulges = np.zeros(len(places)) if item.bulges is None else item.bulges
    result = []
    for one, two in enumerate(after.tolist()):
        three = after[two] if two >= 0 else -1
        if three >= 0:
            u = (places[two] - places[one]) * np.exp(-2j * np.arctan(bulges[one]))
            v = (places[three] - places[two]) * np.exp(2j * np.arctan(bulges[two]))
            if abs(np.angle(v / u)) > 0.01:
                result.append(item.points[two])
    return result


def test_blocks_are_a_grid_of_squares() -> None:
    maze = made(7, 9, seed=4)
    layout = plan_page(maze, Page(page="fit", cell=6.0, marks="none", walls="block"))
    ink, corner = ink_of(maze, walls="block"), np.array([layout.x, layout.y]) - 1.5
    assert layout.scale.wall == 3.0
    y, x = np.mgrid[:15, :19]
    squares = [
        shapely.box(*(corner + 3 * np.array(at)), *(corner + 3 * (np.array(at) + 1)))
        for at in zip(x.ravel(), y.ravel(), strict=True)
    ]
    shares = np.array([ink.intersection(square).area / 9 for square in squares])
    assert np.minimum(shares, 1 - shares).max() < 1e-9
    assert (shares.reshape(15, 19)[1::2, 1::2] < 0.5).all()  # cells
    assert (shares.reshape(15, 19)[::2, ::2] > 0.5).all()  # posts


def test_blocks_are_as_thick_as_the_narrowest_passage() -> None:
    for shape in SHAPES.names():
        maze = opened(largest(shape), 1)
        layout = plan_page(maze, Page(page="fit", cell=6.0, walls="block"))
        assert layout.passage("block") == pytest.approx(layout.scale.wall), shape


@pytest.mark.sample(2)
@EACH
def test_double_lines_are_the_edges_of_bands(name: str) -> None:
    maze, paper = masked(name), {"page": "300x300mm"}
    outer, inner = (ink_of(maze, walls="bands", wall=wall, **paper) for wall in (2.0, 1.0))
    double = ink_of(maze, walls="double", wall=2.0, **paper)
    assert double.symmetric_difference(outer.difference(inner)).area < outer.area * 2e-3


@pytest.mark.sample(1)
@EACH
def test_a_hand_neither_opens_nor_closes_anything(name: str) -> None:
    """The lines stay within the bounds of the hand, and the same pieces of wall stay joined."""
    maze = opened(build("polar", rings=3) if name == "polar" else largest(name), 2, count=4)
    plain, drawn = ink_of(maze), ink_of(maze, walls="hand-drawn")
    layout = plan_page(maze, Page(page="fit", cell=6.0, marks="none", walls="hand-drawn"))
    bound = layout.pen("hand-drawn").waver * 6
    assert 0.1 < bound < 0.5
    shift = layout.x - plan_page(maze, Page(page="fit", cell=6.0, marks="none")).x
    plain = shapely.transform(plain, lambda points: points + shift)
    assert drawn.difference(plain.buffer(bound + 0.35)).is_empty
    assert shapely.hausdorff_distance(drawn, plain) > 0.1
    assert len(shapely.get_parts(drawn)) == len(shapely.get_parts(plain))
    ends = {tuple(line[0]) for line in _lines(items_of(maze, walls="hand-drawn")[0])}
    assert len(ends) > 2


@pytest.mark.sample(3)
@pytest.mark.parametrize(("walls", "shape"), SOME)
def test_the_background_is_the_area_of_the_maze(walls: str, shape: str) -> None:
    """To half a wall, with its holes, by either rule for what is inside."""
    maze = masked(shape)
    fill, edge = items_of(maze, "background", walls=walls, background="#ffeeaa")
    assert isinstance(fill, Polygons)
    assert isinstance(edge, Strokes)
    assert fill.colour == edge.colour == "#ffeeaa"
    layout = plan_page(maze, page_of(walls=walls))
    paper = np.random.default_rng(1).random((2000, 2)) * (layout.width, layout.height)
    lines = _lines(fill)
    rings = [line[:-1] for line in lines]
    inside = crossings(rings, paper) % 2 == 1
    assert (inside == (winding(rings, paper) != 0)).all()
    ground = Ground(maze.lattice, 6.0, layout.x, layout.y)
    expected = np.array([not ground.is_free(place[None]) for place in paper])
    bound = 2.2 if walls == "rounded" else 0.7  # mm: corners that are cut, or a hand
    near = shapely.distance(shapely.MultiLineString(lines), shapely.points(paper)) < bound
    assert (inside == expected)[~near].all()
    assert inside.sum() > 200


@EACH
def test_reversed_walls_stand_on_dark(name: str) -> None:
    maze = masked(name)
    style: dict[str, Any] = {"reversed": True, "colour": "#222244"}
    fill, edge = items_of(maze, "background", **style)
    assert fill.colour == edge.colour == "#222244"
    assert isinstance(edge, Strokes)
    (walls,) = items_of(maze, **style)
    assert walls.colour == "#ffffff"
    assert items_of(maze, background="#ffcc00", **style)[0].colour == "#ffcc00"
    ground = shapely.union_all([covered(edge)]).union(
        shapely.unary_union([shapely.Polygon(line) for line in _lines(fill)])
    )
    assert covered(walls).buffer(0.2).difference(ground).area < 1e-6  # dark around all of them


def test_a_start_inside_a_reversed_maze_is_seen() -> None:
    maze = made(5, 5)
    maze.set_openings(Opening(maze.lattice.cell(2, 2)), maze.exits)
    page = Page(reversed=True)
    (scene,) = compose(maze, page)
    marks = next(layer for layer in scene.layers if layer.name == "marks").items
    assert {item.colour for item in marks if not hasattr(item, "kind")} == {"#ffffff", "black"}


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("walls", "name"), in_turns(["rounded", "double", "hand-drawn", "toned"], SHAPES.names())
)
def test_colours_go_from_the_entrance_to_the_farthest_walls(walls: str, name: str) -> None:
    maze = wide(name)
    style: dict[str, Any] = {"walls": walls, "far_colour": "white", "colour": "black"}
    items = items_of(maze, **style)
    greys = [int(item.colour[1:3], 16) for item in items]
    assert greys == sorted(greys, reverse=True)  # the nearest walls are drawn last
    assert len(set(greys)) == len(items) > 3
    assert {item.colour[1:3] * 3 for item in items} == {item.colour[1:] for item in items}
    together = shapely.union_all([covered(item) for item in items])
    alone = ink_of(maze, walls=walls)
    assert together.symmetric_difference(alone).area < 0.003 * alone.area
    entrance = maze.entrance
    assert entrance
    darkest = covered(items[-1])
    layout = plan_page(maze, page_of(**style))
    x, y = maze.lattice.geometry.centres(np.array([entrance.cell]))[0] * 6
    assert darkest.distance(shapely.Point(x + layout.x, y + layout.y)) < 6


def test_mazes_without_an_entrance_have_colours_too() -> None:
    maze = made(6, 6)
    maze.set_openings(None, maze.exits)
    assert len(items_of(maze, far_colour="red")) > 3
    maze.set_openings(None, ())
    assert [item.colour for item in items_of(maze, far_colour="red")] == ["#000000"]


HALVES = text_of_tones(np.repeat([[0.0, 1.0]], 20, axis=1), "halves.png")


def strokes_of(name: str, far_colour: str | None = None) -> list[Strokes]:
    """Return the walls of a small maze of a shape, white on the left and black on the right."""
    maze = generate("kruskal", build(name), 3)
    (scene,) = compose(maze, Page(walls="toned", tone=HALVES, marks="none", far_colour=far_colour))
    items = [item for layer in scene.layers if layer.name == "walls" for item in layer.items]
    return [item for item in items if isinstance(item, Strokes)]


@pytest.mark.parametrize("name", SHAPES.names())
def test_walls_are_thick_where_the_photo_is_dark(name: str) -> None:
    maze = generate("kruskal", build(name), 3)
    layout = plan_page(maze, Page(walls="toned", tone=HALVES, marks="none"))
    middle = layout.x + layout.scale.cell * maze.lattice.geometry.width / 2
    thick = max(strokes_of(name), key=lambda item: item.width)
    thin = min(strokes_of(name), key=lambda item: item.width)
    assert thick.width == pytest.approx(layout.scale.wall)
    assert thin.width < 0.2 * thick.width
    cell = layout.scale.cell
    assert np.median(thin.points[:, 0]) < middle - cell
    assert np.median(thick.points[:, 0]) > middle + cell


def test_each_wall_is_drawn_once_in_the_colour_of_its_distance() -> None:
    strokes = strokes_of("rectangular", far_colour="red")
    colours = [item.colour for item in strokes]
    assert len(set(colours)) > 4
    assert sorted(set(colours), key=colours.index) == [
        colour for place, colour in enumerate(colours) if colour not in colours[:place]
    ]
    alike = strokes_of("rectangular")
    assert _length(strokes) == pytest.approx(_length(alike))


def _length(strokes: list[Strokes]) -> float:
    total = 0.0
    for item in strokes:
        for first, last in zip(item.starts[:-1], item.starts[1:], strict=True):
            total += float(np.hypot(*np.diff(item.points[first:last], axis=0).T).sum())
    return total


def test_without_a_photo_all_walls_are_alike() -> None:
    maze = generate("kruskal", build("rectangular", rows=5, columns=5), 3)
    (scene,) = compose(maze, Page(walls="toned", marks="none"))
    (item,) = (item for item in scene.items if isinstance(item, Strokes))
    assert item.width == pytest.approx(scene.wall / 2)


def test_a_tone_is_a_picture() -> None:
    with pytest.raises(UsageError, match="a document opens none"):
        Page(tone="sky.png")
