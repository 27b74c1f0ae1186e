"""Options have the described effects: start, straightness, bias, skew, side, rooms, mixes."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Option
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.generators.growing_tree import read_pick, shares
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP
from tests.graphs import graph_of

WITH = {
    name: [g.name for g in GENERATORS if any(option.name == name for option in g.options)]
    for name in ("start", "straight", "bias")
}
OPENS = {"top": TOP, "right": RIGHT, "bottom": BOTTOM, "left": LEFT}


def make(name: str, rows: int = 20, columns: int = 20, seed: int = 7, **options: Any) -> Maze:
    maze = generate(name, build("rectangular", rows=rows, columns=columns), seed, **options)
    maze.set_openings(None, ())
    return maze


def opened(maze: Maze) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return bool[rows, columns, slot]: which walls are open."""
    cells = maze.walls[maze.lattice.inside].reshape(maze.lattice.rows, maze.lattice.columns)
    return np.stack([cells >> slot & 1 == 0 for slot in range(4)], axis=-1)


def settings(option: Option) -> list[Any]:
    """Return values at the ends of an option, and between."""
    if option.choices:
        return list(option.choices)
    if option.name == "start":
        return ["random", "middle", "first", "0,0", "5,3"]
    if option.name == "pick":
        return ["newest", "random", "oldest", "oldest:1,newest:9", "newest:1,random:2,oldest:3"]
    if option.name == "rooms":
        return [1]
    return [option.low, option.high, (option.low + 3 * option.high) / 4]


CHOICES = [(g.name, option) for g in GENERATORS for option in g.options]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "option"), CHOICES, ids=lambda each: str(getattr(each, "name", each))
)
def test_every_setting_gives_a_spanning_tree(name: str, option: Option) -> None:
    for value in settings(option):
        for rows, columns in ((6, 4), (9, 12), (30, 25)):
            maze = make(name, rows, columns, **{option.name: value})
            maze.check()
            assert nx.is_tree(graph_of(maze))


@pytest.mark.parametrize("name", WITH["start"])
def test_start(name: str) -> None:
    same = [make(name, 9, 9, start=start).walls for start in ("4,4", "middle", " 04, 4 ")]
    assert np.array_equal(same[0], same[1])
    assert np.array_equal(same[0], same[2])
    assert np.array_equal(make(name, start="first").walls, make(name, start="0,0").walls)
    assert not np.array_equal(make(name, start="first").walls, make(name, start="19,19").walls)
    with pytest.raises(UsageError, match="no cell 20,0"):
        make(name, start="20,0")


def test_bad_start() -> None:
    for bad in ["", "1", "1,", "1,2,3", "-1,0", "a,b", "end", "²,1"]:
        with pytest.raises(UsageError, match="Start must be random, middle, first or a cell"):
            make("prim", start=bad)


@pytest.mark.parametrize("name", WITH["straight"])
def test_straightness(name: str) -> None:
    def straights(straight: float) -> float:
        passages = opened(make(name, 40, 40, straight=straight))
        pairs = (
            passages[..., TOP] & passages[..., BOTTOM],
            passages[..., LEFT] & passages[..., RIGHT],
        )
        passages = passages.sum(axis=-1) == 2
        return float(((pairs[0] | pairs[1]) & passages).mean())

    few, more, most = straights(0.0), straights(0.5), straights(1.0)
    assert few + 0.1 < more < most - 0.1


@pytest.mark.parametrize("name", WITH["bias"])
def test_bias(name: str) -> None:
    def level(bias: float) -> float:
        passages = opened(make(name, 40, 40, bias=bias))
        return float(
            passages[..., RIGHT].sum() / (passages[..., RIGHT].sum() + passages[..., BOTTOM].sum())
        )

    assert level(-1.0) < level(-0.5) < level(0.0) < level(0.5) < level(1.0)
    assert 0.35 < level(0.0) < 0.65


@pytest.mark.parametrize("corner", ["top-left", "top-right", "bottom-left", "bottom-right"])
def test_all_paths_of_a_binary_tree_lead_to_its_corner(corner: str) -> None:
    passages = opened(make("binary-tree", 9, 7, skew=corner))
    upright, level = corner.split("-")
    rows, columns = np.indices((9, 7))
    in_row = rows == (0 if upright == "top" else 8)
    in_column = columns == (0 if level == "left" else 6)
    towards = passages[..., OPENS[upright]].astype(int) + passages[..., OPENS[level]]
    assert (towards[~(in_row & in_column)] == 1).all()
    assert towards[in_row & in_column] == 0


@pytest.mark.parametrize("side", ["top", "right", "bottom", "left"])
def test_the_corridor_of_a_sidewinder(side: str) -> None:
    passages = opened(make("sidewinder", 8, 11, side=side))
    turned = np.rot90(passages, {"top": 0, "right": 1, "bottom": 2, "left": 3}[side])
    slot = OPENS[side]
    along = (slot + 1) % 4, (slot + 3) % 4
    assert turned[0, 1:-1][:, list(along)].all()
    for line in turned[1:]:  # each run has one passage up
        assert line[:, slot].sum() == (~line[:, along[0]]).sum()


@pytest.mark.slow
def test_rooms() -> None:
    for rooms in [2, 3, 7]:
        maze = make("recursive-division", 40, 40, rooms=rooms)
        graph = graph_of(maze)
        assert nx.is_connected(graph), rooms
        assert graph.number_of_edges() > graph.number_of_nodes(), rooms
        wide = opened(make("recursive-division", rooms, rooms, rooms=rooms))
        assert wide[:-1, :, BOTTOM].all(), rooms
        assert wide[:, :-1, RIGHT].all(), rooms


def test_mixes() -> None:
    for text, pick, parts in [
        (" Newest ", "newest", (1, 0, 0)),
        ("random:5", "random", (0, 1, 0)),
        ("oldest:2, newest", "newest:1,oldest:2", (1, 0, 2)),
        ("newest:3,random:1,oldest:1000", "newest:3,random:1,oldest:1000", (3, 1, 1000)),
    ]:
        assert read_pick(text) == pick == read_pick(pick), text
        assert shares(pick) == parts, text


BAD_MIXES = "", "best", "newest:0", "newest:", "newest:1001", "newest,newest", "newest:-1", "²:1"


def test_bad_mixes() -> None:
    for bad in BAD_MIXES:
        with pytest.raises(UsageError, match="Pick must be newest, random, oldest or a mix"):
            read_pick(bad)


def test_picks_differ_as_in_the_literature() -> None:
    def dead_ends(pick: str) -> float:
        mazes = [opened(make("growing-tree", 20, 20, seed, pick=pick)) for seed in range(30)]
        return 100 * float(np.mean([(maze.sum(axis=-1) == 1).mean() for maze in mazes]))

    assert abs(dead_ends("newest") - 10.5) < 0.7  # the backtracker
    assert dead_ends("newest") + 5 < dead_ends("newest:1,random:1") < dead_ends("random")


def test_the_newest_alone_is_a_depth_first_search() -> None:
    """Every wall between two cells that are not on one branch would have been open: none is."""
    maze = make("growing-tree", 12, 12, pick="newest", start="first")
    tree, lattice = graph_of(maze), maze.lattice
    first = int(lattice.inside.argmax())
    above = {first: {first}}
    for parent, child in nx.bfs_edges(tree, first):
        above[child] = above[parent] | {child}
    for cell in tree:
        for slot in range(4):
            other = lattice.neighbour(cell, slot)
            if other in tree:
                assert cell in above[other] or other in above[cell]


def test_the_oldest_alone_is_a_breadth_first_search() -> None:
    maze = make("growing-tree", 12, 12, pick="oldest", start="middle")
    tree, lattice = graph_of(maze), maze.lattice
    middle = lattice.cell(6, 6)
    depths = nx.single_source_shortest_path_length(tree, middle)
    for cell, depth in depths.items():
        row, column = lattice.place(cell)
        assert depth == abs(row - 6) + abs(column - 6)
